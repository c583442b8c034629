"""One search shared by several processes.

Each state belongs to one process, told by what was declared and what lies in stack and queue. Where decisions lead is
sent to whoever it belongs to; from there automatic steps are followed at home, which leave all that as it is until an
action leaves the stack, and the situations they end in are sent to whoever they belong to: twice in each level. What
lies between is kept where it was found; at the end it is told to its owner, who counts it.
All pairs of processes talk in one fixed order, the lower number first, so that none waits for one that waits for it.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Mapping, Sequence, Sized
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, NamedTuple, Protocol

import numpy as np

from berserk_fsm.core.values import Decision, GameState
from berserk_fsm.errors import ExploreError
from berserk_fsm.explore.batch import Batch, concatenate
from berserk_fsm.explore.layout import Bits, Layout
from berserk_fsm.explore.model import Model
from berserk_fsm.explore.packed_rows import Coverage
from berserk_fsm.explore.report import Claim
from berserk_fsm.explore.search import CHUNK, Bounds, Found, Met, Names, Progress, Search, way_to
from berserk_fsm.explore.visited import NOWHERE, hashes

__all__ = ["MAX_PROCESSES", "SharedSearch"]

MAX_PROCESSES = 64

_STOPS = (None, "depth", "max_states", "interrupt")


class _Flag(Protocol):
    """Set by the user's process when the search shall end."""

    def is_set(self) -> bool: ...


class _Told(NamedTuple):
    """What the processes tell each other between two levels: how many portions of states wait for anything, where the
    next ones enter the turn (``-1``: none do), how many decision states are known, why the search shall end."""

    waiting: int
    enters: int
    states: int
    stop: int


class _Result(NamedTuple):
    """What one process has found."""

    states: int
    micro_states: int
    transitions: int
    depth: int
    nbytes: int
    stopped_by: str | None
    failed: dict[str, Found]
    claimed: dict[str, Found]
    met: set[str]
    coverage: Coverage
    opened: frozenset[str]


