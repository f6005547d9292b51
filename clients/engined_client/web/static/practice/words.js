// What is said to who practises, in each language.

import { language } from "../words.js";

const WORDS = {
  en: {
    practice: "Practice", problems: "Problems", openings: "Openings", begin: "Practise", next: "Next problem", skip: "Leave it", leave: "Back to the game",
    answer: "Show the move", opening: "Opening (empty: the position on the board)", example: "tiger, 虎, rose",
    question: (margin, difficulty) => `Find the best move: it is better than any other by ${margin} (difficulty ${difficulty}).`,
    count: ({ count, due, known }) => `${count} problem${count === 1 ? "" : "s"}, ${due} due, ${known} known.`,
    none: "There are no problems of this game yet: `engined practise make` makes some from games.",
    nothingDue: (day) => `Nothing is due today${day && `; the next one on ${day}`}.`,
    which: "Which move?", yourMove: "What does the book play?", again: "Once more",
    solution: (move) => `The move is ${move}.`, score: (right, asked) => `${right} of ${asked} at once.`,
  },
  ja: {
    practice: "練習", problems: "問題", openings: "定石", begin: "練習する", next: "次の問題", skip: "とばす", leave: "対局に戻る",
    answer: "答えを見る", opening: "定石名（空なら盤上の局面から）", example: "虎、tiger、うさぎ",
    question: (margin, difficulty) => `最善手を見つけてください。ほかのどの手より${margin}良い手です（難しさ${difficulty}）。`,
    count: ({ count, due, known }) => `問題${count}、今日は${due}、習得済み${known}。`,
    none: "このゲームの問題はまだありません。`engined practise make` が対局から作ります。",
    nothingDue: (day) => `今日の問題はありません${day && `。次は${day}`}。`,
    which: "どの手ですか。", yourMove: "定石ではどう打ちますか。", again: "もう一度",
    solution: (move) => `答えは${move}。`, score: (right, asked) => `${asked}手中${right}手が一度で正解。`,
  },
};

export const told = WORDS[language];
