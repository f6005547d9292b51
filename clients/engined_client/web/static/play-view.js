// The board and all around it that one plays with: seats, status, choices of discs, dead stones, buttons.

import { asking } from "./asking.js";
import { cellOf, mirrored, turned } from "./game-board.js";
import { PASS } from "./game-tree.js";
import { element, icon, redraw } from "./dom.js";
import { DiscChoice } from "./disc-choice.js";
import { turnClocks } from "./clocks.js";
import { removalPanel } from "./removal.js";
import { boardNotes, ownedRows, reviewNotes } from "./board-notes.js";
import { seatStrips } from "./seats.js";
import { words } from "./words.js";

export class PlayView {
  board = document.getElementById("board");
  mode = null; // an editor that has the board for itself
  #game;
  #analysis;
  #chains;
  #engine;
  #gateway;
  #choice = null;
  #said = "";

  constructor(game, analysis, chains, engine, gateway) {
    this.#game = game;
    this.#analysis = analysis;
    this.#chains = chains;
    this.#engine = engine;
    this.#gateway = gateway;
    this.board.words = { ...words.cells, colour: words.colour, board: (title) => words.board(title) };
    this.board.addEventListener("press", ({ detail }) => this.press(detail.cell));
    analysis.addEventListener("news", () => this.#notes());
    chains.addEventListener("news", () => this.#theory());
    game.addEventListener("review", () => this.#notes());
    asking.addEventListener("change", () => {
      if (asking.on) this.board.scrollIntoView({ block: "nearest" }); // it was begun in a panel, which may be far below
      if (this.mode || !game.position) return;
      this.#notes();
      this.#enable();
    });
    engine.addEventListener("thinking", () => this.#seats());
    this.#buttons();
    setInterval(() => this.#clocks(), 100);
  }

  changed(by) {
    if (this.mode && by !== "new") return;
    this.#lendTo(null); // another game is none that an editor has begun with
    const { description, position } = this.#game;
    this.#choice = null;
    this.board.marks = new Map();
    this.board.description = description;
    this.#theory();
    this.board.position = position;
    this.#notes();
    this.#seats();
    this.#phase();
    this.#status(by);
    this.#enable();
  }

  // Give the board to an editor, or back.
  lend(mode) {
    this.#lendTo(mode);
    if (mode) this.#theory();
    else this.changed("go");
  }

  #lendTo(mode) {
    this.mode = mode;
    asking.board = Boolean(mode?.asks);
    document.getElementById("play").classList.toggle("editing", Boolean(mode));
  }

  // --- pressing a cell

  press(cell) {
    const game = this.#game;
    const position = game.position;
    if (this.mode) this.mode.press(cell);
    else if (position.phase === "removal") this.#toggleDead(cell);
    else if (this.#choice) this.#choice.press(cell);
    else if (!this.#engine.turn) this.#place(cell);
  }

  #place(cell) {
    const moves = this.#game.position.legal.filter((move) => cellOf(move) === cell);
    if (moves.length === 1) this.#game.play(moves[0]);
    else if (moves.length > 1) this.#choose(cell, moves);
    else this.announce(words.notHere(this.#game.moveText(cell), this.#closed(cell)));
  }

  // The rules of chain games that a placement on a cell would break.
  #closed(cell) {
    const dead = this.#chains.latest?.dead.find((one) => one.cell === cell);
    return dead ? words.cells.closed(dead.broken) : "";
  }

  #choose(cell, moves) {
    this.#choice = new DiscChoice(cell, moves, {
      play: (move) => this.#game.play(move),
      show: () => {
        if (!this.#choice) return;
        this.board.marks = this.#choice.marks;
        this.#phase();
        this.announce(words.chosen(this.#choice.chosen.map((disc) => this.#game.moveText(disc))));
      },
      leave: () => {
        this.#choice = null;
        this.board.marks = new Map();
        this.#phase();
        this.#status("go");
      },
    });
    this.#choice.show();
  }

  #toggleDead(cell) {
    const { board, removed } = this.#game.position;
    const [column, row] = [cell.charCodeAt(0) - 97, Number(cell.slice(1)) - 1];
    if (!".  ".includes(removed[row]?.[column] ?? ".")) this.#game.end("restore", { cells: [cell] });
    else if (!". ".includes(board[row][column])) this.#game.end("remove", { cells: [cell] });
  }

  // --- what keys and buttons do

  pass() {
    if (this.#game.position.legal.includes(PASS) && !this.#engine.turn) this.#game.play(PASS);
  }

  step(by) {
    const { tree, node, aim } = this.#game;
    const from = aim ?? node;
    const line = this.#along([tree.root, ...tree.line(from)], from);
    const next = line[Math.max(0, Math.min(line.length - 1, line.indexOf(from) + by))];
    if (next !== from) this.#game.go(next);
  }

  // A line as far as it may be seen from here: that of a lesson ends where its move is looked for.
  #along(line, from) {
    const end = line.indexOf(asking.lesson?.node);
    return end < line.indexOf(from) ? line : line.slice(0, end + 1);
  }

  // To the variation before or after this one, if there is one.
  sideways(by) {
    if (asking.lesson) return false;
    const { node, aim } = this.#game;
    const from = aim ?? node;
    const beside = from.parent?.children ?? [];
    const next = beside[beside.indexOf(from) + by];
    if (next) this.#game.go(next);
    return Boolean(next);
  }

  leaveChoice() { this.#choice?.leave(); }

  // Back to where a person last had the choice.
  undo() {
    const game = this.#game;
    if (document.getElementById("do-undo").disabled) return;
    if (game.position.phase === "ended" && game.position.ending !== "count") return void game.undo();
    if (game.position.phase !== "play") return void game.undo();
    let plies = 1;
    const path = [game.tree.root, ...game.tree.path(game.node)];
    const forced = (node) => node.move === PASS && !game.passesFreely;
    while (plies < path.length - 1 && (forced(path.at(-plies)) || game.engine.includes(path.at(-1 - plies).mover))) plies++;
    if (path.length > 1) game.undo(Math.min(plies, path.length - 1));
  }

  // --- what is drawn

  #notes() {
    if (this.mode || !this.#game.position) return;
    this.board.notes = asking.on ? new Map() : this.#analysis.on ? boardNotes(this.#game) : reviewNotes(this.#game);
    this.board.owned = this.#analysis.on ? ownedRows(this.#game) : [];
    this.#seats();
  }

  // What is known of the chains; of none while an editor has the board.
  #theory() {
    this.board.theory = this.#chains.on && !this.mode ? this.#chains.latest : null;
  }

  #seats() {
    if (this.#game.position) redraw(document.getElementById("seats"), ...seatStrips(this.#game, this.#engine));
    this.#clocks();
  }

  #clocks() {
    const { session } = this.#game;
    if (session?.clock) turnClocks(document.getElementById("seats"), session, session.told);
  }

  #phase() {
    const place = document.getElementById("phase");
    const { position } = this.#game;
    const parts = this.#choice ? this.#choice.panel()
      : position.phase === "removal" ? removalPanel(this.#game, this.#gateway) : [];
    if (!redraw(place, ...parts)) this.board.focusCell();
  }

  #status(by) {
    const game = this.#game;
    const { position } = game;
    const parts = [];
    const said = (node) => words.played(game.moveText(node.move), node.parent?.mover ?? node.review?.move.seat ?? "");
    const path = game.tree.path(game.node);
    const first = path.findLastIndex(({ move }) => move !== PASS);
    if (by !== "new") parts.push(...path.slice(game.passesFreely ? -1 : Math.max(0, first)).map(said));
    parts.push(words.state(position, { live: game.live, engine: game.engine }));
    if (game.away) parts.push(words.away(game.session.moves.length));
    this.announce(parts.join(" "));
  }

  announce(text) {
    if (text === this.#said) return;
    this.#said = text;
    document.getElementById("status").textContent = text;
  }

  #buttons() {
    const button = (name, text, does, more = {}) =>
      element("button", { type: "button", id: `do-${name}`, onclick: does, disabled: true, ...more }, text);
    const step = (name, path, by) =>
      button(name, icon(path), () => this.step(by), { class: "icon", "aria-label": words.buttons[name], title: words.buttons[name] });
    document.getElementById("controls").append(
      element("div", { class: "group" },
        step("first", "M17 5v14L7 12zM5 5h2v14H5z", -9999), step("back", "M17 5v14L7 12z", -1),
        step("forward", "M7 5v14l10-7z", 1), step("last", "M7 5v14l10-7zM17 5h2v14h-2z", 9999),
        element("button", { type: "button", class: "icon quiet", id: "do-turn", "aria-label": words.buttons.turn, title: words.buttons.turn,
          onclick: () => this.lie(turned) }, icon("M12 4V1l5 4-5 4V6a6 6 0 1 0 6 6h2a8 8 0 1 1-8-8z")),
        element("button", { type: "button", class: "icon quiet", id: "do-flip", "aria-label": words.buttons.flip, title: words.buttons.flip,
          onclick: () => this.lie(mirrored) }, icon("M11 4v16H3zM13 4v16h8zm2 7.6L17.8 18H15z"))),
      element("div", { class: "group" },
        button("undo", words.buttons.undo, () => this.undo()),
        button("pass", words.buttons.pass, () => this.pass()),
        button("engine", words.buttons.engine, () => this.#engine.moveNow()),
        button("resign", words.buttons.resign, () => this.#resign(), { class: "quiet" })));
  }

  // Turn or flip the board; how it lies is kept in this browser.
  lie(changed) {
    this.board.view = changed(this.board.view);
    localStorage.setItem("engined.view", this.board.view);
  }

  #resign() {
    if (confirm(words.resignSure(this.#game.position.mover))) this.#game.end("resign");
  }

  #enable() {
    const { position, node, tree, sides, timed, away } = this.#game;
    const set = (name, on) => { document.getElementById(`do-${name}`).disabled = !on; };
    set("first", node !== tree.root);
    set("back", node !== tree.root);
    set("forward", node.children.length > 0 && asking.lesson?.node !== node);
    set("last", node.children.length > 0 && asking.lesson?.node !== node);
    set("undo", timed ? position.phase === "removal" : position.ending !== "time" && (position.moves.length > 0 || position.phase !== "play"));
    set("pass", position.legal.includes(PASS) && !away);
    set("engine", !position.over && !away && !asking.lesson);
    set("resign", !position.over && sides === 2 && !away);
    document.getElementById("do-pass").classList.toggle("urgent", position.legal.length === 1 && position.legal[0] === PASS);
  }
}