class _Share(Search):
    """The part of a search that one process does.

    Args:
        number: which process this is.
        partners: the connections to the others, by their numbers.
        stop: set when the user ends the search.
    """

    def __init__(
        self,
        model: Model,
        bounds: Bounds,
        claims: Sequence[Claim],
        progress: Callable[[Progress], None] | None,
        number: int,
        partners: Mapping[int, Connection],
        stop: _Flag,
    ) -> None:
        super().__init__(model, bounds, claims, progress)
        self.number, self.count = number, len(partners) + 1
        self._partners = dict(sorted(partners.items()))
        self._stop = stop
        self._all_states = 0
        self._counted = 0
        names = self.layout.names
        self._players_actions = np.uint64(self.layout.name_bits(n for n in names if not model.table.rolls(n)))
        self._outgoing: dict[int, list[Met]] = {partner: [] for partner in partners}

    # --- what belongs to whom ----------------------------------------------------------------------------------------

    def _owner(self, batch: Batch) -> Bits:
        """The process each state belongs to."""
        words = [batch.get(self.layout.declared) & self._players_actions]
        order = self.layout.order
        words += [batch.words[at] & order.ones(place) for place, at in enumerate(order.words)]
        return (hashes(words) >> np.uint64(32)) % np.uint64(self.count)

    def _reach(self, depth: int, batch: Batch, parents: Names) -> None:
        """Take in what belongs here, and lay the rest aside for its process."""
        owner = self._owner(batch)
        for partner, waiting in self._outgoing.items():
            theirs = owner == partner
            if theirs.any():
                waiting.append((depth, batch.at(theirs), parents[theirs]))
        mine = owner == self.number
        if mine.any():
            self._meet(depth, batch.at(mine), parents[mine])

    def _arrive(self, depth: int, batch: Batch, parents: Names) -> None:
        """Follow what goes on by itself; situations in which a player decides belong to someone."""
        decides = self.machine.is_decision[batch.get(self.layout.control)]
        if decides.all():
            self._reach(depth, batch, parents)
        elif decides.any():
            self._reach(depth, batch.at(decides), parents[decides])
            self._meet(depth, batch.at(~decides), parents[~decides])
        else:
            self._meet(depth, batch, parents)

    # --- talking to the others ---------------------------------------------------------------------------------------

    def _settle(self, depth: int) -> None:
        """Send what belongs to others and take what they send: where decisions led, then where that led by itself."""
        for _ in range(2):
            outgoing, self._outgoing = self._outgoing, {partner: [] for partner in self._partners}
            heard = self._talk({partner: _wire(met) for partner, met in outgoing.items()})
            for wires in heard.values():
                for at, words, parents in wires:
                    self._meet(at, Batch(self.layout, words), parents)
            self._go_on(depth)

    def _portion_done(self, depth: int) -> None:
        """Nothing is followed before the others have sent what they found: small portions cost as much as large."""

    def _run(self) -> None:
        super()._run()
        self._count_own()

    def _count_own(self) -> None:
        """Tell the owners of states that were kept here; what belongs here and is known now is counted here."""
        foreign: dict[int, list[Met]] = {partner: [] for partner in self._partners}
        for first in range(0, len(self.visited), CHUNK):
            batch = self.visited.slice(first, min(first + CHUNK, len(self.visited)))
            owner = self._owner(batch)
            for partner, told in foreign.items():
                theirs = owner == partner
                told.append((0, batch.at(theirs), np.full(int(theirs.sum()), NOWHERE)))
        self._counted = len(self.visited) - sum(len(batch) for told in foreign.values() for _, batch, _ in told)
        known = len(self.visited)
        for wires in self._talk({partner: _wire(told) for partner, told in foreign.items()}).values():
            for _, words, nowhere in wires:
                self.visited.add(Batch(self.layout, words), nowhere)
        self._counted += len(self.visited) - known

    @property
    def micro_states(self) -> int:
        """The distinct states that belong here."""
        return self._counted

    def _talk(self, messages: Mapping[int, Any]) -> dict[int, Any]:
        """Exchange one message with every partner."""
        heard = {}
        for partner, connection in self._partners.items():
            if self.number < partner:
                connection.send(messages[partner])
                heard[partner] = connection.recv()
            else:
                heard[partner] = connection.recv()
                connection.send(messages[partner])
        return heard

    def _next_depth(self, depth: int, by_depth: Mapping[int, list[Met]]) -> int | None:
        parts: tuple[Sized, ...] = (self._frontier, *self._pending, *self._outgoing.values())
        waiting = sum(map(len, parts))
        stop = "interrupt" if self._stop.is_set() else self.stopped_by
        mine = _Told(waiting, min(by_depth, default=-1), self.states, _STOPS.index(stop))
        told = [mine, *self._talk(dict.fromkeys(self._partners, mine)).values()]
        self._all_states = sum(one.states for one in told)
        self.stopped_by = _STOPS[max(one.stop for one in told)]
        if self.stopped_by is not None:
            return None
        if any(one.waiting for one in told):
            return depth
        return min((one.enters for one in told if one.enters >= 0), default=None)

    def _goes_on(self, entering: list[Met]) -> bool:
        told = self._talk(dict.fromkeys(self._partners, len(entering)))
        return bool(entering) or any(told.values())

    def _known_states(self) -> int:
        return max(self._all_states, self.states)

    def result(self) -> _Result:
        """What was found here."""
        return _Result(
            self.states,
            self.micro_states,
            self.transitions,
            self.depth,
            self.nbytes,
            self.stopped_by,
            self.failed,
            self.claimed,
            self.met,
            self.coverage,
            self.opened,
        )


def _wire(met: list[Met]) -> list[tuple[int, list[Bits], Names]]:
    """What is sent: one batch for each depth."""
    by_depth: dict[int, list[Met]] = {}
    for one in met:
        by_depth.setdefault(one[0], []).append(one)
    return [
        (depth, concatenate([batch for _, batch, _ in same]).words, np.concatenate([names for *_, names in same]))
        for depth, same in by_depth.items()
    ]


