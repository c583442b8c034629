"""Pictures laid out side by side, each in a process of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

__all__ = ["side_by_side"]


@contextmanager
def side_by_side(most: int) -> Iterator[ThreadPoolExecutor]:
    """Threads that wait for layouts; after an error or Ctrl-C those not begun are never begun.

    Args:
        most: how many at once, at most; never more than there are processors.

    >>> with side_by_side(4) as pool:
    ...     list(pool.map(str.upper, ["a", "b"]))
    ['A', 'B']
    """
    pool = ThreadPoolExecutor(max_workers=max(1, min(most, os.cpu_count() or 1)))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
