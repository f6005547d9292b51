// The panels beside the board, in their order.

import { LinesPanel } from "./lines-panel.js";
import { ChainsPanel } from "./chains-panel.js";
import { GraphPanel } from "./graph-panel.js";
import { ReviewPanel } from "./review-panel.js";
import { MovesPanel } from "./moves-panel.js";
import { BookPanel } from "./book-panel.js";

export function makePanels({ gateway, game, analysis, chains }) {
  return [
    new LinesPanel(game, analysis),
    new ChainsPanel(game, chains),
    new GraphPanel(game, analysis),
    new ReviewPanel(gateway, game),
    new MovesPanel(game),
    new BookPanel(gateway, game),
  ];
}
