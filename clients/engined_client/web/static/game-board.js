// <game-board>: a board drawn from what the daemon says of a variant and of a position, and nothing else.
//
//   board.description = the reply to `describe`
//   board.position    = the reply to `show`, `play`, ...
//   board.notes       = Map of cell -> {text, kind: "best" | "good" | "fair" | "bad" | "book", said}
//   board.marks       = Map of cell -> "choice" | "chosen" | "dead" | "line"; for what may be pressed besides moves
//   board.theory      = what the daemon says of chains: its `chains` and `dead` cells, drawn over the board; null: nothing
//   board.line        = discs to come, in order: each is {cell, symbol, number}; drawn as long as it is there
//   board.view        = how it lies: 1 exchanges left and right, 2 top and bottom, 4 then rows and columns; `turned`, `mirrored`
//   board.owned       = row by row how much each cell is the first seat's, 1, or the second's, -1; empty: nothing is said
//   board.palette     = colours of discs, by the daemon's names, where they are to be others
//   board.words       = what is said of cells to those who do not see them (see WORDS)
//   board.moveText(move) is a move as those write it who play there
//   "press" event     = a cell was chosen by pointer or key; detail.cell is its name
//
// It imports nothing but what lies in board/, so that a page may hold it whole. What it looks like is said in game-board.css.

import { cellName, cellOf, colourOf, draw, isGreen, isLight, Lie, moveText, UNIT } from "./board/cells.js";
import { letters, shades, surface } from "./board/surface.js";

export { cellName, cellOf, colourOf, mirrored, moveText, turned } from "./board/cells.js";

const LEAST_TEXT = 11; // pixels of coordinates, however small the board is
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export const WORDS = {
  board: (title) => title,
  empty: "empty",
  legal: "can be played",
  last: "last move",
  marks: { choice: "may turn", chosen: "turns", dead: "dead", line: "" },
  colour: (name) => name,
  chain: (letter, part) => `chain ${letter}${part ? `, ${part}` : ""}`,
  parts: { end: "end", bend: "bend" },
  closed: (rules) => `dead, ${rules.map((rule) => ({ neighbours: "more than two neighbours", block: "a block of four", loop: "a loop" })[rule]).join(", ")}`,
};

// Of chains, in their order: X and O are stones.
const LETTERS = [..."ABCDEFGHIJKLMNPQRSTUVWYZabcdefghijklmnpqrstuvwyz"];

export function chainLetter(index) {
  return LETTERS[index] ?? "?";
}

// Whom more of a chain's points are for: the number of the seat, or "even".
export function chainSide(chain, seats) {
  const ahead = chain.points.reduce((sum, { seat }) => sum + (seat === seats[0] ? 1 : -1), 0);
  return ahead > 0 ? 0 : ahead < 0 ? 1 : "even";
}

// A sign for each rule that closes a cell, around the middle of its place.
const SIGNS = { neighbours: "M-11 -11L11 11M11 -11L-11 11", block: "M-11 -11h22v22h-22z", loop: "M-12 0a12 12 0 1 0 24 0a12 12 0 1 0 -24 0z" };

export function closedSigns(rules) {
  return rules.map((rule, index) =>
    draw("path", { d: SIGNS[rule], transform: `translate(${(index - (rules.length - 1) / 2) * 32} 0)` }));
}

export class GameBoard extends HTMLElement {
  static #boards = 0;
  #light = `disc-shade-${++GameBoard.#boards}`;
  #description = null;
  #position = null;
  #notes = new Map();
  #marks = new Map();
  #theory = null;
  #parts = new Map(); // of chains: what each stone is, and each closed cell
  #over = null;
  #ahead = null;
  #line = [];
  #owned = [];
  #view = 0;
  #lie = null;
  #palette = {};
  #resized = new ResizeObserver(() => this.#fit());
  #words = WORDS;
  #cells = new Map();
  #at = "";
  #walks = false;

