"""Options every command has, and ``click`` in two languages.

``click`` takes its own words from gettext catalogues it does not have in Russian, so the words are given here: the
command classes lay out help, and :func:`usage_message` says what is wrong with a command line.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from berserk_fsm.commands.terminal import one_line, print_error, print_out
from berserk_fsm.errors import ReadingError
from berserk_fsm.language import LANG_VARIABLE, LANGS, known_language, language_of_environment
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.rules.profiles import Profile

__all__ = [
    "AnyFunction",
    "BilingualCommand",
    "BilingualGroup",
    "Entry",
    "OneOf",
    "Positive",
    "ReadingValue",
    "SomeOf",
    "chosen_profile",
    "chosen_readings",
    "given_options",
    "language_of",
    "machine_options",
    "refuse_options",
    "remark_options",
    "shared_options",
    "usage_message",
]

_READINGS = "berserk_fsm.readings"
_PROFILE = "berserk_fsm.profile"

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])


# --- the language ----------------------------------------------------------------------------------------------------


def language_of(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language to speak: ``--lang``, else ``BERSERK_FSM_LANG``, else the locale's; English if that is no help.

    >>> language_of(["play", "--lang", "ru", "f.yaml"], {"LANG": "en_GB.UTF-8"})
    'ru'
    >>> language_of(["play"], {"LANG": "ru_RU.UTF-8"}), language_of(["play"], {"LANG": "C"})
    ('ru', 'en')
    """
    asked = None
    for number, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == "--lang":
            asked = known_language("".join(arguments[number + 1 : number + 2])) or asked
        elif argument.startswith("--lang="):
            asked = known_language(argument.removeprefix("--lang=")) or asked
    return asked or language_of_environment(environment)


# --- types of options ------------------------------------------------------------------------------------------------


if TYPE_CHECKING:
    _Type = click.ParamType[Any]
else:
    _Type = click.ParamType


class OneOf(_Type):
    """One of some words.

    Args:
        lang: the language of messages.
        words: those there are.
        open_to: words that begin so are let through: which of them there are depends on something not known yet.
    """

    name = "word"

    def __init__(self, lang: str, words: Sequence[str], open_to: str | None = None) -> None:
        self.lang = lang
        self.words = tuple(words)
        self.open_to = open_to

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """What help shows for the value."""
        return "|".join(self.words)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The word."""
        return self.word(str(value), param, ctx)

    def word(self, text: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word ``text`` is; upper and lower case make no difference."""
        word = text.strip().lower()
        if self.open_to is not None and word.startswith(self.open_to):
            return word
        if word not in self.words:
            listed = ", ".join(self.words)
            self.fail(
                Text(
                    f"нет значения «{text}»; ожидалось: {listed}", f"there is no value {text!r}; expected: {listed}"
                ).get(self.lang),
                param,
                ctx,
            )
        return word


class SomeOf(OneOf):
    """Some of some words, separated by commas; each once."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """What help shows for the value."""
        return ",".join(self.words)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The words, in the order given."""
        if isinstance(value, tuple):
            return value
        return tuple(dict.fromkeys(self.word(part, param, ctx) for part in str(value).split(",")))


