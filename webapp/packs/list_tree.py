"""The list of packs as a tree: the core pack first, then uploaded ones with their reports, deleted ones last."""

from __future__ import annotations

from rules.kernel.packs.layers import CORE
from webapp.i18n import Translator
from webapp.packs import report
from webapp.packs.addresses import editor_address, zip_address
from webapp.packs.kind import PackKind
from webapp.packs.library import Entry
from webapp.packs.problem_text import counts
from webapp.ui.tree import Child, Node, el, icon

TOLD = 10
"""The number of problems listed for each pack; its editor lists more."""


def listing(
    kind: PackKind, entries: list[Entry], binned: list[Entry], session: str, host: bool, tr: Translator
) -> list[Child]:
    """The packs as one browser sees them; `binned`: the deleted packs that it may restore."""
    rows = [el("ul.pack-rows", core_row(kind, tr), [pack_row(kind, entry, session, host, tr) for entry in entries])]
    if not entries:
        rows.append(el("div.packs-empty", el("h2", tr("packs.empty")), el("p.muted", tr("packs.empty-hint"))))
    if binned:
        bin = [bin_row(entry, tr) for entry in binned]
        rows.append(el("section.packs-bin", el("h2", tr("packs.bin")), el("ul.pack-rows", bin), key="bin"))
    return list(rows)


def core_row(kind: PackKind, tr: Translator) -> Node:
    """The core pack, which everybody has and nobody can change."""
    pack = kind.core()
    cards = [tr.plural(f"packs.count-{sort}", len(getattr(pack, kind.sorts[sort]))) for sort in kind.counted]
    return el(
        "li.panel.pack-row",
        el(
            "div.pack-what",
            el("h3", tr("packs.core"), el("span.pack-version", pack.version)),
            el("p.muted", tr("packs.core-hint")),
            el("p.muted", ", ".join(cards)),
        ),
        el("div.pack-verdict", el("span.verdict", icon("lock"), tr("packs.read-only"))),
        el("div.pack-doings", _look(kind, CORE, tr, "packs.look"), _export(kind, CORE, tr), _copy(CORE, tr)),
        key=CORE,
        testid="pack-core",
    )


def pack_row(kind: PackKind, entry: Entry, session: str, host: bool, tr: Translator) -> Node:
    """An uploaded pack."""
    id = entry.saved.id
    mine = entry.may_change(session, host)
    notes = report.notes(entry, tr)
    return el(
        "li.panel.pack-row",
        el(
            "div.pack-what",
            el("h3", title(entry, tr), el("span.pack-version", entry.report.version)),
            el("p.muted", " · ".join(filter(None, [entry.report.author, brought(entry, session, tr)]))),
            el("p.muted", counts(entry.report, kind.sorts, tr)),
        ),
        el("div.pack-verdict", report.verdict(entry, tr)),
        el(
            "div.pack-doings",
            _look(kind, id, tr, "packs.edit" if mine else "packs.look"),
            _export(kind, id, tr),
            _copy(id, tr),
            el("button.btn.quiet", tr("packs.delete"), do={"do": "delete", "id": id}, testid=f"delete-{id}")
            if mine
            else None,
        ),
        el(
            "section.pack-report",
            el("strong.name", tr("packs.report")),
            report.rows(entry.problems[:TOLD], tr, entry.report.more + len(entry.problems[TOLD:])),
            key="report",
        )
        if entry.problems
        else None,
        el("details.pack-report", el("summary", tr("packs.notes")), notes, key="notes") if notes else None,
        key=id,
        testid=f"pack-{id}",
        data_pack=entry.report.id,
    )


def bin_row(entry: Entry, tr: Translator) -> Node:
    """A deleted pack, with the button that restores it."""
    id = entry.saved.id
    return el(
        "li.panel.pack-row.binned",
        el("div.pack-what", el("h3", title(entry, tr), el("span.pack-version", entry.report.version))),
        el(
            "div.pack-doings",
            el("button.btn", tr("packs.restore"), do={"do": "restore", "id": id}, testid=f"restore-{id}"),
        ),
        key=id,
        testid=f"binned-{id}",
    )


def title(entry: Entry, tr: Translator) -> str:
    """The id that a pack has in its header."""
    return entry.report.id or tr("packs.nameless")


def brought(entry: Entry, session: str, tr: Translator) -> str:
    """The line with the uploader of a pack."""
    if entry.saved.holder == session != "":
        return tr("packs.by-you")
    if not entry.saved.holder:
        return tr("packs.by-host")
    return tr("packs.by", name=entry.saved.by) if entry.saved.by else tr("packs.by-guest")


def _look(kind: PackKind, id: str, tr: Translator, words: str) -> Node:
    return el("a.btn", tr(words), href=editor_address(kind.game, id), testid=f"open-{id}")


def _export(kind: PackKind, id: str, tr: Translator) -> Node:
    return el("a.btn.quiet", tr("packs.export"), href=zip_address(kind.game, id), testid=f"export-{id}")


def _copy(id: str, tr: Translator) -> Node:
    return el("button.btn.quiet", tr("packs.duplicate"), do={"do": "copy", "id": id}, testid=f"copy-{id}")
