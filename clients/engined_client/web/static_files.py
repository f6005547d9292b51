"""The files of the page, in memory, under an address that changes with them: browsers ask for each but once."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

FOLDER = Path(__file__).parent / "static"
_PAGES = {"/": "index.html", "/club": "club/club.html"}
"""The pages, by their addresses."""
_FOR_EVER = "max-age=31536000, immutable"


class StaticFiles:
    """All files of the folder as they were at the start."""

    def __init__(self) -> None:
        contents = {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in sorted(FOLDER.rglob("*.*"))}
        digest = hashlib.sha256()
        for name, content in contents.items():
            digest.update(f"{name}\n{len(content)}\n".encode() + content)
        self.digest = digest.hexdigest()[:16]
        here = f"/static/{self.digest}/".encode()
        pages = {address: contents.pop(name).replace(b"/static/", here) for address, name in _PAGES.items()}
        self._pages = {address: _File(page, "text/html", "no-cache") for address, page in pages.items()}
        # Where a document names no icon, as a picture or a text does not, browsers ask for it by this address.
        self._pages["/favicon.ico"] = _File(contents["icon.svg"], _media_type("icon.svg"), "no-cache")
        self._files = {name: _File(content, _media_type(name), _FOR_EVER) for name, content in contents.items()}

    async def page(self, request: Request) -> Response:
        """A page itself, which names this version of the files."""
        return self._pages[request.url.path].response(request)

    async def file(self, request: Request) -> Response:
        """One file of this version."""
        found = self._files.get(request.path_params["name"])
        if found is None or request.path_params["digest"] != self.digest:
            return PlainTextResponse("there is no such file\n", 404)
        return found.response(request)


class _File:
    """A file as it is, and compressed for those who take that."""

    def __init__(self, content: bytes, media_type: str, caching: str) -> None:
        self._content = content
        self._compressed = gzip.compress(content, mtime=0)
        self._media_type = media_type
        self._headers = {"Cache-Control": caching, "Vary": "Accept-Encoding"}

    def response(self, request: Request) -> Response:
        """The whole file."""
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers = {**self._headers, "Content-Encoding": "gzip"}
            return Response(self._compressed, media_type=self._media_type, headers=headers)
        return Response(self._content, media_type=self._media_type, headers=self._headers)


def _media_type(name: str) -> str:
    """The media type as browsers insist on it, whatever this machine's own tables say."""
    return "text/javascript" if name.endswith(".js") else mimetypes.guess_type(name)[0] or "text/plain"
