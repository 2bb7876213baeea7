"""Optimizers."""
from __future__ import annotations

from .. import _core
from ..dtype import dtypes, least_upper_dtype, to_dtype
from ..helpers import FUSE_OPTIM, TRAINING, dedup, getenv
from ..tensor import Tensor


class Optimizer:
    """Keeps the parameters and their learning rate; a subclass says how far each moves."""

    def __init__(self, params, lr, device=None, fused=FUSE_OPTIM):
        if lr < 0:
            raise ValueError(f"Invalid learning rate: {lr}")
        self.params = dedup([x for x in params if x.is_param])
        assert len(self.params) != 0, "optimizer must have at least one param"
        self.buffers = dedup([x for x in params if not x.is_param])
        self.device = device or self.params[0].device
        self.param_dtype = to_dtype(getenv("OPTIM_DTYPE", "float32"))
        self.fused = bool(fused)
        self.lr = Tensor([lr], device=self.device, dtype=least_upper_dtype(dtypes.default_float, dtypes.float32))

    def _new_state(self) -> list:
        return [Tensor.zeros(t.shape, dtype=self.param_dtype, device=t.device).is_param_(False) for t in self.params]

    def zero_grad(self):
        """Forgets the gradients of the parameters."""
        for param in self.params:
            param.grad = None

    def step(self):
        """Moves the parameters once."""
        Tensor.realize(*self.schedule_step())

    def schedule_step(self) -> list:
        """The tensors that a step must compute."""
        if not TRAINING:
            raise RuntimeError(f"TRAINING={TRAINING.value}, TRAINING must be enabled to use the optimizer.\n"
                               "- help: Consider using Context(TRAINING=1) before calling Optimizer.step().")
        for param in self.params:
            assert param.grad is not None, "a parameter has no gradient"
        updates, state = self._step(self.params, [param.grad for param in self.params])
        for param, update in zip(self.params, updates):
            param.assign(self._apply_update(param, update))
        # A capture computes gradients that are kept, too: here with the step, instead of once more by themselves.
        kept = [param.grad for param in self.params] if _core.is_capturing() else []
        return state + self.params + self.buffers + kept

    def _step(self, params, grads):
        raise NotImplementedError

    def _apply_update(self, t, up):
        return t.detach() - up


class OptimizerGroup(Optimizer):
    """Several optimizers as one."""

    def __init__(self, *optimizers):
        self.optimizers = optimizers
        self.params = [p for o in optimizers for p in o.params]
        self.buffers = [b for o in optimizers for b in o.buffers]

    def __getitem__(self, i):
        return self.optimizers[i]

    def zero_grad(self):
        """Forgets the gradients of all parameters."""
        for optimizer in self.optimizers:
            optimizer.zero_grad()

    def schedule_step(self):
        """The tensors that a step must compute."""
        return [t for o in self.optimizers for t in o.schedule_step()]


class LARS(Optimizer):
    """Gradient descent with momentum, weight decay and a rate per layer (arXiv 1708.03888)."""

    def __init__(self, params, lr=0.001, momentum=0.9, weight_decay=1e-4, ns_steps=0, ns_coefficients=None,
                 nesterov=False, classic=True, pre_wd=True, tcoef=0.001, device=None, fused=FUSE_OPTIM):
        if momentum < 0:
            raise ValueError(f"Invalid momentum value: {momentum}")
        super().__init__(params, lr, device, fused)
        self.momentum, self.wd, self.nesterov, self.classic = momentum, weight_decay, nesterov, classic
        self.ns_steps, self.ns_coefficients, self.pre_wd, self.tcoef = ns_steps, ns_coefficients, pre_wd, tcoef
        self.b = self._new_state() if momentum else []

    def _trust(self, t, g):
        """How far the layer may move for its gradient."""
        if not self.tcoef:
            return 1.0
        size, slope = t.detach().square().sum().sqrt(), g.square().sum().sqrt()
        ratio = (slope > 0).where(self.tcoef * size / (slope + self.wd * size), 1.0)
        return (size > 0).where(ratio, 1.0)

    def _step(self, params, grads):
        updates = []
        for i, (t, g) in enumerate(zip(params, grads)):
            trust = self._trust(t, g)
            if self.pre_wd and self.wd > 0:
                g = g + self.wd * t.detach()
            if self.classic:
                g = g * trust * self.lr
            if self.momentum:
                self.b[i].assign(self.momentum * self.b[i] + g)
                g = g + self.momentum * self.b[i] if self.nesterov else self.b[i].detach()
            if self.ns_coefficients:
                g = g.reshape(g.shape[0], -1).newton_schulz(self.ns_steps, self.ns_coefficients).reshape(g.shape)
            if not self.classic:
                g = g * trust * self.lr
            if not self.pre_wd and self.wd > 0:
                # The decay of Muon comes after the momentum.
                g = g + t.detach() * (self.wd * self.lr)
            updates.append(g.cast(t.dtype))
        return updates, self.b


