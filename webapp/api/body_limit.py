"""Limits the size of request bodies to the API; a larger body is not read to its end."""

from rules.kernel.refusals import Refusal
from webapp.api.refusals import answer
from webapp.security.headers import App, Message, Receive, Send

LARGEST_BODY = 65_536


class BodyLimit:
    """ASGI middleware that buffers a request's body up to the limit and passes the request on once it is complete."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Passes on a request whose body is small enough."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > LARGEST_BODY:
                await answer(Refusal("", "too-large"))(scope, receive, send)
                return
        waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def whole() -> Message:
            return waiting.pop() if waiting else await receive()

        await self._app(scope, whole, send)
