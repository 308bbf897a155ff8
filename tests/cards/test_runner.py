"""The runner that plays until everything has made a difference: what it finds in a few matches, and what it misses."""

from __future__ import annotations

from dataclasses import replace

from rules.hybris.packs.reader import load as load_hybris
from rules.invader.packs.cards import WRITTEN
from rules.invader.packs.cards import Pack as DuelPack
from rules.invader.packs.reader import load as load_duel
from rules.olomoc.packs import load
from tests.cards import hybris, invader, runner
from tests.cards.olomoc import olomoc, things, without
from tests.cards.trial import CORE

MATCHES = 8
"""Every agenda, most of the ready-made cabals: the whole of it is ``make cards``."""
IDLE = {("artefact", "dead-hour"), ("ministry", "effort"), ("capacity", "regulation-fire"), ("study", "survey")}
"""The cards whose effects are removed from the pack that is tried."""


def broken() -> object:
    """The core pack, these cards of it without any effect."""
    pack = CORE
    for name in sorted(IDLE):
        pack = without(pack, name)
    return pack.model_copy(update={"id": "broken"})


def test_a_few_matches_fire_most_of_it_and_never_what_does_nothing() -> None:
    *_, seen = runner.run(olomoc(broken()), MATCHES, seed=2)
    assert seen.matches == MATCHES
    assert len(seen.first) > 50
    assert set(seen.missing) >= IDLE
    assert len(set(seen.first) & {("artefact", id) for id in CORE.artefact}) > 8
    assert len(set(seen.first) & {("ministry", id) for id in CORE.ministries}) > 6


def test_everything_in_the_core_pack_is_looked_for() -> None:
    by_name = things(load())
    assert len({name for name in by_name if name[0] == "ministry"}) == 9
    assert len({name for name in by_name if name[0] == "artefact"}) == 12
    assert len({name for name in by_name if name[0] == "study"}) == 6
    bearing = {card for thing in by_name.values() for card in thing.cards}
    assert {*CORE.rouages, *CORE.equipment} <= bearing
    assert [name for name, thing in by_name.items() if thing.by_hand] == [("capacity", "counter-order")]


DUELS = 8
IDLE_TEXTS = {
    ("text", "kite 0"),
    ("text", "maw 0"),
    ("text", "needles 0"),
    ("text", "hush 0"),
    ("text", "mobilisation 0"),
}
"""The texts whose effects are removed from the duel's pack that is tried."""


def test_a_few_duels_fire_most_of_it_and_never_what_does_nothing() -> None:
    core = load_duel()
    pack = core
    for _, id in sorted(IDLE_TEXTS):
        pack = invader.idle(pack, id.split()[0])
    written = replace(pack.written, id="broken")
    *_, seen = runner.run(invader.duel(DuelPack(written, WRITTEN.dump(written))), DUELS, seed=1)
    assert seen.matches == DUELS
    assert len(seen.first) > 50
    assert set(seen.missing) >= IDLE_TEXTS


def test_every_text_and_every_force_of_the_duel_is_looked_for() -> None:
    """A card with neither would be one that makes no difference."""
    core = load_duel()
    cards = {thing.card for thing in invader.things(core).values()}
    assert cards == {*core.cards, *core.heroes, *core.strategies}


def test_every_text_and_figure_of_hybris_is_looked_for() -> None:
    """But for Cities, whose figures the rules of the place read, and for the sixth Improvements, which win."""
    core = load_hybris()
    looked_for = {thing.card for thing in hybris.things(core).values()}
    sixth = {row.improvements[-1].id for row in core.written.olympians}
    own = {it.id for row in core.written.olympians for it in (*row.improvements, *row.tiles)}
    cards = {*core.pillars, *core.technologies, *core.premonitions, *core.exploration, *core.chaos, *core.conflicts}
    assert looked_for == {*cards, *core.olympians, *own} - sixth


def test_what_a_pillar_of_hybris_gives_fires_when_it_is_taken() -> None:
    subject = hybris.subject("core")
    match, seen = hybris.Match.new({"players": 2}, 1), runner.Seen(subject.things)
    seat = next(iter(match.asked))
    runner.step(subject, match, seat, {"kind": "pillar", "pillar": "might"}, 1, seen)
    assert {name for name in seen.first if name[0] == "gain"} == {("gain", "might")}
