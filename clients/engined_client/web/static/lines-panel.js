// The best lines, as a table: a move of a line is played by pressing it.

import { cellOf } from "./game-board.js";
import { element, option, redraw } from "./dom.js";
import { PASS } from "./game-tree.js";
import { percent, scoreText } from "./score-text.js";
import { words } from "./words.js";

const MOST_LINES = 7;
const LONGEST_LINE = 14;

export class LinesPanel {
  #game;
  #analysis;
  #table = element("div", { class: "lines" });
  #summary = element("p", { class: "small", id: "analysis-summary" });
  #toggle;

  #since = 0; // when it began to wait for machine code
  #pointed = ""; // the line of the row that a mouse is on: while it is, that line and the order of the rows stay
  #order = []; // the moves of the rows
  #node = null; // what the rows are of

  constructor(game, analysis, board) {
    this.#game = game;
    const show = ({ target }) => { board.line = this.#ahead(target.closest?.("[data-line]")?.dataset.line); };
    for (const type of ["pointerover", "focusin"]) this.#table.addEventListener(type, show);
    for (const type of ["pointerleave", "focusout"]) this.#table.addEventListener(type, () => { board.line = []; });
    this.#table.addEventListener("pointerover", ({ target, pointerType }) => {
      this.#pointed = (pointerType === "mouse" && target.closest("tr")?.dataset.line) || "";
    });
    this.#table.addEventListener("pointerleave", () => {
      this.#pointed = "";
      this.changed();
    });
    game.addEventListener("position", () => { board.line = []; });
    setInterval(() => this.#since && this.changed(), 1000);
    this.#analysis = analysis;
    this.#toggle = element("button", { type: "button", id: "do-analyse", "aria-pressed": `${analysis.on}`,
      onclick: () => analysis.turn(!analysis.on) }, words.analyse);
    const time = element("select", { id: "analysis-time", "aria-label": words.analysisTime,
      onchange: (event) => analysis.limit(Number(event.target.value)) },
    ...[2, 10, 60, 0].map((seconds) => option(seconds, words.seconds(seconds), seconds === analysis.seconds)));
    this.root = element("section", { class: "panel", "aria-labelledby": "lines-title" },
      element("div", { class: "panel-head" },
        element("h2", { id: "lines-title" }, words.analysis), this.#toggle, time),
      this.#summary, this.#table);
    analysis.addEventListener("news", () => this.changed());
  }

  changed() {
    const { on, latest, state } = this.#analysis;
    this.#toggle.setAttribute("aria-pressed", `${on}`);
    if (!this.#game.position) return;
    if (this.#node !== this.#game.node) [this.#node, this.#pointed] = [this.#game.node, ""];
    this.#summary.textContent = this.#summary.title = this.#said(on, latest, state);
    this.#summary.classList.toggle("searched", Boolean(on && latest?.depth && !latest.refused));
    const known = latest?.moves?.length ? latest.moves : [];
    if (!redraw(this.#table, ...(known.length && on ? [this.#lines(known)] : []))) this.#toggle.focus();
  }

  // Whole seconds that machine code has been waited for.
  #waited(state) {
    this.#since ||= performance.now();
    return state === "queued" ? 0 : Math.floor((performance.now() - this.#since) / 1000);
  }

  // The discs of a line from here, as the board draws them.
  #ahead(line) {
    const { description, position } = this.#game;
    const at = description.seats.findIndex(([seat]) => seat === position.mover);
    const discs = (line ?? "").split(" ").map((move, index) => ({
      move, cell: cellOf(move), symbol: description.seats[(Math.max(at, 0) + index) % description.seats.length][1], number: index + 1 }));
    return discs.filter(({ move }) => move && move !== PASS);
  }

  #said(on, latest, state) {
    if (!on || latest?.depth) this.#since = 0;
    const opening = words.opening(this.#game.position.openings ?? []);
    const parts = opening ? [opening] : [];
    if (on && latest?.refused) parts.push(latest.refused);
    else if (on && latest?.depth) parts.push(words.depth(latest.depth, latest.nodes, latest.forecast));
    else if (on && state) parts.push(words.waiting(state, this.#waited(state)));
    else if (!on && !opening) parts.push(words.analysisOff);
    return parts.join(" · ");
  }

  #lines(moves) {
    const wins = moves.some(({ forecast }) => forecast);
    const head = [words.move, ...(wins ? [words.wins] : []), words.score, wins ? words.gamesShort : words.depthShort, words.line];
    const best = this.#placed(moves.slice(0, MOST_LINES));
    this.#order = best.map(({ move }) => move);
    const rows = best.map((move) => this.#row(move, wins));
    return element("table", { id: "lines" },
      element("caption", { class: "unseen" }, words.bestLines),
      element("thead", {}, element("tr", {}, ...head.map((text) => element("th", { scope: "col" }, text)))),
      element("tbody", {}, ...rows));
  }

  // In the places that they have, while somebody points at one; who is new has the place of one that is not there any more.
  #placed(moves) {
    if (!this.#pointed) return moves;
    const fresh = moves.filter(({ move }) => !this.#order.includes(move));
    const kept = this.#order.map((known) => moves.find(({ move }) => move === known) ?? fresh.shift());
    return [...kept.filter(Boolean), ...fresh];
  }

  #row(move, wins) {
    const pointed = this.#pointed.split(" ");
    const line = pointed[0] === move.move ? pointed : (move.pv?.length ? move.pv : [move.move]).slice(0, LONGEST_LINE);
    const depth = move.kind === "exact" ? words.exact : move.kind === "book" ? words.book : move.depth;
    const games = move.games ? ` · ${words.games(move.games)}` : "";
    return element("tr", { "data-line": line.join(" ") },
      element("th", { scope: "row" },
        element("button", { type: "button", class: "move", "data-focus": move.move, onclick: () => this.#game.play(move.move) }, this.#game.moveText(move.move))),
      wins && element("td", {}, move.forecast ? percent(move.forecast.win_rate) : ""),
      element("td", { class: `kind-${move.source || move.kind}`, title: words.kind(move) }, scoreText(move)),
      element("td", { class: "small" }, wins ? words.many(move.forecast?.visits ?? 0) : `${depth}${games}`),
      element("td", { class: "pv" }, ...line.slice(1).flatMap((each, index) => [
        " ", element("button", { type: "button", class: "step", "data-focus": `${move.move}-${index}`, "aria-label": words.playTo(line.slice(0, index + 2).map((move) => this.#game.moveText(move))),
          "data-line": line.slice(0, index + 2).join(" "), onclick: () => this.#game.playLine(line.slice(0, index + 2)) }, this.#game.moveText(each)),
      ])));
  }
}