  // Not on the drawing: browsers let Tab stop at one that listens for the focus.
  constructor() {
    super();
    this.addEventListener("click", (event) => this.#clicked(event));
    this.addEventListener("keydown", (event) => this.#typed(event));
    this.addEventListener("focusin", (event) => this.#go(event.target.dataset?.cell ?? this.#at));
    this.addEventListener("pointerdown", () => { this.#walks = false; });
    this.addEventListener("keyup", ({ key }) => { this.#walks ||= key === "Tab"; });
  }

  // Whether arrow keys go from cell to cell: for those who came by keys, not by pressing a cell.
  get walks() { return this.#walks && this.contains(document.activeElement); }

  get description() { return this.#description; }
  set description(description) {
    if (description === this.#description) return;
    const same = this.#description?.digest === description.digest;
    this.#description = description;
    if (same) this.#refresh();
    else this.#build();
  }

  get position() { return this.#position; }
  set position(position) {
    const before = this.#position;
    this.#position = position;
    this.#refresh(before);
  }

  set notes(notes) { this.#notes = notes; this.#refresh(this.#position); }
  set marks(marks) { this.#marks = marks; this.#refresh(this.#position); }
  set theory(theory) {
    if (theory === this.#theory) return;
    this.#theory = theory;
    this.#refresh(this.#position);
  }
  set line(line) {
    this.#line = line;
    this.#ahead?.replaceChildren(...line.map((disc) => this.#discAhead(disc)));
  }
  set owned(owned) { this.#owned = owned; this.#refresh(this.#position); }
  get view() { return this.#view; }
  set view(view) {
    if (view === this.#view) return;
    this.#view = view;
    if (this.#description) this.#build();
  }
  set palette(palette) { this.#palette = palette; this.#refresh(this.#position); }
  set words(words) { this.#words = { ...WORDS, ...words }; this.#refresh(this.#position); }

  moveText(move) { return moveText(move, this.#description); }

  focusCell(cell = this.#at) {
    this.#walks = true;
    this.#go(cell);
    this.#cells.get(cell)?.group.focus();
  }

  // --- what stays

  #build() {
    this.#lie = new Lie(this.#description, this.#view);
    const { width, height, holes, lies, capture } = this.#description;
    this.#cells.clear();
    this.dataset.lies = lies ?? (capture === "surround" ? "points" : "cells");
    const points = this.dataset.lies === "points";
    this.toggleAttribute("data-green-discs", this.#description.colours.some(([, name], index) => isGreen(colourOf(name, index))));
    const gone = new Set(holes);
    const svg = draw("svg", { role: "grid", "aria-rowcount": height, "aria-colcount": width });
    svg.append(shades(this.#light), surface(this.#description, this.#lie, gone, points), letters(this.#description, this.#lie, 24));
    for (let row = 0; row < height; row++) {
      const line = draw("g", { role: "row", "aria-rowindex": row + 1 });
      for (let column = 0; column < width; column++) {
        const name = cellName(column, row);
        if (!gone.has(name)) line.append(this.#cell(name, column, row));
      }
      if (line.childNodes.length) svg.append(line);
    }
    this.#over = draw("g", { class: "chains", "aria-hidden": "true" });
    this.#ahead = draw("g", { class: "ahead", "aria-hidden": "true" });
    svg.append(this.#over, this.#ahead);
    this.#resized.disconnect();
    this.replaceChildren(svg);
    this.#fit();
    this.#resized.observe(svg);
    this.#at = this.#cells.has(this.#at) ? this.#at : "";
    this.#refresh();
  }

  // Coordinates can be read however small the board is; what stands around it makes room for them.
  #fit() {
    const svg = this.firstChild;
    const { across, down } = this.#lie;
    const sides = [[svg.clientWidth, across], [svg.clientHeight, down]].filter(([pixels]) => pixels);
    const scale = Math.min(...sides.map(([pixels, cells]) => (pixels - 2.4 * LEAST_TEXT) / (cells * UNIT + 32)));
    const size = Number.isFinite(scale) ? Math.max(24, Math.ceil(LEAST_TEXT / Math.max(scale, 0.01))) : 24;
    const margin = Math.ceil(16 + 1.2 * Math.max(size, 30));
    svg.setAttribute("viewBox", `${-margin} ${-margin} ${across * UNIT + 2 * margin} ${down * UNIT + 2 * margin}`);
    svg.querySelector(".coordinates").replaceWith(letters(this.#description, this.#lie, size));
  }

  #cell(name, column, row) {
    const [x, y] = this.#lie.place(column, row);
    const group = draw("g", {
      class: "cell", role: "gridcell", "aria-colindex": column + 1, tabindex: -1, "data-cell": name, transform: `translate(${x} ${y})`,
    });
    const content = draw("g", { class: "content" });
    // What is pressed stays, whatever is drawn on it meanwhile: else browsers would count no press.
    group.append(draw("rect", { width: UNIT, height: UNIT, class: "area" }), content);
    this.#cells.set(name, { group, content, column, row, symbol: null, key: "" });
    return group;
  }

  // --- what changes

  #refresh(before = null) {
    const position = this.#position;
    if (!this.#description || !position || position.board.length !== this.#description.height) return;
    if (position.board[0].length !== this.#description.width) return;
    this.dataset.ply = position.moves?.length ?? 0;
    this.dataset.phase = position.phase ?? "play";
    this.#know();
    const last = cellOf(position.moves?.at(-1) ?? "");
    const legal = new Set(position.legal.map(cellOf));
    const grown = before && (position.moves?.length ?? 0) > (before.moves?.length ?? 0);
    this.firstChild.setAttribute("aria-label", this.#words.board(this.#description.title || this.#description.name));
    for (const [name, cell] of this.#cells) this.#paint(name, cell, { last: name === last, legal: legal.has(name), grown });
    if (!this.#at) this.#go([...legal].find((name) => this.#cells.has(name)) ?? this.#cells.keys().next().value);
  }

  #paint(name, cell, { last, legal, grown }) {
    const position = this.#position;
    const removed = position.removed?.[cell.row]?.[cell.column] ?? ".";
    const owner = position.owners?.[cell.row]?.[cell.column] ?? ".";
    const stands = position.board[cell.row][cell.column];
    const symbol = removed !== "." && removed !== " " ? removed : stands;
    const [note, mark] = [this.#notes.get(name), this.#marks.get(name) ?? (removed !== "." && removed !== " " ? "dead" : "")];
    const part = this.#parts.get(name);
    const share = Math.round((this.#owned[cell.row]?.[cell.column] ?? 0) * 10) / 10;
    const fill = this.#fill(symbol);
    const key = [symbol, fill, last, legal, mark, owner, share, note?.text, note?.kind, position.colour, part?.key].join("|");
    const label = this.#label(name, { symbol, last, legal, mark, note, part });
    cell.group.setAttribute("aria-label", label);
    if (key === cell.key) return;
    const turned = grown && cell.symbol !== symbol && cell.symbol !== "." && cell.symbol !== null && symbol !== ".";
    const placed = grown && cell.symbol === "." && symbol !== ".";
    [cell.key, cell.symbol] = [key, symbol];
    const parts = [];
    if (share) parts.push(this.#shade(share));
    if (symbol !== ".") parts.push(this.#disc(symbol, { last, mark, turned, placed, chained: Boolean(part) }));
    else if (owner !== "." && owner !== " ") parts.push(this.#point(owner));
    else if (part) parts.push(draw("g", { class: "closed", transform: "translate(50 50)" }, ...closedSigns(part.rules)));
    else if (note) parts.push(this.#note(note, legal));
    else if (legal && this.#shows()) parts.push(this.#hint(mark));
    cell.group.setAttribute("class", `cell${legal ? " legal" : ""}${mark ? ` ${mark}` : ""}`);
    cell.content.replaceChildren(...parts);
  }

  // Dots where one may move say little where one may move nearly everywhere.
  #shows() {
    return this.#position.legal.length * 2 < this.#cells.size || this.#position.empties < this.#cells.size / 3;
  }

  // The radius of small dots, in hundredths of a cell: more of it where cells are small.
  get #dot() {
    return Math.max(9, Math.round(0.75 * Math.max(this.#description.width, this.#description.height)));
  }

  #fill(symbol) {
    const index = this.#description.colours.findIndex(([known]) => known === symbol);
    const name = this.#description.colours[index]?.[1] ?? "";
    return index < 0 ? "#888" : this.#palette[name.toLowerCase()] ?? colourOf(name, index);
  }

  #disc(symbol, { last, mark, turned, placed, chained }) {
    const fill = this.#fill(symbol);
    const group = draw("g", { class: `disc${turned ? " turned" : ""}${placed ? " placed" : ""}${isLight(fill) ? " light" : " dark"}` });
    const radius = this.dataset.lies === "points" ? 46 : 41;
    group.append(draw("circle", { cx: 50, cy: 52.5, r: radius, class: "shadow" }));
    group.append(draw("circle", { cx: 50, cy: 50, r: radius, fill, class: "face" }));
    group.append(draw("circle", { cx: 50, cy: 50, r: radius, fill: `url(#${this.#light})`, class: "shade" }));
    if (last) group.append(draw("circle", { cx: 50, cy: 50, r: chained ? 35 : this.#dot, class: chained ? "last around" : "last" }));
    if (mark === "choice" || mark === "chosen") group.append(draw("circle", { cx: 50, cy: 50, r: 26, class: "choosing" }));
    if (mark === "chosen") group.append(draw("path", { d: "M38 51l9 9l17 -20", class: "tick" }));
    if (mark === "dead") group.append(draw("path", { d: "M34 34L66 66M66 34L34 66", class: "cross" }));
    return group;
  }

  // How much a cell is one seat's or the other's, under all else.
  #shade(share) {
    const fill = this.#fill(this.#description.seats[share > 0 ? 0 : 1][1]);
    const side = 26 + 50 * Math.abs(share);
    return draw("rect", { x: 50 - side / 2, y: 50 - side / 2, width: side, height: side, fill, opacity: 0.2 + 0.35 * Math.abs(share), class: "share" });
  }

  // A disc of a line that is looked at.
  #discAhead({ cell, symbol, number }) {
    const [x, y] = this.#lie.middle(cell);
    const fill = this.#fill(symbol);
    return draw("g", { class: isLight(fill) ? "light" : "dark" }, draw("circle", { cx: x, cy: y, r: 41, fill }),
      draw("text", { x, y: y + 1 }, `${number}`));
  }

  #point(owner) {
    const fill = this.#fill(owner);
    return draw("rect", { x: 36, y: 36, width: 28, height: 28, rx: 3, fill, class: `owned ${isLight(fill) ? "light" : "dark"}` });
  }

  #hint(mark) {
    return draw("circle", { cx: 50, cy: 50, r: mark === "choice" ? 30 : this.#dot, class: mark === "choice" ? "aim" : "hint" });
  }

  #note(note, legal) {
    const group = draw("g", { class: `note ${note.kind}` });
    if (this.dataset.lies === "points") group.append(draw("circle", { cx: 50, cy: 50, r: 45, class: "veil" }));
    if (note.kind === "best" && legal) group.append(draw("circle", { cx: 50, cy: 50, r: 44, class: "best-ring" }));
    const text = draw("text", { x: 50, y: note.under ? 44 : 51, class: note.text.length > 4 ? "long" : "" }, note.text);
    group.append(text);
    if (note.under) group.append(draw("text", { x: 50, y: 71, class: "under" }, note.under));
    return group;
  }

  // What theory says of each cell; chains are drawn over the stones.
  #know() {
    const { chains = [], dead = [] } = this.#theory ?? {};
    this.#parts = new Map();
    for (const { cell, broken } of dead) this.#parts.set(cell, { key: broken.join(), rules: broken });
    for (const [index, chain] of chains.entries()) {
      for (const cell of chain.cells) {
        const kind = chain.ends.includes(cell) ? "end" : chain.bends.includes(cell) ? "bend" : "";
        this.#parts.set(cell, { key: "chain", letter: chainLetter(index), kind });
      }
    }
    this.#over?.replaceChildren(...chains.map((chain, index) => this.#chain(chain, chainLetter(index))));
  }

  // A line through its stones, its letter on the ends, a square on each bend.
  #chain({ cells, ends, bends, ...chain }, letter) {
    const at = new Map(cells.map((cell) => [cell, [this.#cells.get(cell).column, this.#cells.get(cell).row]]));
    const middle = (cell) => this.#lie.middle(cell);
    const steps = [...at].flatMap(([cell, [column, row]]) =>
      [cellName(column + 1, row), cellName(column, row + 1)].filter((next) => at.has(next))
        .map((next) => `M${middle(cell).join(" ")}L${middle(next).join(" ")}`));
    const group = draw("g", { class: `chain side-${chainSide(chain, this.#position.seats)}` },
      draw("path", { d: steps.join(""), class: "casing" }), draw("path", { d: steps.join(""), class: "thread" }));
    for (const bend of bends) {
      const [x, y] = middle(bend);
      group.append(draw("rect", { x: x - 12, y: y - 12, width: 24, height: 24, class: "bend" }));
    }
    for (const end of ends) {
      const [x, y] = middle(end);
      group.append(draw("circle", { cx: x, cy: y, r: 24, class: "end" }), draw("text", { x, y: y + 1 }, letter));
    }
    return group;
  }

  #label(name, { symbol, last, legal, mark, note, part }) {
    const words = this.#words;
    const index = this.#description.colours.findIndex(([known]) => known === symbol);
    const content = symbol === "." ? words.empty : words.colour(this.#description.colours[index]?.[1] ?? symbol);
    const chained = part && (part.rules ? words.closed(part.rules) : words.chain(part.letter, words.parts[part.kind]));
    const parts = [moveText(name, this.#description), content, chained, last && words.last, words.marks[mark], legal && words.legal, note && (note.said ?? note.text)];
    return parts.filter(Boolean).join(", ");
  }

  // --- pointer and keys: one cell at a time can be reached by Tab, arrows lead on from it

  #go(name) {
    if (!this.#cells.has(name)) return;
    this.#cells.get(this.#at)?.group.setAttribute("tabindex", -1);
    this.#at = name;
    this.#cells.get(name).group.setAttribute("tabindex", this.inert ? -1 : 0); // nobody gets to a mere picture
  }

  #clicked(event) {
    const cell = event.target.closest("[data-cell]");
    if (cell) this.#press(cell.dataset.cell);
  }

  #typed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#press(this.#at);
    } else if (!this.#walks) {
      return;
    } else if (STEPS[event.key]) {
      event.preventDefault();
      this.focusCell(this.#beside(...STEPS[event.key]));
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      const row = [...this.#cells].filter(([, cell]) => cell.row === this.#cells.get(this.#at).row);
      this.focusCell(row.at(event.key === "Home" ? 0 : -1)[0]);
    }
  }

  #beside(right, down) {
    const { width, height } = this.#description;
    let { column, row } = this.#cells.get(this.#at);
    const [columns, rows] = this.#lie.step(right, down);
    for (;;) {
      [column, row] = [column + columns, row + rows];
      if (column < 0 || row < 0 || column >= width || row >= height) return this.#at;
      if (this.#cells.has(cellName(column, row))) return cellName(column, row);
    }
  }

  #press(cell) {
    this.#go(cell);
    this.dispatchEvent(new CustomEvent("press", { detail: { cell }, bubbles: true }));
  }
}

customElements.define("game-board", GameBoard);
