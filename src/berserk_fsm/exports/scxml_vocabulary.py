"""The vocabulary of guards and effects for SCXML documents whose datamodel is Python.

The text of this file stands in every such document, so it needs nothing but Python. To be read side by side with
core/guards.py and core/effects.py, and with its ECMAScript twin scxml_vocabulary.js: same names, same order, same
clauses. ctx, game and the table are plain data; lists stand for sets of facts, names and players.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Data = dict[str, Any]
Guard = Callable[[Data, Data, Any], bool]
Effect = Callable[[Data, Data, Any], Data]


# --- plain data ------------------------------------------------------------------------------------------------------


def replace(value: Data, **changes: Any) -> Data:
    """The same value with some keys changed."""
    return {**value, **changes}


def with_window(game: Data, **changes: Any) -> Data:
    """The same game with the open window changed."""
    return replace(game, window=replace(game["window"], **changes))


def with_top(game: Data, **changes: Any) -> Data:
    """The same game with the top entry of the stack changed."""
    return replace(game, stack=[*game["stack"][:-1], replace(game["stack"][-1], **changes)])


def new_window(kind: str, **given: Any) -> Data:
    """A window that opens."""
    window: Data = {
        "kind": kind,
        "holder": None,
        "points": [],
        "has_declared": False,
        "passes": 0,
        "fast_open_to": [],
        "given_away": [],
        "points_closed_to": [],
        "off_stack": False,
        "action_left": False,
    }
    return replace(window, **given)


def new_entry(ctx: Data, name: str) -> Data:
    """An action that comes into the queue or on the stack."""
    return {
        "name": name,
        "step": None,
        "target": action_named(ctx, name)["target"],
        "blocked": False,
        "redirected": False,
        "reserved": False,
        "cancelled": False,
    }


def superset(these: list[str], those: list[str]) -> bool:
    """Is each of those among these?"""
    return all(one in these for one in those)


def union(these: list[str], those: list[str]) -> list[str]:
    """These, and those that are not among them."""
    return these + [one for place, one in enumerate(those) if one not in these and one not in those[:place]]


def difference(these: list[str], those: list[str]) -> list[str]:
    """These without those."""
    return [one for one in these if one not in those]


def other(player: str) -> str:
    """The opponent."""
    return "B" if player == "A" else "A"


def holder(game: Data) -> Any:
    """Who has priority."""
    return game["window"]["holder"]


def top_of(game: Data) -> Data:
    """The top entry of the stack."""
    entry: Data = game["stack"][-1]
    return entry


def action_named(ctx: Data, name: str) -> Any:
    """The action of that name; nothing if the table has none."""
    return next((action for action in ctx["table"]["actions"] if action["name"] == name), None)


def action_of(ctx: Data, decision: Any) -> Data:
    """The action that is declared."""
    action: Data = action_named(ctx, decision.name)
    return action


def top_action(ctx: Data, game: Data) -> Data:
    """The action on top of the stack."""
    action: Data = action_named(ctx, top_of(game)["name"])
    return action


def roll_name(name: str) -> str:
    """302.5: the name of the roll an action makes."""
    return name + ".roll"


def manner(action: Data) -> str:
    """303.3, 303.8: how an action may be declared."""
    if action["on"] is not None:
        return "triggered"
    if action["speed"] == "slow":
        return "slow"
    return "conditional" if action["when"] else "fast"


def aim(action: Data) -> Any:
    """The action it blocks or redirects, if any."""
    return action["redirect"]["of"] if action["redirect"] is not None else action["block"]


def is_past(ctx: Data, step: Any, mark: Any) -> bool:
    """Has an action that is in this step gone past the step marked? One that waits has not."""
    order: list[str] = ctx["step_order"]
    return step is not None and mark is not None and order.index(step) > order.index(mark)


def is_event_of(event: str) -> Guard:
    """machine/engine.py, event_of: a declaration fires the event of the manner of its action."""

    def guard(ctx: Data, game: Data, decision: Any = None) -> bool:
        action = action_named(ctx, decision.name) if decision is not None else None
        return action is not None and event == "declare_" + manner(action)

    return guard


# --- trigger points: 303.4, 303.8 ------------------------------------------------------------------------------------


def effect_points(game: Data) -> list[Data]:
    """303.8: the rule effects that have just run, each a point of its own."""
    return [{"where": "effect", "name": name} for name in game["look"]["ran"]] if game["look"] is not None else []


def phase_points(game: Data) -> list[Data]:
    """303.8: the phase, then the rule effects that ran on entering it."""
    return [{"where": "phase", "name": game["phase"]}, *effect_points(game)]


def step_points(ctx: Data, game: Data, step: str) -> list[Data]:
    """303.4, gap/blocked_gives_no_trigger: the step of the top action, then the rule effects that have just run."""
    silent = step in ctx["pointless_steps"] or (step in ctx["unblocked_points"] and top_of(game)["blocked"])
    own = [] if silent else [{"where": step, "name": top_of(game)["name"]}]
    return [*own, *effect_points(game)]


# --- rule effects: 302.7, 302.8, gap/503 -----------------------------------------------------------------------------


def is_due(facts: list[str], effect: Data) -> bool:
    """Its condition holds, and applying it would change the facts."""
    after = union(difference(facts, effect["remove"]), effect["add"])
    return superset(facts, effect["when"]) and not (superset(facts, after) and superset(after, facts))


def due_now(ctx: Data, game: Data) -> list[Data]:
    """The next batch: due now, and not run yet in this look; in file order."""
    ran = game["look"]["ran"]
    return [e for e in ctx["table"]["rule_effects"] if e["name"] not in ran and is_due(game["facts"], e)]


def cut_now(ctx: Data, game: Data) -> list[Data]:
    """Due again although they ran in this look: the loop is cut at them. Each is named once per look."""
    ran, cut = game["look"]["ran"], game["look"]["cut"]
    return [
        e
        for e in ctx["table"]["rule_effects"]
        if e["name"] in ran and e["name"] not in cut and is_due(game["facts"], e)
    ]


def apply_batch(game: Data, batch: list[Data]) -> Data:
    """302.7: all of the batch count as applied at once: each has read the facts before it; removals, then additions."""
    facts = game["facts"]
    for effect in batch:
        facts = difference(facts, effect["remove"])
    for effect in batch:
        facts = union(facts, effect["add"])
    names = [effect["name"] for effect in batch]
    return replace(
        game,
        facts=facts,
        look=replace(game["look"], ran=game["look"]["ran"] + names),
        log=replace(game["log"], rule_effects=game["log"]["rule_effects"] + names),
    )


def note_cut(game: Data, cut: list[Data]) -> Data:
    """gap/503: write down what is not run again, so that a look always ends."""
    names = [effect["name"] for effect in cut]
    return replace(
        game,
        look=replace(game["look"], cut=game["look"]["cut"] + names),
        log=replace(game["log"], loops=game["log"]["loops"] + names),
    )


# === guards ==========================================================================================================

# --- who decides, and when -------------------------------------------------------------------------------------------


def stack_is_not_deactivated(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.8: no effect is being applied."""
    return not game["deactivated"]


