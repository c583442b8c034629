"""Faults of drawing that were found by trying to break it."""

from __future__ import annotations

import threading
from concurrent.futures import Future

import pytest

from berserk_fsm.diagrams.html_labels import wrapped
from berserk_fsm.diagrams.pool import side_by_side


def test_pictures_not_begun_are_given_up_after_an_interrupt() -> None:
    begun: list[int] = []
    go_on = threading.Event()

    def draw(number: int) -> None:
        begun.append(number)
        go_on.wait(10)

    coming: list[Future[None]] = []

    def interrupted() -> None:
        with side_by_side(1) as pool:
            coming.extend(pool.submit(draw, number) for number in range(20))
            threading.Timer(0.1, go_on.set).start()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert len(begun) <= 1
    assert sum(one.cancelled() for one in coming) >= 19


def test_a_word_longer_than_a_line_does_not_break_a_label() -> None:
    assert wrapped("x" * 300 + " · 302.1", 40) == ["x" * 300, "· 302.1"]
