// The games that were played or looked at in this browser: a list that is kept here, and by the server under a name if one is chosen.

import { element, field, openDialog } from "./dom.js";
import { faultText, language, words } from "./words.js";

const KEPT = "engined.games";
const NAME = "engined.list"; // of the list on the server
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

let noting = false;
let unnoted = null; // what is to be noted next

// Have the server note games under the name that was chosen; while it does, what has changed since waits.
async function noteThere(gateway, games) {
  const list = localStorage.getItem(NAME);
  if (!list) return;
  unnoted = [...games, ...(unnoted ?? []).filter(({ link }) => !games.some((one) => one.link === link))];
  if (noting) return;
  noting = true;
  try {
    while (unnoted) {
      const next = unnoted;
      unnoted = null;
      await gateway.ask({ t: "note-games", list, games: next });
    }
  } finally {
    noting = false;
  }
}

// Note the game of this link, once somebody has played in it: what it is, who plays, which positions it has come to.
export function note(gateway, game) {
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
  noteThere(gateway, [entry]).catch(() => {}); // the list here has it; its dialog says what is wrong there
}

export function myGamesDialog({ gateway, game }) {
  const list = element("ul", { class: "my-games", id: "my-games" });
  const search = element("input", { type: "search", id: "my-search", placeholder: words.mySearchExample, oninput: () => show() });
  const here = element("input", { type: "checkbox", id: "my-here", onchange: () => show() });

  const name = element("input", { type: "text", id: "my-name", maxlength: 100, autocomplete: "off", spellcheck: "false",
    value: localStorage.getItem(NAME) ?? "", onchange: () => rename() });
  const fault = element("p", { class: "fault", role: "alert" });
  let there = []; // the games of the list on the server

  // Under a name, those of this browser are on its list, too.
  async function rename() {
    there = [];
    fault.textContent = "";
    localStorage.setItem(NAME, name.value.trim());
    try {
      await noteThere(gateway, read());
      await recall();
    } catch (error) {
      fault.textContent = faultText(error);
    }
    show();
  }

  async function recall() {
    const list = localStorage.getItem(NAME);
    if (list) there = (await gateway.ask({ t: "recall-list", list })).games ?? [];
  }

  function all() {
    const here = read();
    const links = new Set(here.map(({ link }) => link));
    const others = there.filter(({ link }) => !links.has(link)).map((one) => ({ names: [], digests: [], moves: "", opening: "", result: "", plies: 0, ...one }));
    return [...here, ...others].sort((a, b) => b.when - a.when);
  }

  // Games of which each word is told, and that came to the position on the board, if that is asked for.
  function show() {
    const parts = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const digest = game.position?.digest.slice(0, 10);
    const told = (one) => [one.title, one.variant, one.opening, one.result, one.moves, one.moves.replaceAll(" ", ""), ...one.names].join(" ").toLowerCase();
    const found = all().filter((one) => parts.every((part) => told(one).includes(part)) && (!here.checked || one.digests.includes(digest)));
    list.replaceChildren(...(found.length ? found.map(row) : [element("li", { class: "small" }, words.noGames)]));
  }

  function row(one) {
    const said = [one.names.join(" – "), one.opening, words.plies(one.plies), one.result].filter(Boolean).join(", ");
    const when = new Date(one.when).toLocaleDateString(document.documentElement.lang);
    const open = element("a", { href: `${location.pathname}${location.search}#${one.link}`, "aria-current": location.hash.slice(1) === one.link && "page" }, one.title);
    const off = element("button", { type: "button", class: "quiet", "aria-label": words.forgetGame(one.title), title: words.forgetGame(one.title), onclick: () => forget(one.link) }, "×");
    return element("li", {}, element("span", {}, open, " ", element("span", { class: "small" }, `${said} · ${when}`)), off);
  }

  async function forget(link) {
    write(read().filter((one) => one.link !== link));
    const list = localStorage.getItem(NAME);
    there = there.filter((one) => one.link !== link);
    show();
    if (list) await gateway.ask({ t: "forget-game", list, link }).catch((error) => { fault.textContent = faultText(error); });
  }

  // Where the server has a tournament.
  const club = element("p", { id: "my-club", hidden: true }, element("a", { href: `/club?lang=${language}` }, words.tournament));
  gateway.ask({ t: "tournament" }).then(() => { club.hidden = false; }, () => {});

  openDialog(words.menu.games, words.buttons.close, () => [
    club, element("p", { class: "small" }, words.myGamesText), field(words.mySearch, search),
    element("label", { class: "tool" }, here, words.myHere), list,
    field(words.myName, name), element("p", { class: "small" }, words.myNameText), fault,
  ]);
  show();
  if (localStorage.getItem(NAME)) rename();
}
