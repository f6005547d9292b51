// The link of this page, and the conversation over it, which begins before the rest of the page has come.

import { Gateway } from "./gateway.js";

// The link is the game's name and its key: nobody finds it who was not given it.
function gameName() {
  const given = location.hash.slice(1);
  if (/^[A-Za-z0-9_-]{1,48}$/.test(given)) return given;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const name = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  history.replaceState(null, "", `#${name}`);
  return name;
}

export const gateway = new Gateway(gameName());

// The game that is kept for this link, asked for at once; who needs it says what happens when it cannot be had.
export const recalled = gateway.ask({ t: "recall-game" });
recalled.catch(() => {});
