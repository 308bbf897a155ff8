"""The wheel, installed into an empty environment, serves every page: what setup.py and pyproject.toml carry along."""

import os
import re
import subprocess
import sys
import sysconfig
import time
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.serving import ROOT, free_port
from webapp.games import games

pytestmark = pytest.mark.slow

PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
FILES = re.compile(r"""(?:src|href)="(/(?:static|_nicegui)[^"]*)""")
"""Files that a page names."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a server that runs from the installed wheel, in another folder. The environment holds what the
    project depends on, and of the project nothing but the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [*PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", folder, sources(folder / "sources")]
    subprocess.run(build, check=True)
    python = empty_environment(folder / "venv")
    wheel = next(folder.glob("*.whl"))
    assert {"rules/py.typed", "webapp/py.typed"} <= set(zipfile.ZipFile(wheel).namelist())
    subprocess.run([*PIP, "--python", python, "install", "--no-deps", "--no-compile", wheel], check=True)

    port = free_port()
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "NICEGUI", "PYTHONPATH"))}
    env |= {"HOST": "127.0.0.1", "PORT": str(port), "OLOMOC_DATA": str(folder / "data")}
    with (folder / "out").open("wb") as out:
        server = subprocess.Popen([python, "-m", "webapp"], cwd=folder, env=env, stdout=out, stderr=out)
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, follow_redirects=True) as client:
        deadline = time.monotonic() + 120
        while not answers(client):
            if server.poll() is not None or time.monotonic() > deadline:
                pytest.fail((folder / "out").read_text(encoding="utf-8"))
            time.sleep(0.1)
        yield client
    server.terminate()
    server.wait(120)
    assert "Traceback" not in (folder / "out").read_text(encoding="utf-8")


def sources(folder: Path) -> Path:
    """A copy of what a checkout holds, as a build writes beside it."""
    names = subprocess.check_output(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, text=True).splitlines()
    for name in names:
        if not name.startswith(("tests/", "docs/")) and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes((ROOT / name).read_bytes())
    return folder


def empty_environment(folder: Path) -> Path:
    """The Python of a new environment that finds this one's packages; those installed for editing are not among them,
    as Python does not read the .pth files of a folder that a .pth file names."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(subprocess.check_output([python, "-c", where], text=True).strip())
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return python


def answers(client: httpx.Client) -> bool:
    try:
        return client.get("/health").is_success
    except httpx.TransportError:
        return False


def pages() -> Iterator[str]:
    """The addresses of the house and of each game that need no table."""
    yield from ("/", "/host", "/api", "/api/v1/openapi.json", "/health")
    for game in games():
        if game.rules is not None:
            yield game.rules.href
        yield from (f"/{game.key}/{part}" for part in ("packs",) if game.packs is not None)


def test_the_wheel_serves_every_page_with_its_files(served: httpx.Client) -> None:
    files = set()
    for address in pages():
        page = served.get(address)
        assert page.is_success, address
        files |= set(FILES.findall(page.text))
    assert len(files) > 10
    assert {name: code for name in sorted(files) if (code := served.get(name).status_code) != 200} == {}


NAME = re.compile(r"[A-Za-z0-9_-]+")


@pytest.mark.parametrize(("locked", "extra"), [("requirements.txt", ()), ("requirements-test.txt", ("test",))])
def test_every_dependency_is_installed_by_the_hashes_of_its_files(locked: str, extra: tuple[str, ...]) -> None:
    """And so is what builds the package itself; `make locks` writes the lists."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    asked = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    asked += [it for key in extra for it in project["project"]["optional-dependencies"][key]]
    blocks = re.split(r"\n(?=\S)", (ROOT / locked).read_text("utf-8").strip())
    pinned = {block.partition("==")[0].lower().replace("_", "-") for block in blocks}
    names = {requirement[0].lower() for it in asked if (requirement := NAME.match(it))}
    assert names - pinned == set()
    assert [block for block in blocks if "==" not in block or "--hash=sha256:" not in block] == []
