"""Packs for tests, as files and as zips."""

import io
import stat
import zipfile
from collections.abc import Mapping

from PIL import Image

HEADER = """id = "old-quarter"
version = "0.3"
languages = ["fr", "en"]
author = "Ilse Varga"
licence = "private"
extends = "core"
"""
ROUAGE = """# The lamplighters
[[rouage]]
id = "lamp-ana"
name = "Ana Novak"
factions = ["stokers"]
ministries = ["effort"]
rank = 2
technique = 3
combat = 2
shooting = 1
dodge = 3
base = 30
life = "RSSST"
source = "own"
[[rouage.capacities]]
id = "lit-wick"
name = { fr = "Mèche allumée", en = "Lit Wick" }
text = { fr = "Un rouage adverse à 3 pouces est sonné.", en = "An adverse rouage within 3 in is stunned." }
time = "active"
cost = { actions = 1 }
targets = [{ who = ["adverse"], range = "3 in" }]
operations = [{ op = "give", who = "target", token = "stunned" }]
"""
SOUND = {"pack.toml": HEADER, "rouages.toml": ROUAGE}
BROKEN = {
    "pack.toml": HEADER,
    "rouages.toml": ROUAGE.replace("range =", "rnge =")
    .replace('["effort"]', '["efort"]')
    .replace("dodge = 3", 'dodge = "three"'),
}
"""Three mistakes: a ministry that is none, a word for a figure, a key that is none."""


def zipped(files: Mapping[str, str | bytes], links: tuple[str, ...] = ()) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            if name in links:
                entry.external_attr = (stat.S_IFLNK | 0o777) << 16
            packed.writestr(entry, content)
    return data.getvalue()


def picture(width: int = 300, height: int = 400, kind: str = "PNG", **more: object) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (width, height), "#a05020").save(data, kind, **more)
    return data.getvalue()
