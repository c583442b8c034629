\* The vocabulary of guards and effects for TLA+ modules.
\*
\* The text of this file stands in every exported module, after the table. To be read side by side with core/guards.py
\* and core/effects.py: same names, same order, same clauses. A guard or effect takes the game g and the decision d of a
\* player, which is NoDecision in rows the machine takes by itself; one with an argument takes that first.
\*
\* The game is one record, with the fields of core/values.py, GameState. None stands for what is not there; it is the
\* empty string, which no name can be. Facts, names and points are sets, queue and stack are sequences. The rule effects
\* that ran in a look, those its loop rule cut and the points of a window are sets too: their order decides nothing.

\* --- values ----------------------------------------------------------------------------------------------------------

None == ""

Players == {"A", "B"}

NoDecision == [verb |-> None, player |-> None, name |-> None]

NoWindow ==
  [kind |-> None, holder |-> None, points |-> {}, has_declared |-> FALSE, passes |-> 0, fast_open_to |-> {},
   given_away |-> {}, points_closed_to |-> {}, off_stack |-> FALSE, action_left |-> FALSE]

NoLook == [going |-> FALSE, ran |-> {}, cut |-> {}]

\* A window that opens; nobody has priority in it yet.
new_window(kind, points, off_stack, action_left) ==
  [NoWindow EXCEPT !.kind = kind, !.points = points, !.off_stack = off_stack, !.action_left = action_left]

\* An action that comes into the queue or on the stack.
new_entry(name) ==
  [name |-> name, step |-> None, target |-> Actions[name].target, blocked |-> FALSE, redirected |-> FALSE,
   reserved |-> FALSE, cancelled |-> FALSE]

\* The opponent.
other(player) == IF player = "B" THEN "A" ELSE "B"

\* 302.5: the name of the roll an action makes.
roll_name(name) == name \o ".roll"

\* The members of a sequence, as a set.
members(sequence) == {sequence[i] : i \in DOMAIN sequence}

\* Who has priority.
holder(g) == g.window.holder

\* The top entry of the stack, and its action.
top(g) == g.stack[Len(g.stack)]
top_action(g) == Actions[top(g).name]

\* The action a decision declares.
action_of(d) == Actions[d.name]

\* The action it blocks or redirects, if any.
aim(action) == IF action.redirect # NoRedirect THEN action.redirect.of ELSE action.block

\* The triggered abilities and conditional playables of a player.
answers_of(player) ==
  {name \in DOMAIN Actions : Actions[name].by = player /\ Actions[name].manner \in {"triggered", "conditional"}}

\* Has an action that is in this step gone past the step marked? One that waits has not.
is_past(step, mark) == step # None /\ mark # None /\ step_order[step] > step_order[mark]

\* The decision to declare the action of this name.
declaration(name) == [verb |-> "declare", player |-> Actions[name].by, name |-> name]

\* Stated below, after the guards it is made of: the guards under which a player could declare such an action.
RECURSIVE offers(_, _, _)

\* Could its player declare this triggered ability or conditional playable in the open window?
is_offered(g, name) == offers(Actions[name].manner, g, declaration(name))

\* --- trigger points: 303.4, 303.8 ------------------------------------------------------------------------------------

\* The rule effects that have just run, each a point of its own (303.8).
effect_points(g) == {[where |-> "effect", name |-> name] : name \in g.look.ran}

\* The points after entering a phase: the phase, then the rule effects that ran on entering it.
phase_points(g) == {[where |-> "phase", name |-> g.phase]} \cup effect_points(g)

\* The points of a step of the top action: the step itself, then the rule effects that have just run.
\* A blocked action does not have the points of unblocked_points (gap/blocked_gives_no_trigger).
step_points(g, step) ==
  LET silent == step \in pointless_steps \/ (step \in unblocked_points /\ top(g).blocked)
      own == IF silent THEN {} ELSE {[where |-> step, name |-> top(g).name]}
  IN own \cup effect_points(g)

\* --- rule effects: 302.7, 302.8, gap/503 -----------------------------------------------------------------------------

