"""Diktat's questions that are answered step by step or on the map, as they stand in the prompt; all others are the
house's buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.diktat.commands import DISCARDS
from rules.kernel.refusals import Refusal
from webapp.games.contract import Json
from webapp.games.diktat import boards
from webapp.games.diktat.city import READ
from webapp.games.diktat.composer import LISTED, MANOEUVRES, PLACED, DiktatComposer, named
from webapp.games.diktat.names import KINDS, Names
from webapp.table_kit.composer import CommandDraft
from webapp.table_kit.plain_texts import refusal_words
from webapp.table_kit.prompt import PromptContent
from webapp.ui.tree import Child, Node, el

KEYCAPS = {"Enter": "↵", "Backspace": "⌫"}
FIGURES = 9
"""The highest figure that a key gives."""


@dataclass(frozen=True)
class QuestionPanel:
    """The question as it stands in one redraw. ``text``: its text; ``button(n, row, about)``: the house's button for an
    option, under key n; ``sure(command)``: what a command would surely do, as text, empty while unknown; ``chances()``:
    who would win each sector (`chances.of_all`)."""

    names: Names
    composer: DiktatComposer
    decision: Json
    text: list[Child]
    button: Callable[[int, Json, list[Child]], Node]
    sure: Callable[[Json], str]
    chances: Callable[[], Mapping[str, Json]]

    def question(self) -> PromptContent | None:
        """The question; None where one button per option answers it."""
        draft, kind = self.composer.draft, self.decision["kind"]
        if draft is not None:
            return self._drafted(draft)
        if kind == "bid":
            return self._bids()
        if kind == "manoeuvre":
            return self._card_list() if self.composer.narrowed in LISTED else self._manoeuvres()
        return None

    def _drafted(self, draft: CommandDraft) -> PromptContent | None:
        kind = draft.command["kind"]
        if kind in PLACED:
            return self._meant(draft) if draft.ready else self._aiming(draft)
        if kind == "send":
            return self._team(draft) if "sector" in draft.command else self._sectors()
        return self._extending(draft) if kind == "extend" else None

    # Manoeuvres

    def _manoeuvres(self) -> PromptContent:
        """MAN-3: the six, each under its key; one that cannot be made says why."""
        words, buttons = self.names, list[Child]()
        for n, kind in enumerate(MANOEUVRES, 1):
            do: Json = {"do": "narrow", "thing": kind} if kind in LISTED else _begin({"kind": kind})
            marks: Json = {"do": do}
            if not self.composer.able(kind):
                rows = [option for option in self.decision["options"] if option["command"]["kind"] == kind]
                why = refusal_words(words, Refusal(**rows[0]["why"])) if rows else words.tr("diktat.none-special")
                command = rows[0]["command"] if rows else {"kind": kind, "element": {}}
                marks = {"do": {"do": "why", "command": command}, "title": why, "aria_disabled": "true"}
            label = [el("span", words.tr(f"manoeuvre.{kind}")), *_cap(str(n))]
            buttons.append(el("button.btn.choice.manoeuvre.brief", label, hot=str(n), testid=f"option-{n}", **marks))
        return PromptContent(self.text, buttons, [words.tr("diktat.or-press")])

    def _sectors(self) -> PromptContent:
        """SND-1: where to; a sector that takes no team says why."""
        words, presses, buttons = self.names, self.composer.presses(), list[Child]()
        for n, sector in enumerate(sorted(presses, key=READ.index), 1):
            press = presses[sector]
            no = None if press.why is None else refusal_words(words, Refusal(**press.why))
            marks: Json = {"do": press.intent, "title": no, "aria_disabled": "true" if no else None}
            hot = str(n) if n <= FIGURES and not no else ""
            label = [el("span", words.sector(sector)), *_cap(hot)]
            buttons.append(el("button.btn.choice", label, hot=hot or None, testid=f"option-{n}", **marks))
        return PromptContent([words.tr("diktat.send-where")], buttons)

    def _team(self, draft: CommandDraft) -> PromptContent:
        """SND-1: the pawns, each laid on top of those before."""
        words, command = self.names, draft.command
        pawns, left = command.get("pawns", ""), words.own_agents()
        for kind in pawns:
            left = left.replace(kind, "", 1)

        def lay(key: str, laid: str, name: str, hot: str | None = None, **params: str) -> Node:
            label = [el("span", words.tr(key, **params)), *_cap(hot or "")]
            made = {**command, "pawns": laid} if laid else {"kind": "send", "sector": command["sector"]}
            return el("button.btn.brief", label, do=_begin(made), testid=name, hot=hot)

        add: list[Child] = [
            lay("diktat.add", kind + pawns, f"add-{kind}", kind.lower(), kind=words.kind(kind))
            for kind in draft.more["left"]
        ]
        add += [lay("diktat.add-all", left + pawns, "add-all", "a")] if left else []
        less: list[Child] = [lay("diktat.take-top", pawns[1:], "take-top", "Backspace")] if pawns else []
        less += [lay("diktat.empty", "", "empty")] if pawns else []
        walled = {**command, "blockhaus": True}
        if pawns and self.composer.check(walled) is None:  # BLK-1
            less.append(self._sends(walled, words.tr("diktat.walled"), "option-2", "b"))
        marks: Json = {"data_read": f"sector:{command['sector']}", "testid": "read-sector"}
        less.append(el("button.btn", words.tr("diktat.read-sector", sector=words.sector(command["sector"])), **marks))
        question = words.tr("diktat.send-what", sector=words.sector(command["sector"]), pawns=words.in_order(pawns))
        likely = self.chances().get(command["sector"], {}).get("words") if pawns else None
        line = [self._preview(self.sure(command) if pawns else "", likely)]
        sends = [self._confirm(draft, words.tr("diktat.send-it"), "confirm", "brief")] if pawns else []
        return PromptContent([question], [*add, *sends], line, secondary=less)

    def _extending(self, draft: CommandDraft) -> PromptContent:
        """EXT-1, EXT-2: for nothing, or with something discarded."""
        kinds = ("", *(discard for discard in DISCARDS if draft.may("discard", discard)))
        rows = [named(draft.command, "discard", kind) if kind else draft.command for kind in kinds]
        buttons = [self.button(n, {"command": row, "legal": True}, self._about(row)) for n, row in enumerate(rows, 1)]
        return PromptContent([self.names.tr("diktat.extend-how")], buttons)

    def _card_list(self) -> PromptContent:
        """CBL-1, SPE-1: the Cabal cards, or the Special Manoeuvres, with what they do."""
        buttons = [self.button(n, row, self._about(row["command"])) for n, row in enumerate(self.composer.rows(), 1)]
        return PromptContent([self.names.tr(f"diktat.{self.composer.narrowed}-what")], buttons)

    def _about(self, command: Json) -> list[Child]:
        return [el("small.muted", brought)] if (brought := self.names.brings(command, self.sure(command))) else []

    def _preview(self, sure: str, likely: str | None) -> Node | None:
        """The certain effects of the command in preparation, and the likely ones."""
        tr = self.names.tr
        texts = [tr("preview.sure", what=sure)] if sure else []
        texts += [tr("preview.likely", what=likely)] if likely else []
        return el("span.preview", " ".join(map(str, texts)), testid="preview") if texts else None

    def _bids(self) -> PromptContent:
        """STG-2, STG-3: a figure for each bid, pressed by its own key, and who is first where bids are equal."""
        words = self.names
        buttons = [self.button(option["command"]["pp"], option, []) for option in self.decision["options"]]
        order = [words.who(seat) for seat in words.view["order"] if seat in self.decision["prompt"]["params"]["seats"]]
        return PromptContent(self.text, buttons, [words.tr("diktat.equal-bids", order=", ".join(order))])

    # Places

    def _aiming(self, draft: CommandDraft) -> PromptContent:
        """SPY-2, ASN-2: a stack, pressed here or on the map, then one of its pawns. Nothing is looked at or struck by
        the first press."""
        words, keys, kind = self.names, draft.keys, draft.command["kind"]
        if "pawn" in keys:
            stack = words.find_stack(draft.command["at"]["stack"])
            assert stack is not None
            text = words.tr("diktat.which-pawn", who=words.who(stack["seat"]), sector=words.sector(stack["sector"]))
            return PromptContent([text], [self._pawn(n, int(pawn), stack) for n, pawn in enumerate(keys["pawn"], 1)])
        asked = self.text if kind == self.decision["kind"] else [words.tr(f"diktat.{kind}-where")]
        aims = [(key, value) for key in ("stack", "corruption", "secret") for value in keys.get(key, ())]
        buttons: list[Child] = []
        for n, (key, value) in enumerate(aims, 1):
            stack = words.find_stack(value) if key == "stack" else None
            if stack is not None:
                who, sector = words.who(stack["seat"]), words.sector(stack["sector"])
                text = words.tr("diktat.stack-at", who=who, sector=sector, n=stack["height"])
            else:
                text = words.tr(f"option.{kind}", at=words.place(named({}, key, value)["at"]))
            marks: Json = {"cls": words.colours(stack["seat"]) if stack is not None else None, "testid": f"aim-{value}"}
            hot = str(n) if n <= FIGURES else ""
            do = {"do": "name", "key": key, "value": value}
            buttons.append(el("button.btn.choice", el("span", text), _cap(hot), do=do, hot=hot or None, **marks))
        buttons += [
            self.button(0, option, []) for option in self.decision["options"] if option["command"]["kind"] == "stop"
        ]
        return PromptContent(asked, buttons, [words.tr("diktat.press-stack")])

    def _pawn(self, n: int, at: int, stack: Json) -> Node:
        """A pawn to look at or to strike, with what is known of it."""
        words, pawn = self.names, stack["pawns"][at - 1]
        label: list[Child] = [el("strong", words.letter(pawn["kind"]) if pawn["kind"] else "?")]
        label.append(el("span", words.tr("diktat.from-top", n=at)))
        label += [el("small.muted", seen)] if (seen := boards.seen_words(words, pawn)) else []
        marks: Json = {"do": {"do": "name", "key": "pawn", "value": str(at)}, "hot": str(n) if n <= FIGURES else None}
        return el("button.btn.choice.leaf-pawn", label, testid=f"pawn-{n}", cls=words.colours(stack["seat"]), **marks)

    def _meant(self, draft: CommandDraft) -> PromptContent:
        """What is meant, before it is looked at or struck, which nobody takes back; with what a kill brings (ASN-4 to
        ASN-6: a power of either side may add to these figures)."""
        words, command, tr = self.names, draft.command, self.names.tr
        way = "strike" if command["kind"] in ("assassinate", "kill") else "look"
        at, stack = command["at"], words.find_stack(command["at"].get("stack"))
        price: list[Child] = []
        if stack is None:
            text = tr(f"diktat.{way}-place", place=words.place(at))
        else:
            who, kind = words.who(stack["seat"]), stack["pawns"][at["pawn"] - 1]["kind"]
            text = tr(f"diktat.{way}-at", n=at["pawn"], who=who, sector=words.sector(stack["sector"]))
            mine = words.view["cabals"][words.view["me"]]["screen"]["pp"]
            known = KINDS.get(kind, kind) if kind else "unknown"
            price = [el("span.price", tr(f"diktat.price-{known}", who=who, pp=mine))] if way == "strike" else []
        return PromptContent([text], [self._confirm(draft, tr(f"diktat.{way}-it"), "confirm")], price)

    # Buttons

    def _confirm(self, draft: CommandDraft, label: str, name: str, cls: str = "") -> Node:
        """The button that sends the command begun, with a warning where that breaks a sworn promise (OAT-4)."""
        breaks = [el("small.notice", self.names.tr("diktat.breaks"))] if draft.more["breaks"] else []
        parts = [el("span", label), *breaks, *_cap("Enter")]
        return el("button.btn.choice.main", parts, do={"do": "confirm"}, hot="Enter", testid=name, cls=cls)

    def _sends(self, command: Json, label: str, name: str, hot: str) -> Node:
        """A button that sends a whole command at once."""
        do = {"do": "play", "command": {**command, "decision": self.decision["id"]}}
        return el("button.btn.choice", el("span", label), _cap(hot), do=do, hot=hot, testid=name)


def _begin(command: Json) -> Json:
    return {"do": "begin", "command": command}


def _cap(hot: str) -> list[Child]:
    """The key that a button has."""
    return [el("kbd", KEYCAPS.get(hot, hot.upper()), aria_hidden="true")] if hot else []
