"""What the prompt shows of the Overlord's tiles: their cost and what they would do, and one answer for a whole tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from webapp.games.blade.labels import mean, option
from webapp.games.blade.names import Names, letter
from webapp.games.blade.overlays import best_blows
from webapp.games.blade.questions import BladeQuestion, key
from webapp.games.contract import Json
from webapp.table_kit.prompt import PromptContent
from webapp.ui.tree import Child, el


def tiles(asked: BladeQuestion, narrowed: str = "") -> PromptContent:
    """A tile's button has its letter and what it costs now. `narrowed`: the one tile that was pressed in the river; all
    that can be done with it stands in sight then."""
    names = asked.names
    costs = {row["tile"]: row["cost"] for row in names.view["river"]}
    answers: list[Child] = []
    more: list[Child] = []
    for command in asked.legal:
        kind, tile = command["kind"], command.get("tile", "")
        if narrowed in costs and tile != narrowed:
            continue
        if kind == "activate":
            n = len(answers) + 1
            label = [
                el("i.tile-letter", letter(tile), cls=f"tile-{tile}"),
                el("span.pick-name", names.tile(tile).partition(",")[0]),  # without a title
                el("strong", f"{costs.get(tile, 0)} ◆"),
                key(n),
            ]
            spoken = names.tr("blade.activate-for", tile=names.tile(tile), cost=costs.get(tile, 0))
            if tile in names.view["tiles"]:
                blows = best_blows(asked.ask("forecast", {"tile": tile})).values()
                done = names.tr.decimal(sum(mean(blow["mean"]) for blow in blows))
                spoken += ". " + names.tr("blade.forecast", n=len(blows), mean=done)
                label.insert(3, el("small", f"⚔ {done}" if blows else "–", aria_hidden="true"))
            spoken += ". " + costs_after(tile, names)
            marks: Json = {"hot": str(n), "testid": f"activate-{tile}", "aria_label": spoken, "title": spoken,
                           "data_thing": tile}  # fmt: skip
            answers.append(el("button.btn.brief.tile-pick", label, do=asked.play(command), **marks))
        elif kind == "clear":
            label = [el("span", option(command, names)), el("small.muted", costs_after(tile, names, gone=True))]
            aside = answers if narrowed == tile else more
            aside.append(el("button.btn.clear-pick", label, do=asked.play(command), testid=f"clear-{tile}"))
        elif kind != "end-turn":
            more.append(el("button.btn", option(command, names), do=asked.play(command)))
    end = next((command for command in asked.legal if command["kind"] == "end-turn"), None)
    if end is not None and narrowed not in costs:
        answers.append(
            el("button.btn.brief.main", option(end, names), do=asked.play(end), hot="x", testid="option-end-turn")
        )
    line = [names.tr("blade.tiles-line", ready=names.view["book"]["reserve"], n=asked.params["left"])]
    return replace(asked.prompt, answers=answers, secondary=more, line=line)


def costs_after(tile: str, names: Names, *, gone: bool = False) -> str:
    """What each tile would cost once this one has gone to the end of the river (RIV-2), or out of it for good."""
    order = [row["tile"] for row in names.view["river"]]
    at = order.index(tile)
    order = [*order[:at], *order[at + 1 :], *([] if gone else [tile])]
    return names.tr("blade.costs-then", costs=", ".join(f"{names.tile(other)} {n}" for n, other in enumerate(order, 1)))


def all_attack(asked: BladeQuestion, figures: Sequence[str]) -> list[Child]:
    """One answer for the whole tile: a hero whom several of its figures could strike from where they stand is struck by
    each of them, one after the other."""
    names = asked.names
    blows: dict[str, list[Json]] = {}
    able = {(row.get("who"), row.get("mode")) for row in asked.legal if row["kind"] == "attack"}
    for who in figures:
        for mode in (way for way in ("melee", "ranged") if (who, way) in able):
            refusals = asked.ask("targets", {"who": who, "mode": mode}) or {}
            for target in (hero for hero, refusal in refusals.items() if refusal is None and hero in names.heroes):
                if all(blow["who"] != who for blow in blows.setdefault(target, [])):
                    blows[target].append({"kind": "attack", "who": who, "target": target, "mode": mode})
    return [
        el(
            "button.btn.brief.all-attack",
            names.tr("blade.all-attack", who=names.called(target), n=len(rows)),
            do=asked.play({"kind": "series", "commands": rows}),
            testid=f"all-attack-{target}",
        )
        for target, rows in blows.items()
        if len(rows) > 1
    ]
