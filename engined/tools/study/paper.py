"""What was printed: Yonin, the Reversi for four (IPSJ SIG Technical Report 2006-GI-15, no. 10), as strings of digits.

Table 1 has a column for each depth. The columns of tables 3 and 4 are the movers, first to fourth.
"""

from __future__ import annotations

TITLE = "IPSJ SIG 2006-GI-15(10)"

TABLE_1 = {
    8: (".35", ".099", ".552", "-3.252", "15.9"),
    9: (".469", ".03", ".502", "-2.118", "15.5"),
    10: (".384", ".052", ".565", "-2.993", "14.4"),
    11: (".41", ".106", ".485", "-1.547", "13.2"),
    12: (".597", ".128", ".276", ".3516", "11.0"),
    13: (".707", ".014", ".28", "4.671", "8.470"),
}
"""The table by depth: games that Black and White win, drawn ones between; by how many discs Black is ahead, its
deviation.
"""
TABLE_1_GAMES = 1000

TABLE_2 = {
    "othello": ("8.47", "15.6", "3.95", "60.40"),
    "yonin": ("6.26", "10.7", "3.28", "61.60"),
    "othello-6x6": ("5.2", "6.12", "2.47", None),
    "yonin-6x6": ("3.87", "4.34", "2.08", None),
}
"""The table by game: legal moves at a turn, their variance and deviation; turns."""
TABLE_2_GAMES = {"othello": 20000, "yonin": 20000, "othello-6x6": 100000, "yonin-6x6": 100000}

TABLE_3 = {
    5: ("2.369", "2.393", "2.472", "2.192"),
    6: ("2.444", "2.489", "2.086", "2.282"),
    7: ("2.538", "2.076", "2.267", "2.337"),
    8: ("2.107", "2.268", "2.2", "2.483"),
    9: ("2.264", "2.244", "2.313", "1.958"),
    10: ("2.128", "2.496", "1.788", "1.988"),
    11: ("2.294", "1.777", "1.904", "1.916"),
}
"""The table by the number of moves that are read: the mean rank of each mover."""
TABLE_3_GAMES = 1000

TABLE_4 = {
    5: ("2.542", "2.468", "2.710", "2.396"),
    6: ("2.492", "2.564", "2.186", "2.416"),
    7: ("2.618", "2.161", "2.314", "2.479"),
    8: ("2.214", "2.230", "2.296", "2.509"),
    9: ("2.228", "2.200", "2.287", "1.975"),
    10: ("2.026", "2.327", "1.734", "1.838"),
    11: ("2.041", "1.605", "1.588", "1.738"),
}
"""Table 4 for the games that the opposite seat wins."""
TABLE_4_UNRESTRICTED = {
    5: ("2.502", "2.282", "2.469", "2.424"),
    6: ("2.132", "2.355", "2.399", "2.499"),
    7: ("2.232", "2.236", "2.537", "1.889"),
    8: ("2.046", "2.288", "1.721", "1.964"),
    9: ("1.932", "1.618", "1.685", "1.875"),
    10: ("1.306", "1.409", "1.516", "1.654"),
    11: ("1.241", "1.363", "1.376", "1.167"),
}
"""Table 4 for the games in which every seat may place everywhere."""
