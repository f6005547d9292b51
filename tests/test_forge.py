"""Files for programs that do not run here, held to the schemas that those have published."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SCHEMAS = [(path, "vendor.github-workflows") for path in WORKFLOWS]


def checked(path: Path, schema: str) -> subprocess.CompletedProcess[str]:
    """What ``check-jsonschema`` says of a file."""
    return subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(path)],
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize(("path", "schema"), SCHEMAS, ids=lambda value: getattr(value, "name", value))
def test_its_form_is_right(path: Path, schema: str, tmp_path: Path) -> None:
    run = checked(path, schema)
    assert run.returncode == 0, run.stdout + run.stderr
    spoilt = tmp_path / path.name
    spoilt.write_text(path.read_text(encoding="utf-8").replace("    runs-on:", "    runs-no:"), encoding="utf-8")
    assert checked(spoilt, schema).returncode == 1


def test_the_tests_run_where_the_classifiers_say() -> None:
    workflow = WORKFLOWS[0].read_text(encoding="utf-8")
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for python in ("3.11", "3.12", "3.13", "3.14"):
        assert f'"{python}"' in workflow
        assert f"Programming Language :: Python :: {python}" in project
