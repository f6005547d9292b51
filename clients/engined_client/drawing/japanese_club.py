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
