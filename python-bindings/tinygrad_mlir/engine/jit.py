"""TinyJit: a function of tensors is captured once and replayed without Python."""
from __future__ import annotations

import contextlib
import functools
import inspect
import itertools
import weakref

from .. import _core
from ..helpers import BEAM, CHECK_REPLAY, IGNORE_JIT_FIRST_BEAM, JIT, JITBEAM, Context
from ..tensor import JitError, Tensor
from ..variable import BoundInt, bound_of
from .captured import Bindings, Captured, Samples, make_graphs

__all__ = ["TinyJit", "JitError"]


def _tensors_in(named) -> list:
    """The tensors among the arguments, and one level inside lists, tuples and dicts, with their names."""
    found = [(str(name), x) for name, x in named if isinstance(x, Tensor)]
    for name, x in named:
        items = enumerate(x) if isinstance(x, (list, tuple)) else x.items() if isinstance(x, dict) else ()
        found += [(f"{name}[{key!r}]", t) for key, t in items
                  if isinstance(t, Tensor) and not any(t is y for _, y in found)]
    return found


def _is_plain(x) -> bool:
    """A number or string, which a capture freezes."""
    return isinstance(x, (int, float, bool, str)) and not isinstance(x, BoundInt)


def _guard(t: Tensor):
    return t.shape, t.dtype, t.device, t._view_key


def _flatten(value, tensors: list):
    """The structure of a returned value, with the tensors' positions in it."""
    if value is None:
        return None
    if isinstance(value, Tensor):
        for i, t in enumerate(tensors):
            if t is value:
                return ("tensor", i)
        tensors.append(value)
        return ("tensor", len(tensors) - 1)
    if isinstance(value, (list, tuple)):
        return (type(value), [_flatten(x, tensors) for x in value])
    if isinstance(value, dict):
        return (dict, {k: _flatten(v, tensors) for k, v in value.items()})
    raise JitError(f"JIT return contains non-Tensor value of type {type(value).__name__}")


def _rebuild(shape, tensors: list):
    if shape is None:
        return None
    kind, parts = shape
    if kind == "tensor":
        return tensors[parts]
    if kind is dict:
        return {k: _rebuild(v, tensors) for k, v in parts.items()}
    items = [_rebuild(x, tensors) for x in parts]
    return kind(*items) if hasattr(kind, "_fields") else kind(items)


def _load_jit(captured, by_variables, general, prune, signature):
    jit = _TinyJit(None, prune)
    jit._signature = signature
    jit._samples.general = general
    jit.cnt, jit.captured, jit._by_variables = 2, captured, by_variables
    jit._values = captured.values
    return jit


def _signature_of(fxn):
    """What its parameters are, as far as Python knows, with those defaults that are guarded: this is kept with a capture."""
    try:
        signature = inspect.signature(fxn)
    except (TypeError, ValueError):
        return None
    empty = inspect.Parameter.empty
    parameters = [p.replace(annotation=empty, default=p.default if p.default is empty or _is_plain(p.default) else None)
                  for p in signature.parameters.values()]
    return signature.replace(parameters=parameters, return_annotation=empty)


def _names_of(structure, prefix="the result") -> dict:
    """Where each tensor of a returned value is."""
    if structure is None:
        return {}
    kind, parts = structure
    if kind == "tensor":
        return {parts: prefix}
    items = parts.items() if kind is dict else enumerate(parts)
    return {i: name for key, part in items for i, name in _names_of(part, f"{prefix}[{key!r}]").items()}


def _first_difference(a, b):
    """The place of the first element that differs, and both values; floats may differ by rounding."""
    import numpy as np
    x, y = a.numpy(), b.numpy()
    same = np.isclose(x, y, rtol=1e-5, atol=1e-6, equal_nan=True) if x.dtype.kind == "f" else x == y
    if same.all():
        return None
    place = tuple(int(i) for i in np.argwhere(~same)[0])
    return place, x[place].item(), y[place].item()


