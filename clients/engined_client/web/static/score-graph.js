// The score along a game: a curve for two sides, up being good for the first, or a curve for each seat's count.

import { drawing } from "./dom.js";

const [LEFT, RIGHT, EDGE, BOTTOM] = [30, 10, 10, 20];
const TICKS = 6; // move numbers at most

export class ScoreGraph {
  #svg;
  #width = 1;
  #count = 1;

  // `pressed(ply)` is called when somebody points into the graph.
  constructor(svg, pressed) {
    this.#svg = svg;
    svg.classList.add("score-graph");
    svg.addEventListener("click", ({ clientX }) => {
      const box = svg.getBoundingClientRect();
      const x = ((clientX - box.left) / box.width) * this.#width;
      pressed(Math.max(0, Math.min(this.#count, Math.round(((x - LEFT) / (this.#width - LEFT - RIGHT)) * this.#count))));
    });
  }

  // Curves are {points, colour}, points {ply, value, sure, grade, said}; from `at` on nothing has been played yet.
  draw({ width, height, count, signed, curves, at, label }) {
    [this.#width, this.#count] = [width, Math.max(1, count)];
    const values = curves.flatMap(({ points }) => points.map(({ value }) => Math.abs(value)));
    const most = Math.max(signed ? 8 : 4, ...values);
    const least = signed ? -most : 0;
    const x = (ply) => LEFT + (ply / this.#count) * (width - LEFT - RIGHT);
    const y = (value) => height - BOTTOM - ((value - least) / (most - least)) * (height - EDGE - BOTTOM);
    const parts = [drawing("line", { x1: LEFT, x2: width - RIGHT, y1: y(0), y2: y(0), class: "zero" })];
    for (const tick of signed ? [most, 0, -most] : [most, 0]) {
      const text = `${tick > 0 && signed ? "+" : tick < 0 ? "−" : ""}${Math.round(Math.abs(tick))}`;
      parts.push(drawing("text", { x: LEFT - 4, y: y(tick) + 4 }, text));
    }
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((each) => this.#count / each <= TICKS) ?? 1000;
    for (let ply = step; ply <= count; ply += step) {
      parts.push(drawing("line", { x1: x(ply), x2: x(ply), y1: EDGE, y2: height - BOTTOM, class: "ply" }));
      parts.push(drawing("text", { x: x(ply), y: height - 5, class: "ply" }, `${ply}`));
    }
    for (const curve of curves) parts.push(...this.#curve(curve, signed, x, y));
    parts.push(drawing("line", { x1: x(at), x2: x(at), y1: 4, y2: height - BOTTOM, class: "now" }));
    this.#svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#svg.setAttribute("aria-label", label);
    this.#svg.replaceChildren(...parts);
  }

  #curve({ points, colour }, signed, x, y) {
    const places = points.map(({ ply, value }) => `${x(ply)},${y(value)}`);
    const sureFrom = points.findLastIndex(({ sure }) => !sure);
    const cut = signed ? sureFrom + 1 : 0;
    const parts = [];
    if (signed && points.length) {
      const ends = [`${x(points[0].ply)},${y(0)}`, `${x(points.at(-1).ply)},${y(0)}`];
      parts.push(drawing("polygon", { points: [ends[0], ...places, ends[1]].join(" "), class: "area" }));
    }
    if (cut) parts.push(drawing("polyline", { points: places.slice(0, cut + 1).join(" "), class: "curve unsure" }));
    parts.push(drawing("polyline", { points: places.slice(cut).join(" "), class: "curve", stroke: colour }));
    for (const { ply, value, grade, said } of points) {
      if (grade) parts.push(drawing("circle", { cx: x(ply), cy: y(value), r: 5, class: `dot ${grade}` }, drawing("title", {}, said)));
      else if (points.length < 3) parts.push(drawing("circle", { cx: x(ply), cy: y(value), r: 3, class: "dot", fill: colour }));
    }
    return parts;
  }
}
