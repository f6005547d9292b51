// The buttons at the top, and the dialogs behind them.

import { download, element, field, openDialog, option } from "./dom.js";
import { BOARDS, chosen, DISCS, dress } from "./looks.js";
import { choose, language, NAMES, words } from "./words.js";

export function menu(parts) {
  const button = (name, does) => element("button", { type: "button", id: `menu-${name}`, onclick: does }, words.menu[name]);
  // The modules behind these come when they are asked for: the first board need not wait for them.
  return [
    button("new", async () => (await import("./new-game.js")).newGameDialog(parts)),
    button("games", async () => (await import("./my-games.js")).myGamesDialog(parts)),
    button("edit", async () => (await import("./position-editor.js")).editPosition(parts)),
    button("records", async () => (await import("./records.js")).recordsDialog(parts)),
    button("share", async () => shareDialog(parts, await import("./board-picture.js"))),
    button("settings", () => settingsDialog(parts)),
  ];
}

function shareDialog({ game, play }, { boardPng, boardSvg, boardText }) {
  const input = element("input", { type: "text", readonly: true, value: location.href, id: "share-link" });
  const copy = element("button", { type: "button", onclick: async () => {
    input.select();
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    copy.textContent = words.copied;
  } }, words.copy);
  const board = element("textarea", { id: "share-board", rows: 8, readonly: true, "aria-label": words.buttons.copyBoard },
    boardText(game, (move) => game.moveText(move)));
  const button = (id, does) => element("button", { type: "button", id: `share-${id}`, onclick: does }, words.buttons[id]);
  const copyBoard = button("copyBoard", async () => {
    board.select();
    await navigator.clipboard?.writeText(board.value).catch(() => {});
    copyBoard.textContent = words.copied;
  });
  openDialog(words.menu.share, words.buttons.close, () => [
    element("p", {}, words.shareText), field(words.link, input), element("div", { class: "group" }, copy), board,
    element("div", { class: "group" }, copyBoard,
      button("svg", () => download(`${game.fileName}.svg`, boardSvg(play.board), "image/svg+xml")),
      button("png", async () => download(`${game.fileName}.png`, await boardPng(play.board), "image/png"))),
  ]);
  input.select();
}

function settingsDialog({ game, play }) {
  const look = (name, texts, names, now) => {
    const select = element("select", { id: `choose-${name}`, onchange: () => {
      localStorage.setItem(`engined.${name}`, select.value);
      dress(play.board);
      game.dispatchEvent(new CustomEvent("position", { detail: { by: "looks" } }));
    } }, ...names.map((each) => option(each, texts(each), each === now)));
    return select;
  };
  const { discs, board, sound } = chosen();
  const theme = element("select", { id: "choose-theme", onchange: () => setTheme(theme.value) },
    ...["", "light", "dark"].map((name) => option(name, words.themes[name || "system"], name === (document.documentElement.dataset.theme ?? ""))));
  const languages = element("select", { id: "choose-language", onchange: () => choose(languages.value) },
    ...Object.entries(NAMES).map(([name, text]) => option(name, text, name === language)));
  openDialog(words.menu.settings, words.buttons.close, () => [
    field(words.languageName, languages), field(words.theme, theme),
    field(words.discColours, look("discs", (each) => words.discLooks[each], Object.keys(DISCS), discs)),
    field(words.boardColour, look("board", (each) => words.boardLooks[each], BOARDS, board)),
    field(words.sound, look("sound", (each) => words.onOff(each === "on"), ["off", "on"], sound ? "on" : "off")),
    element("h3", {}, words.keys), element("dl", { class: "keys" }, ...words.keyList.flatMap(([key, text]) => [
      element("dt", {}, element("kbd", {}, key)), element("dd", {}, text)])),
  ]);
}

function setTheme(name) {
  if (name) {
    localStorage.setItem("engined.theme", name);
    document.documentElement.dataset.theme = name;
  } else {
    localStorage.removeItem("engined.theme");
    delete document.documentElement.dataset.theme;
  }
}
