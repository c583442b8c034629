"""Build the specification for a profile and a set of readings: each sub-machine of the rulebook in one function.

The shape (``gap/512`` gives the steps, they come from the profile)::

    start
    turn
    └─ PHASE_phase
       ├─ entering                rule effects of the phase entered, the stack is deactivated
       ├─ window                  the phase's own priority window
       └─ execution               the top of the stack
          ├─ transfer             queue → stack (303.7)
          ├─ next                 the top action begins or continues (302.4)
          ├─ STEP …               one sub-machine per step
          └─ removal              leaves the stack; the window after it

It is finite control over a stack: each entry of the stack remembers its step, and one ``continue`` row per step leads
back to it. Where the rules forbid something the row is missing; which clause that stands for is told by the refusals.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal

from berserk_fsm.core.values import Manner
from berserk_fsm.machine.refusals import refusal_table
from berserk_fsm.machine.specification import Call, Refusal, Row, Specification, StateDef, StateKind
from berserk_fsm.machine.validate import validate
from berserk_fsm.rules.profiles import Phase, Profile, Step, default_profile
from berserk_fsm.rules.readings import Readings
from berserk_fsm.rules.text import Text
from berserk_fsm.rules.vocabulary import Vocabulary, vocabulary

__all__ = ["build_specification"]

Role = Literal["active", "nonactive"]
ROLES: tuple[Role, Role] = ("active", "nonactive")
START = "start"
TURN = "turn"


def build_specification(profile: Profile | None = None, readings: Readings = Readings()) -> Specification:  # noqa: B008
    """The specification of the whole machine, validated.

    Args:
        profile: phases and steps; the default profile if ``None``.
        readings: how the clauses are read.

    Returns:
        the same object whenever both are equal again, so that what is made of it once need not be made again.

    Raises:
        SpecificationError: the profile and the readings do not give a machine that is deterministic and never stuck.

    >>> spec = build_specification()
    >>> spec.initial
    'start'
    >>> spec.row_by_id["turn.main_phase.execution.transfer/transfer"].clauses
    ('302.1', '302.2', '302.11', '303.7')
    """
    return _built(profile or default_profile(), readings)


@lru_cache(maxsize=64)
def _built(profile: Profile, readings: Readings) -> Specification:
    builder = _Builder(profile, readings, vocabulary())
    builder.machine()
    specification = builder.result(refusal_table(readings))
    validate(specification)
    return specification


@dataclass(frozen=True, slots=True)
class _Way:
    """Where a transition goes, and what must be done on the way in."""

    target: str
    effects: tuple[Call, ...] = ()


@dataclass(slots=True)
class _Builder:
    profile: Profile
    readings: Readings
    words: Vocabulary
    states: dict[str, StateDef] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)

    # --- the whole ---------------------------------------------------------------------------------------------------

    def machine(self) -> None:
        """302.6: the start and the phases of the turn."""
        self.state(START, "junction")
        self.state(TURN, "composite")
        for phase in self.profile.phases:
            self.row(
                "start_game",
                START,
                [Call("starts_in", phase.id)],
                list(self.into_phase(phase).effects),
                self.into_phase(phase).target,
                mark=phase.id,
                extra=phase.clauses,
            )
        for phase in self.profile.phases:
            _PhaseBuilder(self, phase).phase_machine()

    def into_phase(self, phase: Phase) -> _Way:
        """302.6, 302.7: a phase is entered off the stack, and rule effects are looked for."""
        return _Way(
            f"{TURN}.{phase.id}_phase.entering",
            (Call("enter_phase", phase.id), Call("deactivate_stack"), Call("begin_look")),
        )

    def after_phase(self, phase: Phase) -> tuple[_Way, bool]:
        """Where the turn goes after ``phase``, and whether that is the next turn (gap/phases)."""
        phases = self.profile.phases
        place = phases.index(phase) + 1
        if place < len(phases):
            return self.into_phase(phases[place]), False
        way = self.into_phase(phases[0])
        return _Way(way.target, (Call("next_turn"), *way.effects)), True

    def result(self, refusals: tuple[Refusal, ...]) -> Specification:
        return Specification(
            self.profile,
            self.readings,
            START,
            MappingProxyType(dict(self.states)),
            tuple(self.rows),
            refusals,
            MappingProxyType(self.offers()),
        )

    # --- what may be declared ----------------------------------------------------------------------------------------

    def declaring(self, manner: Manner) -> list[Call]:
        """The guards every declaration of this manner has, wherever it is made."""
        guards = [Call("is_holders_new_action"), Call("aim_is_possible")]
        if manner == "triggered":
            once = self.readings.trigger_once_per_point
            guards += [Call("point_is_here"), Call("point_is_not_used" if once else "point_is_not_closed")]
        if manner != "fast":
            guards.append(Call("when_holds"))
        if self.readings.reserve_at == "declaration":
            guards.append(Call("cost_is_free"))
        return guards

    def offers(self) -> dict[Manner, tuple[Call, ...]]:
        """303.8: the guards under which a player could declare a trigger or a conditional playable."""
        return {"triggered": tuple(self.declaring("triggered")), "conditional": tuple(self.declaring("conditional"))}

    # --- elements ----------------------------------------------------------------------------------------------------

    def state(
        self,
        path: str,
        kind: StateKind,
        *,
        word: str | None = None,
        name: Text | None = None,
        clauses: Iterable[str] = (),
        initial: str | None = None,
        phase: str | None = None,
        step: Step | None = None,
        window: str | None = None,
        holder: Role | None = None,
        deactivated: bool = False,
    ) -> str:
        """Add a state; its name and clauses are those of ``word`` (by default the last part of the path)."""
        known = self.words.states.get(word or path.rpartition(".")[2])
        text = name or (known.text if known else None)
        assert text is not None, f"no words for {path}"
        if step is not None:
            text = Text(text.ru.format(step=step.name.ru), text.en.format(step=step.name.en))
        cited = tuple(clauses) or (known.clauses if known else ())
        self.states[path] = StateDef(
            path, kind, text, cited, initial, phase, step.id if step else None, window, holder, deactivated
        )
        return path

    def row(
        self,
        kind: str,
        source: str,
        guards: Iterable[Call],
        effects: Iterable[Call],
        target: str,
        *,
        event: str | None = None,
        mark: str | None = None,
        extra: Iterable[str] = (),
    ) -> None:
        """Add a transition. Without ``event`` it is automatic, fired by a trigger called like its kind."""
        words = self.words.rows[kind]
        self.rows.append(
            Row(
                id=f"{source}/{kind}" + (f"({mark})" if mark else ""),
                kind=kind,
                source=source,
                event=event or kind,
                automatic=event is None,
                guards=tuple(guards),
                effects=tuple(effects),
                target=target,
                clauses=tuple(dict.fromkeys((*words.clauses, *extra))),
                label=words.label,
                sentence=words.sentence,
            )
        )


@dataclass(frozen=True, slots=True)
class _PhaseBuilder:
    """The sub-machines of one phase."""

    whole: _Builder
    phase: Phase

    @property
    def path(self) -> str:
        return f"{TURN}.{self.phase.id}_phase"

    @property
    def execution(self) -> str:
        return f"{self.path}.execution"

    @property
    def window(self) -> str:
        return f"{self.path}.window"

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.whole.profile.steps[:-1]

    @property
    def removal(self) -> Step:
        """302.12: the last step, whatever the profile."""
        return self.whole.profile.steps[-1]

    @property
    def is_main(self) -> bool:
        return self.phase.id == self.whole.profile.main_phase

    @property
    def fast_is_open(self) -> bool:
        """303.3 (a), (d): fast actions without trigger are open in the whole phase."""
        return self.is_main or self.phase.id in self.whole.profile.fast_phases

    def phase_machine(self) -> None:
        """302.6, 303.1: entering, the phase's own window, execution."""
        self.whole.state(self.path, "composite", name=self.phase.name, clauses=self.phase.clauses, phase=self.phase.id)
        self.entering()
        self.priority_window(self.window, "phase", None, on_empty=None)
        self.execution_machine()

    # --- 302.6, 302.7, 303.8: entering -------------------------------------------------------------------------------

    def entering(self) -> None:
        whole, at = self.whole, f"{self.path}.entering"
        whole.state(at, "automatic", phase=self.phase.id, deactivated=True)
        opened = (Call("open_phase_window"), Call("give_priority_to", "active"))
        if self.is_main or whole.readings.phase_window == "always":
            self.rule_effects(at, "open_phase_window", _Way(f"{self.window}.active_holds", opened))
            return
        offer = whole.state(f"{self.path}.offer", "junction", phase=self.phase.id)
        self.rule_effects(at, "look_before_offer", _Way(offer))
        whole.row("open_phase_window", offer, [Call("someone_may_declare")], opened, f"{self.window}.active_holds")
        way, next_turn = whole.after_phase(self.phase)
        whole.row(
            "leave_turn_at_once" if next_turn else "leave_phase_at_once",
            offer,
            [Call("nobody_may_declare")],
            [Call("end_look"), *way.effects],
            way.target,
        )

    def rule_effects(self, at: str, done: str, way: _Way) -> None:
        """302.7, 302.8: rule effects run in batches until none is due; then the stack is active again."""
        whole = self.whole
        whole.row("run_batch", at, [Call("rule_effects_are_due")], [Call("run_rule_effects")], at)
        whole.row("cut_loop", at, [Call("only_looping_are_due")], [Call("cut_loop")], at)
        whole.row(done, at, [Call("no_rule_effects_are_due")], [Call("reactivate_stack"), *way.effects], way.target)

    # --- 303.1-303.7: a priority window ------------------------------------------------------------------------------

    def priority_window(self, at: str, kind: str, step: Step | None, on_empty: _Way | None) -> None:
        """One priority window: two holders, each deciding or having declared, and the two passes that close it.

        Args:
            at: its path.
            kind: ``phase``, ``step``, ``removal`` or ``off_stack``.
            step: the step it belongs to.
            on_empty: where both passes lead when nothing was declared; ``None`` for the phase's own window, whose
                end is the end of the phase. A window in which something is always queued has no such way.
        """
        whole = self.whole
        may_vary = kind != "phase" and whole.readings.window_opens_with == "controller"
        initial = f"{at}.opening" if may_vary else f"{at}.active_holds"
        place: dict[str, Any] = {"phase": self.phase.id, "step": step, "window": kind}
        whole.state(at, "composite", word=f"window_{kind}", initial=initial, **place)
        if may_vary:
            whole.state(initial, "junction", **place)
            for role in ROLES:
                whole.row(
                    f"open_with_{role}",
                    initial,
                    [Call(f"top_is_{role}s")],
                    [Call("give_priority_to", role)],
                    f"{at}.{role}_holds",
                )
        for role in ROLES:
            holding = f"{at}.{role}_holds"
            whole.state(holding, "composite", initial=f"{holding}.deciding", holder=role, **place)
            for leaf in ("deciding", "has_declared"):
                whole.state(f"{holding}.{leaf}", "decision", holder=role, **place)
            self.declarations(holding, kind, step, role)
            self.giving_away(at, role)
        passed = whole.state(f"{at}.both_passed", "junction", **place)
        self.after_two_passes(passed, kind, step, on_empty)

    def declarations(self, holding: str, kind: str, step: Step | None, role: Role) -> None:
        """303.3, 303.4, 303.8: what the holder may declare here; the declarer keeps priority."""
        if self.slow_is_open(kind, step, role):
            self.declaration(holding, "slow", [Call("queue_is_empty")])
        fast, conditional = self.openness(kind, step)
        self.declaration(holding, "fast", fast)
        self.declaration(holding, "conditional", conditional)
        has_points = kind in ("phase", "off_stack") or (
            kind == "step" and (step is None or step.trigger_point != "never" or self.follows_rule_effects(step))
        )
        if has_points:
            self.declaration(holding, "triggered", [])

    def declaration(self, holding: str, manner: Manner, openness: list[Call]) -> None:
        readings = self.whole.readings
        effects = [Call("enqueue_declared"), Call("break_pass_chain"), Call("open_fast_to_opponent")]
        if not readings.trigger_once_per_point:
            effects.append(Call("close_points_to_opponent"))
        if readings.reserve_at == "declaration":
            effects.append(Call("reserve_declared_cost"))
        self.whole.row(
            f"declare_{manner}",
            holding,
            [*self.whole.declaring(manner), *openness],
            effects,
            f"{holding}.has_declared",
            event=f"declare_{manner}",
        )

    def slow_is_open(self, kind: str, step: Step | None, role: Role) -> bool:
        """303.3, 303.1: slow actions belong to the main phase's own window and to Active, unless read otherwise."""
        readings = self.whole.readings
        if not self.is_main or (role == "nonactive" and readings.slow_active_only):
            return False
        if kind == "phase":
            return True
        return not readings.slow_needs_empty_stack and not (step is not None and self.queues_roll(step))

    def openness(self, kind: str, step: Step | None) -> tuple[list[Call], list[Call]]:
        """303.3 (a)-(d), 303.8: what fast actions and conditional playables need in this window."""
        if self.fast_is_open or kind == "removal":
            return [], []
        if kind == "phase":
            return (
                [Call("opponent_declared_or_action_left")],
                [Call("opponent_declared_or_action_left_or_conditional_is_open")],
            )
        if kind == "off_stack" or (step is not None and self.follows_rule_effects(step)):
            return [Call("opponent_declared")], [Call("opponent_declared_or_conditional_is_open")]
        return [Call("opponent_declared")], [Call("opponent_declared")]

    def giving_away(self, at: str, role: Role) -> None:
        """303.2, 303.6, 303.7: pass and hand-over; two consecutive passes close the window."""
        whole, readings = self.whole, self.whole.readings
        holding, opponents = f"{at}.{role}_holds", f"{at}.{_other_role(role)}_holds"
        left = [Call("no_own_trigger_left")] if readings.triggers_mandatory else []
        ends = [Call("note_given_away")]
        if readings.opponent_declared_lasts == "hold":
            ends.append(Call("close_fast_to_holder"))
        ends.append(Call("give_priority_to_opponent"))
        counted = [Call("count_pass")] if readings.handover_counts_as_pass else []
        whole.row(
            "hand_over_priority",
            f"{holding}.has_declared",
            [Call("decides_as_holder"), *left],
            [*counted, *ends],
            opponents,
            event="hand_over_priority",
            extra=("303.2",) if counted else (),
        )
        whole.row(
            "pass_priority",
            f"{holding}.deciding",
            [Call("decides_as_holder"), *left, Call("opponent_has_not_passed")],
            [Call("count_pass"), *ends],
            opponents,
            event="pass_priority",
        )
        whole.row(
            "both_passed",
            f"{holding}.deciding",
            [Call("decides_as_holder"), *left, Call("opponent_has_passed")],
            [Call("close_window")],
            f"{at}.both_passed",
            event="pass_priority",
        )

    def after_two_passes(self, at: str, kind: str, step: Step | None, on_empty: _Way | None) -> None:
        """303.7: the queue moves to the stack; with an empty queue the machine goes on where the window stood."""
        whole = self.whole
        transfer = f"{self.execution}.transfer"
        if step is not None and self.queues_roll(step):
            whole.row("leave_window_with_queue", at, [], [], transfer)
            return
        whole.row("leave_window_with_queue", at, [Call("queue_is_not_empty")], [], transfer)
        if kind == "phase":
            way, next_turn = whole.after_phase(self.phase)
            ends = "enter_next_turn" if next_turn else "enter_next_phase"
            whole.row(ends, at, [Call("queue_is_empty")], way.effects, way.target)
            return
        assert on_empty is not None
        whole.row("leave_window", at, [Call("queue_is_empty")], on_empty.effects, on_empty.target)

    # --- 302.3, 302.4, 302.12: execution -----------------------------------------------------------------------------

    def execution_machine(self) -> None:
        whole, at = self.whole, self.execution
        whole.state(at, "composite", phase=self.phase.id)
        whole.state(f"{at}.transfer", "automatic", phase=self.phase.id)
        whole.row("transfer", f"{at}.transfer", [], [Call("move_queue_to_stack")], f"{at}.next")
        whole.state(f"{at}.next", "junction", phase=self.phase.id)
        begins = self.into_step(0)
        whole.row("begin", f"{at}.next", [Call("top_has_not_begun")], begins.effects, begins.target)
        for place, step in enumerate(self.steps):
            if step.window != "none" or step.does == "roll":
                way = self.after_window(place)
                guard = Call("top_is_suspended_at", step.id)
                whole.row("continue", f"{at}.next", [guard], way.effects, way.target, mark=step.id)
        for place, step in enumerate(self.steps):
            self.step_machine(place, step)
        self.removal_machine()

    def step_path(self, step: Step) -> str:
        return f"{self.execution}.{step.id}"

    def into_step(self, place: int) -> _Way:
        """Where an action goes that comes to the step at ``place``: into it, or to whether it is needed."""
        if place == len(self.steps):
            return _Way(f"{self.step_path(self.removal)}.leave", (Call("enter_step", self.removal.id),))
        step = self.steps[place]
        return self.begin_step(step) if step.only_if == "always" else _Way(f"{self.step_path(step)}.entry")

    def begin_step(self, step: Step) -> _Way:
        entered = Call("enter_step", step.id)
        if step.window not in ("before", "at"):
            return _Way(f"{self.step_path(step)}.perform", (entered,))
        roll = (Call("enqueue_roll"),) if self.queues_roll(step) else ()
        return self.opened(f"{self.step_path(step)}.window", (entered, *roll, Call("open_step_window", step.id)))

    def opened(self, window: str, effects: tuple[Call, ...]) -> _Way:
        """303.1, 303.8: a window opens with Active, or with whoever controls the top action."""
        if self.whole.readings.window_opens_with == "controller":
            return _Way(window, effects)
        return _Way(window, (*effects, Call("give_priority_to", "active")))

    def after_window(self, place: int) -> _Way:
        """Where the step at ``place`` goes on after its window; also where a suspended action continues (302.4)."""
        step = self.steps[place]
        if step.window == "after_if_any" or step.does == "nothing" or self.queues_roll(step):
            return self.into_step(place + 1)
        return _Way(f"{self.step_path(step)}.perform")

    def queues_roll(self, step: Step) -> bool:
        """302.5, 302.9: does the roll enter the queue by itself when the step's window opens?"""
        return step.does == "roll" and step.window != "none" and self.whole.readings.roll_through_queue

    def follows_rule_effects(self, step: Step) -> bool:
        """302.7: is the window of ``step`` the one right after rule effects that followed an effect?"""
        place = self.steps.index(step)
        return place > 0 and self.steps[place - 1].does == "apply_effect" and self.opens_at_once(place)

    def opens_at_once(self, place: int) -> bool:
        """Does the step at ``place`` begin with its window, whatever the action? The last one is never asked for."""
        step = self.steps[place]
        return step.only_if == "always" and step.window in ("before", "at")

    def step_machine(self, place: int, step: Step) -> None:
        whole, at = self.whole, self.step_path(step)
        whole.state(at, "composite", name=step.name, clauses=step.clauses, phase=self.phase.id, step=step)
        if step.only_if != "always":
            self.entry(place, step)
        if step.window in ("before", "at"):
            self.priority_window(f"{at}.window", "step", step, self.after_window(place))
        match step.does:
            case "check_legality":
                self.check(place, step, "pass_legality", "top_is_legal", [], "fail_legality", "top_is_illegal")
            case "reserve" if whole.readings.reserve_at == "declaration":
                way = self.into_step(place + 1)
                whole.row("reserved_before", self.perform(step), [], way.effects, way.target)
            case "reserve":
                self.check(
                    place,
                    step,
                    "reserve",
                    "top_cost_is_free",
                    [Call("reserve_top_cost")],
                    "fail_to_reserve",
                    "top_cost_is_not_free",
                )
            case "fix_target":
                way = self.into_step(place + 1)
                whole.row("make_final", self.perform(step), [], way.effects, way.target)
            case "roll" if not self.queues_roll(step):
                self.straight_roll(place, step)
            case "apply_effect":
                self.application(place, step)
            case "pay":
                self.payment(place, step)
            case _:
                pass  # a step that is its window, or whose roll is in the queue, performs nothing

    def entry(self, place: int, step: Step) -> None:
        """gap/512: is the step needed for the top action?"""
        whole = self.whole
        entry = whole.state(f"{self.step_path(step)}.entry", "junction", phase=self.phase.id, step=step)
        needed, not_needed = (
            ("top_has_target", "top_has_no_target")
            if step.only_if == "has_target"
            else ("top_rolls", "top_does_not_roll")
        )
        begun, skipped = self.begin_step(step), self.into_step(place + 1)
        whole.row("enter_step", entry, [Call(needed)], begun.effects, begun.target, extra=step.clauses)
        whole.row("skip_step", entry, [Call(not_needed)], skipped.effects, skipped.target, extra=step.clauses)

    def perform(self, step: Step, kind: StateKind = "automatic") -> str:
        """The state in which the step does what it does."""
        path = f"{self.step_path(step)}.perform"
        special = f"perform_{step.does}"
        word = special if special in self.whole.words.states else "perform"
        own = () if word == special else step.clauses
        return self.whole.state(path, kind, word=word, clauses=own, phase=self.phase.id, step=step)

    def check(
        self, place: int, step: Step, passes: str, when: str, effects: list[Call], fails: str, unless: str
    ) -> None:
        """302.12: what fails is cancelled and leaves the stack unpaid (gap/cancelled_is_unpaid)."""
        at, way, out = self.perform(step), self.into_step(place + 1), self.into_step(len(self.steps))
        self.whole.row(passes, at, [Call(when)], [*effects, *way.effects], way.target)
        self.whole.row(fails, at, [Call(unless)], [Call("cancel_top"), *out.effects], out.target)

    def straight_roll(self, place: int, step: Step) -> None:
        """302.5, reading ``roll_through_queue`` = false: the roll goes on the stack and executes first."""
        at, way = self.perform(step, "junction"), self.into_step(place + 1)
        self.whole.row(
            "make_roll", at, [Call("roll_is_to_be_made")], [Call("put_roll_on_stack")], f"{self.execution}.next"
        )
        self.whole.row("roll_made", at, [Call("roll_is_made")], way.effects, way.target)

    def application(self, place: int, step: Step) -> None:
        """302.8, 302.12, 303.9: the effect is applied unless blocked, then rule effects; nobody may declare."""
        whole, at, way = self.whole, self.perform(step, "junction"), self.into_step(place + 1)
        inside: dict[str, Any] = {"phase": self.phase.id, "step": step, "deactivated": True}
        applying = whole.state(f"{self.step_path(step)}.applying", "automatic", **inside)
        effects = whole.state(f"{self.step_path(step)}.rule_effects", "automatic", **inside)
        whole.row("begin_applying", at, [Call("top_is_not_blocked")], [Call("deactivate_stack")], applying)
        whole.row("skip_effect", at, [Call("top_is_blocked")], way.effects, way.target)
        whole.row("apply", applying, [], [Call("apply_top_effect"), Call("begin_look")], effects)
        forget = () if self.opens_at_once(place + 1) else (Call("end_look"),)
        self.rule_effects(effects, "rule_effects_done", _Way(way.target, (*forget, *way.effects)))

    def payment(self, place: int, step: Step) -> None:
        """302.12, 303.8: payment is off the stack; after it a window only if someone has something to declare."""
        whole, at, way = self.whole, self.perform(step), self.into_step(place + 1)
        effects = whole.state(
            f"{self.step_path(step)}.rule_effects", "automatic", phase=self.phase.id, step=step, deactivated=True
        )
        whole.row("pay", at, [], [Call("pay_top"), Call("deactivate_stack"), Call("begin_look")], effects)
        if step.window == "none":
            self.rule_effects(effects, "rule_effects_done", _Way(way.target, (Call("end_look"), *way.effects)))
            return
        offer = whole.state(f"{self.step_path(step)}.offer", "junction", phase=self.phase.id, step=step)
        self.rule_effects(effects, "rule_effects_done", _Way(offer))
        window = f"{self.step_path(step)}.window"
        opened = self.opened(window, (Call("open_off_stack_window", step.id),))
        whole.row("offer", offer, [Call("someone_may_declare")], opened.effects, opened.target)
        whole.row("no_offer", offer, [Call("nobody_may_declare")], [Call("end_look"), *way.effects], way.target)
        self.priority_window(window, "off_stack", step, way)

    def removal_machine(self) -> None:
        """302.4, 302.12, 303.3 (c): the action leaves the stack, last of all; then a window, then the next one."""
        whole, step = self.whole, self.removal
        at = self.step_path(step)
        whole.state(at, "composite", name=step.name, clauses=step.clauses, phase=self.phase.id, step=step)
        leave = whole.state(f"{at}.leave", "automatic", phase=self.phase.id, step=step)
        left = whole.state(f"{at}.left", "junction", phase=self.phase.id, step=step)
        whole.row("leave_stack", leave, [Call("top_is_not_cancelled")], [Call("remove_executed")], left)
        whole.row("take_off_stack", leave, [Call("top_is_cancelled")], [Call("remove_cancelled")], left)
        opened = self.opened(f"{at}.window", (Call("open_removal_window"),))
        whole.row("others_remain", left, [Call("stack_is_not_empty")], opened.effects, opened.target)
        whole.row(
            "stack_emptied",
            left,
            [Call("stack_is_empty")],
            [Call("reopen_phase_window"), Call("give_priority_to", "active")],
            f"{self.window}.active_holds",
        )
        self.priority_window(f"{at}.window", "removal", step, _Way(f"{self.execution}.next"))


def _other_role(role: Role) -> Role:
    return "nonactive" if role == "active" else "active"
