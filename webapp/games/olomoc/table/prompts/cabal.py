"""Composing a cabal at the table (CAB): a starter in one tap, three cards and what they bear, or a draft in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.olomoc.packs import Capacity, EquipmentCard, RouageCard
from webapp.games.olomoc.table.cards.book import words
from webapp.games.olomoc.table.cards.rouages import STATS, hand_mark, terms
from webapp.games.olomoc.table.context import Sheet, answers, button, notice, option_button, prompt
from webapp.games.olomoc.table.prompts.own_lists import Own, own_lists, star, wished
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import clause, reason, why
from webapp.ui.tree import Child, Node, el, icon, rich

Json = Mapping[str, Any]
RANKS = (3, 2, 1)


@dataclass
class Muster:
    """A cabal being composed: the rouage of each rank and what it bears. Kept with the table for a reload."""

    faction: str | None = None
    rouages: dict[int, str] = field(default_factory=dict)
    equipment: dict[int, str] = field(default_factory=dict)
    again: bool = False
    wanted: str | None = None
    """The id of the list whose cards are marked in the draft."""
    looked: str | None = None
    """What is looked at in the draft, as `pick_name` has it: pressed again, it is taken."""

    def take(self, cabal: Json, ranks: Mapping[str, int]) -> None:
        """Takes a whole cabal over, to change it."""
        self.faction = cabal["faction"]
        self.rouages = {ranks[row["card"]]: row["card"] for row in cabal["rouages"]}
        self.equipment = {ranks[row["card"]]: row["equipment"] for row in cabal["rouages"]}

    def choose_faction(self, faction: str) -> None:
        if faction != self.faction:
            self.faction, self.rouages, self.equipment = faction, {}, {}

    def cabal(self) -> dict[str, Any] | None:
        """The cabal as a command holds it; None while a card is missing."""
        if self.faction is None or any(r not in self.rouages or r not in self.equipment for r in RANKS):
            return None
        rows = [{"card": self.rouages[r], "equipment": self.equipment[r]} for r in RANKS]
        return {"faction": self.faction, "rouages": rows}

    @property
    def missing(self) -> int:
        return 2 * len(RANKS) - len(self.rouages) - len(self.equipment)


def stage(view: Json) -> bool:
    """Whether cabals are being composed now."""
    return bool({"compose", "draft"} & set((view.get("waiting") or {}).values()))


def composer(sheet: Sheet, muster: Muster, verdict: Json | None, own: Sequence[Own] = ()) -> Node | None:
    """The working area of a composing player, in the Bloc's place; None when there is nothing to compose. `own`: what
    the player composed before."""
    kind = (sheet.decision or {}).get("kind")
    if kind == "compose" or (muster.again and stage(sheet.view)):
        return secret(sheet, muster, verdict, own)
    if kind == "draft" or "draft" in (sheet.view.get("waiting") or {}).values():
        return draft(sheet, muster, own)
    return None


def prompt_for(sheet: Sheet, muster: Muster, verdict: Json | None) -> Node | None:
    """What the prompt slot says meanwhile."""
    kind = (sheet.decision or {}).get("kind")
    tr = sheet.names.tr
    if kind == "draft":
        code = (sheet.decision or {})["prompt"]["code"]
        return prompt(
            "draft",
            [tr(f"prompt.{code}", n=len(picks(sheet, sheet.desk.seat, code == "draft-equipment")) + 1, of=len(RANKS))],
            detail=[notice(sheet) or tr(f"prompt.{code}-detail"), " ", clause("CAB-3")],
            side=sheet.desk.seat,
        )
    if kind == "compose" or muster.again:
        return compose_prompt(sheet, muster, verdict)
    if (sheet.view.get("composed") or {}).get(sheet.desk.seat) and stage(sheet.view):
        other = "2" if sheet.desk.seat == "1" else "1"
        again = button(tr("prompt.compose-again"), {"do": "recompose"}, testid="recompose", sign="undo")
        return prompt(
            "wait",
            [sheet.names.who(other), " ", tr("prompt.still-composing")],
            answers(again),
            detail=[tr("prompt.composed")],
            side=other,
        )
    return None


def compose_prompt(sheet: Sheet, muster: Muster, verdict: Json | None) -> Node:
    tr, names = sheet.names.tr, sheet.names
    no: list[Child] = []
    if muster.cabal() is None:
        no = [tr.plural("prompt.cards-missing", muster.missing)]
    elif verdict is not None:
        no = [tr("prompt.not-legal")]
    ready = button(
        tr("prompt.ready-cabal"),
        {"do": "compose"},
        testid="confirm",
        sign="check",
        main=not no,
        no=no,
        hot=None if no else "Enter",
    )
    detail: list[Child] = problems(verdict, names) if verdict else [tr("prompt.compose-detail"), " ", clause("CAB-1")]
    return prompt(
        "compose",
        [tr("prompt.compose")],
        answers(ready),
        detail=[notice(sheet)] if sheet.desk.notice else detail,
        side=sheet.desk.seat,
    )


def problems(verdict: Json, names: Names) -> list[Child]:
    """Each problem of a cabal once, in words, with its clause."""
    rows = (verdict.get("params") or {}).get("problems") or [verdict]
    out: list[Child] = []
    for row in rows:
        out += [reason(row, names), " ", clause(row["clause"]), " "]
    return out


# In secret


def secret(sheet: Sheet, muster: Muster, verdict: Json | None, own: Sequence[Own] = ()) -> Node:
    names, tr = sheet.names, sheet.names.tr
    faction = muster.faction or next(iter(names.book.factions()), None)
    return el(
        "section.composer",
        own_lists(own, names),
        starters(sheet),
        el(
            "details.compose-own",
            el("summary", tr("table.compose-own"), testid="compose-own"),
            el(
                "div.factions",
                el("span.overline", tr("table.faction")),
                [
                    el(
                        "button.btn.faction",
                        names.book.faction(id, tr.language),
                        do={"do": "faction", "id": id},
                        aria_pressed="true" if id == faction else "false",
                        testid=f"faction-{id}",
                    )
                    for id in names.book.factions()
                ],
            ),
            el("div.ranks", [rank_column(rank, faction or "", sheet, muster, verdict) for rank in RANKS]),
            open="open" if muster.faction else None,
        ),
        testid="composer",
        key="composer",
    )


def starters(sheet: Sheet) -> Node:
    """The ready-made cabals: a tap composes."""
    names, tr = sheet.names, sheet.names.tr
    book = names.book.starters()
    cabals = [(n, o["command"]["cabal"]) for n, o in enumerate(sheet.options) if "cabal" in o["command"]]
    found = []
    for index, cabal in cabals:
        starter = next(
            (s for s in book.values() if [r.card for r in s.rouages] == [r["card"] for r in cabal["rouages"]]), None
        )
        if starter is None:
            continue
        members = [names.card(row["card"]).split()[0] for row in cabal["rouages"]]
        found.append(
            el(
                "button.starter",
                el("strong.name", words(starter.name, tr.language)),
                el("span.muted", names.book.faction(starter.faction, tr.language)),
                el("span", ", ".join(members)),
                do={"do": "answer", "at": index, "id": sheet.desk.asked},
                testid=f"starter-{starter.id}",
                key=f"starter-{starter.id}",
            )
        )
    return el("div.starters", el("span.overline", tr("table.starters")), el("div.starter-row", found))


def rank_column(rank: int, faction: str, sheet: Sheet, muster: Muster, verdict: Json | None) -> Node:
    names, tr = sheet.names, sheet.names.tr
    cards = [card for card in names.book.rouages().values() if card.rank == rank and faction in card.factions]
    taken = muster.rouages.get(rank)
    bears = muster.equipment.get(rank)
    return el(
        "div.rank-column",
        el("h3", el("span.pips", [el("span.pip") for _ in range(rank)]), tr("card.rank-n", rank=rank)),
        el("div.choices", [rouage_choice(card, card.id == taken, rank, names) for card in cards], role="group"),
        el("h3", icon("equipment"), tr("table.bears")),
        el(
            "div.choices.gear-choices",
            [
                equipment_choice(card, card.id == bears, rank, muster, names)
                for card in sorted_gear(muster, rank, faction, names)
            ],
            role="group",
        ),
        key=f"rank-{rank}",
        cls=f"side-{sheet.desk.seat}",
    )


def sorted_gear(muster: Muster, rank: int, faction: str, names: Names) -> Sequence[EquipmentCard]:
    """Cards that the faction, the bearer or a ministry of the cabal's rouages speaks for come first."""
    chosen = [card for id in muster.rouages.values() if (card := names.book.rouage(id))]
    open_ministries = {m for card in chosen for m in card.ministries}

    def strangeness(card: EquipmentCard) -> int:
        if faction in card.factions or muster.rouages.get(rank) in card.rouages:
            return 0
        return 1 if open_ministries & set(card.ministries) else 2

    return sorted(names.book.equipments().values(), key=strangeness)


