"""The notes of variants in English, as they are in Japanese; part of the table of :mod:`japanese`."""

from __future__ import annotations

from collections.abc import Mapping

NOTES: Mapping[str, str] = {
    "A reconstruction: of the game of 1870 only the cross-shaped board and the bracketing are known.": (
        "復元したもの。1870 年のゲームは、十字形の盤と挟むことしか分かっていない。"
    ),
    "One cell, drawn by lot, is missing: black-hole-c3 (this one), or any other but the four of the start.": (
        "くじで選んだ 1 マスが欠けている。black-hole-c3（これ）のほか、初期配置の 4 マス以外のどこでもよい。"
    ),
    "Ends as in hashijime, and the parities of stones and bends: points add up.": (
        "端は端占めと同じ。石数と折れの偶奇も数え、点を合計する。"
    ),
    "A chain with an odd number of bends is a point for Black, one with an even number, or none, for White.": (
        "折れが奇数の連鎖は黒の 1 点、偶数（0 も）の連鎖は白の 1 点。"
    ),
    "A chain with an odd number of stones is a point for Black, one with an even number for White.": (
        "石数が奇数の連鎖は黒の 1 点、偶数の連鎖は白の 1 点。"
    ),
    "The parity of stones as in chain-count, and of bends as in chain-bend: points add up.": (
        "石数の偶奇は chain-count、折れの偶奇は chain-bend と同じ。点を合計する。"
    ),
    "Ends as in hashijime, and the parity of bends as in chain-bend: points add up.": (
        "端は端占め、折れの偶奇は chain-bend と同じ。点を合計する。"
    ),
    "Ends as in hashijime, and the parity of stones as in chain-count: points add up.": (
        "端は端占め、石数の偶奇は chain-count と同じ。点を合計する。"
    ),
    "Stones stay where they are; chains without an empty point beside them leave the board. Two passes end the game. "
    "Territory and prisoners count, and White has 6 points of komi. Suffixes, in this order: -area or "
    "-area-and-prisoners (another count), -situational-superko or -positional-superko (no board may come back), "
    "-suicide, -handicap-N, -komi-N.": (
        "石は動かない。隣に空点のない連は盤から除かれる。続けて 2 回パスすると終局。地とアゲハマを数え、白にコミ 6 目。"
        "名前の後に付けられるもの（この順）: -area か -area-and-prisoners（数え方）、-situational-superko か "
        "-positional-superko（同じ盤面を禁ずる）、-suicide、-handicap-N、-komi-N。"
    ),
    "Stones never move. A stone may not have more than two neighbours, close a loop or make a block of four. A chain "
    "of two stones or more whose two ends have the same colour is a point for that colour. Suffixes, in this order: "
    "-multi (chains may branch), -odd-second (odd chains are White's, where parity counts), -half (equal points are "
    "White's win).": (
        "石は動かない。隣が 3 石以上になる手、輪を閉じる手、4 石の塊を作る手は打てない。"
        "両端が同じ色の 2 石以上の連鎖は、"
        "その色の 1 点。名前の後に付けられるもの（この順）: -multi（枝分かれしてよい）、-odd-second（偶奇を数える所では"
        "奇数が白）、-half（同点は白の勝ち）。"
    ),
    "Equal counts are a win for Black, by a difference of 0.": "同数は黒の勝ち（差は 0）。",
    "Equal counts are a win for White, by a difference of 0.": "同数は白の勝ち（差は 0）。",
    "White gets so many discs when the counts are compared: othello-komi-3. Here it is half a disc: nobody draws.": (
        "石数を比べるとき白に加える数。othello-komi-3 など。これは半石で、引き分けはない。"
    ),
    "Othello from one of 10,784 boards after eight plies that are thought to be even: xot-1 (this one) to xot-10784.": (
        "8 手進んだ、互角とされる 10,784 の局面の一つから始めるオセロ。xot-1（これ）から xot-10784 まで。"
    ),
}
