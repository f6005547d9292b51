// The chains of a chain game, what they count and why, and the cells that are dead, by rule.

import { chainLetter, chainSide, closedSigns } from "./game-board.js";
import { drawing, element, redraw } from "./dom.js";
import { words } from "./words.js";

const RULES = ["neighbours", "block", "loop"];

export class ChainsPanel {
  #game;
  #chains;
  #toggle;
  #content = element("div", { id: "chains", class: "told-chains" });

  constructor(game, chains) {
    this.#game = game;
    this.#chains = chains;
    this.#toggle = element("button", { type: "button", id: "do-chains", "aria-pressed": `${chains.on}`,
      onclick: () => chains.turn(!chains.on) }, words.chainsOnBoard);
    this.root = element("section", { class: "panel", "aria-labelledby": "chains-title", hidden: true },
      element("div", { class: "panel-head" }, element("h2", { id: "chains-title" }, words.chains), this.#toggle), this.#content);
    chains.addEventListener("news", () => this.changed());
  }

  changed() {
    const { count, latest, on } = this.#chains;
    this.root.hidden = !count;
    this.#toggle.setAttribute("aria-pressed", `${on}`);
    if (latest) redraw(this.#content, ...this.#parts(latest));
  }

  #parts({ chains, dead }) {
    const { seats } = this.#game.position;
    const points = chains.flatMap((chain) => chain.points);
    const totals = seats.map((seat, index) => element("span", {},
      element("span", { class: `letter side-${index}`, "aria-hidden": "true" }, "\u2002"),
      ` ${words.pointsOf(seat, points.filter((point) => point.seat === seat).length)}`));
    return [
      element("p", { id: "chains-points" }, ...(chains.length ? totals : [words.noChain])),
      chains.length > 0 && this.#table(chains, seats),
      dead.length > 0 && element("p", {}, words.deadCells(dead.length)),
      dead.length > 0 && element("ul", { class: "dead" }, ...RULES.map((rule) => this.#closed(rule, dead))),
    ].filter(Boolean);
  }

  #table(chains, seats) {
    return element("table", { id: "chain-table" },
      element("caption", { class: "unseen" }, words.chains),
      element("thead", {}, element("tr", {}, ...words.chainHeads.map((text) => element("th", { scope: "col" }, text)))),
      element("tbody", {}, ...chains.map((chain, index) => this.#row(chain, chainLetter(index), seats))));
  }

  #row({ cells, ends, bends, points, grows }, letter, seats) {
    const told = points.map(({ seat, why }) => words.pointFor(words.why[why], seat)).join(words.comma) || words.noPoint;
    return element("tr", {},
      element("th", { scope: "row" }, element("span", { class: `letter side-${chainSide({ points }, seats)}` }, letter)),
      element("td", {}, `${cells.length}`),
      element("td", {}, this.#cells(ends)),
      element("td", {}, `${bends.length}`),
      element("td", { class: "told" }, told, grows && element("span", { class: "small" }, ` ${words.mayGrow}`)));
  }

  // The cells that one rule closes, those of others too among them.
  #closed(rule, dead) {
    const cells = dead.filter(({ broken }) => broken.includes(rule)).map(({ cell }) => cell);
    if (!cells.length) return null;
    const sign = drawing("svg", { viewBox: "-16 -16 32 32", class: "sign", "aria-hidden": "true" }, ...closedSigns([rule]));
    return element("li", {}, sign, element("span", {}, words.broken(rule, this.#cells(cells))));
  }

  #cells(cells) {
    return cells.map((cell) => this.#game.moveText(cell)).join(" ");
  }
}
