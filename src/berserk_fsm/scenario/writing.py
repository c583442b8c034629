"""Writing scenario files: what was stepped through or found by a search, saved for people to read and keep.

What is written is short (whatever is the default is left out) and loads back to an equal scenario.

>>> from berserk_fsm.scenario.scenario import parse_scenario
>>> text = "actions: {F: {speed: fast, by: В}}\\nplay: [b заявил F., until: {stack: empty}]"
>>> scenario = parse_scenario(text)
>>> print(dump_scenario(scenario), end="")
actions:
  F: {by: B}
play:
  - B declares F
  - until: {stack: empty}
>>> print(dump_scenario(scenario, "ru"), end="")
игродействия:
  F: {чьё: B}
розыгрыш:
  - B заявляет F
  - до: {стек: пуст}
"""

from __future__ import annotations

import io
import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from berserk_fsm.citing import citation_text
from berserk_fsm.core.table import Table
from berserk_fsm.core.values import Action, Decision, RuleEffect, Start, other
from berserk_fsm.errors import SavingError
from berserk_fsm.rules.kinds import kinds
from berserk_fsm.rules.profiles import Profile, default_profile, is_packaged
from berserk_fsm.rules.readings import Readings
from berserk_fsm.rules.text import Text
from berserk_fsm.scenario.items import CLAIM_KINDS, ClaimItem, Expect, ExpectValue, Item, Refuse, Say, Scenario, Until
from berserk_fsm.scenario.keys import (
    ACTION,
    BOOLEANS,
    CLAIM,
    EXPECT,
    FILE,
    ITEM,
    NOTHING,
    PROFILES,
    READING_VALUES,
    READINGS,
    REDIRECT,
    REFUSED,
    RULE_EFFECT,
    SPEEDS,
    STACK,
    START,
    UNTIL,
    WINDOWS,
    Group,
    phases_of,
    points_of,
    steps_of,
)
from berserk_fsm.scenario.play_part import MAX_ITEMS
from berserk_fsm.scenario.sentences import BothPass, Sentence, say
from berserk_fsm.yaml_text import MAX_BYTES

__all__ = ["claim_text", "dump_scenario", "item_text", "mirror", "scenario_of"]


_HARMLESS = re.compile(r"[\w«](?:[\w .;/«»„“”—–\-!()…+'№,?\[\]{}]*[\w.»“”!)…])?")
_HARMLESS_IN_FLOW = re.compile(r"[\w«](?:[\w .;/«»„“”—–\-!()…+'№]*[\w.»“”!)…])?")


def scenario_of(
    table: Table,
    decisions: Iterable[Sentence],
    expect: Mapping[str, ExpectValue] = MappingProxyType({}),
    *,
    title: str = "",
    cites: tuple[str, ...] = (),
    readings: Readings | None = None,
    profile: Profile | None = None,
) -> Scenario:
    """A scenario of decisions taken on a table.

    Args:
        table: the table they were taken on.
        decisions: in order.
        expect: how things stand after them; nothing is expected when it is empty.
        title: what it is about.
        cites: clauses and gaps.
        readings: all defaults if left out.
        profile: the phases and steps of the table; the default profile if left out.
    """
    play: list[Item] = [Say(decision, text=say(decision)) for decision in decisions]
    if expect:
        play.append(Expect(MappingProxyType(dict(expect))))
    used = profile or default_profile()
    return Scenario(title, cites, readings or Readings(), table, tuple(play), profile=used)


def dump_scenario(scenario: Scenario, lang: str = "en") -> str:
    """The text of a scenario file.

    Args:
        scenario: what to write.
        lang: ``"ru"`` for Russian keys, values and sentences; anything else is English. Names are kept.

    Returns:
        YAML; ``parse_scenario(dump_scenario(scenario, lang)) == scenario``. A profile that does not come with the
        package cannot be named in a file: a comment says so, and what is written must be read with that profile.

    Raises:
        SavingError: the play has more lines, or the file would be larger, than what is read.
    """
    if len(scenario.play) > MAX_ITEMS:
        raise SavingError(
            f"the play would have {len(scenario.play)} lines; expected at most {MAX_ITEMS}, for no more are read",
            f"в розыгрыше было бы строк: {len(scenario.play)}; ожидалось не больше {MAX_ITEMS}, больше не читается",
        )
    profile = scenario.profile
    table = scenario.table
    writer = _Writer(lang, profile, table.actions)
    actions = {
        name: writer.flow(writer.action(action)) for name, action in table.actions.items() if not table.rolls(name)
    }
    effects = {name: writer.flow(writer.rule_effect(effect)) for name, effect in table.rule_effects.items()}
    readings = {
        READINGS.spell(id, lang): writer.fixed(READING_VALUES, value)
        for id, value in scenario.readings.non_default().items()
    }
    values: dict[str, Any] = {
        "title": scenario.title,
        "cites": writer.flow([writer.citation(cite) for cite in scenario.cites]),
        "readings": writer.flow(readings),
        "profile": PROFILES.spell(profile.id, lang) if _is_named(profile) else "",
        "start": writer.flow(writer.start(table.start)),
        "actions": actions,
        "rule_effects": effects,
        **{kind: writer.claims([one for one in scenario.claims if one.kind == kind]) for kind in CLAIM_KINDS},
        "play": [writer.item(item) for item in scenario.play],
    }
    written = {FILE.spell(key, lang): value for key, value in values.items() if value}
    # A file without any key is an error, so that an empty table is written as such.
    text = writer.text(written or {FILE.spell("actions", lang): writer.flow({})})
    if not is_packaged(profile):
        text = _OWN_PROFILE.get(lang).format(id=profile.id) + text
    size = len(text.encode("utf-8"))
    if size > MAX_BYTES:
        raise SavingError(
            f"the file would have {size} bytes; expected at most {MAX_BYTES}, for no larger one is read",
            f"в файле было бы байтов: {size}; ожидалось не больше {MAX_BYTES}, больший не читается",
        )
    return text