def rouage_choice(card: RouageCard, taken: bool, rank: int, names: Names) -> Node:
    stats = [
        el("span", icon(s, names.tr(f"card.{s}")), str(getattr(card, s)), cls=None if getattr(card, s) else "none")
        for s in STATS
    ]
    return el(
        "button.choice-card",
        el("span.choice-card-top", el("strong.name", card.name), [icon(m, names.ministry(m)) for m in card.ministries]),
        el("span.choice-stats", stats),
        el("span.boxes", [el("span.box", cls=f"box-{kind}") for kind in card.life], aria_hidden="true"),
        [capacity_line(c, names) for c in card.capacities],
        do={"do": "muster", "rank": rank, "card": card.id},
        aria_pressed="true" if taken else "false",
        cls="taken" if taken else None,
        testid=f"rouage-card-{card.id}",
        key=card.id,
    )


def equipment_choice(card: EquipmentCard, taken: bool, rank: int, muster: Muster, names: Names) -> Node:
    language = names.tr.language
    elsewhere = any(id == card.id for r, id in muster.equipment.items() if r != rank)
    whose: list[Child] = [icon(m, names.ministry(m)) for m in card.ministries]
    whose += [el("span.muted", names.book.faction(f, language)) for f in card.factions]
    whose += [el("span.muted", names.card(r)) for r in card.rouages]
    return el(
        "button.choice-card.gear-card",
        el("span.choice-card-top", el("strong.name", words(card.name, language)), whose),
        [capacity_line(c, names) for c in card.capacities],
        do={"do": "equip", "rank": rank, "card": card.id},
        aria_pressed="true" if taken else "false",
        cls=["taken" if taken else "", "elsewhere" if elsewhere else ""],
        testid=f"equipment-{rank}-{card.id}",
        key=card.id,
    )


