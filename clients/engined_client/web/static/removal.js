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
    ...agree,
    button("do-dead", words.buttons.dead, (event) => suggest(event.target, game, gateway)),
    button("do-resume", words.buttons.resume, () => game.end("resume"), { class: "quiet" }),
  ];
}

// Have those stones off the board that games played out from here say are dead.
async function suggest(button, game, gateway) {
  button.disabled = true;
  const request = { t: "analyse", session: "game", seconds: 2 };
  const { forecast } = await gateway.ask(request).catch(() => ({}));
  button.disabled = false;
  if (!forecast?.ownership?.length || game.position.phase !== "removal") return;
  await game.end("restore");
  const cells = deadCells(game.position, forecast.ownership);
  if (cells.length) await game.end("remove", { cells });
}

// A group is dead whose cells are, on average, rather the other's at the end of those games.
function deadCells({ board, colour }, ownership) {
  const width = board[0].length;
  const symbols = board.join("");
  const own = [];
  let next = 0;
  for (const symbol of symbols) own.push(symbol === " " ? 0 : ownership[next++]);
  const seen = new Set();
  const dead = [];
  for (let first = 0; first < symbols.length; first++) {
    if (". ".includes(symbols[first]) || seen.has(first)) continue;
    const group = [first];
    seen.add(first);
    for (const at of group) {
      const column = at % width;
      const beside = [at - width, at + width, column ? at - 1 : -1, column < width - 1 ? at + 1 : -1];
      for (const other of beside) {
        if (symbols[other] === symbols[first] && !seen.has(other)) {
          seen.add(other);
          group.push(other);
        }
      }
    }
    const average = group.reduce((sum, at) => sum + own[at], 0) / group.length;
    if ((symbols[first] === colour ? average : -average) < 0) {
      dead.push(...group.map((at) => cellName(at % width, Math.floor(at / width))));
    }
  }
  return dead;
}
