/* === the vocabulary ==================================================================================================

   The vocabulary of guards and effects for Promela models.

   The text of this file stands in every exported model, after the table. To be read side by side with core/guards.py
   and core/effects.py: same names, same order, same clauses. Guards are macros, so that they are pure expressions;
   effects are inlines. A guard or effect takes what it looks at besides the game: player and action of the decision,
   or an argument (this_step, this_phase, role). Everything else is read from the variables of the game. */

/* Sets of players are sums of their members. */
#define other(player) (3 - (player))
#define is_in(player, players) (((players) & (player)) != 0)

/* The action on top of the stack, only to be asked for where there is one. */
#define top stack[stack_length - 1]

/* Has an action that is in this step gone past the step marked? One that waits has not. */
#define is_past(a_step, mark) ((a_step) != WAITING && (mark) != WAITING && (a_step) > (mark))

/* --- trigger points: 303.4, 303.8 ---------------------------------------------------------------------------------

   The points of a window are one of its own, where and at what, and the rule effects that have just run. */

/* 303.4: is the trigger point of the action among these? */
#define is_point_of(action, of_where, of_what, of_effects) \
  (action_on_where(action) != NO_POINT && \
   (action_on_where(action) == EFFECT_POINT \
    -> of_effects[action_on_what(action)] \
    : (action_on_where(action) == (of_where) && action_on_what(action) == (of_what))))

/* A blocked action does not have the points of some steps (gap/blocked_gives_no_trigger). */
#define is_silent(a_step) (step_is_pointless(a_step) || (step_is_unblocked_point(a_step) && entry[top].blocked))

/* 303.4, 303.8: the points a window would have if it opened now: of the step the top action is in, or of the phase. */
#define is_in_step (stack_length > 0 && entry[top].step != WAITING)
#define where_now (is_in_step -> (is_silent(entry[top].step) -> NO_POINT : entry[top].step) : PHASE_POINT)
#define what_now (is_in_step -> top : phase)

/* --- rule effects: 302.7, 302.8, gap/503 -------------------------------------------------------------------------- */

/* Its condition holds, and applying it would change the facts. */
#define is_due(effect) (holds(effect_when, effect) && would_change(effect_remove, effect_add, effect))

/* Due now, and not run yet in this look. */
#define is_due_now(effect) (!look.ran[effect] && is_due(effect))

/* Due again although it ran in this look: the loop is cut at it. Each is named once per look. */
#define is_cut_now(effect) (look.ran[effect] && !look.cut[effect] && is_due(effect))

#define has_run(effect) look.ran[effect]

/* === guards ======================================================================================================= */

/* --- who decides, and when ---------------------------------------------------------------------------------------- */

/* 302.8: no effect is being applied. */
#define stack_is_not_deactivated() (!deactivated)

/* 303.1: the player who decides has priority. */
#define decides_as_holder(player) ((player) != NOBODY && window.kind != NO_WINDOW && window.holder == (player))

/* 303.1: priority lets a player declare own actions. */
#define action_is_own(player, action) (action_by(action) == (player))

/* 302.5: a roll comes from the action that makes it; no player declares it. */
#define action_is_no_roll(action) (!action_is_roll(action))

/* A name is one action, declarable once. */
#define action_is_undeclared(action) (!entry[action].declared)

/* 303.1: the holder declares an own action that has not been declared yet. */
#define is_holders_new_action(player, action) \
  (decides_as_holder(player) && action_is_own(player, action) && action_is_undeclared(action) \
   && action_is_no_roll(action))

/* --- giving priority away ----------------------------------------------------------------------------------------- */

/* 303.2: nothing was declared in this hold. */
#define holder_has_not_declared() (!window.has_declared)

/* 303.6: something was declared in this hold. */
#define holder_has_declared() (window.has_declared)

/* 303.7: the opponent has just passed. */
#define opponent_has_passed() (window.passes == 1)

/* 303.7: the opponent has not just passed. */
#define opponent_has_not_passed() (window.passes == 0)

/* 303.4 as the reading ``triggers_mandatory`` takes it: the holder has no trigger left to declare. */
#define no_own_trigger_left() (!some_trigger_is_offered())

/* --- what an action is aimed at ----------------------------------------------------------------------------------- */

/* What it is aimed at lies on the stack. */
#define is_aimed_at_stack(action) (entry[action_aim(action)].place == ON_STACK)

/* 302.10: what is in the queue cannot be blocked or redirected. */
#define aim_is_not_queued(action) (action_aim(action) == NO_ACTION || entry[action_aim(action)].place != QUEUED)

