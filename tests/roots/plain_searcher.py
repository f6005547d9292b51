"""A slow searcher over the rules: the reference that root searches are tested with."""

from engined.results import Interrupted
from engined.roots.alphabeta.root_moves import raw_value
from engined.roots.confidence import UNMEASURED
from engined.rules.position import Move, Position
from engined.search.probcut_levels import FULL_WIDTH


class PlainSearcher:
    """Negamax without a table; at the horizon the difference of discs. ``patience``: nodes until it stops."""

    selective = False
    confidence = UNMEASURED

    def __init__(self, patience: int | None = None) -> None:
        self.nodes = 0
        self.patience = patience

    def halt(self) -> None:
        self.patience = 0

    def search(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        return self._negamax(position, depth, alpha, beta)

    def solve(self, position: Position, alpha: int, beta: int, level: int = FULL_WIDTH) -> int:
        return self._negamax(position, 1000, 100 * alpha, 100 * beta) // 100

    def variation(self, position: Position, plies: int) -> tuple[Move, ...]:
        return ()

    def _negamax(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        self.nodes += 1
        if self.patience is not None and self.nodes > self.patience:
            raise Interrupted
        if position.over:
            return round(100 * raw_value(position, position.seat))
        if depth <= 0:
            discs = position.discs()
            colour = position.variant.seats[position.seat].colour
            return 10 * (2 * discs[colour] - sum(discs))
        best = -(10**9)
        for move in position.legal():
            after = position.play(move)
            value = -self._negamax(after, depth - (move.square >= 0), -beta, -max(alpha, best))
            best = max(best, value)
            if best >= beta:
                break
        return best
