// What positions of a game are worth, and what moves have given away, where both ends have been analysed.

export const MISTAKE = 2.5; // discs
export const BLUNDER = 6;

// 1 for the first side, -1 for the other: scores are those of the seat to move.
function sign(game, node) {
  return game.side(node.mover || game.position.seats[0]) === 0 ? 1 : -1;
}

// Between two sides: from the first one's view; null where nothing is known.
export function worth(game, node) {
  if (node.end !== null) return node.end;
  const score = node.analysis?.score;
  return score === undefined || score === null || node.mover === undefined ? null : sign(game, node) * score;
}

// What the move that led here has lost; null where that is not known.
export function loss(game, node) {
  if (!node.parent || game.sides !== 2) return null;
  const [before, after] = [worth(game, node.parent), worth(game, node)];
  return before === null || after === null ? null : sign(game, node.parent) * (before - after);
}

// "?" for a mistake, "??" for a blunder.
export function mark(game, node) {
  const lost = loss(game, node) ?? 0;
  return lost >= BLUNDER ? "??" : lost >= MISTAKE ? "?" : "";
}