/* 302.12: only what is on the stack can be blocked or redirected. */
#define aim_is_on_stack(action) (action_aim(action) == NO_ACTION || is_aimed_at_stack(action))

/* 302.12: an action that waits in the stack cannot be blocked or redirected until it is the top one. */
#define aim_is_top(action) (action_aim(action) == NO_ACTION || (stack_length > 0 && top == action_aim(action)))

/* 302.12: a block comes before the effect of the action it is aimed at was applied. */
#define aim_is_not_applied(action) \
  (!action_blocks(action) || !is_aimed_at_stack(action) || !is_past(entry[action_aim(action)].step, APPLYING_STEP))

/* 302.12: only what has a target can be redirected. */
#define aim_has_target(action) (!action_redirects(action) || action_target(action_aim(action)) != NO_TARGET)

/* 302.12, gap/one_redirection: an action is redirected at most once. */
#define aim_is_not_redirected(action) \
  (!action_redirects(action) || !is_aimed_at_stack(action) || !entry[action_aim(action)].redirected)

/* 302.12: a redirection comes before the target of the action it is aimed at is final. */
#define aims_target_is_not_final(action) \
  (!action_redirects(action) || !is_aimed_at_stack(action) || !is_past(entry[action_aim(action)].step, FIXING_STEP))

/* 302.10, 302.12: the block or redirection may be aimed at what it is aimed at. */
#define aim_is_possible(action) (aim_is_not_queued(action) && aim_is_top(action) && aim_still_holds(action))

#define aim_still_holds(action) \
  (aim_is_on_stack(action) && aim_is_not_applied(action) && aim_has_target(action) && aim_is_not_redirected(action) \
   && aims_target_is_not_final(action))

/* --- conditions and trigger points -------------------------------------------------------------------------------- */

/* 303.3, 303.4: the facts the action waits for hold. */
#define when_holds(action) holds(action_when, action)

/* 303.4: this window is the one at the action's trigger point. */
#define point_is_here(action) is_point_of(action, window.point_where, window.point_what, window.effects)

/* 303.4: a trigger point is offered to a player in one hold. */
#define point_is_not_used(action) (!(point_is_here(action) && is_in(window.holder, window.given_away)))

/* 303.4 by the letter: the opponent has not declared anything since the player gave priority away. */
#define point_is_not_closed(action) (!(point_is_here(action) && is_in(window.holder, window.points_closed_to)))

/* --- 303.3: slow and fast ----------------------------------------------------------------------------------------- */

/* 303.3: this is the main phase. */
#define phase_is_main() (phase == MAIN_PHASE)

/* 303.1, 303.3: the player who decides is Active. */
#define decides_as_turn_player(player) ((player) == turn_player)

/* 302.4: no action is on the stack. */
#define stack_is_empty() (stack_length == 0)

/* 302.4: there is an action on the stack. */
#define stack_is_not_empty() (stack_length > 0)

/* 303.3, 303.7: nothing is in the declaration queue. */
#define queue_is_empty() (queue_length == 0)

/* 303.7: something is in the declaration queue. */
#define queue_is_not_empty() (queue_length > 0)

/* 303.3 (b): the opponent, having priority, declared something new. */
#define opponent_declared() is_in(window.holder, window.fast_open_to)

/* 303.3 (b), (c): the opponent declared something new, or an action has just left the stack. */
#define opponent_declared_or_action_left() (window.action_left || opponent_declared())

/* 303.8: the window follows an off-stack action and the holder has not given priority away in it. */
#define conditional_is_open() (window.off_stack && !is_in(window.holder, window.given_away))

/* 303.3 (b), 303.8: the opponent declared something new, or conditional playables are open. */
#define opponent_declared_or_conditional_is_open() (opponent_declared() || conditional_is_open())

/* 303.3 (b), (c), 303.8: the opponent declared, an action left the stack, or conditional playables are open. */
#define opponent_declared_or_action_left_or_conditional_is_open() \
  (opponent_declared_or_action_left() || conditional_is_open())

/* 303.3 (a)-(d): fast actions without trigger may be declared. */
#define fast_is_open() (phase_is_fast(phase) || opponent_declared_or_action_left())

/* 303.3 (a)-(d), 303.8: fast actions without trigger are open, or conditional playables are. */
#define fast_or_conditional_is_open() (fast_is_open() || conditional_is_open())

/* In the window that is asked about, the player who decides has priority and nobody has given it away yet; its points
   are those of now. So the guards under which an action is offered, where they look at the window, read thus. */
#define if_opened_is_holders_new_action(player, action) \
  (action_is_own(player, action) && action_is_undeclared(action) && action_is_no_roll(action))
