// The mover chooses which discs turn: press discs to choose them, then the cell again.

import { element } from "./dom.js";
import { words } from "./words.js";

function chosenIn(move) {
  const [, discs = ""] = move.split(":", 2);
  return discs ? discs.split("+") : [];
}

export class DiscChoice {
  #cell;
  #moves;
  #does;
  #chosen = new Set();

  // `does` has play(move), show() after each change, and leave().
  constructor(cell, moves, does) {
    this.#cell = cell;
    this.#moves = new Map(moves.map((move) => [chosenIn(move).sort().join("+"), move]));
    this.#does = does;
    this.candidates = [...new Set(moves.flatMap(chosenIn))].sort();
    this.single = moves.every((move) => chosenIn(move).length <= 1);
    if (!this.single && this.#moves.has(this.candidates.join("+"))) this.#chosen = new Set(this.candidates);
  }

  get chosen() { return [...this.#chosen].sort(); }
  get move() { return this.#moves.get(this.chosen.join("+")); }

  get marks() {
    const marks = new Map(this.candidates.map((cell) => [cell, this.#chosen.has(cell) ? "chosen" : "choice"]));
    return marks.set(this.#cell, "choice");
  }

  show() { this.#does.show(); }
  leave() { this.#does.leave(); }

  press(cell) {
    if (cell === this.#cell) {
      this.confirm();
    } else if (this.candidates.includes(cell)) {
      if (this.single) this.#chosen = new Set([cell]);
      else if (!this.#chosen.delete(cell)) this.#chosen.add(cell);
      if (this.single && this.move) this.confirm();
      else this.show();
    } else {
      this.leave();
    }
  }

  confirm() {
    if (this.move) this.#does.play(this.move);
  }

  panel() {
    return [
      element("p", {}, words.chooseDiscs(this.#cell, this.single)),
      element("button", { type: "button", id: "do-place", class: "urgent", disabled: !this.move, onclick: () => this.confirm() },
        words.buttons.place(this.chosen.length)),
      element("button", { type: "button", class: "quiet", onclick: () => this.leave() }, words.buttons.cancel),
    ];
  }
}
