"""The reference of the client and of the protocol that docs/programs.md has made from docstrings: it is made without a
warning, everything public is in it, and its links lead somewhere.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import engined_client
from engined_protocol import messages
from tests.patience import LONG

ROOT = Path(__file__).parent.parent.parent
COMMAND = re.compile(r"^\.venv/bin/python -m (pdoc .*) -o reference$", re.MULTILINE)


class Page(HTMLParser):
    """The names of places in a page, and where its links go."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        self.places |= {given[name] or "" for name in ("id", "name") if name in given}
        if tag == "a" and given.get("href"):
            self.links.add(given["href"] or "")


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Page]:
    """The pages, as the command in the docs makes them."""
    pytest.importorskip("pdoc")
    found = COMMAND.search((ROOT / "docs/programs.md").read_text(encoding="utf-8"))
    assert found is not None
    out = tmp_path_factory.mktemp("reference")
    command = [sys.executable, "-W", "error", "-m", *shlex.split(found[1]), "-o", str(out)]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LONG)
    assert (made.returncode, made.stderr) == (0, "")
    return {path: Page(path.read_text(encoding="utf-8")) for path in out.rglob("*.html")}


def test_everything_public_is_in_it(reference: dict[Path, Page]) -> None:
    places = {path.name: page.places for path, page in reference.items()}
    assert set(engined_client.__all__) <= places["engined_client.html"]
    named = {name for name, value in vars(messages).items() if getattr(value, "__module__", "") == messages.__name__}
    assert {name for name in named if not name.startswith("_")} <= places["messages.html"]


def test_no_link_is_dead(reference: dict[Path, Page]) -> None:
    checked = 0
    for path, page in reference.items():
        for link in page.links:
            url = urlsplit(link)
            if url.scheme:
                continue
            target = (path.parent / unquote(url.path)).resolve() if url.path else path
            assert target in reference, f"{path.name}: {link}"
            assert not url.fragment or unquote(url.fragment) in reference[target].places, f"{path.name}: {link}"
            checked += 1
    assert checked > 1000
