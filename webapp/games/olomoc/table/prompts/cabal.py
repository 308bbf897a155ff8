"""Composing a cabal at the table (CAB): a starter in one tap, three cards and what they bear, or a draft in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from rules.olomoc.packs import Capacity, EquipmentCard, RouageCard
from webapp.games.olomoc.faces import portrait
from webapp.games.olomoc.glossary import GLOSSARY
from webapp.games.olomoc.table.cards.book import words
from webapp.games.olomoc.table.cards.rouages import STATS, boxes, hand_mark, terms
from webapp.games.olomoc.table.composition_draft import RANKS, CompositionDraft
from webapp.games.olomoc.table.context import PanelContext, answers, button, notice, option_button, prompt
from webapp.games.olomoc.table.intents import (
    BringList,
    CabalIntent,
    ChooseEquipment,
    ChooseFaction,
    ChooseRouage,
    ConsiderPick,
    MarkList,
    ReopenCabal,
    SendCabal,
)
from webapp.games.olomoc.table.prompts.base import TableQuestion
from webapp.games.olomoc.table.prompts.own_lists import Own, own_lists, star, wished
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import clause, reason, why
from webapp.lists.offers import brought, offers
from webapp.tables import browser_of
from webapp.ui.tree import Child, Node, el, icon, plate, rich

Json = Mapping[str, Any]


def stage(view: Json) -> bool:
    """Whether cabals are being composed now."""
    return bool({"compose", "draft"} & set((view.get("waiting") or {}).values()))


def composer(context: PanelContext, own: Sequence[Own] = ()) -> Node | None:
    """The working area of a composing player, in the Bloc's place; None when there is nothing to compose. `own`: what
    the player composed before."""
    draft = context.composition
    if context.kind == "compose" or (draft.again and stage(context.view)):
        return secret(context, own)
    if context.kind == "draft" or "draft" in (context.view.get("waiting") or {}).values():
        return draft_in_turn(context, own)
    return None


def waiting_cabal(context: PanelContext) -> Node:
    """CAB-3: one's own cabal is composed, the other's is not."""
    tr, names = context.names.tr, context.names
    other = "2" if context.draft.seat == "1" else "1"
    again = button(tr("prompt.compose-again"), {"do": "recompose"}, testid="recompose", sign="undo")
    question: list[Child] = [names.who(other), " ", tr("prompt.still-composing")]
    return prompt("wait", question, answers(again), detail=[tr("prompt.composed")], side=other)


def composed(context: PanelContext) -> bool:
    """Whether this player's cabal is composed while cabals still are."""
    return bool((context.view.get("composed") or {}).get(context.draft.seat)) and stage(context.view)


def draft_prompt(context: PanelContext) -> Node:
    """CAB-3: a card is to be taken; which ones can be stands in the working area."""
    tr, code = context.names.tr, context.code
    question = tr(
        f"prompt.{code}", n=len(picks(context, context.draft.seat, code == "draft-equipment")) + 1, of=len(RANKS)
    )
    detail: list[Child] = [notice(context) or tr(f"prompt.{code}-detail"), " ", clause("CAB-3")]
    return prompt("draft", [question], detail=detail, side=context.draft.seat)


def compose_prompt(context: PanelContext) -> Node:
    """The number of cards that are missing, or the engine's verdict on all six."""
    tr, names = context.names.tr, context.names
    muster, verdict = context.composition, context.composition.verdict
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
        detail=[notice(context)] if context.draft.notice else detail,
        side=context.draft.seat,
    )


def problems(verdict: Json, names: Names) -> list[Child]:
    """Each problem of a cabal once, in words, with its clause."""
    rows = (verdict.get("params") or {}).get("problems") or [verdict]
    out: list[Child] = []
    for row in rows:
        out += [reason(row, names), " ", clause(row["clause"]), " "]
    return out


# In secret


def secret(context: PanelContext, own: Sequence[Own] = ()) -> Node:
    """Ready-made cabals and the player's own lists; a faction, and for each rank a rouage and what it bears."""
    names, tr, muster = context.names, context.names.tr, context.composition
    faction = muster.faction or next(iter(names.book.factions()), None)
    return el(
        "section.composer",
        own_lists(own, names),
        starters(context),
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
            el("div.ranks", [rank_column(rank, faction or "", context) for rank in RANKS]),
            open="open" if muster.faction else None,
        ),
        testid="composer",
        key="composer",
    )


