// The clocks of a game: what they show from when the daemon told of them on, and how they are set for a new one.

import { element, field } from "./dom.js";
import { Refused } from "./gateway.js";
import { words } from "./words.js";

const LOW = 10; // seconds from which on a clock is red, and shows tenths

// What each seat has left of the clocks that a position brought at a moment, in seconds.
export function leftOn({ clock, seats }, told) {
  const gone = (performance.now() - told) / 1000;
  return seats.map((seat, index) => Math.max(0, clock.left[index] - (seat === clock.running ? gone : 0)));
}

function shown(seconds) {
  if (seconds < LOW) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`;
  const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)];
  return `${minutes}:${String(rest).padStart(2, "0")}`;
}

// The clock of a seat, to be put beside it.
export function clockFace(seat) {
  return element("span", { class: "seat-clock", role: "timer", "aria-label": words.clockOf(seat) });
}

// Have all clocks that are drawn show what is left now.
export function turnClocks(place, position, told) {
  const left = leftOn(position, told);
  for (const [index, face] of place.querySelectorAll(".seat-clock").entries()) {
    const text = shown(left[index]);
    if (face.textContent !== text) face.textContent = text;
    face.classList.toggle("low", left[index] < LOW);
    face.classList.toggle("running", position.clock.running === position.seats[index]);
  }
}

// What a record says of a game's clocks, as SGF has it: seconds, and in words what comes besides.
export function clockProperties(clock) {
  if (!clock) return {};
  const more = clock.increment ? `${clock.increment} s added after each move` : clock.byoyomi ? `raised to ${clock.byoyomi} s after each move` : "";
  return { TM: [`${clock.main}`], ...(more && { OT: [more] }) };
}

// Fields for a new game's clocks; `chosen(description)` is what they say, null for none. Refused where that cannot be.
export function clockFields() {
  const number = (id, most) => element("input", { type: "number", id, min: 0, max: most, step: "any", inputmode: "decimal", placeholder: "0" });
  const [main, increment, byoyomi] = [number("new-main", 1000), number("new-increment", 3600), number("new-byoyomi", 3600)];
  const fields = element("fieldset", { class: "clock-choice" }, element("legend", {}, words.clock),
    field(words.minutes, main), field(words.increment, increment), field(words.byoyomi, byoyomi),
    element("p", { class: "small" }, words.clockNote));
  const chosen = ({ teams, seats }) => {
    const clock = { main: main.value * 60, increment: Number(increment.value), byoyomi: Number(byoyomi.value) };
    if (!Object.values(clock).some(Boolean)) return null;
    const wrong = (teams?.length || seats.length) !== 2 ? words.clockTwoSides : clock.increment && clock.byoyomi ? words.clockEither : "";
    if (wrong) throw new Refused({ message: wrong });
    return clock;
  };
  return { fields, chosen };
}
