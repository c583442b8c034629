"""Exports: the machine in the languages of other tools, written from the specification and checked by running them."""

from __future__ import annotations

from berserk_fsm.exports.scxml import scxml_text

__all__ = ["scxml_text"]
