/* The vocabulary of guards and effects for SCXML documents whose datamodel is ECMAScript.
 *
 * The text of this file stands in every such document, so it needs nothing but ECMAScript 2015. To be read side by
 * side with core/guards.py and core/effects.py, and with its Python twin scxml_vocabulary.py: same names, same order,
 * same clauses. ctx, game and the table are plain data; arrays stand for sets of facts, names and players.
 */

// --- plain data ------------------------------------------------------------------------------------------------------

// The same value with some keys changed.
function replace(value, changes) {
  return Object.assign({}, value, changes);
}

// The same game with the open window changed.
function with_window(game, changes) {
  return replace(game, {window: replace(game.window, changes)});
}

// The same game with the top entry of the stack changed.
function with_top(game, changes) {
  return replace(game, {stack: game.stack.slice(0, -1).concat([replace(top_of(game), changes)])});
}

// A window that opens.
function new_window(kind, given) {
  return replace({
    kind: kind,
    holder: null,
    points: [],
    has_declared: false,
    passes: 0,
    fast_open_to: [],
    given_away: [],
    points_closed_to: [],
    off_stack: false,
    action_left: false
  }, given);
}

// An action that comes into the queue or on the stack.
function new_entry(ctx, name) {
  return {
    name: name,
    step: null,
    target: action_named(ctx, name).target,
    blocked: false,
    redirected: false,
    reserved: false,
    cancelled: false
  };
}

// Is it among these?
function includes(these, one) {
  return these.indexOf(one) >= 0;
}

// Is each of those among these?
function superset(these, those) {
  return those.every(one => includes(these, one));
}

// These, and those that are not among them.
function union(these, those) {
  return these.concat(those.filter((one, place) => !includes(these, one) && those.indexOf(one) === place));
}

// These without those.
function difference(these, those) {
  return these.filter(one => !includes(those, one));
}

// The opponent.
function other(player) {
  return player === "A" ? "B" : "A";
}

// Who has priority.
function holder(game) {
  return game.window.holder;
}

// The top entry of the stack.
function top_of(game) {
  return game.stack[game.stack.length - 1];
}

// The action of that name; null if the table has none.
function action_named(ctx, name) {
  return ctx.table.actions.filter(action => action.name === name)[0] || null;
}

// The action that is declared.
function action_of(ctx, decision) {
  return action_named(ctx, decision.name);
}

// The action on top of the stack.
function top_action(ctx, game) {
  return action_named(ctx, top_of(game).name);
}

// 302.5: the name of the roll an action makes.
function roll_name(name) {
  return name + ".roll";
}

// 303.3, 303.8: how an action may be declared.
function manner(action) {
  if (action.on !== null) {
    return "triggered";
  }
  if (action.speed === "slow") {
    return "slow";
  }
  return action.when.length > 0 ? "conditional" : "fast";
}

// The action it blocks or redirects, if any.
function aim(action) {
  return action.redirect !== null ? action.redirect.of : action.block;
}

// Has an action that is in this step gone past the step marked? One that waits has not.
function is_past(ctx, step, mark) {
  return step !== null && mark !== null && ctx.step_order.indexOf(step) > ctx.step_order.indexOf(mark);
}

// machine/engine.py, event_of: a declaration fires the event of the manner of its action.
function is_event_of(event) {
  return (ctx, game, decision) => {
    const action = decision ? action_of(ctx, decision) : null;
    return action !== null && event === "declare_" + manner(action);
  };
}

// --- trigger points: 303.4, 303.8 ------------------------------------------------------------------------------------

// 303.8: the rule effects that have just run, each a point of its own.
function effect_points(game) {
  return game.look !== null ? game.look.ran.map(name => ({where: "effect", name: name})) : [];
}

// 303.8: the phase, then the rule effects that ran on entering it.
function phase_points(game) {
  return [{where: "phase", name: game.phase}].concat(effect_points(game));
}

// 303.4, gap/blocked_gives_no_trigger: the step of the top action, then the rule effects that have just run.
function step_points(ctx, game, step) {
  const silent =
    includes(ctx.pointless_steps, step) || (includes(ctx.unblocked_points, step) && top_of(game).blocked);
  const own = silent ? [] : [{where: step, name: top_of(game).name}];
  return own.concat(effect_points(game));
}

