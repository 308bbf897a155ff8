"""``python -m tests.browser.moments`` (part of ``make film``): a strip for each moment that is shown as a scene, a row
of frames in one picture, in build/moments. The match is played to the command that leads to it, the command is given
while a page looks on, and the page's time is held at each frame.

``python -m tests.browser.moments diktat fists`` makes one strip. Words beside them: ``still``, with reduced motion;
``light``, in the light theme; ``phone``, at a phone's size. A strip says how long the scene stays by itself.
"""

from __future__ import annotations

import io
import random
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nicegui import json
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, TimeoutError, ViewportSize, sync_playwright

from rules import blade, diktat, hybris, invader, olomoc
from tests.browser.kept import cookie, keep, token
from tests.browser.windows import FLAGS, chromium_path
from tests.nursery import ROOT
from tests.serving import Server

Json = dict[str, Any]
FOLDER = ROOT / "build" / "moments"
FRAMES_MS = (40, 200, 420, 700, 1100, 1600)
ROW = 3
"""The frames in a row of a strip, on a desktop."""
LOOKS = frozenset({"still", "light", "phone"})
SEEDS, STEPS, CHANCES = 150, 2500, 4
PATIENCE_MS = 120_000
"""How long a busy machine may take for a page."""
PEOPLE = ("Ilse", "Tomáš", "Věra")

HOLD = """(() => {
  const later = window.setTimeout, waiting = [], clock = performance.now.bind(performance);
  performance.now = () => clock() / 10;
  window.setTimeout = (f, ms, ...rest) => {
    if (f.name === "next") window.stays = ms;
    return later(() => (window.frozen ? waiting.push(f) : f(...rest)), ms);
  };
  window.release = () => { window.frozen = false; for (const f of waiting.splice(0)) f(); };
  window.await = (scene) => new MutationObserver((_, watch) => {
    if (!document.querySelector(`.beat-scene .${scene}`)) return;
    watch.disconnect();
    window.frozen = true;
    window.moving = document.getAnimations();
    window.moving.forEach((it) => it.pause());
  }).observe(document.body, { subtree: true, childList: true });
  window.at = (ms) => window.moving.forEach((it) => (it.currentTime = ms));
})()"""
"""The page's timers and animations, held once the scene that is waited for stands. Its clock is slow: on a busy machine
the time that all events have together would be over before the scene comes."""


@dataclass(frozen=True)
class Moment:
    """An event that has a scene. `scene`: its class; `when`: whether an event of the kind is meant; `own`: whether the
    seat that acts looks on, and not another."""

    kind: str
    scene: str
    when: Callable[[Json], bool] = lambda _: True
    own: bool = False

    def met(self, events: Sequence[Json]) -> bool:
        """Whether one of the events is the moment."""
        return any(it.get("kind") == self.kind and self.when(it) for it in events)


def _broken(event: Json) -> bool:
    return bool(event["how"] == "broken")


def _emptied(event: Json) -> bool:
    return any(event[it] for it in ("technologies", "temples", "characters"))


def _stopped(event: Json) -> bool:
    return bool(event["why"] == "intercept")


def _great(who: str) -> bool:
    """Whether an id is a hero's, and no figure's of a tile."""
    return not who.rpartition("-")[2].isdigit()


