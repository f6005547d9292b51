// The board under the discs: its cells or lines, the regions of seats, the rings, the coordinates around it.

import { cellName, draw, moveText, UNIT } from "./cells.js";

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

// The light on discs, under a name that no other board of the page has.
export function shades(id) {
  const defs = draw("defs");
  const shade = draw("radialGradient", { id, cx: "0.36", cy: "0.3", r: "0.8" });
  for (const [offset, colour, opacity] of [[0, "#fff", 0.34], [0.45, "#fff", 0.06], [1, "#000", 0.26]]) {
    shade.append(draw("stop", { offset, "stop-color": colour, "stop-opacity": opacity }));
  }
  defs.append(shade);
  return defs;
}

export function surface(description, lie, gone, points) {
  const { width, height, homes = [], rings = [], seats } = description;
  const group = draw("g", { class: "surface", "aria-hidden": "true" });
  const there = (column, row) =>
    column >= 0 && row >= 0 && column < width && row < height && !gone.has(cellName(column, row));
  const outline = [];
  const tiles = [];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (!there(column, row)) continue;
      const [x, y] = lie.place(column, row);
      outline.push(`M${x - 14} ${y - 14}h${UNIT + 28}v${UNIT + 28}h${-UNIT - 28}z`);
      tiles.push(draw("rect", { x, y, width: UNIT, height: UNIT, class: tileClass(column, row, homes) }));
    }
  }
  group.append(draw("path", { d: outline.join(""), class: "frame" }), ...tiles);
  const lines = [];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (!there(column, row)) continue;
      if (!points) lines.push(`M${lie.place(column, row).join(" ")}h${UNIT}v${UNIT}h${-UNIT}z`);
      for (const [right, down] of points ? [[1, 0], [0, 1]] : []) {
        if (there(column + right, row + down)) lines.push(`M${lie.middle(cellName(column, row)).join(" ")}L${lie.middle(cellName(column + right, row + down)).join(" ")}`);
      }
    }
  }
  group.append(draw("path", { d: lines.join(""), class: "lines" }));
  if (points) {
    const radius = Math.max(7, Math.min(width, height) / 2);
    for (const [column, row] of stars(width, height)) {
      if (there(column, row)) {
        const [cx, cy] = lie.middle(cellName(column, row));
        group.append(draw("circle", { cx, cy, r: radius, class: "star" }));
      }
    }
  } else {
    group.append(...dots(description, lie, there));
  }
  group.append(...whose(homes, seats, lie));
  group.append(...rings.map((ring) => closedLine(ring, lie)));
  return group;
}

// The four dots of an Othello board, two lines from each edge, where all cells around them are there.
function dots({ width, height }, lie, there) {
  if (Math.min(width, height) < 6) return [];
  const corners = [2, width - 2].flatMap((column) => [2, height - 2].map((row) => [column, row]))
    .filter(([column, row]) => there(column, row) && there(column - 1, row) && there(column, row - 1) && there(column - 1, row - 1));
  return corners.map(([column, row]) => {
    const [one, other] = [lie.place(column, row), lie.place(column - 1, row - 1)];
    return draw("circle", { cx: Math.max(one[0], other[0]), cy: Math.max(one[1], other[1]), r: 8, class: "star" });
  });
}

// The name of the seat whose region it is, under the discs.
function whose(homes, seats, lie) {
  return homes.map((home, index) => {
    const places = home.map((name) => lie.middle(name));
    const [x, y] = [0, 1].map((axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length);
    return draw("text", { x, y, class: "whose" }, seats[index]?.[0] ?? "");
  });
}

// Cells of the regions that seats count take a breath of their seat's colour.
function tileClass(column, row, homes) {
  const seat = homes.findIndex((home) => home.includes(cellName(column, row)));
  return `tile ${(column + row) % 2 ? "odd" : "even"}${seat < 0 ? "" : ` home home-${seat % 2}`}`;
}

// A closed line through the middles of its cells, round at its corners.
function closedLine(ring, lie) {
  const points = ring.map((name) => lie.middle(name));
  const between = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const first = between(points.at(-1), points[0]);
  const curves = points.map((point, index) => {
    const next = between(point, points[(index + 1) % points.length]);
    return `Q${point.join(" ")} ${next.join(" ")}`;
  });
  return draw("path", { d: `M${first.join(" ")}${curves.join("")}z`, class: "ring" });
}

// The coordinates around the board, of so many units.
export function letters(description, lie, size) {
  const { width, height } = description;
  const group = draw("g", { class: "coordinates", "aria-hidden": "true", "font-size": size });
  const off = -20 - size * 0.65;
  const put = (text, [x, y], across) => group.append(draw("text", across ? { x: x + 50, y: off } : { x: off, y: y + 51 }, text));
  const name = (column, row) => moveText(cellName(column, row), description);
  for (let column = 0; column < width; column++) put(name(column, 0)[0], lie.place(column, 0), lie.upright);
  for (let row = 0; row < height; row++) put(name(0, row).slice(1), lie.place(0, row), !lie.upright);
  return group;
}
