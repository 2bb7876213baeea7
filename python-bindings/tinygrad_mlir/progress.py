"""Progress of compilations that take long, on a terminal."""
from __future__ import annotations

import sys
import time


class Progress:
    """Called with how many kernels are compiled and how many there are. A compilation of more than a second is shown
    on standard error, if that is a terminal and tqdm is installed."""
    delay = 1.0

    def __init__(self):
        self._start, self._bar = 0.0, None

    def __call__(self, done: int, total: int) -> None:
        if done == 0:
            self._close()       # One that was stopped.
            self._start = time.monotonic()
        elif done == total:
            self._close()
        elif self._bar is not None:
            self._bar.update(done - self._bar.n)
        elif time.monotonic() - self._start > self.delay and sys.stderr is not None and sys.stderr.isatty():
            self._open(done, total)

    def _open(self, done: int, total: int) -> None:
        try:
            from tqdm import tqdm
        except ImportError:
            self._start = float("inf")
            return
        self._bar = tqdm(total=total, initial=done, desc="compiling", unit=" kernels", leave=False, file=sys.stderr)

    def _close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None