class Positive(_Type):
    """A positive number."""

    name = "number"

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """What help shows for the value."""
        return Text("ЧИСЛО", "NUMBER").get(self.lang)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number."""
        if isinstance(value, int):
            return value
        text = str(value).strip()
        if not text.isascii() or not text.isdigit() or len(text) > _DIGITS or int(text) < 1:
            self.fail(
                Text(
                    f"«{text}» не подходит; ожидалось положительное число",
                    f"{text!r} will not do; expected a positive number",
                ).get(self.lang),
                param,
                ctx,
            )
        return int(text)


_DIGITS = 12
"""More digits than anybody means."""


class ReadingValue(_Type):
    """A reading and the value chosen, ``ID=VALUE``, in either language."""

    name = "reading"

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """The reading and its value, by their English names."""
        if isinstance(value, tuple):
            return value
        from berserk_fsm.rules.readings import Readings
        from berserk_fsm.scenario.keys import READING_VALUES, READINGS

        id, equals, chosen = str(value).partition("=")
        if not equals:
            self.fail(
                Text(
                    f"«{value}» — не прочтение; ожидалось ИМЯ=ЗНАЧЕНИЕ", f"{value!r} is no reading; expected ID=VALUE"
                ).get(self.lang),
                param,
                ctx,
            )
        found = READINGS.find(id) or id.strip(), READING_VALUES.find(chosen) or chosen.strip()
        try:
            Readings.from_mapping(dict([found]))
        except ReadingError as error:
            self.fail(error.text(self.lang), param, ctx)
        return found


# --- options every command has ---------------------------------------------------------------------------------------


def shared_options(lang: str, *, with_lang: bool = True) -> Callable[[AnyFunction], AnyFunction]:
    """The options that may stand before and after every command: ``--lang``, ``--reading``, ``--profile``…

    Args:
        lang: the language of their help.
        with_lang: with ``--lang``; a command that means something else by it leaves it out.

    Raises:
        InputError: when the command line is read, if ``--profile`` names no profile, or a file that holds none.
    """

    def gather(ctx: click.Context, param: click.Parameter, value: tuple[tuple[str, str], ...]) -> None:
        ctx.meta[_READINGS] = {**ctx.meta.get(_READINGS, {}), **dict(value)}

    def keep_profile(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
        if value is None:
            return
        from berserk_fsm.rules.profiles import find_profile
        from berserk_fsm.scenario.keys import PROFILES

        ctx.meta[_PROFILE] = find_profile(PROFILES.find(value) or value)

    def show_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
        if value and not ctx.resilient_parsing:
            from berserk_fsm import __version__

            print_out(f"berserk-fsm {__version__}")
            ctx.exit()

    options = [
        click.option(
            "--reading",
            "readings",
            metavar=Text("ИМЯ=ЗНАЧЕНИЕ", "ID=VALUE").get(lang),
            type=ReadingValue(lang),
            multiple=True,
            expose_value=False,
            callback=gather,
            help=Text(
                "Прочтение спорного места (см. команду readings); важнее указанного в сценарии. Можно повторять.",
                "How to read a disputed place (see the command readings); wins over the scenario's. May be repeated.",
            ).get(lang),
        ),
        click.option(
            "--profile",
            metavar=Text("ИМЯ|ФАЙЛ", "NAME|FILE").get(lang),
            expose_value=False,
            callback=keep_profile,
            help=Text(
                "Таблица этапов и фаз: default, edition_2009 или свой файл YAML; важнее указанной в сценарии.",
                "The table of steps and phases: default, edition_2009, or a YAML file of your own; wins over the "
                "scenario's.",
            ).get(lang),
        ),
        click.option(
            "--version",
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=show_version,
            help=Text("Показать версию и выйти.", "Show the version and exit.").get(lang),
        ),
    ]
    if with_lang:
        options.insert(
            0,
            click.option(
                "--lang",
                type=OneOf(lang, LANGS),
                expose_value=False,
                help=Text(
                    f"Язык; иначе — {LANG_VARIABLE} или язык системы.",
                    f"The language; otherwise {LANG_VARIABLE}, or that of the system.",
                ).get(lang),
            ),
        )

    def decorate(function: AnyFunction) -> AnyFunction:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def chosen_readings(ctx: click.Context) -> dict[str, str]:
    """The readings of all ``--reading`` options, before and after the command; a later one wins."""
    return dict(ctx.meta.get(_READINGS, {}))


def chosen_profile(ctx: click.Context) -> Profile | None:
    """The profile of the last ``--profile`` option, before or after the command; ``None`` if there is none."""
    found: Profile | None = ctx.meta.get(_PROFILE)
    return found


# --- options that would make no difference ---------------------------------------------------------------------------


def machine_options(ctx: click.Context) -> tuple[str, ...]:
    """Which of ``--reading`` and ``--profile`` were given, before or after the command."""
    given = {"--reading": chosen_readings(ctx), "--profile": chosen_profile(ctx)}
    return tuple(option for option, value in given.items() if value)


def given_options(ctx: click.Context, *names: str) -> tuple[str, ...]:
    """Which of the command's own options stand on the command line, whatever their values.

    Args:
        ctx: of the command.
        names: the options that are looked for, ``--view``; all of its own if there are none.
    """
    own = (param for param in ctx.command.params if isinstance(param, click.Option) and param.expose_value)
    given = (param.opts[-1] for param in own if ctx.get_parameter_source(param.name or "") is _COMMAND_LINE)
    return tuple(option for option in given if not names or option in names)


_COMMAND_LINE = click.core.ParameterSource.COMMANDLINE


def remark_options(lang: str, options: Sequence[str], why: Text) -> None:
    """``--reading`` and ``--profile`` are taken everywhere: say where they make no difference.

    Args:
        lang: the language of the remark.
        options: those that were given; nothing is said if there are none.
        why: why they make none, and what to do instead.
    """
    if options:
        print_error(one_line(_no_difference(options, why).get(lang)))


def refuse_options(ctx: click.Context, lang: str, options: Sequence[str], why: Text) -> None:
    """Refuse options that would make no difference.

    Args:
        ctx: of the command.
        lang: the language of the message.
        options: those that were given; nothing happens if there are none.
        why: why they make none, and what to do instead.

    Raises:
        UsageError: there are some.
    """
    if options:
        ctx.fail(_no_difference(options, why).get(lang))


def _no_difference(options: Sequence[str], why: Text) -> Text:
    named = ", ".join(options)
    return Text(f"{named}: здесь это ничего не меняет: {why.ru}", f"{named}: this makes no difference here: {why.en}")


# --- commands --------------------------------------------------------------------------------------------------------


def _show_help(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Not by ``click.echo``: on an ASCII console that writes UTF-8 instead of what the console has."""
    if value and not ctx.resilient_parsing:
        print_out(ctx.get_help())
        ctx.exit()