#define if_opened_point_is_here(action) is_point_of(action, where_now, what_now, look.ran)
#define if_opened_point_is_not_used(action) true
#define if_opened_point_is_not_closed(action) true

/* 303.8: one of the players has a trigger or a conditional playable to declare after an off-stack action. */
#define someone_may_declare() some_action_would_be_offered()

/* 303.8: neither player has a trigger or a conditional playable to declare. */
#define nobody_may_declare() (!someone_may_declare())

/* --- 302.12: executing the top action ----------------------------------------------------------------------------- */

/* 302.4: the top action has been waiting and begins. */
#define top_has_not_begun() (entry[top].step == WAITING)

/* 302.4: the top action was suspended in ``step`` and continues. */
#define top_is_suspended_at(this_step) (entry[top].step == (this_step))

/* 302.12: what the action requires holds, and what it is aimed at can still be blocked or redirected. */
#define top_is_legal() (holds(action_requires, top) && aim_still_holds(top))

/* 302.12: the action fails the legality check. */
#define top_is_illegal() (!top_is_legal())

/* Is the whole cost there, and not reserved by another action? */
#define is_free(action) (holds(action_cost, action) && !is_reserved_by_another(action))
#define has_reserved_of(another, action) \
  ((another) != (action) && entry[another].reserved && share(action_cost, another, action))

/* 302.12 where resources are reserved at declaration: the cost is there and nobody has reserved it. */
#define cost_is_free(action) is_free(action)

/* 302.12: the cost of the top action is there, and no other action on the stack has reserved it. */
#define top_cost_is_free() is_free(top)

/* 302.12: the cost of the top action is missing or reserved by another action on the stack. */
#define top_cost_is_not_free() (!top_cost_is_free())

/* 302.12: the top action has a target. */
#define top_has_target() (entry[top].target != NO_TARGET)

/* 302.12: the top action has no target, so there is none to determine. */
#define top_has_no_target() (entry[top].target == NO_TARGET)

/* 302.5: the top action rolls a die. */
#define top_rolls() (action_roll(top) != NO_ACTION)

/* 302.5: the top action rolls nothing. */
#define top_does_not_roll() (action_roll(top) == NO_ACTION)

/* 302.5: the top action has not made its roll yet. */
#define roll_is_to_be_made() (!entry[action_roll(top)].declared)

/* 302.5: the top action has made its roll. */
#define roll_is_made() (!roll_is_to_be_made())

/* 302.12: the top action was blocked. */
#define top_is_blocked() (entry[top].blocked)

/* 302.12: the top action was not blocked. */
#define top_is_not_blocked() (!entry[top].blocked)

/* 302.12, gap/cancelled_is_unpaid: the top action was found illegal. */
#define top_is_cancelled() (entry[top].cancelled)

/* 302.12: the top action was executed and paid. */
#define top_is_not_cancelled() (!entry[top].cancelled)

/* Reading ``window_opens_with``: Active controls the top action, or there is none. */
#define top_is_actives() (stack_length == 0 || action_by(top) == turn_player)

/* Reading ``window_opens_with``: Non-active controls the top action. */
#define top_is_nonactives() (!top_is_actives())

/* --- 302.7: rule effects ------------------------------------------------------------------------------------------ */

/* 302.7: a rule effect that has not run in this look is due. */
#define rule_effects_are_due() some_rule_effect(is_due_now)

/* gap/503: only rule effects that ran already in this look are due, and one has not been cut yet. */
#define only_looping_are_due() (!some_rule_effect(is_due_now) && some_rule_effect(is_cut_now))

/* 302.7: no rule effect is due any more. */
#define no_rule_effects_are_due() (!some_rule_effect(is_due_now) && !some_rule_effect(is_cut_now))

/* --- the start ---------------------------------------------------------------------------------------------------- */

/* 302.6: the game is taken up at the beginning of ``phase``. */
#define starts_in(this_phase) (START_PHASE == (this_phase))

/* === effects ======================================================================================================

   What leaves the game is put back to 0, so that equal games are equal in all variables. Counters and other help are
   hidden: they are no part of the game. */

hidden NAME each;
hidden NAME gone;

/* A window that opens, or with NO_WINDOW no window at all. */
inline new_window(its_kind) {
  window.kind = its_kind;
  window.holder = NOBODY;
  window.point_where = NO_POINT;
  window.point_what = 0;
  for (each : 1 .. RULE_EFFECTS) { window.effects[each] = 0 }
  window.has_declared = 0;
  window.passes = 0;
  window.fast_open_to = NOBODY;
  window.given_away = NOBODY;
  window.points_closed_to = NOBODY;
  window.off_stack = 0;
  window.action_left = 0
}