\* Its condition holds, and applying it would change the facts.
is_due(facts, effect) == effect.when \subseteq facts /\ (facts \ effect.remove) \cup effect.add # facts

\* The next batch: due now, and not run yet in this look.
due_now(g) == {effect \in members(RuleEffects) : effect.name \notin g.look.ran /\ is_due(g.facts, effect)}

\* Due again although they ran in this look: the loop is cut at them. Each is named once per look.
cut_now(g) ==
  {effect \in members(RuleEffects) :
     effect.name \in g.look.ran /\ effect.name \notin g.look.cut /\ is_due(g.facts, effect)}

\* 302.7: all of the batch count as applied at once: each has read the facts before it; removals, then additions.
apply_batch(g, batch) ==
  [g EXCEPT !.facts = (g.facts \ UNION {effect.remove : effect \in batch}) \cup UNION {effect.add : effect \in batch},
            !.look.ran = g.look.ran \cup {effect.name : effect \in batch}]

\* gap/503: write down what is not run again, so that a look always ends.
note_cut(g, cut) == [g EXCEPT !.look.cut = g.look.cut \cup {effect.name : effect \in cut}]


\* === guards ==========================================================================================================

\* --- who decides, and when -------------------------------------------------------------------------------------------

\* 302.8: no effect is being applied.
stack_is_not_deactivated(g, d) == ~g.deactivated

\* 303.1: the player who decides has priority.
decides_as_holder(g, d) == d # NoDecision /\ g.window # NoWindow /\ holder(g) = d.player

\* 303.1: priority lets a player declare own actions.
action_is_own(g, d) == d # NoDecision /\ action_of(d).by = d.player

\* 302.5: a roll comes from the action that makes it; no player declares it.
action_is_no_roll(g, d) == d.name \notin Rolls

\* A name is one action, declarable once.
action_is_undeclared(g, d) == d.name \notin g.declared

\* 303.1: the holder declares an own action that has not been declared yet.
is_holders_new_action(g, d) ==
  /\ decides_as_holder(g, d)
  /\ action_is_own(g, d)
  /\ action_is_undeclared(g, d)
  /\ action_is_no_roll(g, d)

\* --- giving priority away --------------------------------------------------------------------------------------------

\* 303.2: nothing was declared in this hold.
holder_has_not_declared(g, d) == ~g.window.has_declared

\* 303.6: something was declared in this hold.
holder_has_declared(g, d) == g.window.has_declared

\* 303.7: the opponent has just passed.
opponent_has_passed(g, d) == g.window.passes = 1

\* 303.7: the opponent has not just passed.
opponent_has_not_passed(g, d) == g.window.passes = 0

\* 303.4 as the reading triggers_mandatory takes it: the holder has no trigger left to declare.
no_own_trigger_left(g, d) ==
  ~\E name \in answers_of(holder(g)) : Actions[name].manner = "triggered" /\ is_offered(g, name)

\* --- what an action is aimed at --------------------------------------------------------------------------------------

\* The entry of the stack it is aimed at: a set of one, or of none.
aimed_at(g, action) == {entry \in members(g.stack) : entry.name = aim(action)}

\* 302.10: what is in the queue cannot be blocked or redirected.
aim_is_not_queued(g, d) == \A entry \in members(g.queue) : entry.name # aim(action_of(d))

\* 302.12: only what is on the stack can be blocked or redirected.
aim_is_on_stack(g, d) == aim(action_of(d)) = None \/ aimed_at(g, action_of(d)) # {}

