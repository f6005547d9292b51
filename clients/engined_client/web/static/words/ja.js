// 日本語

const SEATS = { Black: "黒", White: "白", Red: "赤", Yellow: "黄", Green: "緑", Blue: "青" };
const COLOURS = { black: "黒", white: "白", red: "赤", yellow: "黄", green: "緑", blue: "青" };
const KINDS = { estimate: "推定", selective: "選択的", lower: "下限", upper: "上限", exact: "確定", book: "ブック" };
const big = (count) => (count >= 1e8 ? `${(count / 1e8).toFixed(1)}億` : count >= 1e4 ? `${(count / 1e4).toFixed(0)}万` : `${count}`);
const number = (count) => (Number.isInteger(count) ? `${count}` : count.toFixed(1));
const seat = (name) => SEATS[name] ?? name;

function result({ ending, winner, margin }) {
  if (ending === "no-result") return "無勝負";
  if (!winner) return "引き分け";
  if (ending === "resignation") return `${seat(winner)}の中押し勝ち`;
  if (ending === "time") return `${seat(winner)}の時間勝ち`;
  return margin ? `${seat(winner)}の${number(margin)}差勝ち` : `${seat(winner)}の勝ち`;
}

const BROKEN = { neighbours: "隣が三石以上になる", block: "四石が塊になる", loop: "連鎖が閉じる" };

