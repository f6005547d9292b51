// The panels beside the board, in their order.

import { LinesPanel } from "./lines-panel.js";
import { ChainsPanel } from "./chains-panel.js";
import { GraphPanel } from "./graph-panel.js";
import { ReviewPanel } from "./review-panel.js";
import { TeacherPanel } from "./teacher-panel.js";
import { MovesPanel } from "./moves-panel.js";
import { BookPanel } from "./book-panel.js";
import { LibraryPanel } from "./library-panel.js";
import { note } from "./my-games.js";
import { RulesPanel } from "./rules.js";
import { PracticePanel } from "./practice/panel.js";
import { ArbiterPanel } from "./arbiter/panel.js";
import { EvaluationBar } from "./evaluation.js";

export function makePanels(parts) {
  const { gateway, game, play, analysis, chains } = parts;
  const evaluation = new EvaluationBar(game, analysis);
  game.addEventListener("position", () => evaluation.changed());
  evaluation.changed();
  game.addEventListener("position", () => note(gateway, game));
  return [
    telling(new LinesPanel(game, analysis, play.board)),
    ofGame(new GraphPanel(game, analysis)),
    ofGame(new MovesPanel(game)),
    ofGame(new ChainsPanel(game, chains)),
    telling(new ReviewPanel(gateway, game)),
    ofGame(new TeacherPanel(gateway, game)),
    new PracticePanel(parts),
    telling(new BookPanel(gateway, game)),
    telling(new LibraryPanel(gateway, game)),
    new RulesPanel(gateway, game),
    new ArbiterPanel(parts),
  ];
}

// A panel that is hidden while somebody looks for a move, since it tells what the engine, the book or others play.
function telling(panel) {
  panel.root.classList.add("telling");
  return panel;
}

// One that is hidden while the board shows what has nothing to do with the game.
function ofGame(panel) {
  panel.root.classList.add("of-game");
  return panel;
}
