// The page: start reading here. It puts the parts together; each part draws its own place when the game changes.

import "./game-board.js";
import { Gateway } from "./gateway.js";
import { Game } from "./game.js";
import { Analysis } from "./analysis.js";
import { Engine } from "./engine.js";
import { PlayView } from "./play-view.js";
import { LinesPanel } from "./lines-panel.js";
import { GraphPanel } from "./graph-panel.js";
import { ReviewPanel } from "./review-panel.js";
import { MovesPanel } from "./moves-panel.js";
import { BookPanel } from "./book-panel.js";
import { menu } from "./menu.js";
import { words, variantTitle } from "./words.js";

// The link is the game's name and its key: nobody finds it who was not given it.
function gameName() {
  const given = location.hash.slice(1);
  if (/^[A-Za-z0-9_-]{1,48}$/.test(given)) return given;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const name = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  history.replaceState(null, "", `#${name}`);
  return name;
}

const $ = (id) => document.getElementById(id);
const gateway = new Gateway(gameName());
const game = new Game(gateway);
const analysis = new Analysis(gateway, game);
const engine = new Engine(gateway, game);
const play = new PlayView(game, analysis, engine, gateway);
const panels = [
  new LinesPanel(game, analysis),
  new GraphPanel(game, analysis),
  new ReviewPanel(gateway, game),
  new MovesPanel(game),
  new BookPanel(gateway, game),
];

function say(text) {
  $("alert").textContent = text;
  $("alert").hidden = !text;
}

function titles() {
  const title = variantTitle(game.description);
  document.title = `${title} · engined`;
  $("title").textContent = title;
}

function begin() {
  $("panels").append(...panels.map((panel) => panel.root));
  $("menu").append(...menu({ gateway, game, play, analysis, say }));
  game.addEventListener("position", ({ detail }) => {
    say("");
    titles();
    play.changed(detail.by);
    for (const panel of panels) panel.changed(detail.by);
    document.documentElement.dataset.ready = "";
  });
  game.addEventListener("trouble", ({ detail }) => {
    if (detail.code) say(detail.code === "no-daemon" ? words.lost : detail.message);
    else throw detail;
  });
}

// The game of this link; a new one where there is none yet.
async function load() {
  const asked = new URLSearchParams(location.search).get("variant");
  const last = localStorage.getItem("engined.variant") ?? "othello";
  try {
    if (await game.load()) return;
  } catch (error) {
    if (error.code === "no-daemon") return; // we come back when it is there
    throw error;
  }
  await game.begin({ variant: asked ?? last });
  if (!game.position && !asked && last !== "othello") await game.begin({ variant: "othello" });
}

let lost = false;
gateway.addEventListener("there", async ({ detail: there }) => {
  if (!there) {
    lost = true;
    say(words.lost);
  } else if (lost) {
    lost = false;
    say("");
    if (game.position) await game.recover();
    else await load();
  }
});
window.addEventListener("hashchange", () => location.reload());

begin();
load();