MOMENTS: Mapping[str, Mapping[str, Moment]] = {
    "olomoc": {
        "plans turned": Moment("revealed", "scene-plans"),
        "a card stopped": Moment("card-played", "scene-crack", lambda event: bool(event.get("without"))),
        "an Artefact card": Moment("mechanism", "scene-artefact"),
        "dice": Moment("rolled", "scene-dice"),
        "a dodge": Moment("dodged", "scene-dodge", lambda event: event["cancelled"] > 0),
        "Noirceur": Moment("noirceur", "scene-noirceur", lambda event: event["change"] > 0),
        "a hostile": Moment("hostile-placed", "scene-hostile"),
        "a death": Moment("out", "scene-death"),
        "points": Moment("scored", "scene-point"),
        "the Traque": Moment("traque", "scene-traque"),
    },
    "invader": {
        "a card played": Moment("played", "scene-played", lambda event: not event.get("cancels")),
        "a card cancelled": Moment("cancelled", "scene-cancelled"),
        "an answer that mends": Moment("restored", "scene-restored"),
        "the attack": Moment("attacked", "scene-attack"),
        "cards off the deck": Moment("drained", "scene-drained", lambda event: event["why"] != "cost"),
        "a unit destroyed": Moment("destroyed", "scene-lost"),
        "the plot": Moment("plot-moved", "scene-plot"),
    },
    "diktat": {
        "a stack turned": Moment("turned", "scene-tower"),
        "Emissaries on a scale": Moment("tally", "scene-scale", lambda event: any(event["counts"].values())),
        "fists": Moment("bids", "scene-fist.is-opened"),
        "a Trophy": Moment("taken", "scene-trophy"),
        "a look": Moment("looked", "scene-look", own=True),
        "a kill": Moment("killed", "scene-kill"),
        "an oath sworn": Moment("dealt", "scene-oath", lambda event: bool(event["offer"].get("sworn"))),
        "an oath broken": Moment("promise-ended", "scene-oath.is-broken", _broken),
    },
    "blade": {
        "dice": Moment("rolled", "is-dice", lambda event: event["total"] > 1 and event["why"] in ("melee", "ranged")),
        "a die thrown again": Moment("rerolled", "is-dice .is-struck"),
        "a defence": Moment("defended", "is-defence", lambda event: bool(event["total"])),
        "a wound": Moment("wounded", "is-wound", lambda event: _great(event["who"])),
        "a death": Moment("died", "is-death", lambda event: not _great(event["who"])),
        "a hero dies": Moment("died", "is-death.is-great", lambda event: _great(event["who"])),
        "a tile called": Moment("activated", "is-river"),
        "the Book opens": Moment("turn-began", "is-turn", lambda event: event["side"] == "overlord"),
        "the heroes' turn": Moment(
            "turn-began", "is-turn", lambda event: event["side"] != "overlord" and event["round"] > 1
        ),
        "an event": Moment("event", "is-aim", lambda event: bool(event["event"])),
        "a token turned": Moment("revealed", "is-aim"),
        "a hero leaves": Moment("left", "is-aim"),
    },
    "hybris": {
        "Attraction": Moment("attracted", "scene-attracted"),
        "Momentum": Moment("momentum", "scene-momentum"),
        "Momentum lost": Moment("momentum-lost", "scene-lost", lambda event: not _stopped(event)),
        "stopped at the wall": Moment("momentum-lost", "scene-road.is-stopped", _stopped),
        "broken loose": Moment("unleashed", "scene-unleashed"),
        "Chaos moves": Moment("progressed", "scene-road"),
        "Chaos repelled": Moment("repelled", "scene-road.is-repelled"),
        "a City falls": Moment("city-destroyed", "scene-fall"),
        "what stood there": Moment("absorbed", "scene-fall.is-emptied", _emptied),
        "a Combat": Moment("combat-began", "scene-combat"),
        "Chaos's card": Moment("chaos-card", "scene-drawn"),
        "both sums": Moment("compared", "scene-sums"),
        "a defeat": Moment("defeated", "scene-defeated"),
        "an Adventure": Moment("adventure-moved", "scene-adventure"),
        "a Module": Moment("module-won", "scene-adventure .is-module-won"),
        "an attempt": Moment("succeeded", "scene-adventure .is-succeeded"),
        "a Task": Moment("task-done", "scene-task"),
        "a part of the machine": Moment("tile-activated", "scene-machine"),
        "an Improvement": Moment("fulfilled", "scene-stair"),
    },
}
OPTIONS: Mapping[str, Sequence[Json]] = {
    "olomoc": [{"agenda": "survey"}], "invader": [{}], "diktat": [{"players": 3}],
    "blade": [{"players": 3, "scenario": it} for it in ("ledger", "reeds", "practice")], "hybris": [{"players": 3}],
}  # fmt: skip
"""By game, the options of its matches, in turn."""
ENGINES: Mapping[str, Callable[..., Any]] = {
    "olomoc": olomoc.Match.new, "invader": invader.Match.new, "diktat": diktat.Match.new,
    "blade": blade.Match.new, "hybris": hybris.Match.new,
}  # fmt: skip


