"""Rule effects for many packed states at once (302.7, 302.8, gap/503); see ``core/rule_effects.py``."""

from __future__ import annotations

import numpy as np

from berserk_fsm.explore.batch import Batch
from berserk_fsm.explore.codes import Codes, EffectCode
from berserk_fsm.explore.layout import Bits, Truth

__all__ = ["apply_batch", "cut_now", "due_now"]


def _is_due(facts: Bits, effect: EffectCode) -> Truth:
    """Its condition holds, and applying it would change the facts."""
    after = (facts & ~np.uint64(effect.remove)) | effect.add
    return ((facts & effect.when) == effect.when) & (after != facts)


def _all_due(c: Codes, b: Batch) -> Bits:
    facts, due = b.get(b.layout.fact_set), np.zeros(len(b), np.uint64)
    for effect in c.effects:
        due |= np.where(_is_due(facts, effect), np.uint64(effect.bit), np.uint64(0))
    return due


def due_now(c: Codes, b: Batch) -> Bits:
    """The next batch: due now, and not run yet in this look."""
    return _all_due(c, b) & ~b.get(b.layout.ran)


def cut_now(c: Codes, b: Batch) -> Bits:
    """Due again although they ran in this look: the loop is cut at them. Each is named once per look."""
    return _all_due(c, b) & b.get(b.layout.ran) & ~b.get(b.layout.cut)


def apply_batch(c: Codes, b: Batch, batch: Bits) -> None:
    """302.7: all of ``batch`` count as applied at once: each has read the facts before it; removals, then additions."""
    removed, added = np.zeros(len(b), np.uint64), np.zeros(len(b), np.uint64)
    for effect in c.effects:
        runs = (batch & effect.bit) != 0
        removed |= np.where(runs, np.uint64(effect.remove), np.uint64(0))
        added |= np.where(runs, np.uint64(effect.add), np.uint64(0))
    b.put(b.layout.fact_set, (b.get(b.layout.fact_set) & ~removed) | added)
    b.join(b.layout.ran, batch)