// --- rule effects: 302.7, 302.8, gap/503 -----------------------------------------------------------------------------

// Its condition holds, and applying it would change the facts.
function is_due(facts, effect) {
  const after = union(difference(facts, effect.remove), effect.add);
  return superset(facts, effect.when) && !(superset(facts, after) && superset(after, facts));
}

// The next batch: due now, and not run yet in this look; in file order.
function due_now(ctx, game) {
  return ctx.table.rule_effects.filter(e => !includes(game.look.ran, e.name) && is_due(game.facts, e));
}

// Due again although they ran in this look: the loop is cut at them. Each is named once per look.
function cut_now(ctx, game) {
  return ctx.table.rule_effects.filter(
    e => includes(game.look.ran, e.name) && !includes(game.look.cut, e.name) && is_due(game.facts, e)
  );
}

// 302.7: all of the batch count as applied at once: each has read the facts before it; removals, then additions.
function apply_batch(game, batch) {
  let facts = game.facts;
  batch.forEach(effect => { facts = difference(facts, effect.remove); });
  batch.forEach(effect => { facts = union(facts, effect.add); });
  const names = batch.map(effect => effect.name);
  return replace(game, {
    facts: facts,
    look: replace(game.look, {ran: game.look.ran.concat(names)}),
    log: replace(game.log, {rule_effects: game.log.rule_effects.concat(names)})
  });
}

// gap/503: write down what is not run again, so that a look always ends.
function note_cut(game, cut) {
  const names = cut.map(effect => effect.name);
  return replace(game, {
    look: replace(game.look, {cut: game.look.cut.concat(names)}),
    log: replace(game.log, {loops: game.log.loops.concat(names)})
  });
}

// === guards ==========================================================================================================

// --- who decides, and when -------------------------------------------------------------------------------------------

// 302.8: no effect is being applied.
function stack_is_not_deactivated(ctx, game, decision) {
  return !game.deactivated;
}

// 303.1: the player who decides has priority.
function decides_as_holder(ctx, game, decision) {
  return Boolean(decision) && game.window !== null && game.window.holder === decision.player;
}

// 303.1: priority lets a player declare own actions.
function action_is_own(ctx, game, decision) {
  return Boolean(decision) && action_of(ctx, decision).by === decision.player;
}

// 302.5: a roll comes from the action that makes it; no player declares it.
function action_is_no_roll(ctx, game, decision) {
  return action_of(ctx, decision).name.slice(-5) !== ".roll";
}

// A name is one action, declarable once.
function action_is_undeclared(ctx, game, decision) {
  return !includes(game.declared, action_of(ctx, decision).name);
}

// 303.1: the holder declares an own action that has not been declared yet.
function is_holders_new_action(ctx, game, decision) {
  return decides_as_holder(ctx, game, decision)
    && action_is_own(ctx, game, decision)
    && action_is_undeclared(ctx, game, decision)
    && action_is_no_roll(ctx, game, decision);
}

// --- giving priority away --------------------------------------------------------------------------------------------

// 303.2: nothing was declared in this hold.
function holder_has_not_declared(ctx, game, decision) {
  return !game.window.has_declared;
}

// 303.6: something was declared in this hold.
function holder_has_declared(ctx, game, decision) {
  return game.window.has_declared;
}

// 303.7: the opponent has just passed.
function opponent_has_passed(ctx, game, decision) {
  return game.window.passes === 1;
}

// 303.7: the opponent has not just passed.
function opponent_has_not_passed(ctx, game, decision) {
  return game.window.passes === 0;
}

// 303.4 as the reading triggers_mandatory takes it: the holder has no trigger left to declare.
function no_own_trigger_left(ctx, game, decision) {
  return !ctx.table.actions
    .filter(action => action.by === holder(game) && manner(action) === "triggered")
    .some(action => is_offered(ctx, game, action));
}

// --- what an action is aimed at --------------------------------------------------------------------------------------

// The entry on the stack that the action blocks or redirects, if it is there.
function aimed_at(ctx, game, action) {
  return game.stack.filter(entry => entry.name === aim(action))[0] || null;
}

