/* === the properties ==================================================================================================

   The properties of rules/data/properties.yaml, for Promela models.

   The text of this file stands in every exported model that checks properties. To be read side by side with
   explore/properties.py: same names, same clauses. Each is a hidden variable that says whether the property holds, so
   that a failed assertion names it. A property about a state looks at the game now; one about a step also at what was
   remembered of the game before it. Nothing here is part of the game: all variables are hidden. */

/* --- parts of states ---------------------------------------------------------------------------------------------- */

#define leaf_is(place_of_leaf) (leaf_place[control] == (place_of_leaf))
#define is_decision (leaf_is_decision[control])

/* Is payment about to be made? */
#define pays (leaf_pays[control])

/* The player a role means. */
#define player_of(role) ((role) == ACTIVE -> turn_player : ((role) == NONACTIVE -> other(turn_player) : NOBODY))

hidden byte seen[ACTION_SLOTS];

/* Has an action that is still there the step it was in? */
#define keeps_step(an_action) (entry[an_action].place == 0 || entry[an_action].step == was_step[an_action])

/* --- the game before the step ------------------------------------------------------------------------------------- */

hidden CONTROL was_control;
hidden byte was_turn_player;
hidden byte was_turn;
hidden byte was_phase;
hidden byte was_deactivated;
hidden NAME was_queue_length;
hidden NAME was_queue[ACTION_SLOTS];
hidden NAME was_stack_length;
hidden NAME was_stack[ACTION_SLOTS];
hidden byte was_step[ACTION_SLOTS];
hidden byte was_declared[ACTION_SLOTS];
hidden byte was_window_kind;
hidden byte was_holder;
hidden byte was_point_where;
hidden NAME was_point_what;
hidden byte was_effects[RULE_EFFECT_SLOTS];
hidden byte was_has_declared;
hidden byte was_passes;
hidden byte was_fast_open_to;
hidden byte was_given_away;
hidden byte was_off_stack;
hidden byte was_action_left;

/* Two ranks stand in one array, that before the step and that after it. */
#define RANKS 14
#define BEFORE 0
#define AFTER 7
hidden int rank[RANKS];

/* What a player declares in this step: an action, or none. A roll that enters the queue by itself is not declared by a
   player. */
hidden NAME declared_now;

/* Are queue and stack the same as they were, as far as both reach? */
hidden byte queue_begins_as_it_was;
hidden byte stack_begins_as_it_was;

/* Keep what the properties about a step look at. */
inline remember() {
  was_control = control;
  was_turn_player = turn_player;
  was_turn = turn;
  was_phase = phase;
  was_deactivated = deactivated;
  keep_facts();
  was_queue_length = queue_length;
  was_stack_length = stack_length;
  for (each : 1 .. ACTIONS) {
    was_queue[each - 1] = queue[each - 1];
    was_stack[each - 1] = stack[each - 1];
    was_step[each] = entry[each].step;
    was_declared[each] = entry[each].declared
  }
  was_window_kind = window.kind;
  was_holder = window.holder;
  was_point_where = window.point_where;
  was_point_what = window.point_what;
  for (each : 1 .. RULE_EFFECTS) { was_effects[each] = window.effects[each] }
  was_has_declared = window.has_declared;
  was_passes = window.passes;
  was_fast_open_to = window.fast_open_to;
  was_given_away = window.given_away;
  was_off_stack = window.off_stack;
  was_action_left = window.action_left;
  take_rank(BEFORE)
}

/* Compare what several properties about a step look at. */
inline compare() {
  declared_now = NO_ACTION;
  for (each : 1 .. ACTIONS) {
    if
    :: leaf_is_decision[was_control] && entry[each].declared && !was_declared[each] -> declared_now = each
    :: else
    fi
  }
  queue_begins_as_it_was = true;
  stack_begins_as_it_was = true;
  for (each : 1 .. ACTIONS) {
    queue_begins_as_it_was = queue_begins_as_it_was &&
      (each > queue_length || each > was_queue_length || queue[each - 1] == was_queue[each - 1]);
    stack_begins_as_it_was = stack_begins_as_it_was &&
      (each > stack_length || each > was_stack_length || stack[each - 1] == was_stack[each - 1])
  }
  take_rank(AFTER)
}

/* --- how far a turn has come -------------------------------------------------------------------------------------- */