def starters(context: PanelContext) -> Node:
    """The ready-made cabals: a tap composes."""
    names, tr = context.names, context.names.tr
    book = names.book.starters()
    starters = []
    for option in context.options:
        if (cabal := option["command"].get("cabal")) is None:
            continue
        starter = next(
            (s for s in book.values() if [r.card for r in s.rouages] == [r["card"] for r in cabal["rouages"]]), None
        )
        if starter is None:
            continue
        members = [_member(row["card"], context.draft.seat, names) for row in cabal["rouages"]]
        starters.append(
            el(
                "button.starter",
                el("strong.name", words(starter.name, tr.language)),
                el("span.muted", names.book.faction(starter.faction, tr.language)),
                el("span.starter-members", members),
                do=context.draft.intent(option),
                testid=f"starter-{starter.id}",
                key=f"starter-{starter.id}",
            )
        )
    return el("div.starters", el("span.overline", tr("table.starters")), el("div.starter-row", starters))


def _member(card: str, seat: str, names: Names) -> Node:
    face = el("span.starter-face", plate(portrait(names.book, card, seat, "middle")))
    return el("span.starter-member", face, names.card(card).split()[0])


def rank_column(rank: int, faction: str, context: PanelContext) -> Node:
    names, tr, muster = context.names, context.names.tr, context.composition
    cards = [card for card in names.book.rouages().values() if card.rank == rank and faction in card.factions]
    taken = muster.rouages.get(rank)
    bears = muster.equipment.get(rank)
    return el(
        "div.rank-column",
        el("h3", el("span.pips", [el("span.pip") for _ in range(rank)]), tr("card.rank-n", rank=rank)),
        el(
            "div.choices",
            [readable(rouage_choice(card, card.id == taken, rank, names), "rouages", card, names) for card in cards],
            role="group",
        ),
        el("h3", icon("equipment"), tr("table.bears")),
        el(
            "div.choices.gear-choices",
            [
                readable(equipment_choice(card, card.id == bears, rank, muster, names), "equipment", card, names)
                for card in sorted_gear(muster, rank, faction, names)
            ],
            role="group",
        ),
        key=f"rank-{rank}",
        cls=f"side-{context.draft.seat}",
    )


def sorted_gear(muster: CompositionDraft, rank: int, faction: str, names: Names) -> Sequence[EquipmentCard]:
    """Cards that the faction, the bearer or a ministry of the cabal's rouages speaks for come first."""
    chosen = [card for id in muster.rouages.values() if (card := names.book.rouage(id))]
    open_ministries = {m for card in chosen for m in card.ministries}

    def strangeness(card: EquipmentCard) -> int:
        if faction in card.factions or muster.rouages.get(rank) in card.rouages:
            return 0
        return 1 if open_ministries & set(card.ministries) else 2

    return sorted(names.book.equipments().values(), key=strangeness)


def readable(choice: Node, section: str, card: RouageCard | EquipmentCard, names: Names) -> Node:
    """A card to choose, and beside it the way to read it large: there its words say what they mean."""
    label = names.tr("card.enlarge", name=words(card.name, names.tr.language))
    read = el("button.enlarge", icon("eye", label), data_read=f"{section}:{card.id}", testid=f"read-{card.id}")
    return el("div.choice-place", choice, read, key=choice.get("k"))


def rouage_choice(card: RouageCard, taken: bool, rank: int, names: Names) -> Node:
    stats = [
        el("span", icon(s, names.tr(f"card.{s}")), str(getattr(card, s)), cls=None if getattr(card, s) else "none")
        for s in STATS
    ]
    return el(
        "button.choice-card",
        el("span.choice-card-top", el("strong.name", card.name), [icon(m, names.ministry(m)) for m in card.ministries]),
        el("span.choice-stats", stats),
        el("span.boxes", boxes(card.life), aria_hidden="true"),
        [capacity_line(c, names) for c in card.capacities],
        do={"do": "muster", "rank": rank, "card": card.id},
        aria_pressed="true" if taken else "false",
        cls="taken" if taken else None,
        testid=f"rouage-card-{card.id}",
        key=card.id,
    )


def equipment_choice(card: EquipmentCard, taken: bool, rank: int, muster: CompositionDraft, names: Names) -> Node:
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


