"""What is said in English to who practises, as it is in Japanese; part of the table of :mod:`japanese`."""

from __future__ import annotations

from collections.abc import Mapping

PRACTICE: Mapping[str, str] = {
    "where: {place}": "場所: {place}",
    "at the top left": "左上",
    "at the top": "上",
    "at the top right": "右上",
    "on the left": "左",
    "in the middle of the board": "中央",
    "on the right": "右",
    "at the bottom left": "左下",
    "at the bottom": "下",
    "at the bottom right": "右下",
    "nowhere on the board": "盤上ではない",
    "what kind of move: {kind}": "どんな手: {kind}",
    "a pass": "パス",
    "a corner": "隅",
    "on the edge": "辺",
    "away from the edge": "中",
    "it takes {discs}": "{discs}取る",
    "it turns {discs}": "{discs}返る",
    "{count} disc": "{count} 石",
    "in a region of {count} empty cells, an odd number": "空き {count} の区域（奇数）",
    "in a region of {count} empty cells": "空き {count} の区域（偶数）",
    "the game is over after it": "その手で終局",
    "the next side has to pass": "次の番はパス",
    "the next side is left {moves}": "次の番の着手可能数は{moves}",
    "{count} move": "{count}",
    "the move: {move}": "手: {move}",
    "where to look; again: what kind of move; again: the move": "見る場所。もう一度でどんな手か、さらに一度でその手",
    "the move": "その手",
    "the next one": "次の問題へ",
    "{move} is right: {score} ({kind})": "{move} 正解: {score}（{kind}）",
    "{move} gives away {loss}: {score}, and {better} is possible ({kind})": (
        "{move} は {loss} の損: {score}、{better} の手がある（{kind}）"
    ),
    "neither a move nor a command: {line} (try `help`)": "手でも命令でもありません: {line}（`help` で一覧）",
    "one move at a time": "一度に一手です",
    "{move} gives away {loss} ({kind})": "{move} は {loss} の損（{kind}）",
    "{said}; `undo` takes it back, an empty line goes on": "{said}。`undo` で取り消し、空行で続行",
    "{said}; another move, `clue` for help, or the same once more to play it": (
        "{said}。別の手か、`clue` でヒント。同じ手をもう一度入力すればそのまま打つ"
    ),
    "warn of moves that lose so much, or 0: of none": "これ以上損な手を警告する。0 は警告なし",
    "no warnings": "警告なし",
    "warnings from a loss of {loss} on": "{loss} 以上の損で警告",
    "ply {ply}: {move} was played, and gave away {loss}. What is better?": (
        "{ply} 手目: 実戦は {move}、{loss} の損。より良い手は？"
    ),
    "find the best move: it is better than any other by {margin} (difficulty {difficulty})": (
        "最善手は？ 他より {margin} 以上良い手（難しさ {difficulty}）"
    ),
    "{solved} of {asked} solved at once": "{asked} 問中 {solved} 問を一度で正解",
    "there are no problems yet: `engined practise make` makes some from games": (
        "まだ問題がありません。`engined practise make` が棋譜から作ります"
    ),
    "{problems}, {due} due, {known} known": "全 {problems} 問、出題待ち {due}、習得済み {known}",
    "the next one on {day}": "次は {day}",
    "{made} problems": "問題 {made}",
    "{made} new problems from {looked} positions, in {file}": "{looked} 局面から新しい問題 {made}、{file} に保存",
    "{count} mistakes to learn from": "学べる悪手 {count}",
    "the book ends here": "ブックはここまで",
    "the book plays {move}": "ブックの手: {move}",
    "{move} is not in the book": "{move} はブックになし",
    "{move} gives away {loss} by the book": "{move} はブックによれば {loss} の損",
    "{move}: {score} in the book": "{move}: ブックでは {score}",
    "{solved} of {asked} moves as the book has them, at once": "{asked} 手中 {solved} 手が一度でブックどおり",
}
