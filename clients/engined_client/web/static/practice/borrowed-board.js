// A position that is asked about, on the board that is lent for it: a press is an answer, and the game stays as it was.

import { element } from "../dom.js";
import { cellOf } from "../game-board.js";
import { words } from "../words.js";
import { told } from "./words.js";

export class BorrowedBoard {
  #game;
  #play;
  #position = null;
  #answer = null; // what is called with a legal move
  #said = element("div", { id: "lesson-said", class: "stack", "aria-live": "polite" });
  #choices = element("div", { class: "group" });
  #buttons = element("div", { class: "group" });

  constructor({ game, play }) {
    [this.#game, this.#play] = [game, play];
    play.lend(this);
    document.getElementById("phase").replaceChildren(this.#said, this.#choices, this.#buttons);
  }

  // Whether a move is looked for that nothing on the page may tell.
  get asks() { return true; }

  leave() { this.#play.lend(null); }

  // Whether nobody else has got the board meanwhile.
  get there() { return this.#play.mode === this; }

  press(cell) {
    if (!this.#answer) return;
    const moves = this.#position.legal.filter((move) => cellOf(move) === cell);
    if (moves.length === 1) this.#tried(moves[0]);
    else if (moves.length > 1) this.#choose(moves);
  }

  // Where a move says what turns, which of those on a cell is meant.
  #choose(moves) {
    this.say([...this.#said.children].map(({ textContent }) => textContent), told.which);
    this.#choices.replaceChildren(...moves.map((move) =>
      element("button", { type: "button", onclick: () => this.#tried(move) }, this.#game.moveText(move))));
  }

  #tried(move) {
    this.#choices.replaceChildren();
    this.#answer(move);
  }

  // Show a position; `answer` is called with each move that is tried, null: none is asked for.
  show(position, answer) {
    [this.#position, this.#answer] = [position, answer];
    this.#choices.replaceChildren();
    const { board } = this.#play;
    board.notes = new Map();
    board.marks = new Map();
    [board.owned, board.line] = [[], []];
    board.position = position;
    this.#play.announce(words.state(position, { live: false, engine: [] }));
  }

  say(...texts) {
    this.#said.replaceChildren(...texts.flat().filter(Boolean).map((text) => element("p", {}, text)));
  }

  // Each is [id, text, what it does, whether it is the one to press].
  offer(...buttons) {
    const focused = this.#buttons.contains(document.activeElement);
    this.#buttons.replaceChildren(...buttons.filter(Boolean).map(([id, text, onclick, urgent]) =>
      element("button", { type: "button", id: `lesson-${id}`, onclick, class: urgent ? "urgent" : undefined }, text)));
    if (focused) this.#buttons.querySelector("button")?.focus({ preventScroll: true });
  }
}
