"""What travels between engined and its clients. No sockets, no clock, no engine: start at messages/."""

VERSION = 1
"""Version of the contract in SPEC.md: raised when an old client could misread a new reply."""
