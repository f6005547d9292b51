// Records of games: from a file or pasted, and as a file. What kind a record is, the gateway finds out.

import { download, element, field, openDialog, option } from "./dom.js";
import { GameTree } from "./game-tree.js";
import { keptForm } from "./kept-form.js";
import { post } from "./gateway.js";
import { goToNew } from "./link.js";
import { faultText, words } from "./words.js";

const LONGEST = 8 * 1024 * 1024;

export function recordsDialog({ gateway, game }) {
  const fault = element("p", { class: "fault", role: "alert" });
  const games = element("div", { class: "games" });
  const file = element("input", { type: "file", id: "record-file", onchange: () => file.files[0] && read(file.files[0], 1, true) });
  const text = element("textarea", { id: "record-text", rows: 4, spellcheck: "false", placeholder: "f5d6c3d3c4, SGF, GGF, OBF" });

  // A file with several games is listed first.
  async function read(content, number, list) {
    fault.textContent = "";
    if (content.size > LONGEST) {
      fault.textContent = words.tooLong((content.size / 1048576).toFixed(1), 8);
      return;
    }
    try {
      const record = await post(`/record?game=${number}&variant=${encodeURIComponent(game.variant)}`, content);
      if (list && record.games.length > 1) {
        choose(record, content);
        return;
      }
      if (!record.game) throw new Error(record.games[number - 1].fault);
      const { start, comment, names = [], properties = {} } = record.game;
      const { variant, rows, mirrored } = await playable(record.game);
      const notes = [...(mirrored ? [words.mirrored] : []), ...(record.warnings ?? [])];
      const declaration = variant === game.variant ? game.declaration : "";
      await goToNew(keptForm({ variant, start, comment, nodes: rows, names, properties, declaration }), notes.join("; "));
    } catch (error) {
      fault.textContent = faultText(error);
    }
  }

  // How a record can be played. If it names no variant it is of the one that is shown, else of Othello; and some programs
  // begin with the colours exchanged, which is the mirror image.
  async function playable({ variant, start, nodes = [] }) {
    const variants = variant === game.variant ? [...new Set([variant, "othello"])] : [variant];
    let fault;
    for (const mirrored of start ? [false] : [false, true]) {
      for (const name of variants) {
        const rows = mirrored ? await mirrorImage(nodes, name) : nodes;
        const tree = GameTree.from({ nodes: rows });
        const moves = tree.moves(tree.line(tree.root).at(-1) ?? tree.root);
        try {
          await gateway.ask({ t: "show", variant: name, start, moves });
          return { variant: name, rows, mirrored };
        } catch (error) {
          if (error.code !== "illegal-move") throw error;
          fault ??= error;
        }
      }
    }
    throw fault;
  }

  async function mirrorImage(rows, variant) {
    const { width } = await gateway.ask({ t: "describe", variant });
    const column = (letter) => String.fromCharCode(2 * 97 + width - 1 - letter.charCodeAt(0));
    // What else is said names points that are elsewhere now.
    return rows.map(({ properties, ...row }) => ({ ...row, move: row.move.replace(/[a-z](?=\d)/g, column) }));
  }

  function choose(record, content) {
    const first = record.games.findIndex(({ fault }) => !fault);
    const select = element("select", { id: "record-game" }, ...record.games.map((found, index) =>
      option(index + 1, words.gameLine(index + 1, found), index === first)));
    games.replaceChildren(field(words.whichGame, select), element("button", { type: "button", class: "urgent", id: "record-open",
      onclick: () => read(content, Number(select.value), false) }, words.buttons.open));
  }

  // All kinds but moves have two colours.
  const kinds = game.description?.seats.length === 2 ? ["sgf", "ggf", "pgn", "txt", "obf"] : ["txt"];
  const kind = element("select", { id: "record-kind" }, ...kinds.map((name) => option(name, words.recordKinds[name])));
  async function write() {
    fault.textContent = "";
    try {
      const written = await post(`/record/${kind.value}`, JSON.stringify(game.record()));
      download(`${game.fileName}.${kind.value}`, written.text);
      text.value = written.text;
    } catch (error) {
      fault.textContent = faultText(error);
    }
  }

  const dialog = openDialog(words.menu.records, words.buttons.close, () => [
    field(words.fromFile, file), field(words.fromText, text),
    element("div", { class: "group" }, element("button", { type: "button", id: "record-read",
      onclick: () => read(new Blob([text.value]), 1, true) }, words.buttons.read)),
    games, fault,
    element("h3", {}, words.saveAs),
    element("div", { class: "group" }, field(words.recordKind, kind),
      element("button", { type: "button", id: "record-save", onclick: write }, words.buttons.save)),
  ]);
  dialog.addEventListener("dragover", (event) => event.preventDefault());
  dialog.addEventListener("drop", (event) => {
    event.preventDefault();
    const [dropped] = event.dataTransfer.files;
    if (dropped) read(dropped, 1, true);
  });
}
