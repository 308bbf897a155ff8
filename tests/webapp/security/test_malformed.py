"""Malformed HTTP, frames and packets, and connections that end midway: no traceback in the host's terminal."""

import base64
import socket
import struct
import time

import pytest
from nicegui import Client

from tests.serving import Server
from tests.waiting import until
from webapp.security.sockets import KNOWN, LONGEST, again

RESET = struct.pack("ii", 1, 0)
UPGRADE = (
    b"GET /_nicegui_ws/socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
    + base64.b64encode(b"x" * 16)
    + b"\r\n\r\n"
)


def frame(data: bytes, code: int = 1, final: bool = True, length: int | None = None, wide: bool = False) -> bytes:
    """A masked frame, which may lie about its length, or give it in more bytes than it needs (`wide`)."""
    announced = len(data) if length is None else length
    if announced < 126 and not wide:
        size = bytes([0x80 | announced])
    elif announced < 65_536 and not wide:
        size = b"\xfe" + struct.pack(">H", announced)
    else:
        size = b"\xff" + struct.pack(">Q", announced)
    return bytes([final << 7 | code]) + size + b"\0\0\0\0" + data


NOTICE, ANSWER = b"5", b"\x81\x016"
"""Engine.IO's packet "upgrade", which is answered at once, and the frame with its answer, the packet "noop"."""

FRAMES = {
    "no text": frame(b"\xff\xfe"),
    "no code": frame(b"x", code=3),
    "unmasked": b"\x81\x05hello",
    "a wide length": frame(b"2", wide=True),
    "endless": frame(b"x", length=10**17),
    "no packet": frame(b"4{"),
    "half a packet": frame(b"42["),
    "too deep": frame(b"42" + b"[" * 5_000),
    "no data": frame(b"40") + frame(b"42[]"),
    "no such data": frame(b"40") + frame(b'42["event",1,2,3]') + frame(b'42["handshake"]') + frame(b'42["connect"]'),
    "a long number": frame(b"40") + frame(b'42["event",' + b"9" * 6_000 + b"]"),
    "an attachment": frame(b'451-["x",{"_placeholder":true,"num":0}]'),
    "a long id": frame(b"40") + frame(b"42" + b"2" * 500 + b'["x"]'),
}


def speak(server: Server, *words: bytes, left: bool = False) -> None:
    """Says something and goes; or goes in the middle of it, without a goodbye."""
    with socket.create_connection(("127.0.0.1", server.port), 30) as line:
        line.settimeout(30)
        for word in words:
            line.sendall(word)
        if left:
            time.sleep(0.05)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        else:
            line.shutdown(socket.SHUT_WR)
            while True:
                try:
                    if not line.recv(65_536):
                        break
                except (ConnectionError, TimeoutError):
                    break


def exchange(server: Server, words: bytes) -> bool:
    """Sends frames over an open socket and waits until they have been read. Whether the packet behind them is answered;
    else the server has closed the connection for them."""
    with socket.create_connection(("127.0.0.1", server.port), 30) as line:
        line.sendall(UPGRADE)
        _until(line, b"0{")
        line.sendall(words + frame(NOTICE))
        return _until(line, ANSWER)


def _until(line: socket.socket, words: bytes) -> bool:
    heard = b""
    while words not in heard and (more := _heard(line)):
        heard += more
    return words in heard


def _heard(line: socket.socket) -> bytes:
    try:
        return line.recv(65_536)
    except ConnectionResetError:
        return b""


@pytest.mark.parametrize("name", FRAMES)
async def test_malformed_frames(server: Server, name: str) -> None:
    assert exchange(server, b""), "the frames are not read at all"
    exchange(server, FRAMES[name])
    speak(server, b"GET /alive HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")  # by then it has been read
    assert "Traceback" not in server.output


async def test_bytes_that_are_not_http_leave_no_traceback(server: Server) -> None:
    for words in (b"\0\1\2\r\n\r\n", b"GET /\xff HTTP/1.1\r\nhost: localhost\r\n\r\n"):
        speak(server, words)
    assert "Traceback" not in server.output


async def test_requests_left_in_the_middle(server: Server) -> None:
    """A line in the log for it. Whether the server is at the request when its sender leaves is chance: once more."""
    log = server.data / "olomoc.log"

    def told() -> bool:
        for path in ("/olomoc/packs/upload?name=a.zip", "/matches/bring", "/api/v1/tables"):
            head = f"POST {path} HTTP/1.1\r\nhost: localhost\r\nx-olomoc: 1\r\ncontent-length: 1000000\r\n\r\n"
            speak(server, head.encode(), b"x" * 1_000, left=True)
        return log.exists() and "a browser left before its answer came" in log.read_text()

    await until(told, 60)
    speak(server, b"GET /alive HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
    assert "Traceback" not in server.output + log.read_text()


class _Window:
    """Stands for a page that NiceGUI knows."""


def test_an_event_that_is_sent_again_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one page, by its name; without one, or with one that is no name, each counts."""
    here, other_window = _Window(), _Window()
    monkeypatch.setitem(Client.instances, "here", here)
    monkeypatch.setitem(Client.instances, "there", other_window)
    came = [again("here", {"name": "a 1"}), again("here", {"name": "a 2"}), again("here", {"name": "a 1"})]
    assert came == [False, False, True]
    assert not again("there", {"name": "a 1"})
    for name in (None, 1, ["a 1"], "a" * (LONGEST + 1)):
        assert not again("here", {"name": name})
        assert not again("here", {"name": name})
    for n in range(KNOWN):
        assert not again("here", {"name": f"b {n}"})
    assert not again("here", {"name": "a 1"})  # forgotten: no line loses that many
