"""Diagrams: pictures of the machine, drawn from its specification and from nothing else.

A view (:mod:`~berserk_fsm.diagrams.views`) makes one diagram model out of a specification; renderers read
only the model: :mod:`~berserk_fsm.diagrams.dot` writes DOT, :mod:`~berserk_fsm.diagrams.layout` lays it out,
and :mod:`~berserk_fsm.diagrams.svg` finishes the SVG and counts what is in it. Graphviz is loaded only when a
picture is drawn, in a process of its own.
"""

from berserk_fsm.diagrams.errors import DiagramError
from berserk_fsm.diagrams.model import DiagramModel, Words
from berserk_fsm.diagrams.render import FORMATS, Stale, check_diagrams, diagram_path, render, write_diagrams
from berserk_fsm.diagrams.views import LANGS, VIEWS, make_view, turn_view, whole_view

__all__ = [
    "FORMATS",
    "LANGS",
    "VIEWS",
    "DiagramError",
    "DiagramModel",
    "Stale",
    "Words",
    "check_diagrams",
    "diagram_path",
    "make_view",
    "render",
    "turn_view",
    "whole_view",
    "write_diagrams",
]
