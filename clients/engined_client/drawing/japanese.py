"""The table of words: what is said in English, here and by the daemon, as it is in Japanese.

Fields in braces are filled in; those of what the daemon says are found by their place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from .japanese_club import ARBITER, CLUB, PAIRING
from .japanese_notes import NOTES
from .japanese_practice import PRACTICE
from .japanese_usage import USAGE

KINDS: Mapping[str, str] = {
    "exact": "完全読み",
    "selective": "選択的読み",
    "estimate": "評価値",
    "lower": "下限",
    "upper": "上限",
    "book": "ブック",
    "hangs on ties": "同点の手次第",
}

SEATS: Mapping[str, str] = {
    "Black": "黒",
    "White": "白",
    "Red": "赤",
    "Green": "緑",
    "Yellow": "黄",
    "Blue": "青",
}

_TABLES: Mapping[str, str] = {
    "move": "手",
    "score": "評価",
    "kind": "種類",
    "depth": "深さ",
    "nodes": "局面数",
    "new nodes": "新局面数",
    "change": "変化",
    "principal variation": "読み筋",
    "variation": "読み筋",
    "known": "既知",
    "{count} game": "{count} 局",
    "{change} since {depth}": "深さ {depth} から {change}",
    "line": "行",
    "turn": "手数",
    "empty": "空き",
    "seconds": "秒",
    "nodes/s": "局面/秒",
    "best": "最善",
    "played": "実戦",
    "loss": "損",
    "best line": "最善の進行",
    "before": "直前",
    "player": "対局者",
    "games": "局数",
    "wins": "勝率",
    "spread": "散らばり",
    "points of the board: {seats}, unsettled {count}": "盤上の点: {seats}、未定 {count}",
    "{grade}/game": "{grade}/局",
}

_POSITIONS: Mapping[str, str] = {
    "{seat} ({colour}) to move": "{seat}（{colour}）の番",
    "{seat} ({colour}) to move, and must pass": "{seat}（{colour}）の番、パスのみ",
    "{count} empty": "空き {count}",
    "prisoners: {counts}": "アゲハマ {counts}",
    "points: {counts}": "得点 {counts}",
    "play has stopped": "対局停止",
    "{seat} is ahead by {margin}": "{seat}が {margin} リード",
    "nobody is ahead": "互角",
    "removed {colour}: {cells}": "取り除いた {colour}: {cells}",
    "agreed: {seats}": "同意: {seats}",
    "opening: {names}": "定石: {names}",
}

_ANALYSES: Mapping[str, str] = {
    "depth {depth}": "深さ {depth}",
    "depth {depth} ({notes})": "深さ {depth}（{notes}）",
    "{depth} known before": "{depth} までは既知",
    "known before": "既知",
    "{depth} begun": "{depth} に着手",
    "{nodes} nodes in {seconds} s": "{nodes} 局面、{seconds} 秒",
    "{nodes} new nodes in {seconds} s": "新たに {nodes} 局面、{seconds} 秒",
    "({nodes} nodes/s)": "（{nodes} 局面/秒）",
    "paranoid": "全員が敵",
    "alliance": "同盟",
    "views agree": "見方は一致",
    "views disagree": "見方は不一致",
    "mobility: {counts}": "着手可能数: {counts}",
    "stable: {discs}": "確定石: {discs}",
    "{cells} and {count} more": "{cells} ほか {count}",
    "regions: {count}": "空きの数: {count}",
    "{count} empty cells ({parity})": "空きマス {count}（{parity}）",
    "cells hang together by corners too": "斜めもつながる",
    "cells hang together by sides alone": "辺だけでつながる",
    "odd": "奇数",
    "even": "偶数",
    "chains: {points}": "連鎖: {points}",
    "{count} point": "{count} 点",
    "{count} stone": "{count} 石",
    "ends {cells}": "両端 {cells}",
    "no ends": "端なし",
    "{count} bend": "折れ {count}",
    "{why} for {seat}": "{seat}に{why}",
    "ends": "両端",
    "count": "石数",
    "bends": "折れ",
    "no point": "得点なし",
    "may grow": "伸びうる",
    "dead: {cells}": "死にマス: {cells}",
    "{count} cell": "{count} マス",
    "a stone would have more than two neighbours": "隣が三石以上になる",
    "four stones would be a square": "四石が塊になる",
    "a chain would close": "連鎖が閉じる",
    "{count} of {all} agree with the scores in the input": "入力の評価と一致 {count}/{all}",
    "different: lines {lines}": "相違: {lines} 行",
    "different: line {lines}": "相違: {lines} 行",
    "the input says {moves}": "入力では {moves}",
    "or": "か",
    ", and {move} {score}": "、{move} は {score}",
    "proven is {move} {score}": "証明されたのは {move} {score}",
    "at most {score}: what is between hangs on a cycle": "最大 {score}、その間は循環次第",
}

_REVIEWS: Mapping[str, str] = {
    "opening": "序盤",
    "middle game": "中盤",
    "endgame": "終盤",
    "inaccuracy": "緩手",
    "mistake": "悪手",
    "blunder": "大悪手",
    "{count} inaccuracy": "緩手 {count}",
    "{count} mistake": "悪手 {count}",
    "{count} blunder": "大悪手 {count}",
    "{count} ply": "{count} 手",
    "{count} choice": "選択 {count} 回",
    "{count} player": "{count} 人",
    "{name} (ply {ply})": "{name}（{ply} 手目）",
    "read as its mirror image": "鏡像として読みました",
    "throws {what} away": "{what}を逃す",
    "a win": "勝ち",
    "a draw": "引き分け",
    "no mistakes": "悪い手なし",
    "{player}: gave away {lost} in {choices}, {best} of them the best; {bad}": (
        "{player}: {choices}、最善 {best} 回、損 {lost}。{bad}"
    ),
    "broken off, {left} left: the same command goes on there": "中断、残り {left}: 同じコマンドで続きから",
    "?! inaccuracy from {inaccuracy}, ? mistake from {mistake}, ?? blunder from {blunder}": (
        "損が {inaccuracy} 以上は緩手 ?!、{mistake} 以上は悪手 ?、{blunder} 以上は大悪手 ??"
    ),
    "scores from the mover's view": "評価は手番から",
    "{games} reviewed, in {file}": "{games}を検討、{file} に保存",
    "broken off: the same command goes on there": "中断: 同じコマンドで続きから",
    "loss: given away a game, also by phase; best: how often the best move was found": (
        "損: 一局あたり、段階別も。最善: 最善手の割合"
    ),
    "and {players} more (--json has all)": "ほか {players}（全員は --json）",
    "mobility": "着手可能数",
    "stable": "確定石",
    "corners": "隅",
    "frontier": "辺縁石",
    "passes": "パスの回数",
    "prisoners": "アゲハマ",
    "atari": "アタリの連",
    "groups": "連の数",
    "area": "打ち切ったときの地",
    "chains": "連鎖の得点",
}

_FOUND: Mapping[str, str] = {
    "won": "勝",
    "drawn": "分",
    "lost": "負",
    "mean": "平均",
    "{count} move": "{count} 手",
    "{games} read": "{games}を読み込み",
    "{games} found": "{games}が該当",
    "{count} of them cannot be played by the rules": "うち {count} 局は規則どおりに進まない",
    "{count} do not reach the end": "{count} 局は終局まで至らない",
    "and {games} more (--games N)": "ほか {games}（--games N）",
    "Black won {black}, drawn {drawn}, White won {white}": "黒勝ち {black}、引き分け {drawn}、白勝ち {white}",
    "Black {mean} on average": "黒の平均 {mean}",
    "{count} without a result": "結果不明 {count} 局",
    "{count} end otherwise by the rules than their files say": ("{count} 局は棋譜の結果がルールによる結果と異なる"),
    "{seat} won": "{seat}の勝ち",
    " (resigned)": "（投了）",
    " (on time)": "（時間切れ）",
    " (forfeit)": "（反則）",
    " (agreed)": "（合意）",
    "unfinished": "打ち掛け",
    "{seat} won by {margin}": "{seat}の {margin} 差勝ち",
    "after {moves}": "{moves}の後",
}

_BOOK: Mapping[str, str] = {
    "played, not analysed:": "打たれたが未解析:",
    "a book of {positions}": "ブック {positions}",
    "{count} position": "{count} 局面",
    "not in the book ({size})": "ブックになし（{size}）",
    "in {games}; not analysed ({size}; {advice})": "{games}にあり、未解析（{size}、{advice}）",
    "`engined book fix --depth 16` analyses": "解析は `engined book fix --depth 16`",
    "{depth}, {plies} on": "{depth}、{plies}先",
}

_PLAY: Mapping[str, str] = {
    "Type a move, or `help`.": "手か `help` を入力してください。",
    "dead stones": "死石",
    "over": "終局",
    "{seat} thinks": "{seat}が考慮中",
    "thinking": "考慮中",
    "{seat} plays {move}": "{seat}の手: {move}",
    "moves: {moves}": "着手可能: {moves}",
    "no move yet": "まだ手がない",
    "clock: {times}": "残り時間: {times}",
    "there is no clock (--clock, --byoyomi)": "時計なし（--clock、--byoyomi）",
    "the engine plays as well as it can": "エンジンは全力",
    "level {level} of {most}": "強さ {level}/{most}",
    "{saved}, as a variation of its game": "{saved}（棋譜の変化として）",
    "{plies} in {file}": "{plies}を {file} に保存",
    "the engine thinks dead: {cells}": "エンジンの見る死石: {cells}",
    "dead at the end: {stones}": "終局時の死石: {stones}",
    "alive in seki: {stones}": "セキで生きている石: {stones}",
    "unsettled, who moves first decides or nobody knows: {stones}": "未定の石（先手次第、または不明）: {stones}",
    "no stones are dead at the end": "終局時に死石はありません",
    "unsettled, as far as the engine can see: {cells}": "エンジンには生死が定まらない石: {cells}",
    "the engine thinks alive: {cells}": "エンジンの見る活石: {cells}",
    "no stone": "なし",
    "`done` again if you insist, `resume` to play it out": "それでもよければもう一度 `done`、打ち続けるなら `resume`",
    "a move": "手",
    "f5, or several: f5 d6 c3; `pass` where you must": "f5、続けて f5 d6 c3。置けないときは `pass`",
    "let the engine move for you": "エンジンに代わりに打たせる",
    "scores of all moves": "全ての手の評価",
    "take back your last move and what followed it": "自分の最後の手から後を取り消す",
    "give the game up": "投了する",
    "draw the board again": "盤を描き直す",
    "what follows without a search": "読みなしで分かること",
    "the game so far": "ここまでの手順",
    "what is left on the clocks": "残り時間",
    "how the engine plays: 1 (weakest) to 15, or 0: its best": "エンジンの強さ: 1（最弱）から 15、0 は全力",
    "write the game: .sgf, .ggf, or .txt for its moves": "棋譜を保存: .sgf、.ggf、手順だけなら .txt",
    "go on from a file's game": "ファイルの棋譜から続ける",
    "start again": "初めからやり直す",
    "leave (so do Ctrl-D and Ctrl-C)": "終える（Ctrl-D、Ctrl-C も）",
    "When passes have stopped a game of Go:": "囲碁でパスが続いて止まったとき:",
    "take the groups on these cells off, as dead": "これらのマスの連を死石として取り除く",
    "put them back, or all that were removed": "戻す。マスがなければ全て",
    "remove what the engine thinks dead": "エンジンの見る死石を取り除く",
    "agree; the game ends when all do": "同意する。全員の同意で終局",
    "play on, with all stones": "全ての石を戻して打ち続ける",
}

_RESULTS: Mapping[str, str] = {
    "Draw": "引き分け",
    "No result": "無勝負",
    "{seat} wins by {margin}": "{seat}の {margin} 差勝ち",
    "{seat} wins by the right to a draw": "引き分けの権利により{seat}の勝ち",
    "{seat} wins by resignation": "{seat}の中押し勝ち",
    "{seat} wins on time": "{seat}の時間勝ち",
    "{seat} wins": "{seat}の勝ち",
    "{first} and {second}": "{first}と{second}",
}

_STATES: Mapping[str, str] = {
    "finished": "完了",
    "the limit is reached": "制限に到達",
    "stopped": "中止",
    "the daemon shut down": "デーモン終了",
    "queued": "順番待ち",
    "preparing {variant}": "{variant} を準備中",
    "waiting for {variant}": "{variant} を待機中",
    "loading {variant}": "{variant} を読み込み中",
    "the daemon is starting, or busy: waiting for it": "デーモンが起動中か混雑中です。応答を待っています",
    "compiling {variant}": "{variant} をコンパイル中",
    "compiling {variant} (once; usually 5 to 60 s)": "{variant} をコンパイル中（初回のみ、通常 5〜60 秒）",
    "compiling {variant}: {seconds} s (usually 5 to 60)": "{variant} をコンパイル中：{seconds} 秒（通常 5〜60 秒）",
    "{waits}: depth {depth} by the rules alone": "{waits}（規則だけで深さ {depth}）",
    "maxn": "各自のため",
    "each for its own side": "各自のため",
    "all against the mover": "全員が手番の敵",
    "with an ally": "同盟者あり",
    "of equally good moves the first in board order is played, in every position": "同点の手は常に盤順の最初の手",
    "of equally good moves one is played that is drawn by lot, in every position": "同点の手は常に抽選",
    "cold": "未準備",
    "compiling": "コンパイル中",
    "ready": "準備済み",
}

_RULES: Mapping[str, str] = {
    " (also {names})": "（別名 {names}）",
    "Board": "盤",
    "Seats": "対局者",
    "Note": "注",
    "History": "歴史",
    "Runs as": "動作",
    "Digest": "識別子",
    "Set-up": "準備",
    "Place": "着手",
    "Capture": "取り方",
    "Place, capture": "着手と取り方",
    "Pass": "パス",
    "Indirectly": "間接",
    "Rings": "環",
    "Score": "得点",
    "Points": "点",
    "Teams": "組",
    "Ko": "コウ",
    "Suicide": "自殺手",
    "Komi": "コミ",
    "Equal scores": "同点",
    "{size}, {count} cells": "{size}、{count} マス",
    "{seats}; {first} moves first": "{seats}。{first}が先手",
    "on an empty cell from which something is bracketed": "何かを挟める空きマスに置く",
    "where something is bracketed": "何かを挟めるマスに置く",
    "if there is no such cell, next to any disc": "なければ石の隣に置く",
    "on any empty cell": "どの空きマスにも置ける",
    "where no chain closes": "連鎖が閉じないマスに置く",
    "where no chain closes or branches": "連鎖が閉じも枝分かれもしないマスに置く",
    "all bracketed discs {end}": "挟んだ石は全て{end}",
    "one of the bracketed discs, of the mover's choice, {end}": "挟んだ石のうち選んだ一つが{end}",
    "those bracketed discs that the mover chooses {end}": "挟んだ石のうち選んだものが{end}",
    "those bracketed discs that the mover chooses, {least} at least, {end}": (
        "挟んだ石のうち選んだもの（{least} 個以上）が{end}"
    ),
    "turn to the mover's colour": "手番の色になる",
    "leave the board": "盤から除かれる",
    "groups without liberties leave the board": "呼吸点のない連は盤から除かれる",
    "nothing is captured": "取らない",
    "only, and always, without a placement": "置けないときに限り、必ず",
    "at any time": "いつでも",
    "when all pass in turn, the game is over": "全員が続けてパスすれば終局",
    "discs of one's colour": "自分の色の石",
    "discs of one's colour in one's own region": "自分の区域にある自分の色の石",
    "stones and what they alone surround": "石と、石だけで囲んだ所",
    "what one's stones alone surround, and prisoners": "石だけで囲んだ所と、アゲハマ",
    "stones, what they alone surround, and prisoners": "石と、石だけで囲んだ所と、アゲハマ",
    "points for chains": "連鎖の点",
    "the empty cells go to whoever has most": "空きマスは多い方のもの",
    "who has least wins": "少ない方の勝ち",
    "the board before the last ply may not come back": "直前の手の前の盤面には戻せない",
    "no earlier board with the same seat to move may come back": "同じ手番で以前の盤面には戻せない",
    "no earlier board may come back": "以前の盤面には戻せない",
    "is allowed": "可",
    "is not allowed": "不可",
    "as {kind} has it": "{kind} による",
    "the first {count} discs go freely to {cells}": "最初の {count} 石は {cells} に自由に置く",
    "what turns brackets in its turn, until nothing changes": "返った石がさらに挟む。変わらなくなるまで",
    "what turns brackets in its turn, {count} times": "返った石がさらに挟む。{count} 回まで",
    "{count} closed lines besides the straight ones": "直線のほかに閉じた線 {count} 本",
    "counts {cells}": "{cells} を数える",
    "may not place on {cells}": "{cells} には置けない",
    "places {count} discs at most": "置けるのは {count} 石まで",
    "all ends of one colour: for that one": "端が全て同じ色ならその色に",
    "both ends of one colour: for that one": "両端が同じ色ならその色に",
    "an odd number of stones: for {odd}, an even one: for {even}": "石数が奇数なら{odd}、偶数なら{even}に",
    "an odd number of bends: for {odd}, an even one: for {even}": "折れが奇数なら{odd}、偶数なら{even}に",
    "{komi} for {seat}": "{seat}に {komi}",
}

_ERRORS: Mapping[str, str] = {
    "{path}: No such file or directory": "{path}：そのようなファイルやフォルダはありません",
    "{path}: Is a directory": "{path}：フォルダです",
    "{path}: Permission denied": "{path}：権限がありません",
    "{path}: it is there already": "{path}：既にあります",
    "--force writes over it": "上書きするには --force を付けます",
    "no daemon in {path} (`engined serve` starts one)": "{path} にデーモンがいません（`engined serve` で起動します）",
    "move {count}, {move}: there is no {cell} on {board}": "{count} 手目 {move}：{board}に {cell} はありません",
    "move {count}, {move}: {cell} is occupied": "{count} 手目 {move}：{cell} は空いていません",
    "move {count}, {move}: {who} may not place on {cell}: {why}": (
        "{count} 手目 {move}：{who}は {cell} に打てません。{why}"
    ),
    "move {count}, {move}: {who} can move and so may not pass": "{count} 手目 {move}：{who}は打てるのでパスできません",
    "move {count}, {move}: {who} cannot place anywhere and must pass": (
        "{count} 手目 {move}：{who}は打つところがなくパスです"
    ),
    "move {count}, {move}: the game is over": "{count} 手目 {move}：対局は終わっています",
    "it captures nothing": "何も取れません",
    "it touches no disc": "隣に石がありません",
    "it is suicide": "自殺手です",
    "it retakes a ko at once": "コウをすぐ取り返す手です",
    "it brings an earlier position back (superko)": "以前の局面に戻る手です（スーパーコウ）",
    "it is not one of the set-up cells": "初期配置のマスではありません",
    "not a move at character {count}: {text}": "{count} 文字目から着手として読めません：{text}",
    "{move}: {who} may not place on {cell}: {why}": "{move}：{who}は {cell} に打てません。{why}",
    "{move}: {cell} is occupied": "{move}：{cell} は空いていません",
    "{move}: {who} can move and so may not pass": "{move}：{who}は打てるのでパスできません",
    "{move}: {who} cannot place anywhere and must pass": "{move}：{who}は打つところがなくパスです",
    "{move}: there is no {cell} on {board}": "{move}：{board}に {cell} はありません",
    "{move}: the game is over": "{move}：対局は終わっています",
    "no session {name} is open": "対局 {name} は開かれていません",
    "{count} cells and the mover's symbol are wanted, not {least} characters: {text}": (
        "{count} マスと手番の記号が要ります。{least} 文字では足りないか多すぎます：{text}"
    ),
    "no record: it looks like text without moves or boards": "棋譜ではありません。着手も盤もないようです",
    "the daemon is gone": "デーモンとの接続が切れました",
    "this page goes on as soon as it is back": "戻り次第、このページは続けられます",
    "there is no daemon yet": "デーモンがまだありません",
    "there is no game in it": "対局がありません",
    "no record: it looks like {text}": "棋譜ではありません。{text}のようです",
    "binary data": "バイナリ",
    "a zip archive: unpack it first": "zip 書庫（先に展開してください）",
    "no opening is called {name}": "{name} という定石はありません",
    "did you mean {near}?": "{near} のことですか",
    "this server was given no games (`engined web --games`)": (
        "このサーバーには棋譜が与えられていません（`engined web --games`）"
    ),
    "there is no such problem any more": "その問題はもうありません",
    "{text} is not a whole number from {first} to {second}": "{text} は {first} から {second} までの整数ではありません",
    "{text} is not a number from {first} to {second}": "{text} は {first} から {second} までの数ではありません",
    "there is no {name}: its sides can have {first} to {second} squares, as in {near}": (
        "{name} はありません。一辺は {first} から {second} までで、{near} のようにします"
    ),
    "this is not TOML: after a key comes = and its value": "TOML ではありません。キーの後に = と値を書きます",
    "{size} is out of range: each side has {first} to {second} squares": (
        "{size} は範囲外です。一辺は {first} から {second} マスまでです"
    ),
    "a string is wanted here, not a whole number": "整数ではなく文字列が要ります",
    "after {count} cells the mover is wanted, one of {text}": "{count} マスの後に手番が要ります（{text} のどれか）",
    "got {text}": "{text} ではありません",
    "{one} or {other}": "{one} か {other} ",
    "there is no variant {name}: did you mean {near}?": "変種 {name} はありません。{near} のことですか",
    "there is no variant {name}: `engined variants` lists them all": (
        "変種 {name} はありません。`engined variants` が一覧です"
    ),
    "there is no move to review": "検討する手がありません",
    "{path} has several games: --game N says which one": "{path} には複数の対局があります。--game N で選びます",
    "standard input: there is no position in it": "標準入力に局面がありません",
    "an {size} board": "{size} の盤",
    "a {size} board": "{size} の盤",
}

_OF_DAEMON: Mapping[str, str] = {
    **KINDS,
    **SEATS,
    **_RESULTS,
    **_STATES,
    **_RULES,
    **_ERRORS,
    **ARBITER,
    **PAIRING,
    **NOTES,
    **USAGE,
}

JAPANESE: Mapping[str, str] = {
    **_TABLES,
    **_POSITIONS,
    **_ANALYSES,
    **_REVIEWS,
    **_FOUND,
    **_BOOK,
    **_PLAY,
    **PRACTICE,
    **CLUB,
    **_OF_DAEMON,
}

_FIELD = re.compile(r"\\\{(\w+)\\\}")
_FIELDS = {
    "count": r"\d+",
    "first": r"\w+",
    "second": r"\w+",
    "komi": r"[-.\d]+",
    "one": r"\S+",
    "other": r"\S+",
    "word": r"\S+|'.*'",
}
"""The patterns of what may stand in a field, where not everything may."""
_TYPED = {"near", "word", "words", "option"}
"""Fields with what is typed, and so is the same in both languages."""


def translated(text: str) -> str:
    """What the daemon says, as a whole or clause by clause; of what the table does not have, the English."""
    return _OF_DAEMON[text] if text in _OF_DAEMON else "。".join(map(_clause, text.split("; ")))


def _clause(text: str) -> str:
    if text in _OF_DAEMON:
        return _OF_DAEMON[text]
    for pattern, japanese in _patterns():
        if match := pattern.fullmatch(text):
            fields = match.groupdict().items()
            return japanese.format(**{name: found if name in _TYPED else _clause(found) for name, found in fields})
    return text


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """The translations of messages with fields, the most particular first."""
    filled = [text for text in _OF_DAEMON if "{" in text]
    filled.sort(key=lambda text: len(_FIELD.sub("", re.escape(text))), reverse=True)
    return [(re.compile(_FIELD.sub(_field, re.escape(text))), _OF_DAEMON[text]) for text in filled]


def _field(match: re.Match[str]) -> str:
    return f"(?P<{match[1]}>{_FIELDS.get(match[1], '.+?')})"
