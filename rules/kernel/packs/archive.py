"""The files of a pack: read from a folder, a zip or one TOML file within limits, and written as a zip.

Files of a zip are never written to disk, so a name cannot escape a folder; sizes are limited while unpacking, whatever
the zip's headers say."""

import stat
import zipfile
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path as File
from pathlib import PurePosixPath
from typing import Any

from rules.kernel.packs.problems import PackError, Problem

HEADER = "pack.toml"
IMAGES = (".png", ".webp")
MAX_FILES = 64
MAX_FILE_BYTES = 1_000_000
MAX_BYTES = 4_000_000
MAX_ENTRIES = 500
MAX_IMAGES = 200
MAX_IMAGE_BYTES = 2_000_000
MAX_IMAGES_BYTES = 16_000_000
MAX_ZIP_BYTES = 20_000_000
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time stamp of all files in a zip, so that the same pack gives the same bytes."""


@dataclass(frozen=True)
class Bundle:
    """The files of a pack by name, without folders: TOML texts, and images as bytes."""

    texts: Mapping[str, str]
    images: Mapping[str, bytes] = field(default_factory=dict)


def refused(file: str, what: str, reason: str, **params: Any) -> PackError:
    """The error for a file that is not a pack. `reason` and `params` are for screens."""
    return PackError((Problem(file, 1, what, None, "bad-file", {"reason": reason, **params}),))


def opened(path: File) -> Bundle:
    """The files at a path: of a folder (with its `images` folder), a zip, or one TOML file. Raises PackError."""
    if path.is_dir():
        return _folder(path)
    if not path.is_file():
        raise refused(path.name, "there is no such file or folder", "missing")
    if path.stat().st_size > MAX_ZIP_BYTES:
        raise refused(path.name, f"larger than {MAX_ZIP_BYTES} bytes", "too-large", limit=MAX_ZIP_BYTES)
    return taken(path.name, path.read_bytes())


def taken(name: str, data: bytes) -> Bundle:
    """The files in these bytes: of a zip, else of one TOML file with that name. Raises PackError."""
    if zipfile.is_zipfile(BytesIO(data)):
        return unzipped(data)
    return bundled({name: data}, {})


def unzipped(data: bytes) -> Bundle:
    """The files of a zip: TOML at its top or in its only folder, images there or in subfolders."""
    if len(data) > MAX_ZIP_BYTES:
        raise refused("zip", f"larger than {MAX_ZIP_BYTES} bytes", "too-large", limit=MAX_ZIP_BYTES)
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if len(entries) > MAX_ENTRIES:
                raise refused("zip", f"more than {MAX_ENTRIES} files", "too-many", limit=MAX_ENTRIES)
            return _entries(archive, entries)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, ValueError) as error:
        raise refused("zip", f"not a zip that can be read: {error}", "not-a-zip") from error


def zipped(bundle: Bundle) -> bytes:
    """The zip of a pack's files, images in a folder of their own. Equal files give equal bytes."""
    data = BytesIO()
    files = {name: text.encode() for name, text in bundle.texts.items()}
    files |= {f"images/{name}": image for name, image in bundle.images.items()}
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), files[name], zipfile.ZIP_DEFLATED)
    return data.getvalue()


def _folder(path: File) -> Bundle:
    texts = {file.name: _start(file, MAX_FILE_BYTES) for file in _first(path.glob("*.toml"), MAX_FILES)}
    images = [file for file in (*path.glob("*"), *path.glob("images/*")) if file.suffix.lower() in IMAGES]
    return bundled(texts, {file.name: _start(file, MAX_IMAGE_BYTES) for file in _first(images, MAX_IMAGES)})


def _first(files: Iterable[File], limit: int) -> list[File]:
    return sorted(file for file in files if file.is_file() and not _hidden(file.name))[: limit + 1]


def _hidden(name: str) -> bool:
    """Whether a system keeps this beside the files of people: macOS a ``._pack.toml`` for each, of bytes."""
    return name.startswith(".") or name == "__MACOSX"


def _start(file: File, limit: int) -> bytes:
    with file.open("rb") as stream:
        return stream.read(limit + 1)


def _entries(archive: zipfile.ZipFile, entries: Iterable[zipfile.ZipInfo]) -> Bundle:
    texts: dict[str, bytes] = {}
    images: dict[str, bytes] = {}
    for entry in entries:
        name = entry.filename.replace("\\", "/")  # as some programs for Windows write them
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or ":" in name:
            raise refused(entry.filename, "a file name that leads out of the pack", "escapes")
        if stat.S_ISLNK(entry.external_attr >> 16):
            raise refused(entry.filename, "a link to another file", "link")
        if any(_hidden(part) for part in path.parts):
            continue
        if path.suffix == ".toml" and len(path.parts) <= 2:
            _take(archive, entry, texts, MAX_FILE_BYTES, MAX_BYTES)
        elif path.suffix.lower() in IMAGES:
            _take(archive, entry, images, MAX_IMAGE_BYTES, MAX_IMAGES_BYTES)
    return bundled(texts, images)


def _take(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, into: dict[str, bytes], each: int, together: int) -> None:
    name = PurePosixPath(entry.filename.replace("\\", "/")).name
    if name in into:
        raise refused(entry.filename, "two files of one name", "twice")
    left = together - sum(len(data) for data in into.values())
    with archive.open(entry) as stream:
        into[name] = stream.read(min(each, left) + 1)
    _small(name, into[name], min(each, left))


def _small(name: str, data: bytes, limit: int) -> None:
    if len(data) > limit:
        raise refused(name, f"larger than {limit} bytes", "too-large", limit=limit)


def bundled(texts: Mapping[str, bytes], images: Mapping[str, bytes]) -> Bundle:
    """A bundle of these files, within the limits. Raises PackError."""
    for files, many, each, together in (
        (texts, MAX_FILES, MAX_FILE_BYTES, MAX_BYTES),
        (images, MAX_IMAGES, MAX_IMAGE_BYTES, MAX_IMAGES_BYTES),
    ):
        if len(files) > many:
            raise refused(next(iter(files)), f"more than {many} files", "too-many", limit=many)
        left = together
        for name, data in files.items():
            _small(name, data, min(each, left))
            left -= len(data)
    return Bundle({name: _text(name, data) for name, data in texts.items()}, dict(images))


def _text(name: str, data: bytes) -> str:
    try:
        # Windows' own programs write two bytes a character, and say so at the start.
        coding = "utf-16" if data[:2] in (BOM_UTF16_LE, BOM_UTF16_BE) else "utf-8-sig"
        return data.decode(coding).replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise refused(name, "not UTF-8 text", "not-text") from error
