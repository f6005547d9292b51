// How the score went along the line that is looked at; a slider walks along it.

import { drawing, element } from "./dom.js";
import { discIcon } from "./seats.js";
import { colourOf } from "./game-board.js";
import { ScoreGraph } from "./score-graph.js";
import { scoreText } from "./score-text.js";
import { SIGNS } from "./review/told.js";
import { words } from "./words.js";

const HEIGHT = 136;
const SHARED = ["#c8443b", "#3f74ba", "#e0a526", "#4c9a63"]; // for seats that play discs of one colour

export class GraphPanel {
  #game;
  #svg = drawing("svg", { role: "img" });
  #graph;
  #slider = element("input", { type: "range", id: "timeline", min: 0, "aria-label": words.timeline,
    oninput: () => this.#go(Number(this.#slider.value)) });
  #legend = element("p", { class: "small legend" });

  constructor(game, analysis) {
    this.#game = game;
    this.#graph = new ScoreGraph(this.#svg, (ply) => this.#go(ply));
    this.root = element("section", { class: "panel", "aria-labelledby": "graph-title" },
      element("div", { class: "panel-head" }, element("h2", { id: "graph-title" }, words.graph)),
      element("div", { class: "graph-box" }, this.#svg), this.#slider, this.#legend);
    analysis.addEventListener("news", () => this.changed());
    game.addEventListener("review", () => this.changed());
    new ResizeObserver(() => this.changed()).observe(this.#svg);
  }

  get #line() {
    const { tree, node } = this.#game;
    return [tree.root, ...tree.line(node)];
  }

  #go(ply) {
    const line = this.#line;
    this.#game.go(line[Math.min(ply, line.length - 1)]);
  }

  changed() {
    const game = this.#game;
    if (!game.position) return;
    const line = this.#line;
    const [at, count] = [line.indexOf(game.node), line.length - 1];
    [this.#slider.max, this.#slider.value] = [Math.max(1, count), at];
    this.#slider.disabled = count < 1;
    this.#slider.setAttribute("aria-valuetext", words.plyOf(at, count));
    const signed = game.sides === 2;
    const expected = !signed && line.some(({ review }) => review?.move.played.counts.length);
    const curves = signed ? [{ points: this.#scores(line) }] : this.#counts(line, expected);
    this.#graph.draw({ width: this.#svg.clientWidth || 400, height: HEIGHT, count, signed, curves, at, label: this.#said(curves[0].points) });
    this.#legend.replaceChildren(...(signed ? this.#explained(curves[0].points) : [words.graphCounts(expected), ...this.#keys(curves)]));
  }

  // Between two sides: the score from the first one's view, as the review has it, or an analysis.
  #scores(line) {
    const game = this.#game;
    const points = line.map((node, ply) => {
      const review = node.review?.move;
      const next = node === game.tree.root ? line[1]?.review?.move : null;
      const [worth, mover] = review ? [review.played, review.seat] : next ? [next.best, next.seat] : [node.analysis, node.mover];
      if (node.end !== null) return { ply, value: node.end, sure: true, ...this.#mark(review) };
      if (typeof worth?.score !== "number" || mover === undefined) return null;
      const sign = game.side(mover || game.position.seats[0]) === 0 ? 1 : -1;
      return { ply, value: sign * worth.score, sure: worth.kind === "exact", ...this.#mark(review) };
    });
    return points.filter(Boolean);
  }

  #mark(review) {
    if (!review?.grade) return {};
    return { grade: review.grade, said: `${review.ply}. ${this.#game.moveText(review.move)}${SIGNS[review.grade]} −${review.loss}` };
  }

  // Among more: what each seat counts there, or what a review expects in the end.
  #counts(line, expected) {
    const { description, position } = this.#game;
    return position.seats.map((seat, index) => {
      const symbol = description.seats[index][1];
      const colour = description.colours.findIndex(([known]) => known === symbol);
      const shared = description.seats.filter(([, other]) => other === symbol).length > 1;
      const points = line.flatMap((node, ply) => {
        const counts = expected ? node.review?.move.played.counts : node.scores;
        return counts?.length ? [{ ply, value: counts[index] }] : [];
      });
      return { seat, symbol, points, colour: shared ? SHARED[index % 4] : colourOf(description.colours[colour][1], colour) };
    });
  }

  #explained(points) {
    return [points.length ? words.graphOf(this.#game.position.seats[0]) : words.graphEmpty];
  }

  #keys(curves) {
    return curves.map(({ seat, symbol, colour }) => element("span", { class: "key" },
      drawing("svg", { viewBox: "0 0 20 8", "aria-hidden": "true" },
        drawing("line", { x1: 0, x2: 20, y1: 4, y2: 4, stroke: colour, "stroke-width": 3 })),
      discIcon(this.#game.description.colours, symbol), words.seat(seat)));
  }

  #said(points) {
    const last = points.at(-1);
    return last ? words.graphSaid(points.length, scoreText({ score: last.value, kind: "estimate" })) : words.graphEmpty;
  }
}
