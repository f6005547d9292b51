"""Requests and replies: start reading here.

The modules are by what the messages are about: :mod:`.variants`, :mod:`.sessions`, :mod:`.ending`, :mod:`.judging`,
:mod:`.analysis`, :mod:`.evaluation`, :mod:`.perft`, :mod:`.book`, :mod:`.control`; :mod:`.envelope` is what all share.

A request names itself (``id``, the client's choice) and, where it is about a position, names that either by
``session`` or in full by ``variant``, ``start`` and ``moves``. Each request is answered by any number of
:class:`Info` and then exactly one final reply with the same ``id``: the reply type written beside the
request, or :class:`Error`.

Moves are strings as in :mod:`engined_protocol.notation`: ``f5``, and ``--`` for a pass. Scores are in discs
from the view of the seat to move in the position asked about. Seconds are floats, sizes are counts.
"""

from __future__ import annotations

from .analysis import Analyse as Analyse
from .analysis import Analysed as Analysed
from .analysis import AnalyseMany as AnalyseMany
from .analysis import AnalysesDone as AnalysesDone
from .analysis import Analysis as Analysis
from .analysis import Info as Info
from .analysis import ManyPosition as ManyPosition
from .analysis import Solve as Solve
from .book import BookAdd as BookAdd
from .book import BookDeviate as BookDeviate
from .book import BookDone as BookDone
from .book import BookEntry as BookEntry
from .book import BookExport as BookExport
from .book import BookFix as BookFix
from .book import BookGame as BookGame
from .book import BookLeaf as BookLeaf
from .book import BookMerge as BookMerge
from .book import BookPage as BookPage
from .book import BookPosition as BookPosition
from .book import BookProgress as BookProgress
from .book import BookShow as BookShow
from .book import PlayedMove as PlayedMove
from .book import Refusal as Refusal
from .clocks import Clock as Clock
from .clocks import SessionClock as SessionClock
from .clocks import TimeControl as TimeControl
from .control import AskStatus as AskStatus
from .control import JobSummary as JobSummary
from .control import MemoryUse as MemoryUse
from .control import Ping as Ping
from .control import Pong as Pong
from .control import Status as Status
from .control import Stop as Stop
from .control import Stopped as Stopped
from .control import VariantState as VariantState
from .ending import Agree as Agree
from .ending import Remove as Remove
from .ending import Resign as Resign
from .ending import Restore as Restore
from .ending import Resume as Resume
from .envelope import MOST_POSITIONS as MOST_POSITIONS
from .envelope import Begins as Begins
from .envelope import Error as Error
from .envelope import Id as Id
from .envelope import Level as Level
from .envelope import MoveTexts as MoveTexts
from .envelope import Name as Name
from .envelope import OpeningName as OpeningName
from .envelope import PositionRequest as PositionRequest
from .envelope import PositionText as PositionText
from .envelope import Positive as Positive
from .envelope import Reply as Reply
from .envelope import Request as Request
from .envelope import ScoredMove as ScoredMove
from .envelope import Seconds as Seconds
from .envelope import SessionRequest as SessionRequest
from .envelope import Variety as Variety
from .evaluation import Evaluate as Evaluate
from .evaluation import Evaluated as Evaluated
from .evaluation import Evaluation as Evaluation
from .evaluation import EvaluationsDone as EvaluationsDone
from .forecast import Forecast as Forecast
from .judging import ColoursDrawn as ColoursDrawn
from .judging import DrawColours as DrawColours
from .judging import Judge as Judge
from .judging import Judgement as Judgement
from .outlook import Outlook as Outlook
from .outlook import View as View
from .perft import Perft as Perft
from .perft import PerftDone as PerftDone
from .perft import PerftLine as PerftLine
from .sessions import Close as Close
from .sessions import Closed as Closed
from .sessions import Learn as Learn
from .sessions import Learned as Learned
from .sessions import ListSessions as ListSessions
from .sessions import Open as Open
from .sessions import Play as Play
from .sessions import Position as Position
from .sessions import Sessions as Sessions
from .sessions import SessionSummary as SessionSummary
from .sessions import Show as Show
from .sessions import Undo as Undo
from .theory import Chain as Chain
from .theory import ChainPoint as ChainPoint
from .theory import DeadCell as DeadCell
from .theory import Region as Region
from .theory import StoneGroup as StoneGroup
from .theory import Theory as Theory
from .variants import Declare as Declare
from .variants import DescribeVariant as DescribeVariant
from .variants import Description as Description
from .variants import ListOpenings as ListOpenings
from .variants import ListVariants as ListVariants
from .variants import NamedOpening as NamedOpening
from .variants import Openings as Openings
from .variants import Variants as Variants
from .variants import VariantSummary as VariantSummary

AnyRequest = (
    ListVariants
    | DescribeVariant
    | Declare
    | ListOpenings
    | Show
    | Open
    | Close
    | ListSessions
    | Play
    | Undo
    | Remove
    | Restore
    | Agree
    | Resume
    | Resign
    | Judge
    | DrawColours
    | Analyse
    | Solve
    | AnalyseMany
    | Evaluate
    | Perft
    | Learn
    | BookShow
    | BookAdd
    | BookDeviate
    | BookFix
    | BookExport
    | BookMerge
    | Stop
    | Ping
    | AskStatus
)
Control = Stop | Ping | AskStatus
BookWork = BookAdd | BookDeviate | BookFix | BookMerge
Work = Analyse | Solve | Evaluate | Perft


AnyReply = (
    Error
    | Variants
    | Description
    | Openings
    | Position
    | Closed
    | Sessions
    | Judgement
    | ColoursDrawn
    | Info
    | Analysis
    | Analysed
    | AnalysesDone
    | Evaluated
    | EvaluationsDone
    | PerftLine
    | PerftDone
    | Learned
    | BookPosition
    | BookProgress
    | BookDone
    | BookPage
    | Stopped
    | Pong
    | Status
)
Droppable = Info | PerftLine | BookProgress
"""News, of which a slow reader gets the latest."""
Partial = Droppable | Analysed | Evaluated
"""The replies that come before a final one."""
