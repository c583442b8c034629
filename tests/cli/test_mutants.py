"""``berserk-fsm mutants``: the table by clause, the mutants of one, JSON, exit codes."""

from __future__ import annotations

import json

from tests.cli.conftest import Call


def test_the_table_has_every_clause_of_the_machine(call: Call) -> None:
    outcome = call("--lang", "ru", "mutants")
    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert lines[0].split() == ["Пункт", "Всего", "Замечено", "Сценарий", "Свойство", "Не", "ошибка", "Не", "замечено"]
    told = {
        line.split()[0]: [int(word) for word in line.split()[1:]] for line in lines[1:] if line.split()[-1].isdigit()
    }
    for total, killed, scenarios, properties, excused, survivors in told.values():
        assert killed == scenarios + properties
        assert total == killed + excused
        assert survivors == 0
    assert {"302.11", "303.1", "303.4", "303.8", "Вместе"} <= told.keys()


def test_the_mutants_of_a_clause_with_what_notices_each(call: Call) -> None:
    outcome = call("--lang", "en", "mutants", "--clause", "302.11")
    assert outcome.code == 0
    assert "the transition is missing" in outcome.out
    assert "scenario 30" in outcome.out
    russian = call("--lang", "ru", "mutants", "--clause", "302.11")
    assert "перехода нет" in russian.out


def test_json_has_the_numbers_and_asked_for_the_mutants(call: Call) -> None:
    whole = json.loads(call("mutants", "--json").out)
    assert "mutants" not in whole
    one = json.loads(call("mutants", "--json", "--clause", "303.7").out)
    assert len(one["mutants"]) == one["clauses"]["303.7"]["total"] == whole["clauses"]["303.7"]["total"]
    assert all(mutant["killer"] or mutant["excuse"] for mutant in one["mutants"])


def test_a_clause_that_is_not_there(call: Call) -> None:
    outcome = call("--lang", "en", "mutants", "--clause", "999.1")
    assert outcome.code == 2
    assert "there is no such clause" in outcome.err