// 302.10: what is in the queue cannot be blocked or redirected.
function aim_is_not_queued(ctx, game, decision) {
  const aimed = aim(action_of(ctx, decision));
  return aimed === null || game.queue.every(entry => entry.name !== aimed);
}

// 302.12: only what is on the stack can be blocked or redirected.
function aim_is_on_stack(ctx, game, decision) {
  const action = action_of(ctx, decision);
  return aim(action) === null || aimed_at(ctx, game, action) !== null;
}

// 302.12: an action that waits in the stack cannot be blocked or redirected until it is the top one.
function aim_is_top(ctx, game, decision) {
  const aimed = aim(action_of(ctx, decision));
  return aimed === null || (game.stack.length > 0 && top_of(game).name === aimed);
}

// 302.12: a block comes before the effect of the action it is aimed at was applied.
function aim_is_not_applied(ctx, game, decision) {
  return not_applied(ctx, game, action_of(ctx, decision));
}

// 302.12: see aim_is_not_applied.
function not_applied(ctx, game, action) {
  const entry = aimed_at(ctx, game, action);
  return action.block === null || entry === null || !is_past(ctx, entry.step, ctx.applying_step);
}

// 302.12: only what has a target can be redirected.
function aim_has_target(ctx, game, decision) {
  return has_target(ctx, action_of(ctx, decision));
}

// 302.12: see aim_has_target.
function has_target(ctx, action) {
  return action.redirect === null || action_named(ctx, action.redirect.of).target !== null;
}

// 302.12, gap/one_redirection: an action is redirected at most once.
function aim_is_not_redirected(ctx, game, decision) {
  return not_redirected(ctx, game, action_of(ctx, decision));
}

// 302.12, gap/one_redirection: see aim_is_not_redirected.
function not_redirected(ctx, game, action) {
  const entry = aimed_at(ctx, game, action);
  return action.redirect === null || entry === null || !entry.redirected;
}

// 302.12: a redirection comes before the target of the action it is aimed at is final.
function aims_target_is_not_final(ctx, game, decision) {
  return target_not_final(ctx, game, action_of(ctx, decision));
}

// 302.12: see aims_target_is_not_final.
function target_not_final(ctx, game, action) {
  const entry = aimed_at(ctx, game, action);
  return action.redirect === null || entry === null || !is_past(ctx, entry.step, ctx.fixing_step);
}

// 302.10, 302.12: the block or redirection may be aimed at what it is aimed at.
function aim_is_possible(ctx, game, decision) {
  return aim_is_not_queued(ctx, game, decision)
    && aim_is_top(ctx, game, decision)
    && aim_still_holds(ctx, game, action_of(ctx, decision));
}

// 302.12: what the action is aimed at is on the stack and can still be blocked or redirected.
function aim_still_holds(ctx, game, action) {
  return (aim(action) === null || aimed_at(ctx, game, action) !== null)
    && not_applied(ctx, game, action)
    && has_target(ctx, action)
    && not_redirected(ctx, game, action)
    && target_not_final(ctx, game, action);
}

// --- conditions and trigger points -----------------------------------------------------------------------------------

// 303.3, 303.4: the facts the action waits for hold.
function when_holds(ctx, game, decision) {
  return superset(game.facts, action_of(ctx, decision).when);
}

// 303.4: this window is the one at the action's trigger point.
function point_is_here(ctx, game, decision) {
  const on = action_of(ctx, decision).on;
  return on !== null && game.window.points.some(point => point.where === on.where && point.name === on.name);
}

// 303.4: a trigger point is offered to a player in one hold.
function point_is_not_used(ctx, game, decision) {
  return !(point_is_here(ctx, game, decision) && includes(game.window.given_away, holder(game)));
}

// 303.4 by the letter: the opponent has not declared anything since the player gave priority away.
function point_is_not_closed(ctx, game, decision) {
  return !(point_is_here(ctx, game, decision) && includes(game.window.points_closed_to, holder(game)));
}

// --- 303.3: slow and fast --------------------------------------------------------------------------------------------

// 303.3: this is the main phase.
function phase_is_main(ctx, game, decision) {
  return game.phase === ctx.main_phase;
}

// 303.1, 303.3: the player who decides is Active.
function decides_as_turn_player(ctx, game, decision) {
  return Boolean(decision) && decision.player === game.active;
}

