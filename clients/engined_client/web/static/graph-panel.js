// How the score went along the line that is looked at; a slider walks along it.

import { element } from "./dom.js";
import { discIcon } from "./seats.js";
import { colourOf } from "./game-board.js";
import { scoreText } from "./analysis.js";
import { mark, worth } from "./worth.js";
import { words } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 136;

function draw(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

export class GraphPanel {
  #game;
  #svg = draw("svg", { class: "graph", role: "img" });
  #slider = element("input", { type: "range", id: "timeline", min: 0, "aria-label": words.timeline,
    oninput: () => this.#slide() });
  #legend = element("p", { class: "small legend" });

  constructor(game, analysis) {
    this.#game = game;
    this.root = element("section", { class: "panel", "aria-labelledby": "graph-title" },
      element("div", { class: "panel-head" }, element("h2", { id: "graph-title" }, words.graph)),
      element("div", { class: "graph-box" }, this.#svg), this.#slider, this.#legend);
    analysis.addEventListener("news", () => this.changed());
    new ResizeObserver(() => this.changed()).observe(this.#svg);
    this.#svg.addEventListener("click", (event) => {
      const line = this.#line();
      const box = this.#svg.getBoundingClientRect();
      const ply = Math.round(((event.clientX - box.left) / box.width) * Math.max(1, line.length - 1));
      this.#game.go(line[Math.max(0, Math.min(line.length - 1, ply))]);
    });
  }

  #line() {
    const { tree, node } = this.#game;
    return [tree.root, ...tree.line(node)];
  }

  #slide() {
    this.#game.go(this.#line()[Number(this.#slider.value)]);
  }

  changed() {
    const game = this.#game;
    if (!game.position) return;
    const line = this.#line();
    const at = line.indexOf(game.node);
    const width = this.#svg.clientWidth || 400;
    this.#svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    [this.#slider.max, this.#slider.value] = [Math.max(1, line.length - 1), at];
    this.#slider.disabled = line.length < 2;
    this.#slider.setAttribute("aria-valuetext", words.plyOf(at, line.length - 1));
    const series = game.sides === 2 ? [this.#scores(line)] : this.#counts(line);
    const known = series.flatMap(({ points }) => points.map(([, value]) => value));
    const most = Math.max(game.sides === 2 ? 8 : 4, ...known.map(Math.abs));
    const least = game.sides === 2 ? -most : 0;
    const x = (ply) => 8 + (ply / Math.max(1, line.length - 1)) * (width - 16);
    const y = (value) => HEIGHT - 10 - ((value - least) / (most - least)) * (HEIGHT - 20);
    const parts = [draw("line", { x1: 0, x2: width, y1: y(0), y2: y(0), class: "zero" })];
    for (const { points, fill } of series) {
      if (points.length > 1) parts.push(draw("polyline", { points: points.map(([ply, value]) => `${x(ply)},${y(value)}`).join(" "), class: fill ? "curve" : "curve score", ...(fill ? { stroke: fill } : {}) }));
      parts.push(...points.map(([ply, value, sign]) => this.#dot(x(ply), y(value), sign, fill)));
    }
    parts.push(draw("line", { x1: x(at), x2: x(at), y1: 0, y2: HEIGHT, class: "now" }));
    this.#svg.replaceChildren(...parts);
    this.#svg.setAttribute("aria-label", this.#said(series[0].points));
    this.#explain(series);
  }

  #dot(cx, cy, sign, fill) {
    const kind = { "??": "blunder", "?": "mistake" }[sign] ?? "";
    return draw("circle", { cx, cy, r: kind ? 5 : 2.5, class: fill ? "dot" : `dot score ${kind}`, ...(fill ? { fill } : {}) });
  }

  // Between two sides: the score from the first seat's view.
  #scores(line) {
    const known = line.map((node, ply) => [ply, worth(this.#game, node), mark(this.#game, node)]);
    return { points: known.filter(([, score]) => score !== null) };
  }

  // Among more: what each seat counts.
  #counts(line) {
    const { description, position } = this.#game;
    return position.seats.map((seat, index) => {
      const symbol = description.seats[index][1];
      const colour = description.colours.findIndex(([known]) => known === symbol);
      const shared = description.seats.filter(([, other]) => other === symbol).length > 1;
      const fill = shared ? ["#c8443b", "#3f74ba", "#e0a526", "#4c9a63"][index % 4] : colourOf(description.colours[colour][1], colour);
      const points = line.flatMap((node, ply) => (node.scores ? [[ply, node.scores[index]]] : []));
      return { seat, points, fill, symbol };
    });
  }

  #explain(series) {
    if (series.length === 1) {
      const { seats } = this.#game.position;
      this.#legend.replaceChildren(series[0].points.length ? words.graphOf(seats[0]) : words.graphEmpty);
      return;
    }
    this.#legend.replaceChildren(...series.flatMap(({ seat, symbol, fill }) => [
      draw("svg", { viewBox: "0 0 20 8", class: "key", "aria-hidden": "true" },
        draw("line", { x1: 0, x2: 20, y1: 4, y2: 4, stroke: fill, "stroke-width": 3 })),
      discIcon(this.#game.description.colours, symbol), `${words.seat(seat)} `,
    ]));
  }

  #said(points) {
    const last = points.at(-1);
    return last ? words.graphSaid(points.length, scoreText({ score: last[1], kind: "estimate" })) : words.graphEmpty;
  }
}
