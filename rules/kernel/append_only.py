"""A list that only grows. A copy costs constant time, and items far from the end can be compressed."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeVar, overload

T = TypeVar("T")

CHUNK = 24
"""The number of items in a chunk."""
RECENT = 8
"""Number of items at the end that are in no chunk, at least."""
LOOSE = 4 * CHUNK
"""The largest number of items at the end that are in no chunk: so many a copy that grows apart has to copy."""
CHAIN = 4
"""So many chunks in a row are compressed each with the text of the one before it as its dictionary."""
KEPT_CHUNKS = 64
"""The number of chunks that this process keeps decompressed, those read last."""
Packed = tuple[bytes, ...]
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
        # Of n items the first, then k chunks of CHUNK items, compressed or not, then the others: the first stays, as a
        # match's event 0 shares the definitions of its cards with other matches.
        self._items = list(items)
        self._chunks: tuple[Packed | list[T], ...] = ()
        self._codec: ItemCodec[T] | None = None
        self._length = len(self._items)
        self._newest = True
        if self._length > LOOSE:
            self._cut()

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
            self._items, self._newest = self._items[: self._length - self._chunked], True
        self._items.extend(items)
        self._length += len(items)
        if len(self._items) > LOOSE:
            self._cut()

    def _cut(self) -> None:
        """Cuts the items between the first and the last ones into chunks; other copies are not changed."""
        first, rest = self._items[:1], self._items[1 : self._length - self._chunked]
        count = max(0, len(rest) - RECENT) // CHUNK
        if count:
            self._chunks += tuple(rest[n * CHUNK : (n + 1) * CHUNK] for n in range(count))
            self._items, self._newest = first + rest[count * CHUNK :], True

    def compress(self, codec: ItemCodec[T], like: Sequence[AppendOnly[Any]] = ()) -> None:
        """Compresses the items between the first and the last ones, in whole chunks; other copies are not changed. Call
        it with the same `codec` every time, and not while another thread reads this copy. Of chunks in the same place
        in the lists of `like` only the difference is kept."""
        self._cut()
        packed: list[Packed] = []
        for n, chunk in enumerate(self._chunks):
            if isinstance(chunk, list):
                text = json.dumps([codec.dump(item) for item in chunk], separators=(",", ":")).encode()
                chunks = (other._chunks[n] for other in like if len(other._chunks) > n)
                near = next((other for other in chunks if isinstance(other, tuple)), None)
                # else the one before is probably much like it
                chunk = _packed(text, near if near is not None else packed[n - 1] if n % CHAIN else ())
            packed.append(chunk)
        self._chunks, self._codec = tuple(packed), codec

    @property
    def _chunked(self) -> int:
        return CHUNK * len(self._chunks)

    def _early(self, n: int) -> T:
        """The first item, or one in a chunk."""
        return self._chunk((n - 1) // CHUNK)[(n - 1) % CHUNK] if n else self._items[0]

    def _slice(self, start: int, stop: int) -> list[T]:
        """A slice that begins before the end of the chunks: read chunk by chunk."""
        items = self._items[start:stop][: max(0, 1 - start)]
        for n in range(max(0, start - 1) // CHUNK, min(len(self._chunks), (stop + CHUNK - 2) // CHUNK)):
            before = 1 + n * CHUNK
            items += self._chunk(n)[max(0, start - before) : max(0, stop - before)]
        return items + self._items[1 : max(1, stop - self._chunked)]

    def _chunk(self, n: int) -> list[T]:
        chunk = self._chunks[n]
        if isinstance(chunk, list):
            return chunk
        codec: Any = self._codec
        items: list[T] = _read(codec, chunk)
        return items

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
            skipped = self._chunked
            if skipped == 0 or start > skipped:
                return self._items[start - skipped : max(start, stop) - skipped]
            return self._slice(start, stop)
        n = at if at >= 0 else self._length + at
        if not 0 <= n < self._length:
            raise IndexError(at)
        # the end is read by far the most: without a call
        chunked = CHUNK * len(self._chunks)
        return self._items[n - chunked] if n > chunked else self._early(n)

    def __iter__(self) -> Iterator[T]:
        items, end = self._items, self._length - self._chunked
        yield from items[: min(1, end)]
        for n in range(len(self._chunks)):
            yield from self._chunk(n)
        yield from items[1:end]

    def __reversed__(self) -> Iterator[T]:
        items, end = self._items, self._length - self._chunked
        yield from reversed(items[1:end])
        for n in reversed(range(len(self._chunks))):
            yield from reversed(self._chunk(n))
        yield from items[: min(1, end)]

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, list | AppendOnly) else NotImplemented

    def __repr__(self) -> str:
        return repr(list(self))

    __hash__ = None  # type: ignore[assignment]  # as a list's


def _packed(text: bytes, near: Packed) -> Packed:
    """A chunk of this text, by its difference from another one."""
    known = _text(near)
    if text == known:
        return near
    packer = zlib.compressobj(zdict=known)
    return *near, packer.compress(text) + packer.flush()


def _text(chunk: Packed) -> bytes:
    """The text of a chunk; nothing for ()."""
    text = b""
    for part in chunk:
        text = zlib.decompressobj(zdict=text).decompress(part)
    return text


@lru_cache(maxsize=KEPT_CHUNKS)
def _read(codec: ItemCodec[Any], chunk: Packed) -> list[Any]:
    return [codec.load(item) for item in json.loads(_text(chunk))]