// 302.4: no action is on the stack.
function stack_is_empty(ctx, game, decision) {
  return game.stack.length === 0;
}

// 302.4: there is an action on the stack.
function stack_is_not_empty(ctx, game, decision) {
  return game.stack.length > 0;
}

// 303.3, 303.7: nothing is in the declaration queue.
function queue_is_empty(ctx, game, decision) {
  return game.queue.length === 0;
}

// 303.7: something is in the declaration queue.
function queue_is_not_empty(ctx, game, decision) {
  return game.queue.length > 0;
}

// 303.3 (b): the opponent, having priority, declared something new.
function opponent_declared(ctx, game, decision) {
  return includes(game.window.fast_open_to, holder(game));
}

// 303.3 (b), (c): the opponent declared something new, or an action has just left the stack.
function opponent_declared_or_action_left(ctx, game, decision) {
  return game.window.action_left || opponent_declared(ctx, game, decision);
}

// 303.8: the window follows an off-stack action and the holder has not given priority away in it.
function conditional_is_open(game) {
  return game.window.off_stack && !includes(game.window.given_away, holder(game));
}

// 303.3 (b), 303.8: the opponent declared something new, or conditional playables are open.
function opponent_declared_or_conditional_is_open(ctx, game, decision) {
  return opponent_declared(ctx, game, decision) || conditional_is_open(game);
}

// 303.3 (b), (c), 303.8: the opponent declared, an action left the stack, or conditional playables are open.
function opponent_declared_or_action_left_or_conditional_is_open(ctx, game, decision) {
  return opponent_declared_or_action_left(ctx, game, decision) || conditional_is_open(game);
}

// 303.3 (a)-(d): fast actions without trigger may be declared.
function fast_is_open(ctx, game, decision) {
  return includes(ctx.fast_phases, game.phase) || opponent_declared_or_action_left(ctx, game, decision);
}

// 303.3 (a)-(d), 303.8: fast actions without trigger are open, or conditional playables are.
function fast_or_conditional_is_open(ctx, game, decision) {
  return fast_is_open(ctx, game, decision) || conditional_is_open(game);
}

// 303.8: one of the players has a trigger or a conditional playable to declare after an off-stack action.
function someone_may_declare(ctx, game, decision) {
  const step = game.stack.length > 0 ? top_of(game).step : null;
  const points = step !== null ? step_points(ctx, game, step) : phase_points(game);
  const opened_to = player => replace(game, {
    window: new_window("off_stack", {holder: player, points: points, off_stack: true}),
    deactivated: false
  });
  return ctx.table.actions
    .filter(action => includes(["triggered", "conditional"], manner(action)))
    .some(action => is_offered(ctx, opened_to(action.by), action));
}

// 303.8: neither player has a trigger or a conditional playable to declare.
function nobody_may_declare(ctx, game, decision) {
  return !someone_may_declare(ctx, game, decision);
}

// 303.8: the guards under which a player could declare such an action hold.
function is_offered(ctx, game, action) {
  const decision = {player: action.by, name: action.name};
  return ctx.offers[manner(action)].every(call => guard_of(call)(ctx, game, decision));
}

// machine/compile.py, compile_guard: the function of a guard.
function guard_of(call) {
  return call.arg === null ? GUARDS[call.name] : GUARDS_WITH_ARGUMENT[call.name](call.arg);
}

// --- 302.12: executing the top action --------------------------------------------------------------------------------

// 302.4: the top action has been waiting and begins.
function top_has_not_begun(ctx, game, decision) {
  return top_of(game).step === null;
}

// 302.4: the top action was suspended in this step and continues.
function top_is_suspended_at(step) {
  return (ctx, game, decision) => top_of(game).step === step;
}

// 302.12: what the action requires holds, and what it is aimed at can still be blocked or redirected.
function top_is_legal(ctx, game, decision) {
  const action = top_action(ctx, game);
  return superset(game.facts, action.requires) && aim_still_holds(ctx, game, action);
}

// 302.12: the action fails the legality check.
function top_is_illegal(ctx, game, decision) {
  return !top_is_legal(ctx, game, decision);
}

