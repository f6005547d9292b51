"""The files of the page, in memory, under an address that changes with them: browsers ask for each but once."""

from __future__ import annotations

import hashlib
import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

FOLDER = Path(__file__).parent / "static"
_PAGE = "index.html"


class StaticFiles:
    """All files of the folder as they were at the start."""

    def __init__(self) -> None:
        contents = {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in sorted(FOLDER.rglob("*.*"))}
        digest = hashlib.sha256()
        for name, content in contents.items():
            digest.update(f"{name}\n{len(content)}\n".encode() + content)
        self.digest = digest.hexdigest()[:16]
        self._page = contents.pop(_PAGE).replace(b"/static/", f"/static/{self.digest}/".encode())
        self._files = {name: (content, _media_type(name)) for name, content in contents.items()}

    async def page(self, _: Request) -> Response:
        """The page itself, which names this version of the files."""
        return Response(self._page, media_type="text/html", headers={"Cache-Control": "no-cache"})

    async def file(self, request: Request) -> Response:
        """One file of this version."""
        found = self._files.get(request.path_params["name"])
        if found is None or request.path_params["digest"] != self.digest:
            return PlainTextResponse("there is no such file\n", 404)
        content, media_type = found
        return Response(content, media_type=media_type, headers={"Cache-Control": "max-age=31536000, immutable"})


def _media_type(name: str) -> str:
    """As browsers insist on it, whatever this machine's own tables say."""
    return "text/javascript" if name.endswith(".js") else mimetypes.guess_type(name)[0] or "text/plain"