def capacity_line(it: Capacity, names: Names) -> Node:
    language = names.tr.language
    return el(
        "span.capacity-line",
        el("strong", words(it.name, language)),
        el("span.muted", " ".join(terms(it, names))),
        el("span", words(it.text, language)),
        hand_mark(names) if it.by_hand else None,
    )


# The draft


def picks(sheet: Sheet, seat: str, gear: bool) -> list[Json]:
    """What a seat has drafted of a kind, in order."""
    taken = (e for e in sheet.view.get("log", ()) if e["kind"] == "drafted" and e["seat"] == seat)
    return [e for e in taken if bool(e.get("bearer")) == gear]


def pick_name(command: Json) -> str:
    """What tells one pick of the draft from another."""
    return f"{command['card']}/{command.get('bearer') or ''}"


def draft(sheet: Sheet, muster: Muster, own: Sequence[Own] = ()) -> Node:
    """What can still be taken, by rank; and what both have. Who waits sees the same cards. The cards of the list that
    is wanted are marked."""
    names, tr = sheet.names, sheet.names.tr
    wanted = next((it for it in own if it.id == muster.wanted), None)
    gone = {e["card"] for seat in ("1", "2") for gear in (False, True) for e in picks(sheet, seat, gear)}
    columns: list[Child] = []
    if sum(len(picks(sheet, seat, False)) for seat in ("1", "2")) < 2 * len(RANKS):
        left = [card for card in names.book.rouages().values() if card.id not in gone]
        for rank in RANKS:
            cards = [draft_rouage(card, sheet, muster, wanted) for card in left if card.rank == rank]
            columns.append(el("div.rank-column", el("h3", tr("card.rank-n", rank=rank)), el("div.choices", cards)))
    else:
        kept = [card for card in names.book.equipments().values() if card.id not in gone]
        first = sorted(kept, key=lambda card: wanted is None or card.id not in wanted.cards)
        cards = [draft_gear(card, sheet, muster, wanted) for card in first]
        columns.append(el("div.rank-column.wide", el("h3", tr("table.gear")), el("div.choices", cards)))
    return el(
        "section.composer",
        wished(own, wanted.id if wanted else None, names),
        el("div.drafted", [drafted(seat, sheet) for seat in ("1", "2")]),
        el("div.ranks", columns),
        testid="composer",
        key="draft",
    )


