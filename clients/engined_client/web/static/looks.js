// How discs and boards look, and whether moves are heard: as chosen in this browser.

import { colourOf } from "./game-board.js";

// The discs of old boards, by the colours that the rules call them.
export const DISCS = {
  usual: {}, "black-red": { white: "#c8443b" }, "red-white": { black: "#b8352d" },
};
export const BOARDS = ["usual", "green", "wood", "blue"];

const kept = (name) => localStorage.getItem(`engined.${name}`) ?? "usual";

export const chosen = () => ({ discs: kept("discs"), board: kept("board"), sound: localStorage.getItem("engined.sound") === "on" });

export function discColour(colours, symbol) {
  const index = colours.findIndex(([known]) => known === symbol);
  const name = colours[index]?.[1] ?? "";
  return DISCS[chosen().discs]?.[name.toLowerCase()] ?? colourOf(name, Math.max(index, 0));
}

// Have the board look as chosen.
export function dress(board) {
  board.palette = DISCS[chosen().discs] ?? {};
  board.dataset.looks = chosen().board;
  board.view = Number(localStorage.getItem("engined.view") ?? 0) & 7;
}

let context = null;

// A disc is put down.
export function click() {
  if (!chosen().sound) return;
  context ??= new AudioContext();
  const [now, tone, gain] = [context.currentTime, context.createOscillator(), context.createGain()];
  tone.frequency.setValueAtTime(900, now);
  tone.frequency.exponentialRampToValueAtTime(180, now + 0.05);
  gain.gain.setValueAtTime(0.25, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + 0.07);
  tone.connect(gain).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.08);
}
