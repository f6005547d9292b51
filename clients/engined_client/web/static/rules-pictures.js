// Pictures for the rules of any game: a move with what it turns or takes, before and after it; or chains as they count.

import { element } from "./dom.js";
import { cellName, cellOf, moveText } from "./game-board.js";
import { words } from "./words.js";

const TRIED = 12; // moves, until one turns or takes something
const TAKEN_IN_THE_CORNER = ["b1", "a1", "a2"];
const CHAINED = 14; // moves, so that there are some chains
const STRIDE = 7; // of the moves that may be played each so many-th, so that they are all over the board

export async function picturesOf(gateway, variant, description) {
  const show = (moves, more = {}) => gateway.ask({ t: "show", variant, moves, ...more }).catch(() => null);
  return description.scoring === "chains" ? chains(show, description) : captures(show, description);
}

async function captures(show, description) {
  const moves = [];
  for (let before = await show(moves); before && !before.over && moves.length < TRIED;) {
    // Where discs are chosen, the first move in a list may choose none.
    const move = description.capture === "surround" ? TAKEN_IN_THE_CORNER[moves.length] : before.legal.at(-1);
    const after = move && await show([...moves, move]);
    if (!after) return [];
    const marks = changed(before.board, after.board);
    if (marks.size) {
      const [cell, mover] = [cellOf(move), words.seat(before.mover)];
      const line = [{ cell, symbol: symbolOn(after.board, cell), number: 1 }];
      const takes = [...marks.values()].includes("dead");
      return [
        picture(description, { ...before, moves: [] }, words.exampleMove(mover, moveText(cell, description), takes), { marks, line }),
        picture(description, after, words.exampleAfter),
      ];
    }
    moves.push(move);
    before = after;
  }
  return [];
}

async function chains(show, description) {
  const moves = [];
  let position = await show(moves);
  while (position && !position.over && moves.length < CHAINED) {
    moves.push(position.legal[STRIDE * moves.length % position.legal.length]);
    position = await show(moves, { theory: true });
  }
  const theory = position?.theory;
  return theory ? [picture(description, position, words.exampleChains, { theory: { chains: [], dead: [], ...theory } })] : [];
}

// What a move does to the discs that lie there: "chosen" for those that turn, "dead" for those that leave.
function changed(before, after) {
  const found = new Map();
  before.forEach((line, row) => [...line].forEach((symbol, column) => {
    const then = after[row][column];
    if (symbol !== "." && symbol !== " " && then !== symbol) found.set(cellName(column, row), then === "." ? "dead" : "chosen");
  }));
  return found;
}

function symbolOn(board, cell) {
  return board[Number(cell.slice(1)) - 1][cell.charCodeAt(0) - 97];
}

function picture(description, position, text, more = {}) {
  const board = element("game-board", { "aria-hidden": "true", inert: true });
  Object.assign(board, { description, position, ...more });
  return element("figure", {}, board, element("figcaption", {}, text));
}
