"""An evening of deaths and troubles: after each death what is kept is held against what was acknowledged; while a
trouble lasts, players and host are told in words; and it passes.
"""

import asyncio
from collections.abc import Iterable
from pathlib import Path

import httpx

from tests.serving import Server
from tests.sockets import Page
from tests.webapp.evening import Evening, killed
from tests.webapp.troubles import CODES, TROUBLES, alive, can_print, shut
from webapp.i18n import translator
from webapp.store import Store

PATIENCE_S = 90.0


async def suffered(evening: Evening, trouble: str, dies: bool) -> bool:
    """Plays into the trouble and, unless the server ``dies`` in the middle of it, out of it again on the same pages;
    then kills the server. Returns whether any command was refused: if none was, every match had ended before."""
    playing = asyncio.create_task(evening.play())
    try:
        await _acknowledged(evening, evening.dice.randrange(1, 12), playing)
        async with TROUBLES[trouble](evening.server, evening.dice):
            came = await _refused(evening, playing)
            if came and not dies:
                await _host_is_told(evening, trouble)
            if dies:
                await asyncio.sleep(evening.dice.uniform(0.0, 0.3))
                evening.server.kill()
        if not dies:
            assert alive(evening.server), evening.server.output
            await _acknowledged(evening, 5, playing)
            if came:
                await _host_is_relieved(evening)
        return came
    finally:
        evening.server.kill()
        await playing


async def _acknowledged(evening: Evening, more: int, playing: "asyncio.Task[None]") -> None:
    """Waits for that many more acknowledged commands, or until nothing is left to play."""
    enough = evening.acknowledged() + more
    async with asyncio.timeout(PATIENCE_S):
        while evening.acknowledged() < enough and not evening.ended() and not playing.done():
            await asyncio.sleep(0.01)


async def _refused(evening: Evening, playing: "asyncio.Task[None]") -> bool:
    before = len(evening.unkept)
    async with asyncio.timeout(PATIENCE_S):
        while len(evening.unkept) == before and not evening.ended() and not playing.done():
            await asyncio.sleep(0.01)
    return len(evening.unkept) > before


async def _host_is_told(evening: Evening, trouble: str) -> None:
    """Checks that ``/health``, the host's page and the terminal report the trouble."""
    answer = await _health(evening)
    # Where the log had room for a smaller command after the one that was refused, its step was kept: the store is well
    # for a moment, until the next is refused.
    async with asyncio.timeout(PATIENCE_S):
        while answer.status_code == httpx.codes.OK:
            await asyncio.sleep(0.05)
            answer = await _health(evening)
    assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE, answer.text
    assert answer.json()["store"] in CODES[trouble]
    if can_print(evening.server):
        assert "could not be kept" in evening.server.output
    tr = translator("en", "olomoc")
    beginnings = [
        tr("trouble.now", what=tr(f"store.{code}", where=_database(evening), detail="\0")).split("\0")[0]
        for code in CODES[trouble]
    ]
    async with await Page.open(evening.server.url + "/host", evening.host) as page:
        await page.until(lambda: any(begin in _told(page) for begin in beginnings), PATIENCE_S)


async def _host_is_relieved(evening: Evening) -> None:
    """Checks that the server recovers by itself and that the host can still see what happened."""
    answer = await _health(evening)
    assert (answer.status_code, answer.json()["store"]) == (httpx.codes.OK, "ok")
    tr = translator("en", "olomoc")
    async with await Page.open(evening.server.url + "/host", evening.host) as page:
        await page.until(lambda: tr("trouble.was", when="", what="").strip(" :") in _told(page), PATIENCE_S)
        assert tr("trouble.now", what="") not in _told(page)


async def _health(evening: Evening) -> httpx.Response:
    async with httpx.AsyncClient(verify=False) as machine:
        return await machine.get(evening.server.url + "/health", timeout=PATIENCE_S)


def _database(evening: Evening) -> Path:
    return evening.server.data / "olomoc.db"


def _told(page: Page) -> str:
    """The texts of the list of troubles."""
    list_ = page.elements[page.find("troubles")]
    return "\n".join(str(page.elements[id].get("text", "")) for id in list_.get("children", []))


def turned_away(server: Server) -> None:
    """Checks that a server with a read-only folder does not start, and says why in a sentence."""
    before = len(server.output)
    with shut(server.data):
        try:
            server.start()
        except RuntimeError:
            printed = server.output[before:]
        else:
            raise AssertionError("it started, and could have kept nothing")
    assert translator("en", "olomoc")("store.unwritable", where=server.data, detail="\0").split("\0")[0] in printed
    assert "Traceback" not in printed, printed


Round = tuple[str, bool]
"""A trouble that befalls the server before it is killed, and whether it is killed during that."""


def planned(n: int) -> Round:
    """The rounds of a long evening: every moment and every trouble in turn."""
    moment = ("any", "commit", "publish")[n % 3]
    if moment == "any":
        moment = ("any", *TROUBLES)[n // 3 % 4]
    return moment, n // 12 % 2 == 1


async def spend(evening: Evening, rounds: Iterable[Round]) -> dict[str, int]:
    """Kills the server once a round; returns how often at which moment, or in or after which trouble. Raises
    AssertionError where something was lost."""
    moments = dict.fromkeys(("any", "commit", "publish", *TROUBLES), 0)
    try:
        await asyncio.to_thread(evening.server.start)
        for moment, dies in rounds:
            await evening.set_up()
            if moment in TROUBLES:
                moments[moment] += await suffered(evening, moment, dies)
            else:
                moments[moment] += await killed(evening, moment)
            kept = {code: evening.examine(witness) for code, witness in evening.witnesses.items()}
            if moment == "read-only":
                await asyncio.to_thread(turned_away, evening.server)
            await asyncio.to_thread(evening.server.start)
            for code, match in kept.items():
                if match.outcome is None:
                    await evening.goes_on(evening.witnesses[code], match)
    finally:
        evening.server.kill()
    store = Store.open(evening.server.data / "olomoc.db")
    for saved in store.tables():
        store.steps(saved.id)  # every digest fits
    store.close()
    return moments