// Is the whole cost there, and not reserved by another action?
function is_free(ctx, game, action) {
  const reserved = game.stack.concat(game.queue)
    .filter(entry => entry.reserved && entry.name !== action.name)
    .reduce((facts, entry) => facts.concat(action_named(ctx, entry.name).cost), []);
  return superset(game.facts, action.cost) && action.cost.every(fact => !includes(reserved, fact));
}

// 302.12 where resources are reserved at declaration: the cost is there and nobody has reserved it.
function cost_is_free(ctx, game, decision) {
  return is_free(ctx, game, action_of(ctx, decision));
}

// 302.12: the cost of the top action is there, and no other action on the stack has reserved it.
function top_cost_is_free(ctx, game, decision) {
  return is_free(ctx, game, top_action(ctx, game));
}

// 302.12: the cost of the top action is missing or reserved by another action on the stack.
function top_cost_is_not_free(ctx, game, decision) {
  return !top_cost_is_free(ctx, game, decision);
}

// 302.12: the top action has a target.
function top_has_target(ctx, game, decision) {
  return top_of(game).target !== null;
}

// 302.12: the top action has no target, so there is none to determine.
function top_has_no_target(ctx, game, decision) {
  return top_of(game).target === null;
}

// 302.5: the top action rolls a die.
function top_rolls(ctx, game, decision) {
  return top_action(ctx, game).roll;
}

// 302.5: the top action rolls nothing.
function top_does_not_roll(ctx, game, decision) {
  return !top_action(ctx, game).roll;
}

// 302.5: the top action has not made its roll yet.
function roll_is_to_be_made(ctx, game, decision) {
  return !includes(game.declared, roll_name(top_of(game).name));
}

// 302.5: the top action has made its roll.
function roll_is_made(ctx, game, decision) {
  return !roll_is_to_be_made(ctx, game, decision);
}

// 302.12: the top action was blocked.
function top_is_blocked(ctx, game, decision) {
  return top_of(game).blocked;
}

// 302.12: the top action was not blocked.
function top_is_not_blocked(ctx, game, decision) {
  return !top_of(game).blocked;
}

// 302.12, gap/cancelled_is_unpaid: the top action was found illegal.
function top_is_cancelled(ctx, game, decision) {
  return top_of(game).cancelled;
}

// 302.12: the top action was executed and paid.
function top_is_not_cancelled(ctx, game, decision) {
  return !top_of(game).cancelled;
}

// Reading window_opens_with: Active controls the top action, or there is none.
function top_is_actives(ctx, game, decision) {
  return game.stack.length === 0 || top_action(ctx, game).by === game.active;
}

// Reading window_opens_with: Non-active controls the top action.
function top_is_nonactives(ctx, game, decision) {
  return !top_is_actives(ctx, game, decision);
}

// --- 302.7: rule effects ---------------------------------------------------------------------------------------------

// 302.7: a rule effect that has not run in this look is due.
function rule_effects_are_due(ctx, game, decision) {
  return due_now(ctx, game).length > 0;
}

// gap/503: only rule effects that ran already in this look are due, and one has not been cut yet.
function only_looping_are_due(ctx, game, decision) {
  return due_now(ctx, game).length === 0 && cut_now(ctx, game).length > 0;
}

// 302.7: no rule effect is due any more.
function no_rule_effects_are_due(ctx, game, decision) {
  return due_now(ctx, game).length === 0 && cut_now(ctx, game).length === 0;
}

// --- the start -------------------------------------------------------------------------------------------------------

// 302.6: the game is taken up at the beginning of this phase.
function starts_in(phase) {
  return (ctx, game, decision) => ctx.table.start.phase === phase;
}

