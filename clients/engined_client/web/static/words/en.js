// English.

const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
const big = (count) =>
  count >= 1e9 ? `${(count / 1e9).toFixed(1)} G` : count >= 1e6 ? `${(count / 1e6).toFixed(1)} M`
    : count >= 1e3 ? `${(count / 1e3).toFixed(0)} k` : `${count}`;
const number = (count) => (Number.isInteger(count) ? `${count}` : count.toFixed(1));
const seat = (name) => name;

function result({ ending, winner, margin, result: said }) {
  if (ending === "resignation" || ending === "time" || !winner) return said || "The game is over";
  return margin ? `${winner} wins by ${number(margin)}` : said;
}

const BROKEN = {
  neighbours: "a stone would have more than two neighbours", block: "four stones would be a square", loop: "a chain would close",
};

export default {
  menu: { new: "New game", games: "My games", edit: "Edit position", records: "Open and save", share: "Share", settings: "Settings" },
  buttons: {
    turn: "Turn the board", flip: "Flip the board", svg: "Board as SVG", png: "Board as PNG", copyBoard: "Copy as text",
    first: "First position", back: "Back", forward: "Forward", last: "Last position", undo: "Undo", pass: "Pass",
    engine: "Engine move", resign: "Resign", cancel: "Cancel", close: "Close", start: "Start", done: "Done", again: "Try again", clear: "Clear",
    startPosition: "Start position", open: "Open", read: "Read", save: "Save", dead: "Suggest dead stones", resume: "Play on",
    place: (count) => (count ? `Place, turning ${count}` : "Place"),
    agree: (name) => `${name} agrees`,
  },
  cells: {
    empty: "empty", legal: "can be played", last: "last move",
    marks: { choice: "may turn", chosen: "turns", dead: "dead", line: "" },
    chain: (letter, part) => `chain ${letter}${part ? `, ${part}` : ""}`, parts: { end: "end", bend: "bend" },
    closed: (rules) => `dead, ${rules.map((rule) => BROKEN[rule]).join(", ")}`,
  },
  colour: (name) => name,
  seat,
  board: (title) => `${title}, board`,
  lost: "The daemon is away. The page goes on as soon as it is back.",
  cannotShow: "The game of this link cannot be shown.", upTo: (ply) => `Show it up to move ${ply}`,
  forgotten: "The game of this link is gone: nobody had opened it for a month, and it made room for others. This is a new one.",
  notHere: (cell, why) => `${cell}: no move here${why && `, ${why}`}.`,
  chosen: (cells) => (cells.length ? `Turning ${cells.join(", ")}.` : "No disc chosen."),
  chooseDiscs: (cell, single) => (single ? `${cell}: press the disc that is to turn.` : `${cell}: press discs to choose which turn, then the cell again.`),
  pass: "pass", bestNote: "best",
  played: (move, mover) => (mover ? `${mover}: ${move}.` : `${move}.`),
  state: (position, { live, engine }) => {
    if (position.phase === "removal") return "Play has stopped: mark the dead stones.";
    if (position.over) return `${result(position)}.`;
    if (position.legal.length === 1 && position.legal[0] === "--") return `${position.mover} must pass.`;
    const who = live && engine.includes(position.mover) ? "The engine is to move" : `${position.mover} to move`;
    const count = position.legal.filter((move) => move !== "--").length;
    return position.legal.includes("--") ? `${who}.` : `${who}, ${counted(count, "move")}.`;
  },
  fates: (seki, unsettled) => [seki && `Alive in seki: ${seki}.`, unsettled && `Unsettled, so decide yourselves: ${unsettled}.`].filter(Boolean).join(" "),
  removal: "Press dead groups to take them off, or to put them back. The game ends when all agree.",
  hasAgreed: (name) => `${name} has agreed`,
  resignSure: (name) => `${name} resigns?`,
  count: number,
  prisoners: (count) => counted(count, "prisoner"),
  together: (others, count) => `with ${others.join(", ")}: ${number(count)}`,
  komi: (points) => `komi ${number(points)}`,
  rank: (rank) => `rank ${rank}`,
  byEngine: "Engine", byPerson: "Person",
  clock: "Clock", clockOf: (name) => `Clock of ${name}`, minutes: "Minutes for each player", increment: "Seconds added after each move",
  byoyomi: "Byo-yomi: seconds that each move has at least", clockNote: "Without any there is no clock. It begins to run with the first move.",
  clockEither: "A clock has byo-yomi, or gets more with each move.", clockTwoSides: "Only games between two sides have clocks.", away: (ply) => `The game goes on after move ${ply}.`,
  engineSeatTitle: (name) => `The engine plays ${name}`,
  analysis: "Analysis", analyse: "Live scores", analysisTime: "Time for each position",
  seconds: (seconds) => (seconds ? `${seconds} s` : "no limit"),
  review: "Review", reviewGame: "Review game", reviewing: (done, all) => (all ? `Stop (${done} of ${all})` : "Stop"),
  reviewTime: "Time for each move", aMove: (seconds) => `${seconds} s a move`, reviewExact: "From how many empty cells on scores are proven",
  exactFrom: (cells) => (cells ? `proven from ${cells} empty` : "proven where time allows"),
  reviewHint: "Says what each move of this game was worth, marks mistakes, and gives better lines.",
  mistakeBack: "◀ mistake", mistakeOn: "mistake ▶", mistakeBackSaid: "To the mistake before", mistakeOnSaid: "To the next mistake",
  teacher: "Teacher", hintStep: "Hint", learn: "Learn from mistakes", learnNext: "Next mistake", lessonReturn: "Back to the question", lessonEnd: "End the lesson", takeBack: "Take it back",
  teacherWarn: "From which loss on it warns", warnOf: (loss) => (loss ? `warns from a loss of ${loss} on` : "no warnings"),
  lesson: (ply, move, loss) => `Move ${ply}: ${move} was played, and gave away ${number(loss)}. Play something better on the board.`,
  askWhy: (move) => `Why ${move}?`, asking: "Looking …",
  analysisOff: "Live scores write on each cell what a move there is worth.",
  opening: (names) => names.filter(({ language }) => language === "en").map(({ name }) => name)[0] ?? "",
  depth: (depth, nodes, forecast) =>
    forecast ? `${big(forecast.visits)} games, the mover wins ${Math.round(forecast.win_rate * 100)}%` : nodes ? `depth ${depth}, ${big(nodes)} positions` : `depth ${depth}, known already`,
  waiting: (state, seconds) => `${state.replace(/^preparing /, "compiling ")}${seconds ? `, ${seconds} s` : ""}`,
  evaluation: (name, text) => `For ${name}: ${text}`, many: big, gamesShort: "Games",
  bestLines: "Best lines", move: "Move", score: "Score", wins: "Wins", depthShort: "Depth", line: "Line",
  kind: ({ kind, source, confidence }) => `${kind}${source ? ` (${source})` : ""}${kind === "selective" ? `, ${confidence ?? 100}%` : ""}`,
  scoreSaid: (text, kind) => `${text}, ${kind}`,
  winSaid: (text) => `wins ${text}`,
  exact: "exact", book: "book", games: (count) => counted(count, "game"),
  playTo: (moves) => `Play ${moves.join(" ")}`,
  ply: (ply) => `move ${ply}`,
  graph: "Score", timeline: "Position in the game", plyOf: (ply, all) => `move ${ply} of ${all}`,
  graphOf: (name) => `Up: good for ${name}; dashed until scores are exact. Dots are bad moves.`,
  graphCounts: (expected) => (expected ? "What each seat counts in the end:" : "What each seat counts:"),
  graphSaid: (count, last) => `Scores of ${counted(count, "position")}; the last is ${last}`,
  graphEmpty: "No scores yet: Live scores or a review make them.",
  moves: "Moves", comment: "Comment on this position", promote: "Make main line", deleteVariation: "Delete from here", undelete: "Undo deletion", andMore: "and more",
  chains: "Chains", chainsOnBoard: "On the board", noChain: "There is no chain yet.", comma: ", ",
  chainHeads: ["Chain", "Stones", "Ends", "Bends", "Points"],
  why: { ends: "ends", count: "count", bends: "bends" }, pointFor: (why, name) => `${why} for ${name}`, noPoint: "no point", mayGrow: "may grow",
  pointsOf: (name, count) => `${name} ${counted(count, "point")}`,
  deadCells: (count) => `Dead: ${counted(count, "cell")}`, broken: (rule, cells) => `${BROKEN[rule]}: ${cells}`,
  bookTitle: "Book",
  shareText: "Who opens this link sees this game and plays in it too.", link: "Link", copy: "Copy", copied: "Copied",
  languageName: "Language", theme: "Colours", themes: { system: "As the system", light: "Light", dark: "Dark" },
  discColours: "Discs", discLooks: { usual: "As the rules call them", "black-red": "Black and red", "red-white": "Red and white" },
  boardColour: "Board", boardLooks: { usual: "As usual", green: "Green", wood: "Wood", blue: "Blue" }, sound: "Sound of moves", onOff: (on) => (on ? "On" : "Off"),
  keys: "Keys",
  keyList: [["←  →", "back, forward"], ["Home  End", "first and last position"], ["↑  ↓", "the variation before or after"], ["P", "pass"], ["U", "undo"], ["A", "live scores"], ["F  R", "flip, turn the board"],
    ["Tab, ← ↑ ↓ →", "on the board: from cell to cell"], ["Enter", "play there"], ["Esc", "leave a choice of discs"]],
  title: ({ title, name }) => title || name,
  library: "Games from here", libraryFound: (found, read) => `${found} of ${counted(read, "game")} came here.`, libraryMore: (count) => `and ${count} more`,
  draws: "Draws", margin: "Mean", drawn: "draw", wonBy: (name, by) => (by ? `${name} by ${number(by)}` : name),
  tournament: "The club's tournament", myName: "Name of the list, for other browsers",
  myNameText: "Under the same name another browser shows these games too. Whoever knows the name sees them: choose one that nobody guesses.",
  myGamesText: "Games that were played or opened in this browser. Taking one off the list deletes no game.",
  mySearch: "Search", mySearchExample: "tiger, nip, a name, f5d6c3", myHere: "that came to the position on the board",
  noGames: "No game fits.", plies: (count) => counted(count, "move"), forgetGame: (title) => `Take ${title} off the list`,
  exampleMove: (mover, move, takes) => `${mover} plays ${move}, with 1 on it: what is ${takes ? "crossed out leaves the board" : "ticked turns"}.`,
  exampleAfter: "After that move.", exampleChains: "Chains: a letter on both ends, a square on each bend.",
  rules: "Rules and history", filter: "Find a game", filterExample: "hasami, 10x10, ニップ",
  variant: "Game", otherVariant: "Another, by name or declaration …", variantName: "Name, as othello-10x8 or go-13x13",
  declaration: "Or your own declaration", declarationExample: 'name = "mine"\ninherits = "othello"\n\n[board]\nholes = "d4"',
  players: "Who plays", level: (level) => (level ? `Level ${level}` : "As strong as it can"), levelName: "Strength of the engine",
  put: "Put on the board", mover: "To move", editing: "Press cells to put discs there, or to take them off.",
  fromFile: "From a file (SGF, GGF, WTHOR, OBF, moves)", fromText: "Or as text", saveAs: "Save", recordKind: "Kind", whichGame: "Which game",
  recordKinds: { sgf: "SGF, with variations", ggf: "GGF", pgn: "PGN", txt: "Moves", obf: "OBF, the last position" },
  mirrored: "The record begins with the colours exchanged: left and right have been exchanged in it.",
  tooLong: (size, most) => `The file has ${size} MiB; at most ${most} are read.`,
  gameLine: (index, { names = [], plies = 0, fault, result: said }) =>
    fault ? `${index}: ${fault}` : `${index}: ${names.filter(Boolean).join(" – ") || counted(plies, "move")}${said ? `, ${said}` : ""}`,
};
