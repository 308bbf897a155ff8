"""SQLite's write-ahead log (``olomoc.db-wal``), read without SQLite.

SQLite stops reading its log at the first frame that does not match its checksum, ignores a log whose header does not,
and deletes a log whose database is missing; it reports none of this. Here every frame is checked before SQLite opens
the file, so that a damaged log is noticed, and frames behind the damage are found.

File format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

import struct
from dataclasses import dataclass, replace
from pathlib import Path

from webapp.store.problems import Damaged, DatabaseMissing

HEADER = 32
FRAME = 24
MAGIC = 0x377F0682
"""The lowest bit says whether the words of a checksum are big-endian."""

WORD = 2**32

LARGEST_PAGE = 65_536

Sums = tuple[int, int]
"""The two halves of a checksum; each frame's is computed from the frame before."""


def log_of(database: Path) -> Path:
    """The path of a database's log."""
    return database.with_name(database.name + "-wal")


def look_over(database: Path) -> None:
    """Checks the log of a database that nobody has open. Raises :class:`Damaged` for a log that SQLite would not read
    to its end, :class:`DatabaseMissing` for a log without database, and :class:`OSError`."""
    log = read(database)
    if log is None or not log.frames:
        return
    if not database.exists() or database.stat().st_size == 0:
        raise DatabaseMissing(database, log_of(database).name)
    if log.header_damaged or log.damaged:
        raise Damaged(log_of(database), f"{log.damaged} of {len(log.frames)} frames" if log.damaged else "header")


@dataclass(frozen=True)
class WalFrame:
    """A page as a transaction left it. `pages`: the size of the database in pages, on the last frame of a transaction;
    0 on others. `sound`: its checksum is right; `mended`: it was repaired."""

    page: int
    pages: int
    data: bytes
    sound: bool
    mended: bool = False


@dataclass(frozen=True)
class WalLog:
    """The committed frames of a log, in the order of writing."""

    page_size: int
    frames: tuple[WalFrame, ...]
    header_damaged: bool

    @property
    def damaged(self) -> int:
        """Frames with a wrong checksum, repaired ones included."""
        return sum(not frame.sound for frame in self.frames)

    @property
    def lost(self) -> int:
        """Frames that cannot be repaired."""
        return sum(not frame.sound and not frame.mended for frame in self.frames)


def read(database: Path) -> WalLog | None:
    """The log of a database; None where there is none, or nothing was committed to it."""
    path = log_of(database)
    if not path.exists():
        return None
    raw = path.read_bytes()
    if len(raw) < HEADER + FRAME:
        return None
    magic, _, size, _, *salts = struct.unpack(">6I", raw[:24])
    stored: Sums = struct.unpack(">2I", raw[24:HEADER])
    order = ">" if magic & 1 else "<"
    sound = magic & ~1 == MAGIC and _sum(raw[:24], (0, 0), order) == stored
    if not sound:
        # The frames repeat the salts, and the database its page size; the byte order is nearly always the machine's.
        size, salts = _page_size(database), list(struct.unpack(">2I", raw[HEADER + 8 : HEADER + 16]))
        order = ">" if magic == MAGIC | 1 else "<"
    if not 512 <= size <= LARGEST_PAGE or size & (size - 1):
        return None
    seeds = [stored] if sound else [stored, _sum(raw[:24], (0, 0), order)]
    frames = _frames(raw, size, struct.pack(">2I", *salts), seeds, order, database)
    if not sound and frames and not frames[0].sound:
        # Nothing is left to hold the first frame against; the digests of the steps in it are checked later.
        frames[0] = replace(frames[0], mended=True)
    return WalLog(size, tuple(frames), not sound) if frames else None