var GUARDS = {
  stack_is_not_deactivated: stack_is_not_deactivated,
  decides_as_holder: decides_as_holder,
  action_is_own: action_is_own,
  action_is_no_roll: action_is_no_roll,
  action_is_undeclared: action_is_undeclared,
  is_holders_new_action: is_holders_new_action,
  holder_has_not_declared: holder_has_not_declared,
  holder_has_declared: holder_has_declared,
  opponent_has_passed: opponent_has_passed,
  opponent_has_not_passed: opponent_has_not_passed,
  no_own_trigger_left: no_own_trigger_left,
  aim_is_not_queued: aim_is_not_queued,
  aim_is_on_stack: aim_is_on_stack,
  aim_is_top: aim_is_top,
  aim_is_not_applied: aim_is_not_applied,
  aim_has_target: aim_has_target,
  aim_is_not_redirected: aim_is_not_redirected,
  aims_target_is_not_final: aims_target_is_not_final,
  aim_is_possible: aim_is_possible,
  when_holds: when_holds,
  point_is_here: point_is_here,
  point_is_not_used: point_is_not_used,
  point_is_not_closed: point_is_not_closed,
  phase_is_main: phase_is_main,
  decides_as_turn_player: decides_as_turn_player,
  stack_is_empty: stack_is_empty,
  stack_is_not_empty: stack_is_not_empty,
  queue_is_empty: queue_is_empty,
  queue_is_not_empty: queue_is_not_empty,
  opponent_declared: opponent_declared,
  opponent_declared_or_action_left: opponent_declared_or_action_left,
  opponent_declared_or_conditional_is_open: opponent_declared_or_conditional_is_open,
  opponent_declared_or_action_left_or_conditional_is_open: opponent_declared_or_action_left_or_conditional_is_open,
  fast_is_open: fast_is_open,
  fast_or_conditional_is_open: fast_or_conditional_is_open,
  someone_may_declare: someone_may_declare,
  nobody_may_declare: nobody_may_declare,
  top_has_not_begun: top_has_not_begun,
  top_is_legal: top_is_legal,
  top_is_illegal: top_is_illegal,
  cost_is_free: cost_is_free,
  top_cost_is_free: top_cost_is_free,
  top_cost_is_not_free: top_cost_is_not_free,
  top_has_target: top_has_target,
  top_has_no_target: top_has_no_target,
  top_rolls: top_rolls,
  top_does_not_roll: top_does_not_roll,
  roll_is_to_be_made: roll_is_to_be_made,
  roll_is_made: roll_is_made,
  top_is_blocked: top_is_blocked,
  top_is_not_blocked: top_is_not_blocked,
  top_is_cancelled: top_is_cancelled,
  top_is_not_cancelled: top_is_not_cancelled,
  top_is_actives: top_is_actives,
  top_is_nonactives: top_is_nonactives,
  rule_effects_are_due: rule_effects_are_due,
  only_looping_are_due: only_looping_are_due,
  no_rule_effects_are_due: no_rule_effects_are_due
};

var GUARDS_WITH_ARGUMENT = {
  top_is_suspended_at: top_is_suspended_at,
  starts_in: starts_in
};

// === effects =========================================================================================================

// --- declaring: 303.3, 303.5 -----------------------------------------------------------------------------------------

// 302.9, 303.5: the declared action goes to the end of the queue; the declarer keeps priority (303.3).
function enqueue_declared(ctx, game, decision) {
  return replace(with_window(game, {has_declared: true}), {
    queue: game.queue.concat([new_entry(ctx, decision.name)]),
    declared: union(game.declared, [decision.name])
  });
}

// gap/two_passes_end_phase: only consecutive passes count, a declaration starts the count anew.
function break_pass_chain(ctx, game, decision) {
  return with_window(game, {passes: 0});
}

// 303.3 (b): the opponent may answer with fast actions.
function open_fast_to_opponent(ctx, game, decision) {
  return with_window(game, {fast_open_to: union(game.window.fast_open_to, [other(holder(game))])});
}

// 303.4 by the letter: an opponent who has given priority away loses the trigger points of this window.
function close_points_to_opponent(ctx, game, decision) {
  const opponent = other(holder(game));
  if (!includes(game.window.given_away, opponent)) {
    return game;
  }
  return with_window(game, {points_closed_to: union(game.window.points_closed_to, [opponent])});
}

// 302.12, reading reserve_at = declaration: the action just queued reserves its cost.
function reserve_declared_cost(ctx, game, decision) {
  const last = game.queue[game.queue.length - 1];
  return replace(game, {queue: game.queue.slice(0, -1).concat([replace(last, {reserved: true})])});
}

// --- giving priority away: 303.2, 303.6, 303.7 -----------------------------------------------------------------------

// 303.7: one more consecutive pass.
function count_pass(ctx, game, decision) {
  return with_window(game, {passes: game.window.passes + 1});
}

