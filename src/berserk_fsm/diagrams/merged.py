"""Sub-machines that occur several times, and the one place at which each is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from berserk_fsm.diagrams.fold import phase_paths

if TYPE_CHECKING:
    from berserk_fsm.machine.specification import Row, Specification, StateDef

__all__ = ["Merged"]


class Merged:
    """The sub-machines of a specification: phases of one shape, windows of one shape.

    Args:
        spec: the specification.
    """

    def __init__(self, spec: Specification) -> None:
        self.spec = spec
        self.phases = phase_paths(spec)
        main = [path for path in self.phases if spec.states[path].phase == spec.profile.main_phase]
        self.phase = (main or list(self.phases) or [""])[0]
        """The phase that stands for all."""
        self.execution = f"{self.phase}.execution"
        self.window = f"{self.phase}.window"
        """The window that stands for all."""

    def in_one_phase(self, path: str) -> str:
        """The place of a state in the phase that stands for all."""
        for phase in self.phases:
            if path == phase or path.startswith(f"{phase}."):
                return self.phase + path[len(phase) :]
        return path

    def window_of(self, path: str) -> str | None:
        """The window a state is or lies in."""
        inside = [at for at in self.spec.ancestors(path) if self.spec.states[at].window is not None]
        return inside[-1] if inside else None

    def in_one_window(self, path: str) -> str | None:
        """The place of a state in the window that stands for all; ``None`` if it lies in none."""
        window = self.window_of(path)
        return None if window is None else self.window + path[len(window) :]

    def is_window(self, state: StateDef) -> bool:
        """Is the state a window as a whole?"""
        return self.window_of(state.path) == state.path

    def windows(self) -> tuple[str, ...]:
        """All windows, in order."""
        return tuple(path for path, state in self.spec.states.items() if self.is_window(state))

    def steps(self) -> tuple[str, ...]:
        """The steps of execution, by their places in the phase that stands for all."""
        return tuple(
            state.path
            for state in self.spec.children.get(self.execution, ())
            if state.step is not None and self.spec.children.get(state.path)
        )

    def removal(self) -> str:
        """The place of the last step."""
        steps = self.steps()
        return steps[-1] if steps else ""

    def leaves_window(self, row: Row) -> bool:
        """Does the row lead out of a window?"""
        window = self.window_of(row.source)
        return window is not None and self.window_of(row.target) != window

    def enters_window(self, row: Row) -> bool:
        """Does the row lead into a window?"""
        window = self.window_of(row.target)
        return window is not None and self.window_of(row.source) != window

    def within(self, path: str, composite: str) -> bool:
        """Is ``path``, in the phase that stands for all, the state ``composite`` or in it?"""
        at = self.in_one_phase(path)
        return at == composite or at.startswith(f"{composite}.")
