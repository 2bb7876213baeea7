"""RNN, GRU, LSTM, written out step by step."""
from __future__ import annotations

from ...tensor import Tensor
from .registry import Malformed, op

_activations = {
    "relu": lambda x, a, b: x.relu(), "tanh": lambda x, a, b: x.tanh(), "sigmoid": lambda x, a, b: x.sigmoid(),
    "affine": lambda x, a, b: x * (1.0 if a is None else a) + (0.0 if b is None else b),
    "leakyrelu": lambda x, a, b: (x < 0).where(x * (0.01 if a is None else a), x),
    "thresholdedrelu": lambda x, a, b: (x > (1.0 if a is None else a)).where(x, 0),
    "scaledtanh": lambda x, a, b: (x * (1.0 if b is None else b)).tanh() * (1.0 if a is None else a),
    "hardsigmoid": lambda x, a, b: (x * (0.2 if a is None else a) + (0.5 if b is None else b)).clamp(0, 1),
    "elu": lambda x, a, b: (x < 0).where((x.minimum(0).exp() - 1) * (1.0 if a is None else a), x),
    "softsign": lambda x, a, b: x.softsign(), "softplus": lambda x, a, b: x.softplus(),
}
# How many numbers of activation_alpha and activation_beta each takes.
_takes_alpha = {"affine", "leakyrelu", "thresholdedrelu", "scaledtanh", "hardsigmoid", "elu"}
_takes_beta = {"affine", "scaledtanh", "hardsigmoid"}


def _functions(names, alphas, betas, clip):
    alphas, betas = list(alphas or []), list(betas or [])
    functions = []
    for name in names:
        key = name.lower()
        if key not in _activations:
            raise Malformed(f"attribute activations: expected known functions, but got {name!r}")
        a = alphas.pop(0) if key in _takes_alpha and alphas else None
        b = betas.pop(0) if key in _takes_beta and betas else None

        def call(x, f=_activations[key], a=a, b=b):
            return f(x if clip is None else x.clamp(-clip, clip), a, b)
        functions.append(call)
    return functions


def _run(x, w, r, b, sequence_lens, states, step, direction, layout, activations, default, alphas, betas, clip):
    """The steps of all directions: outputs [sequence, direction, batch, hidden] and last states."""
    if direction not in ("forward", "reverse", "bidirectional"):
        raise Malformed(f"attribute direction: expected forward, reverse or bidirectional, but got {direction!r}")
    if layout:
        x = x.transpose(0, 1)
        states = [None if s is None else s.transpose(0, 1) for s in states]
    steps, batch, _ = x.shape
    directions, hidden = w.shape[0], r.shape[-1]
    if directions != (2 if direction == "bidirectional" else 1):
        raise Malformed(f"input 1 (W): expected {2 if direction == 'bidirectional' else 1} directions, but got {directions}")
    functions = _functions(activations or default * directions, alphas, betas, clip)
    per = len(functions) // directions
    outputs, lasts = [], []
    for d in range(directions):
        backwards = direction == "reverse" or d == 1
        bias = None if b is None else b[d]
        now = [Tensor.zeros(batch, hidden, dtype=x.dtype, buffer=False) if s is None else s[d] for s in states]
        # The inputs' products for all steps at once.
        projected = x @ w[d].transpose(0, 1)
        rows = [None] * steps
        for t in reversed(range(steps)) if backwards else range(steps):
            new = step(projected[t], r[d], bias, now, functions[d * per:(d + 1) * per], hidden)
            if sequence_lens is not None:
                alive = (sequence_lens.reshape(-1, 1) > t)
                row = alive.where(new[0], 0)
                now = [alive.where(n, o) for n, o in zip(new, now)]
            else:
                row, now = new[0], new
            rows[t] = row
        outputs.append(rows[0].stack(*rows[1:], dim=0))
        lasts.append(now)
    y = outputs[0].stack(*outputs[1:], dim=1)
    ends = [lasts[0][i].stack(*[state[i] for state in lasts[1:]], dim=0) for i in range(len(states))]
    if layout:
        y = y.permute(2, 0, 1, 3)
        ends = [e.transpose(0, 1) for e in ends]
    return (y, *ends)