_OWN_PROFILE = Text(
    ru="# Таблица этапов своя, «{id}»: разыгрывать с --profile ФАЙЛ.\n",
    en="# The step table is one of your own, {id}: to be played with --profile FILE.\n",
)


def _is_named(profile: Profile) -> bool:
    """Is the profile one that a file names?"""
    return profile != default_profile() and is_packaged(profile)


def item_text(item: Item, lang: str = "en", profile: Profile | None = None) -> str:
    """An item of play as it stands in a file, on one line.

    Args:
        item: the item.
        lang: ``"ru"``; anything else is English.
        profile: the phases and steps it speaks of; the default profile if left out.

    >>> from berserk_fsm.scenario.items import Condition
    >>> item_text(Until(Condition("step", "X", "payment")), "ru")
    'до: {этап: {X: оплата}}'
    """
    if isinstance(item, Say):
        return say(item.sentence, lang)
    writer = _Writer(lang, profile or default_profile())
    return writer.text(writer.item(item)).rstrip("\n")


def claim_text(claim: ClaimItem, lang: str = "en", profile: Profile | None = None) -> str:
    """A claim in words, made from the keys of the file.

    Args:
        claim: the claim.
        lang: ``"ru"``; anything else is English.
        profile: the phases and steps it speaks of; the default profile if left out.

    >>> claim = ClaimItem("always", "", {"step": "fix_target"}, {"priority": "A", "queue": ()})
    >>> claim_text(claim), claim_text(claim, "ru")
    ('always: if step fix_target, then priority A, queue empty',
     'всегда: если этап определение цели, то приоритет A, очередь пуста')
    """
    writer = _Writer(lang, profile or default_profile())

    def words(values: Mapping[str, ExpectValue]) -> str:
        return ", ".join(f"{EXPECT.spell(key, lang)} {told(key, value)}" for key, value in values.items())

    def told(key: str, value: ExpectValue) -> str:
        nothing = {
            "queue": Text("пуста", "empty"),
            "stack": Text("пуст", "empty"),
            "legal": Text("— ничего", "nothing"),
        }
        return nothing[key].get(lang) if value == () and key in nothing else writer.inline(key, value)

    kind, expected = FILE.spell(claim.kind, lang), words(claim.expected)
    if claim.condition is None:
        return f"{kind}: {expected}"
    if claim.kind != "always":
        also = "и при этом" if lang == "ru" else "and with it"
        return f"{kind}: {words(claim.condition)} {also} {expected}"
    if_, then = ("если", "то") if lang == "ru" else ("if", "then")
    return f"{kind}: {if_} {words(claim.condition)}, {then} {expected}"


def _escaped(c: str) -> str:
    """A character that would not be seen, as it is written between double quotes; such texts always stand in them."""
    return f"\\u{ord(c):04x}" if ord(c) <= 0xFFFF else f"\\U{ord(c):08x}"