def offered(sheet: Sheet, card: str) -> list[tuple[int, Json]]:
    """The options of the draft with a card, each with its place among all; none while the other player chooses."""
    return [(n, o) for n, o in enumerate(sheet.options) if o["command"].get("card") == card]


def pick(sheet: Sheet, muster: Muster, index: int, option: Json) -> Json:
    """What a press on a card of the draft does: the first looks, the second takes."""
    name = pick_name(option["command"])
    if muster.looked == name:
        return {"do": "answer", "at": index, "id": sheet.desk.asked}
    return {"do": "consider", "pick": name}


def draft_rouage(card: RouageCard, sheet: Sheet, muster: Muster, wanted: Own | None = None) -> Node:
    tr = sheet.names.tr
    found = offered(sheet, card.id)
    index, option = found[0] if found else (0, None)
    looked = option is not None and muster.looked == pick_name(option["command"])
    node = rouage_choice(card, looked, card.rank, sheet.names)
    node["x"][0]["x"] += [it for it in (star(card.id, wanted, sheet.names),) if it]
    if option is None:
        del node["do"]
        node["c"] += " no" if sheet.options else ""
        node["a"]["aria-disabled"] = "true"
    elif not option["legal"]:
        node["c"] += " no"
        node["a"]["aria-disabled"] = "true"
        node["x"].append(el("span.choice-note", why(option["why"], sheet.names, inside=True)))
    else:
        node["do"] = pick(sheet, muster, index, option)
        if looked:
            node["x"].append(el("span.choice-note.take", tr("table.draft-take")))
    return node


def draft_gear(card: EquipmentCard, sheet: Sheet, muster: Muster, wanted: Own | None = None) -> Node:
    """A card with a button for every bearer."""
    names = sheet.names
    bearers = []
    for n, option in offered(sheet, card.id):
        bearer = option["command"]["bearer"]
        looked = muster.looked == pick_name(option["command"])
        name = names.card(bearer).split()[0]
        label = names.tr("table.draft-take-for", who=name) if looked else name
        node = option_button(option, n, sheet, label, testid=f"draft-{card.id}-{bearer}", main=looked)
        if option["legal"]:
            node["do"] = pick(sheet, muster, n, option)
        bearers.append(node)
    return el(
        "div.choice-card.gear-card",
        el(
            "span.choice-card-top",
            el("strong.name", words(card.name, names.tr.language)),
            [icon(m, names.ministry(m)) for m in card.ministries],
            star(card.id, wanted, names),
        ),
        [capacity_line(c, names) for c in card.capacities],
        el("span.bearers", bearers) if bearers else None,
        key=card.id,
    )


def drafted(seat: str, sheet: Sheet) -> Node:
    names = sheet.names
    bears = {e["bearer"]: e["card"] for e in picks(sheet, seat, True)}
    rows = [
        el(
            "li",
            el("strong", names.card(e["card"])),
            rich(names.tr, "table.with", what=names.card(bears[e["card"]])) if e["card"] in bears else None,
        )
        for e in picks(sheet, seat, False)
    ]
    return el("div.drafted-side", names.who(seat), el("ul", rows), cls=f"side-{seat}")