@dataclass(frozen=True)
class Taken:
    """A match before the command that leads to a moment, and that command."""

    match: Any
    seat: str
    command: Json


def searched(game: str, wanted: Mapping[str, Moment]) -> dict[str, Taken]:
    """Matches of random answers until each moment has been met; those that are not met are left out."""
    taken: dict[str, Taken] = {}
    for seed in range(SEEDS):
        match, rng = ENGINES[game](OPTIONS[game][seed % len(OPTIONS[game])], seed), random.Random(seed)
        for _ in range(STEPS):
            if match.outcome is not None or len(taken) == len(wanted):
                break
            seat, command = _step(match, rng)
            before, events = match.fork(seed), _led_to(match, seat, command)
            for name, moment in wanted.items():
                if name not in taken and moment.met(events) and _surely(before, seat, command, moment):
                    taken[name] = Taken(before, seat, command)
        if len(taken) == len(wanted):
            break
    return taken


def _led_to(match: Any, seat: str, command: Json) -> list[Json]:
    """Plays a command, and returns the events that it leads to."""
    length = len(match.view(seat)["log"])
    match.submit(seat, command)
    return [*match.view(seat)["log"]][length:]


def _surely(match: Any, seat: str, command: Json, moment: Moment) -> bool:
    """Whether the command leads to the moment by whatever chance: the server throws its own dice."""
    return all(moment.met(_led_to(match.fork(chance), seat, command)) for chance in range(CHANCES))


def _step(match: Any, rng: random.Random) -> tuple[str, Json]:
    """A random answer, rather one that leads to something; where oaths can be sworn, now and then one."""
    if offers := [(seat, it) for seat in match.seats for row in match.answers(seat) for it in row]:
        return offers[0]
    seat = rng.choice(sorted(match.asked))
    commands = list(match.commands(seat, rng))
    bold = [
        it
        for it in commands
        if it["kind"] in ("attack", "charge", "assassinate", "send") or (it["kind"] == "cancel" and it.get("card"))
    ]
    if bold and bold[0]["kind"] == "send" and rng.random() < 0.3:
        other = next(it for it in match.seats if it != seat)
        oath = {"by": seat, "do": "no-send", "until": "cycle", "sector": rng.choice(bold).get("sector", "karst")}
        offer = {"kind": "offer", "to": [other], "give": {}, "take": {}, "promises": [oath], "sworn": True, "note": ""}
        if match.check(seat, offer | {"discreet": False}) is None:
            return seat, offer | {"discreet": False}
    return seat, rng.choice(bold if bold and rng.random() < 0.6 else commands)


def filmed(page: Page, server: Server, code: str, taken: Taken, moment: Moment) -> list[Image.Image] | None:
    """The frames, where the scene comes."""
    page.evaluate(f"window.await('{moment.scene}')")
    request = urllib.request.Request(
        f"{server.url}/api/v1/tables/{code}/commands",
        json.dumps(taken.command).encode(),
        {"Authorization": f"Bearer {token(code, taken.seat)}", "Content-Type": "application/json"},
    )
    urllib.request.urlopen(request).read()
    try:
        page.wait_for_function("window.frozen", timeout=PATIENCE_MS / 3)
    except TimeoutError:
        return None
    board = page.locator("[data-part=board]").bounding_box()
    beat = page.locator("[data-part=beat]").bounding_box()
    assert board is not None
    assert beat is not None
    clip = {**board, "height": max(board["height"], beat["y"] + beat["height"] - board["y"])}
    frames = []
    for ms in FRAMES_MS:
        page.evaluate(f"window.at({ms})")
        frames.append(Image.open(io.BytesIO(page.screenshot(clip=clip, animations="allow"))).convert("RGB"))  # type: ignore[arg-type]
    page.evaluate("window.release()")
    return frames