class _Writer:
    """Makes plain values of a scenario's parts, and text of those."""

    def __init__(self, lang: str, profile: Profile, names: Container[str] = ()) -> None:
        # Imported here: most users of the package never write a scenario.
        from ruamel.yaml.comments import CommentedMap, CommentedSeq
        from ruamel.yaml.scalarstring import DoubleQuotedScalarString, SingleQuotedScalarString

        self.lang = lang
        self.names = names
        self.usual_phase = profile.usual_phase
        self.phases, self.steps, self.points = phases_of(profile), steps_of(profile), points_of(profile)
        self.quoted = DoubleQuotedScalarString
        self._single_quoted = SingleQuotedScalarString
        self._map = CommentedMap
        self._seq = CommentedSeq

    # --- YAML ------------------------------------------------------------------------

    def flow(self, value: dict[str, Any] | list[Any]) -> Any:
        """The value written on one line: ``{by: A}``, ``[a, b]``."""
        node = self._map(value) if isinstance(value, dict) else self._seq(value)
        node.fa.set_flow_style()
        return node

    def text(self, value: Any) -> str:
        """YAML text of a value made by the methods below."""
        from ruamel.yaml import YAML

        yaml = YAML()
        yaml.width = 2**30
        yaml.indent(mapping=2, sequence=4, offset=2)
        stream = io.StringIO()
        yaml.dump(self._safe(value, in_flow=False), stream)
        return "".join(c if c.isprintable() or c == "\n" else _escaped(c) for c in stream.getvalue())

    def _safe(self, value: Any, in_flow: bool) -> Any:
        """The value with quotes around texts that are not plainly harmless.

        The library puts quotes where it sees a need, but it overlooks some, for instance ``{to: ?x}``.
        """
        flow = in_flow or (isinstance(value, (self._map, self._seq)) and value.fa.flow_style() is True)
        if type(value) is str:
            if (_HARMLESS_IN_FLOW if flow else _HARMLESS).fullmatch(value):
                return value
            return self._single_quoted(value) if value.isprintable() else self.quoted(value)
        if isinstance(value, dict):
            safe = {self._safe(key, flow): self._safe(below, flow) for key, below in value.items()}
            return self.flow(safe) if flow else safe
        if isinstance(value, list):
            items = [self._safe(below, flow) for below in value]
            return self.flow(items) if flow else items
        return value

    def keyed(self, group: Group, values: Mapping[str, Any]) -> dict[str, Any]:
        """The values under the keys of a group, in its order."""
        return {group.spell(id, self.lang): values[id] for id in group.ids if id in values}

    def citation(self, text: str) -> str:
        """A clause in quotes, since other readers of YAML would take 302.10 for a number."""
        return self.quoted(text) if text[:1].isdigit() else text

    def fixed(self, group: Group, value: str) -> Any:
        """A fixed word; in English, truth is a real one so that it is written without quotes."""
        if self.lang != "ru" and value in ("true", "false"):
            return value == "true"
        return group.spell(value, self.lang)

    # --- table -----------------------------------------------------------------------

    def start(self, start: Start) -> dict[str, Any]:
        values: dict[str, Any] = {}
        if start.active != "A":
            values["active"] = start.active
        if start.phase != self.usual_phase:
            values["phase"] = self.phases.spell(start.phase, self.lang)
        if start.facts:
            values["facts"] = self.flow(list(start.facts))
        return self.keyed(START, values)

    def action(self, action: Action) -> dict[str, Any]:
        kind = kinds().get(action.kind or "")
        values: dict[str, Any] = {"by": action.by}
        if kind is not None:
            values["kind"] = kind.name.get(self.lang)
        if action.speed != ((kind and kind.speed) or "fast"):
            values["speed"] = SPEEDS.spell(action.speed, self.lang)
        if action.roll != bool(kind and kind.roll):
            values["roll"] = self.fixed(BOOLEANS, str(action.roll).lower())
        if action.on is not None:
            where = self.points.spell(action.on.where, self.lang)
            name = self.phases.spell(action.on.name, self.lang) if action.on.where == "phase" else action.on.name
            values["on"] = self.flow({where: name})
        if action.redirect is not None:
            values["redirect"] = self.flow(self.keyed(REDIRECT, action.redirect._asdict()))
        for key in ("target", "block"):
            if (name := getattr(action, key)) is not None:
                values[key] = name
        for key in ("when", "requires", "cost", "remove", "add"):
            if facts := getattr(action, key):
                values[key] = self.flow(list(facts))
        return self.keyed(ACTION, values)

    def rule_effect(self, effect: RuleEffect) -> dict[str, Any]:
        values = {key: self.flow(list(getattr(effect, key))) for key in RULE_EFFECT.ids}
        return self.keyed(RULE_EFFECT, {key: facts for key, facts in values.items() if facts})

    # --- play ------------------------------------------------------------------------

    def item(self, item: Item) -> Any:
        if isinstance(item, Say):
            return say(item.sentence, self.lang)
        if isinstance(item, Until):
            return {ITEM.spell("until", self.lang): self.until(item)}
        if isinstance(item, Refuse):
            values = {
                "say": say(item.sentence, self.lang),
                "clause": self.citation(citation_text(item.clause, self.lang)),
            }
            return {ITEM.spell("refused", self.lang): self.flow(self.keyed(REFUSED, values))}
        return {ITEM.spell("expect", self.lang): self.expectation(item.values)}

    def expectation(self, values: Mapping[str, ExpectValue]) -> Any:
        return self.flow({EXPECT.spell(key, self.lang): self.expected(key, value) for key, value in values.items()})

    def until(self, item: Until) -> Any:
        condition = item.condition
        value: Any = condition.name
        if condition.kind == "stack":
            value = STACK.spell("empty", self.lang)
        elif condition.kind == "phase":
            value = self.phases.spell(condition.name or "", self.lang)
        elif condition.kind == "step":
            value = self.flow({condition.name or "": self.steps.spell(condition.step or "", self.lang)})
        return self.flow({UNTIL.spell(condition.kind, self.lang): value})

    def expected(self, key: str, value: ExpectValue) -> Any:
        if value is None:
            nothing = NOTHING.spell("nobody" if key == "priority" or self.lang != "ru" else "null", self.lang)
            return "" if key == "executing" and nothing in self.names else nothing
        if isinstance(value, bool):
            return self.fixed(BOOLEANS, str(value).lower())
        if isinstance(value, int):
            return value
        if isinstance(value, str):
            groups = {"phase": self.phases, "step": self.steps, "window": WINDOWS}
            return groups[key].spell(value, self.lang) if key in groups else value
        return self.flow(dict(value) if isinstance(value, Mapping) else list(value))

    def inline(self, key: str, value: ExpectValue) -> str:
        """What is expected under a key as it reads in a sentence: names without the quotes YAML may need."""
        if isinstance(value, Mapping):
            return "{" + ", ".join(f"{name}: {target}" for name, target in value.items()) + "}"
        if isinstance(value, tuple):
            return f"[{', '.join(value)}]"
        written = self.expected(key, value)
        return str(written).lower() if isinstance(written, bool) else str(written)

    # --- claims ----------------------------------------------------------------------

    def claims(self, claims: list[ClaimItem]) -> Any:
        """One claim by itself, several as a list."""
        written = [self.claim(claim) for claim in claims]
        return written[0] if len(written) == 1 else written

    def claim(self, claim: ClaimItem) -> Any:
        expected = self.expectation(claim.expected)
        if not claim.title and claim.condition is None:
            return expected
        values: dict[str, Any] = {"title": claim.title} if claim.title else {}
        if claim.condition is not None:
            values["if"] = self.expectation(claim.condition)
        return self.keyed(CLAIM, {**values, "expect": expected})