def SGD(params, lr=0.001, momentum=0.0, weight_decay=0.0, nesterov=False, classic=False, device=None, fused=FUSE_OPTIM):
    """Stochastic gradient descent."""
    return LARS(params, lr, momentum, weight_decay, 0, None, nesterov, classic=classic, pre_wd=True, tcoef=0.0,
                device=device, fused=fused)


def Muon(params, lr=0.001, momentum=0.95, weight_decay=0.1, ns_steps=5, ns_coefficients=(3.4445, -4.775, 2.0315),
         nesterov=True, device=None, fused=FUSE_OPTIM):
    """Momentum whose matrices are made orthogonal by Newton-Schulz steps."""
    assert not fused, "FUSE_OPTIM not allowed for Muon optimizer"
    return LARS(params, lr, momentum, weight_decay, ns_steps, ns_coefficients, nesterov, classic=False, pre_wd=False,
                tcoef=0.0, device=device, fused=fused)


class LAMB(Optimizer):
    """Adam with a rate per layer (arXiv 1904.00962)."""

    def __init__(self, params, lr=0.001, b1=0.9, b2=0.999, eps=1e-6, weight_decay=0.0, adam=False, device=None,
                 fused=FUSE_OPTIM):
        if weight_decay < 0:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        super().__init__(params, lr, device, fused)
        self.b1, self.b2, self.eps, self.wd, self.adam = b1, b2, eps, weight_decay, adam
        self.b1_t, self.b2_t = (Tensor.ones((1,), dtype=dtypes.float32, device=self.device).is_param_(False)
                                for _ in range(2))
        self.m, self.v = self._new_state(), self._new_state()

    def _step(self, params, grads):
        updates = []
        self.b1_t *= self.b1
        self.b2_t *= self.b2
        for i, (t, g) in enumerate(zip(params, grads)):
            self.m[i].assign((self.b1 * self.m[i] + (1.0 - self.b1) * g).cast(self.m[i].dtype))
            self.v[i].assign((self.b2 * self.v[i] + (1.0 - self.b2) * (g * g)).cast(self.v[i].dtype))
            m_hat, v_hat = self.m[i] / (1.0 - self.b1_t), self.v[i] / (1.0 - self.b2_t)
            up = m_hat / (v_hat.sqrt() + self.eps) + self.wd * t.detach()
            ratio = 1.0
            if not self.adam:
                size, step = t.detach().square().sum().sqrt(), up.square().sum().sqrt()
                ratio = (size > 0).where((step > 0).where(size / step, 1.0), 1.0)
            updates.append((self.lr * ratio * up).cast(t.dtype))
        return updates, [self.b1_t, self.b2_t] + self.m + self.v


def AdamW(params, lr=0.001, b1=0.9, b2=0.999, eps=1e-8, weight_decay=0.01, device=None, fused=FUSE_OPTIM):
    """Adam with decoupled weight decay."""
    return LAMB(params, lr, b1, b2, eps, weight_decay, adam=True, device=device, fused=fused)


def Adam(params, lr=0.001, b1=0.9, b2=0.999, eps=1e-8, device=None, fused=FUSE_OPTIM):
    """Adam."""
    return LAMB(params, lr, b1, b2, eps, 0.0, adam=True, device=device, fused=fused)
