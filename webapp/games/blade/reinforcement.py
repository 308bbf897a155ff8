"""The Overlord's reinforcement: points as pips, tiles to add figures of, zones to place them in (EVT-2 to EVT-6). What
is chosen is kept by the page until it is sent as one command."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from webapp.games.blade.discs import Acts
from webapp.games.blade.names import Names, letter
from webapp.games.blade.overlays import ZoneMark
from webapp.games.blade.questions import BladeQuestion, cap, key
from webapp.games.contract import Json
from webapp.table_kit.composer import Press
from webapp.table_kit.prompt import PromptContent, back_button
from webapp.ui.tree import Child, el


@dataclass(frozen=True)
class Arrivals:
    """The figures chosen, each a tile and a zone, in order; the tile of the next."""

    placed: tuple[tuple[str, str], ...] = ()
    tile: str = ""

    def spent(self, params: Json) -> int:
        """The points that the chosen ones cost."""
        return sum(params["costs"][tile] for tile, _ in self.placed)

    def able(self, params: Json) -> Mapping[str, int]:
        """By tile how many figures more may come for the points that are left."""
        left, taken = params["points"] - self.spent(params), Counter(tile for tile, _ in self.placed)
        rows = ((tile, min(n - taken[tile], left // params["costs"][tile])) for tile, n in params["there"].items())
        return {tile: n for tile, n in rows if n > 0}

    def next(self, params: Json) -> str:
        """The tile of which the next figure comes; empty where none can."""
        able = self.able(params)
        return self.tile if self.tile in able else next(iter(able), "")

    def after(self, tile: str, zone: str, params: Json) -> Arrivals:
        """The choice after a press on a tile or a zone; after one on neither the last figure stays away."""
        if zone:
            which = tile if tile in self.able(params) else self.next(params)
            return Arrivals((*self.placed, (which, zone)), which) if which and zone in params["zones"] else self
        return replace(self, tile=tile) if tile else replace(self, placed=self.placed[:-1])


def presses(arrivals: Arrivals, params: Json) -> Acts:
    """The presses on tiles of the river and on zones of the board."""
    if not arrivals.next(params):
        return {}
    tiles = {tile: Press({"do": "arrive", "tile": tile}) for tile in arrivals.able(params)}
    return tiles | {zone: Press({"do": "arrive", "zone": zone}) for zone in params["zones"]}


def marks(arrivals: Arrivals, names: Names) -> Mapping[str, ZoneMark]:
    """On the zones what will come there."""
    by_zone: dict[str, Counter[str]] = {}
    for tile, zone in arrivals.placed:
        by_zone.setdefault(zone, Counter())[tile] += 1
    return {
        zone: ZoneMark(
            " ".join(f"+{n} {letter(tile)}" for tile, n in tiles.items()),
            "is-arrival",
            ", ".join(names.tr("blade.arriving", tile=names.tile(tile), n=n) for tile, n in tiles.items()),
        )
        for zone, tiles in by_zone.items()
    }


def question(asked: BladeQuestion, arrivals: Arrivals) -> PromptContent:
    """The prompt: the points as pips, a button for each tile with its cost and how many may still come, the zones."""
    names, tr, params = asked.names, asked.names.tr, asked.params
    spent, most = arrivals.spent(params), params["points"]
    able, now = arrivals.able(params), arrivals.next(params)
    answers: list[Child] = []
    for n, tile in enumerate(params["there"], 1):
        label = [
            el("i.tile-letter", letter(tile), cls=f"tile-{tile}"),
            el("span.pick-name", names.tile(tile).partition(",")[0]),
            el("strong", f"✚{params['costs'][tile]}"),
            el("small", tr("blade.arrive-left", n=able.get(tile, 0))),
            key(n),
        ]
        answers.append(
            el("button.btn.brief.tile-pick", label, do={"do": "arrive", "tile": tile}, hot=str(n),
               testid=f"arrive-{tile}", aria_pressed=str(tile == now).lower(),
               aria_disabled=None if tile in able else "true")
        )  # fmt: skip
    figures = [{"tile": tile, "zone": zone} for tile, zone in arrivals.placed]
    words = tr.plural("blade.arrive", len(figures)) if figures else tr("blade.arrive-none")
    answers.append(
        el("button.btn.brief.main", el("span", words), cap("↵"), hot="Enter", testid="confirm",
           do=asked.play({"kind": "reinforce", "figures": figures}))
    )  # fmt: skip
    pips = el("span.arrive-pips", "●" * spent, el("span.muted", "○" * (most - spent)), aria_hidden="true")
    line: list[Child] = [el("span.preview", pips, " ", tr.plural("blade.arrive-points", most - spent))]
    zones = [
        el("button.btn.quiet.arrive-at", tr("blade.arrive-at", zone=names.called(zone)), testid=f"arrive-at-{zone}",
           do={"do": "arrive", "zone": zone})
        for zone in (params["zones"] if now else ())
    ]  # fmt: skip
    back = [back_button(tr, {"do": "arrive"})] if figures else []
    return replace(asked.prompt, answers=answers, line=line, ways=[*zones, *back], step=f"arrive/{len(figures)}")
