"""Packs over HTTP and on the command line: upload, download, and who may change a pack."""

import zipfile
from io import BytesIO
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner
from nicegui import core
from nicegui.testing import User

from rules.olomoc.packs import load, load_zip
from tests.waiting import until
from tests.webapp.packing import BROKEN, HEADER, ROUAGE, SOUND, picture, zipped
from webapp.cli import main
from webapp.games.olomoc.packs import PACKS
from webapp.packs import toml_blocks
from webapp.packs.download import NotFetched, fetched
from webapp.packs.library import MOST_CARDS
from webapp.store import SavedPack, Store

pytestmark = [pytest.mark.nicegui_main_file("tests/webapp/launch_standin.py")]
OURS = {"x-olomoc": "1"}


def browser(host: str = "127.0.0.1", language: str = "en", asks: str = "http://test") -> httpx.AsyncClient:
    """Another browser, at some address of the network."""
    transport = httpx.ASGITransport(core.app, client=(host, 1))
    return httpx.AsyncClient(transport=transport, base_url=asks, headers={"accept-language": language})


async def sent(client: httpx.AsyncClient, data: bytes, replace: bool = False, **more: str) -> httpx.Response:
    return await client.post(
        f"/olomoc/packs/upload?name=old.zip&replace={replace}", content=data, headers=OURS | more, timeout=60
    )


@pytest.mark.usefixtures("app_environment")
async def test_a_pack_comes_in_and_goes_out_as_it_was(user: User) -> None:
    guest = browser("192.0.2.7")
    answer = await sent(guest, zipped({**SOUND, "images/ana.png": picture(2_000, 2_000)}))
    assert answer.status_code == 200
    id = answer.json()["id"]
    out = await guest.get(f"/olomoc/packs/{id}.zip")
    assert out.headers["content-disposition"] == "attachment; filename*=UTF-8''old-quarter-0.3.zip"
    assert "lamp-ana" in load_zip(out.content).rouages
    with zipfile.ZipFile(BytesIO(out.content)) as packed:
        assert sorted(packed.namelist()) == ["images/ana.png", "pack.toml", "rouages.toml"]
        assert packed.read("rouages.toml").decode() == ROUAGE
    assert load_zip((await guest.get("/olomoc/packs/core.zip")).content) == load()
    assert (await guest.get("/olomoc/packs/XXXXXXXX.zip")).status_code == 404
    name = next(iter(PACKS.library.all()[0].saved.pictures.values()))
    drawn = await guest.get(f"/olomoc/packs/pictures/{name}")
    assert drawn.headers["content-type"] == "image/png"
    assert "immutable" in drawn.headers["cache-control"]
    assert drawn.headers["x-content-type-options"] == "nosniff"
    for wrong in ("../../secret", "0" * 64 + ".svg", "0" * 64 + ".png"):
        assert (await guest.get(f"/olomoc/packs/pictures/{wrong}")).status_code == 404


@pytest.mark.usefixtures("app_environment")
async def test_only_our_own_pages_send_and_only_to_ones_own_packs(user: User) -> None:
    ilse, tom, host = browser("192.0.2.7"), browser("192.0.2.8"), browser(asks="http://localhost")
    assert (await ilse.post("/olomoc/packs/upload", content=zipped(SOUND))).status_code == 403
    elsewhere = await sent(ilse, zipped(SOUND), origin="http://elsewhere.example")
    assert elsewhere.status_code == 403
    assert PACKS.library.all() == []
    id = (await sent(ilse, zipped(SOUND))).json()["id"]
    where = f"/olomoc/packs/{id}/pictures?name=My%20Ana.PNG"
    assert (await tom.post(where, content=picture(), headers=OURS)).status_code == 403
    assert (await ilse.post(where, content=b"<svg>", headers=OURS)).status_code == 422
    assert (await ilse.post(where, content=picture(), headers=OURS)).json() == {"name": "my-ana.png"}
    assert (await host.post(where, content=picture(9, 9), headers=OURS)).json() == {"name": "my-ana-2.png"}
    assert "Tom" not in (await tom.get(f"/olomoc/packs/{id}")).text
    # From this machine and yet not the host: under a name that is not the machine's own, or through a proxy on it.
    for stranger, more in ((browser(), {}), (browser(asks="http://localhost"), {"x-forwarded-for": "203.0.113.4"})):
        assert (await stranger.post(where, content=picture(), headers=OURS | more)).status_code == 403


