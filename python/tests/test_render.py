"""Boards in text, as SVG and as pixels."""

from xml.etree import ElementTree

import numpy as np
import pytest
import quipu
from conftest import play_out, some_state


def test_text_has_no_colours_and_ansi_has(key):
    state = some_state(key)
    assert "\x1b[" not in state.render("text") and "\x1b[" in state.render("ansi")
    assert str(state) == state.render("text")
    assert max(map(len, str(state).splitlines())) <= 80


def test_svg_is_sound_and_shown_in_notebooks(key):
    for state in (quipu.load_game(key).new_initial_state(), some_state(key), play_out(some_state(key))):
        svg = state.render("svg")
        root = ElementTree.fromstring(svg)
        assert root.tag.endswith("svg") and len(list(root)) > 20
        assert state._repr_svg_() == svg


def test_pixels_show_more_than_paper(key):
    state = some_state(key)
    picture = state.render("rgb_array")
    assert picture.dtype == np.uint8 and picture.ndim == 3 and picture.shape[2] == 3
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 8
    twice = state.render("rgb_array", scale=2.0)
    assert abs(twice.shape[0] - 2 * picture.shape[0]) <= 1
    assert (picture != quipu.load_game(key).new_initial_state().render("rgb_array")[:1, :1]).any()
    with pytest.raises(ValueError, match="too small or too large"):
        state.render("rgb_array", scale=1e6)
    with pytest.raises(ValueError):
        state.render("rgb_array", scale=float("nan"))


def test_hidden_cards_are_not_drawn_for_others():
    game = quipu.load_game("thebes(seats=2)")
    state = some_state("thebes(seats=2)", 0, 20)
    assert state.render("text", player=0) != state.render("text", player=1)
    assert game.num_players() == 2