class _TinyJit:
    # Whether a call of some function is compiled for packed weights.
    _is_packing = False

    def __init__(self, fxn, prune=False, check=None):
        self.fxn, self.prune, self.check = fxn, prune, check
        self.cnt = 0
        self.captured: Captured | None = None
        self._values = None
        self._by_variables: dict = {}
        self._samples = Samples()
        # Replays calls of whole tensors alone without looking at them in Python.
        self._replay_call = None
        self._instances = weakref.WeakKeyDictionary()
        self._signature = None
        if fxn is not None:
            functools.update_wrapper(self, fxn)
            self._signature = _signature_of(fxn)

    def __reduce__(self):
        """What is kept is the capture, not the function: loaded, it replays, and needs no capture any more."""
        assert self.captured is not None, "can't pickle an uncaptured TinyJit"
        return _load_jit, (self.captured, self._by_variables, self._samples.general, self.prune, self._signature)

    @property
    def modules(self) -> tuple:
        """The programs that a replay runs, in order, as `Module`s to look at; none before the capture."""
        from ..module import Module
        captured = self._samples.general or self.captured
        return tuple(map(Module.parse, captured.capture.modules())) if captured is not None else ()

    def reset(self):
        """Forgets the capture."""
        assert self.fxn is not None, "can't reset without function: what was loaded only replays"
        self.cnt, self.captured, self._replay_call = 0, None, None
        self._by_variables.clear()
        self._samples = Samples()

    def __get__(self, obj, objtype=None):
        if obj is None:
            return self
        # A method's capture belongs to its instance.
        try:
            jit = self._instances.get(obj)
        except TypeError:
            return functools.partial(self.__call__, obj)
        if jit is None:
            jit = self._instances[obj] = _TinyJit(None, self.prune, self.check)
            ref = weakref.ref(obj)
            jit.fxn = lambda *args, **kwargs: self.fxn(ref(), *args, **kwargs)
            jit._signature = _signature_of(functools.partial(self.fxn, None))
        return jit

    def _prepare(self, args, kwargs):
        named = self._name(args, kwargs)
        found = _tensors_in(named)
        tensors = [t for _, t in found]
        for name, t in found:
            if t._is_virtual:
                raise JitError(f"JIT inputs must be real buffers; argument {name} is a constant, use .clone()")
        _core.realize(tensors)
        if len({t._storage_id for t in tensors}) != len(tensors):
            raise JitError("duplicate inputs to JIT")
        plain = [(str(name), x) for name, x in named if _is_plain(x)]
        # What a number that is an argument was made of counts before what a tensor's sizes were made of, which may be
        # older.
        bindings = bound_of(itertools.chain(args, kwargs.values()))
        for t in tensors:
            bindings = _core.merge_bindings(bindings, t._bindings)
        return found, tensors, plain, Bindings(bindings)

    def __call__(self, *args, **kwargs):
        if not JIT.value and self.fxn is not None:
            return self.fxn(*args, **kwargs)
        if self._replay_call is not None and not CHECK_REPLAY.value:
            results = self._replay_call(args, kwargs)
            if results is not None:
                return _rebuild(self.captured.structure, results)
        found, tensors, plain, variables = self._prepare(args, kwargs)
        # What depends on variables' values, or on sizes made of them, is captured for some of them, and then for all.
        key = (variables.values, tuple(_guard(t) for t in tensors)) if variables else None
        if self.cnt < 1:
            self.cnt += 1
            self._names, self._values = [n for n, _ in found], plain
            with Context(BEAM=0 if IGNORE_JIT_FIRST_BEAM else BEAM.value), self._packing(tensors, variables):
                return self._plain(args, kwargs)
        captured = self._find(variables, key)
        if captured is None and self.fxn is None:
            captured = self.captured  # A loaded one, which replays only; the guards say what is wrong.
        if captured is None:
            with Context(BEAM=BEAM.value if JITBEAM < 0 else JITBEAM.value), self._packing(tensors, variables):
                return self._capture(args, kwargs, found, tensors, plain, variables, key)
        if _core.is_capturing():
            # The outer capture would keep this call's results and never compute them again.
            raise RuntimeError("having TinyJit inside another TinyJit is not supported")
        names = [n for n, _ in found]
        if captured.names != names:
            raise JitError(f"args mismatch in JIT: expected tensors {captured.names}, but got {names}")
        for (name, t), guard in zip(found, captured.guards_for(variables)):
            if _guard(t) != guard:
                raise JitError(f"args mismatch in JIT: argument {name}: expected {guard}, but got {_guard(t)}")
        self._check_plain(plain)
        if self.fxn is not None and (CHECK_REPLAY if self.check is None else self.check):
            return self._checked(captured, args, kwargs, found, tensors, variables)
        return _rebuild(captured.structure, captured.capture.replay(tensors, captured.arguments_for(variables)))

    def _name(self, args, kwargs) -> list:
        """The arguments by the parameters that they are, those left out by their defaults."""
        given = [*enumerate(args), *sorted(kwargs.items())]
        if self._signature is None:
            return given
        try:
            bound = self._signature.bind(*args, **kwargs)
        except TypeError:
            return given  # The call itself says what is wrong.
        bound.apply_defaults()
        named = []
        for name, value in bound.arguments.items():
            kind = self._signature.parameters[name].kind
            if kind is inspect.Parameter.VAR_POSITIONAL:
                named += [(f"{name}[{i}]", x) for i, x in enumerate(value)]
            elif kind is inspect.Parameter.VAR_KEYWORD:
                named += sorted(value.items())
            else:
                named.append((name, value))
        return named

    def _check_plain(self, plain):
        """Refuses a call whose numbers and strings are not those of the capture."""
        got, expected = dict(plain), dict(self._values)
        for name in {**expected, **got}:
            if name not in got or name not in expected or got[name] != expected[name]:
                wanted = repr(expected[name]) if name in expected else "none"
                raise JitError(f"args mismatch in JIT: argument {name}: expected {wanted}, "
                               f"but got {repr(got[name]) if name in got else 'none'}")

    def _find(self, variables, key) -> Captured | None:
        """The capture that a call replays."""
        if not variables:
            return self.captured
        known = self._by_variables.get(key)
        return known if known is not None or not self._samples.fits(variables) else self._samples.general

    def _checked(self, captured, args, kwargs, found, tensors, variables):
        """A replay beside a call of the function: the first difference is an error, the call's results are returned."""
        written = captured.capture.written(tensors)
        before = [t.clone().realize() for t in written]
        results = captured.capture.replay(tensors, captured.arguments_for(variables))
        after = [t.clone().realize() for t in written]
        results = [t.clone().realize() for t in results]
        for t, old in zip(written, before):
            t.assign(old).realize()
        ret = self._plain(args, kwargs)
        returned: list = []
        structure = _flatten(ret, returned)
        if structure != captured.structure:
            raise JitError(f"JIT check: the function now returns {structure}, but {captured.structure} was captured")
        names = _names_of(structure)
        argument_names = {t._storage_id: f"argument {name}" for name, t in found}
        pairs = [(names[i], a, b) for i, (a, b) in enumerate(zip(results, returned))]
        pairs += [(argument_names.get(t._storage_id, f"tensor {i} that the function assigns to"), a, t)
                  for i, (a, t) in enumerate(zip(after, written))]
        for name, replayed, called in pairs:
            difference = _first_difference(replayed, called)
            if difference is not None:
                place, x, y = difference
                raise JitError(f"JIT check: {name} differs at {place}: the replay gives {x}, the function {y}; "
                               "the function reads a value that the capture has frozen")
        return ret

    @contextlib.contextmanager
    def _packing(self, tensors, variables):
        """With `prune` tensors that are no arguments are taken for constant, so that packing them is worth a kernel."""
        if not self.prune or variables or _TinyJit._is_packing:
            yield
            return
        _core.begin_packing(tensors)
        _TinyJit._is_packing = True
        try:
            yield
        finally:
            _TinyJit._is_packing = False
            _core.end_packing()

    def _plain(self, args, kwargs):
        ret = self.fxn(*args, **kwargs)
        returned: list = []
        _flatten(ret, returned)
        _core.realize([t for t in returned if not t._is_virtual])
        return ret

    def _capture(self, args, kwargs, found, tensors, plain, variables, key):
        if _core.is_capturing():
            raise RuntimeError("having TinyJit inside another TinyJit is not supported")
        guards = [_guard(t) for t in tensors]
        _core.Capture.realize_pending()
        _core.Capture.begin(tensors)
        try:
            ret = self.fxn(*args, **kwargs)
            returned: list = []
            structure = _flatten(ret, returned)
            for t in returned:
                if t._is_virtual:
                    raise JitError("JIT returned a constant; use .clone()")
            _core.realize(returned)
            # Whatever the function left to be computed on its arguments is part of it.
            _core.realize(tensors)
            _core.Capture.realize_assigned()
            _core.Capture.realize_kept()
            capture = _core.Capture.end(returned)
        except BaseException:
            _core.Capture.abort()
            raise
        if not capture.num_steps:
            raise JitError("didn't JIT anything!")
        prune = self.prune and not variables
        if not variables:
            make_graphs(capture, prune)
        captured = Captured([n for n, _ in found], guards, structure, capture, plain, prune)
        self.cnt, self._values = 2, plain
        if variables:
            self._by_variables[key] = captured
            self._samples.add(variables, captured)
        else:
            capture.forget_graphs()
        self.captured, self._replay_call = captured, None
        given = [*args, *(x for _, x in sorted(kwargs.items()))]
        if not variables and not self.check and list(map(id, tensors)) == list(map(id, given)):
            capture.remember(tensors, sorted(kwargs))
            self._replay_call = capture.replay_call
        return ret


def TinyJit(fxn=None, *, prune=False, check=None):
    """Captures `fxn` in its second call; from the third on the capture is replayed.

    With `check` (or CHECK_REPLAY=1) each replay is compared with a call of the function, and a difference, as a number
    that the capture has frozen makes it, is a JitError with its place. A captured function can be pickled: it replays
    where it is loaded.

    With `prune` what depends on no argument is done once: tensors that the function reads, but neither gets nor makes,
    such as weights, are packed for the kernels that use them. One that gets new contents is packed anew; memory that
    something else writes to (`Tensor.from_blob`) must stay as it is.
    """
    return (lambda f: _TinyJit(f, prune, check)) if fxn is None else _TinyJit(fxn, prune, check)
