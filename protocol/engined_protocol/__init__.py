"""What travels between engined and its clients. No sockets, no clock, no engine: start at messages/."""

__version__ = "1.0.0"
"""The version of engined: of all three distributions, which are released together and read it here."""

VERSION = 1
"""Version of the contract in SPEC.md: raised when an old client could misread a new reply."""
