"""Diktat's question to one player, as nodes: its text, the steps of an answer, and the buttons that give it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from rules.kernel.refusals import Refusal
from webapp.games.contract import Json
from webapp.games.diktat import boards
from webapp.games.diktat.answers import AIMED, Answers
from webapp.games.diktat.city import side
from webapp.games.diktat.intents import Prepare, What, reason, sent
from webapp.games.diktat.names import KINDS
from webapp.table_kit.plain_table import PlainTable
from webapp.table_kit.plain_texts import refusal_words
from webapp.table_kit.prompt import PromptContent, back_button
from webapp.ui.tree import Child, Node, el

DISCARDS = (None, "citizen", "guard", "emissary", "spy", "assassin")
MANOEUVRES: tuple[What, ...] = ("send", "spy", "assassinate", "extend", "develop", "special")


KEYCAPS = {"Enter": "↵", "Backspace": "⌫"}
LISTED = ("call", "choose-cabal", "designate", "first-player", "take")
"""Kinds of questions whose answers say what they bring, or which promise they break."""


class QuestionPanel:
    """The question that `answers` are for, as it stands in one redraw. ``sure(command)``: what a command would surely
    do, as text, empty while unknown; ``chances()``: who would win each sector (`chances.of_all`)."""

    def __init__(
        self,
        screens: PlainTable,
        decision: Json,
        answers: Answers,
        sure: Callable[[Json], str],
        chances: Callable[[], Mapping[str, Json]],
    ) -> None:
        self.screens, self.decision, self.answers = screens, decision, answers
        self.sure, self.chances = sure, chances
        self.names, self.draft = answers.names, answers.draft

    def question(self) -> PromptContent | None:
        """A question that is answered step by step, or on the map; None where one button per option does."""
        found = self._asked()
        if found is None:
            return None
        step = f"{self.draft.what}/{self.draft.stack}/{self.draft.pawn}/{bool(self.draft.sector)}"
        back = [back_button(self.names.tr, sent(self._before()))] if self.draft.what else []
        kind, id = self.decision["kind"], self.decision["id"]
        return replace(found, ways=[*found.ways, *back], first=not back, step=step, kind=kind, decision=id)

    def _before(self) -> Prepare:
        """The draft before its last step: from a pawn to its stack, from there to the Manoeuvre."""
        draft = self.draft
        if draft.pawn:
            return replace(draft, pawn=0)
        if draft.stack and self.decision["kind"] not in AIMED:
            return replace(draft, stack="")
        if draft.what == "send" and draft.pawns:
            return replace(draft, pawns="")
        return Prepare()

    def _rows(self) -> list[Json]:
        """The answers of a list. TRO-2, AFF-2: before a card alone, the card with every token flipped that fits it; at
        a call, what an unused token still brings before passing."""
        rows: list[Json] = []
        for command in (it["command"] for it in self.decision["options"]):
            if command["kind"] == "take" and "card" in command and (flips := self._flips(command)):
                rows.append({**command, "flip": flips})
            rows.append(command)
        if any(row["kind"] == "flip" for row in rows):
            rows.sort(key=lambda row: (row["kind"] != "flip", row["kind"] == "pass"))
        return rows

    def _flips(self, command: Json) -> list[str]:
        """The tokens behind the own screen that the engine lets flip with a card as it is taken."""
        screen = self.names.view["cabals"][self.names.view["me"]]["screen"] or {}
        found: list[str] = []
        for kind, n in screen.get("affinities", {}).items():
            for _ in range(n):
                if self.answers.check({**command, "flip": [*found, kind]}) is None:
                    found.append(kind)
        return found

    def _asked(self) -> PromptContent | None:
        kind = self.decision["kind"]
        if kind in AIMED:
            stop = next((it["command"] for it in self.decision["options"] if it["command"]["kind"] == "stop"), None)
            return self._aiming(self._said(), stop)
        if self.draft.what == "narrow":
            return self._narrow()
        if kind == "bid":
            return self._bids()
        if kind in LISTED or self.decision["prompt"]["code"] == "cabal-card":
            return PromptContent(self._said(), [self._play(row, n) for n, row in enumerate(self._rows(), 1)])
        if kind != "manoeuvre":
            return None
        match self.draft.what:
            case "send":
                return self._sending()
            case "extend":
                return self._extending()
            case "spy" | "assassinate":
                return self._aiming([self.names.tr(f"diktat.{self.draft.what}-where")])
            case "develop" | "special":
                return self._card_list()
            case _:
                return self._manoeuvres()

    def _said(self) -> list[Child]:
        """The text of the question."""
        return self.screens.question(self.decision["prompt"], self.names)

    def _bids(self) -> PromptContent:
        """STG-2, STG-3: a figure for each bid, pressed by its own key, and who is first where bids are equal."""
        words, rows = self.names, [it["command"] for it in self.decision["options"]]
        buttons = [self._play(row, n, hot=str(row["pp"]) if row["pp"] <= 9 else "") for n, row in enumerate(rows, 1)]
        order = [words.who(it) for it in words.view["order"] if it in self.decision["prompt"]["params"]["seats"]]
        return PromptContent(self._said(), buttons, [words.tr("diktat.equal-bids", order=", ".join(order))])

    def _manoeuvres(self) -> PromptContent:
        """MAN-3: the six, each under its key; one that cannot be made says why."""
        words = self.names
        buttons: list[Child] = []
        for n, what in enumerate(MANOEUVRES, 1):
            rows = [it for it in self.decision["options"] if it["command"]["kind"] == what]
            able = any(it["legal"] for it in rows)
            command = (
                rows[0]["command"] if rows else {"kind": what, "element": {}} if what == "special" else {"kind": what}
            )
            do = sent(Prepare(what)) if able else reason(command)
            label = [el("span", words.tr(f"manoeuvre.{what}")), el("kbd", str(n), aria_hidden="true")]
            why = None
            if not able:
                no = rows[0]["why"] if rows else None
                why = refusal_words(words, Refusal(**no)) if no else words.tr("diktat.none-special")
            off = None if able else "true"
            marks = {"hot": str(n), "testid": f"option-{n}", "title": why, "aria_disabled": off}
            buttons.append(el("button.btn.choice.manoeuvre.brief", label, do=do, **marks))
        return PromptContent(self._said(), buttons, [words.tr("diktat.or-press")])

    def _sending(self) -> PromptContent:
        """SND-1: the sector, then the pawns, each laid on top of those before."""
        words, draft = self.names, self.draft
        if draft.sector not in words.view["sectors"]:
            own = self.names.own_agents()
            rows = [
                self._play({"kind": "send", "sector": it, "pawns": own[:1]}, n, Prepare("send", it))
                for n, it in enumerate(words.view["sectors"], 1)
            ]
            return PromptContent([words.tr("diktat.send-where")], rows)
        left = self.names.own_agents()
        for kind in draft.pawns:
            left = left.replace(kind, "", 1)
        add: list[Child] = [
            self._step(
                "diktat.add", replace(draft, pawns=it + draft.pawns), f"add-{it}", hot=it.lower(), kind=words.kind(it)
            )
            for it in dict.fromkeys(left)
        ]
        if left:
            add.append(self._step("diktat.add-all", replace(draft, pawns=left + draft.pawns), "add-all", hot="a"))
        less: list[Child] = []
        if draft.pawns:
            less.append(
                self._step("diktat.take-top", replace(draft, pawns=draft.pawns[1:]), "take-top", hot="Backspace")
            )
            less.append(self._step("diktat.empty", replace(draft, pawns=""), "empty"))
        send = {"kind": "send", "sector": draft.sector, "pawns": draft.pawns}
        walled = {**send, "blockhaus": True}
        if self._walls(walled):
            less.append(self._play(walled, 2, hot="b", label=words.tr("diktat.walled")))
        sends = [self._play(send, 1, hot="Enter", label=words.tr("diktat.send-it"))] if draft.pawns else []
        sector, pawns = words.sector(draft.sector), words.in_order(draft.pawns)
        question = words.tr("diktat.send-what", sector=sector, pawns=pawns)
        likely = self.chances().get(draft.sector, {}).get("words") if draft.pawns else None
        return PromptContent([question], [*add, *sends], [self._preview(self.sure(send), likely)], secondary=less)

    def _preview(self, sure: str, likely: str | None) -> Node | None:
        """The certain effects of the command in preparation, and the likely ones."""
        tr = self.names.tr
        texts = [tr("preview.sure", what=sure)] if sure else []
        texts += [tr("preview.likely", what=likely)] if likely else []
        return el("span.preview", " ".join(map(str, texts)), testid="preview") if texts else None

    def brings(self, command: Json) -> str:
        """The effects of the Cabal or the Possession that a command takes."""
        words = self.names
        match command:
            case {"kind": "cabal", "cabal": key}:
                return words.cabal_about(key)
            case {"kind": "take", "card": key} | {"kind": "choose", "choice": key}:
                return words.effects(key)
            case {"kind": "take", "marker": key}:
                held = words.view["cabals"][words.view["me"]]["markers"].get(key, 0)
                return words.effects(f"{key}:{min(2, held + 1)}")
            case {"kind": "manifest", "element": {"card": str(key)} | {"cabal": str(key)}}:
                return words.effects(key)
        return ""

    def _breach(self, command: Json) -> str:
        """OAT-4: the warning that an answer breaks a sworn promise."""
        warned = (it for it in self.decision["options"] if it.get("breaks"))
        # Where the place of a look or an Assassination is still open, another may be meant.
        meant = any(it["command"].items() <= command.items() for it in warned if "at" not in it.get("needs", ()))
        return str(self.names.tr("diktat.breaks")) if meant else ""

    def _walls(self, walled: Json) -> bool:
        """BLK-1."""
        return bool(walled["pawns"]) and self.answers.check(walled) is None

    def _extending(self) -> PromptContent:
        """EXT-1, EXT-2: for nothing, or with something discarded."""
        rows: list[Json] = [{"kind": "extend", **({"discard": it} if it else {})} for it in DISCARDS]
        able = [row for row in rows if self.answers.check(row) is None]
        buttons = [self._play(row, n, about=self.sure(row)) for n, row in enumerate(able, 1)]
        return PromptContent([self.names.tr("diktat.extend-how")], buttons)

    def _card_list(self) -> PromptContent:
        """CBL-1, SPE-1: the Cabal cards, or the Special Manoeuvres, with what they do."""
        words, what = self.names, self.draft.what
        rows = [it["command"] for it in self.decision["options"] if it["command"]["kind"] == what]
        buttons = []
        for n, row in enumerate(rows, 1):
            thing = row.get("card") or next(it for it in row["element"].values() if it)
            key = thing if what == "develop" or "marker" not in row["element"] else None
            about = " — ".join(it for it in (words.effects(key) if key else "", self.sure(row)) if it)
            buttons.append(self._play(row, n, about=about))
        return PromptContent([self.names.tr(f"diktat.{what}-what")], buttons)

    def _aiming(self, question: list[Child], stop: Json | None = None) -> PromptContent:
        """SPY-2, ASN-2: a stack, pressed here or on the map, then one of its pawns. Nothing is looked at or struck by
        the first press."""
        words, aims = self.names, self.answers.aims
        stacks = list(dict.fromkeys(it["at"]["stack"] for it in aims if it["at"].get("stack")))
        picked = words.find_stack(self.draft.stack) if self.draft.stack in stacks else None
        if picked is not None:
            rows = [it for it in aims if it["at"].get("stack") == picked["id"]]
            meant = next((it for it in rows if it["at"]["pawn"] == self.draft.pawn), None)
            if meant is not None:
                return self._meant(meant, picked)
            pawns = [self._pawn(n, row, picked) for n, row in enumerate(rows, 1)]
            owner, sector = words.who(picked["seat"]), words.sector(picked["sector"])
            return PromptContent([words.tr("diktat.which-pawn", who=owner, sector=sector)], pawns)
        others = [it for it in aims if not it["at"].get("stack")]
        buttons: list[Child] = []
        for n, id in enumerate(stacks, 1):
            stack = words.find_stack(id)
            assert stack is not None
            step = sent(Prepare(aims[0]["kind"], stack=id))
            label = words.tr(
                "diktat.stack-at", who=words.who(stack["seat"]), sector=words.sector(stack["sector"]), n=stack["height"]
            )
            hot = str(n) if n <= 9 else None
            buttons.append(
                el("button.btn.choice", label, do=step, hot=hot, cls=side(stack["seat"], words), testid=f"aim-{id}")
            )
        buttons += [self._play(row, n) for n, row in enumerate(others, len(stacks) + 1)]
        buttons += [self._play(stop, len(stacks) + len(others) + 1, hot="0")] if stop else []
        return PromptContent(question, buttons, [words.tr("diktat.press-stack")])

    def _pawn(self, n: int, command: Json, stack: Json) -> Node:
        """A pawn to look at or to strike, with what is known of it."""
        words, at = self.names, command["at"]["pawn"]
        pawn = stack["pawns"][at - 1]
        label: list[Child] = [el("strong", words.letter(pawn["kind"]) if pawn["kind"] else "?")]
        label.append(el("span", words.tr("diktat.from-top", n=at)))
        label += [el("small.muted", it)] if (it := boards.seen_words(words, pawn)) else []
        label += [el("small.notice", it)] if (it := self._breach(command)) else []
        hot = str(n) if n <= 9 else None
        return el(
            "button.btn.choice.leaf-pawn",
            label,
            do=sent(replace(self.draft, what=command["kind"], stack=stack["id"], pawn=at)),
            hot=hot,
            testid=f"pawn-{n}",
            cls=side(stack["seat"], words),
        )

    def _meant(self, command: Json, stack: Json) -> PromptContent:
        """The pawn chosen, before it is looked at or struck, which nobody takes back; with what a kill brings (ASN-4 to
        ASN-6: a power of either side may add to these figures)."""
        words, at, tr = self.names, command["at"]["pawn"], self.names.tr
        kills = command["kind"] in ("assassinate", "kill")
        who, kind = words.who(stack["seat"]), stack["pawns"][at - 1]["kind"]
        said = tr(f"diktat.{'strike' if kills else 'look'}-at", n=at, who=who, sector=words.sector(stack["sector"]))
        mine = words.view["cabals"][words.view["me"]]["screen"]["pp"]
        known = KINDS.get(kind, kind) if kind else "unknown"
        price: list[Child] = [el("span.price", tr(f"diktat.price-{known}", who=who, pp=mine))] if kills else []
        label: list[Child] = [el("span", tr(f"diktat.{'strike' if kills else 'look'}-it"))]
        label += [el("small.notice", it)] if (it := self._breach(command)) else []
        label += [el("kbd", KEYCAPS["Enter"], aria_hidden="true")]
        marks: Json = {"do": self.answers.sends(command), "hot": "Enter", "testid": "strike"}
        return PromptContent([said], [el("button.btn.choice.main", label, **marks)], price)

    def _narrow(self) -> PromptContent:
        """The options that name what was pressed."""
        rows = [
            it["command"]
            for it in self.decision["options"]
            if it["legal"] and self.draft.sector in it["command"].values()
        ]
        return PromptContent(self._said(), [self._play(row, n) for n, row in enumerate(rows, 1)])

    def _play(
        self,
        command: Json,
        n: int,
        step: Prepare | None = None,
        *,
        hot: str | None = None,
        label: str | None = None,
        about: str | None = None,
    ) -> Node:
        """A button for a command, or for the step that it stands for; one that is refused says why."""
        words, no = self.names, self.answers.check(command)
        said: list[Child] = [words.sector(command["sector"])] if step else self.screens.option(command, words)
        parts: list[Child] = [el("span", label or said)]
        about = self.brings(command) if about is None else about
        parts += [el("small.muted", about)] if about else []
        parts += [el("small.notice", it)] if no is None and (it := self._breach(command)) else []
        cap = (str(n) if n <= 9 else None) if hot is None else hot or None
        parts += [el("kbd", KEYCAPS.get(cap, cap.upper()), aria_hidden="true")] if cap else []
        if no is not None:
            why = refusal_words(words, no)
            marks: Json = {"aria_disabled": "true", "title": why, "do": reason(command)}
        else:
            marks = {"do": sent(step) if step else self.answers.sends(command), "hot": cap}
        kinds = [
            "with-about" if len(parts) > 1 + bool(cap) else "",
            "main brief" if hot == "Enter" and no is None else "",
        ]
        return el("button.btn.choice", parts, testid=f"option-{n}", cls=kinds, **marks)

    def _step(self, key: str, step: Prepare, name: str, hot: str | None = None, **params: str) -> Node:
        label: list[Child] = [el("span", self.names.tr(key, **params))]
        if hot is not None:
            label.append(el("kbd", KEYCAPS.get(hot, hot.upper()), aria_hidden="true"))
        return el("button.btn.brief", label, do=sent(step), testid=name, hot=hot)
