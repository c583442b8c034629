"""Options that take several files, and what ``ledger`` and ``review`` share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from berserk_fsm.commands.options import BilingualCommand, chosen_profile, chosen_readings
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.ledger.links import Links
    from berserk_fsm.machine.specification import Specification

__all__ = ["ManyFilesCommand", "chosen_specification", "files_option", "links_of", "spread"]


def spread(arguments: Sequence[str], options: Sequence[str]) -> list[str]:
    """The arguments with an option before each of its files: a shell puts several in place of ``seeds/*``.

    Args:
        arguments: of a command.
        options: those that take everything up to the next option.

    >>> spread(["303.4", "--rules", "a", "b", "--json"], ["--rules"])
    ['303.4', '--rules', 'a', '--rules', 'b', '--json']
    """
    found: list[str] = []
    taking = ""
    waiting = False
    for place, argument in enumerate(arguments):
        if argument == "--":
            return [*found, *arguments[place:]]
        name, equals, _ = argument.partition("=")
        if argument.startswith("--") or (argument.startswith("-") and len(argument) > 1):
            taking, waiting = (name if name in options else ""), not equals
            found.append(argument)
        elif taking and not waiting:
            found += [taking, argument]
        else:
            waiting = False
            found.append(argument)
    return found


class ManyFilesCommand(BilingualCommand):
    """A command some of whose options take several files each."""

    many = ("--rules", "--old")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What the arguments leave over, after the options have taken theirs."""
        return super().parse_args(ctx, spread(args, self.many))


def files_option(lang: str, name: str, help: Text, *, required: bool = False) -> click.Option:
    """An option that takes one file or more."""
    return click.Option(
        [f"--{name}"],
        multiple=True,
        required=required,
        metavar=Text("ФАЙЛ…", "FILE…").get(lang),
        help=help.get(lang),
    )


def chosen_specification(ctx: click.Context) -> Specification:
    """The machine with the readings and the profile of the command line."""
    from berserk_fsm.machine.build import build_specification
    from berserk_fsm.rules.profiles import default_profile
    from berserk_fsm.rules.readings import Readings

    return build_specification(chosen_profile(ctx) or default_profile(), Readings.from_mapping(chosen_readings(ctx)))


def links_of(specification: Specification) -> tuple[Links, frozenset[str]]:
    """The links of a machine, and the names of what is linked in the default one."""
    from berserk_fsm.ledger.links import find_links
    from berserk_fsm.machine.build import build_specification

    links = find_links(specification)
    default = build_specification()
    same = specification.profile == default.profile and specification.readings == default.readings
    return links, frozenset() if same else find_links(default).names()
