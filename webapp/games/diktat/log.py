"""The log: events as sentences; and the announcements of a Resolution over the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webapp.games.contract import Json, Marks
from webapp.games.diktat.deal_words import claim_words, dealt_words, offer_words, promise_words
from webapp.games.diktat.glossary import GLOSSARY
from webapp.games.diktat.names import Names
from webapp.games.diktat.scenes import scene
from webapp.i18n import whole
from webapp.table_kit.log import GameLog
from webapp.table_kit.plain_texts import worded
from webapp.ui.tree import Child, Node, el

SOUNDS: Mapping[str, str] = {
    "designated": "plot", "attack": "plot", "others-attack": "others", "taken": "card", "killed": "wound",
    "blocked": "wound", "looked-own": "look", "offered": "offer", "promise-ended-broken": "crack",
    "judged-broken": "crack",
}  # fmt: skip
"""The sound of each kind of event, or of its variant; an offer is heard by those whom it is made to."""
BEATS = frozenset(
    {
        "sent", "looked", "killed", "blocked", "developed", "awarded", "judged", "promise-ended", "dealt",
        "secret-turned", "designated", "turned", "woken", "tally", "struggle", "bids", "taken", "conquered", "attack",
        "others-attack", "hunted", "others-took", "cycle-began",
    }
)  # fmt: skip
"""The kinds of events that are told: Manoeuvres, kept and broken words, and each step of a Resolution (CNQ, ATT)."""
DEALS = frozenset(
    {
        "offered", "accepted", "offer-closed", "undelivered", "dealt", "shown", "said", "promise-done", "promise-ended",
        "accused", "judged", "held", "released",
    }
)  # fmt: skip


class DiktatLog(GameLog[Names]):
    """The log of Diktat; its lines cite no clauses."""

    sounds = SOUNDS
    heads = frozenset(("cycle-began", "phase-began"))
    announced = BEATS
    stays: Mapping[str, int] = {"turned": 900, "tally": 900, "bids": 900, "taken": 900, "promise-ended": 900}
    last = 80
    glossary = GLOSSARY
    filters = ("all", "city", "deals")

    def variants(self, event: Json, names: Names) -> Sequence[str]:
        """The texts of an event."""
        kind = event["kind"]
        return (*(f"{kind}-{variant}" for variant in _variants(event)), kind)

    def is_silent(self, event: Json, names: Names) -> bool:
        """Whether the log leaves an event out: the next ones or the deal tell it, or nothing has changed."""
        match event:
            case {"kind": "turn", "again": again}:
                return not again
            case {"kind": "manoeuvre", "which": which}:
                return bool(which != "extend")
            case {"kind": "pp" | "agents" | "affinity", "why": "deal"} | {"kind": "possession", "why": "trophy"}:
                return True
            case {"kind": "token-gone"}:
                return True
            case {"kind": "said", "deal": deal}:
                return deal is not None
            case {"kind": "scored", "parts": parts}:
                return not any(parts.values())
            case {"kind": "ranked", "seat": seat, "rank": rank}:
                cabal = names.view["cabals"][seat]["cabal"]
                return bool(cabal) and names.pack.cabals[cabal].rank == rank
            case {"kind": "discarded"}:
                return not _stock(event, names)
        return False

    def say(self, key: str, event: Json, names: Names) -> str:
        """The sentence of an event."""
        if event["kind"] in ("developed", "discarded"):
            return str(names.tr(f"event.{event['kind']}", seat=names.who(event["seat"]), agents=_stock(event, names)))
        if event["kind"] == "offered":
            return str(names.tr("event.offered-what", offer=offer_words(event["offer"], names)))
        if event["kind"] == "dealt":
            return str(names.tr("event.dealt-what", offer=dealt_words(event["offer"], names)))
        if event["kind"] == "promise-ended":
            return str(names.tr(f"event.promise-ended-{event['how']}", promise=promise_words(event["promise"], names)))
        if event["kind"] == "said":
            claims = names.listed(claim_words(claim, names) for claim in event["claims"])
            return str(names.tr("event.said", by=names.who(event["by"]), claims=claims))
        if event["kind"] == "shown":
            return _shown(event, names)
        if event["kind"] == "judged":
            broken = sum(event["votes"].values())
            votes = names.tr("event.votes", broken=broken, kept=len(event["votes"]) - broken) if event["votes"] else ""
            event = {**event, "votes": str(votes)}
        if event["kind"] == "tokens":
            return _tokens(event, names)
        if event["kind"] == "others-set" and "order" in event:  # after the match everybody sees the pawns themselves
            event = {**event, "count": len(event["order"])}
        return worded(names, names.filled(event), key) or ""

    def owner(self, event: Json, names: Names) -> str | None:
        """The seat that acts."""
        seat: str | None = event["offer"]["by"] if "offer" in event and isinstance(event["offer"], Mapping) else None
        if event["kind"] == "accused":  # `seat` is whom they accuse
            seat = event["by"]
        return seat or event.get("seat") or event.get("by")

    def classes(self, event: Json, names: Names) -> Sequence[str]:
        """What the log's filters go by."""
        return ("is-deals" if event["kind"] in DEALS else "is-city",)

    def details(self, event: Json, names: Names) -> Sequence[Child]:
        """NEG-10: the parties, who read all of a discreet offer, are told that the others do not."""
        offer = event["offer"] if event["kind"] in ("offered", "dealt") else {}
        if not offer.get("discreet") or "give" not in offer:
            return ()
        return (" ", el("span.plain-marks", names.tr("deal.discreet")))

    def sound(self, event: Json, names: Names) -> str | None:
        """The sound of a line; of an offer for those to whom it is made."""
        if event["kind"] == "offered" and names.view["me"] not in event["offer"]["to"]:
            return None
        return super().sound(event, names)

    def about(self, event: Json) -> str | None:
        """The sector that is lit."""
        return event.get("sector")

    def scene(self, event: Json, names: Names) -> Node | None:
        """A step of a Resolution over the city."""
        return scene(event, names)

    def marks(self, log: Sequence[Json]) -> Marks:
        """Cycles as chapters, phases, pawns lost and Trophies won."""
        parts: list[tuple[int, int]] = []
        n = 0
        for event in log:
            n = 0 if event["kind"] == "cycle-began" else n + (event["kind"] == "phase-began")
            parts += [(event["n"], n)] if event["kind"] == "phase-began" else []
        return Marks(
            chapters=[(event["n"], event["number"]) for event in log if event["kind"] == "cycle-began"],
            parts=parts,
            hits=[event["n"] for event in log if event["kind"] == "killed"],
            points=[(event["n"], event["seat"]) for event in log if event["kind"] == "taken"],
        )


