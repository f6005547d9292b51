// The buttons at the top, and the dialogs behind them.

import { element, field, openDialog, option } from "./dom.js";
import { choose, language, NAMES, words } from "./words.js";

export function menu(parts) {
  const button = (name, does) => element("button", { type: "button", id: `menu-${name}`, onclick: does }, words.menu[name]);
  // The modules behind these come when they are asked for: the first board need not wait for them.
  return [
    button("new", async () => (await import("./new-game.js")).newGameDialog(parts)),
    button("edit", async () => (await import("./position-editor.js")).editPosition(parts)),
    button("records", async () => (await import("./records.js")).recordsDialog(parts)),
    button("share", () => shareDialog()),
    button("settings", () => settingsDialog()),
  ];
}

function shareDialog() {
  const input = element("input", { type: "text", readonly: true, value: location.href, id: "share-link" });
  const copy = element("button", { type: "button", onclick: async () => {
    input.select();
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    copy.textContent = words.copied;
  } }, words.copy);
  openDialog(words.menu.share, words.buttons.close, () => [
    element("p", {}, words.shareText), field(words.link, input), element("div", { class: "group" }, copy),
  ]);
  input.select();
}

function settingsDialog() {
  const theme = element("select", { id: "choose-theme", onchange: () => setTheme(theme.value) },
    ...["", "light", "dark"].map((name) => option(name, words.themes[name || "system"], name === (document.documentElement.dataset.theme ?? ""))));
  const languages = element("select", { id: "choose-language", onchange: () => choose(languages.value) },
    ...Object.entries(NAMES).map(([name, text]) => option(name, text, name === language)));
  openDialog(words.menu.settings, words.buttons.close, () => [
    field(words.languageName, languages), field(words.theme, theme),
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
