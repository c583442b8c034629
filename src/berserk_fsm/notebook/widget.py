"""The stepper as an ``anywidget``: what Python renders goes to the browser, what is asked for there comes back.

The only module that needs the extra ``notebook``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from berserk_fsm.notebook.rendering import frame, front_end, style

__all__ = ["StepperWidget"]


class StepperWidget(anywidget.AnyWidget):
    """What is in the browser.

    Args:
        view: the regions and their language, as :meth:`berserk_fsm.notebook.stepper.Stepper.view` gives them.
        answer: called with each message from the browser that is not empty, whatever it is; an empty one asks for
            nothing (see ``send`` in ``front/stepper.js``).
    """

    _esm = front_end()
    _css = style()
    frame = traitlets.Unicode().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)

    def __init__(self, view: dict[str, Any], answer: Callable[[object], None]) -> None:
        super().__init__(frame=frame(), view=view)
        self.on_msg(lambda _widget, content, _buffers: None if content == {} else answer(content))