/* The places inside a step, in the order in which an action comes to them. */
#define place_in_step(at) \
  (leaf_place[at] == PLACE_entry -> 0 : \
  (leaf_window[at] != NO_WINDOW && leaf_window[at] != OFF_STACK_WINDOW -> 1 : \
  (leaf_place[at] == PLACE_perform || leaf_place[at] == PLACE_leave -> 2 : \
  (leaf_place[at] == PLACE_applying -> 3 : \
  (leaf_place[at] == PLACE_rule_effects -> 4 : \
  (leaf_place[at] == PLACE_offer -> 5 : 6))))))

/* The places outside the steps: entering a phase, an action that left, the windows after that, what begins next. */
#define place_outside(at) \
  (leaf_place[at] == PLACE_entering -> 0 : \
  (leaf_place[at] == PLACE_offer -> 1 : \
  (leaf_place[at] == PLACE_left -> 2 : \
  (leaf_place[at] == PLACE_next -> 4 : 3))))

/* How far a place of the machine is along the way that leaves everything on the table as it is. */
#define place_rank(at) \
  (leaf_place[at] == PLACE_transfer -> 5 + 7 * STEPS : \
  ((at) == START -> -1 : \
  (leaf_window[at] == PHASE_WINDOW || leaf_window[at] == REMOVAL_WINDOW -> 3 : \
  (leaf_step[at] == WAITING || leaf_place[at] == PLACE_left -> place_outside(at) : \
   5 + 7 * (leaf_step[at] - 1) + place_in_step(at)))))

/* How far a window has come. */
#define moment \
  (leaf_is(PLACE_both_passed) -> 4 : (!is_decision -> 0 : (window.has_declared -> 1 : 2 + window.passes)))

/* How far a declared action has come: 0 in the queue, 1 waiting in the stack, one more for each step, most when it is
   gone. */
#define far(action) \
  (entry[action].place == QUEUED -> 0 : (entry[action].place == ON_STACK -> 1 + entry[action].step : STEPS + 2))

/* How far the game has come, compared from left to right. First the turn and the phase; then how many actions were
   declared; then how far they have come in all, an action counting 0 in the queue, 1 waiting in the stack, one more for
   each step, and most when it is gone; then the place in the machine; then the moment within the window; then how many
   rule effects ran or were cut in this look. */
inline take_rank(when) {
  rank[when + 0] = turn;
  rank[when + 1] = phase;
  rank[when + 2] = 0;
  rank[when + 3] = 0;
  for (each : 1 .. ACTIONS) {
    if
    :: entry[each].declared ->
       rank[when + 2] = rank[when + 2] + 1;
       rank[when + 3] = rank[when + 3] + far(each)
    :: else
    fi
  }
  rank[when + 4] = place_rank(control);
  rank[when + 5] = moment;
  rank[when + 6] = 0;
  for (each : 1 .. RULE_EFFECTS) { rank[when + 6] = rank[when + 6] + look.ran[each] + look.cut[each] }
}

/* --- states ------------------------------------------------------------------------------------------------------- */

/* 303.1: in a decision state the player whose hold it is has priority; elsewhere nobody. */
inline check_one_holder() {
  one_holder = window.holder == (is_decision -> player_of(leaf_holder[control]) : NOBODY);
  assert(one_holder)
}

/* 302.8: with the stack deactivated there is no window and no decision. */
inline check_nobody_while_deactivated() {
  nobody_while_deactivated = !deactivated || (window.kind == NO_WINDOW && !is_decision);
  assert(nobody_while_deactivated)
}

/* 302.9, 302.11: no name stands twice in queue and stack, and all of them were declared. */
inline check_one_place() {
  one_place = true;
  for (each : 1 .. ACTIONS) { seen[each] = 0 }
  for (each : 1 .. queue_length) {
    one_place = one_place && !seen[queue[each - 1]] && entry[queue[each - 1]].declared;
    seen[queue[each - 1]] = 1
  }
  for (each : 1 .. stack_length) {
    one_place = one_place && !seen[stack[each - 1]] && entry[stack[each - 1]].declared;
    seen[stack[each - 1]] = 1
  }
  assert(one_place)
}

/* 302.11, 303.7: inside execution, outside windows and before the transfer, the queue is empty. */
inline check_nothing_queued_while_executing() {
  nothing_queued_while_executing =
    !leaf_in_execution[control] || leaf_window[control] != NO_WINDOW || leaf_is(PLACE_transfer) || queue_length == 0;
  assert(nothing_queued_while_executing)
}