export default {
  titles: {
    xot: "XOT", "octagon-52": "八角形オセロ", yonin: "ヨニン（四人リバーシ）", "yonin-plain": "四人リバーシ（素）",
    "yonin-team": "四人リバーシ（組）", "yonin-team-plain": "四人リバーシ（組・素）",
    "rolit-2": "ロリット（二人）", "rolit-3": "ロリット（三人）", "rolit-4": "ロリット（四人）",
  },
  menu: { new: "新規対局", games: "対局一覧", edit: "局面編集", records: "棋譜", share: "共有", settings: "設定" },
  buttons: {
    turn: "盤を回す", flip: "盤を裏返す", svg: "盤をSVGで保存", png: "盤をPNGで保存", copyBoard: "文字でコピー",
    first: "最初の局面", back: "一手戻る", forward: "一手進む", last: "最後の局面", undo: "待った", pass: "パス",
    engine: "エンジンの手", resign: "投了", cancel: "取消", close: "閉じる", start: "開始", done: "完了", again: "再試行", clear: "全消去",
    startPosition: "初期配置", open: "開く", read: "読み込む", save: "保存", dead: "死石の候補", resume: "対局再開",
    place: (count) => (count ? `置いて${count}枚返す` : "置く"),
    agree: (name) => `${seat(name)}は同意`,
  },
  cells: {
    empty: "空き", legal: "着手可能", last: "直前の手",
    marks: { choice: "返せる", chosen: "返す", dead: "死石", line: "" },
    chain: (letter, part) => `連鎖${letter}${part ? `の${part}` : ""}`, parts: { end: "端", bend: "折れ" },
    closed: (rules) => `死にマス（${rules.map((rule) => BROKEN[rule]).join("、")}）`,
  },
  colour: (name) => COLOURS[name] ?? name,
  seat,
  board: (title) => `${title}の盤`,
  lost: "デーモンとの接続が切れました。戻り次第、続けられます。",
  cannotShow: "このリンクの対局を表示できません。", upTo: (ply) => `${ply}手目まで表示`,
  forgotten: "このリンクの対局は、一か月以上開かれず、他の対局のために消されました。これは新しい対局です。",
  notHere: (cell, why) => `${cell}には置けません${why && `: ${why}`}。`,
  chosen: (cells) => (cells.length ? `返す石: ${cells.join("、")}。` : "返す石が選ばれていません。"),
  chooseDiscs: (cell, single) => (single ? `${cell}: 返す石を一つ選んでください。` : `${cell}: 返す石を選び、もう一度このマスを押してください。`),
  pass: "パス", bestNote: "最善",
  played: (move, mover) => (mover ? `${seat(mover)} ${move}。` : `${move}。`),
  state: (position, { live, engine }) => {
    if (position.phase === "removal") return "対局停止。死石を取り除いてください。";
    if (position.over) return `${result(position)}。`;
    if (position.legal.length === 1 && position.legal[0] === "--") return `${seat(position.mover)}はパスです。`;
    const who = live && engine.includes(position.mover) ? "エンジンの手番" : `${seat(position.mover)}の手番`;
    return position.legal.includes("--") ? `${who}。` : `${who}、着手可能${position.legal.length}箇所。`;
  },
  fates: (seki, unsettled) => [seki && `セキ: ${seki}。`, unsettled && `未定の石（各自でご判断ください）: ${unsettled}。`].filter(Boolean).join(" "),
  removal: "死んだ石を押すと取り除き、もう一度押すと戻ります。全員が同意すると終局です。",
  hasAgreed: (name) => `${seat(name)}は同意済み`,
  resignSure: (name) => `${seat(name)}が投了しますか。`,
  count: number,
  prisoners: (count) => `アゲハマ${count}`,
  together: (others, count) => `${others.join("、")}と組んで${number(count)}`,
  komi: (points) => `コミ${number(points)}`,
  rank: (rank) => `${rank}位`,
  byEngine: "エンジン", byPerson: "人",
  clock: "持ち時間", clockOf: (name) => `${seat(name)}の残り時間`, minutes: "各自の持ち時間（分）", increment: "一手ごとの加算（秒）",
  byoyomi: "秒読み（一手ごとに少なくともこの秒数）", clockNote: "空欄なら時計なし。時計は初手から動きます。",
  clockEither: "秒読みと一手ごとの加算は、どちらか一方だけです。", clockTwoSides: "時計は二者の対局だけで使えます。", away: (ply) => `対局は${ply}手目まで進んでいます。`,
  engineSeatTitle: (name) => `${seat(name)}をエンジンが打つ`,
  analysis: "解析", analyse: "評価値表示", analysisTime: "一局面の時間",
  seconds: (seconds) => (seconds ? `${seconds}秒` : "無制限"),
  review: "検討", reviewGame: "対局を検討", reviewing: (done, all) => (all ? `中止 (${done}/${all})` : "中止"),
  reviewTime: "一手の時間", aMove: (seconds) => `一手${seconds}秒`, reviewExact: "完全読みを始める空きマスの数",
  exactFrom: (cells) => (cells ? `残り${cells}から完全読み` : "時間内で完全読み"),
  reviewHint: "各手の価値、悪手、より良い進行が分かります。",
  mistakeBack: "◀ 悪手", mistakeOn: "悪手 ▶", mistakeBackSaid: "前の悪手へ", mistakeOnSaid: "次の悪手へ",
  teacher: "先生", hintStep: "ヒント", learn: "悪手から学ぶ", learnNext: "次の悪手", lessonReturn: "問題の局面へ", lessonEnd: "やめる", takeBack: "取り消す",
  teacherWarn: "警告する損の大きさ", warnOf: (loss) => (loss ? `${loss}以上の損で警告` : "警告なし"),
  lesson: (ply, move, loss) => `${ply}手目: 実戦は${move}、${number(loss)}の損。より良い手を盤に打ってください。`,
  askWhy: (move) => `なぜ${move}？`, asking: "調べています…",
  analysisOff: "評価値表示を押すと、各マスに着手の評価値が出ます。",
  opening: (names) => (names.find(({ language }) => language === "ja") ?? names[0])?.name ?? "",
  depth: (depth, nodes, forecast) =>
    forecast ? `${big(forecast.visits)}局、手番の勝率${Math.round(forecast.win_rate * 100)}%` : nodes ? `深さ${depth}、${big(nodes)}局面` : `深さ${depth}、既知`,
  waiting: (state, seconds) => `${state.replace(/^queued$/, "順番待ち").replace(/^(?:compiling|preparing|waiting for) ([^:]+)/, "$1を準備中")
    .replace(/: depth (\d+) by the rules alone$/, "（規則だけで深さ$1）")}${seconds ? `、${seconds}秒` : ""}`,
  evaluation: (name, text) => `${name}から見て${text}`, many: big, gamesShort: "局数",
  bestLines: "最善手順", move: "手", score: "評価", wins: "勝率", depthShort: "深さ", line: "手順",
  kind: ({ kind, source, confidence }) => `${KINDS[kind] ?? kind}${source ? `（${KINDS[source] ?? source}）` : ""}${kind === "selective" ? ` ${confidence ?? 100}%` : ""}`,
  scoreSaid: (text, kind) => `${text}、${KINDS[kind] ?? kind}`,
  winSaid: (text) => `勝率${text}`,
  exact: "確定", book: "ブック", games: (count) => `${count}局`,
  playTo: (moves) => `${moves.join(" ")}と進める`,
  ply: (ply) => `${ply}手目`,
  graph: "評価値グラフ", timeline: "手数", plyOf: (ply, all) => `${all}手中${ply}手目`,
  graphOf: (name) => `上が${seat(name)}有利。破線は完全読みの前。点は悪い手。`,
  graphCounts: (expected) => (expected ? "終局時の得点の見込み:" : "得点:"),
  graphSaid: (count, last) => `${count}局面の評価値。最後は${last}`,
  graphEmpty: "評価値はまだありません（評価値表示か検討で）。",
  moves: "棋譜", comment: "この局面へのコメント", promote: "本譜にする", deleteVariation: "ここから削除", undelete: "削除を取り消す", andMore: "以下略",
  chains: "連鎖", chainsOnBoard: "盤に表示", noChain: "連鎖はまだありません。", comma: "、",
  chainHeads: ["連鎖", "石数", "両端", "折れ", "得点"],
  why: { ends: "両端", count: "石数", bends: "折れ" }, pointFor: (why, name) => `${seat(name)}に${why}`, noPoint: "得点なし", mayGrow: "伸びうる",
  pointsOf: (name, count) => `${seat(name)} ${count}点`,
  deadCells: (count) => `死にマス: ${count}マス`, broken: (rule, cells) => `${BROKEN[rule]}: ${cells}`,
  bookTitle: "ブック",
  shareText: "このリンクを開いた人は、同じ対局を見て、打つことができます。", link: "リンク", copy: "コピー", copied: "コピーしました",
  languageName: "言語", theme: "配色", themes: { system: "システムに合わせる", light: "明るい", dark: "暗い" },
  discColours: "石の色", discLooks: { usual: "規則どおり", "black-red": "黒と赤", "red-white": "赤と白" },
  boardColour: "盤の色", boardLooks: { usual: "標準", green: "緑", wood: "木", blue: "青" }, sound: "着手音", onOff: (on) => (on ? "あり" : "なし"),
  keys: "操作キー",
  keyList: [["←  →", "戻る・進む"], ["Home  End", "最初・最後の局面"], ["↑  ↓", "前後の変化"], ["P", "パス"], ["U", "待った"], ["A", "評価値表示"], ["F  R", "盤を裏返す・回す"],
    ["Tab, ← ↑ ↓ →", "盤上でマスを移動"], ["Enter", "着手"], ["Esc", "選択をやめる"]],
  title: ({ title, name, aliases = [] }) => aliases.find((alias) => /[぀-ヿ一-鿿]/.test(alias)) ?? (title || name),
  library: "ここからの棋譜", libraryFound: (found, read) => `${read}局のうち${found}局がこの局面に至る。`, libraryMore: (count) => `ほか${count}局`,
  draws: "引分", margin: "平均", drawn: "引き分け", wonBy: (name, by) => `${seat(name)}${by ? number(by) : ""}勝ち`,
  tournament: "大会の順位表と組み合わせ", myName: "一覧の名前（ほかのブラウザ用）",
  myNameText: "同じ名前を入れたブラウザにも、この一覧が出ます。名前を知る人は見られるので、人に当てられないものに。",
  myGamesText: "このブラウザで打った、または開いた対局。一覧から外しても対局は消えません。",
  mySearch: "検索", mySearchExample: "虎、ニップ、名前、f5d6c3", myHere: "盤上の局面に至るもの",
  noGames: "該当する対局はありません。", plies: (count) => `${count}手`, forgetGame: (title) => `${title}を一覧から外す`,
  exampleMove: (mover, move, takes) => `${mover}が${move}（1）に打つと、${takes ? "×の石が盤から除かれる" : "✓の石が返る"}。`,
  exampleAfter: "その手の後。", exampleChains: "連鎖の例。文字は両端、四角は折れ。",
  rules: "規則と歴史", filter: "ゲームを探す", filterExample: "挟み碁、10x10、nip",
  variant: "ゲーム", otherVariant: "その他（名前または宣言）…", variantName: "名前（othello-10x8、go-13x13など）",
  declaration: "または自作の宣言", declarationExample: 'name = "mine"\ninherits = "othello"\n\n[board]\nholes = "d4"',
  players: "対局者", level: (level) => (level ? `レベル${level}` : "最強"), levelName: "エンジンの強さ",
  put: "置くもの", mover: "手番", editing: "マスを押して石を置き、または取り除きます。",
  fromFile: "ファイル（SGF、GGF、WTHOR、OBF、棋譜）", fromText: "または文字で", saveAs: "保存", recordKind: "形式", whichGame: "対局",
  recordKinds: { sgf: "SGF（変化を含む）", ggf: "GGF", pgn: "PGN", txt: "棋譜のみ", obf: "OBF（最終局面）" },
  mirrored: "この棋譜は初期配置の黒白が逆なので、左右を反転して読み込みました。",
  tooLong: (size, most) => `ファイルは${size} MiBです。読めるのは${most} MiBまでです。`,
  gameLine: (index, { names = [], plies = 0, fault, result: said }) =>
    fault ? `${index}: ${fault}` : `${index}: ${names.filter(Boolean).join(" – ") || `${plies}手`}${said ? `、${said}` : ""}`,
};
