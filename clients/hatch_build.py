"""The client's distribution has the protocol in it, so that one command installs both from a tree of sources."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ProtocolInside(BuildHookInterface[Any]):
    """Takes the protocol from beside this folder; in a source distribution it is inside already."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """See :class:`BuildHookInterface`."""
        beside = Path(self.root).parent / "protocol" / "engined_protocol"
        if version == "standard" and beside.is_dir():
            build_data["force_include"][str(beside)] = "engined_protocol"