# --- mirror ------------------------------------------------------------------------------


def mirror(scenario: Scenario) -> Scenario:
    """The same scenario with the players A and B exchanged everywhere.

    The rules know no difference between A and B, so a scenario and its mirror must hold alike.

    >>> from berserk_fsm.scenario.scenario import parse_scenario
    >>> scenario = parse_scenario("actions: {F: {by: A}}\\nplay: [A declares F]")
    >>> print(dump_scenario(mirror(scenario)), end="")
    start: {active: B}
    actions:
      F: {by: B}
    play:
      - B declares F
    """
    table = scenario.table
    actions = {name: replace(action, by=other(action.by)) for name, action in table.actions.items()}
    start = replace(table.start, active=other(table.start.active))
    mirrored = replace(table, actions=MappingProxyType(actions), start=start)
    play = tuple(_mirror_item(item) for item in scenario.play)
    return replace(scenario, table=mirrored, play=play, claims=tuple(map(_mirror_claim, scenario.claims)))


def _mirror_item(item: Item) -> Item:
    if isinstance(item, Say):
        sentence = _mirror_sentence(item.sentence)
        return replace(item, sentence=sentence, text=say(sentence, _language(item)))
    if isinstance(item, Refuse):
        return replace(item, sentence=_mirror_sentence(item.sentence))
    if isinstance(item, Expect):
        return replace(item, values=_mirror_values(item.values))
    return item


def _mirror_claim(claim: ClaimItem) -> ClaimItem:
    condition = None if claim.condition is None else _mirror_values(claim.condition)
    return replace(claim, condition=condition, expected=_mirror_values(claim.expected))


def _mirror_values(values: Mapping[str, ExpectValue]) -> Mapping[str, ExpectValue]:
    exchange: dict[ExpectValue, ExpectValue] = {"A": "B", "B": "A"}
    return MappingProxyType(
        {key: exchange.get(value, value) if key in ("active", "priority") else value for key, value in values.items()}
    )


def _mirror_sentence(sentence: Sentence) -> Sentence:
    if isinstance(sentence, BothPass):
        return sentence
    return Decision(sentence.verb, other(sentence.player), sentence.name)


def _language(item: Say) -> str:
    """The language a sentence was written in, told by its verb."""
    name = "" if isinstance(item.sentence, BothPass) else item.sentence.name or ""
    return "ru" if re.search("[а-яё]", item.text.casefold().removesuffix(name.casefold())[1:]) else "en"