// 303.4, 303.8: the holder has had the one hold for triggers and conditional playables of this window.
function note_given_away(ctx, game, decision) {
  return with_window(game, {given_away: union(game.window.given_away, [holder(game)])});
}

// 303.3 (b), reading opponent_declared_lasts = hold: what the opponent had declared was for this hold only.
function close_fast_to_holder(ctx, game, decision) {
  return with_window(game, {fast_open_to: difference(game.window.fast_open_to, [holder(game)])});
}

// 303.2, 303.6: priority goes to the opponent, whose hold begins.
function give_priority_to_opponent(ctx, game, decision) {
  return with_window(game, {holder: other(holder(game)), has_declared: false});
}

// 303.7: both have passed; nobody has priority.
function close_window(ctx, game, decision) {
  return replace(game, {window: null});
}

// --- opening a window: 303.1, 303.3, 303.4, 303.8 --------------------------------------------------------------------

// 303.8: the window after entering a phase, with the points of the phase and of the rule effects just run.
function open_phase_window(ctx, game, decision) {
  return replace(game, {window: new_window("phase", {points: phase_points(game), off_stack: true}), look: null});
}

// 303.3 (c): the stack has become empty; the phase's window opens again, without trigger points.
function reopen_phase_window(ctx, game, decision) {
  return replace(game, {window: new_window("phase", {action_left: true})});
}

// 303.3 (c): an action has left the stack, others remain; the window has no trigger points.
function open_removal_window(ctx, game, decision) {
  return replace(game, {window: new_window("removal", {action_left: true})});
}

// 303.4: the window of this step of the top action, with its trigger points.
// Where rule effects have just run it is also a window after an off-stack action (303.8).
function open_step_window(step) {
  return (ctx, game, decision) => {
    const ran = game.look !== null && game.look.ran.length > 0;
    return replace(game, {
      window: new_window("step", {points: step_points(ctx, game, step), off_stack: ran}),
      look: null
    });
  };
}

// 303.8: the window after this step, which does not use the stack, with its trigger points.
function open_off_stack_window(step) {
  return (ctx, game, decision) => replace(game, {
    window: new_window("off_stack", {points: step_points(ctx, game, step), off_stack: true}),
    look: null
  });
}

// 303.1, 303.8: the window just opened begins with the hold of the active or the nonactive player.
function give_priority_to(role) {
  return (ctx, game, decision) => with_window(game, {holder: role === "active" ? game.active : other(game.active)});
}

// --- from the queue to the stack: 302.11, 303.7 ----------------------------------------------------------------------

// 302.11, 303.7: the whole queue moves to the stack in order; the last declared is on top.
function move_queue_to_stack(ctx, game, decision) {
  return replace(game, {stack: game.stack.concat(game.queue), queue: []});
}

// --- executing the top action: 302.12, gap/512 -----------------------------------------------------------------------

// 302.12: the top action comes into this step.
function enter_step(step) {
  return (ctx, game, decision) => with_top(game, {step: step});
}

// 302.12, gap/cancelled_is_unpaid: the top action will not be executed; what it reserved is released.
function cancel_top(ctx, game, decision) {
  return with_top(game, {cancelled: true, reserved: false});
}

// 302.12: the top action reserves its cost; no other action can reserve it.
function reserve_top_cost(ctx, game, decision) {
  return with_top(game, {reserved: true});
}

// 302.5, 302.9: the roll the top action makes enters the queue by itself.
function enqueue_roll(ctx, game, decision) {
  const roll = roll_name(top_of(game).name);
  return replace(game, {queue: game.queue.concat([new_entry(ctx, roll)]), declared: union(game.declared, [roll])});
}

// 302.5, reading roll_through_queue = false: the roll goes straight on top of the stack.
function put_roll_on_stack(ctx, game, decision) {
  const roll = roll_name(top_of(game).name);
  return replace(game, {stack: game.stack.concat([new_entry(ctx, roll)]), declared: union(game.declared, [roll])});
}

// 302.8: effects are being applied; nobody may declare or execute.
function deactivate_stack(ctx, game, decision) {
  return replace(game, {deactivated: true});
}

// 302.8: all effects are applied; the stack may be used again.
function reactivate_stack(ctx, game, decision) {
  return replace(game, {deactivated: false});
}

