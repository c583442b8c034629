"""``berserk-fsm ledger``: every clause and where it is in the machine; with the official text also what changed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from berserk_fsm.commands.options import shared_options
from berserk_fsm.commands.rules_files import ManyFilesCommand, chosen_specification, files_option, links_of
from berserk_fsm.commands.terminal import Sheet, make_console, print_out, print_unknown_clauses
from berserk_fsm.rules.text import Text

if TYPE_CHECKING:
    from berserk_fsm.ledger.ledger import Entry, Finding, Ledger
    from berserk_fsm.ledger.links import Link
    from berserk_fsm.rules.clauses import Obligation

__all__ = ["command"]

_HELP = Text(
    ru="""Реестр пунктов: что каждый требует и чем в автомате это сделано.

    С --rules текст правил сличается с тем, который проверяли: что в нём нового, что изменилось и что исчезло. Файлов
    может быть несколько, в любом порядке.

    Код 1, если чего-то не хватает или что-то ссылается на несуществующее; с --strict — и если что-то устарело, лишнее
    или не проверено.""",
    en="""The ledger: what each clause asks for, and what in the machine does it.

    With --rules the text of the rules is compared with the one reviewed: what in it is new, changed or gone. There may
    be several files, in any order.

    Exit 1 if anything is missing or cites what is not there; with --strict also if anything is outdated, unwanted or
    unreviewed.""",
)
_INDENT = 4
_SHOWN = ("state", "row", "refusal", "property", "scenario", "table")
_FIRST = (Text("Пункт", "Clause"), Text("В автомате", "Machine"), Text("Треб", "Asks"))
_HEADS = {
    "state": Text("Сост", "States"),
    "row": Text("Пер", "Rows"),
    "refusal": Text("Отк", "Ref"),
    "property": Text("Св", "Prop"),
    "scenario": Text("Сцен", "Scen"),
    "table": Text("Стол", "Tab"),
}
_LAST = (Text("Ссылки", "Links"), Text("Проверил", "Reviewed by"))


def command(lang: str) -> click.Command:
    """The command in ``lang``."""

    @click.command("ledger", cls=ManyFilesCommand, lang=lang, help=_HELP.get(lang))
    @click.option(
        "--clause",
        "wanted",
        multiple=True,
        metavar=Text("ПУНКТ", "CLAUSE").get(lang),
        help=Text(
            "Всё об одном пункте или пробеле (gap/…). Можно повторять.",
            "Everything about one clause or gap (gap/…). May be repeated.",
        ).get(lang),
    )
    @click.option(
        "--reviews",
        "reviews_file",
        metavar=Text("ФАЙЛ", "FILE").get(lang),
        help=Text(
            "Свои проверки (их пишет команда review); важнее тех, что идут с программой.",
            "Reviews of your own (made by the command review); they win over those that come with the program.",
        ).get(lang),
    )
    @click.option(
        "--strict",
        is_flag=True,
        help=Text(
            "Код 1 и при устаревшем, лишнем, непроверенном.", "Exit 1 also on outdated, unwanted, unreviewed."
        ).get(lang),
    )
    @click.option("--json", "as_json", is_flag=True, help=Text("Один объект JSON.", "One JSON object.").get(lang))
    @shared_options(lang)
    @click.pass_context
    def ledger(
        ctx: click.Context,
        rules: tuple[str, ...],
        old: tuple[str, ...],
        wanted: tuple[str, ...],
        reviews_file: str | None,
        strict: bool,
        as_json: bool,
    ) -> int:
        from berserk_fsm.ledger.ledger import FAILING, STATUSES, make_ledger
        from berserk_fsm.ledger.official import read_official
        from berserk_fsm.ledger.reviews import load_reviews, packaged_reviews
        from berserk_fsm.ledger.telling import plain_entry, plain_ledger

        if old and not rules:
            raise click.UsageError(
                Text("--old без --rules не с чем сличать", "--old needs --rules to compare with").get(lang), ctx
            )
        reviews = {**packaged_reviews(), **(load_reviews(reviews_file) if reviews_file is not None else {})}
        text = read_official(rules) if rules else None
        before = read_official(old) if old else None
        links, also_known = links_of(chosen_specification(ctx))
        made = make_ledger(links, reviews, text, before, also_known)
        unknown = [
            number for number in wanted if number.partition("/")[0] not in made.entries and number not in made.entries
        ]
        if print_unknown_clauses(unknown, made.entries, lang):
            return 2
        # 303.4/once names an obligation: its clause is told.
        chosen = [
            made.entries.get(number) or made.entries[number.partition("/")[0]] for number in dict.fromkeys(wanted)
        ]
        findings = [finding for entry in chosen for finding in entry.findings] if chosen else list(made.findings)
        if as_json:
            plain = {"entries": [plain_entry(entry) for entry in chosen]} if chosen else plain_ledger(made)
            print_out(json.dumps(plain))
        elif chosen:
            sheet = Sheet(make_console())
            for place, entry in enumerate(chosen):
                if place:
                    sheet.gap()
                _tell_entry(entry, sheet, lang)
        else:
            _tell_all(made, lang)
        failing = STATUSES[1:] if strict else FAILING
        return 1 if any(finding.status in failing for finding in findings) else 0

    ledger.params[:0] = [
        files_option(
            lang,
            "rules",
            Text("Текст правил: пронумерованные пункты.", "The text of the rules: numbered clauses."),
        ),
        files_option(
            lang,
            "old",
            Text("Прежний текст: показать изменённые слова.", "The text before: shows the words that changed."),
        ),
    ]
    return ledger


# --- the whole table -------------------------------------------------------------------------------------------------


def _tell_all(ledger: Ledger, lang: str) -> None:
    sheet = Sheet(make_console())
    rows = [tuple(head.get(lang) for head in (*_FIRST, *_HEADS.values(), *_LAST))]
    rows += [_row(entry, lang) for entry in ledger.entries.values()]
    cells = [[sheet.fitted(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    counted = range(len(_FIRST) - 1, len(_FIRST) + len(_HEADS))
    for place, row in enumerate(cells):
        padded = [
            cell.rjust(widths[column]) if column in counted else cell.ljust(widths[column])
            for column, cell in enumerate(row)
        ]
        # Laid out here, not by rich: it would cut words short to fit them in.
        line = " ".join(padded).rstrip()
        sheet.console.print(line, no_wrap=True, overflow="ignore", crop=False, style="" if place else "bold")
    sheet.line(
        Text(
            "Треб — выполнено требований из всех; Сост, Пер — видов состояний и переходов, Отк — отказов, "
            "Св — свойств, Сцен — сценариев, Стол — готовых столов; «-»: не требуется.",
            "Asks: obligations met, of all; States, Rows: kinds of them; Ref: refusals; Prop: properties; "
            "Scen: scenarios; Tab: ready tables; “-”: not asked for.",
        ).get(lang),
        style="dim",
    )
    if ledger.text is not None:
        sheet.gap()
        _tell_text(ledger, sheet, lang)
    sheet.gap()
    _tell_findings(ledger.findings, sheet, lang)


def _row(entry: Entry, lang: str) -> tuple[str, ...]:
    from berserk_fsm.ledger.telling import MODELLED_NAMES, STATUS_NAMES

    covered = sum(entry.obligation_status(one) == "covered" for one in entry.obligations)
    return (
        entry.number,
        MODELLED_NAMES[entry.status].get(lang),
        f"{covered}/{len(entry.obligations)}" if entry.obligations else "",
        *(_count(entry, kind) for kind in _SHOWN),
        STATUS_NAMES[entry.worst].get(lang),
        entry.review.by if entry.review is not None else "",
    )


def _count(entry: Entry, kind: str) -> str:
    found = entry.of(kind)
    if found or kind in entry.owes:
        return str(len(found))
    return "-" if entry.obligations and kind != "table" else ""


def _tell_findings(findings: tuple[Finding, ...], sheet: Sheet, lang: str) -> None:
    from berserk_fsm.ledger.ledger import STATUSES
    from berserk_fsm.ledger.telling import STATUS_NAMES

    for status in reversed(STATUSES):
        found = [finding for finding in findings if finding.status == status]
        if not found:
            continue
        name = STATUS_NAMES[status].get(lang)
        if status == "unreviewed":
            sheet.line(f"{name} ({len(found)}): {', '.join(finding.clause for finding in found)}")
            continue
        sheet.line(f"{name} ({len(found)})", style="bold")
        for finding in found:
            mark = "fails" if status in ("missing", "orphaned") else ""
            sheet.line(finding.text.get(lang), (finding.about,), indent=_INDENT, mark=mark)
    if not any(finding.status in ("missing", "orphaned") for finding in findings):
        sheet.line(
            Text("Всё на месте, лишних ссылок нет.", "Nothing is missing, nothing is orphaned.").get(lang), mark="holds"
        )


def _tell_text(ledger: Ledger, sheet: Sheet, lang: str) -> None:
    from berserk_fsm.rules.gaps import gaps

    text = ledger.text
    assert text is not None
    bullets = sum(len(clause.bullets) for clause in text.clauses.values())
    sheet.line(
        Text(
            f"Текст правил: файлов {len(text.files)}, пунктов {len(text.clauses)}, строк в списках {bullets}.",
            f"The text of the rules: files {len(text.files)}, clauses {len(text.clauses)}, bullets {bullets}.",
        ).get(lang),
        style="bold",
    )
    if ledger.new:
        numbers = ", ".join(clause.number for clause in ledger.new)
        sheet.line(Text(f"Новые: {numbers}.", f"New: {numbers}.").get(lang), indent=_INDENT)
    if ledger.gone:
        numbers = ", ".join(ledger.gone)
        sheet.line(Text(f"Исчезли: {numbers}.", f"Gone: {numbers}.").get(lang), indent=_INDENT)
    changed = [entry for entry in ledger.entries.values() if entry.changes]
    for entry in changed:
        _tell_changes(entry, sheet, lang)
    if not (ledger.new or ledger.gone or changed):
        sheet.line(Text("Такой же, как проверенный.", "The same as the one reviewed.").get(lang), indent=_INDENT)
    by_target: dict[str, list[str]] = {}
    for reference in ledger.references:
        by_target.setdefault(reference.to, []).append(reference.clause)
    for target, sources in sorted(by_target.items()):
        declared = f"gap/{target}" in {gap.citation for gap in gaps().values()}
        note = f"gap/{target}" if declared else Text("пробела с таким именем нет", "no gap of this name").get(lang)
        sheet.line(
            Text(f"Отсылка к {target}, которого здесь нет: {note}", f"Points to {target}, not supplied: {note}").get(
                lang
            ),
            sources,
            indent=_INDENT,
        )


def _tell_changes(entry: Entry, sheet: Sheet, lang: str) -> None:
    """The parts of the text that changed, the obligations and links that hang on them, and who had reviewed them."""
    from berserk_fsm.ledger.comparing import part_name

    review = entry.review
    assert review is not None
    what = {
        "new": Text("новое", "new"),
        "gone": Text("исчезло", "gone"),
        "changed": Text("изменено", "changed"),
    }
    for change in entry.changes:
        place = f"{entry.number} {part_name(change.path)}".strip()
        sheet.line(f"{place}: {what[change.what].get(lang)}", (entry.number,), indent=_INDENT, style="bold")
        if change.diff:
            sheet.line(change.diff, indent=2 * _INDENT)
        if not change.old_is_reviewed:
            sheet.line(
                Text("Прежний текст — не тот, что проверяли.", "The old text is not the one reviewed.").get(lang),
                indent=2 * _INDENT,
                style="dim",
            )
        touched = _touched(entry, change.path)
        for obligation in touched:
            sheet.line(obligation.text.get(lang), (obligation.id,), indent=2 * _INDENT)
        carriers = {link.name: link for one in touched for link in entry.carriers(one)} or {
            link.name: link for link in entry.links if link.kind in _SHOWN
        }
        names = ", ".join(carriers)
        sheet.line(Text(f"Связи: {names}", f"Links: {names}").get(lang), indent=2 * _INDENT)
    sheet.line(
        Text(f"Проверил {review.by}, {review.date}.", f"Reviewed by {review.by}, {review.date}.").get(lang),
        indent=2 * _INDENT,
    )


def _touched(entry: Entry, path: str) -> tuple[Obligation, ...]:
    """The obligations of a part of the text; a bullet that leads to others touches theirs, and so do own words that
    no obligation is about.
    """
    exact = tuple(one for one in entry.obligations if one.bullet == path)
    below = tuple(one for one in entry.obligations if path and one.bullet.startswith(f"{path}."))
    return exact or below


# --- everything about one --------------------------------------------------------------------------------------------


def _tell_entry(entry: Entry, sheet: Sheet, lang: str) -> None:
    from berserk_fsm.ledger.telling import KIND_NAMES, LINK_NAMES, MODELLED_NAMES

    sheet.line(entry.title.get(lang), (entry.number,), style="bold")
    sheet.line(entry.summary.get(lang))
    status = f"{KIND_NAMES[entry.kind].get(lang)}, {MODELLED_NAMES[entry.status].get(lang)}"
    reason = f". {entry.reason.get(lang)}" if entry.reason is not None else ""
    sheet.line(status + reason, style="dim")
    if entry.text is not None:
        _head(Text("Текст правил", "The text of the rules"), sheet, lang)
        for path, words in entry.text.parts.items():
            bullet = ("○ " if "." in path else "● ") if path else ""
            sheet.line(bullet + words, indent=_INDENT * (1 + bool(path) + path.count(".")))
    if entry.changes:
        _head(Text("Изменения", "Changes"), sheet, lang)
        _tell_changes(entry, sheet, lang)
    if entry.obligations:
        _head(Text("Требования", "Obligations"), sheet, lang)
    for one in entry.obligations:
        good = entry.obligation_status(one) == "covered"
        mark = "holds" if good else "fails"
        sheet.line(one.text.get(lang), (one.id,), indent=_INDENT, mark=mark)
        if one.reason is not None:
            lead = MODELLED_NAMES[one.status].get(lang)
            sheet.line(f"{lead}. {one.reason.get(lang)}", indent=2 * _INDENT, style="dim")
        sheet.line(", ".join(one.by), indent=2 * _INDENT, style="cyan")
    for kind, name in LINK_NAMES.items():
        found = entry.of(kind)
        if found:
            _head(Text(f"{name.ru} ({_total(found)})", f"{name.en} ({_total(found)})"), sheet, lang)
        for link in found:
            sheet.line(*_told(link, lang), indent=_INDENT)
    if entry.questions:
        _head(Text("Открытые вопросы", "Open questions"), sheet, lang)
        for question in entry.questions:
            sheet.line(question.get(lang), indent=_INDENT)
    sheet.gap()
    if entry.review is not None:
        by, date = entry.review.by, entry.review.date
        sheet.line(Text(f"Проверил {by}, {date}.", f"Reviewed by {by}, {date}.").get(lang))
    _tell_findings(entry.findings, sheet, lang)


def _head(text: Text, sheet: Sheet, lang: str) -> None:
    sheet.gap()
    sheet.line(text.get(lang), style="bold")


def _total(found: tuple[Link, ...]) -> int:
    return sum(len(link.members) for link in found)


def _told(link: Link, lang: str) -> tuple[str, tuple[str, ...]]:
    count = f" ×{len(link.members)}" if len(link.members) > 1 else ""
    if link.refused:
        count += Text(f", отказов: {link.refused}", f", refusals: {link.refused}").get(lang)
    return f"{link.id}{count}: {link.text.get(lang)}", ()
