"""A page of a few words for a browser that is turned away before the app has seen its request."""

from collections.abc import Iterable, Mapping
from html import escape

from webapp.i18n import negotiate
from webapp.security.headers import Message, Send

PAGE = """<!doctype html><html lang="{language}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>{title}</title>
<body style="font:1.1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem">
<h1>{title}</h1>{said}</body></html>"""


def spoken(headers: Mapping[bytes, bytes]) -> str:
    """The language of the catalogues that suits the browser best."""
    return negotiate(headers.get(b"accept-language", b"").decode("latin-1"))


async def tell(
    scope: Message,
    send: Send,
    status: int,
    language: str,
    title: str,
    *sentences: str,
    headers: Iterable[tuple[bytes, bytes]] = (),
) -> None:
    """Answers an HTTP request with a title and paragraphs of plain text."""
    paragraphs = "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)
    body = PAGE.format(language=language, title=escape(title), said=paragraphs).encode()
    kind, length = (b"content-type", b"text/html; charset=utf-8"), (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [kind, length, *headers]})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
