"""What the judge and tournaments say in English, as it is in Japanese; part of the table of :mod:`japanese`."""

from __future__ import annotations

from collections.abc import Mapping

ARBITER: Mapping[str, str] = {
    "it is the turn of {who}": "{who}の手番です",
    "{cell} shows {first}, not {second}": "{cell} は{second}のはずが{first}です",
    "no disc": "石なし",
    "black": "黒",
    "white": "白",
    "red": "赤",
    "green": "緑",
    "yellow": "黄",
    "blue": "青",
    "{cell} is not on this board": "{cell} はこの盤にありません",
    "{cell} is occupied": "{cell} は空いていません",
    "{who} may not place on {cell}: {why}": "{who}は {cell} に打てません。{why}",
    "{who} can move and so may not pass": "{who}は打てるのでパスできません",
    "at least {count} of these should have turned: {cells}": "次のうち {count} 個以上が返るはずです：{cells}",
    "{cells} should have turned": "{cells} が返るはずです",
    "{cells} should have left the board": "{cells} は盤から除かれるはずです",
    "{cells} should not have changed": "{cells} は変わらないはずです",
    "no disc is hidden": "石は伏せられていません",
    "a disc is hidden already: it is to be called": "石は既に伏せられています。言い当ててください",
    "{call} was called already": "既に言われています（{call}）",
    "{one} or {other} is to be called": "{one} か {other} のどちらかを言ってください",
    "nothing was called yet: the disc stays hidden": "まだ言われていないので、石は伏せたままです",
    "the disc was shown already": "石は既に見せられました",
    "that is not the disc that was hidden: its hash is another one": "伏せた石と違います。ハッシュが一致しません",
    "there is no right to be chosen": "選ぶ権利はありません",
    "there is no colour to be chosen": "選ぶ色はありません",
}

PAIRING: Mapping[str, str] = {
    "all {count} rounds are drawn": "全 {count} 回戦を組み終えました",
    "`rounds` in the file says how many there are": "回戦の数はファイルの `rounds` にあります",
    "fewer than two players are left": "選手が 2 人に足りません",
    "a game has no result yet, and a Swiss round is drawn by results": (
        "結果のない対局が 1 局あります。スイス式の組み合わせは結果によります"
    ),
    "{count} games have no result yet, and a Swiss round is drawn by results": (
        "結果のない対局が {count} 局あります。スイス式の組み合わせは結果によります"
    ),
    "Swiss rounds need a package that is not installed: pip install networkx": (
        "スイス式には、入っていないパッケージが要ります。pip install networkx"
    ),
    "round {count} is not the next one: {other} are drawn": (
        "次は第 {count} 回戦ではありません（第 {other} 回戦まで済み）"
    ),
    "there is no tournament {count}: the server has {other}": "大会 {count} はありません（{other} 件あります）",
    "only the organiser draws rounds and puts results in": "組み合わせと結果の記入は主催者だけができます",
    "the server has printed the organiser's address": ("主催者用の URL は、サーバーを起動した端末に表示されています"),
    "{name} has {count} seats, and a tournament pairs two players": (
        "{name} の席は {count} つです。大会の対局は 2 人で行います"
    ),
    "this server was given no tournament (`engined web --club`)": (
        "このサーバーには大会がありません（`engined web --club`）"
    ),
}
"""Why a round cannot be drawn, or a tournament not shown."""

CLUB: Mapping[str, str] = {
    "rank": "順位",
    "points": "勝点",
    "discs": "石数",
    "Brightwell": "ブライトウェル",
    "Brightwell: discs, and {count} for each win of an opponent": (
        "ブライトウェル: 石数と、対戦相手の勝ち 1 つにつき {count}"
    ),
    "round {count}": "第 {count} 回戦",
    "bye": "不戦勝",
    "round {count}, game {number}: {game}": "第 {count} 回戦 {number} 番: {game}",
}
