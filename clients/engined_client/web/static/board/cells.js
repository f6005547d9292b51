// Cells: what they are called, what colour is on them, and where they are drawn.

const SVG = "http://www.w3.org/2000/svg";
export const UNIT = 100;
const PALETTE = ["#1b1d1f", "#f7f5ef", "#c8443b", "#e0a526", "#3d8b57", "#3b6fb5", "#8659a5", "#d9772f"];
const NAMED = {
  black: "#1b1d1f", white: "#f7f5ef", red: "#c8443b", yellow: "#e8b93a", green: "#217c45", blue: "#3f74ba",
  purple: "#8659a5", violet: "#8659a5", orange: "#dd7f36", brown: "#7c5439", pink: "#d987a5", grey: "#8b8f94", gray: "#8b8f94",
};
const GO_COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

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

export function draw(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// Red, green and blue, 0 to 255, of a colour by any name.
function seen(colour) {
  const context = seen.context ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data;
}

// Whether a colour needs dark signs on it.
export function isLight(colour) {
  const [red, green, blue] = seen(colour);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150;
}

// Whether a disc of a colour is hard to see on a green board.
export function isGreen(colour) {
  const [red, green, blue] = seen(colour);
  return green > 1.4 * Math.max(red, blue);
}

// The view after a quarter turn to the right, and the mirror image of a view, left for right.
export const turned = (view) => view ^ (view & 4 ? 5 : 6);
export const mirrored = (view) => view ^ (view & 4 ? 2 : 1);

// How a board lies: 1 exchanges left and right, 2 top and bottom, 4 then rows and columns.
export class Lie {
  #description;
  #view;

  constructor(description, view) {
    [this.#description, this.#view] = [description, view];
    this.upright = !(view & 4);
    const sides = [description.width, description.height];
    [this.across, this.down] = this.upright ? sides : sides.reverse();
  }

  // The upper left corner of a cell, in the drawing.
  place(column, row) {
    const { width, height } = this.#description;
    const place = [this.#view & 1 ? width - 1 - column : column, this.#view & 2 ? height - 1 - row : row];
    return (this.upright ? place : place.reverse()).map((step) => step * UNIT);
  }

  middle(name) {
    return this.place(name.charCodeAt(0) - 97, Number(name.slice(1)) - 1).map((edge) => edge + UNIT / 2);
  }

  // The columns and rows that a step to the right or down in the drawing leads on.
  step(right, down) {
    const [columns, rows] = this.upright ? [right, down] : [down, right];
    return [this.#view & 1 ? -columns : columns, this.#view & 2 ? -rows : rows];
  }
}
