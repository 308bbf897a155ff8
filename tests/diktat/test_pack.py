"""The pack: what is in the box, the closed vocabulary, faults told by file and card, texts in both languages."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from rules.diktat import Match
from rules.diktat.packs.reader import CORE, FILES, BadPack, load, read
from rules.diktat.packs.text import WORDS, words
from rules.diktat.packs.text import read as effects
from rules.kernel.packs.short_text import BadText
from tests.goldens import load as load_golden


def test_the_core_pack_has_the_components_of_the_rulebook() -> None:
    """MAT-1, CAB-1, CAB-2, CAB-3, CAB-5, SET-2: twelve sectors of six cards, five Cabals of five."""
    pack = load()
    assert len(pack.sectors) == 12
    assert Counter(card.sector for card in pack.cards.values()) == dict.fromkeys(pack.sectors, 6)
    assert Counter(card.noirceur for card in pack.cards.values()) == {0: 18, 1: 24, 2: 16, 3: 9, 4: 5}
    symbols = Counter(symbol for card in pack.cards.values() for symbol in card.symbols)
    assert symbols == {"politics": 23, "people": 31, "artefact": 24, "any": 2}
    assert sum(card.attack for card in pack.cards.values()) == 13
    scourges = [id for id in pack.cards if pack.effects[id].scourge]
    assert (len(scourges), sum(bool(pack.effects[id].clauses) for id in scourges)) == (11, 2)
    assert {id: len(hand) for id, hand in pack.hands.items()} == dict.fromkeys(pack.cabals, 5)
    assert {id: cabal.token for id, cabal in pack.cabals.items()} == {
        "coordination": None,
        "black-guard": "blockhaus",
        "polisec": "dormant",
        "resistance": "revolt",
        "syndicate": "adhesion",
    }


def test_a_pack_has_five_cabals() -> None:
    """CAB-1."""
    files = {name: (CORE / name).read_text(encoding="utf-8") for name in FILES}
    head, _, *rest = files["cabals.toml"].split("[[cabal]]")
    files["cabals.toml"] = "[[cabal]]".join([head, *rest])
    with pytest.raises(BadPack) as caught:
        read(files)
    assert "there are 5 Cabals (CAB-1), not 4" in caught.value.problems


def test_ranks_are_never_equal() -> None:
    """RNK-5: the Cabals' Ranks differ modulo 5, and every Gain of Rank is a multiple of 5."""
    pack = load()
    assert len({cabal.rank % 5 for cabal in pack.cabals.values()}) == 5
    acts = [act for it in pack.effects.values() for clause in it.clauses for way in clause.ways for act in way.acts]
    assert all(act.n % 5 == 0 for act in acts if act.word == "rank")


def test_every_word_of_the_vocabulary_is_used() -> None:
    """EFF-1: the 45 words are a closed list, and each stands on some card or marker; `kill` behind `pay` too."""
    pack = load()
    ways = [way for it in pack.effects.values() for clause in it.clauses for way in clause.ways]
    assert {act.word for way in ways for act in way.acts} == set(WORDS)
    assert len(WORDS) + 1 == 45
    assert any(way.cost for way in ways)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("dev: spys 1", "'spys' is no word; was 'spy' meant?"),
        ("developpment: pp 1", "is no timing"),
        ("once: spy 1", "spy does not stand under once"),
        ("man: vp 1", "vp does not stand under man"),
        ("man: pay pp 2 -> again", "again does not stand behind pay"),
        ("dev: pay pp 2 -> emissary 1", "pay does not stand under dev"),
        ("dev: pp", "'pp' lacks a number"),
        ("dev: pp 1 2", "'2' is one word too many"),
        ("man: convert guard", "lacks the Agent: citizen, guard, emissary"),
        ("dev: pp 0", "makes no sense"),
        ("dev: pp -1", "makes no sense"),
        ("gain: affinity police 1", "is no Affinity"),
        ("man: [administator] pp 2", "'administator' is no condition; was 'administrator' meant?"),
        ("cap: [citizens] weight 1", "is no condition"),
        ("cap: [token-here] toll 1", "stands before weight only"),
        ("dev: pp 1 | pp 2", "offers a choice"),
    ],
)
def test_senseless_effects_are_refused(text: str, fault: str) -> None:
    """EFF-1, EFF-9: a word outside the list, under a timing where it does not stand, or without sense."""
    with pytest.raises(BadText, match=re.escape(fault)):
        effects(text)


