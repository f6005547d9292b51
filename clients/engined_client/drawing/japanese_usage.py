"""What is said of a mistyped command line in English, as it is in Japanese; part of the table of :mod:`japanese`."""

from __future__ import annotations

from collections.abc import Mapping

USAGE: Mapping[str, str] = {
    "unrecognized arguments: {words}": "この引数はありません：{words}",
    "the following arguments are required: {words}": "引数が足りません：{words}",
    "one of the arguments {words} is required": "次の引数のどれか一つが要ります：{words}",
    "argument {option}: {what}": "引数 {option}：{what}",
    "not allowed with argument {option}": "{option} と一緒には使えません",
    "expected one argument": "値が一つ要ります",
    "expected at least one argument": "値が一つ以上要ります",
    "expected {count} arguments": "値が {count} 個要ります",
    "ignored explicit argument {word}": "値は要りません（{word} とあります）",
    "invalid choice: {word} (choose from {words})": "{word} は選べません（{words} から選びます）",
    "invalid float value: {word}": "{word} は数ではありません",
    "did you mean {near}?": "{near} のことですか",
    "VERB is one of {words}": "VERB は次のどれかです：{words}",
    "{word} is not a whole number from {least} to {most}": "{word} は {least} から {most} までの整数ではありません",
    "{word} is not a whole number of at least {least}": "{word} は {least} 以上の整数ではありません",
    "{word} is not a number from {least} to {most}": "{word} は {least} から {most} までの数ではありません",
    "{word} is not a number of at least {least}": "{word} は {least} 以上の数ではありません",
    "times are written 30, 5m or 5:00": "時間は 30、5m、5:00 のように書きます",
    "{word} is not a whole number": "{word} は整数ではありません",
    "the charset {word} is not known": "文字コード {word} は分かりません",
    "no command {name}": "コマンド {name} はありません",
    "there are {words}": "コマンドは {words} です",
}
