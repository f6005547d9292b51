// What was played in this position in the games that the server was given, how those ended, and some of them.

import { element, redraw } from "./dom.js";
import { words } from "./words.js";

const SHOWN = 8;

export class LibraryPanel {
  #gateway;
  #game;
  #content = element("div", { id: "library", class: "stack" });
  #none = false; // whether the server has no games
  #asked = null;

  constructor(gateway, game) {
    [this.#gateway, this.#game] = [gateway, game];
    this.root = element("section", { class: "panel", "aria-labelledby": "library-title", hidden: true },
      element("div", { class: "panel-head" }, element("h2", { id: "library-title" }, words.library)), this.#content);
  }

  async changed() {
    const { node, where } = this.#game;
    if (this.#none || this.#asked === node) return;
    this.#asked = node;
    const request = { t: "library", ...where, most: SHOWN };
    if (!request.start) delete request.start;
    try {
      const found = await this.#gateway.ask(request);
      if (this.#asked === node) this.#show(found);
    } catch (error) {
      this.#none = error.code === "unsupported";
      this.#asked = null;
    }
  }

  #show({ read, found, moves, games }) {
    this.root.hidden = false;
    const more = found.games - games.length;
    redraw(this.#content,
      element("p", { class: "small" }, words.libraryFound(found.games, read)),
      ...(moves.length ? [this.#table(moves)] : []),
      ...(games.length ? [element("ul", { class: "shelved" }, ...games.map((game) => this.#row(game)))] : []),
      ...(more > 0 ? [element("p", { class: "small" }, words.libraryMore(more))] : []));
  }

  #table(moves) {
    const [first, second] = this.#game.position.seats.map(words.seat);
    return element("table", { class: "results" },
      element("caption", { class: "unseen" }, words.library),
      element("thead", {}, element("tr", {}, ...[words.move, words.gamesShort, first, words.draws, second, words.margin].map((text) => element("th", { scope: "col" }, text)))),
      element("tbody", {}, ...moves.map(({ move, results }) => element("tr", {},
        element("th", { scope: "row" }, element("button", { type: "button", class: "move", "data-focus": move, onclick: () => this.#game.play(move) }, this.#game.moveText(move))),
        ...[results.games, results.black, results.draws, results.white].map((count) => element("td", {}, `${count}`)),
        element("td", {}, typeof results.mean === "number" ? signed(results.mean) : "")))));
  }

  #row({ where, names, winner, margin }) {
    const players = names.some(Boolean) ? names.map((name) => name || "?").join(" – ") : "";
    const seat = this.#game.position.seats[{ black: 0, white: 1 }[winner]];
    const won = seat ? words.wonBy(seat, typeof margin === "number" ? Math.abs(margin) : null) : margin === 0 ? words.drawn : "";
    return element("li", {}, [players, won].filter(Boolean).join(", "), " ", element("span", { class: "small" }, where));
  }
}

function signed(number) {
  const text = Math.abs(number).toFixed(1);
  return number > 0 ? `+${text}` : number < 0 ? `−${text}` : text;
}
