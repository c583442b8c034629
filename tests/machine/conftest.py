"""The default specification, and the profiles the builder is tried with besides the default one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from berserk_fsm import Profile, Specification, build_specification, default_profile
from berserk_fsm.rules.profiles import Phase, Step
from berserk_fsm.rules.text import Text


@pytest.fixture(scope="session")
def spec() -> Specification:
    """The machine of the default profile and readings."""
    return build_specification()


def step(id: str, does: str, window: str = "none", point: str = "never", only_if: str = "always") -> Step:
    """A step of a made-up step table."""
    return Step(
        id,
        Text(f"этап {id}", f"step {id}"),
        does,  # type: ignore[arg-type]
        only_if,  # type: ignore[arg-type]
        window,  # type: ignore[arg-type]
        point,  # type: ignore[arg-type]
        ("gap/512",),
        Text("Проба.", "A trial."),
    )


def made(id: str, *steps: Step, fast_phases: tuple[str, ...] = (), phases: tuple[Phase, ...] = ()) -> Profile:
    """A profile with these steps and, unless told otherwise, the phases of the default one."""
    default = default_profile()
    return replace(
        default,
        id=id,
        steps=steps or default.steps,
        fast_phases=fast_phases,
        phases=phases or default.phases,
    )


def profiles() -> dict[str, Profile]:
    """Step tables that 512 might have turned out to be."""
    default = default_profile()
    main_only = tuple(phase for phase in default.phases if phase.id == "main")
    found = (
        made("fast_final", fast_phases=("final",)),
        made("one_phase", phases=main_only),
        made("shortest", step("apply", "apply_effect"), step("pay", "pay"), step("gone", "remove", "after")),
        made(
            "no_roll",
            step("look", "check_legality", "before", "always"),
            step("hold", "reserve", "before", "always"),
            step("aim", "fix_target", only_if="has_target"),
            step("apply", "apply_effect", "before", "always"),
            step("pay", "pay", "after_if_any", "always"),
            step("gone", "remove", "after"),
        ),
        made(
            "nine_parts",
            step("declaration", "check_legality", "before", "always"),
            step("aim", "fix_target", "before", "always", "has_target"),
            step("dice", "roll", "before", "always", "has_roll"),
            step("result", "nothing", "at", "always", "has_roll"),
            step("calculation", "reserve"),
            step("protection", "nothing", "at", "always", "has_target"),
            step("wound", "apply_effect", "before", "always"),
            step("pay", "pay", "after_if_any", "always"),
            step("ending", "nothing", "at", "always"),
            step("gone", "remove", "after"),
        ),
        made(
            "window_without_point",
            step("look", "check_legality"),
            step("hold", "reserve"),
            step("apply", "apply_effect", "before"),
            step("then", "nothing", "at"),
            step("pay", "pay"),
            step("gone", "remove", "after"),
        ),
        made(
            "straight_roll",
            step("dice", "roll", "none", "never", "has_roll"),
            step("apply", "apply_effect", "before", "always"),
            step("pay", "pay"),
            step("gone", "remove", "after"),
        ),
        made(
            "target_window_after_effect",
            step("apply", "apply_effect", "before", "always"),
            step("seen", "nothing", "at", "unless_blocked", "has_target"),
            step("pay", "pay", "after_if_any", "always"),
            step("gone", "remove", "after"),
        ),
    )
    return {profile.id: profile for profile in found}
