"""The example of a bot plays over HTTP against itself, at a real server, with tokens taken from the seats' pages."""

import asyncio
import json
from pathlib import Path

import httpx

from examples.bot import play
from tests.serving import Server
from tests.sockets import Page

MOST = 12


async def seat_token(server: Server, code: str, seat: str, name: str) -> str:
    """Sits down at the table's door like anybody, and takes the token from the seat's page."""
    cookies = httpx.Cookies()
    async with await Page.open(f"{server.url}/table/{code}", cookies) as door:
        await door.send(door.find(f"join-{seat}"), "click", {"name": name, "password": ""})
        async with httpx.AsyncClient(verify=False, base_url=f"{server.url}/api/v1") as http:
            while (await http.get(f"/tables/{code}")).json()["seats"][seat]["name"] != name:
                await asyncio.sleep(0.1)
    async with await Page.open(f"{server.url}/table/{code}/seat", cookies) as page:
        await page.send(page.find("program"), "click", {})
        shown = page.find("program-shown")
        token: str = await page.until(lambda: page.elements[shown].get("text"))
        return token


async def test_two_bots_play_over_http(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        async with httpx.AsyncClient(verify=False, base_url=f"{server.url}/api/v1") as http:
            code = (await http.post("/tables", json={"options": {"composition": "secret"}})).json()["code"]
            tokens = [await seat_token(server, code, seat, name) for seat, name in (("1", "Ilse"), ("2", "Tomáš"))]
            bots = {
                seat: asyncio.create_task(asyncio.to_thread(play, server.url, code, token, MOST))
                for seat, token in zip("12", tokens, strict=True)
            }
            # One of them may wait for the other, who has played all that it was to play.
            done, waiting = await asyncio.wait(bots.values(), return_when="FIRST_COMPLETED")
            assert next(iter(done)).result() == MOST
            # Until then it plays on: nothing is compared before it has nothing left to answer.
            while any(not bots[seat].done() for seat in (await http.get(f"/tables/{code}/view")).json()["waiting"]):
                await asyncio.sleep(0.05)
            table = (await http.get(f"/tables/{code}")).json()
            assert table["sequence"] >= MOST
            # A late client is told everything, in order, and then the position.
            async with http.stream("GET", f"/tables/{code}/events", headers={"last-event-id": "1"}) as stream:
                ids, lines = [], stream.aiter_lines()
                async for line in lines:
                    if line.startswith("id: "):
                        ids.append(int(line[4:]))
                    elif line == "event: state":
                        state = json.loads((await anext(lines))[6:])
                        break
            assert ids == list(range(2, 2 + len(ids)))
            assert len(ids) >= MOST
            assert (state["sequence"], state["decision"]) == (table["sequence"], None)
    # The server is gone, and with it the stream that the other one listened to.
    await asyncio.gather(*waiting, return_exceptions=True)