@pytest.mark.usefixtures("app_environment")
async def test_upload_errors_are_in_the_senders_language(user: User) -> None:
    french = browser("192.0.2.7", "fr")
    answer = await sent(french, zipped({**SOUND, "../x.toml": ""}))
    assert (answer.status_code, answer.json()) == (422, {"words": "«\u00a0../x.toml\u00a0» mène hors du paquet."})
    large = await sent(french, b"x" * 20_000_001)
    assert (large.status_code, large.json()["words"]) == (413, "Plus de 20 Mo\u00a0: trop pour un paquet de cartes.")
    assert PACKS.library.all() == []


@pytest.mark.usefixtures("app_environment")
async def test_names_of_packs_and_cards_are_shown_as_text(user: User) -> None:
    wild = "<img src=x onerror=alert(1)>"
    guest = browser("192.0.2.7")
    files = {"pack.toml": HEADER.replace("Ilse Varga", wild), "rouages.toml": ROUAGE.replace("Ana Novak", wild)}
    id = (await sent(guest, zipped(files))).json()["id"]
    for path in ("/olomoc/packs", f"/olomoc/packs/{id}", "/"):
        assert "<img src=x" not in (await guest.get(path)).text
    broken = (await sent(guest, zipped({**files, "rouages.toml": ROUAGE + f'"{wild}" = 1\n'}), replace=True)).json()[
        "id"
    ]
    assert broken == id
    assert "<img src=x" not in (await guest.get("/olomoc/packs")).text


@pytest.mark.usefixtures("app_environment")
async def test_pages_of_packs_stand_without_any(user: User) -> None:
    for path in ("/olomoc/packs", "/olomoc/packs/core", "/olomoc/packs/guide", "/olomoc/packs/no-such"):
        assert (await browser().get(path)).status_code == 200


@pytest.mark.usefixtures("app_environment")
@pytest.mark.parametrize(("language", "sentence"), [("fr", "un dossier ou un zip"), ("en", "a folder or a zip")])
async def test_the_guide_is_in_the_readers_language(user: User, language: str, sentence: str) -> None:
    page = (await browser(language=language).get("/olomoc/packs/guide")).text
    assert (sentence in page, "a folder or a zip" in page) == (True, language == "en")


@pytest.mark.usefixtures("app_environment")
async def test_whether_a_pack_replaces_another_is_asked_first(user: User) -> None:
    ilse, tom = browser("192.0.2.7"), browser("192.0.2.8")
    id = (await sent(ilse, zipped(SOUND))).json()["id"]
    newer = zipped({**SOUND, "pack.toml": HEADER.replace("0.3", "0.4")})
    asked = await sent(ilse, newer)
    assert (asked.status_code, asked.json()["again"]) == (409, "Replace it")
    assert "You already have a pack “old-quarter” (0.3)" in asked.json()["words"]
    assert [it.report.version for it in PACKS.library.all()] == ["0.3"]
    assert (await sent(ilse, newer, replace=True)).json()["id"] == id
    assert [it.report.version for it in PACKS.library.all()] == ["0.4"]
    # Somebody else's pack of that id is none of one's own: nothing is replaced, so nothing is asked.
    assert (await sent(tom, newer)).status_code == 200


def many(n: int) -> dict[str, str]:
    """A pack of so many decor sets without a model, the shortest cards that there are."""
    row = '[[decor]]\nid = "d{n}"\nname = {{ fr = "D", en = "D" }}\nsource = "own"\n'
    return {"pack.toml": HEADER, "decor.toml": "".join(row.format(n=n) for n in range(n))}


@pytest.mark.usefixtures("app_environment")
async def test_a_pack_of_thousands_of_cards_is_not_kept(user: User) -> None:
    guest = browser("192.0.2.7")
    for n, words in ((MOST_CARDS + 1, "too many for one pack"), (12_000, "too much for a pack of cards")):
        answer = await sent(guest, zipped(many(n)))
        assert (answer.status_code, words in answer.json()["words"]) == (422, True)
    assert PACKS.library.all() == []


