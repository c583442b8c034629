"""Exports: the machine in the languages of other tools, written from the specification and checked by running them."""

from __future__ import annotations

from berserk_fsm.exports.machine_json import machine_json
from berserk_fsm.exports.scxml import scxml_text

__all__ = ["machine_json", "scxml_text"]