def capacity_line(capacity: Capacity, names: Names, marked: bool = False) -> Node:
    """`marked`: its words say what they mean; never inside a button."""
    language = names.tr.language
    text = words(capacity.text, language)
    return el(
        "span.capacity-line",
        el("strong", words(capacity.name, language)),
        el("span.muted", " ".join(terms(capacity, names.tr))),
        el("span", GLOSSARY.card_text(text, language) if marked else text),
        hand_mark(names.tr) if capacity.by_hand else None,
    )


# The draft


def picks(context: PanelContext, seat: str, gear: bool) -> list[Json]:
    """The cards of a kind that a seat has drafted, in order."""
    taken = (e for e in context.view.get("log", ()) if e["kind"] == "drafted" and e["seat"] == seat)
    return [e for e in taken if bool(e.get("bearer")) == gear]


def pick_name(command: Json) -> str:
    """The name of a pick of the draft, unique in it."""
    return f"{command['card']}/{command.get('bearer') or ''}"


def draft_in_turn(context: PanelContext, own: Sequence[Own] = ()) -> Node:
    """The cards that can still be taken, by rank; and those that both have. The player who waits sees the same cards.
    The cards of the list that is wanted are marked."""
    names, tr = context.names, context.names.tr
    wanted = next((cabal for cabal in own if cabal.id == context.composition.wanted), None)
    gone = {e["card"] for seat in ("1", "2") for gear in (False, True) for e in picks(context, seat, gear)}
    columns: list[Child] = []
    if sum(len(picks(context, seat, False)) for seat in ("1", "2")) < 2 * len(RANKS):
        left = [card for card in names.book.rouages().values() if card.id not in gone]
        for rank in RANKS:
            cards = [
                readable(draft_rouage(card, context, wanted), "rouages", card, names)
                for card in left
                if card.rank == rank
            ]
            columns.append(el("div.rank-column", el("h3", tr("card.rank-n", rank=rank)), el("div.choices", cards)))
    else:
        kept = [card for card in names.book.equipments().values() if card.id not in gone]
        first = sorted(kept, key=lambda card: wanted is None or card.id not in wanted.cards)
        cards = [draft_gear(card, context, wanted) for card in first]
        columns.append(el("div.rank-column.wide", el("h3", tr("table.gear")), el("div.choices", cards)))
    return el(
        "section.composer",
        wished(own, wanted.id if wanted else None, names),
        el("div.drafted", [drafted(seat, context) for seat in ("1", "2")]),
        el("div.ranks", columns),
        testid="composer",
        key="draft",
    )


def offered(context: PanelContext, card: str) -> list[Json]:
    """The options of the draft with a card; none while the other player chooses."""
    return [option for option in context.options if option["command"].get("card") == card]


def pick(context: PanelContext, option: Json) -> Json:
    """The intent of a press on a card of the draft: the first looks, the second takes."""
    name = pick_name(option["command"])
    if context.composition.looked == name:
        return context.draft.intent(option)
    return {"do": "consider", "pick": name}


def draft_rouage(card: RouageCard, context: PanelContext, wanted: Own | None = None) -> Node:
    tr = context.names.tr
    option = next(iter(offered(context, card.id)), None)
    looked = option is not None and context.composition.looked == pick_name(option["command"])
    node = rouage_choice(card, looked, card.rank, context.names)
    node["x"][0]["x"] += [child for child in (star(card.id, wanted, context.names),) if child]
    if option is None:
        del node["do"]
        node["c"] += " no" if context.options else ""
        node["a"]["aria-disabled"] = "true"
    elif not option["legal"]:
        node["c"] += " no"
        node["a"]["aria-disabled"] = "true"
        node["x"].append(el("span.choice-note", why(option["why"], context.names, inside=True)))
    else:
        node["do"] = pick(context, option)
        if looked:
            node["x"].append(el("span.choice-note.take", tr("table.draft-take")))
    return node


def draft_gear(card: EquipmentCard, context: PanelContext, wanted: Own | None = None) -> Node:
    """A card with a button for every bearer."""
    names = context.names
    bearers = []
    for option in offered(context, card.id):
        bearer = option["command"]["bearer"]
        looked = context.composition.looked == pick_name(option["command"])
        name = names.card(bearer).split()[0]
        label = names.tr("table.draft-take-for", who=name) if looked else name
        node = option_button(option, context, label, testid=f"draft-{card.id}-{bearer}", main=looked)
        if option["legal"]:
            node["do"] = pick(context, option)
        bearers.append(node)
    return el(
        "div.choice-card.gear-card",
        el(
            "span.choice-card-top",
            el("strong.name", words(card.name, names.tr.language)),
            [icon(m, names.ministry(m)) for m in card.ministries],
            star(card.id, wanted, names),
        ),
        [capacity_line(c, names, marked=True) for c in card.capacities],
        el("span.bearers", bearers) if bearers else None,
        key=card.id,
    )


