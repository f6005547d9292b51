// The games that were played or looked at in this browser: a list that is kept here, and nowhere else.

import { element, field, openDialog } from "./dom.js";
import { language, words } from "./words.js";

const KEPT = "engined.games";
const MOST = 500;

function read() {
  try {
    const games = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(games) ? games : [];
  } catch {
    return []; // what somebody else has written there
  }
}

// The oldest ones are forgotten here when there are too many, or the browser takes no more; their links still work.
function write(games) {
  for (let most = MOST; most > 0; most = Math.floor(most / 2)) {
    try {
      localStorage.setItem(KEPT, JSON.stringify(games.slice(0, most)));
      return;
    } catch (error) {
      if (error.name !== "QuotaExceededError") throw error;
    }
  }
}

// Note the game of this link, once somebody has played in it: what it is, who plays, which positions it has come to.
export function note(game) {
  const link = location.hash.slice(1);
  const { tree, node, description, position } = game;
  if (!link || !tree.root.children.length) return;
  const others = read();
  const known = others.find((one) => one.link === link);
  const line = tree.line(node);
  const opening = words.opening(position.openings ?? []) || (known?.opening ?? "");
  const digests = new Set([...(known?.digests ?? []), position.digest.slice(0, 10)]);
  const entry = { link, variant: description.name, title: words.title(description), names: game.names.filter(Boolean), plies: line.length,
    moves: line.slice(0, 30).map(({ move }) => move).join(" "), opening, result: position.over ? position.result : (known?.result ?? ""),
    digests: [...digests].slice(-200), when: Date.now() };
  write([entry, ...others.filter((one) => one !== known)]);
}

export function myGamesDialog({ gateway, game }) {
  const list = element("ul", { class: "my-games", id: "my-games" });
  const search = element("input", { type: "search", id: "my-search", placeholder: words.mySearchExample, oninput: () => show() });
  const here = element("input", { type: "checkbox", id: "my-here", onchange: () => show() });

  // Games of which each word is told, and that came to the position on the board, if that is asked for.
  function show() {
    const parts = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const digest = game.position?.digest.slice(0, 10);
    const told = (one) => [one.title, one.variant, one.opening, one.result, one.moves, one.moves.replaceAll(" ", ""), ...one.names].join(" ").toLowerCase();
    const found = read().filter((one) => parts.every((part) => told(one).includes(part)) && (!here.checked || one.digests.includes(digest)));
    list.replaceChildren(...(found.length ? found.map(row) : [element("li", { class: "small" }, words.noGames)]));
  }

  function row(one) {
    const said = [one.names.join(" – "), one.opening, words.plies(one.plies), one.result].filter(Boolean).join(", ");
    const when = new Date(one.when).toLocaleDateString(document.documentElement.lang);
    const open = element("a", { href: `${location.pathname}${location.search}#${one.link}`, "aria-current": location.hash.slice(1) === one.link && "page" }, one.title);
    const forget = element("button", { type: "button", class: "quiet", "aria-label": words.forgetGame(one.title), title: words.forgetGame(one.title), onclick: () => {
      write(read().filter(({ link }) => link !== one.link));
      show();
    } }, "×");
    return element("li", {}, element("span", {}, open, " ", element("span", { class: "small" }, `${said} · ${when}`)), forget);
  }

  // Where the server has a tournament.
  const club = element("p", { id: "my-club", hidden: true }, element("a", { href: `/club?lang=${language}` }, words.tournament));
  gateway.ask({ t: "tournament" }).then(() => { club.hidden = false; }, () => {});

  openDialog(words.menu.games, words.buttons.close, () => [
    club, element("p", { class: "small" }, words.myGamesText), field(words.mySearch, search),
    element("label", { class: "tool" }, here, words.myHere), list,
  ]);
  show();
}
