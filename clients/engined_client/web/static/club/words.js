// What the page of a tournament says, in each language.

import { language } from "../language.js";

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
    ended: (score) => `${score} on the page`, comma: ", ",
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
    ended: (score) => `盤では ${score}`, comma: "、",
  },
};

export const told = WORDS[language];
