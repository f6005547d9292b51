"""What the distributions of one release need of each other, told to Hatch when they are built."""

from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class SameRelease(MetadataHookInterface):
    """Lists what a distribution depends on: what it names itself, and ours in exactly its own version."""

    def update(self, metadata: dict[str, Any]) -> None:
        """See :class:`MetadataHookInterface`."""
        ours = [f"{name}=={metadata['version']}" for name in self.config["same-release"]]
        metadata["dependencies"] = [*ours, *self.config["others"]]