def decides_as_holder(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.1: the player who decides has priority."""
    return decision is not None and game["window"] is not None and game["window"]["holder"] == decision.player


def action_is_own(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.1: priority lets a player declare own actions."""
    return decision is not None and action_of(ctx, decision)["by"] == decision.player


def action_is_no_roll(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.5: a roll comes from the action that makes it; no player declares it."""
    return not action_of(ctx, decision)["name"].endswith(".roll")


def action_is_undeclared(ctx: Data, game: Data, decision: Any = None) -> bool:
    """A name is one action, declarable once."""
    return action_of(ctx, decision)["name"] not in game["declared"]


def is_holders_new_action(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.1: the holder declares an own action that has not been declared yet."""
    return (
        decides_as_holder(ctx, game, decision)
        and action_is_own(ctx, game, decision)
        and action_is_undeclared(ctx, game, decision)
        and action_is_no_roll(ctx, game, decision)
    )


# --- giving priority away --------------------------------------------------------------------------------------------


def holder_has_not_declared(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.2: nothing was declared in this hold."""
    return not game["window"]["has_declared"]


def holder_has_declared(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.6: something was declared in this hold."""
    declared: bool = game["window"]["has_declared"]
    return declared


def opponent_has_passed(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.7: the opponent has just passed."""
    return bool(game["window"]["passes"] == 1)


def opponent_has_not_passed(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.7: the opponent has not just passed."""
    return bool(game["window"]["passes"] == 0)


def no_own_trigger_left(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.4 as the reading ``triggers_mandatory`` takes it: the holder has no trigger left to declare."""
    return not any(
        is_offered(ctx, game, action)
        for action in ctx["table"]["actions"]
        if action["by"] == holder(game) and manner(action) == "triggered"
    )


# --- what an action is aimed at --------------------------------------------------------------------------------------


def aimed_at(ctx: Data, game: Data, action: Data) -> Any:
    """The entry on the stack that the action blocks or redirects, if it is there."""
    return next((entry for entry in game["stack"] if entry["name"] == aim(action)), None)


def aim_is_not_queued(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.10: what is in the queue cannot be blocked or redirected."""
    aimed = aim(action_of(ctx, decision))
    return aimed is None or all(entry["name"] != aimed for entry in game["queue"])


def aim_is_on_stack(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.12: only what is on the stack can be blocked or redirected."""
    action = action_of(ctx, decision)
    return aim(action) is None or aimed_at(ctx, game, action) is not None


def aim_is_top(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.12: an action that waits in the stack cannot be blocked or redirected until it is the top one."""
    aimed = aim(action_of(ctx, decision))
    return aimed is None or (bool(game["stack"]) and top_of(game)["name"] == aimed)


def aim_is_not_applied(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.12: a block comes before the effect of the action it is aimed at was applied."""
    return not_applied(ctx, game, action_of(ctx, decision))


def not_applied(ctx: Data, game: Data, action: Data) -> bool:
    """302.12: see aim_is_not_applied."""
    entry = aimed_at(ctx, game, action)
    return action["block"] is None or entry is None or not is_past(ctx, entry["step"], ctx["applying_step"])


def aim_has_target(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.12: only what has a target can be redirected."""
    return has_target(ctx, action_of(ctx, decision))


def has_target(ctx: Data, action: Data) -> bool:
    """302.12: see aim_has_target."""
    return action["redirect"] is None or action_named(ctx, action["redirect"]["of"])["target"] is not None


def aim_is_not_redirected(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.12, gap/one_redirection: an action is redirected at most once."""
    return not_redirected(ctx, game, action_of(ctx, decision))


def not_redirected(ctx: Data, game: Data, action: Data) -> bool:
    """302.12, gap/one_redirection: see aim_is_not_redirected."""
    entry = aimed_at(ctx, game, action)
    return action["redirect"] is None or entry is None or not entry["redirected"]


def aims_target_is_not_final(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.12: a redirection comes before the target of the action it is aimed at is final."""
    return target_not_final(ctx, game, action_of(ctx, decision))


def target_not_final(ctx: Data, game: Data, action: Data) -> bool:
    """302.12: see aims_target_is_not_final."""
    entry = aimed_at(ctx, game, action)
    return action["redirect"] is None or entry is None or not is_past(ctx, entry["step"], ctx["fixing_step"])


def aim_is_possible(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.10, 302.12: the block or redirection may be aimed at what it is aimed at."""
    return (
        aim_is_not_queued(ctx, game, decision)
        and aim_is_top(ctx, game, decision)
        and aim_still_holds(ctx, game, action_of(ctx, decision))
    )


def aim_still_holds(ctx: Data, game: Data, action: Data) -> bool:
    """302.12: what the action is aimed at is on the stack and can still be blocked or redirected."""
    return (
        (aim(action) is None or aimed_at(ctx, game, action) is not None)
        and not_applied(ctx, game, action)
        and has_target(ctx, action)
        and not_redirected(ctx, game, action)
        and target_not_final(ctx, game, action)
    )


# --- conditions and trigger points -----------------------------------------------------------------------------------


def when_holds(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.3, 303.4: the facts the action waits for hold."""
    return superset(game["facts"], action_of(ctx, decision)["when"])


def point_is_here(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.4: this window is the one at the action's trigger point."""
    return action_of(ctx, decision)["on"] in game["window"]["points"]


def point_is_not_used(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.4: a trigger point is offered to a player in one hold."""
    return not (point_is_here(ctx, game, decision) and holder(game) in game["window"]["given_away"])


def point_is_not_closed(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.4 by the letter: the opponent has not declared anything since the player gave priority away."""
    return not (point_is_here(ctx, game, decision) and holder(game) in game["window"]["points_closed_to"])


# --- 303.3: slow and fast --------------------------------------------------------------------------------------------


def phase_is_main(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.3: this is the main phase."""
    return bool(game["phase"] == ctx["main_phase"])


def decides_as_turn_player(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.1, 303.3: the player who decides is Active."""
    return decision is not None and decision.player == game["active"]


def stack_is_empty(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.4: no action is on the stack."""
    return not game["stack"]


def stack_is_not_empty(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.4: there is an action on the stack."""
    return bool(game["stack"])


def queue_is_empty(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.3, 303.7: nothing is in the declaration queue."""
    return not game["queue"]


def queue_is_not_empty(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.7: something is in the declaration queue."""
    return bool(game["queue"])


def opponent_declared(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.3 (b): the opponent, having priority, declared something new."""
    return holder(game) in game["window"]["fast_open_to"]


def opponent_declared_or_action_left(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.3 (b), (c): the opponent declared something new, or an action has just left the stack."""
    return game["window"]["action_left"] or opponent_declared(ctx, game, decision)


def conditional_is_open(game: Data) -> bool:
    """303.8: the window follows an off-stack action and the holder has not given priority away in it."""
    return game["window"]["off_stack"] and holder(game) not in game["window"]["given_away"]


def opponent_declared_or_conditional_is_open(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.3 (b), 303.8: the opponent declared something new, or conditional playables are open."""
    return opponent_declared(ctx, game, decision) or conditional_is_open(game)


def opponent_declared_or_action_left_or_conditional_is_open(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.3 (b), (c), 303.8: the opponent declared, an action left the stack, or conditional playables are open."""
    return opponent_declared_or_action_left(ctx, game, decision) or conditional_is_open(game)


def fast_is_open(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.3 (a)-(d): fast actions without trigger may be declared."""
    return game["phase"] in ctx["fast_phases"] or opponent_declared_or_action_left(ctx, game, decision)


def fast_or_conditional_is_open(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.3 (a)-(d), 303.8: fast actions without trigger are open, or conditional playables are."""
    return fast_is_open(ctx, game, decision) or conditional_is_open(game)


def someone_may_declare(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.8: one of the players has a trigger or a conditional playable to declare after an off-stack action."""
    step = top_of(game)["step"] if game["stack"] else None
    points = step_points(ctx, game, step) if step is not None else phase_points(game)

    def opened_to(player: str) -> Data:
        window = new_window("off_stack", holder=player, points=points, off_stack=True)
        return replace(game, window=window, deactivated=False)

    return any(
        is_offered(ctx, opened_to(action["by"]), action)
        for action in ctx["table"]["actions"]
        if manner(action) in ("triggered", "conditional")
    )


def nobody_may_declare(ctx: Data, game: Data, decision: Any = None) -> bool:
    """303.8: neither player has a trigger or a conditional playable to declare."""
    return not someone_may_declare(ctx, game, decision)


class Declaration:
    """What a player who had priority could declare."""

    def __init__(self, player: str, name: str) -> None:
        self.player = player
        self.name = name


def is_offered(ctx: Data, game: Data, action: Data) -> bool:
    """303.8: the guards under which a player could declare such an action hold."""
    decision = Declaration(action["by"], action["name"])
    return all(guard_of(call)(ctx, game, decision) for call in ctx["offers"][manner(action)])


def guard_of(call: Data) -> Guard:
    """machine/compile.py, compile_guard: the function of a guard."""
    return GUARDS[call["name"]] if call["arg"] is None else GUARDS_WITH_ARGUMENT[call["name"]](call["arg"])


# --- 302.12: executing the top action --------------------------------------------------------------------------------


def top_has_not_begun(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.4: the top action has been waiting and begins."""
    return top_of(game)["step"] is None


def top_is_suspended_at(step: str) -> Guard:
    """302.4: the top action was suspended in this step and continues."""

    def guard(ctx: Data, game: Data, decision: Any = None) -> bool:
        return bool(top_of(game)["step"] == step)

    return guard


def top_is_legal(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.12: what the action requires holds, and what it is aimed at can still be blocked or redirected."""
    action = top_action(ctx, game)
    return superset(game["facts"], action["requires"]) and aim_still_holds(ctx, game, action)


def top_is_illegal(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.12: the action fails the legality check."""
    return not top_is_legal(ctx, game, decision)


def is_free(ctx: Data, game: Data, action: Data) -> bool:
    """Is the whole cost there, and not reserved by another action?"""
    reserved = [
        fact
        for entry in game["stack"] + game["queue"]
        if entry["reserved"] and entry["name"] != action["name"]
        for fact in action_named(ctx, entry["name"])["cost"]
    ]
    return superset(game["facts"], action["cost"]) and all(fact not in reserved for fact in action["cost"])


def cost_is_free(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.12 where resources are reserved at declaration: the cost is there and nobody has reserved it."""
    return is_free(ctx, game, action_of(ctx, decision))


def top_cost_is_free(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.12: the cost of the top action is there, and no other action on the stack has reserved it."""
    return is_free(ctx, game, top_action(ctx, game))


def top_cost_is_not_free(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.12: the cost of the top action is missing or reserved by another action on the stack."""
    return not top_cost_is_free(ctx, game, decision)


def top_has_target(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.12: the top action has a target."""
    return top_of(game)["target"] is not None


def top_has_no_target(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.12: the top action has no target, so there is none to determine."""
    return top_of(game)["target"] is None


def top_rolls(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.5: the top action rolls a die."""
    rolls: bool = top_action(ctx, game)["roll"]
    return rolls


def top_does_not_roll(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.5: the top action rolls nothing."""
    return not top_action(ctx, game)["roll"]


def roll_is_to_be_made(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.5: the top action has not made its roll yet."""
    return roll_name(top_of(game)["name"]) not in game["declared"]


def roll_is_made(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.5: the top action has made its roll."""
    return not roll_is_to_be_made(ctx, game, decision)


def top_is_blocked(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.12: the top action was blocked."""
    blocked: bool = top_of(game)["blocked"]
    return blocked


def top_is_not_blocked(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.12: the top action was not blocked."""
    return not top_of(game)["blocked"]


def top_is_cancelled(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.12, gap/cancelled_is_unpaid: the top action was found illegal."""
    cancelled: bool = top_of(game)["cancelled"]
    return cancelled


def top_is_not_cancelled(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.12: the top action was executed and paid."""
    return not top_of(game)["cancelled"]


def top_is_actives(ctx: Data, game: Data, decision: Any = None) -> bool:
    """Reading ``window_opens_with``: Active controls the top action, or there is none."""
    return not game["stack"] or top_action(ctx, game)["by"] == game["active"]


def top_is_nonactives(ctx: Data, game: Data, decision: Any = None) -> bool:
    """Reading ``window_opens_with``: Non-active controls the top action."""
    return not top_is_actives(ctx, game, decision)


# --- 302.7: rule effects ---------------------------------------------------------------------------------------------


def rule_effects_are_due(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.7: a rule effect that has not run in this look is due."""
    return bool(due_now(ctx, game))


def only_looping_are_due(ctx: Data, game: Data, decision: Any = None) -> bool:
    """gap/503: only rule effects that ran already in this look are due, and one has not been cut yet."""
    return not due_now(ctx, game) and bool(cut_now(ctx, game))


def no_rule_effects_are_due(ctx: Data, game: Data, decision: Any = None) -> bool:
    """302.7: no rule effect is due any more."""
    return not due_now(ctx, game) and not cut_now(ctx, game)


# --- the start -------------------------------------------------------------------------------------------------------


def starts_in(phase: str) -> Guard:
    """302.6: the game is taken up at the beginning of this phase."""

    def guard(ctx: Data, game: Data, decision: Any = None) -> bool:
        return bool(ctx["table"]["start"]["phase"] == phase)

    return guard


GUARDS: dict[str, Guard] = {
    guard.__name__: guard
    for guard in (
        stack_is_not_deactivated,
        decides_as_holder,
        action_is_own,
        action_is_no_roll,
        action_is_undeclared,
        is_holders_new_action,
        holder_has_not_declared,
        holder_has_declared,
        opponent_has_passed,
        opponent_has_not_passed,
        no_own_trigger_left,
        aim_is_not_queued,
        aim_is_on_stack,
        aim_is_top,
        aim_is_not_applied,
        aim_has_target,
        aim_is_not_redirected,
        aims_target_is_not_final,
        aim_is_possible,
        when_holds,
        point_is_here,
        point_is_not_used,
        point_is_not_closed,
        phase_is_main,
        decides_as_turn_player,
        stack_is_empty,
        stack_is_not_empty,
        queue_is_empty,
        queue_is_not_empty,
        opponent_declared,
        opponent_declared_or_action_left,
        opponent_declared_or_conditional_is_open,
        opponent_declared_or_action_left_or_conditional_is_open,
        fast_is_open,
        fast_or_conditional_is_open,
        someone_may_declare,
        nobody_may_declare,
        top_has_not_begun,
        top_is_legal,
        top_is_illegal,
        cost_is_free,
        top_cost_is_free,
        top_cost_is_not_free,
        top_has_target,
        top_has_no_target,
        top_rolls,
        top_does_not_roll,
        roll_is_to_be_made,
        roll_is_made,
        top_is_blocked,
        top_is_not_blocked,
        top_is_cancelled,
        top_is_not_cancelled,
        top_is_actives,
        top_is_nonactives,
        rule_effects_are_due,
        only_looping_are_due,
        no_rule_effects_are_due,
    )
}

GUARDS_WITH_ARGUMENT: dict[str, Callable[[str], Guard]] = {
    guard.__name__: guard for guard in (top_is_suspended_at, starts_in)
}


# === effects =========================================================================================================

# --- declaring: 303.3, 303.5 -----------------------------------------------------------------------------------------


def enqueue_declared(ctx: Data, game: Data, decision: Any = None) -> Data:
    """302.9, 303.5: the declared action goes to the end of the queue; the declarer keeps priority (303.3)."""
    return replace(
        with_window(game, has_declared=True),
        queue=[*game["queue"], new_entry(ctx, decision.name)],
        declared=union(game["declared"], [decision.name]),
    )


def break_pass_chain(ctx: Data, game: Data, decision: Any = None) -> Data:
    """gap/two_passes_end_phase: only consecutive passes count, a declaration starts the count anew."""
    return with_window(game, passes=0)


def open_fast_to_opponent(ctx: Data, game: Data, decision: Any = None) -> Data:
    """303.3 (b): the opponent may answer with fast actions."""
    return with_window(game, fast_open_to=union(game["window"]["fast_open_to"], [other(holder(game))]))


def close_points_to_opponent(ctx: Data, game: Data, decision: Any = None) -> Data:
    """303.4 by the letter: an opponent who has given priority away loses the trigger points of this window."""
    window, opponent = game["window"], other(holder(game))
    if opponent not in window["given_away"]:
        return game
    return with_window(game, points_closed_to=union(window["points_closed_to"], [opponent]))


def reserve_declared_cost(ctx: Data, game: Data, decision: Any = None) -> Data:
    """302.12, reading ``reserve_at`` = declaration: the action just queued reserves its cost."""
    return replace(game, queue=[*game["queue"][:-1], replace(game["queue"][-1], reserved=True)])


# --- giving priority away: 303.2, 303.6, 303.7 -----------------------------------------------------------------------


def count_pass(ctx: Data, game: Data, decision: Any = None) -> Data:
    """303.7: one more consecutive pass."""
    return with_window(game, passes=game["window"]["passes"] + 1)


def note_given_away(ctx: Data, game: Data, decision: Any = None) -> Data:
    """303.4, 303.8: the holder has had the one hold for triggers and conditional playables of this window."""
    return with_window(game, given_away=union(game["window"]["given_away"], [holder(game)]))


def close_fast_to_holder(ctx: Data, game: Data, decision: Any = None) -> Data:
    """303.3 (b), reading ``opponent_declared_lasts`` = hold: what the opponent had declared was for this hold only."""
    return with_window(game, fast_open_to=difference(game["window"]["fast_open_to"], [holder(game)]))


def give_priority_to_opponent(ctx: Data, game: Data, decision: Any = None) -> Data:
    """303.2, 303.6: priority goes to the opponent, whose hold begins."""
    return with_window(game, holder=other(holder(game)), has_declared=False)


def close_window(ctx: Data, game: Data, decision: Any = None) -> Data:
    """303.7: both have passed; nobody has priority."""
    return replace(game, window=None)


# --- opening a window: 303.1, 303.3, 303.4, 303.8 --------------------------------------------------------------------


def open_phase_window(ctx: Data, game: Data, decision: Any = None) -> Data:
    """303.8: the window after entering a phase, with the points of the phase and of the rule effects just run."""
    return replace(game, window=new_window("phase", points=phase_points(game), off_stack=True), look=None)


def reopen_phase_window(ctx: Data, game: Data, decision: Any = None) -> Data:
    """303.3 (c): the stack has become empty; the phase's window opens again, without trigger points."""
    return replace(game, window=new_window("phase", action_left=True))


def open_removal_window(ctx: Data, game: Data, decision: Any = None) -> Data:
    """303.3 (c): an action has left the stack, others remain; the window has no trigger points."""
    return replace(game, window=new_window("removal", action_left=True))


def open_step_window(step: str) -> Effect:
    """303.4: the window of this step of the top action, with its trigger points.

    Where rule effects have just run it is also a window after an off-stack action (303.8).
    """

    def effect(ctx: Data, game: Data, decision: Any = None) -> Data:
        ran = game["look"] is not None and bool(game["look"]["ran"])
        return replace(game, window=new_window("step", points=step_points(ctx, game, step), off_stack=ran), look=None)

    return effect


def open_off_stack_window(step: str) -> Effect:
    """303.8: the window after this step, which does not use the stack, with its trigger points."""

    def effect(ctx: Data, game: Data, decision: Any = None) -> Data:
        return replace(
            game, window=new_window("off_stack", points=step_points(ctx, game, step), off_stack=True), look=None
        )

    return effect


def give_priority_to(role: str) -> Effect:
    """303.1, 303.8: the window just opened begins with the hold of the ``active`` or the ``nonactive`` player."""

    def effect(ctx: Data, game: Data, decision: Any = None) -> Data:
        return with_window(game, holder=game["active"] if role == "active" else other(game["active"]))

    return effect


# --- from the queue to the stack: 302.11, 303.7 ----------------------------------------------------------------------


def move_queue_to_stack(ctx: Data, game: Data, decision: Any = None) -> Data:
    """302.11, 303.7: the whole queue moves to the stack in order; the last declared is on top."""
    return replace(game, stack=game["stack"] + game["queue"], queue=[])


# --- executing the top action: 302.12, gap/512 -----------------------------------------------------------------------


def enter_step(step: str) -> Effect:
    """302.12: the top action comes into this step."""

    def effect(ctx: Data, game: Data, decision: Any = None) -> Data:
        return with_top(game, step=step)

    return effect


def cancel_top(ctx: Data, game: Data, decision: Any = None) -> Data:
    """302.12, gap/cancelled_is_unpaid: the top action will not be executed; what it reserved is released."""
    return with_top(game, cancelled=True, reserved=False)


def reserve_top_cost(ctx: Data, game: Data, decision: Any = None) -> Data:
    """302.12: the top action reserves its cost; no other action can reserve it."""
    return with_top(game, reserved=True)


def enqueue_roll(ctx: Data, game: Data, decision: Any = None) -> Data:
    """302.5, 302.9: the roll the top action makes enters the queue by itself."""
    roll = roll_name(top_of(game)["name"])
    return replace(game, queue=[*game["queue"], new_entry(ctx, roll)], declared=union(game["declared"], [roll]))


def put_roll_on_stack(ctx: Data, game: Data, decision: Any = None) -> Data:
    """302.5, reading ``roll_through_queue`` = false: the roll goes straight on top of the stack."""
    roll = roll_name(top_of(game)["name"])
    return replace(game, stack=[*game["stack"], new_entry(ctx, roll)], declared=union(game["declared"], [roll]))


def deactivate_stack(ctx: Data, game: Data, decision: Any = None) -> Data:
    """302.8: effects are being applied; nobody may declare or execute."""
    return replace(game, deactivated=True)


def reactivate_stack(ctx: Data, game: Data, decision: Any = None) -> Data:
    """302.8: all effects are applied; the stack may be used again."""
    return replace(game, deactivated=False)


def apply_top_effect(ctx: Data, game: Data, decision: Any = None) -> Data:
    """302.12: the effect of the top action: facts end, facts begin, then it blocks or redirects."""
    action = top_action(ctx, game)
    facts = union(difference(game["facts"], action["remove"]), action["add"])

    def aimed(entry: Data) -> Data:
        if entry["name"] != aim(action):
            return entry
        if action["redirect"] is not None:
            return replace(entry, target=action["redirect"]["to"], redirected=True)
        return replace(entry, blocked=True)

    return replace(game, facts=facts, stack=[aimed(entry) for entry in game["stack"]])


def pay_top(ctx: Data, game: Data, decision: Any = None) -> Data:
    """302.12, gap/reserved_vanishes: what is reserved and still there is spent, also when the action was blocked."""
    return replace(with_top(game, reserved=False), facts=difference(game["facts"], top_action(ctx, game)["cost"]))


def remove_executed(ctx: Data, game: Data, decision: Any = None) -> Data:
    """302.4, 302.12: the top action, executed and paid, leaves the stack."""
    log = replace(game["log"], left=[*game["log"]["left"], top_of(game)["name"]])
    return replace(game, stack=game["stack"][:-1], log=log)


def remove_cancelled(ctx: Data, game: Data, decision: Any = None) -> Data:
    """302.12, gap/cancelled_is_unpaid: the cancelled top action leaves the stack unpaid."""
    log = replace(game["log"], cancelled=[*game["log"]["cancelled"], top_of(game)["name"]])
    return replace(game, stack=game["stack"][:-1], log=log)


# --- rule effects: 302.7, 303.9 --------------------------------------------------------------------------------------


def begin_look(ctx: Data, game: Data, decision: Any = None) -> Data:
    """302.7: rule effects are looked for."""
    return replace(game, look={"ran": [], "cut": []})


def run_rule_effects(ctx: Data, game: Data, decision: Any = None) -> Data:
    """302.7, gap/503: all rule effects that are due run as one batch; what would repeat is cut first."""
    due, cut = due_now(ctx, game), cut_now(ctx, game)
    return apply_batch(note_cut(game, cut), due)


def cut_loop(ctx: Data, game: Data, decision: Any = None) -> Data:
    """gap/503: only effects that ran already are due; they are not run again."""
    return note_cut(game, cut_now(ctx, game))


def end_look(ctx: Data, game: Data, decision: Any = None) -> Data:
    """303.8: nobody has anything to declare, the trigger points of this look are gone."""
    return replace(game, look=None)


# --- the turn: 302.6 -------------------------------------------------------------------------------------------------


def enter_phase(phase: str) -> Effect:
    """302.6: this phase begins; an action that does not use the stack."""

    def effect(ctx: Data, game: Data, decision: Any = None) -> Data:
        return replace(game, phase=phase)

    return effect


def next_turn(ctx: Data, game: Data, decision: Any = None) -> Data:
    """gap/phases: the turn goes to the other player."""
    return replace(game, active=other(game["active"]), turn=game["turn"] + 1)


EFFECTS: dict[str, Effect] = {
    effect.__name__: effect
    for effect in (
        enqueue_declared,
        break_pass_chain,
        open_fast_to_opponent,
        close_points_to_opponent,
        reserve_declared_cost,
        count_pass,
        note_given_away,
        close_fast_to_holder,
        give_priority_to_opponent,
        close_window,
        open_phase_window,
        reopen_phase_window,
        open_removal_window,
        move_queue_to_stack,
        cancel_top,
        reserve_top_cost,
        enqueue_roll,
        put_roll_on_stack,
        deactivate_stack,
        reactivate_stack,
        apply_top_effect,
        pay_top,
        remove_executed,
        remove_cancelled,
        begin_look,
        run_rule_effects,
        cut_loop,
        end_look,
        next_turn,
    )
}

EFFECTS_WITH_ARGUMENT: dict[str, Callable[[str], Effect]] = {
    effect.__name__: effect
    for effect in (open_step_window, open_off_stack_window, give_priority_to, enter_step, enter_phase)
}
