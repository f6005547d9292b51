"""Names of variants, taken apart and put together again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined_protocol.variant_name import VariantName
from tests.protocol.stage import CATALOGUE

NAMES = st.builds(
    VariantName,
    st.sampled_from(["go", "othello", "hex-like", "go2"]),
    st.sampled_from(["", "5x5", "19x19", "9x13"]),
    st.sampled_from(["", "area", "area-and-prisoners"]),
    st.sampled_from(["", "situational", "positional"]),
    st.booleans(),
    st.sampled_from(["", "0", "9"]),
    st.sampled_from(["", "0", "-6", "7.5"]),
    st.sampled_from(["", "multi", "odd-second-half", "multi-odd-second-half"]),
)


@given(NAMES)
def test_a_name_has_the_parts_that_it_was_made_of(name: VariantName) -> None:
    assert VariantName.of(str(name)) == name


@given(st.text(max_size=60))
def test_any_name_is_kept(text: str) -> None:
    assert str(VariantName.of(text)) == text


@pytest.mark.parametrize(
    "name",
    [
        "go",
        "go-19x19",
        "go-13x13-area-positional-superko-suicide-handicap-2-komi--3.5",
        "go-area-and-prisoners",
        "chain-all-7x2-multi-odd-second-half",
        "hashijime-half",
    ],
)
def test_names_of_this_form_are_those_of_variants(name: str) -> None:
    assert CATALOGUE.get(str(VariantName.of(name))).name == name


@pytest.mark.parametrize(("komi", "written"), [(7.5, "komi-7.5"), (-0.0, "komi-0"), (6.0, "komi-6"), (-6, "komi--6")])
def test_komi_is_written_as_in_names(komi: float, written: str) -> None:
    assert str(VariantName("go").with_komi(komi)) == f"go-{written}"
