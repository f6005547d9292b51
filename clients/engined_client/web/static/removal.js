// After passes have stopped a game of Go: which stones are dead, and who agrees.

import { element } from "./dom.js";
import { cellName } from "./game-board.js";
import { words } from "./words.js";

export function removalPanel(game, gateway) {
  const { position } = game;
  const button = (id, text, does, properties = {}) =>
    element("button", { type: "button", id, onclick: does, ...properties }, text);
  const agree = position.seats.map((seat, index) => {
    const has = position.agreed?.includes(seat) ?? false;
    const text = has ? words.hasAgreed(seat) : words.buttons.agree(seat);
    return button(`do-agree-${index}`, text, () => game.end("agree", { seat }), { disabled: has, class: "urgent" });
  });
  return [
    element("p", {}, words.removal),
    element("p", { id: "fates", "aria-live": "polite" }, game.node.fates ?? ""),
    ...agree,
    button("do-dead", words.buttons.dead, (event) => suggest(event.target, game, gateway)),
    button("do-resume", words.buttons.resume, () => game.end("resume"), { class: "quiet" }),
  ];
}

// Have those stones off the board that an analysis says are dead; what it finds unsettled stays.
async function suggest(button, game, gateway) {
  button.disabled = true;
  const request = { t: "analyse", session: "game", seconds: 2, life: true };
  const { forecast } = await gateway.ask(request).catch(() => ({}));
  button.disabled = false;
  if (!forecast?.life?.length || game.position.phase !== "removal") return;
  const [cells, seki, unsettled] = ["d", "s", "u"].map((fate) => cellsOf(forecast.life, fate));
  const text = (named) => named.map((cell) => game.moveText(cell)).join(" ");
  game.node.fates = words.fates(text(seki), text(unsettled));
  await game.end("restore");
  if (cells.length) await game.end("remove", { cells });
}

// The cells of which `life` says this.
function cellsOf(life, fate) {
  return life.flatMap((row, at) => [...row].flatMap((said, column) => (said === fate ? [cellName(column, at)] : [])));
}
