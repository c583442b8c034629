"""What the default machine is: its size, its structure, its words."""

from __future__ import annotations

from collections import Counter
from itertools import product

from berserk_fsm import Readings, Specification, build_specification
from berserk_fsm.core.effects import EFFECTS, EFFECTS_WITH_ARGUMENT
from berserk_fsm.core.guards import GUARDS, GUARDS_WITH_ARGUMENT
from berserk_fsm.core.partitions import BY_ARGUMENT, PARTITIONS
from berserk_fsm.machine.specification import Row
from berserk_fsm.rules.clauses import is_citation
from berserk_fsm.rules.readings import reading_definitions
from berserk_fsm.rules.vocabulary import vocabulary


def every_reading_switched() -> list[Specification]:
    """The default machine, and one with each single reading, and each pair of them, switched."""
    options = {id: [o.value for o in d.options] for id, d in reading_definitions().items()}
    single = [{id: value} for id, values in options.items() for value in values]
    found = {Readings.from_mapping(a | b) for a, b in product(single, single)}
    return [build_specification(None, readings) for readings in sorted(found)]


def test_size(spec: Specification) -> None:
    """The counts a reader of the first page is told."""
    assert len(spec.states) == 248
    assert Counter(state.kind for state in spec.states.values()) == {
        "composite": 94,
        "decision": 84,
        "junction": 40,
        "automatic": 30,
    }
    assert len(spec.leaves) == 154
    assert len(spec.rows) == 394
    assert len(spec.refusals) == 24
    assert Counter(row.kind for row in spec)["transfer"] == 3


def test_slow_only_from_actives_hold_in_the_main_phases_own_window(spec: Specification) -> None:
    """303.3, 303.1: the edge exists in one place; elsewhere it is missing, not guarded."""
    (slow,) = [row for row in spec if row.kind == "declare_slow"]
    assert slow.source == "turn.main_phase.window.active_holds"


def test_fast_and_conditional_from_every_hold(spec: Specification) -> None:
    """303.3: whether fast ones are open is asked in every hold, by guards where the text gives conditions."""
    holds = {state.path for state in spec.states.values() if state.local_name in ("active_holds", "nonactive_holds")}
    for kind in ("declare_fast", "declare_conditional"):
        assert {row.source for row in spec if row.kind == kind} == holds
    assert len(holds) == 42


def test_no_triggers_in_removal_windows(spec: Specification) -> None:
    """303.4: removal windows have no trigger points, and so no edge for triggers; all other windows have one."""
    sources = {row.source for row in spec if row.kind == "declare_triggered"}
    without = {
        state.path
        for state in spec.states.values()
        if state.local_name in ("active_holds", "nonactive_holds") and state.path not in sources
    }
    assert {spec.states[path].window for path in without} == {"removal"}
    assert "removal" not in {spec.states[path].window for path in sources}


def test_a_declaration_stays_and_giving_away_moves(spec: Specification) -> None:
    """303.3, 303.6: a declaration leads to the same holder; a pass and a hand-over to the opponent, or out."""
    for row in spec:
        if row.kind.startswith("declare_"):
            assert row.target == f"{row.source}.has_declared"
        if row.kind in ("pass_priority", "hand_over_priority"):
            assert spec.states[row.target].holder != spec.states[row.source].holder
            assert spec.states[row.target].parent == spec.states[spec.states[row.source].parent or ""].parent
        if row.kind == "both_passed":
            assert row.target == f"{row.source.rsplit('.', 2)[0]}.both_passed"


def test_pass_from_deciding_and_hand_over_from_has_declared(spec: Specification) -> None:
    """303.2, 303.6: the two ways of giving priority away leave from different states."""
    leaves = {
        kind: {row.source.rpartition(".")[2] for row in spec if row.kind == kind}
        for kind in ("pass_priority", "both_passed", "hand_over_priority")
    }
    assert leaves == {
        "pass_priority": {"deciding"},
        "both_passed": {"deciding"},
        "hand_over_priority": {"has_declared"},
    }


def test_one_continue_row_per_step_with_a_window(spec: Specification) -> None:
    """302.4: a suspended action continues from each step that has a window, and from no other."""
    windowed = [step.id for step in spec.profile.steps if step.window not in ("none", "after")]
    for phase in spec.profile.phases:
        next_state = f"turn.{phase.id}_phase.execution.next"
        rows = [row for row in spec if row.source == next_state and row.kind == "continue"]
        assert [row.guards[0].arg for row in rows] == windowed


def test_continuing_never_reopens_the_window(spec: Specification) -> None:
    """303.4: no continue row leads into the window of the step it continues from."""
    for row in spec:
        if row.kind == "continue":
            assert row.target != f"{row.source.rpartition('.')[0]}.{row.guards[0].arg}.window.active_holds"
            assert f".{row.guards[0].arg}.window" not in row.target


def test_nobody_decides_where_the_stack_is_deactivated(spec: Specification) -> None:
    """302.8: states with a deactivated stack are left by the machine itself."""
    deactivated = [state for state in spec.states.values() if state.deactivated]
    assert {state.kind for state in deactivated} == {"automatic"}
    assert {state.local_name for state in deactivated} == {"entering", "applying", "rule_effects"}
    for state in deactivated:
        assert all(row.automatic for row in spec.rows_from(state.path))


def test_everything_cites(spec: Specification) -> None:
    """Every state, row and refusal cites clauses or gaps that exist."""
    for state in spec.states.values():
        assert state.clauses, state.path
        assert all(map(is_citation, state.clauses)), state.path
    for row in spec:
        assert row.clauses, row.id
        assert all(map(is_citation, row.clauses)), row.id
        assert len(set(row.clauses)) == len(row.clauses), row.id
    for refusal in spec.refusals:
        assert refusal.clause == "scenario" or is_citation(refusal.clause), refusal.id


