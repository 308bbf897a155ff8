"""The cards of a pack as a tree to pick one from, by sort; its files; and the core pack's cards to take over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.kernel.packs.problems import Problem
from webapp.i18n import Translator
from webapp.packs.card_text import HEAD
from webapp.packs.edits import EditTarget, Files, cards, ids
from webapp.packs.kind import PackKind, name_of
from webapp.packs.toml_blocks import TomlBlock
from webapp.ui.tree import Child, Node, el, icon


def card_list(
    kind: PackKind, files: Files, spot: EditTarget, problems: Sequence[Problem], tr: Translator, readonly: bool
) -> list[Child]:
    """Everything there is to open; `spot` is what is open."""
    by_file = cards(kind, files)
    bad = _bad(by_file, problems)
    head = [(name, block) for name, blocks in by_file.items() for block in blocks if block.sort == HEAD]
    groups = [_group(kind, sort, by_file, spot, bad, tr, readonly) for sort in kind.sorts]
    return [
        el("div.pe-head", [_card(name, block, spot, bad, tr) for name, block in head]),
        *groups,
        el(
            "details.pe-group",
            el("summary", tr("packs.files"), el("span.muted", str(len(files)))),
            el("ul", [_file(name, spot, problems, tr) for name in sorted(files)]),
            key="files",
        ),
    ]


def _group(
    kind: PackKind,
    sort: str,
    by_file: Mapping[str, Sequence[TomlBlock]],
    spot: EditTarget,
    bad: set[tuple[str, str, int]],
    tr: Translator,
    no: bool,
) -> Node | None:
    rows = [(name, block) for name, blocks in by_file.items() for block in blocks if block.sort == sort]
    add = None if no or sort not in kind.made else sort
    if not rows and add is None:
        return None
    return el(
        "section.pe-group",
        el(
            "div.pe-group-top",
            el("h3", tr(f"packs.sort-{sort}"), el("span.muted", str(len(rows))) if rows else None),
            el(
                "button.pe-add",
                "+",
                do={"do": "new", "sort": sort},
                aria_label=tr(f"packs.add-{sort}"),
                title=tr(f"packs.add-{sort}"),
                testid=f"new-{sort}",
            )
            if add
            else None,
        ),
        el("ul", [el("li", _card(name, block, spot, bad, tr), key=f"{name}-{block.index}") for name, block in rows]),
        key=sort,
    )


def _card(name: str, block: TomlBlock, spot: EditTarget, bad: set[tuple[str, str, int]], tr: Translator) -> Node:
    now = spot == EditTarget(name, block.sort, block.index)
    called = tr("packs.about") if block.sort == HEAD else block.name(tr.language) or tr("packs.nameless")
    return el(
        "button.pe-card",
        el("span.pe-name", called),
        icon("cross", tr("packs.has-problems"), "pe-bad") if (name, block.sort, block.index) in bad else None,
        do={"do": "open", "file": name, "sort": block.sort, "index": block.index},
        set=["pane", "form"],
        cls="now" if now else None,
        aria_current="true" if now else None,
        testid=f"card-{block.sort}-{block.id}" if block.sort != HEAD else "card-head",
    )


def _file(name: str, spot: EditTarget, problems: Sequence[Problem], tr: Translator) -> Node:
    now = spot == EditTarget(name)
    return el(
        "li",
        el(
            "button.pe-card",
            el("span.pe-name", name),
            icon("cross", tr("packs.has-problems"), "pe-bad")
            if any(problem.file == name for problem in problems)
            else None,
            do={"do": "open", "file": name, "sort": "", "index": 0},
            set=["pane", "form"],
            cls="now" if now else None,
            aria_current="true" if now else None,
            testid=f"file-{name}",
        ),
        key=name,
    )


def _bad(by_file: Mapping[str, Sequence[TomlBlock]], problems: Sequence[Problem]) -> set[tuple[str, str, int]]:
    """The cards that have something wrong with them."""
    return {
        (name, block.sort, block.index)
        for name, blocks in by_file.items()
        for block in blocks
        if any(one.file == name and block.start < one.line <= block.end for one in problems)
    }


def core_cards(kind: PackKind, files: Files, tr: Translator) -> Node:
    """The core pack's cards that this pack has none in the place of."""
    pack = kind.core()
    groups = []
    for sort in kind.made:
        taken = ids(kind, files, sort)
        left: dict[str, Any] = {id: card for id, card in getattr(pack, kind.sorts[sort]).items() if id not in taken}
        rows = [
            el(
                "li",
                el(
                    "button.pe-card",
                    el("span.pe-name", name_of(card, tr.language)),
                    do={"do": "take", "sort": sort, "id": id},
                    set=["pane", "form"],
                    testid=f"take-{sort}-{id}",
                ),
                key=id,
            )
            for id, card in left.items()
            if kind.takeable(sort, id)
        ]
        groups.append(el("details", el("summary", tr(f"packs.sort-{sort}")), el("ul", rows), key=sort))
    return el(
        "details.pe-group.pe-core",
        el("summary", tr("packs.from-core")),
        el("p.muted", tr("packs.from-core-hint")),
        groups,
        key="core",
    )
