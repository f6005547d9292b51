// The board as it is shown, for elsewhere: as a picture of either kind, and as text.

import { moveText } from "./game-board.js";

const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity",
  "paint-order", "font-size", "font-weight", "text-anchor", "dominant-baseline", "stop-color", "stop-opacity"];
const SIZE = 1200; // pixels of the longer side of a PNG

// An SVG that needs no style sheet.
export function boardSvg(board) {
  const shown = board.querySelector("svg");
  const copy = shown.cloneNode(true);
  const [from, to] = [shown, copy].map((svg) => [...svg.querySelectorAll("*")]);
  for (const [index, element] of from.entries()) {
    const styles = getComputedStyle(element);
    for (const name of STYLES) to[index].setAttribute(name, styles.getPropertyValue(name));
    if (element.tagName === "text") to[index].setAttribute("font-family", "sans-serif");
    for (const name of ["class", "tabindex", "role", "aria-label", "aria-colindex"]) to[index].removeAttribute(name);
  }
  for (const area of copy.querySelectorAll("[data-cell] > rect:first-child")) area.remove();
  const [, , width, height] = copy.getAttribute("viewBox").split(" ");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  for (const [name, value] of Object.entries({ width, height })) copy.setAttribute(name, value);
  return new XMLSerializer().serializeToString(copy);
}

// The same as a PNG, on the colour of the page.
export async function boardPng(board) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(boardSvg(board))}`;
  await image.decode();
  const scale = SIZE / Math.max(image.width, image.height);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height].map((side) => Math.round(side * scale));
  const context = canvas.getContext("2d");
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}

// The board with its coordinates, who is to move, and the moves.
export function boardText({ description, position, moves }, moveName) {
  const name = (x, y) => moveText(String.fromCharCode(97 + x) + (y + 1), description);
  const columns = [...position.board[0]].map((_, x) => name(x, 0)[0]).join(" ");
  const rows = position.board.map((row, y) => `${name(0, y).slice(1).padStart(2)} ${[...row].join(" ")}`.trimEnd());
  const seat = description.seats.find(([known]) => known === position.mover);
  return [`   ${columns}`, ...rows, "", ...(seat && !position.over ? [`${seat[0]} (${seat[1]})`] : [position.result ?? ""]), moves.map(moveName).join(" ")].join("\n").trimEnd();
}