def test_every_clause_with_a_rule_is_cited_somewhere(spec: Specification) -> None:
    """302.2–302.12, 303.1–303.9: each clause can be followed to an element of the machine."""
    cited = {clause for row in spec for clause in row.clauses}
    cited |= {clause for state in spec.states.values() for clause in state.clauses}
    cited |= {refusal.clause for refusal in spec.refusals}
    missing = {f"302.{n}" for n in range(2, 13)} | {f"303.{n}" for n in range(1, 10)}
    assert missing - cited == set()


def test_ids_are_unique_and_order_is_kept(spec: Specification) -> None:
    """Row and refusal ids name one element; a composite stands before its children."""
    assert len({row.id for row in spec}) == len(spec.rows) == len(spec.row_by_id)
    assert len({refusal.id for refusal in spec.refusals}) == len(spec.refusals)
    seen: set[str | None] = {None}
    for path, state in spec.states.items():
        assert state.parent in seen
        seen.add(path)


def test_families(spec: Specification) -> None:
    """Children and ancestors agree; entering a composite ends in a leaf that lies in it."""
    assert [state.path for state in spec.children[None]] == ["start", "turn"]
    for path, state in spec.states.items():
        first, *_, last = (*spec.ancestors(path), path.split(".")[0])
        assert first == path
        assert last in ("start", "turn")
        if state.initial is not None:
            assert path in spec.ancestors(spec.entered(path))
            assert spec.states[spec.entered(path)].kind != "composite"
    assert {state.kind for state in spec.leaves} == {"decision", "automatic", "junction"}


def test_rows_from_a_leaf_are_its_own_and_those_around_it(spec: Specification) -> None:
    """A composite stands for all its leaves: a declaration leaves from `deciding` and from `has_declared`."""
    hold = "turn.main_phase.window.active_holds"
    for leaf, own in (("deciding", ["pass_priority", "both_passed"]), ("has_declared", ["hand_over_priority"])):
        kinds = [row.kind for row in spec.rows_from(f"{hold}.{leaf}")]
        assert kinds == [*own, "declare_slow", "declare_fast", "declare_conditional", "declare_triggered"]


def test_every_way_out_of_main_is_the_end_of_the_phase(spec: Specification) -> None:
    """gap/two_passes_end_phase: one row leaves a phase, from its own window, and empties nothing."""

    def phase_of(row: Row, end: str) -> str | None:
        return spec.states[getattr(row, end)].phase

    leaving = [row for row in spec if phase_of(row, "source") and phase_of(row, "source") != phase_of(row, "target")]
    assert [row.source for row in leaving] == [
        f"turn.{phase.id}_phase.window.both_passed" for phase in spec.profile.phases
    ]
    assert all("queue_is_empty" in [guard.name for guard in row.guards] for row in leaving)


def test_vocabulary_is_closed_and_complete_both_ways() -> None:
    """Every guard and effect of the core has words, and every word has a guard or effect."""
    words = vocabulary()
    assert set(words.guards) == set(GUARDS) | set(GUARDS_WITH_ARGUMENT)
    assert set(words.effects) == set(EFFECTS) | set(EFFECTS_WITH_ARGUMENT)
    assert not set(GUARDS) & set(GUARDS_WITH_ARGUMENT)
    assert not set(EFFECTS) & set(EFFECTS_WITH_ARGUMENT)


def test_words_of_arguments_have_a_place_for_them() -> None:
    """Words of guards and effects with an argument show it; the others have no place for one."""
    words = vocabulary()
    for found, with_argument in ((words.guards, GUARDS_WITH_ARGUMENT), (words.effects, EFFECTS_WITH_ARGUMENT)):
        for name, word in found.items():
            assert ("{arg}" in word.text.ru, "{arg}" in word.text.en) == (name in with_argument,) * 2, name


def test_every_word_is_used_by_some_readings() -> None:
    """No dead vocabulary: each guard, effect, kind of row, state, event is in a machine of some readings."""
    used: dict[str, set[str]] = {"guards": set(), "effects": set(), "rows": set(), "states": set(), "events": set()}
    for spec in every_reading_switched():
        used["guards"] |= {guard.name for row in spec for guard in row.guards}
        used["guards"] |= {refusal.requires.name for refusal in spec.refusals}
        used["effects"] |= {effect.name for row in spec for effect in row.effects}
        used["rows"] |= {row.kind for row in spec}
        used["events"] |= {row.event for row in spec if not row.automatic}
        used["states"] |= {state.name.en for state in spec.states.values()}
    words = vocabulary()
    for section in ("guards", "effects", "rows", "events"):
        assert used[section] - set(getattr(words, section)) == set(), section
    unused = {f"{s} {w}" for s in ("guards", "effects", "rows", "events") for w in set(getattr(words, s)) - used[s]}
    shown = {name for name, word in words.states.items() if word.text.en in used["states"] | {"{step}"}}
    unused |= {f"states {name}" for name in set(words.states) - shown}
    assert unused == set()


def test_partitions_name_guards() -> None:
    """What is said to exclude each other exists, and no guard is in two groups."""
    named = [name for group in PARTITIONS for name in group]
    assert len(named) == len(set(named))
    assert set(named) <= set(GUARDS) | set(GUARDS_WITH_ARGUMENT)
    assert set(GUARDS_WITH_ARGUMENT) == BY_ARGUMENT


def test_labels_and_sentences_are_in_both_languages(spec: Specification) -> None:
    """A row has a label; it has a sentence in both languages or in none."""
    for row in spec:
        assert row.label.ru, row.id
        assert row.label.en, row.id
        assert bool(row.sentence.ru) == bool(row.sentence.en), row.id
