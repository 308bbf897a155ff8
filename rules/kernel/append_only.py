"""A list that only grows. A copy costs constant time, and items far from the end can be compressed."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeVar, overload

T = TypeVar("T")

CHUNK = 24
"""The number of items in a compressed chunk."""
RECENT = 8
"""Number of items at the end that stay uncompressed, at least."""
CHAIN = 4
"""So many chunks in a row are compressed each with the text of the one before it as its dictionary."""
KEPT_CHUNKS = 64
"""The number of chunks that this process keeps decompressed, those read last."""
Chunk = tuple[bytes, ...]
"""A compressed text, the last, after those that are needed to read it: the text of each is the dictionary of the
next."""


class ItemCodec(Protocol[T]):
    """Writes items as JSON and reads them back equal."""

    def dump(self, value: T, /) -> Any:
        """The item as JSON text."""

    def load(self, data: Any, /) -> T:
        """The item that `dump` wrote."""


class AppendOnly(Sequence[T]):
    """A sequence to whose end items are added. Copies share the items: the newest copy adds to the shared list, which
    the others see up to their own end only; one that is not the newest takes a list of its own before it adds.

    >>> first = AppendOnly([1, 2])
    >>> second = first.copy()
    >>> second.append(3)
    >>> first.append(4)
    >>> list(first), list(second)
    ([1, 2, 4], [1, 2, 3])

    Items are JSON or frozen: one that was compressed is another object, equal to the one before.
    """

    __slots__ = ("_chunks", "_codec", "_items", "_length", "_newest")

    def __init__(self, items: Iterable[T] = ()) -> None:
        # Of n items the first, then k chunks of CHUNK items, then the others: the first stays, as a match's event 0
        # shares the definitions of its cards with other matches.
        self._items = list(items)
        self._chunks: tuple[Chunk, ...] = ()
        self._codec: ItemCodec[T] | None = None
        self._length = len(self._items)
        self._newest = True

    def copy(self) -> AppendOnly[T]:
        """A copy; items added to one of the two are not seen by the other."""
        made = self.snapshot()
        made._newest, self._newest = self._newest, False
        return made

    def snapshot(self) -> AppendOnly[T]:
        """A copy for reading only: this list may still add to the shared items without copying them."""
        made: AppendOnly[T] = AppendOnly.__new__(AppendOnly)
        made._items, made._chunks, made._codec = self._items, self._chunks, self._codec
        made._length, made._newest = self._length, False
        return made

    def append(self, item: T) -> None:
        """Adds an item."""
        self.extend((item,))

    def extend(self, items: Sequence[T]) -> None:
        """Adds items in order."""
        if not self._newest:
            self._items, self._newest = self._items[: self._length - self._compressed], True
        self._items.extend(items)
        self._length += len(items)

    def compress(self, codec: ItemCodec[T], like: Sequence[AppendOnly[Any]] = ()) -> None:
        """Compresses the items between the first and the last ones, in whole chunks; other copies are not changed. Call
        it with the same `codec` every time, and not while another thread reads this copy. Of chunks in the same place
        in the lists of `like` only the difference is kept."""
        first, rest = self._items[:1], self._items[1 : self._length - self._compressed]
        chunks = max(0, len(rest) - RECENT) // CHUNK
        if chunks == 0:
            return
        for n in range(chunks):
            written = [codec.dump(item) for item in rest[n * CHUNK : (n + 1) * CHUNK]]
            text = json.dumps(written, separators=(",", ":")).encode()
            self._chunks += (_packed(text, self._nearest(len(self._chunks), like)),)
        self._items, self._codec, self._newest = first + rest[chunks * CHUNK :], codec, True

    def _nearest(self, n: int, like: Sequence[AppendOnly[Any]]) -> Chunk:
        """A chunk whose text is probably much like that of the `n`th."""
        there = next((other._chunks[n] for other in like if len(other._chunks) > n), None)
        return there if there is not None else self._chunks[n - 1] if n % CHAIN else ()

    @property
    def _compressed(self) -> int:
        return CHUNK * len(self._chunks)

    def _at(self, n: int) -> T:
        compressed = CHUNK * len(self._chunks)
        if n > compressed:
            return self._items[n - compressed]
        return self._chunk((n - 1) // CHUNK)[(n - 1) % CHUNK] if n else self._items[0]

    def _slice(self, start: int, stop: int) -> list[T]:
        """A slice that begins before the end of the compressed items: read chunk by chunk."""
        found = self._items[start:stop][: max(0, 1 - start)]
        for n in range(max(0, start - 1) // CHUNK, min(len(self._chunks), (stop + CHUNK - 2) // CHUNK)):
            before = 1 + n * CHUNK
            found += self._chunk(n)[max(0, start - before) : max(0, stop - before)]
        return found + self._items[1 : max(1, stop - self._compressed)]

    def _chunk(self, n: int) -> list[T]:
        codec: Any = self._codec
        found: list[T] = _read(codec, self._chunks[n])
        return found

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> list[T]: ...

    def __getitem__(self, at: int | slice) -> T | list[T]:
        if isinstance(at, slice):
            if at.step is not None:
                raise ValueError("no slices with a step")
            start, stop, _ = at.indices(self._length)
            skipped = self._compressed
            if skipped == 0 or start > skipped:
                return self._items[start - skipped : max(start, stop) - skipped]
            return self._slice(start, stop)
        n = at if at >= 0 else self._length + at
        if not 0 <= n < self._length:
            raise IndexError(at)
        return self._at(n)

    def __iter__(self) -> Iterator[T]:
        items, end = self._items, self._length - self._compressed
        yield from items[: min(1, end)]
        for n in range(len(self._chunks)):
            yield from self._chunk(n)
        yield from items[1:end]

    def __reversed__(self) -> Iterator[T]:
        items, end = self._items, self._length - self._compressed
        yield from reversed(items[1:end])
        for n in reversed(range(len(self._chunks))):
            yield from reversed(self._chunk(n))
        yield from items[: min(1, end)]

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, list | AppendOnly) else NotImplemented

    def __repr__(self) -> str:
        return repr(list(self))

    __hash__ = None  # type: ignore[assignment]  # as a list's


def _packed(text: bytes, near: Chunk) -> Chunk:
    """A chunk of this text, by its difference from another one."""
    known = _text(near)
    if text == known:
        return near
    packer = zlib.compressobj(zdict=known)
    return *near, packer.compress(text) + packer.flush()


def _text(chunk: Chunk) -> bytes:
    """The text of a chunk; nothing for ()."""
    text = b""
    for part in chunk:
        text = zlib.decompressobj(zdict=text).decompress(part)
    return text


@lru_cache(maxsize=KEPT_CHUNKS)
def _read(codec: ItemCodec[Any], chunk: Chunk) -> list[Any]:
    return [codec.load(item) for item in json.loads(_text(chunk))]
