// The page: start reading here. It puts the parts together; each part draws its own place when the game changes.

import "./game-board.js";
import { gateway, recalled } from "./link.js";
import { Game } from "./game.js";
import { Analysis } from "./analysis.js";
import { Chains } from "./chains.js";
import { Engine } from "./engine.js";
import { PlayView } from "./play-view.js";
import { menu } from "./menu.js";
import { faultText, words, variantTitle } from "./words.js";

const $ = (id) => document.getElementById(id);
const game = new Game(gateway);
const analysis = new Analysis(gateway, game);
const chains = new Chains(gateway, game);
const engine = new Engine(gateway, game);
const play = new PlayView(game, analysis, chains, engine, gateway);
const parts = { gateway, game, play, analysis, chains, say };
let panels = null;

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
  $("menu").append(...menu(parts));
  game.addEventListener("position", ({ detail }) => {
    say("");
    titles();
    play.changed(detail.by);
    if (panels === null) addPanels();
    for (const panel of panels) panel.changed(detail.by);
  });
  game.addEventListener("trouble", ({ detail }) => {
    if (!detail.code) throw detail;
    if (detail.code === "no-daemon") gone();
    else say(faultText(detail));
  });
}

// The first board does not wait for what stands beside it.
async function addPanels() {
  performance.mark("first board");
  panels = [];
  panels = (await import("./panels.js")).makePanels(parts);
  $("panels").append(...panels.map((panel) => panel.root));
  for (const panel of panels) panel.changed("new");
  document.documentElement.dataset.ready = "";
}

// The game of this link; a new one where there is none yet.
async function load(recalled) {
  const asked = new URLSearchParams(location.search).get("variant");
  const last = localStorage.getItem("engined.variant") ?? "othello";
  try {
    if (await game.load(recalled)) return;
  } catch (error) {
    if (error.code !== "no-daemon") throw error;
    gone(); // we come back when it is there
    return;
  }
  await game.begin({ variant: asked ?? last });
  if (!game.position && !asked && last !== "othello") await game.begin({ variant: "othello" });
  if (game.forgotten) say(words.forgotten);
}

let lost = false;

// It may have gone before anything here listened.
function gone() {
  lost ||= !gateway.there;
  say(words.lost);
}

gateway.addEventListener("there", async ({ detail: there }) => {
  if (!there) {
    gone();
  } else if (lost) {
    lost = false;
    say("");
    if (game.position) await game.recover();
    else await load();
  }
});
window.addEventListener("hashchange", () => location.reload());

begin();
load(recalled);
