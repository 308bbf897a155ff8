"""Who may see an event or a frame, as each kind declares it."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import field
from typing import Any

import pytest

from rules.kernel import (
    PUBLIC,
    Fields,
    Json,
    OfSeat,
    Only,
    OwnEntry,
    Parties,
    Sealed,
    Seat,
    Seen,
    StackCodec,
    TaggedCodec,
    Without,
    command,
    event,
    frame,
    noun,
    size_of,
)
from rules.kernel.audience import absent, sealed_from, seen
from rules.kernel.table_talk import Proposal, TableEvent
from tests.standin.engine import Auction
from tests.standin.nouns import Fact

VIEWERS = ("1", "2", "3", "spectator")


def told(instance: Any) -> dict[str, Json | None]:
    """The row of each viewer."""
    rows = seen(instance, dumped)
    return {viewer: rows.by(viewer) for viewer in VIEWERS}


def dumped(instance: Any) -> Json:
    return {each: getattr(instance, each) for each in instance.__dataclass_fields__}


@event("sent", sees=Only("seat", "pawns", height=size_of("pawns")))
class Sent(OfSeat):
    pawns: str


@event("dealt", sees=Only("seat", "cards", cards=size_of("cards")))
class Dealt(OfSeat):
    cards: tuple[str, ...]


@event("shown", sees=Parties("parties", Only(("by", "to"), "saw")))
class Shown:
    by: Seat
    to: tuple[Seat, ...]
    saw: str
    parties: tuple[Seat, ...] = ()


def test_a_field_for_one_seat_alone() -> None:
    rows = told(Sent("1", "CGE"))
    others = {"kind": "sent", "seat": "1", "height": 3}
    assert rows == {"1": others | {"pawns": "CGE"}, "2": others, "3": others, "spectator": others}


def test_a_number_in_place_of_a_field() -> None:
    rows = told(Dealt("2", ("husk", "kite")))
    assert rows["2"] == {"kind": "dealt", "seat": "2", "cards": ("husk", "kite")}
    assert rows["1"] == rows["spectator"] == {"kind": "dealt", "seat": "2", "cards": 2}


def test_an_event_in_the_logs_of_its_parties_alone() -> None:
    """The field that names them is in no row; without parties it is in every log."""
    shown = Shown("1", ("2",), "guard", ("1", "2", "3"))
    rows = told(shown)
    third = {"kind": "shown", "by": "1", "to": ("2",)}
    assert rows == {"1": third | {"saw": "guard"}, "2": third | {"saw": "guard"}, "3": third, "spectator": None}
    assert [absent(shown, viewer) for viewer in VIEWERS] == [False, False, False, True]
    rows = told(Shown("1", ("2",), "guard"))
    assert rows["3"] == rows["spectator"] == third


def test_own_entries_and_sealed_answers() -> None:
    @event("hands", sees=OwnEntry("hands"))
    class Hands:
        hands: Mapping[Seat, tuple[int, ...]]

    @frame("bidding", sees=Sealed("bid", "lot"))
    class Bidding:
        lot: int
        answers: Mapping[Seat, int] = field(default_factory=dict)

    assert [row and row["hands"] for row in told(Hands({"1": (3,), "2": (4,)})).values()] == [
        {"1": (3,)},
        {"2": (4,)},
        {},
        {},
    ]
    others = {"frame": "bidding", "lot": 7, "in": ["1", "2"], "bid": None}
    rows = told(Bidding(7, {"2": 5, "1": 9}))
    assert rows == {"1": others | {"bid": 9}, "2": others | {"bid": 5}, "3": others, "spectator": others}


def test_some_fields_made_ones_and_none_of_others() -> None:
    @event("shuffled", sees=Fields("what", "from_", count=size_of("order")))
    class Shuffled:
        what: str
        from_: str
        order: tuple[str, ...]

    @event("closed", sees=Without("parties"))
    class Closed:
        offer: str
        parties: tuple[Seat, ...]

    assert told(Shuffled("pile", "hand", ("a", "b")))["1"] == {
        "kind": "shuffled",
        "what": "pile",
        "from": "hand",
        "count": 2,
    }
    assert told(Closed("d1", ("1",)))["3"] == {"kind": "closed", "offer": "d1"}


def test_an_odd_case_is_a_function() -> None:
    def put(instance: Any, whole: Json) -> Seen:
        return Seen({"kind": "put", "card": None}, {instance.card[0]: whole})

    @event("put", sees=put)
    class Put:
        card: str

    rows = told(Put("2-husk"))
    assert rows["2"] == {"kind": "put", "card": "2-husk"}
    assert rows["1"] == {"kind": "put", "card": None}


def test_only_sealed_answers_are_hidden_from_a_viewer() -> None:
    """Of a frame whose answers all see, none is guessed anew in an imagined world."""

    @frame("declaring", sees=PUBLIC)
    class Declaring:
        answers: Mapping[Seat, int] = field(default_factory=dict)

    @frame("bidding", sees=Sealed("bid"))
    class Bidding:
        answers: Mapping[Seat, int] = field(default_factory=dict)

    assert sealed_from(Declaring({"1": 3, "2": 4}), "1") == ()
    assert sealed_from(Bidding({"1": 3, "2": 4}), "1") == ("2",)
    assert sealed_from(Bidding({"1": 3, "2": 4}), "spectator") == ("1", "2")


# ---- what is refused when it is declared -----------------------------------------------------------------------------


@pytest.mark.parametrize("declare", [event, frame])
def test_nothing_is_seen_by_default(declare: Any) -> None:
    """The parameter has no default, so that a noun without it does not type-check either."""
    assert inspect.signature(declare).parameters["sees"].default is inspect.Parameter.empty
    with pytest.raises(TypeError, match="sees"):
        declare("moved")


def test_an_engine_refuses_a_noun_that_says_nothing() -> None:
    @noun
    class Moved:
        kind: str = "moved"

    @noun
    class Waiting:
        frame: str = "waiting"

    def engine(**parts: Any) -> Any:
        return type("Careless", (Auction,), parts)()

    with pytest.raises(TypeError, match="Moved does not say who may see it"):
        engine(events=TaggedCodec(Fact | TableEvent | Moved))
    with pytest.raises(TypeError, match="Waiting does not say who may see it"):
        engine(frames=StackCodec(Proposal | Waiting))


def test_an_audience_names_fields_that_there_are() -> None:
    with pytest.raises(TypeError, match=r"'sent' depends on \['pwans'\]"):

        @event("sent", sees=Only("seat", "pwans"))
        class Misspelt(OfSeat):
            pawns: str


@pytest.mark.parametrize(
    ("declare", "field", "why"),
    [
        (event("took", sees=PUBLIC), "n", "cannot have a field 'n', as the journal"),
        (event("took", sees=PUBLIC), "n_", "cannot have a field 'n_', as the journal"),
        (event("took", sees=PUBLIC), "kind", "it is told apart by it"),
        (frame("taking", sees=PUBLIC), "frame", "it is told apart by it"),
        (frame("taking", sees=PUBLIC), "kind", "tells an event from a frame"),
        (command("take"), "decision", "cannot have a field 'decision', as a command"),
    ],
)
def test_a_name_that_the_kernel_writes_is_refused(declare: Any, field: str, why: str) -> None:
    with pytest.raises(TypeError, match=why):
        declare(type("Took", (), {"__annotations__": {"seat": str, field: int}}))


def test_an_event_may_have_a_field_to() -> None:
    """Only takebacks name an event by it."""

    @event("proposed-a-toast", sees=PUBLIC)
    class Toast:
        to: int

    assert told(Toast(3))["1"] == {"to": 3, "kind": "proposed-a-toast"}


def test_a_union_has_no_two_nouns_of_one_name() -> None:
    @event("over", sees=PUBLIC)
    class Finished:
        pass

    with pytest.raises(TypeError, match="several nouns of a union have the kind over"):
        TaggedCodec(Fact | TableEvent | Finished)


def test_no_frame_is_kept_from_a_view() -> None:
    with pytest.raises(TypeError, match="'hidden' cannot be kept"):

        @frame("hidden", sees=Parties("seats"))
        class Hidden:
            seats: tuple[Seat, ...]