def drafted(seat: str, context: PanelContext) -> Node:
    names = context.names
    bears = {e["bearer"]: e["card"] for e in picks(context, seat, True)}
    rows = [
        el(
            "li",
            el("strong", names.card(e["card"])),
            rich(names.tr, "table.with", what=names.card(bears[e["card"]])) if e["card"] in bears else None,
        )
        for e in picks(context, seat, False)
    ]
    return el("div.drafted-side", names.who(seat), el("ul", rows), cls=f"side-{seat}")


class ComposeQuestion(TableQuestion):
    """CAB-1, CAB-3: a cabal composed in secret, and changed until both have composed."""

    @staticmethod
    def show(context: PanelContext) -> Node:
        """The parts of the cabal that are missing; or that the other player is still composing."""
        if context.kind == "compose" or context.composition.again:
            return compose_prompt(context)
        return waiting_cabal(context)

    async def on_intent(self, intent: CabalIntent) -> None:
        """Handles the intents of these questions alone."""
        player, draft, book = self.player, self.player.composition, self.player.names.book
        match intent:
            case BringList():
                mine = offers(browser_of(player.session), player.table, player.seat)
                offer = next((offered for offered in mine if offered.id == intent.id), None)
                if offer is not None:
                    await self._compose(offer.command["cabal"])
            case ConsiderPick():
                draft.looked = intent.pick
                player.changed()
            case MarkList():
                draft.wanted = "" if draft.wanted == intent.id else intent.id
                player.changed()
            case ChooseFaction() if intent.id in book.factions():
                draft.choose_faction(intent.id)
                self._judge()
            case ChooseRouage() if (rouage := book.rouage(intent.card)) is not None:
                if draft.faction is None:  # the one shown counts as chosen
                    draft.choose_faction(next(iter(book.factions())))
                if draft.faction in rouage.factions:
                    draft.rouages[rouage.rank] = rouage.id
                    self._judge()
            case ChooseEquipment() if (card := book.equipment(intent.card)) is not None:
                draft.equipment[intent.rank] = card.id
                self._judge()
            case SendCabal():
                if (cabal := draft.cabal()) is not None:
                    await self._compose(cabal)
            case ReopenCabal():
                if (cabal := player.view.get("cabal")) and stage(player.view):
                    draft.take(cabal, {id: card.rank for id, card in book.rouages().items()})
                    draft.again = True
                    self._judge()
            case ChooseFaction() | ChooseRouage() | ChooseEquipment():
                return  # no card of this match
            case _:
                assert_never(intent)

    def _judge(self) -> None:
        """The engine's verdict on a whole cabal."""
        draft = self.player.composition
        cabal = draft.cabal()
        refusal = self.player.check({"kind": "compose", "cabal": cabal}) if cabal else None
        draft.verdict = refusal.to_json() if refusal is not None else None
        self.player.draft.notice = None
        self.player.changed()

    async def _compose(self, cabal: Json) -> None:
        self.player.composition.again = False
        await self.player.send({"kind": "compose", "cabal": cabal}, bound=self.player.decision is not None)

    def own_lists(self) -> list[Own]:
        """While cabals are composed: the player's own lists, each with what this match says to it."""
        player, draft = self.player, self.player.composition
        if not stage(player.view):
            return []
        came_with = brought(player.table, player.seat)
        if draft.wanted is None and came_with is not None:
            draft.wanted = came_with.id
        # In a draft nothing can be composed at once: there a list is only kept in sight.
        composing = player.context.kind == "compose" or draft.again
        lists = []
        for offer in offers(browser_of(player.session), player.table, player.seat):
            refusal = player.check(offer.command) if composing else None
            no = refusal.to_json() if refusal is not None else None
            first = came_with is not None and offer.id == came_with.id
            lists.append(Own(offer.id, offer.name, offer.command["cabal"], no, first))
        return lists


class DraftQuestion(ComposeQuestion):
    """CAB-3: cards taken in turn."""

    show = staticmethod(draft_prompt)
