// <game-board>: a board drawn from what the daemon says of a variant and of a position, and nothing else.
//
//   board.description = the reply to `describe`
//   board.position    = the reply to `show`, `play`, ...
//   board.notes       = Map of cell -> {text, kind: "best" | "good" | "fair" | "bad" | "book", said}
//   board.marks       = Map of cell -> "choice" | "chosen" | "dead" | "line"; for what may be pressed besides moves
//   board.theory      = what the daemon says of chains: its `chains` and `dead` cells, drawn over the board; null: nothing
//   board.words       = what is said of cells to those who do not see them (see WORDS)
//   board.moveText(move) is a move as those write it who play there
//   "press" event     = a cell was chosen by pointer or key; detail.cell is its name
//
// It imports nothing, so that a page may hold it whole. What it looks like is said in game-board.css.

const SVG = "http://www.w3.org/2000/svg";
const UNIT = 100;
const MARGIN = 52;
const PALETTE = ["#1b1d1f", "#f7f5ef", "#c8443b", "#e0a526", "#3d8b57", "#3b6fb5", "#8659a5", "#d9772f"];
const NAMED = {
  black: "#1b1d1f", white: "#f7f5ef", red: "#c8443b", yellow: "#e8b93a", green: "#217c45", blue: "#3f74ba",
  purple: "#8659a5", violet: "#8659a5", orange: "#dd7f36", brown: "#7c5439", pink: "#d987a5", grey: "#8b8f94", gray: "#8b8f94",
};
const GO_COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
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

export function cellName(column, row) {
  return String.fromCharCode(97 + column) + (row + 1);
}

// A move as people write it who play there: for stones, row 1 is at the bottom, and no column is called I.
export function moveText(move, { coordinates, height }) {
  if (coordinates !== "go") return move;
  return move.replace(/([a-z])(\d+)/g, (_, column, row) => `${GO_COLUMNS[column.charCodeAt(0) - 97]}${height + 1 - row}`);
}

export function cellOf(move) {
  return move.split(":", 1)[0];
}

// The colour of a disc as it is drawn: of the daemon's name for it, if that is a colour at all.
export function colourOf(name, index) {
  const known = NAMED[name.toLowerCase()];
  if (known) return known;
  return globalThis.CSS?.supports("color", name) ? name : PALETTE[index % PALETTE.length];
}

