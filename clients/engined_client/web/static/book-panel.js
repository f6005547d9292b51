// What the book says of the position: its moves, what they are worth and how often they were played.

import { element, redraw } from "./dom.js";
import { scoreText } from "./score-text.js";
import { words } from "./words.js";

export class BookPanel {
  #gateway;
  #game;
  #content = element("div", { id: "book" });
  #asked = null;

  constructor(gateway, game) {
    this.#gateway = gateway;
    this.#game = game;
    this.root = element("section", { class: "panel", "aria-labelledby": "book-title", hidden: true },
      element("div", { class: "panel-head" }, element("h2", { id: "book-title" }, words.bookTitle)), this.#content);
  }

  async changed() {
    const { node, where, position } = this.#game;
    this.#asked = node;
    if (position.over) {
      this.root.hidden = true;
      return;
    }
    const request = { t: "book-show", ...where };
    if (!request.start) delete request.start;
    const page = await this.#gateway.ask(request).catch(() => null);
    if (this.#asked !== node) return;
    const moves = page ? [...(page.moves ?? []), ...(page.unvalued ?? [])] : [];
    this.root.hidden = moves.length === 0;
    redraw(this.#content, element("ul", { class: "book" }, ...moves.map((move) => this.#row(move))));
  }

  #row(move) {
    return element("li", {},
      element("button", { type: "button", class: "move", "data-focus": move.move, onclick: () => this.#game.play(move.move) }, this.#game.moveText(move.move)),
      element("span", {}, move.score === undefined ? "" : scoreText(move)),
      element("span", { class: "small" }, move.games ? words.games(move.games) : ""));
  }
}
