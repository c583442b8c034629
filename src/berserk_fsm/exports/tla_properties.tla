\* The properties of rules/data/properties.yaml, for TLA+ modules.
\*
\* The text of this file stands in every exported module, after the transitions. To be read side by side with
\* explore/properties.py: same names, same clauses. A property about a state is an invariant; one about a step speaks of
\* the game before it, game, and after it, game'.

\* --- parts of states -------------------------------------------------------------------------------------------------

leaf == Leaves[game.control]

is_decision == leaf.kind = "decision"

names(entries) == [i \in DOMAIN entries |-> entries[i].name]

\* Is payment about to be made?
pays == game.control \in paying_states

\* All but the last of a sequence.
all_but_last(sequence) == SubSeq(sequence, 1, Len(sequence) - 1)

\* How far an action has come: one that waits is before the first step.
progress(step) == IF step = None THEN -1 ELSE step_order[step]

\* What a player declares in this step: a set of one action, or of none. A roll that enters the queue by itself is not
\* declared by a player.
declared_now == IF is_decision THEN {Actions[name] : name \in game'.declared \ game.declared} ELSE {}

\* --- states ----------------------------------------------------------------------------------------------------------

\* 303.1: in a decision state the player whose hold it is has priority; elsewhere nobody.
one_holder ==
  holder(game) = IF ~is_decision THEN None
                 ELSE IF leaf.holder = "active" THEN game.active ELSE other(game.active)

\* 302.8: with the stack deactivated there is no window and no decision.
nobody_while_deactivated == game.deactivated => game.window = NoWindow /\ ~is_decision

\* 302.9, 302.11: no name stands twice in queue and stack, and all of them were declared.
one_place ==
  LET lying == names(game.queue \o game.stack)
  IN Cardinality(members(lying)) = Len(lying) /\ members(lying) \subseteq game.declared

\* 302.11, 303.7: inside execution, outside windows and before the transfer, the queue is empty.
nothing_queued_while_executing ==
  leaf.execution /\ leaf.window = None /\ leaf.local # "transfer" => game.queue = <<>>

\* 302.12: where payment is about to be made, the top action has its resources reserved, if it costs anything.
paid_was_reserved == pays => top(game).reserved \/ top_action(game).cost = {}

\* 302.12, gap/cancelled_is_unpaid: only the top action can be cancelled; it reserves nothing and is in the last step.
cancelled_is_unpaid ==
  /\ pays => ~top(game).cancelled
  /\ \A entry \in members(game.queue) \cup members(all_but_last(game.stack)) : ~entry.cancelled
  /\ game.stack # <<>> /\ top(game).cancelled => top(game).step = last_step /\ ~top(game).reserved

\* 303.2, 303.6: in a decision state a row that gives priority away is enabled.
holder_can_give_away == is_decision => can_give_away

\* gap/two_passes_end_phase: some row is enabled. TLC's search for deadlocks checks the same much faster.
goes_on == ENABLED Next

\* --- steps -----------------------------------------------------------------------------------------------------------

\* 302.8, 302.12: facts change while the stack is deactivated, or in the step that deactivates it.
facts_change_deactivated == [][game'.facts = game.facts \/ game.deactivated \/ game'.deactivated]_game

\* 302.3, 302.4: whatever was not on top keeps its step.
only_top_executes ==
  [][\A before \in members(game.queue) \cup members(all_but_last(game.stack)) :
       \A after \in members(game'.queue) \cup members(game'.stack) :
         before.name = after.name => before.step = after.step]_game

\* 302.11, 303.5, 303.7: the queue stays, gets one more at its end, or moves onto the stack as it is.
queue_moves_whole ==
  [][LET before == names(game.queue)
         after == names(game'.queue)
     IN \/ after = before
        \/ after # <<>> /\ all_but_last(after) = before
        \/ after = <<>> /\ names(game'.stack) = names(game.stack) \o before]_game

\* 302.2, 302.4: the stack stays, gets more on top, or loses its top action.
stack_changes_on_top ==
  [][LET before == names(game.stack)
         after == names(game'.stack)
     IN \/ Len(after) >= Len(before) /\ SubSeq(after, 1, Len(before)) = before
        \/ before # <<>> /\ after = all_but_last(before)]_game

\* 303.7, gap/two_passes_end_phase: when the phase or the turn changes, queue and stack are empty.
phase_ends_empty ==
  [][game'.phase # game.phase \/ game'.turn # game.turn => game.queue = <<>> /\ game.stack = <<>>]_game

\* 303.2, 303.7, gap/two_passes_end_phase: a window closes in the hold of a player who declared nothing, after the
\* opponent's pass.
window_closed_by_passes ==
  [][game.window # NoWindow /\ game'.window = NoWindow => game.window.passes = 1 /\ ~game.window.has_declared]_game

\* 303.3: the window in which something is declared stays open, with the same holder.
declaring_keeps_priority ==
  [][declared_now # {} => game'.window # NoWindow /\ holder(game') = holder(game)]_game

\* 303.3 (b), gap/two_passes_end_phase: a declaration lets the opponent answer, and passes are counted anew.
declaring_opens_answers ==
  [][declared_now # {} =>
       /\ game'.window # NoWindow
       /\ game'.window.passes = 0
       /\ other(holder(game')) \in game'.window.fast_open_to]_game

\* Priority goes from one player to the other in one window.
priority_moves ==
  /\ game.window # NoWindow
  /\ game'.window # NoWindow
  /\ game.window.holder # None
  /\ game'.window.holder \notin {None, game.window.holder}

\* 303.4, 303.6, 303.8: whoever gave priority away in a window has had the one hold for triggers, and who gets it
\* begins a new hold.
giving_away_is_noted ==
  [][priority_moves => holder(game) \in game'.window.given_away /\ ~game'.window.has_declared]_game

\* 303.3 (b), reading opponent_declared_lasts = hold: with priority the right to answer is given away.
answers_last_a_hold == [][priority_moves => holder(game) \notin game'.window.fast_open_to]_game

\* 303.1: what is declared is an action of the holder.
own_actions_only == [][\A action \in declared_now : action.by = holder(game)]_game

\* 303.3: a slow action is declared in the main phase, with queue and stack empty.
slow_on_empty_stack ==
  [][\A action \in declared_now :
       action.manner = "slow" => game.phase = main_phase /\ game.queue = <<>> /\ game.stack = <<>>]_game

\* 303.1, 303.3: a slow action is declared by Active.
slow_by_active == [][\A action \in declared_now : action.manner = "slow" => holder(game) = game.active]_game

\* 303.3 (a)-(d), 303.8: a fast action without trigger is declared for one of the reasons the clauses give.
fast_has_reason ==
  [][\A action \in declared_now :
       action.manner \in {"fast", "conditional"} =>
         \/ game.phase \in fast_phases
         \/ holder(game) \in game.window.fast_open_to
         \/ game.window.action_left
         \/ /\ action.manner = "conditional"
            /\ game.window.off_stack
            /\ holder(game) \notin game.window.given_away]_game

\* 303.4: a triggered action is declared in a window with its point, while its condition holds.
trigger_at_its_point ==
  [][\A action \in declared_now :
       action.on # NoPoint => action.on \in game.window.points /\ action.when \subseteq game.facts]_game

\* 303.4: who declares a triggered action has not given priority away in this window.
point_serves_once ==
  [][\A action \in declared_now : action.on # NoPoint => holder(game) \notin game.window.given_away]_game

\* 302.10, 302.12: what is declared to block or redirect is aimed at the top action of the stack.
aimed_at_top ==
  [][\A action \in declared_now :
       aim(action) # None => game.stack # <<>> /\ top(game).name = aim(action)]_game

\* 302.12, gap/cancelled_is_unpaid: a top action that comes to the last step from before its payment is cancelled.
unpaid_is_cancelled ==
  [][/\ game.stack # <<>> /\ game'.stack # <<>>
     /\ top(game').name = top(game).name
     /\ progress(top(game).step) < step_order[paying_step]
     /\ top(game').step = last_step
     => top(game').cancelled]_game

\* 302.4, 302.12, 303.4: an action that stays keeps its step or comes to a later one.
steps_go_forward ==
  [][\A before \in members(game.queue) \cup members(game.stack) :
       \A after \in members(game'.queue) \cup members(game'.stack) :
         before.name = after.name => progress(before.step) <= progress(after.step)]_game

\* --- how far a turn has come -----------------------------------------------------------------------------------------

\* The places inside a step, in the order in which an action comes to them.
step_places ==
  [entry |-> 0, window_before |-> 1, perform |-> 2, applying |-> 3, rule_effects |-> 4, offer |-> 5, window_after |-> 6]

\* The places outside the steps: entering a phase, an action that left, the windows after that, what begins next.
other_places == [entering |-> 0, offer |-> 1, left |-> 2, window |-> 3, next |-> 4]

\* How far a place of the machine is along the way that leaves everything on the table as it is.
place_rank_of(control, at) ==
  LET inside == IF at.window # None
                THEN IF at.window = "off_stack" THEN "window_after" ELSE "window_before"
                ELSE IF at.local = "leave" THEN "perform" ELSE at.local
  IN CASE at.local = "transfer" -> 5 + 7 * Cardinality(DOMAIN step_order)
       [] control = start_state -> -1
       [] at.window \in {"phase", "removal"} -> other_places["window"]
       [] at.step = None \/ at.local = "left" -> other_places[at.local]
       [] OTHER -> 5 + 7 * step_order[at.step] + step_places[inside]

place_rank == [control \in DOMAIN Leaves |-> place_rank_of(control, Leaves[control])]

\* How far a window has come.
moment(control, window) ==
  CASE Leaves[control].local = "both_passed" -> 4
    [] Leaves[control].kind # "decision" -> 0
    [] OTHER -> IF window.has_declared THEN 1 ELSE 2 + window.passes

\* How far the actions of the stack have come in all: 1 for one that waits, one more for each step.
RECURSIVE work(_)
work(entries) == IF entries = <<>> THEN 0 ELSE 2 + progress(Head(entries).step) + work(Tail(entries))

\* How far the game has come, compared from left to right. First the turn and the phase; then how many actions were
\* declared; then how far they have come in all, an action counting 0 in the queue, 1 waiting in the stack, one more for
\* each step, and most when it is gone; then the place in the machine; then the moment within the window; then how many
\* rule effects ran or were cut in this look.
rank(g) ==
  <<g.turn,
    IF g.phase = None THEN -1 ELSE phase_order[g.phase],
    Cardinality(g.declared),
    work(g.stack)
      + (Cardinality(DOMAIN step_order) + 2) * (Cardinality(g.declared) - Len(g.queue) - Len(g.stack)),
    place_rank[g.control],
    moment(g.control, g.window),
    Cardinality(g.look.ran) + Cardinality(g.look.cut)>>

\* From place i on, is one smaller than another at the first place where they differ?
RECURSIVE comes_before(_, _, _)
comes_before(i, one, another) ==
  /\ i \in DOMAIN one
  /\ \/ one[i] < another[i]
     \/ one[i] = another[i] /\ comes_before(i + 1, one, another)

\* 302.4, 303.7: the rank of the game grows; it is bounded, so every turn comes to its end.
every_step_forward == [][comes_before(1, rank(game), rank(game'))]_game

\* --- the end ---------------------------------------------------------------------------------------------------------

\* 303.7: the turn comes to its end whatever the players do, as long as something is done. For small tables, since it
\* takes much longer than the other properties: put SPECIFICATION FairSpec and PROPERTY Ends into the configuration.
Ends == <>(game.turn > 1)

FairSpec == Spec /\ WF_game(Next)
