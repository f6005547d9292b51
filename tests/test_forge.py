"""Files for programs that do not run here, held to their published schemas and to what engined asks for."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.patience import PATIENCE

ROOT = Path(__file__).parent.parent
CONTAINERS = ROOT / "docs" / "containers"
WORKFLOW = ROOT / ".github" / "workflows" / "checks.yml"


def checked(path: Path, schema: str) -> subprocess.CompletedProcess[str]:
    """What ``check-jsonschema`` says of a file."""
    return subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(path)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


@pytest.mark.parametrize(
    ("path", "schema", "word", "wrong"),
    [
        (WORKFLOW, "vendor.github-workflows", "runs-on:", "runs-no:"),
        (CONTAINERS / "compose.yaml", "vendor.compose-spec", "read_only:", "read_ony:"),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_its_form_is_right(path: Path, schema: str, word: str, wrong: str, tmp_path: Path) -> None:
    run = checked(path, schema)
    assert run.returncode == 0, run.stdout + run.stderr
    spoilt = tmp_path / path.name
    spoilt.write_text(path.read_text(encoding="utf-8").replace(word, wrong), encoding="utf-8")
    assert checked(spoilt, schema).returncode == 1


def test_the_tests_run_where_the_classifiers_say() -> None:
    workflow = WORKFLOW.read_text(encoding="utf-8")
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for python in ("3.11", "3.12", "3.13", "3.14"):
        assert f'"{python}"' in workflow
        assert f"Programming Language :: Python :: {python}" in project


def asked_for() -> list[Requirement]:
    """What the image needs of others: that of all three distributions, with the extras web and metrics."""
    texts: list[str] = []
    for folder in (ROOT, ROOT / "clients", ROOT / "protocol"):
        told = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
        texts += told["project"].get("dependencies", [])
        texts += told["tool"]["hatch"].get("metadata", {}).get("hooks", {}).get("custom", {}).get("others", [])
        extras = told["project"].get("optional-dependencies", {})
        texts += [text for name in ("web", "metrics", "terminal", "find") for text in extras.get(name, [])]
    return [need for need in map(Requirement, texts) if not need.name.startswith("engined-")]


def test_the_image_has_what_engined_asks_for() -> None:
    lines = (CONTAINERS / "requirements.txt").read_text(encoding="utf-8")
    locked = {
        name.replace("_", "-"): release for name, release in re.findall(r"^([\w.-]+)==(\S+)", lines, re.MULTILINE)
    }
    needs = asked_for()
    assert len(needs) > 14
    for need in needs:
        name = need.name.replace("_", "-")
        assert name in locked, name
        assert need.specifier.contains(locked[name]), name
    assert len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", lines)) > len(locked)


def test_the_image_writes_where_it_may() -> None:
    """Each folder that engined writes to by itself is in a volume or at the endpoint."""
    image = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    told = dict(re.findall(r"^(?:ENV)?\s+(\w+)=(\S*)", image, re.MULTILINE))
    for name in (
        "XDG_CACHE_HOME",
        "XDG_DATA_HOME",
        "XDG_STATE_HOME",
        "XDG_CONFIG_HOME",
        "TMPDIR",
        "PYTHONPYCACHEPREFIX",
    ):
        assert told[name].startswith("/var/lib/engined"), name
    assert re.search(r"^USER 10001$", image, re.MULTILINE)
