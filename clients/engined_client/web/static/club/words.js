// What the page of a tournament says, in each language.

import { language } from "../language.js";

const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

const WORDS = {
  en: {
    tournament: "Tournament", board: "Board", print: "Print", other: "日本語", otherLanguage: "ja", standings: "Standings",
    formats: { swiss: "Swiss", "round-robin": "Round robin" },
    state: (format, drawn, total) => `${format}, ${drawn} of ${total} rounds drawn`,
    heads: ["", "Player", "Points", "Games", "Won", "Drawn", "Lost", "Discs", "Brightwell"],
    coefficient: (count) => `Brightwell points: discs, and ${count} for each win of an opponent.`,
    round: (number) => `Round ${number}`, roundHeads: ["Table", "Black", "Result", "White", "Game"],
    play: (black, white) => `Game of ${black} and ${white}`, open: "Open", bye: (names) => `Bye: ${names}`,
    draw: (number) => `Draw round ${number}`, take: (count) => `Put in ${count} ${count === 1 ? "result" : "results"} of games that have ended`,
    ended: (score) => `${score} on the page`, comma: ", ", export: "CSV", type: "To put in", put: "Put in",
    result: (black, white) => `Result of ${black} and ${white}`, putResult: (black, white) => `Put in the result of ${black} and ${white}`,
    organiser: "The organiser draws the next round.",
    clock: ({ main = 0, increment = 0, byoyomi = 0 }) => [main ? `${minutes(main)} each` : "", increment ? `${increment} s added after each move` : "",
      byoyomi ? `raised to ${byoyomi} s after each move` : ""].filter(Boolean).join(", "),
  },
  ja: {
    tournament: "大会", board: "盤へ", print: "印刷", other: "English", otherLanguage: "en", standings: "順位表",
    formats: { swiss: "スイス式", "round-robin": "総当たり" },
    state: (format, drawn, total) => `${format}、全${total}回戦のうち第${drawn}回戦まで組み合わせ済み`,
    heads: ["", "選手", "勝点", "対局", "勝", "分", "負", "石数", "ブライトウェル"],
    coefficient: (count) => `ブライトウェル点：石数に、対戦相手の1勝につき${count}点を加えたもの。`,
    round: (number) => `第${number}回戦`, roundHeads: ["卓", "黒", "結果", "白", "対局"],
    play: (black, white) => `${black}と${white}の対局`, open: "開く", bye: (names) => `不戦勝・休み：${names}`,
    draw: (number) => `第${number}回戦を組む`, take: (count) => `終わった対局の結果${count}件を記入する`,
    ended: (score) => `盤では ${score}`, comma: "、", export: "CSV", type: "結果の記入", put: "記入",
    result: (black, white) => `${black}対${white}の結果`, putResult: (black, white) => `${black}対${white}の結果を記入する`,
    organiser: "次の回戦は主催者が組みます。",
    clock: ({ main = 0, increment = 0, byoyomi = 0 }) => [main ? `持ち時間 各${minutes(main)}` : "", increment ? `1手ごとに${increment}秒加算` : "",
      byoyomi ? `秒読み${byoyomi}秒` : ""].filter(Boolean).join("、"),
  },
};

export const told = WORDS[language];
