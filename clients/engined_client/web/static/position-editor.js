// Sets a position up: choose what to put, press cells, say who moves.

import { element, field, option } from "./dom.js";
import { keptForm } from "./kept-form.js";
import { goToNew } from "./link.js";
import { discIcon } from "./seats.js";
import { words } from "./words.js";

export function editPosition({ gateway, game, play }) {
  if (game.position && !play.mode) new PositionEditor(gateway, game, play);
}

class PositionEditor {
  #gateway;
  #game;
  #play;
  #rows;
  #symbol;
  #mover;

  constructor(gateway, game, play) {
    this.#gateway = gateway;
    this.#game = game;
    this.#play = play;
    const { position, description } = game;
    this.#rows = position.board.map((row) => [...row]);
    this.#symbol = description.colours[0][0];
    play.lend(this);
    this.#panel(description, position);
    this.#draw();
    play.board.focusCell();
  }

  press(cell) {
    const [column, row] = [cell.charCodeAt(0) - 97, Number(cell.slice(1)) - 1];
    const now = this.#rows[row][column];
    this.#rows[row][column] = now === this.#symbol ? "." : this.#symbol;
    this.#draw();
  }

  #panel({ colours, seats, movers = [] }, position) {
    const tool = (symbol, text) => element("label", { class: "tool" },
      element("input", { type: "radio", name: "tool", value: symbol, checked: symbol === this.#symbol,
        onchange: () => { this.#symbol = symbol; } }),
      symbol === "." ? "" : discIcon(colours, symbol), text);
    const names = movers.length ? movers : seats.map(([, symbol]) => symbol);
    const turn = Math.max(0, seats.findIndex(([seat]) => seat === position.mover));
    this.#mover = element("select", { id: "edit-mover" },
      ...seats.map(([seat], index) => option(names[index], words.seat(seat), index === turn)));
    const button = (id, text, does, properties = {}) => element("button", { type: "button", id, onclick: does, ...properties }, text);
    document.getElementById("phase").replaceChildren(
      element("fieldset", { class: "tools" }, element("legend", {}, words.put),
        ...colours.map(([symbol, name]) => tool(symbol, words.colour(name))), tool(".", words.cells.empty)),
      field(words.mover, this.#mover),
      element("div", { class: "group" },
        button("edit-done", words.buttons.done, () => this.#done(), { class: "urgent" }),
        button("edit-clear", words.buttons.clear, () => this.#fill(() => ".")),
        button("edit-start", words.buttons.startPosition, () => this.#fill((row, column) => this.#game.description.drawing[row][column])),
        button("edit-cancel", words.buttons.cancel, () => this.#play.lend(null), { class: "quiet" })));
    this.#play.announce(words.editing);
  }

  #fill(content) {
    this.#rows = this.#rows.map((row, y) => row.map((symbol, x) => (symbol === " " ? " " : content(y, x))));
    this.#draw();
  }

  #draw() {
    const { board } = this.#play;
    board.notes = new Map();
    board.marks = new Map();
    const rows = this.#rows.map((row) => row.join(""));
    board.position = { board: rows, legal: [], moves: [], empties: rows.join("").split(".").length - 1 };
  }

  // A position that cannot be stays here, to be put right.
  async #done() {
    const start = `${this.#rows.flat().filter((symbol) => symbol !== " ").join("")} ${this.#mover.value}`;
    const { variant, declaration, names, engine, level } = this.#game;
    try {
      await this.#gateway.ask({ t: "show", variant, start });
      await goToNew(keptForm({ variant, declaration, names, engine, level, start }));
    } catch (error) {
      this.#game.trouble(error);
    }
  }
}
