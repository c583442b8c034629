"""A plain reading of the rulebook: sections 302 (stack) and 303 (priority), clause by clause.

This file is the judge of the state machine and was written from the rulebook only, without looking at the
machine. It is deliberately simple: one mutable game, one method per clause or per step, in the order of the
clauses, no cleverness. The words are those of the glossary: queue, stack, holder, hold, hand over, pass,
window, trigger point, look (for rule effects).

How to read it: ``do`` performs what a player says and everything that follows by itself, ``refusal`` tells
which clause forbids it, ``state`` shows the table. What happened is written down as tuples, in order.

Decided here (the clauses and the step table leave it open, or say it only in passing):

* A blocked action still enters its step ``after_effect`` and that window opens, but without any trigger
  point, and no rule effects are looked for. Once past ``apply_effect`` it can no longer be blocked, even if
  its effect was skipped.
* An already blocked action may be blocked again; nothing forbids it (303.3, 302.12).
* An action on top which has not begun yet (removal window) may be blocked or redirected: 302.12 only asks
  that it is on top.
* A roll entering the queue by itself is nobody's declaration "having priority": it is not 303.3 (b) for
  anyone, does not set ``has_declared``, and closes no trigger point; it only makes its name a declared one.
  Going straight to the stack (roll_through_queue=false) it never enters the queue, so there is no happening
  "declared" then.
* The window after a payment (and phase_window=if_any) asks, for a trigger as for a conditional playable,
  whether it could really be declared by its player there: point, ``when``, aim, and under
  reserve_at=declaration also the cost.
* phase_window=if_any is about entering initial and final; the phase window that re-opens when the stack
  empties always opens.
* A reservation ends with the payment: the cost is then spent, and if the same fact comes back it is free
  again.
* reserve_at=declaration: the resources count as reserved right after "declared" (also a roll's empty cost
  in the queue); the step reserve_resources then only passes by. A roll that went straight to the stack is
  reserved in that step.
* Conditional playables after an off-stack action end with the player's first giving away, whatever
  trigger_once_per_point says.
* ``targets`` in the state names only actions on the stack that have a target.
* A name nobody knows is refused with "scenario", after the question who holds priority.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Happening = tuple[Any, ...]
Point = tuple[str, str]  # (step, action) or ("phase", name) or ("effect", name)

PHASES = ("initial", "main", "final")
FAST_PHASES: tuple[str, ...] = ()  # 303.3 (d): gap 512, no further phase in the default profile

STEPS = (
    "legality_check",
    "reserve_resources",
    "fix_target",
    "dice_roll",
    "apply_effect",
    "after_effect",
    "payment",
    "removal",
)

DEFAULT_READINGS = {
    "handover_counts_as_pass": "false",
    "slow_needs_empty_stack": "true",
    "slow_active_only": "true",
    "trigger_once_per_point": "true",
    "triggers_mandatory": "false",
    "reserve_at": "execution",
    "opponent_declared_lasts": "hold",
    "roll_through_queue": "true",
    "phase_window": "always",
    "window_opens_with": "active",
}


def other(player: str) -> str:
    """The opponent."""
    return "B" if player == "A" else "A"


@dataclass(frozen=True)
class Action:
    """A game action that uses the stack (302.5), as the table describes it."""

    name: str
    by: str
    slow: bool = False
    is_roll: bool = False  # the roll NAME.roll of another action
    rolls: bool = False
    target: str | None = None
    on: Point | None = None  # the trigger point, if it is a triggered one
    when: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    cost: tuple[str, ...] = ()
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    block: str | None = None
    redirect: str | None = None
    redirect_to: str | None = None

    @property
    def conditional_playable(self) -> bool:
        """303.8: a fast action without a trigger whose declaration has a condition."""
        return not self.slow and self.on is None and len(self.when) > 0

    @property
    def aim(self) -> str | None:
        """The action this one blocks or redirects."""
        return self.block if self.block is not None else self.redirect


@dataclass(frozen=True)
class RuleEffect:
    """A rule effect (302.6): an action that does not use the stack."""

    name: str
    when: tuple[str, ...] = ()
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


@dataclass
class OnStack:
    """An action lying on the stack (302.1) and how far its execution has come."""

    action: Action
    target: str | None
    step: str | None = None  # None: waiting, not begun (302.12)
    reserved: bool = False
    blocked: bool = False
    redirected: bool = False
    rolled: bool = False  # its roll went to the stack already (roll_through_queue=false)
    paid: bool = False

    def is_past(self, step: str) -> bool:
        """True once the execution has gone beyond this step."""
        return self.step is not None and STEPS.index(self.step) > STEPS.index(step)


@dataclass
class Window:
    """A priority window: from the first hold to two consecutive passes (303.1, 303.7)."""

    kind: str  # phase, step, removal, off_stack
    holder: str
    points: list[Point] = field(default_factory=list)  # 303.4
    after_off_stack: bool = False  # 303.8
    action_left: bool = False  # 303.3 (c)
    passes: int = 0
    has_declared: bool = False  # the holder, in this hold
    opponent_just_declared: bool = False  # the holder's opponent, in the hold just before
    declared: dict[str, bool] = field(default_factory=lambda: {"A": False, "B": False})  # in this window
    given: dict[str, bool] = field(default_factory=lambda: {"A": False, "B": False})  # gave priority away
    overtaken: dict[str, bool] = field(default_factory=lambda: {"A": False, "B": False})
    # overtaken: the opponent declared something after this player had given priority away (303.4)


def names(value: Any) -> tuple[str, ...]:
    """A list of facts of the table; absent means none."""
    return tuple(str(item) for item in (value or ()))


def read_action(name: str, row: Mapping[str, Any]) -> Action:
    """One row of the table's actions."""
    on: Point | None = None
    if row.get("on"):
        ((point, what),) = row["on"].items()
        on = (str(point), str(what))
    redirect = row.get("redirect")
    return Action(
        name=name,
        by=str(row["by"]),
        slow=row.get("speed", "fast") == "slow",
        rolls=str(row.get("roll", "false")).lower() == "true",
        target=row.get("target"),
        on=on,
        when=names(row.get("when")),
        requires=names(row.get("requires")),
        cost=names(row.get("cost")),
        add=names(row.get("add")),
        remove=names(row.get("remove")),
        block=row.get("block"),
        redirect=str(redirect["of"]) if redirect else None,
        redirect_to=str(redirect["to"]) if redirect else None,
    )


