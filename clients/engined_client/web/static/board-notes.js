// What stands on cells of the board: the scores of an analysis, and what a review found better.

import { cellOf } from "./game-board.js";
import { percent, scoreText } from "./score-text.js";
import { PASS } from "./game-tree.js";
import { words } from "./words.js";

const MOST_PLAYED_OUT = 8;

export function boardNotes({ node }) {
  const notes = new Map();
  const moves = node.analysis?.moves ?? [];
  if (!moves.length) return notes;
  const best = moves[0].score;
  const playedOut = moves.some(({ forecast }) => forecast);
  const shown = playedOut ? moves.slice(0, MOST_PLAYED_OUT) : moves;
  for (const [index, move] of shown.entries()) {
    const cell = cellOf(move.move);
    if (move.move === PASS || notes.has(cell)) continue;
    notes.set(cell, playedOut ? forecastNote(move, index) : scoreNote(move, index === 0 ? 0 : best - move.score));
  }
  return notes;
}

// Searches by games list first what they tried most, whatever else has a better score so far.
function scoreNote(move, loss) {
  const kind = loss === 0 ? "best" : loss <= 2 ? "good" : loss <= 6 ? "fair" : "bad";
  const text = scoreText(move);
  return { text, kind, said: words.scoreSaid(text, move.kind) };
}

function forecastNote(move, index) {
  const rate = move.forecast?.win_rate;
  if (rate === undefined) return scoreNote(move, index);
  const text = percent(rate);
  return { text, under: scoreText(move), kind: index === 0 ? "best" : index < 4 ? "good" : "fair", said: words.winSaid(text) };
}

// Row by row how much each cell is the first seat's in the games of an analysis; nothing where it does not say, and where a
// cell is anybody's.
export function ownedRows({ node, position, description }) {
  const owned = node.analysis?.forecast?.ownership ?? [];
  const { width } = description;
  if (owned.length !== width * description.height) return [];
  const sign = position.seats.indexOf(node.mover) === 0 ? 1 : -1;
  const rows = position.board.map((row, y) => [...row].map((_, x) => sign * owned[y * width + x]));
  return rows.map((row) => row.map((share) => (Math.abs(share) < 0.25 ? 0 : share)));
}

// Where the move should have gone that led here.
export function reviewNotes({ node }) {
  const move = node.review?.move;
  if (!move?.loss || move.best.move === PASS) return new Map();
  return new Map([[cellOf(move.best.move), { text: words.bestNote, kind: "best", said: words.bestNote }]]);
}
