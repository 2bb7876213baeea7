"""Progress of compilations and searches that take long, on a terminal."""
from __future__ import annotations

import sys
import time


class Progress:
    """Called with how many kernels are compiled and how many there are, and by `search` with what the search for one
    kernel's optimisations has found. What takes more than a second is shown on standard error, if that is a terminal
    and tqdm is installed."""
    delay = 1.0

    def __init__(self):
        self._start, self._bar, self._kernel = 0.0, None, ""

    def __call__(self, done: int, total: int) -> None:
        if done == 0 or self._kernel:
            self._begin("")         # The last one may have been stopped, or a search may be over.
        if done == total:
            self._close()
        elif self._shows():
            self._show(done, total=total, desc="compiling", unit=" kernels")

    def search(self, kernel: str, timed: int, seconds: float) -> None:
        """`timed` forms of a kernel were timed; the fastest takes `seconds` (0: there is none yet)."""
        if kernel != self._kernel or timed == 0:
            self._begin(kernel)
        if self._shows():
            self._show(timed, desc=f"searching {kernel}", unit=" forms")
            if self._bar is not None and seconds:
                self._bar.set_postfix_str(f"best {seconds * 1e6:.1f} us")

    def _begin(self, kernel: str) -> None:
        self._close()
        self._start, self._kernel = time.monotonic(), kernel

    def _shows(self) -> bool:
        return self._bar is not None or (time.monotonic() - self._start > self.delay and sys.stderr is not None
                                         and sys.stderr.isatty())

    def _show(self, done: int, **options) -> None:
        if self._bar is not None:
            self._bar.update(done - self._bar.n)
            return
        try:
            from tqdm import tqdm
        except ImportError:
            self._start = float("inf")
            return
        self._bar = tqdm(initial=done, leave=False, file=sys.stderr, **options)

    def _close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None
