"""`function`: a Python function of tensors as one unit."""
from __future__ import annotations

import functools


class _Function:
    def __init__(self, fxn, **options):
        self.fxn, self.options = fxn, options
        functools.update_wrapper(self, fxn)

    def __get__(self, obj, objtype=None):
        return functools.partial(self.__call__, obj) if obj is not None else self

    def __call__(self, *args, **kwargs):
        # Lazy expressions are one unit already.
        return self.fxn(*args, **kwargs)


def function(fxn=None, *, precompile=False, precompile_backward=False, allow_implicit=True, grad_fxn=None):
    """Marks a function of tensors; its calls become part of the caller's expression, and have the gradients of what they
    compute. NotImplementedError for `grad_fxn`, which in tinygrad gives other gradients as nodes of its graph."""
    if grad_fxn is not None:
        raise NotImplementedError("function: grad_fxn takes nodes of tinygrad's graph, which there are not here")
    options = dict(precompile=precompile, precompile_backward=precompile_backward, allow_implicit=allow_implicit,
                   grad_fxn=grad_fxn)
    return (lambda f: _Function(f, **options)) if fxn is None else _Function(fxn, **options)