def _gate(x, hidden, i):
    return x.shrink((None, (i * hidden, (i + 1) * hidden)))


@op("RNN")
def rnn(x, w, r, b=None, sequence_lens=None, initial_h=None, *, activation_alpha=None, activation_beta=None,
        activations=None, clip=None, direction="forward", hidden_size=None, layout=0, output_sequence=0):
    def step(px, r, bias, state, f, hidden):
        total = px + state[0] @ r.transpose(0, 1)
        if bias is not None:
            total = total + bias[:hidden] + bias[hidden:]
        return [f[0](total)]
    return _run(x, w, r, b, sequence_lens, [initial_h], step, direction, layout, activations, ["Tanh"],
                activation_alpha, activation_beta, clip)


@op("GRU")
def gru(x, w, r, b=None, sequence_lens=None, initial_h=None, *, activation_alpha=None, activation_beta=None,
        activations=None, clip=None, direction="forward", hidden_size=None, layout=0, linear_before_reset=0,
        output_sequence=0):
    def step(px, r, bias, state, f, hidden):
        h, rt = state[0], r.transpose(0, 1)
        wb = None if bias is None else bias[:3 * hidden]
        rb = None if bias is None else bias[3 * hidden:]
        px = px if wb is None else px + wb
        recurrent = h @ rt[:, :2 * hidden]
        recurrent = recurrent if rb is None else recurrent + rb[:2 * hidden]
        z = f[0](_gate(px, hidden, 0) + _gate(recurrent, hidden, 0))
        reset = f[0](_gate(px, hidden, 1) + _gate(recurrent, hidden, 1))
        rh, bh = rt[:, 2 * hidden:], None if rb is None else rb[2 * hidden:]
        if linear_before_reset:
            inner = h @ rh
            inner = reset * (inner if bh is None else inner + bh)
        else:
            inner = (reset * h) @ rh
            inner = inner if bh is None else inner + bh
        new = f[1](_gate(px, hidden, 2) + inner)
        return [(1 - z) * new + z * h]
    return _run(x, w, r, b, sequence_lens, [initial_h], step, direction, layout, activations, ["Sigmoid", "Tanh"],
                activation_alpha, activation_beta, clip)


@op("LSTM")
def lstm(x, w, r, b=None, sequence_lens=None, initial_h=None, initial_c=None, p=None, *, activation_alpha=None,
         activation_beta=None, activations=None, clip=None, direction="forward", hidden_size=None, input_forget=0,
         layout=0, output_sequence=0):
    if p is not None:
        # Peepholes differ by direction: they travel with the recurrent weights.
        r = r.cat(p.unsqueeze(-1).expand(*p.shape, r.shape[-1]), dim=1)

    def step(px, r, bias, state, f, hidden):
        h, c = state
        peep = r[4 * hidden:, 0] if p is not None else None
        total = px + h @ r[:4 * hidden].transpose(0, 1)
        if bias is not None:
            total = total + bias[:4 * hidden] + bias[4 * hidden:]
        i, o, forget, new = (_gate(total, hidden, n) for n in range(4))
        if peep is not None:
            i, forget = i + peep[:hidden] * c, forget + peep[2 * hidden:] * c
        i = f[0](i)
        forget = 1 - i if input_forget else f[0](forget)
        cell = forget * c + i * f[1](new)
        if peep is not None:
            o = o + peep[hidden:2 * hidden] * cell
        return [f[0](o) * f[2](cell), cell]
    return _run(x, w, r, b, sequence_lens, [initial_h, initial_c], step, direction, layout, activations,
                ["Sigmoid", "Tanh", "Tanh"], activation_alpha, activation_beta, clip)