/* The window just opened gets its own point, and those of the rule effects that have just run (303.8). */
inline take_points(its_where, its_what) {
  if
  :: its_where != NO_POINT -> window.point_where = its_where; window.point_what = its_what
  :: else
  fi;
  for (each : 1 .. RULE_EFFECTS) { window.effects[each] = look.ran[each] }
}

inline forget_look() {
  look.going = 0;
  for (each : 1 .. RULE_EFFECTS) { look.ran[each] = 0; look.cut[each] = 0 }
}

/* An action comes to the end of the queue. */
inline enqueue(an_action) {
  queue[queue_length] = an_action;
  queue_length = queue_length + 1;
  entry[an_action].place = QUEUED;
  entry[an_action].target = action_target(an_action);
  entry[an_action].declared = 1
}

/* --- declaring: 303.3, 303.5 -------------------------------------------------------------------------------------- */

/* 302.9, 303.5: the declared action goes to the end of the queue; the declarer keeps priority (303.3). */
inline enqueue_declared(action) {
  window.has_declared = 1;
  enqueue(action)
}

/* gap/two_passes_end_phase: only consecutive passes count, a declaration starts the count anew. */
inline break_pass_chain() {
  window.passes = 0
}

/* 303.3 (b): the opponent may answer with fast actions. */
inline open_fast_to_opponent() {
  window.fast_open_to = window.fast_open_to | other(window.holder)
}

/* 303.4 by the letter: an opponent who has given priority away loses the trigger points of this window. */
inline close_points_to_opponent() {
  if
  :: is_in(other(window.holder), window.given_away) ->
     window.points_closed_to = window.points_closed_to | other(window.holder)
  :: else
  fi
}

/* 302.12, reading ``reserve_at`` = declaration: the action just queued reserves its cost. */
inline reserve_declared_cost() {
  entry[queue[queue_length - 1]].reserved = 1
}

/* --- giving priority away: 303.2, 303.6, 303.7 -------------------------------------------------------------------- */

/* 303.7: one more consecutive pass. */
inline count_pass() {
  window.passes = window.passes + 1
}

/* 303.4, 303.8: the holder has had the one hold for triggers and conditional playables of this window. */
inline note_given_away() {
  window.given_away = window.given_away | window.holder
}

/* 303.3 (b), reading ``opponent_declared_lasts`` = hold: what the opponent had declared was for this hold only. */
inline close_fast_to_holder() {
  window.fast_open_to = window.fast_open_to & other(window.holder)
}

/* 303.2, 303.6: priority goes to the opponent, whose hold begins. */
inline give_priority_to_opponent() {
  window.holder = other(window.holder);
  window.has_declared = 0
}

/* 303.7: both have passed; nobody has priority. */
inline close_window() {
  new_window(NO_WINDOW)
}

/* --- opening a window: 303.1, 303.3, 303.4, 303.8 ----------------------------------------------------------------- */

/* 303.8: the window after entering a phase, with the points of the phase and of the rule effects just run. */
inline open_phase_window() {
  new_window(PHASE_WINDOW);
  take_points(PHASE_POINT, phase);
  window.off_stack = 1;
  forget_look()
}

/* 303.3 (c): the stack has become empty; the phase's window opens again, without trigger points. */
inline reopen_phase_window() {
  new_window(PHASE_WINDOW);
  window.action_left = 1
}

/* 303.3 (c): an action has left the stack, others remain; the window has no trigger points. */
inline open_removal_window() {
  new_window(REMOVAL_WINDOW);
  window.action_left = 1
}

/* 303.4: the window of ``step`` of the top action, with its trigger points.
   Where rule effects have just run it is also a window after an off-stack action (303.8). */
inline open_step_window(this_step) {
  new_window(STEP_WINDOW);
  take_points((is_silent(this_step) -> NO_POINT : this_step), top);
  window.off_stack = some_rule_effect(has_run);
  forget_look()
}

/* 303.8: the window after ``step``, which does not use the stack, with its trigger points. */
inline open_off_stack_window(this_step) {
  new_window(OFF_STACK_WINDOW);
  take_points((is_silent(this_step) -> NO_POINT : this_step), top);
  window.off_stack = 1;
  forget_look()
}

/* 303.1, 303.8: the window just opened begins with the hold of the ``active`` or the ``nonactive`` player. */
inline give_priority_to(role) {
  window.holder = (role == ACTIVE -> turn_player : other(turn_player))
}

/* --- from the queue to the stack: 302.11, 303.7 ------------------------------------------------------------------- */