LOG = DiktatLog()


def _stock(event: Json, names: Names) -> str:
    """PP, Agents and tokens of an event, without what there is none of."""
    tr = names.tr
    parts = [tr("deal.pp", n=event["pp"])] if event.get("pp") else []
    parts += [names.agents(event["agents"])] if event["agents"] else []
    parts += [tr.plural(f"tokens.{key}", n) for key in ("spies", "assassins") if (n := event[key])]
    return ", ".join(map(str, parts))


def _tokens(event: Json, names: Names) -> str:
    """The Spies and Assassins that a seat gains or loses."""
    words = dict.fromkeys(("spies", "assassins"), "")
    for key in words:
        if n := event[key]:
            words[key] = f"{whole(n, signed=True)[0]}{names.tr.plural(f'tokens.{key}', abs(n))}"
    if all(words.values()):
        words["assassins"] = f", {words['assassins']}"
    return str(names.tr("event.tokens", seat=names.who(event["seat"]), **words))


def _shown(event: Json, names: Names) -> str:
    """NEG-8: what was shown to whom; to those who saw it, what it is."""
    tr, part = names.tr, event["screen"]
    who = {"by": names.who(event["by"]), "to": ", ".join(map(names.who, event["to"]))}
    place = tr(f"screen.{part}") if part else names.place(event["at"])
    if (saw := event.get("saw")) is None:
        return str(tr("event.shown", **who, at=place))
    match part:
        case "pp":
            what = tr("deal.pp", n=saw)
        case "agents":
            what = names.agents(saw)
        case "affinities":
            what = names.listed(f"{names.affinity(affinity)} {n}" for affinity, n in saw.items() if n) or tr(
                "diktat.none"
            )
        case _:
            what = names.card(saw) if event["at"].get("secret") else names.kind(saw)
    return str(tr("event.shown-own", **who, at=place, saw=what))


def _variants(event: Json) -> list[str]:
    """Further texts of an event; the first that exists is used."""
    match event["kind"]:
        case "sent" | "looked" | "peeked" | "recalled" | "kept":
            return (
                ["own"]
                if any(key in event for key in ("pawns", "saw", "agents", "cards"))
                and not (event["kind"] == "recalled" and "agents" not in event)
                else []
            )
        case "manoeuvre":
            return [event["which"]]
        case "killed":
            return ["stays"] if event["stays"] else []
        case "turn":
            return ["again"] if event["again"] else []
        case "debt":
            return ["forced"] if event["forced"] else []
        case "designated":
            return ["last"] if event["by"] is None else []
        case "taken" | "hunted":
            return [event["what"]] if "what" in event else []
        case "offer-closed" | "promise-ended":
            return [event["how"]]
        case "agents":
            return ["change"] if event["gained"] and event["lost"] else ["gained" if event["gained"] else "lost"]
        case "awarded":
            return [event["why"]]
        case "judged":
            return ["broken" if event["broken"] else "kept"]
        case "overrun":
            return [event["why"]]
        case "drawn":
            return ["secret"] if event["secret"] else []
        case "others-moved":
            return ["by"] if event["by"] else []
        case "replaced":
            return [] if event["came"] else ["nothing"]
        case _:
            return []
