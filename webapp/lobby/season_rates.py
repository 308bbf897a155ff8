"""The season game by game: who won how many of its matches, by seat, by what was chosen, and by what was played. A
share always stands beside the number of matches on which it rests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nicegui import ui
from nicegui.element import Element

from webapp.games.contract import CastMember, Choice, Game, seat_name
from webapp.i18n import Translator
from webapp.lobby.rates import Share, Split, by_cast, by_choice, by_seat, value_of
from webapp.lobby.tally import Played
from webapp.plates.addresses import cover
from webapp.table_kit.choice_fields import value_name
from webapp.tables import registry
from webapp.ui.theme import testid, text

CHOICES_SHOWN = 3
"""The number of a game's choices that are shown at once, as on the form of a new table; the others are folded."""
CAST_SHOWN = 12
"""The most of what was played that is shown at once, the most played first; the others are folded."""
WIDE, SMALL_WIDE = 0.12, 0.2
"""The least part of a bar, and of a small one, in which its percentage stands."""


def rates(tr: Translator, counted: Sequence[Played]) -> None:
    """Builds a panel for each game of which matches are counted, the most played first."""
    played = [(game, [match for match in counted if match.game == game.key]) for game in registry.games]
    for game, matches in sorted(played, key=lambda row: -len(row[1])):
        if matches:
            _game(tr, game, matches)


def options_words(tr: Translator, game: Game, match: Played) -> str:
    """What was chosen for a match, in words."""
    its = tr.of(game.key)
    chosen = ((choice, value) for choice in game.choices if (value := value_of(choice, match)))
    return "; ".join(
        its("lobby.chosen", what=its(f"choice.{choice.key}"), value=value_name(its, choice, value))
        for choice, value in chosen
    )


def cast_words(tr: Translator, game: Game, matches: Sequence[Played]) -> list[Mapping[str, str]]:
    """By match of a game what each seat played, by name; empty where the match keeps nothing of it. What was played is
    named once, however many matches it was played in."""
    casts = [match.record.get("cast", {}) for match in matches]
    names = game.screens.cast({id for cast in casts for ids in cast.values() for id in ids}, tr.of(game.key))
    return [
        {seat: ", ".join(names[id].name for id in ids if id in names) for seat, ids in cast.items()} for cast in casts
    ]


def _game(tr: Translator, game: Game, matches: Sequence[Played]) -> None:
    its, split = tr.of(game.key), Split.of(matches)
    with testid(ui.element("section").classes("panel rate-game"), f"season-game-{game.key}"):
        with ui.element("div").classes("rate-cover") as place:
            place.props["aria-hidden"] = "true"
            if address := cover(game.key):
                ui.element("img").props.update({"src": address, "alt": "", "width": 340, "height": 460})
        with ui.element("header").classes("rate-head"):
            text("h2", its("game.name"))
            text("p", tr.plural("season.matches", len(matches)), "muted")
            _bar(its, split)
            _seats(its, by_seat(game, matches), split)
        with ui.element("div").classes("rate-parts"):
            _choices(its, game, by_choice(game, matches))
            _cast(its, game, by_cast(matches))


def _seats(tr: Translator, shares: Mapping[str, Share], split: Split) -> None:
    """How many of its matches each seat won, and how many nobody: what the colours of the bars are, too."""
    with ui.element("ul").classes("rate-seats"):
        for seat, share in shares.items():
            with ui.element("li").classes(f"side-{seat}"):
                text("span", seat, f"seat-mark shape-{seat}").props["aria-hidden"] = "true"
                text("span", seat_name(tr, seat), "rate-name")
                _figure(tr, share)
        if nobody := split.won.get(()):
            with ui.element("li"):
                text("span", "–", "seat-mark is-nobody").props["aria-hidden"] = "true"
                text("span", tr("season.nobody-won"), "rate-name")
                _figure(tr, Share(nobody, split.matches))


def _figure(tr: Translator, share: Share) -> None:
    with ui.element("span").classes("rate-figure"):
        text("strong", tr("season.percent", n=share.percent))
        text("span", tr("season.of", won=share.won, n=share.matches), "muted")


def _bar(tr: Translator, split: Split, small: bool = False) -> None:
    """Who won, as parts of a bar in the colours of the seats."""
    least = SMALL_WIDE if small else WIDE
    with ui.element("div").classes("rate-bar is-small" if small else "rate-bar") as bar:
        for seats, n in split.won.items():
            share = Share(n, split.matches)
            shown = tr("season.percent", n=share.percent) if n >= least * split.matches else ""
            part = text("span", shown, f"side-{seats[0]}" if seats else "is-nobody").style(f"flex-grow: {n}")
            part.classes("is-shared" if len(seats) > 1 else "")
    said = [tr("season.part", who=_winners(tr, seats), n=n) for seats, n in split.won.items()]
    bar.props.update({"role": "img", "aria-label": ", ".join(said), "title": ", ".join(said)})


def _winners(tr: Translator, seats: tuple[str, ...]) -> str:
    return " + ".join(seat_name(tr, seat) for seat in seats) or tr("season.nobody-won")


def _choices(tr: Translator, game: Game, splits: Mapping[str, Mapping[str, Split]]) -> None:
    """By choice and value a bar; the game's later choices are folded."""
    first = [choice for choice in game.choices[:CHOICES_SHOWN] if choice.key in splits]
    later = [choice for choice in game.choices[CHOICES_SHOWN:] if choice.key in splits]
    for choice in first:
        _choice(tr, choice, splits[choice.key])
    if later:
        with _folded(tr("season.more-choices", n=len(later))):
            for choice in later:
                _choice(tr, choice, splits[choice.key])


def _choice(tr: Translator, choice: Choice, splits: Mapping[str, Split]) -> None:
    with ui.element("section").classes("rate-part"):
        text("h3", tr(f"choice.{choice.key}"))
        with ui.element("ul").classes("rate-rows"):
            for value, split in splits.items():
                with ui.element("li"):
                    text("span", value_name(tr, choice, value), "rate-name")
                    _bar(tr, split, small=True)
                    text("span", tr.plural("season.matches", split.matches), "muted rate-rests")


def _cast(tr: Translator, game: Game, shares: Mapping[str, Share]) -> None:
    """What was played; beyond the most played it is folded."""
    cast = game.screens.cast(list(shares), tr)
    known = [(cast[id], share) for id, share in shares.items() if id in cast]
    if not known:
        return
    with testid(ui.element("section").classes("rate-part rate-cast"), f"season-cast-{game.key}"):
        text("h3", tr("season.cast"))
        _faces(tr, known[:CAST_SHOWN])
        if more := known[CAST_SHOWN:]:
            with _folded(tr("season.more-cast", n=len(more))):
                _faces(tr, more)


def _faces(tr: Translator, shares: Sequence[tuple[CastMember, Share]]) -> None:
    """Each with its picture and its share."""
    with ui.element("ul").classes("rate-faces"):
        for member, share in shares:
            with ui.element("li"):
                with ui.element("span").classes("rate-face") as face:
                    face.props["aria-hidden"] = "true"
                    if member.picture:
                        size = {"width": 52, "height": 52}
                        ui.element("img").props.update({"src": member.picture, "alt": "", "loading": "lazy", **size})
                text("span", member.name, "rate-name")
                with ui.element("span").classes("rate-meter") as meter:
                    meter.props["aria-hidden"] = "true"
                    ui.element("i").style(f"width: {share.percent}%")
                _figure(tr, share)


def _folded(words: str) -> Element:
    """The place for what is shown after a press."""
    details = ui.element("details").classes("rate-more")
    with details:
        text("summary", words)
    return details