class PlainReading:
    """One battle, played by the letter of 302.1-302.12 and 303.1-303.9 with the default step table."""

    def __init__(self, table: Mapping[str, Any], readings: Mapping[str, str] | None = None) -> None:
        """Set up the table and enter the start phase; what happens then is in ``opening``."""
        self.readings = dict(DEFAULT_READINGS)
        for reading, value in (readings or {}).items():
            if reading not in DEFAULT_READINGS:
                raise LookupError(f"unknown reading {reading!r}")
            self.readings[reading] = value

        self.actions: dict[str, Action] = {}
        for name, row in (table.get("actions") or {}).items():
            action = read_action(name, row)
            self.actions[name] = action
            if action.rolls:  # 302.5: the die roll is an action of its own
                self.actions[f"{name}.roll"] = Action(f"{name}.roll", action.by, is_roll=True)
        self.rule_effects: list[RuleEffect] = []
        for name, row in (table.get("rule_effects") or {}).items():
            when, add, remove = names(row.get("when")), names(row.get("add")), names(row.get("remove"))
            self.rule_effects.append(RuleEffect(name, when, add, remove))

        start = table.get("start") or {}
        self.active: str = start.get("active") or "A"
        self.phase: str = start.get("phase") or "main"
        self.turn = 1
        self.facts: set[str] = set(names(start.get("facts")))
        self.queue: list[Action] = []
        self.stack: list[OnStack] = []
        self.window: Window | None = None
        self.deactivated = False  # 302.8
        self.declared_names: list[str] = []
        self.left_names: list[str] = []
        self.cancelled_names: list[str] = []
        self.applied_rule_effects: list[str] = []
        self.cut_rule_effects: list[str] = []

        self.happened: list[Happening] = []
        self.opening: list[Happening] = self.happened
        self.enter_phase(self.phase)

    # ---- the three questions ---------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """The table as everybody sees it, under the names of the contract."""
        top = self.top()
        window = self.window
        begun = top is not None and top.step is not None
        return {
            "active": self.active,
            "priority": window.holder if window else None,
            "phase": self.phase,
            "turn": self.turn,
            "queue": [action.name for action in self.queue],
            "stack": [entry.action.name for entry in self.stack],
            "executing": top.action.name if top and begun else None,
            "step": top.step if top and begun else None,
            "window": window.kind if window else None,
            "passes": window.passes if window else 0,
            "has_declared": window.has_declared if window else False,
            "facts": sorted(self.facts),
            "legal": self.legal(),
            "left": list(self.left_names),
            "cancelled": list(self.cancelled_names),
            "rule_effects": list(self.applied_rule_effects),
            "loops": list(self.cut_rule_effects),
            "targets": {e.action.name: e.target for e in self.stack if e.target is not None},
        }

    def legal(self) -> list[str]:
        """What the holder may declare now."""
        if self.window is None:
            return []
        holder = self.window.holder
        return sorted(name for name in self.actions if self.refusal("declare", holder, name) is None)

    def refusal(self, verb: str, player: str, name: str | None = None) -> str | None:
        """The clause that forbids it, the first one in the contract's order, or None."""
        if self.deactivated:
            return "302.8"
        window = self.window
        if window is None or window.holder != player:
            return "303.1"
        if verb == "declare":
            action = self.actions.get(name or "")
            if action is None:
                return "scenario"
            if action.by != player:
                return "303.1"
            return self.refusal_of_declaration(action, window)
        if verb == "pass" and window.has_declared:
            return "303.2"
        if verb == "hand_over" and not window.has_declared:
            return "303.6"
        if verb not in ("pass", "hand_over"):
            raise LookupError(f"unknown verb {verb!r}")
        if self.readings["triggers_mandatory"] == "true" and self.has_declarable_trigger(player, window):
            return "303.4"
        return None

    def do(self, verb: str, player: str, name: str | None = None) -> list[Happening]:
        """Do it, and all that follows by itself until a player must decide again."""
        clause = self.refusal(verb, player, name)
        if clause is not None:
            raise ValueError(clause)
        self.happened = []
        if verb == "declare":
            self.declare(self.actions[name or ""])
        else:
            self.give_priority_away(player)
        return self.happened

    def tell(self, *happening: Any) -> None:
        """Write one happening down."""
        self.happened.append(happening)

    # ---- 302.1-302.4 the stack -------------------------------------------------------------------

    def top(self) -> OnStack | None:
        """302.2: the action that came onto the stack last is the top one."""
        return self.stack[-1] if self.stack else None

    def find_on_stack(self, name: str) -> OnStack | None:
        """302.1: the action of this name, if it lies on the stack."""
        for entry in self.stack:
            if entry.action.name == name:
                return entry
        return None

    def put_on_stack(self, actions: list[Action]) -> None:
        """302.2: one after another on top of what lies there."""
        self.tell("to_stack", tuple(action.name for action in actions))
        for action in actions:
            was_reserved = self.readings["reserve_at"] == "declaration" and action in self.queue
            self.stack.append(OnStack(action, target=action.target, reserved=was_reserved))

    def execute_top(self) -> None:
        """302.3, 302.4: only the top action executes; it begins, or continues where it was suspended.

        A step whose window was open already is performed without opening that window again (303.4).
        """
        top = self.stack[-1]
        if top.step is None:
            self.check_legality(top)
        elif top.step == "fix_target":
            self.perform_fix_target(top)
        elif top.step == "dice_roll":
            self.perform_dice_roll(top)
        elif top.step == "apply_effect":
            self.perform_apply_effect(top)
        elif top.step == "after_effect":
            self.pay(top)
        elif top.step == "payment":
            self.remove(top)
        else:
            raise AssertionError(f"{top.action.name} cannot continue in {top.step}")

    # ---- 302.5-302.8 off the stack ---------------------------------------------------------------

    def end_phase(self) -> None:
        """302.6: the change of phase uses no stack; after final the turn goes to the opponent."""
        if self.phase == "final":
            self.turn += 1
            self.active = other(self.active)
            self.tell("turn", self.turn, self.active)
            self.enter_phase("initial")
        else:
            self.enter_phase(PHASES[PHASES.index(self.phase) + 1])

    def enter_phase(self, phase: str) -> None:
        """302.6, 303.8: enter it, run what rule effects are due, then open the phase's window."""
        self.phase = phase
        self.tell("phase", phase)
        ran = self.look_for_rule_effects()
        points = [("phase", phase)] + [("effect", name) for name in ran]
        window = Window("phase", self.first_holder(), points, after_off_stack=True)
        if self.readings["phase_window"] == "if_any" and phase != "main" and not self.someone_can_react(window):
            self.end_phase()
        else:
            self.open_window(window)

    def look_for_rule_effects(self) -> list[str]:
        """302.7: run the due rule effects at once, batch after batch; returns those that ran in this look.

        The effects of one batch count as simultaneous: all conditions are read before the batch, then all
        removals are made, then all additions. One that ran already in this look does not run again; it is
        noted as a loop, once.
        """
        self.deactivated = True  # 302.8
        ran: list[str] = []
        cut: list[str] = []
        while True:
            due = [effect for effect in self.rule_effects if self.is_due(effect)]
            newly_cut = [effect.name for effect in due if effect.name in ran and effect.name not in cut]
            if newly_cut:
                self.tell("loops", tuple(newly_cut))
                cut.extend(newly_cut)
                self.cut_rule_effects.extend(newly_cut)
            batch = [effect for effect in due if effect.name not in ran]
            if not batch:
                break
            for effect in batch:
                self.facts.difference_update(effect.remove)
            for effect in batch:
                self.facts.update(effect.add)
            batch_names = [effect.name for effect in batch]
            self.tell("rule_effects", tuple(batch_names))
            ran.extend(batch_names)
            self.applied_rule_effects.extend(batch_names)
        self.deactivated = False
        return ran

    def is_due(self, effect: RuleEffect) -> bool:
        """302.7: its condition has arisen, and applying it alone would change something."""
        after = (self.facts - set(effect.remove)) | set(effect.add)
        return self.holds(effect.when) and after != self.facts

    def holds(self, facts: tuple[str, ...]) -> bool:
        """All these facts are on the table."""
        return all(fact in self.facts for fact in facts)

    # ---- 302.9-302.11 the queue ------------------------------------------------------------------

    def put_in_queue(self, action: Action) -> None:
        """302.9, 303.5: at the end of the queue; the name is used up."""
        self.queue.append(action)
        self.declared_names.append(action.name)
        self.tell("declared", action.name)
        if self.readings["reserve_at"] == "declaration":
            self.tell("reserved", action.name)

    def move_queue_to_stack(self) -> None:
        """302.11, 303.7: the whole queue in the order of declaration, so the last declared is on top."""
        self.put_on_stack(self.queue)
        self.queue = []

    # ---- 302.12 the life of an action ------------------------------------------------------------

    def enter_step(self, entry: OnStack, step: str) -> None:
        """302.12: the top action is now in this step."""
        entry.step = step
        self.tell("step", entry.action.name, step)

    def check_legality(self, entry: OnStack) -> None:
        """302.12, execution: what it requires is there, its aim still possible; else it is cancelled."""
        self.enter_step(entry, "legality_check")
        if self.holds(entry.action.requires) and self.aim_is_possible(entry.action):
            self.reserve_resources(entry)
        else:
            self.cancel(entry)

    def reserve_resources(self, entry: OnStack) -> None:
        """302.12, execution: the cost is there, reserved by no other action on the stack; else cancelled.

        Under reserve_at=declaration this was done when it was declared.
        """
        self.enter_step(entry, "reserve_resources")
        if not entry.reserved:
            if not self.cost_is_free(entry.action.cost):
                self.cancel(entry)
                return
            entry.reserved = True
            self.tell("reserved", entry.action.name)
        self.enter_fix_target(entry)

    def cost_is_free(self, cost: tuple[str, ...]) -> bool:
        """302.12: all of it is on the table and nothing of it is reserved by another action."""
        taken: list[str] = []
        for entry in self.stack:
            if entry.reserved and not entry.paid:
                taken.extend(entry.action.cost)
        if self.readings["reserve_at"] == "declaration":
            for action in self.queue:
                taken.extend(action.cost)
        return all(fact in self.facts and fact not in taken for fact in cost)

    def cancel(self, entry: OnStack) -> None:
        """302.12 (gap): found illegal; it is taken off without effect and unpaid."""
        self.tell("cancelled", entry.action.name)
        self.cancelled_names.append(entry.action.name)
        self.enter_step(entry, "removal")
        self.stack.remove(entry)
        self.tell("removed", entry.action.name)
        self.open_window_after_removal()

    def enter_fix_target(self, entry: OnStack) -> None:
        """302.12, execution: the target; first a window, in which it can still be redirected."""
        if entry.target is None:
            self.enter_dice_roll(entry)
            return
        self.enter_step(entry, "fix_target")
        self.open_step_window("fix_target", entry)

    def perform_fix_target(self, entry: OnStack) -> None:
        """302.12, execution: going past this step makes the target final."""
        self.enter_dice_roll(entry)

    def enter_dice_roll(self, entry: OnStack) -> None:
        """302.5, 302.9: the roll, an action of its own, enters the queue; then the window opens."""
        if not entry.action.rolls:
            self.enter_apply_effect(entry)
            return
        self.enter_step(entry, "dice_roll")
        if self.readings["roll_through_queue"] == "true":
            self.put_in_queue(self.roll_of(entry))
            entry.rolled = True
        self.open_step_window("dice_roll", entry)

    def perform_dice_roll(self, entry: OnStack) -> None:
        """302.5: go on once it has rolled; roll_through_queue=false: now the roll goes to the stack."""
        if entry.rolled:
            self.enter_apply_effect(entry)
            return
        entry.rolled = True
        roll = self.roll_of(entry)
        self.declared_names.append(roll.name)
        self.put_on_stack([roll])
        self.execute_top()

    def roll_of(self, entry: OnStack) -> Action:
        """The roll of this action."""
        return self.actions[f"{entry.action.name}.roll"]

    def enter_apply_effect(self, entry: OnStack) -> None:
        """302.12, execution: a window before the effect is calculated and applied."""
        self.enter_step(entry, "apply_effect")
        self.open_step_window("apply_effect", entry)

    def perform_apply_effect(self, entry: OnStack) -> None:
        """302.8, 302.12: deactivated stack: the effect is applied unless blocked, then rule effects run."""
        action = entry.action
        ran: list[str] = []
        if entry.blocked:
            self.tell("no_effect", action.name)
        else:
            self.deactivated = True
            self.tell("effect", action.name)
            self.facts.difference_update(action.remove)
            self.facts.update(action.add)
            self.apply_to_aim(action)
            self.deactivated = False
            ran = self.look_for_rule_effects()
        self.enter_after_effect(entry, ran)

    def apply_to_aim(self, action: Action) -> None:
        """302.12: block the action aimed at, or give it another target."""
        aim = self.find_on_stack(action.aim) if action.aim is not None else None
        if aim is None:
            return
        if action.block is not None:
            aim.blocked = True
            self.tell("blocked", aim.action.name)
        else:
            aim.target = action.redirect_to
            aim.redirected = True
            self.tell("redirected", aim.action.name, aim.target)

    def enter_after_effect(self, entry: OnStack, ran: list[str]) -> None:
        """303.4, 303.8, 303.9: triggers on the effect (none if blocked) and on the rule effects just run."""
        self.enter_step(entry, "after_effect")
        points: list[Point] = []
        if not entry.blocked:
            points.append(("after_effect", entry.action.name))
        points.extend(("effect", name) for name in ran)
        self.open_window(Window("step", self.first_holder(), points, after_off_stack=len(ran) > 0))

    def pay(self, entry: OnStack) -> None:
        """302.12, 303.8: the payment uses no stack; what is left of the cost is spent, also when blocked.

        Then rule effects, then a window if some player has something to declare about it.
        """
        self.enter_step(entry, "payment")
        self.facts.difference_update(entry.action.cost)
        entry.paid = True
        self.tell("paid", entry.action.name)
        ran = self.look_for_rule_effects()
        points = [("payment", entry.action.name)] + [("effect", name) for name in ran]
        window = Window("off_stack", self.first_holder(), points, after_off_stack=True)
        if self.someone_can_react(window):
            self.open_window(window)
        else:
            self.remove(entry)

    def remove(self, entry: OnStack) -> None:
        """302.4, 302.12: executed and paid, it leaves the stack, last of all."""
        self.enter_step(entry, "removal")
        self.stack.remove(entry)
        self.left_names.append(entry.action.name)
        self.tell("left", entry.action.name)
        self.open_window_after_removal()

    def open_window_after_removal(self) -> None:
        """302.4, 303.3 (c): a window before the next one goes on; with an empty stack the phase's again."""
        kind = "removal" if self.stack else "phase"
        self.open_window(Window(kind, self.first_holder(), action_left=True))

    def aim_is_possible(self, action: Action) -> bool:
        """302.12: what it blocks or redirects lies on the stack and can still be blocked or redirected."""
        if action.aim is None:
            return True
        aim = self.find_on_stack(action.aim)
        if aim is None:
            return False
        if action.block is not None:
            return not aim.is_past("apply_effect")
        return aim.target is not None and not aim.redirected and not aim.is_past("fix_target")

    # ---- 303.1 priority and windows --------------------------------------------------------------

    def first_holder(self) -> str:
        """303.1, 303.8: a window starts with Active (or, by the reading, with the top action's player)."""
        top = self.top()
        if self.readings["window_opens_with"] == "controller" and top is not None:
            return top.action.by
        return self.active

    def open_window(self, window: Window) -> None:
        """303.1: one player receives priority; passes and declarations of the window before do not count."""
        self.window = window
        self.tell("window", window.kind, window.holder)

    def open_step_window(self, step: str, entry: OnStack) -> None:
        """303.4: the window of a step of the top action; its trigger point is that step of that action."""
        self.open_window(Window("step", self.first_holder(), [(step, entry.action.name)]))

    # ---- 303.2-303.4 may it be declared ----------------------------------------------------------

    def refusal_of_declaration(self, action: Action, window: Window) -> str | None:
        """Which clause forbids the player of this action, holding priority in this window, to declare it."""
        if action.is_roll or action.name in self.declared_names:
            return "scenario"
        clause = self.refusal_of_aim(action)
        if clause is not None:
            return clause
        if action.on is not None:
            if not self.trigger_is_open(action, window):
                return "303.4"
        elif not self.holds(action.when):
            return "303.3"
        elif action.slow:
            if not self.slow_is_allowed(action):
                return "303.3"
        elif not self.fast_is_allowed(action, window):
            return "303.3"
        if self.readings["reserve_at"] == "declaration" and not self.cost_is_free(action.cost):
            return "302.12"
        return None

    def refusal_of_aim(self, action: Action) -> str | None:
        """302.10: not at a queued action; 302.12: nor at one that is not on top, nor when it is too late."""
        if action.aim is None:
            return None
        if any(queued.name == action.aim for queued in self.queue):
            return "302.10"
        top = self.top()
        if top is None or top.action.name != action.aim or not self.aim_is_possible(action):
            return "302.12"
        return None

    def slow_is_allowed(self, action: Action) -> bool:
        """303.3: one slow action, in the main phase, with an empty queue (and stack), by Active."""
        if self.phase != "main":
            return False
        if self.readings["slow_active_only"] == "true" and action.by != self.active:
            return False
        if self.queue:
            return False
        return not (self.readings["slow_needs_empty_stack"] == "true" and self.stack)

    def fast_is_allowed(self, action: Action, window: Window) -> bool:
        """303.3: without trigger in the cases (a) to (d); 303.8: conditional ones after an off-stack one."""
        if self.phase == "main":  # (a)
            return True
        if self.readings["opponent_declared_lasts"] == "window":  # (b)
            if window.declared[other(action.by)]:
                return True
        elif window.opponent_just_declared and window.holder == action.by:
            return True
        if window.action_left:  # (c)
            return True
        if self.phase in FAST_PHASES:  # (d)
            return True
        return action.conditional_playable and window.after_off_stack and not window.given[action.by]

    def trigger_is_open(self, action: Action, window: Window) -> bool:
        """303.4: this is its point, its condition holds, and the point is not used up for its player."""
        if action.on not in window.points or not self.holds(action.when):
            return False
        if self.readings["trigger_once_per_point"] == "true":
            return not window.given[action.by]
        return not window.overtaken[action.by]

    def has_declarable_trigger(self, player: str, window: Window) -> bool:
        """303.4 (triggers_mandatory): the player could declare a triggered action of the own now."""
        return any(
            action.by == player and action.on is not None and self.refusal_of_declaration(action, window) is None
            for action in self.actions.values()
        )

    # ---- 303.5-303.7 declare, give away ----------------------------------------------------------

    def declare(self, action: Action) -> None:
        """303.3, 303.5: it goes into the queue, the holder keeps priority, the chain of passes is broken."""
        window = self.window
        assert window is not None
        self.put_in_queue(action)
        window.passes = 0
        window.has_declared = True
        window.declared[action.by] = True
        if window.given[other(action.by)]:
            window.overtaken[other(action.by)] = True

    def give_priority_away(self, player: str) -> None:
        """303.2: a pass if nothing was declared in this hold; 303.6: else a hand-over, which is none."""
        window = self.window
        assert window is not None
        window.given[player] = True
        if not window.has_declared or self.readings["handover_counts_as_pass"] == "true":
            window.passes += 1
        if window.passes == 2:
            self.close_window()
            return
        window.opponent_just_declared = window.has_declared
        window.holder = other(player)
        window.has_declared = False

    def close_window(self) -> None:
        """303.7: both passed: queue to stack and the top executes; with nothing there the phase ends."""
        self.window = None
        self.tell("closed")
        if self.queue:
            self.move_queue_to_stack()
        if self.stack:
            self.execute_top()
        else:
            self.end_phase()

    # ---- 303.8-303.9 after off-stack actions -----------------------------------------------------

    def someone_can_react(self, window: Window) -> bool:
        """303.8: has Active, or then the opponent, a triggered or conditional playable one to declare?"""
        for player in (self.active, other(self.active)):
            for action in self.actions.values():
                if action.by != player or (action.on is None and not action.conditional_playable):
                    continue
                if self.refusal_of_declaration(action, window) is None:
                    return True
        return False
