"""``engined tournament``: several engines play each other, in one variant or in several, and are ranked.

Start reading at :mod:`plan` (what a file asks for), then :mod:`event` (the rounds, each meeting a match as in
:mod:`engined.tools.match`). Who meets whom and who stands where is in :mod:`engined_client.club`.
"""

from .command import EXAMPLES, SUMMARY, add_arguments, run

__all__ = ["EXAMPLES", "SUMMARY", "add_arguments", "run"]
