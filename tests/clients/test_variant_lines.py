"""Variants as lines."""

from __future__ import annotations

from engined_client.drawing.variants import table_of_variants
from engined_client.drawing.wording import Wording
from engined_protocol.messages import VariantSummary

NIP = VariantSummary(
    name="nip",
    title="Nip",
    width=8,
    height=8,
    cells=52,
    seats=("Black", "White"),
    aliases=("ニップ", "round"),
)


def test_a_variant_is_called_by_its_title_or_in_japanese_by_its_name_there() -> None:
    (english,) = table_of_variants([NIP])
    assert english.split("  ")[-1] == "Nip (also ニップ, round)"
    (japanese,) = table_of_variants([NIP], Wording(language="ja"))
    assert japanese.split("  ")[-1] == "ニップ（別名 round）"