def _work(share: Callable[[Callable[[Progress], None]], _Share], home: Connection) -> None:
    """What a process does: its share of the search, then answers about the states it keeps."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the user's process hears it and tells the others
    try:
        search = share(lambda progress: home.send(progress))
        search.run()
        home.send(search.result())
        while (place := home.recv()) is not None:
            home.send(search.look_up(place))
    except EOFError:
        pass  # the user's process is gone
    except Exception as error:
        home.send(error)


class SharedSearch:
    """A search several processes do together. Used in a ``with`` block: they stay to answer until it ends.

    Args:
        model: what is explored.
        bounds: where it ends.
        claims: properties of the user's own.
        processes: how many.
        progress: called now and then with how far the search has come.

    Raises:
        ExploreError: the number of processes makes no sense, or this system cannot fork.
    """

    def __init__(
        self,
        model: Model,
        bounds: Bounds,
        claims: Sequence[Claim],
        processes: int,
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        if not 1 <= processes <= MAX_PROCESSES:
            raise ExploreError(
                f"processes is {processes}; expected 1 to {MAX_PROCESSES}",
                f"процессов {processes}; ожидалось от 1 до {MAX_PROCESSES}",
            )
        if "fork" not in multiprocessing.get_all_start_methods():
            raise ExploreError(
                "this system cannot share a search between processes (it has no fork); expected processes=1",
                "на этой системе перебор не делится между процессами (нет fork); ожидался один процесс",
            )
        self.model, self.bounds, self.claims = model, bounds, tuple(claims)
        self.layout = Layout(model)
        self.coverage = Coverage(model.specification)
        self.failed: dict[str, Found] = {}
        self.claimed: dict[str, Found] = {}
        self.met: set[str] = set()
        self.states = self.micro_states = self.transitions = self.depth = self.nbytes = 0
        self.stopped_by: str | None = None
        self.seconds = 0.0
        self.opened: frozenset[str] = frozenset()
        self._count = processes
        self._progress = progress
        self._homes: list[Connection] = []
        self._workers: list[Any] = []

    def __enter__(self) -> SharedSearch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for home, worker in zip(self._homes, self._workers, strict=True):
            if kind is not None:
                worker.terminate()
            else:
                home.send(None)
            worker.join()
            home.close()

    def run(self) -> None:
        """Search to the bounds. Stopped by Ctrl-C, the processes end with their level and keep what they have."""
        began = time.perf_counter()
        context = multiprocessing.get_context("fork")
        stop = context.Event()
        between = {(low, high): context.Pipe() for low in range(self._count) for high in range(low + 1, self._count)}
        for number in range(self._count):
            partners = {
                high if low == number else low: ends[low != number]
                for (low, high), ends in between.items()
                if number in (low, high)
            }
            home, there = context.Pipe()
            share = _share_of(self, number, partners, stop)
            worker = context.Process(target=_work, args=(share, there), daemon=True)
            worker.start()
            there.close()
            self._homes.append(home)
            self._workers.append(worker)
        for ends in between.values():
            for end in ends:
                end.close()
        for result in self._results(stop):
            self._take(result)
        self.seconds = time.perf_counter() - began

    def _results(self, stop: Any) -> list[_Result]:
        """Wait for every process to end its search."""
        found: dict[int, _Result] = {}
        known: dict[int, Progress] = {}
        while len(found) < self._count:
            try:
                open_ = [home for number, home in enumerate(self._homes) if number not in found]
                for home in wait(open_):
                    assert isinstance(home, Connection)
                    number, message = self._homes.index(home), home.recv()
                    if isinstance(message, Exception):
                        raise message
                    if isinstance(message, _Result):
                        found[number] = message
                        continue
                    known[number] = message
                    if self._progress is not None and number == 0:
                        waiting = sum(progress.waiting for progress in known.values())
                        micro = sum(progress.micro_states for progress in known.values())
                        self._progress(message._replace(waiting=waiting, micro_states=micro))
            except KeyboardInterrupt:
                stop.set()
        return [found[number] for number in range(self._count)]

    def _take(self, result: _Result) -> None:
        self.states += result.states
        self.micro_states += result.micro_states
        self.transitions += result.transitions
        self.nbytes += result.nbytes
        self.depth = max(self.depth, result.depth)
        self.stopped_by = self.stopped_by or result.stopped_by
        self.opened |= result.opened
        self.met |= result.met
        self.coverage.merge(result.coverage)
        for mine, theirs in ((self.failed, result.failed), (self.claimed, result.claimed)):
            for id, found in theirs.items():
                mine[id] = min(found, mine.get(id, found))

    def way_to(self, name: int) -> tuple[tuple[Decision, ...], GameState]:
        """The decisions that lead from the start to a state, and the state with its turn and log."""
        return way_to(self.model, self.layout, name, self._look_up)

    def _look_up(self, name: int) -> tuple[tuple[int, ...], int]:
        home = self._homes[name % self._count]
        home.send(name // self._count)
        found: tuple[tuple[int, ...], int] = home.recv()
        return found


def _share_of(
    shared: SharedSearch, number: int, partners: Mapping[int, Connection], stop: _Flag
) -> Callable[[Callable[[Progress], None]], _Share]:
    """Builds the share of one process, in that process."""
    return lambda progress: _Share(shared.model, shared.bounds, shared.claims, progress, number, partners, stop)
