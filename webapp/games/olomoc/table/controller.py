"""A player's hands: what pressing, pointing and dragging do to the desk, and what is sent to the table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from nicegui import background_tasks, ui

from rules.kernel.refusals import Refused
from webapp.games.olomoc.table.adjustment_draft import Amendment, Moving
from webapp.games.olomoc.table.answers import adjustment, cabal, decor, place, plan, whatif
from webapp.games.olomoc.table.context import Sheet
from webapp.games.olomoc.table.draft import Desk, Doing, Plan
from webapp.games.olomoc.table.focus import Looking
from webapp.games.olomoc.table.prompts import actions
from webapp.games.olomoc.table.prompts import cabal as cabal_prompts
from webapp.games.olomoc.table.prompts.cabal import Muster
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.whatif_draft import Supposal
from webapp.seats.status_strip import hold_text
from webapp.tables import Refusal, Table
from webapp.tables.create import rematch
from webapp.tables.seating import browser_of
from webapp.ui.tree import Child, Node

Json = dict[str, Any]
HARD = frozenset({"place", "place-target", "displace"})
"""Questions whose legal places no region shows: one that the engine found is where to begin."""


class Hands:
    """One seat's page. Nothing that arrives here is trusted: what has the wrong shape does nothing."""

    def __init__(
        self,
        table: Table,
        session: str,
        seat: str,
        names: Callable[[], Names],
        refresh: Callable[[], None],
        glance: Callable[[], None] | None = None,
        invite: Callable[[], Sequence[Child]] = tuple,
    ) -> None:
        """`refresh` draws all of the page anew, `glance` only what is being looked at; `invite` tells how others come
        to the table."""
        self.table = table
        self.session = session
        self.seat = seat
        self.names = names
        self.refresh = refresh
        self.glance = glance or refresh
        self.invite = invite
        self.desk = Desk(seat)
        self.plan = table.draft(seat, "plan", Plan)
        self.muster = table.draft(seat, "muster", Muster)
        self.amend = table.draft(seat, "adjustment", Amendment)
        self.suppose = Supposal()
        self.verdict: Json | None = None
        self.looking = Looking(self._look_up, session, names, self._looked)

    # What is shown

    @property
    def view(self) -> Json:
        return self.table.view(self.seat)

    @property
    def decision(self) -> Json | None:
        found: Json | None = self.view.get("decision")
        return found

    @property
    def seated(self) -> bool:
        return not any(seat.free for seat in self.table.seats.values())

    @property
    def held(self) -> str:
        return hold_text(self.table, self.names().tr)

    def sheet(self) -> Sheet:
        check = self.table.match.check
        undo = check(self.seat, {"kind": "undo"}) is None
        propose = check(self.seat, {"kind": "propose", "what": "draw"}) is None
        return Sheet(
            self.view,
            self.names(),
            self.desk,
            self.plan,
            self.seated,
            may_undo=undo,
            may_propose=propose,
            amend=self.amend,
            suppose=self.suppose,
            held=self.held,
            invite=() if self.seated else self.invite(),
        )

    def composer(self) -> Node | None:
        return cabal_prompts.composer(self.sheet(), self.muster, self.verdict, cabal.own(self))

    def composing(self) -> Node | None:
        return None if self.held else cabal_prompts.prompt_for(self.sheet(), self.muster, self.verdict)

    # Following the table

    def follow(self) -> None:
        """The table has moved on: drafts that belong to another question are dropped."""
        view = self.view
        self.desk.follow(self.decision)
        self.plan.begin(view.get("cycle", 0), view.get("plan"))
        if not cabal_prompts.stage(view):
            self.muster.again = False

    async def settle(self) -> None:
        """What a fresh question wants done at once: pointing where the answer is a place, odds where it is a risk."""
        if self.suppose.open:
            background_tasks.create(whatif.follow(self), name="what if")
        decision = self.decision
        if decision is None or self.desk.doing is not None:
            return
        kind = decision["kind"]
        if kind in ("enter", "move"):
            option = next((o for o in decision["options"] if o["legal"] and "to" in o.get("needs", ())), None)
            if option is not None:
                await self._start(option)
        elif kind == "place-decor" and self.desk.decor is None:
            first = next((o["command"]["decor"] for o in decision["options"] if o["legal"]), None)
            if first is not None:
                decor.take(self, first)
        elif kind in ("react", "opportunity", "tempt-fate", "tactic") and not self.desk.odds:
            await self._weigh(decision)

    async def _weigh(self, decision: Json) -> None:
        """The odds of each answer, shown when they are known; the question does not wait for them."""
        for index, option in enumerate(decision["options"]):
            if option["legal"]:
                found = await self.reckon(option["command"])
                if self.desk.asked != decision["id"]:
                    return
                if isinstance(found, dict):
                    self.desk.odds[str(index)] = found
        self.changed()

    async def reckon(self, command: Json) -> Json | Refusal | None:
        """What the engine reckons of a command: of an attack what it would do, of a study what its roll would show."""
        found = await self.ask("odds", command=command)
        return found if isinstance(found, dict) else await self.ask("attempt", command=command)

    async def weigh_doing(self) -> None:
        """The odds of what is being prepared, once it is complete: of an attack, of the strikes on a walk's way."""
        doing, rev = self.desk.doing, self.desk.rev
        self.desk.odds.pop("doing", None)
        if doing is None or not doing.complete or doing.command["kind"] not in ("walk", "attack", "charge", "capacity"):
            return
        found = await self.reckon(doing.resolved or doing.command)
        if isinstance(found, dict) and self.desk.doing is doing and self.desk.rev == rev:
            self.desk.odds["doing"] = found
            self.refresh()

    def changed(self) -> None:
        self.desk.rev += 1
        self.refresh()

    async def _look_up(self, name: str, params: Json) -> Json:
        found: Json = await self.table.query(self.seat, name, params, self.session)
        return found

    def _looked(self) -> None:
        self.desk.looked = self.looking.lens.piece
        self.glance()

    # Intents of the panels

    async def intend(self, intent: Json) -> None:
        """Something was pressed or dropped."""
        act = INTENTS.get(str(intent.get("do")))
        if act is not None:
            await act(self, intent)

    async def tell(self, told: Json) -> None:
        """Something was done on the Bloc."""
        what = told.get("what")
        if await self.looking.tell(told):
            return
        if what == "pick":
            await self.pick({"id": told.get("id"), "walks": True})
        elif what == "point":
            await place.point(self, told)
        elif what == "turn":
            await place.turn(self, told)
        elif what == "nearest":
            await place.nearest(self, told)
        elif what == "pose":
            await decor.pose(self, told)
        elif what == "edge":
            await decor.edge(self, told)
        elif what == "confirm":
            await self.confirm(told)
        elif what in ("cancel", "blank"):
            await self.cancel(told, soft=what == "blank")

    async def pick(self, intent: Json) -> None:
        """A piece or a card: the target of what is being prepared, the rouage in hand, or just something to look at.

        `walks`: it was pressed or dragged on the Bloc, where one that is active begins to walk.
        """
        id = intent.get("id")
        if not isinstance(id, str) or adjustment.pick(self, id):
            return
        kind = (self.decision or {}).get("kind")
        if self.desk.group is not None and self.desk.doing is None and await self._pick_target(id):
            return
        if kind in ("choose-rouage", "hostile", "choose") and await self._pick_answer(id):
            return
        if kind == "act" and self.desk.doing is None and id in self.sheet().params.get("rouages", ()):
            before = actions.chosen(self.sheet())
            self.desk.drop()
            self.desk.chosen = id
            if intent.get("walks") is True and any(g.key == "walk" and g.legal for g in actions.groups(self.sheet())):
                await self.take({"group": "walk"})
                return
            if before == id:
                await self.looking.look(id)
                return
        elif self.names().get(id):
            await self.looking.look(id)
            return
        self.changed()

    async def _pick_target(self, id: str) -> bool:
        group = next((g for g in actions.groups(self.sheet()) if g.key == self.desk.group), None)
        fitting = (
            [
                o
                for _, o in group.legal
                if actions.aimed(o["command"]) == id
                or (o["command"]["kind"] == "coordinate" and o["command"]["rouage"] == id)
            ]
            if group
            else []
        )
        if len(fitting) != 1:
            return False
        await self._start(fitting[0])
        return True

    async def _pick_answer(self, id: str) -> bool:
        for option in (self.decision or {"options": ()})["options"]:
            if option["legal"] and id in (option["command"].get("rouage"), option["command"].get("choice")):
                await self.send(option["command"])
                return True
        return False

    async def take(self, intent: Json) -> None:
        """An action of the list: its only legal option is taken up, of several one is to be chosen."""
        key = intent.get("group")
        group = next((g for g in actions.groups(self.sheet()) if g.key == key), None)
        if group is None or not group.legal:
            return
        again = self.desk.group == key
        self.desk.drop()
        self.desk.notice = None
        if not again:
            self.desk.group = group.key
            if len(group.legal) == 1:
                await self._start(group.legal[0][1])
                return
        self.changed()

    async def why(self, intent: Json) -> None:
        """A greyed action, or one of its greyed targets, was pressed: its reason is said in full."""
        options, at = (self.decision or {"options": []})["options"], intent.get("at")
        if isinstance(at, int) and 0 <= at < len(options) and not options[at]["legal"]:
            self.desk.notice = dict(options[at]["why"])
            self.changed()
            return
        group = next((g for g in actions.groups(self.sheet()) if g.key == intent.get("group")), None)
        if group is not None and not group.legal:
            self.desk.drop()
            self.desk.notice = dict(group.why)
            self.changed()

    async def answer(self, intent: Json) -> None:
        """A button that stands for one option: sent at once if nothing is missing, else taken up."""
        option = self._option(intent)
        if option is None:
            return
        if option.get("needs") or self.desk.group is not None:
            await self._start(option)
        else:
            await self.send(option["command"])

    def _option(self, intent: Json) -> Json | None:
        """The option that a button named, if the question is still the one that the button was drawn for."""
        decision, at = self.decision, intent.get("at")
        if decision is None or not isinstance(at, int) or intent.get("id", decision["id"]) != decision["id"]:
            return None
        options: list[Json] = decision["options"]
        return options[at] if 0 <= at < len(options) and options[at]["legal"] else None

    async def _start(self, option: Mapping[str, Any]) -> None:
        self.desk.start(option)
        self.desk.reach = []
        if self.desk.doing and self.desk.doing.placing:
            self.changed()
            await place.find_reach(self, parts=False)
            await self._suggest()
            await place.find_reach(self, parts=True)
        else:
            self.changed()
        await self.weigh_doing()

    async def _suggest(self) -> None:
        """Where a place is hard to hit by hand, one that the engine found is shown first."""
        doing = self.desk.doing
        code = (self.decision or {}).get("prompt", {}).get("code")
        hard = code in HARD or self.sheet().params.get("optional") is False
        if doing is None or doing.place != "to" or not (doing.command["kind"] == "charge" or hard):
            return
        found = await self.ask("suggest", command=doing.command)
        if isinstance(found, dict) and self.desk.doing is doing and doing.to is None:
            await place.suggested(self, doing, found)

    async def ask(self, name: str, **params: Any) -> Json | Refusal | None:
        """What the engine answers, from its own process; None where the question makes no sense (any more)."""
        try:
            found: Json | None = await self.table.query(self.seat, name, params, self.session)
        except Refused as refused:
            return refused.refusal
        except (ValueError, LookupError):
            return None
        return found

    async def confirm(self, told: Json) -> None:
        """The last word on what is shown; a press meant for something shown earlier does nothing."""
        if told.get("rev") != self.desk.rev:
            return
        if isinstance(self.desk.doing, Moving):
            await adjustment.put_down(self)
        elif self.desk.doing is not None and self.desk.doing.later:
            if self.desk.doing.resolved is not None:
                self.desk.doing = self.desk.doing.next()
                self.changed()
        elif self.desk.sure == "concede":
            await self.send({"kind": "concede"}, bound=False)
        elif self.desk.sure == "end":
            await self.send({"kind": "end"})
        elif self.desk.decor and self.desk.pose:
            await self.send({"kind": "place-decor", "decor": self.desk.decor, **self.desk.pose})
        elif (command := self.desk.command()) is not None:
            await self.send(command)

    async def cancel(self, told: Json, soft: bool = False) -> None:
        """One step back."""
        desk = self.desk
        if isinstance(desk.doing, Moving):
            desk.notice = None
            await adjustment.back(self)
            return
        if soft and desk.doing is None and desk.sure is None:
            self.looking.close()
            return
        if desk.doing is not None and (self.decision or {}).get("kind") in ("enter", "move"):
            desk.doing = Doing(desk.doing.command, desk.doing.needs)
        elif desk.doing is not None and desk.group is not None and self._several():
            desk.doing, desk.reach = None, []
        else:
            desk.drop()
        desk.notice = None
        self.changed()

    def _several(self) -> bool:
        group = next((g for g in actions.groups(self.sheet()) if g.key == self.desk.group), None)
        return group is not None and len(group.legal) > 1

    async def end(self, intent: Json) -> None:
        """Ending an activation asks twice while there is still something to do."""
        if (self.decision or {}).get("prompt", {}).get("code") == "granted":
            await self.send({"kind": "end"})
            return
        left = any(
            actions.groups(self.sheet()) and g.legal for g in actions.groups(self.sheet()) if g.key != "coordinate"
        )
        if left:
            self.desk.drop()
            self.desk.sure = "end"
            self.changed()
        else:
            await self.send({"kind": "end"})

    # At any time

    async def concede(self, intent: Json) -> None:
        self.desk.drop()
        self.desk.sure = "concede"
        self.changed()

    async def undo(self, intent: Json) -> None:
        await self.send({"kind": "undo"}, bound=False)

    async def draw(self, intent: Json) -> None:
        await self.send({"kind": "propose", "what": "draw"}, bound=False)

    async def takeback(self, intent: Json) -> None:
        """To before one's own last command."""
        await self.send({"kind": "propose", "what": "takeback"}, bound=False)

    async def rematch(self, intent: Json) -> None:
        """At the end: the same players again, at a new table."""
        made = await rematch(self.table, browser_of(self.session))
        if isinstance(made, Refusal):
            self.desk.notice = made.to_json()
            self.changed()
        else:
            ui.navigate.to(f"/table/{made.code}")

    # Sending

    async def send(self, command: Json, bound: bool = True) -> Refusal | None:
        """Submits; `bound`: as the answer to the decision shown. A refusal is told where it happened, and returned."""
        if bound:
            command = {**command, "decision": self.desk.asked}
        refusal: Refusal | None = await self.table.submit(self.session, command)
        if refusal is not None:
            self.desk.notice = refusal.to_json()
            self.desk.sure = None
            self.changed()
        return refusal


INTENTS: Mapping[str, Callable[[Hands, Json], Awaitable[None]]] = {
    "pick": Hands.pick,
    "take": Hands.take,
    "why": Hands.why,
    "answer": Hands.answer,
    "confirm": Hands.confirm,
    "cancel": Hands.cancel,
    "end": Hands.end,
    "concede": Hands.concede,
    "undo": Hands.undo,
    "draw": Hands.draw,
    "takeback": Hands.takeback,
    "rematch": Hands.rematch,
    **adjustment.INTENTS,
    **plan.INTENTS,
    **cabal.INTENTS,
    **place.INTENTS,
    **decor.INTENTS,
    **whatif.INTENTS,
}