/* 302.12: where payment is about to be made, the top action has its resources reserved, if it costs anything. */
inline check_paid_was_reserved() {
  paid_was_reserved = !pays || (stack_length > 0 && (entry[top].reserved || !has_any(action_cost, top)));
  assert(paid_was_reserved)
}

/* 302.12, gap/cancelled_is_unpaid: only the top action can be cancelled; it reserves nothing and is in the last step. */
inline check_cancelled_is_unpaid() {
  cancelled_is_unpaid = !pays || (stack_length > 0 && !entry[top].cancelled);
  for (each : 1 .. ACTIONS) {
    cancelled_is_unpaid = cancelled_is_unpaid &&
      (!entry[each].cancelled ||
          (stack_length > 0 && top == each && entry[each].step == STEPS && !entry[each].reserved))
  }
  assert(cancelled_is_unpaid)
}

/* 303.2, 303.6: in a decision state a row that gives priority away is enabled. */
inline check_holder_can_give_away() {
  holder_can_give_away = !is_decision || priority_can_be_given_away();
  assert(holder_can_give_away)
}

/* gap/two_passes_end_phase: some row is enabled. There is nothing to assert: where no row is enabled SPIN itself finds
   an invalid end state. */
inline check_goes_on() {
  skip
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

/* 302.8, 302.12: facts change while the stack is deactivated, or in the step that deactivates it. */
inline check_facts_change_deactivated() {
  facts_change_deactivated = facts_are_as_they_were() || was_deactivated || deactivated;
  assert(facts_change_deactivated)
}

/* 302.3, 302.4: whatever was not on top keeps its step. */
inline check_only_top_executes() {
  only_top_executes = true;
  for (each : 1 .. was_queue_length) {
    only_top_executes = only_top_executes && keeps_step(was_queue[each - 1])
  }
  for (each : 1 .. was_stack_length - 1) {
    only_top_executes = only_top_executes && keeps_step(was_stack[each - 1])
  }
  assert(only_top_executes)
}

/* 302.11, 303.5, 303.7: the queue stays, gets one more at its end, or moves onto the stack as it is. */
inline check_queue_moves_whole() {
  queue_moves_whole = queue_length == 0 && stack_length == was_stack_length + was_queue_length &&
    stack_begins_as_it_was;
  for (each : 1 .. was_queue_length) {
    queue_moves_whole = queue_moves_whole && stack[was_stack_length + each - 1] == was_queue[each - 1]
  }
  queue_moves_whole = queue_moves_whole ||
    (queue_begins_as_it_was && (queue_length == was_queue_length || queue_length == was_queue_length + 1));
  assert(queue_moves_whole)
}

/* 302.2, 302.4: the stack stays, gets more on top, or loses its top action. */
inline check_stack_changes_on_top() {
  stack_changes_on_top = stack_begins_as_it_was && stack_length + 1 >= was_stack_length;
  assert(stack_changes_on_top)
}

/* 303.7, gap/two_passes_end_phase: when the phase or the turn changes, queue and stack are empty. */
inline check_phase_ends_empty() {
  phase_ends_empty = (phase == was_phase && turn == was_turn && !turn_ends) ||
    (was_queue_length == 0 && was_stack_length == 0);
  assert(phase_ends_empty)
}

/* 303.2, 303.7, gap/two_passes_end_phase: a window closes in the hold of a player who declared nothing, after the
   opponent's pass. */
inline check_window_closed_by_passes() {
  window_closed_by_passes = was_window_kind == NO_WINDOW || window.kind != NO_WINDOW ||
    (was_passes == 1 && !was_has_declared);
  assert(window_closed_by_passes)
}

/* 303.3: the window in which something is declared stays open, with the same holder. */
inline check_declaring_keeps_priority() {
  declaring_keeps_priority = declared_now == NO_ACTION ||
    (window.kind != NO_WINDOW && window.holder == was_holder);
  assert(declaring_keeps_priority)
}

/* 303.3 (b), gap/two_passes_end_phase: a declaration lets the opponent answer, and passes are counted anew. */
inline check_declaring_opens_answers() {
  declaring_opens_answers = declared_now == NO_ACTION ||
    (window.kind != NO_WINDOW && window.passes == 0 && is_in(other(window.holder), window.fast_open_to));
  assert(declaring_opens_answers)
}

/* Priority went from one player to the other in one window. */
#define priority_moved \
  (was_window_kind != NO_WINDOW && window.kind != NO_WINDOW && \
   was_holder != NOBODY && window.holder != NOBODY && was_holder != window.holder)

/* 303.4, 303.6, 303.8: whoever gave priority away in a window has had the one hold for triggers, and who gets it begins
   a new hold. */
inline check_giving_away_is_noted() {
  giving_away_is_noted = !priority_moved || (is_in(was_holder, window.given_away) && !window.has_declared);
  assert(giving_away_is_noted)
}

/* 303.3 (b), reading opponent_declared_lasts = hold: with priority the right to answer is given away. */
inline check_answers_last_a_hold() {
  answers_last_a_hold = !priority_moved || !is_in(was_holder, window.fast_open_to);
  assert(answers_last_a_hold)
}

/* 303.1: what is declared is an action of the holder. */
inline check_own_actions_only() {
  own_actions_only = declared_now == NO_ACTION || action_by(declared_now) == was_holder;
  assert(own_actions_only)
}

/* 303.3: a slow action is declared in the main phase, with queue and stack empty. */
inline check_slow_on_empty_stack() {
  slow_on_empty_stack = action_manner(declared_now) != SLOW ||
    (was_phase == MAIN_PHASE && was_queue_length == 0 && was_stack_length == 0);
  assert(slow_on_empty_stack)
}

/* 303.1, 303.3: a slow action is declared by Active. */
inline check_slow_by_active() {
  slow_by_active = action_manner(declared_now) != SLOW || was_holder == was_turn_player;
  assert(slow_by_active)
}

/* 303.3 (a)-(d), 303.8: a fast action without trigger is declared for one of the reasons the clauses give. */
inline check_fast_has_reason() {
  fast_has_reason = (action_manner(declared_now) != FAST && action_manner(declared_now) != CONDITIONAL) ||
    phase_is_fast(was_phase) ||
    is_in(was_holder, was_fast_open_to) ||
    was_action_left ||
    (action_manner(declared_now) == CONDITIONAL && was_off_stack && !is_in(was_holder, was_given_away));
  assert(fast_has_reason)
}

/* 303.4: a triggered action is declared in a window with its point, while its condition holds. */
inline check_trigger_at_its_point() {
  trigger_at_its_point = action_manner(declared_now) != TRIGGERED ||
    (is_point_of(declared_now, was_point_where, was_point_what, was_effects) && held(action_when, declared_now));
  assert(trigger_at_its_point)
}

/* 303.4: who declares a triggered action has not given priority away in this window. */
inline check_point_serves_once() {
  point_serves_once = action_manner(declared_now) != TRIGGERED || !is_in(was_holder, was_given_away);
  assert(point_serves_once)
}

/* 302.10, 302.12: what is declared to block or redirect is aimed at the top action of the stack. */
inline check_aimed_at_top() {
  aimed_at_top = action_aim(declared_now) == NO_ACTION ||
    (was_stack_length > 0 && was_stack[was_stack_length - 1] == action_aim(declared_now));
  assert(aimed_at_top)
}

/* 302.12, gap/cancelled_is_unpaid: a top action that comes to the last step from before its payment is cancelled. */
inline check_unpaid_is_cancelled() {
  unpaid_is_cancelled = true;
  if
  :: was_stack_length > 0 && stack_length > 0 && was_stack[was_stack_length - 1] == top ->
     unpaid_is_cancelled = was_step[top] >= PAYING_STEP || entry[top].step != STEPS || entry[top].cancelled
  :: else
  fi;
  assert(unpaid_is_cancelled)
}

/* 302.4, 302.12, 303.4: an action that stays keeps its step or comes to a later one. */
inline check_steps_go_forward() {
  steps_go_forward = true;
  for (each : 1 .. ACTIONS) {
    steps_go_forward = steps_go_forward && (entry[each].place == 0 || was_step[each] <= entry[each].step)
  }
  assert(steps_go_forward)
}

/* 302.4, 303.7: the rank of the game grows; it is bounded, so every turn comes to its end. */
inline check_every_step_forward() {
  every_step_forward = turn_ends;
  for (each : 0 .. 6) {
    if
    :: rank[AFTER + each] > rank[BEFORE + each] -> every_step_forward = true; break
    :: rank[AFTER + each] < rank[BEFORE + each] -> break
    :: else
    fi
  }
  assert(every_step_forward)
}