// 302.12: the effect of the top action: facts end, facts begin, then it blocks or redirects.
function apply_top_effect(ctx, game, decision) {
  const action = top_action(ctx, game);
  const facts = union(difference(game.facts, action.remove), action.add);
  const aimed = entry => {
    if (entry.name !== aim(action)) {
      return entry;
    }
    if (action.redirect !== null) {
      return replace(entry, {target: action.redirect.to, redirected: true});
    }
    return replace(entry, {blocked: true});
  };
  return replace(game, {facts: facts, stack: game.stack.map(aimed)});
}

// 302.12, gap/reserved_vanishes: what is reserved and still there is spent, also when the action was blocked.
function pay_top(ctx, game, decision) {
  return replace(with_top(game, {reserved: false}), {facts: difference(game.facts, top_action(ctx, game).cost)});
}

// 302.4, 302.12: the top action, executed and paid, leaves the stack.
function remove_executed(ctx, game, decision) {
  const log = replace(game.log, {left: game.log.left.concat([top_of(game).name])});
  return replace(game, {stack: game.stack.slice(0, -1), log: log});
}

// 302.12, gap/cancelled_is_unpaid: the cancelled top action leaves the stack unpaid.
function remove_cancelled(ctx, game, decision) {
  const log = replace(game.log, {cancelled: game.log.cancelled.concat([top_of(game).name])});
  return replace(game, {stack: game.stack.slice(0, -1), log: log});
}

// --- rule effects: 302.7, 303.9 --------------------------------------------------------------------------------------

// 302.7: rule effects are looked for.
function begin_look(ctx, game, decision) {
  return replace(game, {look: {ran: [], cut: []}});
}

// 302.7, gap/503: all rule effects that are due run as one batch; what would repeat is cut first.
function run_rule_effects(ctx, game, decision) {
  const due = due_now(ctx, game), cut = cut_now(ctx, game);
  return apply_batch(note_cut(game, cut), due);
}

// gap/503: only effects that ran already are due; they are not run again.
function cut_loop(ctx, game, decision) {
  return note_cut(game, cut_now(ctx, game));
}

// 303.8: nobody has anything to declare, the trigger points of this look are gone.
function end_look(ctx, game, decision) {
  return replace(game, {look: null});
}

// --- the turn: 302.6 -------------------------------------------------------------------------------------------------

// 302.6: this phase begins; an action that does not use the stack.
function enter_phase(phase) {
  return (ctx, game, decision) => replace(game, {phase: phase});
}

// gap/phases: the turn goes to the other player.
function next_turn(ctx, game, decision) {
  return replace(game, {active: other(game.active), turn: game.turn + 1});
}

var EFFECTS = {
  enqueue_declared: enqueue_declared,
  break_pass_chain: break_pass_chain,
  open_fast_to_opponent: open_fast_to_opponent,
  close_points_to_opponent: close_points_to_opponent,
  reserve_declared_cost: reserve_declared_cost,
  count_pass: count_pass,
  note_given_away: note_given_away,
  close_fast_to_holder: close_fast_to_holder,
  give_priority_to_opponent: give_priority_to_opponent,
  close_window: close_window,
  open_phase_window: open_phase_window,
  reopen_phase_window: reopen_phase_window,
  open_removal_window: open_removal_window,
  move_queue_to_stack: move_queue_to_stack,
  cancel_top: cancel_top,
  reserve_top_cost: reserve_top_cost,
  enqueue_roll: enqueue_roll,
  put_roll_on_stack: put_roll_on_stack,
  deactivate_stack: deactivate_stack,
  reactivate_stack: reactivate_stack,
  apply_top_effect: apply_top_effect,
  pay_top: pay_top,
  remove_executed: remove_executed,
  remove_cancelled: remove_cancelled,
  begin_look: begin_look,
  run_rule_effects: run_rule_effects,
  cut_loop: cut_loop,
  end_look: end_look,
  next_turn: next_turn
};

var EFFECTS_WITH_ARGUMENT = {
  open_step_window: open_step_window,
  open_off_stack_window: open_off_stack_window,
  give_priority_to: give_priority_to,
  enter_step: enter_step,
  enter_phase: enter_phase
};