/* 302.11, 303.7: the whole queue moves to the stack in order; the last declared is on top. */
inline move_queue_to_stack() {
  for (each : 1 .. queue_length) {
    stack[stack_length] = queue[each - 1];
    stack_length = stack_length + 1;
    entry[top].place = ON_STACK;
    queue[each - 1] = NO_ACTION
  }
  queue_length = 0
}

/* --- executing the top action: 302.12, gap/512 -------------------------------------------------------------------- */

/* 302.12: the top action comes into ``step``. */
inline enter_step(this_step) {
  entry[top].step = this_step
}

/* 302.12, gap/cancelled_is_unpaid: the top action will not be executed; what it reserved is released. */
inline cancel_top() {
  entry[top].cancelled = 1;
  entry[top].reserved = 0
}

/* 302.12: the top action reserves its cost; no other action can reserve it. */
inline reserve_top_cost() {
  entry[top].reserved = 1
}

/* 302.5, 302.9: the roll the top action makes enters the queue by itself. */
inline enqueue_roll() {
  enqueue(action_roll(top))
}

/* 302.5, reading ``roll_through_queue`` = false: the roll goes straight on top of the stack. */
inline put_roll_on_stack() {
  stack[stack_length] = action_roll(top);
  stack_length = stack_length + 1;
  entry[top].place = ON_STACK;
  entry[top].target = action_target(top);
  entry[top].declared = 1
}

/* 302.8: effects are being applied; nobody may declare or execute. */
inline deactivate_stack() {
  deactivated = 1
}

/* 302.8: all effects are applied; the stack may be used again. */
inline reactivate_stack() {
  deactivated = 0
}

/* 302.12: the effect of the top action: facts end, facts begin, then it blocks or redirects. */
inline apply_top_effect() {
  end_facts(action_remove, top);
  begin_facts(action_add, top);
  if
  :: is_aimed_at_stack(top) && action_redirects(top) ->
     entry[action_aim(top)].target = action_redirect_to(top);
     entry[action_aim(top)].redirected = 1
  :: is_aimed_at_stack(top) && action_blocks(top) ->
     entry[action_aim(top)].blocked = 1
  :: else
  fi
}

/* 302.12, gap/reserved_vanishes: what is reserved and still there is spent, also when the action was blocked. */
inline pay_top() {
  entry[top].reserved = 0;
  end_facts(action_cost, top)
}

/* The top action leaves; nothing remains of it but that it was declared. */
inline leave_stack() {
  gone = top;
  entry[gone].place = 0;
  entry[gone].step = WAITING;
  entry[gone].target = NO_TARGET;
  entry[gone].blocked = 0;
  entry[gone].redirected = 0;
  entry[gone].reserved = 0;
  entry[gone].cancelled = 0;
  stack_length = stack_length - 1;
  stack[stack_length] = NO_ACTION
}

/* 302.4, 302.12: the top action, executed and paid, leaves the stack. */
inline remove_executed() {
  leave_stack()
}

/* 302.12, gap/cancelled_is_unpaid: the cancelled top action leaves the stack unpaid. */
inline remove_cancelled() {
  leave_stack()
}

/* --- rule effects: 302.7, 303.9 ----------------------------------------------------------------------------------- */

/* 302.7: rule effects are looked for. */
inline begin_look() {
  forget_look();
  look.going = 1
}

/* 302.7, gap/503: all rule effects that are due run as one batch; what would repeat is cut first. */
inline run_rule_effects() {
  for (each : 1 .. RULE_EFFECTS) {
    batch[each] = is_due_now(each);
    look.cut[each] = look.cut[each] || is_cut_now(each)
  }
  for (each : 1 .. RULE_EFFECTS) {
    if
    :: batch[each] -> end_facts(effect_remove, each)
    :: else
    fi
  }
  for (each : 1 .. RULE_EFFECTS) {
    if
    :: batch[each] -> begin_facts(effect_add, each); look.ran[each] = 1
    :: else
    fi
  }
}

/* gap/503: only effects that ran already are due; they are not run again. */
inline cut_loop() {
  for (each : 1 .. RULE_EFFECTS) { look.cut[each] = look.cut[each] || is_cut_now(each) }
}

/* 303.8: nobody has anything to declare, the trigger points of this look are gone. */
inline end_look() {
  forget_look()
}

/* --- the turn: 302.6 ---------------------------------------------------------------------------------------------- */

/* 302.6: ``phase`` begins; an action that does not use the stack. */
inline enter_phase(this_phase) {
  phase = this_phase
}

/* gap/phases: the turn goes to the other player. */
inline next_turn() {
  turn_player = other(turn_player);
  turn = turn + 1
}
