"""The builder's intents and their handlers. Intents come from a browser: the draft checks every value."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from webapp.games.olomoc.cabals.builder.page import Builder

Json = dict[str, Any]


async def _look(page: Builder, intent: Json) -> None:
    page.desk.look(intent.get("part"), intent.get("id"))
    await page.look_again()
    page.focus(".look-column .btn, .look-bar .btn")


async def _compare(page: Builder, intent: Json) -> None:
    page.desk.compare()
    await page.look_again()


async def _look_away(page: Builder, intent: Json) -> None:
    looked = page.desk.looked
    page.desk.look_away()
    await page.look_again()
    if looked:
        page.focus(f'[data-testid="look-{looked[-1][1]}"]')


async def _choose(page: Builder, intent: Json) -> None:
    page.desk.choose(intent.get("place"), intent.get("part"))
    await page.look_again()


async def _filter(page: Builder, intent: Json) -> None:
    page.desk.filter(intent.get("what"), intent.get("value"))
    await page.look_again()


async def _chart(page: Builder, intent: Json) -> None:
    page.desk.chart(intent.get("what"), intent.get("value"))
    await page.look_again()


async def _take(page: Builder, intent: Json) -> None:
    page.desk.look_away()
    await page.changed(page.desk.take(intent.get("part"), intent.get("id"), intent.get("at")))


async def _away(page: Builder, intent: Json) -> None:
    page.desk.look_away()
    await page.changed(page.desk.put_away(intent.get("place"), intent.get("part")))


async def _swap(page: Builder, intent: Json) -> None:
    await page.changed(page.desk.swap(intent.get("place"), intent.get("other")))


async def _serve(page: Builder, intent: Json) -> None:
    await page.changed(page.desk.serve(intent.get("faction")))


async def _mend(page: Builder, intent: Json) -> None:
    await page.changed(page.desk.mend(intent.get("problem"), intent.get("fix")))


async def _renew(page: Builder, intent: Json) -> None:
    page.desk.sitting = 0.0
    await page.keep()
    page.refresh()


INTENTS: Mapping[str, Callable[[Builder, Json], Awaitable[None]]] = {
    "look": _look,
    "compare": _compare,
    "look-away": _look_away,
    "choose": _choose,
    "filter": _filter,
    "chart": _chart,
    "take": _take,
    "away": _away,
    "swap": _swap,
    "serve": _serve,
    "mend": _mend,
    "renew": _renew,
}
