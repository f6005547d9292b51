"""A deep position proven by all workers: what :class:`SplitProof` wants next is asked, until nothing is open."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from engined.families import Unsupported, family_of
from engined.results import Certainty, MoveLine, Reason, Result, Score
from engined.roots.solve_policy import solving_nodes
from engined.rules.position import Move, Position, move_text, parse_move
from engined.rules.registry import capture_of
from engined.variants.model import Variant
from engined_client.terminal.kept_results import KeptResults
from engined_protocol import messages as m

from .answering import keep
from .crew import Crew
from .keeping import Keeping
from .posing import Posed
from .question import ProofAnswer, ProofQuestion
from .split_proof import Expand, Prove, SplitProof
from .worker import answer, answer_of

THINKING = 0.05
"""The part of the nodes that a solution should take that goes into its estimate."""
LOOKING = 0.005
"""The part of those nodes of a position that goes into estimates of its moves."""
LEAST_NODES = 1000
SPARE = 8
"""The number of workers for which one search more waits, lest they do."""


class ProofFailed(Exception):
    """A search of the proof has failed, and why."""


def unsplittable(variant: Variant) -> str | None:
    """Why the proof of a variant's positions cannot be split; None if it can."""
    try:
        family = family_of(variant)
    except Unsupported as error:
        return str(error)
    if not family.zero_sum:
        return "a score is not minus the other side's"
    if variant.scoring.komi or capture_of(variant).looks_back:
        return "komi, or what was on the board before, counts"
    return None


class ProofProgress(Struct, frozen=True):
    """How far a proof has come."""

    lower: int
    upper: int
    nodes: int
    """The nodes that were visited."""
    answers: int
    """The number of searches that were answered."""
    positions: int
    """The number of positions in the tree."""


class Proving:
    """The proof of one position on a crew; what came of its searches is kept, and so a broken proof goes on."""

    def __init__(
        self,
        posed: Posed,
        frontier: int,
        crew: Crew,
        results: KeptResults[ProofAnswer],
        keeping: Keeping,
        tell: Callable[[ProofProgress], None],
    ) -> None:
        """``frontier``: most empty cells of a position that is searched to the end; ``tell`` hears how far it is."""
        self._posed, self._frontier = posed, frontier
        self._crew, self._results, self._keeping, self._tell = crew, results, keeping, tell
        self._root = posed.game.position
        self._under_way: dict[str, Expand | Prove] = {}
        self._nodes, self._seconds, self._answers = 0, 0.0, 0

    def run(self) -> ProofAnswer:
        """The proof of the position's score. Raises Broken, NoCluster, and FileError where results cannot be kept."""
        thought = self._said(self._analysis(self._root, (), THINKING, best=1)).moves[0].score
        proof = SplitProof(self._root, self._frontier, thought)
        try:
            while not proof.proven:
                self._ask_more(proof)
                if self._under_way:
                    self._take_in(proof)
        finally:
            for key in self._under_way:
                self._crew.drop(key)
        return self._end(proof)

    def _ask_more(self, proof: SplitProof) -> None:
        """Keep all workers busy, with something to go on with; what is known is taken in at once."""
        threads = self._crew.threads
        while len(self._under_way) < threads + threads // SPARE + 1 and (question := proof.next()) is not None:
            asked = self._posed_as(question)
            known = self._results.get(asked.key)
            if known is not None:
                self._answered(proof, question, known)
            else:
                self._under_way[asked.key] = question
                self._crew.ask(asked.key, answer, asked)

    def _take_in(self, proof: SplitProof) -> None:
        """Wait for answers, and give up what they make superfluous."""
        ended = self._crew.ended()
        keep({each.key: each.result for each in ended if not each.fault}, self._results, self._keeping)
        for each in ended:
            question = self._under_way.pop(each.key)
            self._answered(proof, question, each.result or ProofAnswer(fault=each.fault))
        unneeded = proof.superfluous()
        for key, question in list(self._under_way.items()):
            if question in unneeded:
                proof.dropped(question)
                self._crew.drop(key)
                del self._under_way[key]
        self._tell(ProofProgress(*proof.bounds, self._nodes, self._answers, len(proof)))

    def _answered(self, proof: SplitProof, question: Expand | Prove, found: ProofAnswer) -> None:
        analysis = self._counted(found)
        node = question.node
        if isinstance(question, Expand):
            scores = {parse_move(node.position, each.move): each.score for each in analysis.moves}
            proof.expanded(question, scores)
            return
        assert analysis.score is not None
        value, most = round(analysis.score), round(capture_of(self._root.variant).widest_margin)
        least = -most if analysis.kind == Certainty.UPPER else value
        proof.bounded(question, least, most if analysis.kind == Certainty.LOWER else value)

    def _counted(self, found: ProofAnswer) -> m.Analysis:
        if found.analysis is None:
            raise ProofFailed(found.fault)
        self._nodes += found.analysis.nodes
        self._seconds += found.analysis.seconds
        self._answers += 1
        return found.analysis

    # --- questions ------------------------------------------------------------------------------------

    def _posed_as(self, question: Expand | Prove) -> ProofQuestion:
        node = question.node
        if isinstance(question, Expand):
            return self._analysis(node.position, node.path, LOOKING)
        least = question.least
        return self._solution(node.path, goal="window", lower=least - 1, upper=least)

    def _analysis(
        self, position: Position, path: tuple[Move, ...], share: float, best: int | None = None
    ) -> ProofQuestion:
        nodes = max(LEAST_NODES, round(share * solving_nodes(position.placements_left, 1)))
        request = self._posed.question.request
        moves = (*request.moves, *self._texts(path))
        asked = m.Analyse(id="", variant=request.variant, start=request.start, moves=moves, book="ignore")
        return ProofQuestion(self._posed.question.declared, replace(asked, nodes=nodes, best=best))

    def _solution(self, path: tuple[Move, ...], **limits: object) -> ProofQuestion:
        request = self._posed.question.request
        moves = (*request.moves, *self._texts(path))
        asked = m.Solve(id="", variant=request.variant, start=request.start, moves=moves)
        return ProofQuestion(self._posed.question.declared, replace(asked, **limits))

    def _texts(self, path: tuple[Move, ...]) -> tuple[str, ...]:
        texts, position = [], self._root
        for move in path:
            texts.append(move_text(position, move))
            position = position.play(move)
        return tuple(texts)

    def _said(self, question: ProofQuestion) -> m.Analysis:
        """The answer to a single question."""
        found = self._results.get(question.key)
        if found is None:
            self._crew.ask(question.key, answer, question)
            (ended,) = self._crew.ended()
            found = ended.result or ProofAnswer(fault=ended.fault)
            if not ended.fault:
                keep({question.key: found}, self._results, self._keeping)
        return self._counted(found)

    # --- the end --------------------------------------------------------------------------------------

    def _end(self, proof: SplitProof) -> ProofAnswer:
        """The proof as a solution: its line goes on below the frontier as a search says."""
        path, node = proof.line()
        position = node.position
        if not position.over:
            (best, *_) = self._said(self._solution(path)).moves
            if best.score != node.lower:
                raise ProofFailed(f"two proofs of a position differ: {node.lower} and {best.score}")
            for text in best.pv:
                path = (*path, parse_move(position, text))
                position = position.play(path[-1])
        value, left = proof.bounds[0], self._root.placements_left
        line = MoveLine(path[0], Score(float(value), Certainty.EXACT, left), path, self._nodes)
        result = Result(Reason.DONE, left, (line,), self._nodes, self._seconds)
        return answer_of(self._posed.question.request, self._posed.game, result)