def test_a_fault_names_file_and_card() -> None:
    files = {name: (CORE / name).read_text(encoding="utf-8") for name in FILES}
    files["cabals.toml"] = files["cabals.toml"].replace("special: kill 2", "special: kil 2")
    with pytest.raises(BadPack) as caught:
        read(files)
    assert caught.value.problems == ["cabals.toml: assault-detachment: 'kil' is no word; was 'kill' meant?"]


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ("scourge", "Scourge: no effect.", "Fléau\u202f: sans effet."),
        ("man: again | skip", "Manifestation: play twice in a row or skip your turn.", None),
        (
            "man: pay citizen 2 -> emissary 1",
            None,
            "Manifestation\u202f: défaussez 2 Citoyens, puis prenez 1 Émissaire.",
        ),
        ("man: convert guard emissary 1", None, "Manifestation\u202f: jusqu’à 1 Garde devient Émissaire."),
        ("gain: [adhesions>=2] vp 1", "Gain, with 2 Adhesions or more on the Possessions of others: 1 VP.", None),
        ("gain: affinity choice 2", "Gain: 2 Affinity of your choice.", "Gain\u202f: 2 Affinités au choix."),
        ("man: pay pp 5 -> score 1", "Manifestation: discard 5 PP, then score 1 VP.", None),
    ],
)
def test_texts_are_made_of_the_effects(text: str, english: str | None, french: str | None) -> None:
    """Both languages say what happens."""
    for language, expected in (("en", english), ("fr", french)):
        if expected is not None:
            assert words(effects(text), language) == expected


def test_every_card_has_a_text_in_both_languages() -> None:
    for id, card in load().effects.items():
        for language in ("en", "fr"):
            sentence = words(card, language)
            assert sentence.endswith("."), id
            assert "{" not in sentence, id


def test_the_figures_of_a_card_override_the_rules() -> None:
    """GEN-1: a pack of one's own replaces a card, and the card's figures are what counts."""
    files = {name: (CORE / name).read_text(encoding="utf-8") for name in FILES}
    files["opportunities.toml"] = files["opportunities.toml"].replace('"cap: extends 1"', '"cap: extends 3"')
    files["pack.toml"] = files["pack.toml"].replace('id = "core"', 'id = "mine"')
    seats = {"1": {"cabal": "coordination", "pawns": 1, "cards": ["o40"]}, "2": {"cabal": "polisec"}}
    position = {"pack": "mine", "players": 2, "phase": "manoeuvres", "turn": "1", "seats": seats, "cycle": 5}
    match = Match.from_position(position, shelf={"mine": read(files)})
    match.submit("1", {"kind": "extend"})
    assert match.position()["seats"]["1"]["pp"] == 1 + 3
    assert Match.replay({}, match.journal).position() == match.position()
    with pytest.raises(ValueError, match="there is no pack"):
        Match.from_position(position)


def test_matches_of_an_older_content_share_it() -> None:
    """A golden embeds the core pack as it was then; each reader of a journal has a copy of its own."""
    one, two = (Match.replay({}, load_golden("diktat/concession-5")["journal"]) for _ in range(2))
    assert one.state.pack.version != load().version
    assert one.state.pack is two.state.pack
    other = load_golden("diktat/concession-5")["journal"]
    other[0]["packs"][0]["name"] = {"en": "Another", "fr": "Un autre"}
    assert Match.replay({}, other).state.pack != one.state.pack
    assert Match.new({"players": 2}, 1).state.pack is load()