class _Bilingual(click.Command):
    """A command whose help is in one of the two languages."""

    lang: str

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """``--help``, with its help."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = Text("Показать эту справку и выйти.", "Show this help and exit.").get(self.lang)
            option.callback = _show_help
        return option

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The line that shows how the command is called."""
        prefix = Text("Вызов: ", "Usage: ").get(self.lang)
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), prefix=prefix)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of options."""
        records = [param.get_help_record(ctx) for param in self.get_params(ctx) if isinstance(param, click.Option)]
        with formatter.section(Text("Параметры", "Options").get(self.lang)):
            formatter.write_dl([record for record in records if record])


def _in_lang(lang: str, kwargs: dict[str, Any]) -> dict[str, Any]:
    kwargs.setdefault("options_metavar", Text("[ПАРАМЕТРЫ]", "[OPTIONS]").get(lang))
    kwargs.setdefault("context_settings", {"help_option_names": ["-h", "--help"], "max_content_width": 100})
    return kwargs


class BilingualCommand(_Bilingual):
    """A command in one language."""

    def __init__(self, *args: Any, lang: str, **kwargs: Any) -> None:
        super().__init__(*args, **_in_lang(lang, kwargs))
        self.lang = lang


class Entry(NamedTuple):
    """A command a group offers: the module that builds it, and one sentence about it."""

    module: str
    about: Text


class BilingualGroup(_Bilingual, click.Group):
    """Commands in one language, imported only when they are called."""

    def __init__(self, *args: Any, lang: str, entries: Mapping[str, Entry], **kwargs: Any) -> None:
        kwargs.setdefault("subcommand_metavar", Text("КОМАНДА [АРГУМЕНТЫ]…", "COMMAND [ARGS]…").get(lang))
        super().__init__(*args, **_in_lang(lang, {"no_args_is_help": False, **kwargs}))
        self.lang = lang
        self.entries = entries

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, the most used first."""
        return list(self.entries)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of this name."""
        if name not in self.entries:
            return None
        built: click.Command = import_module(self.entries[name].module).command(self.lang)
        return built

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command an argument names; an unknown one is answered with the nearest."""
        name = args[0]
        if name not in self.entries and not name.startswith("-"):
            close = difflib.get_close_matches(name.lower(), self.entries, n=1, cutoff=0.5)
            known = ", ".join(self.entries)
            ctx.fail(
                Text(
                    f"нет команды «{name}»; " + (f"возможно, {close[0]}?" if close else f"есть такие: {known}"),
                    f"there is no command {name!r}; " + (f"perhaps {close[0]}?" if close else f"there are: {known}"),
                ).get(self.lang)
            )
        return super().resolve_command(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, then the options."""
        with formatter.section(Text("Команды", "Commands").get(self.lang)):
            formatter.write_dl([(name, entry.about.get(self.lang)) for name, entry in self.entries.items()])
        super().format_options(ctx, formatter)


# --- what is wrong with a command line -------------------------------------------------------------------------------

# What click says, and how it is said in Russian. Replacement strings may use groups of the pattern.
_RUSSIAN: tuple[tuple[str, str], ...] = (
    (r"Option '(.+)' requires an argument\.?", r"у параметра \1 нет значения"),
    (r"Option '(.+)' does not take a value\.?", r"у параметра \1 не бывает значения"),
    (r"Got unexpected extra arguments? \((.+)\)", r"лишнее: \1"),
    (r"No such option:? '?([^'\s]+?)'?\.?( .*)?", r"нет параметра \1"),
    (r"Missing command\.?", r"не указана команда"),
)


def usage_message(error: click.ClickException, lang: str) -> str:
    """What is wrong with a command line, in one line."""
    message = " ".join(error.format_message().split())
    if isinstance(error, click.NoSuchOption):
        hint = difflib.get_close_matches(error.option_name, error.possibilities or (), n=1, cutoff=0.5)
        message = Text(f"нет параметра {error.option_name}", f"there is no option {error.option_name}").get(lang)
        return one_line(message + (Text("; возможно, ", "; perhaps ").get(lang) + f"{hint[0]}?" if hint else ""))
    if isinstance(error, click.MissingParameter):
        name = error.param.make_metavar(error.ctx) if error.param and error.ctx else ""
        name = name.strip("[].…").removesuffix("...")
        return Text(f"не указано: {name}", f"missing: {name}").get(lang)
    if isinstance(error, click.BadParameter):
        name = error.param.opts[-1] if error.param and error.param.opts else ""
        name = next((opt for opt in (error.param.opts if error.param else ()) if opt.startswith("--")), name)
        return one_line(f"{name}: {' '.join(error.message.split())}" if name else error.message)
    if lang == "ru":
        for pattern, better in _RUSSIAN:
            if match := re.fullmatch(pattern, message):
                return one_line(match.expand(better))
    return one_line(message[:1].lower() + message[1:].rstrip("."))