function draw(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// Whether a colour needs dark signs on it.
function isLight(colour) {
  const context = isLight.context ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150;
}

// The stars of a board for stones.
function stars(width, height) {
  const of = (size) => {
    if (size < 7) return size % 2 ? [(size - 1) / 2] : [];
    const edge = size < 12 ? 2 : 3;
    return size % 2 && size > 7 ? [edge, (size - 1) / 2, size - 1 - edge] : [edge, size - 1 - edge];
  };
  const [columns, rows] = [of(width), of(height)];
  const all = columns.flatMap((column) => rows.map((row) => [column, row]));
  if (width !== 9 || height !== 9) return all;
  return all.filter(([column, row]) => (column === 4) === (row === 4));
}

export class GameBoard extends HTMLElement {
  #description = null;
  #position = null;
  #notes = new Map();
  #marks = new Map();
  #theory = null;
  #parts = new Map(); // of chains: what each stone is, and each closed cell
  #over = null;
  #words = WORDS;
  #cells = new Map();
  #at = "";

  // Not on the drawing: browsers let Tab stop at one that listens for the focus.
  constructor() {
    super();
    this.addEventListener("click", (event) => this.#clicked(event));
    this.addEventListener("keydown", (event) => this.#typed(event));
    this.addEventListener("focusin", (event) => this.#go(event.target.dataset?.cell ?? this.#at));
  }

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
  set words(words) { this.#words = { ...WORDS, ...words }; this.#refresh(this.#position); }

  moveText(move) { return moveText(move, this.#description); }

  focusCell(cell = this.#at) {
    this.#go(cell);
    this.#cells.get(cell)?.group.focus();
  }

  // --- what stays

  #build() {
    const { width, height, holes, lies, capture } = this.#description;
    this.#cells.clear();
    this.dataset.lies = lies ?? (capture === "surround" ? "points" : "cells");
    const points = this.dataset.lies === "points";
    const gone = new Set(holes);
    const span = [width * UNIT + 2 * MARGIN, height * UNIT + 2 * MARGIN];
    const svg = draw("svg", {
      viewBox: `${-MARGIN} ${-MARGIN} ${span[0]} ${span[1]}`, role: "grid", "aria-rowcount": height, "aria-colcount": width,
    });
    svg.append(this.#defs(), this.#surface(gone, points), this.#letters());
    for (let row = 0; row < height; row++) {
      const line = draw("g", { role: "row", "aria-rowindex": row + 1 });
      for (let column = 0; column < width; column++) {
        const name = cellName(column, row);
        if (!gone.has(name)) line.append(this.#cell(name, column, row));
      }
      if (line.childNodes.length) svg.append(line);
    }
    this.#over = draw("g", { class: "chains", "aria-hidden": "true" });
    svg.append(this.#over);
    this.replaceChildren(svg);
    this.#at = this.#cells.has(this.#at) ? this.#at : "";
    this.#refresh();
  }

  #defs() {
    const defs = draw("defs");
    const shade = draw("radialGradient", { id: "disc-shade", cx: "0.36", cy: "0.3", r: "0.8" });
    for (const [offset, colour, opacity] of [[0, "#fff", 0.34], [0.45, "#fff", 0.06], [1, "#000", 0.26]]) {
      shade.append(draw("stop", { offset, "stop-color": colour, "stop-opacity": opacity }));
    }
    defs.append(shade);
    return defs;
  }

  // The board under the discs: its cells or lines, the regions of the seats, the rings.
  #surface(gone, points) {
    const { width, height, homes = [], rings = [] } = this.#description;
    const group = draw("g", { class: "surface", "aria-hidden": "true" });
    const there = (column, row) =>
      column >= 0 && row >= 0 && column < width && row < height && !gone.has(cellName(column, row));
    const outline = [];
    const tiles = [];
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        if (!there(column, row)) continue;
        const [x, y] = [column * UNIT, row * UNIT];
        outline.push(`M${x - 14} ${y - 14}h${UNIT + 28}v${UNIT + 28}h${-UNIT - 28}z`);
        tiles.push(draw("rect", { x, y, width: UNIT, height: UNIT, class: this.#tile(column, row, homes) }));
      }
    }
    group.append(draw("path", { d: outline.join(""), class: "frame" }), ...tiles);
    const lines = [];
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        if (!there(column, row)) continue;
        const [x, y] = points ? [column * UNIT + 50, row * UNIT + 50] : [column * UNIT, row * UNIT];
        if (!points) lines.push(`M${x} ${y}h${UNIT}v${UNIT}h${-UNIT}z`);
        if (points && there(column + 1, row)) lines.push(`M${x} ${y}h${UNIT}`);
        if (points && there(column, row + 1)) lines.push(`M${x} ${y}v${UNIT}`);
      }
    }
    group.append(draw("path", { d: lines.join(""), class: "lines" }));
    if (points) {
      const radius = Math.max(7, Math.min(width, height) / 2);
      for (const [column, row] of stars(width, height)) {
        if (there(column, row)) {
          group.append(draw("circle", { cx: column * UNIT + 50, cy: row * UNIT + 50, r: radius, class: "star" }));
        }
      }
    }
    group.append(...rings.map((ring) => this.#ring(ring)));
    return group;
  }

  // Cells of the regions that seats count take a breath of their seat's colour.
  #tile(column, row, homes) {
    const seat = homes.findIndex((home) => home.includes(cellName(column, row)));
    return `tile ${(column + row) % 2 ? "odd" : "even"}${seat < 0 ? "" : ` home home-${seat % 2}`}`;
  }

  // A closed line through the middles of its cells, round at its corners.
  #ring(ring) {
    const middle = (name) => [(name.charCodeAt(0) - 97) * UNIT + 50, (Number(name.slice(1)) - 1) * UNIT + 50];
    const points = ring.map(middle);
    const between = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const first = between(points.at(-1), points[0]);
    const curves = points.map((point, index) => {
      const next = between(point, points[(index + 1) % points.length]);
      return `Q${point.join(" ")} ${next.join(" ")}`;
    });
    return draw("path", { d: `M${first.join(" ")}${curves.join("")}z`, class: "ring" });
  }

  #letters() {
    const { width, height } = this.#description;
    const group = draw("g", { class: "coordinates", "aria-hidden": "true" });
    const put = (text, x, y) => group.append(draw("text", { x, y }, text));
    const name = (column, row) => moveText(cellName(column, row), this.#description);
    for (let column = 0; column < width; column++) put(name(column, 0)[0], column * UNIT + 50, -36);
    for (let row = 0; row < height; row++) put(name(0, row).slice(1), -37, row * UNIT + 51);
    return group;
  }

  #cell(name, column, row) {
    const [x, y] = [column * UNIT, row * UNIT];
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
    const key = [symbol, last, legal, mark, owner, note?.text, note?.kind, position.colour, part?.key].join("|");
    const label = this.#label(name, { symbol, last, legal, mark, note, part });
    cell.group.setAttribute("aria-label", label);
    if (key === cell.key) return;
    const turned = grown && cell.symbol !== symbol && cell.symbol !== "." && cell.symbol !== null && symbol !== ".";
    const placed = grown && cell.symbol === "." && symbol !== ".";
    [cell.key, cell.symbol] = [key, symbol];
    const parts = [];
    if (symbol !== ".") parts.push(this.#disc(symbol, { last, mark, turned, placed, chained: Boolean(part) }));
    else if (owner !== "." && owner !== " ") parts.push(this.#owned(owner));
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

  #fill(symbol) {
    const index = this.#description.colours.findIndex(([known]) => known === symbol);
    return index < 0 ? "#888" : colourOf(this.#description.colours[index][1], index);
  }

  #disc(symbol, { last, mark, turned, placed, chained }) {
    const fill = this.#fill(symbol);
    const group = draw("g", { class: `disc${turned ? " turned" : ""}${placed ? " placed" : ""}${isLight(fill) ? " light" : " dark"}` });
    const radius = this.dataset.lies === "points" ? 46 : 41;
    group.append(draw("circle", { cx: 50, cy: 52.5, r: radius, class: "shadow" }));
    group.append(draw("circle", { cx: 50, cy: 50, r: radius, fill, class: "face" }));
    group.append(draw("circle", { cx: 50, cy: 50, r: radius, fill: "url(#disc-shade)", class: "shade" }));
    if (last) group.append(draw("circle", { cx: 50, cy: 50, r: chained ? 35 : 9, class: chained ? "last around" : "last" }));
    if (mark === "choice" || mark === "chosen") group.append(draw("circle", { cx: 50, cy: 50, r: 26, class: "choosing" }));
    if (mark === "chosen") group.append(draw("path", { d: "M38 51l9 9l17 -20", class: "tick" }));
    if (mark === "dead") group.append(draw("path", { d: "M34 34L66 66M66 34L34 66", class: "cross" }));
    return group;
  }

  #owned(owner) {
    const fill = this.#fill(owner);
    return draw("rect", { x: 36, y: 36, width: 28, height: 28, rx: 3, fill, class: `owned ${isLight(fill) ? "light" : "dark"}` });
  }

  #hint(mark) {
    return draw("circle", { cx: 50, cy: 50, r: mark === "choice" ? 30 : 9, class: mark === "choice" ? "aim" : "hint" });
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
    const middle = (cell) => at.get(cell).map((step) => step * UNIT + 50);
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
    this.#cells.get(name).group.setAttribute("tabindex", 0);
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
    for (;;) {
      [column, row] = [column + right, row + down];
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
