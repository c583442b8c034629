"""The table of a game: the actions that may be declared, the rule effects, the start. Checked when it is built."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any

from berserk_fsm.core.values import PLAYERS, Action, Player, Point, Redirect, RuleEffect, Start, roll_name
from berserk_fsm.errors import TableError
from berserk_fsm.rules.kinds import kinds
from berserk_fsm.rules.profiles import Profile, Step

__all__ = ["Table", "build_table"]

Path = tuple[str, ...]

MAX_ACTIONS = 300
MAX_RULE_EFFECTS = 300
"""The most actions and rule effects a table may have: a dispute has a handful, and every window looks at all."""

MAX_FACTS = 3_000
"""How many facts the lists of a table may name, all lists together and each fact as often as it stands in one."""

MAX_NAME = 100
"""The longest name of an action, rule effect or fact, in characters."""

_FACTS_OF_ACTIONS = ("when", "requires", "cost", "add", "remove")
_FACTS_OF_EFFECTS = ("when", "remove", "add")


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change during a game.

    Args:
        actions: by name, in the order given; the rolls they make (302.5) stand right behind them.
        rule_effects: by name, in file order (the order of RULES' gap 503).
        start: how the game starts.
    """

    actions: Mapping[str, Action]
    rule_effects: Mapping[str, RuleEffect]
    start: Start

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as plain dictionaries: read-only views cannot be."""
        return _unpickled, (dict(self.actions), dict(self.rule_effects), self.start)

    def rolls(self, name: str) -> bool:
        """Is ``name`` a roll that another action makes by itself (302.5)?"""
        return name.endswith(".roll") and name in self.actions

    def of_player(self, player: Player) -> Iterator[Action]:
        """The actions of ``player``, in order."""
        return (action for action in self.actions.values() if action.by == player)


def _unpickled(actions: dict[str, Action], rule_effects: dict[str, RuleEffect], start: Start) -> Table:
    return Table(MappingProxyType(actions), MappingProxyType(rule_effects), start)


def build_table(
    actions: Iterable[Action],
    rule_effects: Iterable[RuleEffect] = (),
    start: Start = Start(),  # noqa: B008 - a frozen value
    *,
    profile: Profile,
) -> Table:
    """Check a table against the step table it will be played with, and build it.

    Args:
        actions: the actions; names unique.
        rule_effects: in the order in which they are looked for.
        start: the turn player, the phase entered, the facts.
        profile: the phases and steps that trigger points may name.

    Raises:
        TableError: what is wrong, and the path of the element: ``("actions", "X", "on")``.

    >>> from berserk_fsm.rules.profiles import default_profile
    >>> table = build_table([Action("strike", by="A", roll=True)], profile=default_profile())
    >>> list(table.actions)
    ['strike', 'strike.roll']
    """
    actions, rule_effects = tuple(actions), tuple(rule_effects)
    for key, given, most in (("actions", actions, MAX_ACTIONS), ("rule_effects", rule_effects, MAX_RULE_EFFECTS)):
        if len(given) > most:
            raise TableError(
                (key,),
                f"there are {len(given)} of them; expected at most {most}",
                f"их {len(given)}; ожидалось не больше {most}",
            )
    named: dict[str, Action] = {}
    for action in map(_plain, actions):
        path = ("actions", action.name)
        _check_name(path, action.name)
        if action.name in named:
            raise TableError(
                path,
                f"action {action.name} stands twice; names are unique",
                f"игродействие {action.name} записано дважды; имена не повторяются",
            )
        if action.name.endswith(".roll"):
            raise TableError(
                path,
                f"the name {action.name} is kept for the roll an action makes by itself",
                f"имя {action.name} занято: так называется бросок, который делает само игродействие",
            )
        named[action.name] = action
        if action.roll:
            named[roll_name(action.name)] = Action(roll_name(action.name), by=action.by, kind="die_roll")
    effects: dict[str, RuleEffect] = {}
    for effect in rule_effects:
        if not isinstance(effect, RuleEffect):
            raise TableError(
                ("rule_effects",),
                f"{effect!r:.60} is no rule effect; expected RuleEffect(…)",
                f"{effect!r:.60} — не эффект правил; ожидалось RuleEffect(…)",
            )
        path = ("rule_effects", effect.name)
        _check_name(path, effect.name)
        if effect.name in effects:
            raise TableError(
                path,
                f"rule effect {effect.name} stands twice; names are unique",
                f"эффект правил {effect.name} записан дважды; имена не повторяются",
            )
        effects[effect.name] = effect
        for key in _FACTS_OF_EFFECTS:
            _check_facts((*path, key), getattr(effect, key))
    for action in named.values():
        _check_action(action, named, effects, profile)
    if start.active not in PLAYERS:
        raise TableError(
            ("start", "active"),
            f"there is no player {start.active!r}; expected A or B",
            f"нет игрока {start.active!r}; ожидалось A или B",
        )
    phases = [phase.id for phase in profile.phases]
    if start.phase not in phases:
        raise TableError(
            ("start", "phase"),
            f"there is no phase {start.phase!r}; expected {_or(phases)}",
            f"нет фазы {start.phase!r}; ожидалось {_or(phases)}",
        )
    _check_facts(("start", "facts"), start.facts)
    _check_number_of_facts(start, named.values(), effects.values())
    return Table(MappingProxyType(named), MappingProxyType(effects), start)


def _plain(action: Action) -> Action:
    """An action of a named kind as the generic action it is; ``kind`` remembers the name."""
    if type(action) is Action:
        return action
    if not isinstance(action, Action):
        raise TableError(
            ("actions",),
            f"{action!r:.60} is no action; expected Action(…)",
            f"{action!r:.60} — не игродействие; ожидалось Action(…)",
        )
    return Action(**{item.name: getattr(action, item.name) for item in fields(Action)})


def _or(names: Iterable[str]) -> str:
    return " | ".join(names)


def _check_name(path: Path, name: object) -> None:
    if not isinstance(name, str):
        raise TableError(
            path,
            f"a name must be text, not {type(name).__name__}",
            f"имя должно быть текстом, а не {type(name).__name__}",
        )
    if not name or name != name.strip() or len(name) > MAX_NAME or not name.isprintable():
        raise TableError(
            path,
            f"{name[:40]!r} is no name; expected 1 to {MAX_NAME} printable characters",
            f"{name[:40]!r} — не имя; ожидалось от 1 до {MAX_NAME} печатных знаков",
        )


def _check_facts(path: Path, facts: object) -> None:
    if not isinstance(facts, tuple):
        raise TableError(
            path,
            f"facts must be a tuple of names, not {type(facts).__name__}",
            f"факты должны быть перечнем имён, а не {type(facts).__name__}",
        )
    for fact in facts:
        _check_name(path, fact)


def _check_number_of_facts(start: Start, actions: Iterable[Action], effects: Iterable[RuleEffect]) -> None:
    """Bound all lists of facts together, so that a position of any table can be read again."""
    lists = [
        (("start", "facts"), start.facts),
        *((("actions", one.name, key), getattr(one, key)) for one in actions for key in _FACTS_OF_ACTIONS),
        *((("rule_effects", one.name, key), getattr(one, key)) for one in effects for key in _FACTS_OF_EFFECTS),
    ]
    total = sum(len(facts) for _, facts in lists)
    named = 0
    for path, facts in lists:
        named += len(facts)
        if named > MAX_FACTS:
            raise TableError(
                path,
                f"the table's lists name {total} facts in all, and here it is too many; expected at most {MAX_FACTS}",
                f"фактов во всех перечнях стола {total}, и здесь их становится слишком много; ожидалось не больше "
                f"{MAX_FACTS}",
            )


def _check_action(
    action: Action, actions: Mapping[str, Action], effects: Mapping[str, RuleEffect], profile: Profile
) -> None:
    path = ("actions", action.name)
    if action.by not in PLAYERS:
        raise TableError(
            (*path, "by"),
            f"there is no player {action.by!r}; expected A or B",
            f"нет игрока {action.by!r}; ожидалось A или B",
        )
    if action.speed not in ("slow", "fast"):
        raise TableError(
            (*path, "speed"),
            f"there is no speed {action.speed!r}; expected slow or fast",
            f"нет скорости {action.speed!r}; ожидалось slow (медленное) или fast (быстрое)",
        )
    if not isinstance(action.roll, bool):
        raise TableError(
            (*path, "roll"),
            f"expected True or False, not {action.roll!r:.40}",
            f"ожидалось True или False, а не {action.roll!r:.40}",
        )
    for key, value, kind in (
        ("block", action.block, str),
        ("redirect", action.redirect, Redirect),
        ("kind", action.kind, str),
    ):
        if value is not None and not isinstance(value, kind):
            raise TableError(
                (*path, key),
                f"expected {kind.__name__}, not {value!r:.40}",
                f"ожидалось {kind.__name__}, а не {value!r:.40}",
            )
    if action.kind is not None:
        _check_kind(path, action, action.kind)
    if action.target is not None:
        _check_name((*path, "target"), action.target)
    for key in _FACTS_OF_ACTIONS:
        _check_facts((*path, key), getattr(action, key))
    if action.block is not None and action.redirect is not None:
        raise TableError(
            (*path, "redirect"),
            "an action blocks or redirects, not both",
            "игродействие либо блокирует, либо перенаправляет, но не то и другое",
        )
    if action.redirect is not None:
        _check_name((*path, "redirect", "to"), action.redirect.to)
    if action.aim is not None:
        key = "redirect" if action.redirect else "block"
        _check_reference((*path, key), action, action.aim, actions)
    if action.on is not None:
        _check_point((*path, "on"), action, action.on, actions, effects, profile)


def _check_kind(path: Path, action: Action, name: str) -> None:
    """302.5: an action of a kind has what the kind always has."""
    kind = kinds().get(name)
    if kind is None:
        raise TableError(
            (*path, "kind"),
            f"there is no kind {name!r}; expected {_or(kinds())}",
            f"нет вида {name!r}; ожидалось {_or(kinds())}",
        )
    for key in kind.needs:
        if not getattr(action, key):
            raise TableError(
                (*path, key),
                f"the kind {kind.name.en!r} needs the key '{key}'",
                f"виду «{kind.name.ru}» нужен ключ «{key}»",
            )
    for key in kind.forbids:
        if getattr(action, key):
            raise TableError(
                (*path, key),
                f"the kind {kind.name.en!r} cannot have the key '{key}'",
                f"у вида «{kind.name.ru}» не бывает ключа «{key}»",
            )
    if "speed" in kind.fixed and action.speed != kind.speed:
        speed_ru = "медленное" if kind.speed == "slow" else "быстрое"
        raise TableError(
            (*path, "speed"),
            f"the kind {kind.name.en!r} is always {kind.speed}",
            f"вид «{kind.name.ru}» — всегда {speed_ru}",
        )
    if "roll" in kind.fixed and action.roll != kind.roll:
        raise TableError(
            (*path, "roll"),
            f"the kind {kind.name.en!r} always has 'roll: {str(kind.roll).lower()}'",
            f"у вида «{kind.name.ru}» всегда «бросок: {'да' if kind.roll else 'нет'}»",
        )


def _check_reference(path: Path, action: Action, name: str, actions: Mapping[str, Action]) -> None:
    if name not in actions:
        raise TableError(
            path,
            f"there is no action {name!r}; expected {_or(actions)}",
            f"нет игродействия {name!r}; ожидалось {_or(actions)}",
        )
    if name in (action.name, roll_name(action.name)):
        raise TableError(
            path,
            f"{name} refers to itself; expected another action",
            f"{name} ссылается на себя; ожидалось другое игродействие",
        )


def _check_point(
    path: Path,
    action: Action,
    point: Point,
    actions: Mapping[str, Action],
    effects: Mapping[str, RuleEffect],
    profile: Profile,
) -> None:
    if action.speed == "slow":
        raise TableError(path, "a triggered ability is never slow", "срабатывающая особенность не бывает медленной")
    if not isinstance(point, Point) or not all(isinstance(part, str) for part in point):
        raise TableError(
            path,
            f"{point!r:.60} is no trigger point; expected Point('fix_target', 'NAME')",
            f"{point!r:.60} — не точка срабатывания; ожидалось Point('fix_target', 'ИМЯ')",
        )
    if point.where == "phase":
        phases = [phase.id for phase in profile.phases]
        if point.name not in phases:
            raise TableError(
                path,
                f"there is no phase {point.name!r}; expected {_or(phases)}",
                f"нет фазы {point.name!r}; ожидалось {_or(phases)}",
            )
        return
    if point.where == "effect":
        if point.name not in effects:
            raise TableError(
                path,
                f"there is no rule effect {point.name!r}; expected {_or(effects) or 'none: the table has none'}",
                f"нет эффекта правил {point.name!r}; ожидалось {_or(effects) or 'другое: на столе их нет'}",
            )
        return
    steps: dict[str, Step] = {step.id: step for step in profile.steps if step.trigger_point != "never"}
    if point.where not in steps:
        expected = [*steps, "phase", "effect"]
        raise TableError(
            path,
            f"{point.where!r} is no trigger point; expected {_or(expected)}",
            f"{point.where!r} — не точка срабатывания; ожидалось {_or(expected)}",
        )
    _check_reference(path, action, point.name, actions)
    needs = steps[point.where].only_if
    if needs == "has_target" and actions[point.name].target is None:
        raise TableError(
            path,
            f"{point.name} has no target, so it never is in step {point.where}",
            f"у {point.name} нет цели, этапа {point.where} у него не бывает",
        )
    if needs == "has_roll" and not actions[point.name].roll:
        raise TableError(
            path,
            f"{point.name} rolls nothing, so it never is in step {point.where}",
            f"{point.name} не бросает кубик, этапа {point.where} у него не бывает",
        )
