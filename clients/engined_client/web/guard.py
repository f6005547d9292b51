"""Who may come in: the right host, the right origin, and the token where one is asked for.

A page of a stranger in the user's own browser can send requests here. It cannot read the answers of another origin, but
what they do counts too: so each request that says whose page it comes from must come from ours, and a name that a
stranger's server has pointed at this machine (DNS rebinding) is not ours.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Iterable
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

SUBPROTOCOL = "engined"
"""The subprotocol of a WebSocket; a page of another origin adds ``token.TOKEN`` to what it asks for."""

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
    ]
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Lets in what may come in, and adds the headers that keep the page to itself."""

    def __init__(self, app: ASGIApp, *, hosts: Iterable[str], origins: Iterable[str], token: str) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)
        self._origins = frozenset(origin.lower().rstrip("/") for origin in origins)
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, receive, guarded)
        elif scope["type"] == "websocket":
            await WebSocketClose(1008, bytes(refusal.body).decode()[:120])(scope, receive, send)
        else:
            await refusal(scope, receive, guarded)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._knows(host):
            words = f"this server does not go by the name {host[:80]!r}; `engined web --name NAME` makes it known\n"
            return PlainTextResponse(words, 421)
        origin = headers.get("origin")
        if origin is not None and not self._is_ours(origin.lower(), host.lower()):
            words = f"pages of {origin[:80]!r} may not come in; `engined web --origin ORIGIN` lets them\n"
            return PlainTextResponse(words, 403)
        if self._token and not self._has_token(scope, headers):
            return self._with_token(scope)
        return None

    def _knows(self, host: str) -> bool:
        """Numbers are this machine's own: nobody can point them elsewhere."""
        name = host.rpartition("]")[0][1:] if host.startswith("[") else host.partition(":")[0]
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name.lower() in self._hosts
        return True

    def _is_ours(self, origin: str, host: str) -> bool:
        return origin in (f"http://{host}", f"https://{host}") or origin in self._origins

    def _has_token(self, scope: Scope, headers: Headers) -> bool:
        scheme, _, given = headers.get("authorization", "").partition(" ")
        offers = [given] if scheme.lower() == "bearer" else []
        # Starlette takes each cookie by itself: another program's may be anything.
        offers += [HTTPConnection(scope).cookies.get(self._cookie_name(scope), "")]
        offers += [name.removeprefix("token.") for name in scope.get("subprotocols", ()) if name.startswith("token.")]
        return any(hmac.compare_digest(offer.strip().encode(), self._token.encode()) for offer in offers)

    def _with_token(self, scope: Scope) -> Response:
        """Who comes with the token in the address gets it as a cookie, and an address without it."""
        query = dict(parse_qsl(scope.get("query_string", b"").decode("latin-1")))
        given = query.pop("token", "")
        if (
            scope["type"] == "http"
            and scope["method"] == "GET"
            and hmac.compare_digest(given.encode(), self._token.encode())
        ):
            rest = f"?{urlencode(query)}" if query else ""
            # One slash: with two, a browser would take what follows for a host.
            response = RedirectResponse("/" + scope["path"].lstrip("/\\") + rest, 303)
            response.set_cookie(
                self._cookie_name(scope), self._token, httponly=True, samesite="lax", max_age=30 * 86400
            )
            return response
        return PlainTextResponse("a token is needed: open the address that `engined web` has printed\n", 401)

    def _cookie_name(self, scope: Scope) -> str:
        """Cookies know no ports: servers of one machine would take each other's."""
        server = scope.get("server") or ("", 0)
        return f"engined-{server[1]}"