def strip(frames: list[Image.Image], title: str, out: Path, wide: int) -> None:
    """The frames in rows, each `wide` pixels wide, with its time."""
    small = [it.resize((wide, it.height * wide // it.width)) for it in frames]
    row = ROW if wide > 400 else 2 * ROW
    high = small[0].height + 24
    picture = Image.new("RGB", (row * (wide + 6) - 6, high * (len(small) // row)), "#0e0f11")
    draw = ImageDraw.Draw(picture)
    for n, (frame, ms) in enumerate(zip(small, FRAMES_MS, strict=True)):
        x, y = n % row * (wide + 6), n // row * high
        picture.paste(frame, (x, y + 20))
        draw.text((x + 2, y + 4), f"{title}: {ms} ms" if not n else f"{ms} ms", fill="#e8e3d8")
    out.parent.mkdir(parents=True, exist_ok=True)
    picture.save(out)


def film(browser: Browser, game: str, moments: Mapping[str, Moment], look: frozenset[str]) -> None:
    """Makes the strips of a game's moments, and says which could not be made. `look`: any of :data:`LOOKS`."""
    taken_by_name = searched(game, moments)
    tables = {f"{game[:2].upper()}{n:02}": it for n, it in enumerate(taken_by_name.items())}
    size: ViewportSize = {"width": 390, "height": 844} if "phone" in look else {"width": 1280, "height": 800}
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        seats = {code: dict(zip(it.match.seats, PEOPLE, strict=False)) for code, (_, it) in tables.items()}
        keep(data, {code: it.match for code, (_, it) in tables.items()}, seats, tokens=True)
        with Server(data) as server:
            for code, (name, taken) in tables.items():
                own = moments[name].own
                seat = taken.seat if own else next(it for it in taken.match.seats if it != taken.seat)
                context = browser.new_context(
                    viewport=size,
                    has_touch="phone" in look,
                    color_scheme="light" if "light" in look else "dark",
                    reduced_motion="reduce" if "still" in look else None,
                )
                context.set_default_timeout(PATIENCE_MS)
                context.add_init_script(HOLD)
                held = cookie(data, code, seat, seats[code][seat]) or ""
                context.add_cookies([{"name": "olomoc_session", "value": held, "url": server.url}])
                page = context.new_page()
                page.goto(f"{server.url}/table/{code}")
                page.wait_for_function("window.did_handshake === true")
                page.wait_for_selector("[data-part=prompt] *")
                page.wait_for_function("document.readyState === 'complete'")
                page.evaluate("document.body.dataset.briefed = 'yes'")
                page.wait_for_timeout(800)
                frames = filmed(page, server, code, taken, moments[name])
                if frames:
                    stays = f", stays {page.evaluate('window.stays'):.0f}"
                    file = "-".join([game, *name.lower().replace("'", "").split(), *sorted(look)])
                    strip(frames, f"{game}, {name}{stays}", FOLDER / f"{file}.png", 240 if "phone" in look else 520)
                print(game, name, "filmed" if frames else "did not come", flush=True)  # noqa: T201
                context.close()
    for name in moments.keys() - taken_by_name.keys():
        print(game, name, "not met")  # noqa: T201


def main() -> None:
    look = LOOKS & {*sys.argv[1:]}
    game, *names = [it for it in sys.argv[1:] if it not in LOOKS] or [""]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=[*FLAGS])
        for key, moments in MOMENTS.items():
            if not game or key == game:
                wanted = {name: it for name, it in moments.items() if not names or " ".join(names) in name}
                film(browser, key, wanted, look)
        browser.close()


if __name__ == "__main__":
    main()
