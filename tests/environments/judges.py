"""PettingZoo's own tests, which import some of its games and so warn about those."""

from __future__ import annotations

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, render_test, seed_test

__all__ = ["api_test", "render_test", "seed_test"]
