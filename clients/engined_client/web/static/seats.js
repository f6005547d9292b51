// Who plays: a strip for each seat with its colour, what it counts, and whether the engine has it.

import { discColour } from "./looks.js";
import { clockFace } from "./clocks.js";
import { drawing, element } from "./dom.js";
import { words } from "./words.js";

// A disc of a seat's colour; SVG, since styles may not be written into elements.
export function discIcon(colours, symbol) {
  const fill = discColour(colours, symbol);
  return drawing("svg", { viewBox: "0 0 20 20", class: "disc-icon", "aria-hidden": "true" },
    drawing("circle", { cx: 10, cy: 10, r: 8.5, fill }));
}

// What a seat has: its discs while they are played for, in the end what counts.
function counted({ seats, colours, scoring }, position, index) {
  if (scoring !== "discs" || position.over) return position.scores[index];
  return position.discs[colours.findIndex(([symbol]) => symbol === seats[index][1])];
}

// Whom a seat plays with, and what they count together.
function together({ description, position }, seat) {
  const team = description.teams.find((seats) => seats.includes(seat));
  const sum = team.reduce((all, each) => all + counted(description, position, position.seats.indexOf(each)), 0);
  return words.together(team.filter((each) => each !== seat).map(words.seat), sum);
}

export function seatStrips(game, engine) {
  const { description, position } = game;
  return position.seats.map((seat, index) => {
    const turn = position.mover === seat && !position.over;
    const byEngine = game.engine.includes(seat);
    const details = [];
    if (position.prisoners?.length) details.push(words.prisoners(position.prisoners[index]));
    if (description.teams?.length) details.push(together(game, seat));
    if (position.komi && index === 1) details.push(words.komi(position.komi));
    if (position.ranks?.length && position.over) details.push(words.rank(position.ranks[index]));
    const strip = element("div", { class: `seat${turn ? " turn" : ""}${turn && engine.thinking ? " thinking" : ""}` });
    const clock = game.session?.clock ? clockFace(seat) : null;
    strip.append(...[
      element("span", { class: "seat-who" },
        discIcon(description.colours, description.seats[index][1]),
        element("span", { class: "seat-name" }, game.names[index] || words.seat(seat)),
        element("span", { class: "seat-score" }, words.count(counted(description, position, index)))),
      clock,
      element("span", { class: "seat-details" }, details.join(", ")),
      element("button", {
        type: "button", class: "quiet seat-engine", id: `seat-engine-${index}`, "aria-pressed": `${byEngine}`,
        title: words.engineSeatTitle(seat), "aria-label": `${words.seat(seat)}: ${byEngine ? words.byEngine : words.byPerson}`,
        onclick: () => game.seat(seat, !byEngine),
      }, byEngine ? words.byEngine : words.byPerson)].filter(Boolean));
    return strip;
  });
}
