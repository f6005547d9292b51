// What the page says, in each language.

const JAPANESE_SEATS = { Black: "黒", White: "白", Red: "赤", Yellow: "黄", Green: "緑", Blue: "青" };
const JAPANESE_COLOURS = { black: "黒", white: "白", red: "赤", yellow: "黄", green: "緑", blue: "青" };

const PLURALS = { inaccuracy: ["inaccuracy", "inaccuracies"], mistake: ["mistake", "mistakes"], blunder: ["blunder", "blunders"] };

export const WORDS = {
  en: {
    review: "Review", pass: "pass", seat: (name) => name, turned: "read as its mirror image",
    kinds: { exact: "exact", selective: "selective", estimate: "estimate", lower: "at least", upper: "at most" },
    depth: (depth) => `depth ${depth}`, grades: { inaccuracy: "inaccuracy", mistake: "mistake", blunder: "blunder" },
    throws: { "a win": "throws a win away", "a draw": "throws a draw away" }, parity: { odd: "odd", even: "even" },
    plyOf: (at, all) => `move ${at} of ${all}`, begins: (seat) => `start; ${seat} to move`, noMove: "The start",
    inLine: (which, at, move) => `${which === "best" ? "best line" : "line of the move played"}, move ${at}: ${move}`,
    player: "player", played: "played", choice: "choice", forced: "the only move", best: "best", loss: "loss", noLoss: "none: the best move",
    winRate: "wins", regions: "regions", opening: "opening", bestLine: "Best line", playedLine: "After the move played", why: "Why",
    graph: "Score", moves: "Moves", timeline: "move", controls: "step through the game", bestNote: "best",
    graphOf: (seat) => `Discs or points that ${seat} is ahead, after each move; dashed until scores are exact. Dots are bad moves.`,
    graphCounts: (seats) => `What each seat counts in the end: ${seats}.`,
    graphSaid: (seat, bad) => `Score from the view of ${seat}, with ${bad} bad moves marked`,
    heads: ["", "", "move", "best", "played", "loss", "kind"],
    mistakeShort: "mistake", bestShort: "best line", leaveShort: "back to the game",
    buttons: { first: "to the start", back: "one move back", on: "one move on", last: "to the end", mistakeBack: "to the mistake before", mistakeOn: "to the next mistake", best: "play the best line", leave: "back to the game" },
    keys: "Keys: ← → Home End; n, p: next and previous mistake; b: best line; v: line of the move; Esc: back to the game",
    thresholds: (steps) => `?! inaccuracy: loses ${steps.inaccuracy} or more; ? mistake: ${steps.mistake}; ?? blunder: ${steps.blunder}. Scores are from the mover's view.`,
    fates: { dead: (stones) => `Dead at the end: ${stones}.`, seki: (stones) => `Alive in seki: ${stones}.`, unsettled: (stones) => `Unsettled: ${stones}.` },
    noneDead: "No stones are dead at the end.",
    unfinished: (left) => `This review was broken off: it begins after ${left} ${left === 1 ? "ply" : "plies"} of the game, which are not reviewed, and counts from there.`,
    otherLanguage: "日本語", theme: "dark / light",
    total: (player, lost, choices, best, bad) => `${player}: gave away ${lost} in ${choices} choice${choices === 1 ? "" : "s"}, ${best} of them the best; ${bad.map(([grade, count]) => `${count} ${PLURALS[grade][Number(count > 1)]}`).join(", ") || "no mistakes"}`,
    board: {},
  },
  ja: {
    review: "検討", pass: "パス", seat: (name) => JAPANESE_SEATS[name] ?? name, turned: "鏡像として読みました",
    kinds: { exact: "完全読み", selective: "選択的読み", estimate: "評価値", lower: "下限", upper: "上限" },
    depth: (depth) => `${depth} 手読み`, grades: { inaccuracy: "緩手", mistake: "悪手", blunder: "大悪手" },
    throws: { "a win": "勝ちを逃す", "a draw": "引き分けを逃す" }, parity: { odd: "奇数", even: "偶数" },
    plyOf: (at, all) => `${all} 手中 ${at} 手目`, begins: (seat) => `開始。${seat}番`, noMove: "開始局面",
    inLine: (which, at, move) => `${which === "best" ? "最善の進行" : "実戦の手の進行"} ${at} 手目: ${move}`,
    player: "対局者", played: "実戦", choice: "選択", forced: "唯一の手", best: "最善", loss: "損", noLoss: "なし（最善手）",
    winRate: "勝率", regions: "空き", opening: "定石", bestLine: "最善の進行", playedLine: "実戦の手の後", why: "理由",
    graph: "評価", moves: "棋譜", timeline: "手数", controls: "手順を進める", bestNote: "最善",
    graphOf: (seat) => `各手の後に${seat}がリードする石数（目数）。破線は完全読みの前。点は悪い手。`,
    graphCounts: (seats) => `終局時の各席の得点: ${seats}。`,
    graphSaid: (seat, bad) => `${seat}から見た評価。悪い手は ${bad} 手。`,
    heads: ["", "", "手", "最善", "実戦", "損", "種類"],
    mistakeShort: "悪手", bestShort: "最善の進行", leaveShort: "実戦に戻る",
    buttons: { first: "最初へ", back: "一手戻る", on: "一手進む", last: "最後へ", mistakeBack: "前の悪手へ", mistakeOn: "次の悪手へ", best: "最善の進行を並べる", leave: "実戦に戻る" },
    keys: "キー: ← → Home End、n・p: 次と前の悪手、b: 最善の進行、v: 実戦の手の進行、Esc: 実戦に戻る",
    thresholds: (steps) => `?! 緩手は ${steps.inaccuracy} 以上、? 悪手は ${steps.mistake} 以上、?? 大悪手は ${steps.blunder} 以上の損。評価は手番から見たもの。`,
    fates: { dead: (stones) => `終局時の死石: ${stones}。`, seki: (stones) => `セキ: ${stones}。`, unsettled: (stones) => `未定: ${stones}。` },
    noneDead: "終局時に死石はありません。",
    unfinished: (left) => `この検討は途中で打ち切られました。初めの ${left} 手は検討されておらず、手数はその次から数えています。`,
    otherLanguage: "English", theme: "暗 / 明",
    total: (player, lost, choices, best, bad) => `${player}: 選択 ${choices} 回、最善 ${best} 回、損 ${lost}。${bad.map(([grade, count]) => `${WORDS.ja.grades[grade]} ${count}`).join("、") || "悪い手なし"}`,
    board: { empty: "空き", last: "最後の手", colour: (name) => JAPANESE_COLOURS[name] ?? name },
  },
};
