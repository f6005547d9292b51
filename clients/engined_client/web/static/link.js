// The link of this page, and the conversation over it, which begins before the rest of the page has come.

import { Gateway, post } from "./gateway.js";

const SAID = "engined.said";

// The link is the game's name and its key: nobody finds it who was not given it.
function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function gameName() {
  const given = location.hash.slice(1);
  if (/^[A-Za-z0-9_-]{1,48}$/.test(given)) return given;
  const name = newName();
  history.replaceState(null, "", `#${name}`);
  return name;
}

// Another game has a link of its own. It is kept there, and the browser goes there: the game of this link stays as it is, for
// all who look at it, and Back returns to it. `said` is what is to be read there.
export async function goToNew(game, said = "") {
  const name = newName();
  await post(`/message?client=${name}`, JSON.stringify({ t: "keep-game", id: "1", game }));
  sessionStorage.setItem(SAID, said);
  location.hash = name;
}

// What was to be read here; once.
export function saidBefore() {
  const said = sessionStorage.getItem(SAID) ?? "";
  sessionStorage.removeItem(SAID);
  return said;
}

export const link = gameName();
export const gateway = new Gateway(link);

// The game that is kept for this link, asked for at once; who needs it says what happens when it cannot be had.
export const recalled = gateway.ask({ t: "recall-game" });
recalled.catch(() => {});