\* 302.12: an action that waits in the stack cannot be blocked or redirected until it is the top one.
aim_is_top(g, d) == aim(action_of(d)) = None \/ (g.stack # <<>> /\ top(g).name = aim(action_of(d)))

is_not_applied(g, action) ==
  action.block = None \/ \A entry \in aimed_at(g, action) : ~is_past(entry.step, applying_step)

\* 302.12: a block comes before the effect of the action it is aimed at was applied.
aim_is_not_applied(g, d) == is_not_applied(g, action_of(d))

has_target(g, action) == action.redirect = NoRedirect \/ Actions[action.redirect.of].target # None

\* 302.12: only what has a target can be redirected.
aim_has_target(g, d) == has_target(g, action_of(d))

is_not_redirected(g, action) ==
  action.redirect = NoRedirect \/ \A entry \in aimed_at(g, action) : ~entry.redirected

\* 302.12, gap/one_redirection: an action is redirected at most once.
aim_is_not_redirected(g, d) == is_not_redirected(g, action_of(d))

target_is_not_final(g, action) ==
  action.redirect = NoRedirect \/ \A entry \in aimed_at(g, action) : ~is_past(entry.step, fixing_step)

\* 302.12: a redirection comes before the target of the action it is aimed at is final.
aims_target_is_not_final(g, d) == target_is_not_final(g, action_of(d))

aim_still_holds(g, action) ==
  /\ aim(action) = None \/ aimed_at(g, action) # {}
  /\ is_not_applied(g, action)
  /\ has_target(g, action)
  /\ is_not_redirected(g, action)
  /\ target_is_not_final(g, action)

\* 302.10, 302.12: the block or redirection may be aimed at what it is aimed at.
aim_is_possible(g, d) == aim_is_not_queued(g, d) /\ aim_is_top(g, d) /\ aim_still_holds(g, action_of(d))

\* --- conditions and trigger points -----------------------------------------------------------------------------------

\* 303.3, 303.4: the facts the action waits for hold.
when_holds(g, d) == action_of(d).when \subseteq g.facts

\* 303.4: this window is the one at the action's trigger point.
point_is_here(g, d) == action_of(d).on \in g.window.points

\* 303.4: a trigger point is offered to a player in one hold.
point_is_not_used(g, d) == ~(point_is_here(g, d) /\ holder(g) \in g.window.given_away)

\* 303.4 by the letter: the opponent has not declared anything since the player gave priority away.
point_is_not_closed(g, d) == ~(point_is_here(g, d) /\ holder(g) \in g.window.points_closed_to)

\* --- 303.3: slow and fast --------------------------------------------------------------------------------------------

\* 303.3: this is the main phase.
phase_is_main(g, d) == g.phase = main_phase

\* 303.1, 303.3: the player who decides is Active.
decides_as_turn_player(g, d) == d # NoDecision /\ d.player = g.active

\* 302.4: no action is on the stack.
stack_is_empty(g, d) == g.stack = <<>>

\* 302.4: there is an action on the stack.
stack_is_not_empty(g, d) == g.stack # <<>>

\* 303.3, 303.7: nothing is in the declaration queue.
queue_is_empty(g, d) == g.queue = <<>>

\* 303.7: something is in the declaration queue.
queue_is_not_empty(g, d) == g.queue # <<>>

\* 303.3 (b): the opponent, having priority, declared something new.
opponent_declared(g, d) == holder(g) \in g.window.fast_open_to

\* 303.3 (b), (c): the opponent declared something new, or an action has just left the stack.
opponent_declared_or_action_left(g, d) == g.window.action_left \/ opponent_declared(g, d)

\* 303.8: the window follows an off-stack action and the holder has not given priority away in it.
conditional_is_open(g) == g.window.off_stack /\ holder(g) \notin g.window.given_away

\* 303.3 (b), 303.8: the opponent declared something new, or conditional playables are open.
opponent_declared_or_conditional_is_open(g, d) == opponent_declared(g, d) \/ conditional_is_open(g)

\* 303.3 (b), (c), 303.8: the opponent declared, an action left the stack, or conditional playables are open.
opponent_declared_or_action_left_or_conditional_is_open(g, d) ==
  opponent_declared_or_action_left(g, d) \/ conditional_is_open(g)

\* 303.3 (a)-(d): fast actions without trigger may be declared.
fast_is_open(g, d) == g.phase \in fast_phases \/ opponent_declared_or_action_left(g, d)

\* 303.3 (a)-(d), 303.8: fast actions without trigger are open, or conditional playables are.
fast_or_conditional_is_open(g, d) == fast_is_open(g, d) \/ conditional_is_open(g)

\* 303.8: one of the players has a trigger or a conditional playable to declare after an off-stack action.
someone_may_declare(g, d) ==
  LET step == IF g.stack = <<>> THEN None ELSE top(g).step
      points == IF step # None THEN step_points(g, step) ELSE phase_points(g)
      opened(player) ==
        [g EXCEPT !.window = [new_window("off_stack", points, TRUE, FALSE) EXCEPT !.holder = player],
                  !.deactivated = FALSE]
  IN \E player \in Players : \E name \in answers_of(player) : is_offered(opened(player), name)

\* 303.8: neither player has a trigger or a conditional playable to declare.
nobody_may_declare(g, d) == ~someone_may_declare(g, d)

\* --- 302.12: executing the top action --------------------------------------------------------------------------------

\* 302.4: the top action has been waiting and begins.
top_has_not_begun(g, d) == top(g).step = None

\* 302.4: the top action was suspended in this step and continues.
top_is_suspended_at(step, g, d) == top(g).step = step

\* 302.12: what the action requires holds, and what it is aimed at can still be blocked or redirected.
top_is_legal(g, d) == top_action(g).requires \subseteq g.facts /\ aim_still_holds(g, top_action(g))

\* 302.12: the action fails the legality check.
top_is_illegal(g, d) == ~top_is_legal(g, d)

\* Is the whole cost there, and not reserved by another action?
is_free(g, name) ==
  LET holding == {entry \in members(g.stack) \cup members(g.queue) : entry.reserved /\ entry.name # name}
      reserved == UNION {Actions[entry.name].cost : entry \in holding}
  IN Actions[name].cost \subseteq g.facts /\ reserved \cap Actions[name].cost = {}

\* 302.12 where resources are reserved at declaration: the cost is there and nobody has reserved it.
cost_is_free(g, d) == is_free(g, d.name)

\* 302.12: the cost of the top action is there, and no other action on the stack has reserved it.
top_cost_is_free(g, d) == is_free(g, top(g).name)

\* 302.12: the cost of the top action is missing or reserved by another action on the stack.
top_cost_is_not_free(g, d) == ~top_cost_is_free(g, d)

\* 302.12: the top action has a target.
top_has_target(g, d) == top(g).target # None

\* 302.12: the top action has no target, so there is none to determine.
top_has_no_target(g, d) == top(g).target = None

\* 302.5: the top action rolls a die.
top_rolls(g, d) == top_action(g).roll

\* 302.5: the top action rolls nothing.
top_does_not_roll(g, d) == ~top_action(g).roll

\* 302.5: the top action has not made its roll yet.
roll_is_to_be_made(g, d) == roll_name(top(g).name) \notin g.declared

\* 302.5: the top action has made its roll.
roll_is_made(g, d) == ~roll_is_to_be_made(g, d)

\* 302.12: the top action was blocked.
top_is_blocked(g, d) == top(g).blocked

\* 302.12: the top action was not blocked.
top_is_not_blocked(g, d) == ~top(g).blocked

\* 302.12, gap/cancelled_is_unpaid: the top action was found illegal.
top_is_cancelled(g, d) == top(g).cancelled

\* 302.12: the top action was executed and paid.
top_is_not_cancelled(g, d) == ~top(g).cancelled

\* Reading window_opens_with: Active controls the top action, or there is none.
top_is_actives(g, d) == g.stack = <<>> \/ top_action(g).by = g.active

\* Reading window_opens_with: Non-active controls the top action.
top_is_nonactives(g, d) == ~top_is_actives(g, d)

\* --- 302.7: rule effects ---------------------------------------------------------------------------------------------

\* 302.7: a rule effect that has not run in this look is due.
rule_effects_are_due(g, d) == due_now(g) # {}

\* gap/503: only rule effects that ran already in this look are due, and one has not been cut yet.
only_looping_are_due(g, d) == due_now(g) = {} /\ cut_now(g) # {}

\* 302.7: no rule effect is due any more.
no_rule_effects_are_due(g, d) == due_now(g) = {} /\ cut_now(g) = {}

\* --- the start -------------------------------------------------------------------------------------------------------

\* 302.6: the game is taken up at the beginning of this phase.
starts_in(phase, g, d) == Start.phase = phase


\* === effects =========================================================================================================

\* --- declaring: 303.3, 303.5 -----------------------------------------------------------------------------------------

\* 302.9, 303.5: the declared action goes to the end of the queue; the declarer keeps priority (303.3).
enqueue_declared(g, d) ==
  [g EXCEPT !.window.has_declared = TRUE,
            !.queue = Append(g.queue, new_entry(d.name)),
            !.declared = g.declared \cup {d.name}]

\* gap/two_passes_end_phase: only consecutive passes count, a declaration starts the count anew.
break_pass_chain(g, d) == [g EXCEPT !.window.passes = 0]

\* 303.3 (b): the opponent may answer with fast actions.
open_fast_to_opponent(g, d) == [g EXCEPT !.window.fast_open_to = g.window.fast_open_to \cup {other(holder(g))}]

\* 303.4 by the letter: an opponent who has given priority away loses the trigger points of this window.
close_points_to_opponent(g, d) ==
  IF other(holder(g)) \in g.window.given_away
  THEN [g EXCEPT !.window.points_closed_to = g.window.points_closed_to \cup {other(holder(g))}]
  ELSE g

\* 302.12, reading reserve_at = declaration: the action just queued reserves its cost.
reserve_declared_cost(g, d) == [g EXCEPT !.queue[Len(g.queue)].reserved = TRUE]

\* --- giving priority away: 303.2, 303.6, 303.7 -----------------------------------------------------------------------

\* 303.7: one more consecutive pass.
count_pass(g, d) == [g EXCEPT !.window.passes = g.window.passes + 1]

\* 303.4, 303.8: the holder has had the one hold for triggers and conditional playables of this window.
note_given_away(g, d) == [g EXCEPT !.window.given_away = g.window.given_away \cup {holder(g)}]

\* 303.3 (b), reading opponent_declared_lasts = hold: what the opponent had declared was for this hold only.
close_fast_to_holder(g, d) == [g EXCEPT !.window.fast_open_to = g.window.fast_open_to \ {holder(g)}]

\* 303.2, 303.6: priority goes to the opponent, whose hold begins.
give_priority_to_opponent(g, d) == [g EXCEPT !.window.holder = other(holder(g)), !.window.has_declared = FALSE]

\* 303.7: both have passed; nobody has priority.
close_window(g, d) == [g EXCEPT !.window = NoWindow]

\* --- opening a window: 303.1, 303.3, 303.4, 303.8 --------------------------------------------------------------------

\* 303.8: the window after entering a phase, with the points of the phase and of the rule effects just run.
open_phase_window(g, d) == [g EXCEPT !.window = new_window("phase", phase_points(g), TRUE, FALSE), !.look = NoLook]

\* 303.3 (c): the stack has become empty; the phase's window opens again, without trigger points.
reopen_phase_window(g, d) == [g EXCEPT !.window = new_window("phase", {}, FALSE, TRUE)]

\* 303.3 (c): an action has left the stack, others remain; the window has no trigger points.
open_removal_window(g, d) == [g EXCEPT !.window = new_window("removal", {}, FALSE, TRUE)]

\* 303.4: the window of this step of the top action, with its trigger points.
\* Where rule effects have just run it is also a window after an off-stack action (303.8).
open_step_window(step, g, d) ==
  [g EXCEPT !.window = new_window("step", step_points(g, step), g.look.ran # {}, FALSE), !.look = NoLook]

\* 303.8: the window after this step, which does not use the stack, with its trigger points.
open_off_stack_window(step, g, d) ==
  [g EXCEPT !.window = new_window("off_stack", step_points(g, step), TRUE, FALSE), !.look = NoLook]

\* 303.1, 303.8: the window just opened begins with the hold of the active or the nonactive player.
give_priority_to(role, g, d) == [g EXCEPT !.window.holder = IF role = "active" THEN g.active ELSE other(g.active)]

\* --- from the queue to the stack: 302.11, 303.7 ----------------------------------------------------------------------

\* 302.11, 303.7: the whole queue moves to the stack in order; the last declared is on top.
move_queue_to_stack(g, d) == [g EXCEPT !.stack = g.stack \o g.queue, !.queue = <<>>]

\* --- executing the top action: 302.12, gap/512 -----------------------------------------------------------------------

\* 302.12: the top action comes into this step.
enter_step(step, g, d) == [g EXCEPT !.stack[Len(g.stack)].step = step]

\* 302.12, gap/cancelled_is_unpaid: the top action will not be executed; what it reserved is released.
cancel_top(g, d) == [g EXCEPT !.stack[Len(g.stack)].cancelled = TRUE, !.stack[Len(g.stack)].reserved = FALSE]

\* 302.12: the top action reserves its cost; no other action can reserve it.
reserve_top_cost(g, d) == [g EXCEPT !.stack[Len(g.stack)].reserved = TRUE]

\* 302.5, 302.9: the roll the top action makes enters the queue by itself.
enqueue_roll(g, d) ==
  LET roll == roll_name(top(g).name)
  IN [g EXCEPT !.queue = Append(g.queue, new_entry(roll)), !.declared = g.declared \cup {roll}]

\* 302.5, reading roll_through_queue = false: the roll goes straight on top of the stack.
put_roll_on_stack(g, d) ==
  LET roll == roll_name(top(g).name)
  IN [g EXCEPT !.stack = Append(g.stack, new_entry(roll)), !.declared = g.declared \cup {roll}]

\* 302.8: effects are being applied; nobody may declare or execute.
deactivate_stack(g, d) == [g EXCEPT !.deactivated = TRUE]

\* 302.8: all effects are applied; the stack may be used again.
reactivate_stack(g, d) == [g EXCEPT !.deactivated = FALSE]

\* 302.12: the effect of the top action: facts end, facts begin, then it blocks or redirects.
apply_top_effect(g, d) ==
  LET action == top_action(g)
      aimed(entry) ==
        IF entry.name # aim(action) THEN entry
        ELSE IF action.redirect # NoRedirect
             THEN [entry EXCEPT !.target = action.redirect.to, !.redirected = TRUE]
             ELSE [entry EXCEPT !.blocked = TRUE]
  IN [g EXCEPT !.facts = (g.facts \ action.remove) \cup action.add,
               !.stack = [i \in DOMAIN g.stack |-> aimed(g.stack[i])]]

\* 302.12, gap/reserved_vanishes: what is reserved and still there is spent, also when the action was blocked.
pay_top(g, d) == [g EXCEPT !.stack[Len(g.stack)].reserved = FALSE, !.facts = g.facts \ top_action(g).cost]

\* 302.4, 302.12: the top action, executed and paid, leaves the stack.
remove_executed(g, d) == [g EXCEPT !.stack = SubSeq(g.stack, 1, Len(g.stack) - 1)]

\* 302.12, gap/cancelled_is_unpaid: the cancelled top action leaves the stack unpaid.
remove_cancelled(g, d) == [g EXCEPT !.stack = SubSeq(g.stack, 1, Len(g.stack) - 1)]

\* --- rule effects: 302.7, 303.9 --------------------------------------------------------------------------------------

\* 302.7: rule effects are looked for.
begin_look(g, d) == [g EXCEPT !.look = [NoLook EXCEPT !.going = TRUE]]

\* 302.7, gap/503: all rule effects that are due run as one batch; what would repeat is cut first.
run_rule_effects(g, d) == apply_batch(note_cut(g, cut_now(g)), due_now(g))

\* gap/503: only effects that ran already are due; they are not run again.
cut_loop(g, d) == note_cut(g, cut_now(g))

\* 303.8: nobody has anything to declare, the trigger points of this look are gone.
end_look(g, d) == [g EXCEPT !.look = NoLook]

\* --- the turn: 302.6 -------------------------------------------------------------------------------------------------

\* 302.6: this phase begins; an action that does not use the stack.
enter_phase(phase, g, d) == [g EXCEPT !.phase = phase]

\* gap/phases: the turn goes to the other player.
next_turn(g, d) == [g EXCEPT !.active = other(g.active), !.turn = g.turn + 1]