def applied(log: WalLog, database: Path) -> None:
    """Writes the pages of a log into a copy of its database, as a checkpoint would; the copy may be missing. A frame
    that cannot be repaired leaves an earlier version of its page, if there is one."""
    database.touch()
    known = set(range(1, database.stat().st_size // log.page_size + 1))
    with database.open("r+b") as file:
        for frame in log.frames:
            if not (frame.sound or frame.mended) and (frame.page in known or not 0 < frame.page < 2**31):
                continue
            file.seek((frame.page - 1) * log.page_size)
            file.write(frame.data)
            known.add(frame.page)
        pages = next(
            (frame.pages for frame in reversed(log.frames) if frame.pages and (frame.sound or frame.mended)), 0
        )
        file.truncate(max(pages or max(known, default=0), 1) * log.page_size)


def _page_size(database: Path) -> int:
    head = b""
    if database.exists():
        with database.open("rb") as file:
            head = file.read(18)
    size = int.from_bytes(head[16:18], "big") if len(head) == 18 else 4096
    return LARGEST_PAGE if size == 1 else size


def _frames(raw: bytes, size: int, salts: bytes, seeds: list[Sums], order: str, database: Path) -> list[WalFrame]:
    """The frames up to the last commit. Frames of an earlier round, which SQLite leaves behind the newest ones, have
    other salts; a frame between two of this round belongs to it whatever its salts say."""
    whole = [raw[at : at + FRAME + size] for at in range(HEADER, len(raw) - FRAME - size + 1, FRAME + size)]
    ours = [number for number, frame in enumerate(whole) if frame[8:16] == salts]
    frames: list[WalFrame] = []
    for number, frame in enumerate(whole):
        known = [seed for seed in seeds if _sum(frame[:8] + frame[FRAME:], seed, order) == _stored(frame)]
        if not known and (not ours or number > ours[-1]):
            break
        read = _frame(frame[:8], frame[FRAME:], sound=bool(known) and frame[8:16] == salts)
        if not known:
            after = whole[number + 1] if number < ours[-1] else b""
            before = next((frame.data for frame in reversed(frames) if frame.page == read.page), b"")
            read = _mended(frame, seeds, order, after, before or _page(database, read.page, size))
        elif not read.sound:
            read = replace(read, mended=True)  # the salts alone are wrong, which no checksum covers
        frames.append(read)
        # The next frame goes on from this one's checksum: the one that stands there, or, where that is what was
        # damaged, the one that should.
        plain = frame[:8] + frame[FRAME:]
        seeds = [_stored(frame)] if known else [_stored(frame), *(_sum(plain, seed, order) for seed in seeds[:2])]
    while frames and not frames[-1].pages:
        frames.pop()
    return frames


def _frame(head: bytes, data: bytes, sound: bool = False) -> WalFrame:
    page, pages = struct.unpack(">2I", head)
    return WalFrame(page, pages, data, sound)


def _stored(frame: bytes) -> Sums:
    sums: Sums = struct.unpack(">2I", frame[16:FRAME])
    return sums


def _sum(data: bytes, seed: Sums, order: str) -> Sums:
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    a, b = seed
    for even, odd in zip(words[::2], words[1::2], strict=True):
        a = (a + even + b) % WORD
        b = (b + odd + a) % WORD
    return a, b


def _mended(frame: bytes, seeds: list[Sums], order: str, after: bytes, before: bytes) -> WalFrame:
    """A frame with its one wrong word corrected, if one wrong word explains the checksum. `after`: the frame behind it,
    `before`: its page in the database, each empty where there is none."""
    plain = frame[:8] + frame[FRAME:]
    as_is = _frame(frame[:8], frame[FRAME:])
    following = after and (_stored(after), after[:8] + after[FRAME:])
    for seed in seeds:
        was, computed = _stored(frame), _sum(plain, seed, order)
        whole = _one_word(plain, (was[0] - computed[0]) % WORD, (was[1] - computed[1]) % WORD, order, before)
        its_sum = sum(x != y for x, y in zip(struct.pack(">2I", *was), struct.pack(">2I", *computed), strict=True)) == 1
        if its_sum and following:
            its_sum = _sum(following[1], computed, order) == following[0]
        elif its_sum and whole is not None:
            # The last word of a page and the second half of the sum look alike: a page's end is what changes last.
            its_sum = before[-4:] == frame[-4:]
        if its_sum:
            return replace(as_is, mended=True)  # the page is right, one byte of its checksum is not
        if whole is not None:
            return replace(_frame(whole[:8], whole[8:]), mended=True)
    return as_is


def _page(database: Path, number: int, size: int) -> bytes:
    if not database.exists() or number < 1:
        return b""
    with database.open("rb") as file:
        file.seek((number - 1) * size)
        return file.read(size)


def _one_word(plain: bytes, a: int, b: int, order: str, before: bytes) -> bytes | None:
    """``plain`` with one word changed so that its checksum changes by (a, b); None where no word does it, or several
    do and nothing speaks for one of them. ``before``: the page as it was.

    The checksum is linear: a word changed by d changes the sums by d times two neighbours of Fibonacci's row, the
    further from the end the word stands the later ones. One of two neighbours is odd, so d follows from its sum.
    """
    repairs: list[tuple[tuple[bool, ...], bytes]] = []
    low, high = 0, 1  # the last word changes the first sum by 0 times itself, the second by 1 time
    for at in range(len(plain) - 4, -1, -4):
        first, change = (high, b) if high % 2 else (low, a)
        d = change * pow(first, -1, WORD) % WORD
        if d * low % WORD == a and d * high % WORD == b:
            old, was = plain[at : at + 4], before[max(at - 8, 0) : max(at - 4, 0)]
            new = struct.pack(f"{order}I", (struct.unpack(f"{order}I", old)[0] + d) % WORD)
            # In the highest byte of a word the row repeats itself after 384 words. A word that is as it was before is
            # right, and nearly always one that is text or empty.
            likely = (new == was, old != was, not _ordinary(old), _ordinary(new))
            repairs.append((likely, plain[:at] + new + plain[at + 4 :]))
        low, high = high, (low + high) % WORD
    best = max((likely for likely, _ in repairs), default=())
    fitting = [whole for likely, whole in repairs if likely == best]
    return fitting[0] if len(fitting) == 1 else None


def _ordinary(word: bytes) -> bool:
    return not any(word) or (word.isascii() and word.decode("ascii").isprintable())
