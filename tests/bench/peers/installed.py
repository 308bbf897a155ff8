"""Peers of the measurements, installed by the bench itself into an ignored folder, with a stand-by where one cannot be
had."""

from __future__ import annotations

import importlib
import json
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[3] / "build" / "bench-peers"
SHOWDOWN = "pokemon-showdown@0.11.10"
CHESS = "chess==1.11.2"
SHOWDOWN_OF_CHESS = 0.067
"""Decisions of pokemon-showdown's simulator for each ply of python-chess, on one core."""
PATIENCE_S = 600

Rate = Callable[[int], float]
"""Decisions per processor second of whole random games, by a seed."""


@cache
def random_games() -> tuple[str, Rate]:
    """The peer of whole random matches: its name, and its rate."""
    if (modules := npm(SHOWDOWN)) is not None:
        return "pokemon-showdown sim", lambda seed: _showdown(modules, seed)
    return f"python-chess x {SHOWDOWN_OF_CHESS}", lambda seed: SHOWDOWN_OF_CHESS * _chess(seed)


def npm(*packages: str) -> Path | None:
    """The folder in which npm packages are installed; None where that cannot be done."""
    folder = FOLDER / "npm"
    if all((folder / "node_modules" / package.partition("@")[0]).exists() for package in packages):
        return folder
    program = shutil.which("npm")
    if program is None or shutil.which("node") is None:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    options = ["--no-audit", "--no-fund", "--ignore-scripts", "--omit=optional", "--omit=dev"]
    try:
        subprocess.run(
            [program, "install", *options, "--prefix", str(folder), *packages],
            check=True,
            capture_output=True,
            timeout=PATIENCE_S,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return folder


def _showdown(modules: Path, seed: int, decisions: int = 2_000) -> float:
    script = Path(__file__).with_name("showdown.js")
    command = ["node", str(script), str(modules), str(seed), str(decisions)]
    result = json.loads(subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE_S).stdout)
    return float(result["decisions"] / result["seconds"])


@cache
def _chess_module():  # type: ignore[no-untyped-def]  # installed on the way
    folder = FOLDER / "python"
    if not (folder / "chess").exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--no-deps", "--target", str(folder), CHESS], check=True, timeout=PATIENCE_S)
    sys.path.append(str(folder))
    return importlib.import_module("chess")


def _chess(seed: int, plies: int = 10_000) -> float:
    chess, rng = _chess_module(), random.Random(seed)
    played, start = 0, time.process_time()
    while played < plies:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            played += 1
    return played / (time.process_time() - start)
