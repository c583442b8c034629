"""A way through a game: what was done so far, one on, one back, in whole sentences or in micro-steps. No words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from berserk_fsm.core.values import Decision
from berserk_fsm.errors import Refused
from berserk_fsm.game import Game
from berserk_fsm.machine.records import MicroStep, StepRecord
from berserk_fsm.scenario import play
from berserk_fsm.scenario.items import Item, Refuse, Say, Until
from berserk_fsm.scenario.sentences import Sentence

__all__ = ["Entry", "Numbered", "Walk", "giving_away"]


@dataclass(frozen=True, slots=True)
class Entry:
    """Something done so far.

    Args:
        item: what it is in a scenario.
        records: how many step records it led to.
        place: the place in the file's play before it.
        from_file: the file says it too.
        holds: may it be saved? Not what a file expects in vain.
    """

    item: Item
    records: int
    place: int
    from_file: bool
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Numbered:
    """A micro-step, the decision it belongs to, and its number among the micro-steps of that decision."""

    decision: Decision
    number: int
    micro: MicroStep


@dataclass(frozen=True, slots=True)
class _Pending:
    """A sentence half taken in micro-steps: the records complete so far, the last micro-step of the open one."""

    sentence: Sentence
    records: int
    last: Numbered


def giving_away(game: Game) -> Decision:
    """How priority is given away now: a pass (303.2), or a hand-over after declaring (303.6)."""
    window = game.state.window
    player = game.state.holder or game.state.active
    return Decision("hand_over" if window and window.has_declared else "pass", player)


class Walk:
    """One way through one game.

    Args:
        game: the game; what has been decided in it counts as done here.
        file: the play of the file the game is from.

    >>> from berserk_fsm import Action
    >>> walk = Walk(Game([Action("M", by="A", speed="slow")]))
    >>> len(walk.decide(Decision("declare", "A", "M"))), walk.entries[0].item.sentence.name
    (1, 'M')
    >>> walk.back().sentence.name, walk.entries
    ('M', [])
    """

    def __init__(self, game: Game, file: Sequence[Item] = ()) -> None:
        if not game.settled:
            game.settle()
        self.game = game
        self.file = tuple(file)
        self.place = 0
        self.entries = [
            Entry(Say(record.decision), 1, 0, from_file=False) for record in game.history if record.decision is not None
        ]
        self._pending: _Pending | None = None

    @property
    def is_half_done(self) -> bool:
        """Has a sentence been begun in micro-steps and not been finished?"""
        return self._pending is not None

    @property
    def next_item(self) -> Item | None:
        """What the file's play says next."""
        return self.file[self.place] if self.place < len(self.file) else None

    @property
    def has_strayed(self) -> bool:
        """Was anything decided that the file does not say?"""
        return any(entry.records and not entry.from_file for entry in self.entries)

    # --- deciding ----------------------------------------------------------------------------------------------------

    def decide(self, sentence: Sentence) -> tuple[StepRecord, ...] | Refused:
        """Do what a sentence says and everything that follows by itself; a refusal changes nothing."""
        turned = self._do(sentence)
        if not isinstance(turned, Refused):
            self._done(sentence, len(turned))
        return turned

    def _do(self, sentence: Sentence) -> tuple[StepRecord, ...] | Refused:
        if not isinstance(sentence, Decision):
            return play.both_pass(self.game)
        turned = self.game.try_play(sentence)
        return turned if isinstance(turned, Refused) else (turned,)

    def refusal(self, sentence: Sentence) -> Refused | None:
        """Why a sentence is refused now; ``None`` if it is not. Changes nothing."""
        if isinstance(sentence, Decision):
            return self.game.refusal(sentence)
        if not self.game.settled:
            return self.game.refusal(giving_away(self.game))
        turned = play.both_pass(self.game)
        if isinstance(turned, Refused):
            return turned
        self._undo(len(turned))
        return None

    def _done(self, sentence: Sentence, records: int) -> None:
        """Note an accepted sentence, and go on in the file if the file says the same here."""
        ahead = self._next_sentence()
        from_file = ahead is not None and self.file[ahead] == Say(sentence)
        self.entries.append(Entry(Say(sentence), records, self.place, from_file))
        if ahead is not None and from_file:
            self.place = ahead + 1

    def _next_sentence(self) -> int | None:
        """The place of the file's next sentence; what the file only looks at may lie before it."""
        for place in range(self.place, len(self.file)):
            if isinstance(self.file[place], Say):
                return place
            if isinstance(self.file[place], Until):
                return None
        return None

    def keep(self, refuse: Refuse) -> None:
        """Note a refusal; if the file expects the same here, go on in the file."""
        from_file = self.next_item == refuse
        self.entries.append(Entry(refuse, 0, self.place, from_file))
        self.place += from_file

    # --- micro-steps -------------------------------------------------------------------------------------------------

    def begin(self, sentence: Sentence) -> tuple[Numbered, ...] | Refused:
        """Take a sentence up to its first transition after which the machine goes on by itself.

        Of two passes, the first is complete after one transition. A refusal changes nothing.
        """
        taken: list[Numbered] = []
        records = 0
        while True:
            decision = sentence if isinstance(sentence, Decision) else giving_away(self.game)
            refused = self.game.refusal(decision)
            if refused is not None:
                self._undo(records)
                return refused
            taken.append(Numbered(decision, 1, self.game.begin(decision)))
            self._pending = _Pending(sentence, records, taken[-1])
            self._close_if_complete()
            if self._pending is None or not self.game.settled:
                return tuple(taken)
            self._pending, records = None, records + 1

    def step_on(self) -> Numbered:
        """Take one micro-step of the sentence that is half done."""
        assert self._pending is not None
        micro = self.game.micro_step()
        assert micro is not None, "the sentence would have been complete"
        last = Numbered(self._pending.last.decision, self._pending.last.number + 1, micro)
        self._pending = _Pending(self._pending.sentence, self._pending.records, last)
        self._close_if_complete()
        return last

    def _close_if_complete(self) -> None:
        """Where a player must decide the record is complete; note the sentence if that is complete too."""
        assert self._pending is not None
        if self.game.specification.states[self.game.state.control].kind != "decision":
            return
        after = self.game.micro_step()  # has the game notice that nothing goes on by itself
        assert after is None
        closes = self.game.history[-1].micro_steps[0].after.window is None
        if isinstance(self._pending.sentence, Decision) or closes:
            self._done(self._pending.sentence, self._pending.records + 1)
            self._pending = None

    # --- back --------------------------------------------------------------------------------------------------------

    def back(self) -> Item | None:
        """Take back the last thing done, also one that is half done; ``None`` at the very start."""
        if self._pending is not None:
            pending, self._pending = self._pending, None
            self._undo(pending.records + 1)
            return Say(pending.sentence)
        if not self.entries:
            return None
        entry = self.entries.pop()
        self.place = entry.place
        self._undo(entry.records)
        return entry.item

    def _undo(self, records: int) -> None:
        for _ in range(records):
            self.game.undo()

    # --- the file's own play -----------------------------------------------------------------------------------------

    def play_next(self) -> play.Played:
        """Do the file's next item. A sentence that fails changes nothing, and the file stays where it is."""
        item = self.next_item
        assert item is not None
        played = play.play_item(self.game, self.place, item)
        if isinstance(item, (Say, Until)) and played.failure is not None:
            self._undo(len(played.records))
            return played
        holds = played.failure is None
        self.entries.append(Entry(item, len(played.records), self.place, from_file=True, holds=holds))
        self.place += 1
        return played
