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
    new LinesPanel(game, analysis, play.board),
    new GraphPanel(game, analysis),
    new MovesPanel(game),
    new ChainsPanel(game, chains),
    new ReviewPanel(gateway, game),
    new TeacherPanel(gateway, game),
    new PracticePanel(parts),
    new BookPanel(gateway, game),
    new LibraryPanel(gateway, game),
    new RulesPanel(gateway, game),
    new ArbiterPanel(parts),
  ];
}
