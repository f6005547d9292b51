// What the arbiter says, in each language.

import { language, words } from "../words.js";

const { seat } = words;

const WORDS = {
  en: {
    arbiter: "Arbiter", claim: "Claim an illegal act", draw: "Draw of colours",
    acts: {
      wrong_turn: "it was another's turn", wrong_colour: "the disc shows the wrong colour",
      not_playable: "nothing may be placed there", illegal_pass: "a pass although there was a move",
      missing_flips: "a disc was not turned", extra_flips: "too much was turned",
    },
    anyAct: "whatever it is", claimed: "What is claimed", who: "Who played", whole: "As the rules turn",
    begin: "Press the cell that was played, or the pass. Then press cells until the board is as it lies on the table.",
    setPlayed: (cell) => `Played at ${cell}. Now press what was turned.`, setPassed: "It was a pass.",
    judge: "Judge", again: "As before the move", leave: "Back to the game", correct: (move) => `Play it rightly: ${move}`,
    fine: (move) => `No illegal act: ${move} was legal.`,
    fault: (act, detail) => `Illegal act: ${act}${detail && ` (${detail})`}.`,
    other: (act) => `Not what was claimed (${act}).`,
    stays: "Position and turn stay as they were.",
    asItShould: "The board is shown as it should be.",
    hideText: "The higher-ranked player hides a disc, the lower-ranked one calls in a window of their own, by the same link.",
    mode: "Rules", modes: { draws: "equal discs are a draw", "no-draws": "no draws: the holder of a right wins" },
    hide: { black: "Hide, black up", white: "Hide, white up", lot: "Hide by lot" },
    youHid: (face) => `You have hidden a disc, ${face === "black" ? "black" : "white"} up. The other player calls.`,
    call: "A disc is hidden. Call:", calls: { up: "Up", down: "Down", black: "Black", white: "White" },
    called: (call) => `Called: ${call}.`, waiting: "The disc is being shown.",
    shown: (face) => `The upper face is ${face}.`,
    fits: "The hash from before the call fits the disc.", misfit: "The hash from before the call does not fit: this is another disc.",
    seal: "Hash", check: (text) => `SHA-256 of “${text}”`,
    person: (who, you) => `the ${who}-ranked player${you ? " (you)" : ""}`,
    plays: (who) => `Black is ${who}.`, winsTies: (who) => `On equal discs wins ${who}.`,
    chooses: (who, what) => `${who[0].toUpperCase()}${who.slice(1)} chooses ${what === "right" ? "a right" : "a colour"}.`,
    rights: { colours: "Choose the colours", draws: "Win on equal discs" },
    takes: (name) => `Play ${name}`, anew: "New draw", giveUp: "Leave the draw",
  },
  ja: {
    arbiter: "審判", claim: "不正着手を申し出る", draw: "伏せ石（色決め）",
    acts: {
      wrong_turn: "手番違い", wrong_colour: "石の色違い", not_playable: "打てない所への着手",
      illegal_pass: "打てるのにパス", missing_flips: "返し忘れ", extra_flips: "返しすぎ",
    },
    anyAct: "指定なし", claimed: "申し出る内容", who: "打った人", whole: "規則どおりに返す",
    begin: "打たれたマス、またはパスを押し、続けて実際の盤と同じになるまでマスを押してください。",
    setPlayed: (cell) => `着手は${cell}。返された石を押してください。`, setPassed: "パスでした。",
    judge: "判定", again: "着手前に戻す", leave: "対局に戻る", correct: (move) => `正しく打ち直す: ${move}`,
    fine: (move) => `不正着手はありません。${move}は正しい手です。`,
    fault: (act, detail) => `不正着手: ${act}${detail && `（${detail}）`}。`,
    other: (act) => `申し出た内容（${act}）ではありません。`,
    stays: "局面と手番はそのままです。",
    asItShould: "盤は正しい形を示しています。",
    hideText: "上位者が石を伏せ、下位者は同じリンクを自分の画面で開いて言い当てます。",
    mode: "規則", modes: { draws: "引き分けあり", "no-draws": "引き分けなし" },
    hide: { black: "黒を上に伏せる", white: "白を上に伏せる", lot: "無作為に伏せる" },
    youHid: (face) => `${face === "black" ? "黒" : "白"}を上にして伏せました。相手が言います。`,
    call: "石が伏せられました。どちらですか。", calls: { up: "上", down: "下", black: "黒", white: "白" },
    called: (call) => `「${call}」と言われました。`, waiting: "石を見せています。",
    shown: (face) => `上の面は${face}です。`,
    fits: "言う前のハッシュと石が一致します。", misfit: "言う前のハッシュと一致しません。別の石です。",
    seal: "ハッシュ", check: (text) => `「${text}」のSHA-256`,
    person: (who, you) => `${who === "higher" ? "上位者" : "下位者"}${you ? "（あなた）" : ""}`,
    plays: (who) => `黒番は${who}。`, winsTies: (who) => `同数のときは${who}の勝ち。`,
    chooses: (who, what) => `${who}が${what === "right" ? "権利" : "色"}を選びます。`,
    rights: { colours: "色を選ぶ権利", draws: "同数で勝つ権利" },
    takes: (name) => `${seat(name)}を持つ`, anew: "もう一度", giveUp: "伏せ石をやめる",
  },
};

export const told = WORDS[language];