@pytest.mark.usefixtures("app_environment")
async def test_a_stored_pack_that_is_too_large_is_listed_and_exported_only(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its page took the loop for a minute, and everybody at a table with it."""
    large = many(3_000)
    await PACKS.library._kept.packs.keep(SavedPack("BCDFGHJK", "", "", large, 1.0, 1.0, {}, title="olomoc"), [])
    monkeypatch.setattr(toml_blocks, "lines", None)
    page = await browser().get("/olomoc/packs/BCDFGHJK")
    assert page.status_code == 200
    await until(lambda: not PACKS.library.all()[0].pending)
    assert "too many to be shown here" in (await browser().get("/olomoc/packs/BCDFGHJK")).text
    assert "old-quarter" in (await browser().get("/olomoc/packs")).text
    assert zipfile.ZipFile(BytesIO((await browser().get("/olomoc/packs/BCDFGHJK.zip")).content)).namelist()


@pytest.mark.usefixtures("app_environment")
async def test_a_number_of_a_hundred_thousand_digits_is_a_mistake_like_any_other(
    user: User, caplog: pytest.LogCaptureFixture
) -> None:
    guest = browser("192.0.2.7")
    for digits in (100_000, 30):
        answer = await sent(
            guest, zipped({**SOUND, "rouages.toml": ROUAGE.replace("rank = 2", "rank = " + "9" * digits)}), replace=True
        )
        assert answer.status_code == 200
        page = await guest.get(f"/olomoc/packs/{answer.json()['id']}")
        assert page.status_code == 200
        assert not PACKS.library.all()[0].sound
    assert "Traceback" not in caplog.text


# The command


def run(data: Path, *words: str, typed: str = "") -> tuple[int, str]:
    env = {"OLOMOC_DATA": str(data), "NICEGUI_STORAGE_PATH": str(data / "nicegui")}
    result = CliRunner().invoke(main, ["pack", *words], input=typed, env=env)
    return result.exit_code, result.output


def test_checking_and_adding_from_the_terminal(tmp_path: Path) -> None:
    good, bad, data = tmp_path / "good.zip", tmp_path / "bad.zip", tmp_path / "data"
    good.write_bytes(zipped(SOUND))
    bad.write_bytes(zipped(BROKEN))
    code, words = run(data, "check", str(bad))
    assert code == 1
    assert "rouages.toml" in words
    assert "effort" in words
    assert run(data, "check", str(good))[0] == 0
    assert run(data, "check", str(tmp_path / "nowhere"))[0] == 1
    assert run(data, "add", str(bad))[0] == 1
    assert not (data / "olomoc.db").exists()
    assert run(data, "add", str(good))[0] == 0
    # While a server has the folder, too; the same pack again is a new version of it.
    store = Store.open(data / "olomoc.db")
    [id] = store.packs.revisions()
    for version, kept, typed, more in ((1, "0.3", "n\n", ()), (2, "0.4", "y\n", ()), (3, "0.5", "", ("--yes",))):
        new = "0.4" if kept == "0.3" else kept
        good.write_bytes(zipped({**SOUND, "pack.toml": HEADER.replace("0.3", new)}))
        code, words = run(data, "add", str(good), *more, typed=typed)
        assert (code, "Replace it?" in words) == (int(kept != new), not more)
        saved = store.packs.get(id)
        assert saved is not None
        assert (saved.version, saved.holder) == (version, "")
        assert kept in saved.files["pack.toml"]
    assert run(data, "add", str(bad), "--anyway", "--yes")[0] == 0
    store.close()


def test_a_pack_of_one_file_is_told_of_by_that_file(tmp_path: Path) -> None:
    alone = tmp_path / "harbour.toml"
    alone.write_text("\n\n".join(BROKEN.values()), encoding="utf-8")
    code, words = run(tmp_path / "data", "check", str(alone))
    assert code == 1
    assert "harbour.toml" in words
    assert "pack.toml" not in words


def answering(status: int = 200, size: int = 0, to: str = "") -> httpx.MockTransport:
    def answer(request: httpx.Request) -> httpx.Response:
        if to and request.url.path != to:
            return httpx.Response(302, headers={"location": to})
        return httpx.Response(status, content=b"x" * size)

    return httpx.MockTransport(answer)


def test_an_address_is_read_within_limits() -> None:
    url = "https://example.org/packs/old.zip"
    assert fetched(url, answering(size=9)) == ("old.zip", b"x" * 9)
    assert fetched(url, answering(size=9, to="/new.zip")) == ("new.zip", b"x" * 9)
    for transport, code in ((answering(404), "refused"), (answering(size=20_000_001), "too-large")):
        with pytest.raises(NotFetched) as error:
            fetched(url, transport)
        assert error.value.code == code
    with pytest.raises(NotFetched) as error:
        fetched("http://", answering())
    assert error.value.code == "failed"
