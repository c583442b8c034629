"""Diagrams: pictures of the machine, drawn from its specification and from nothing else.

A view (:mod:`~berserk_fsm.diagrams.views`) makes one diagram model out of a specification, by folding it
(:mod:`~berserk_fsm.diagrams.fold`); renderers read only the model: :mod:`~berserk_fsm.diagrams.dot` writes DOT,
:mod:`~berserk_fsm.diagrams.layout` lays it out, and :mod:`~berserk_fsm.diagrams.svg` finishes the SVG and counts what
is in it. :mod:`~berserk_fsm.diagrams.picture` highlights a picture that was laid out once. Graphviz is loaded only when
a picture is drawn, in a process of its own.

>>> from berserk_fsm.machine.build import build_specification
>>> model = make_view("window", build_specification(), "en")
>>> model.title, len(model.states)
('The priority window', 11)
"""

from berserk_fsm.diagrams.errors import DiagramError
from berserk_fsm.diagrams.event_table import EventTable, event_table
from berserk_fsm.diagrams.model import DiagramModel, Words
from berserk_fsm.diagrams.picture import Picture, picture_of, render_svg
from berserk_fsm.diagrams.render import FORMATS, Stale, check_diagrams, diagram_path, render, write_diagrams
from berserk_fsm.diagrams.views import LANGS, VIEWS, make_view, turn_view, whole_view

__all__ = [
    "FORMATS",
    "LANGS",
    "VIEWS",
    "DiagramError",
    "DiagramModel",
    "EventTable",
    "Picture",
    "Stale",
    "Words",
    "check_diagrams",
    "diagram_path",
    "event_table",
    "make_view",
    "picture_of",
    "render",
    "render_svg",
    "turn_view",
    "whole_view",
    "write_diagrams",
]
