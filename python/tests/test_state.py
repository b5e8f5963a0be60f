"""States: the API, its numbers, what is hidden, and what happens with bad input."""

import copy
import json
import pickle

import numpy as np
import pytest
import quipu
from conftest import play_out, some_state


def test_a_match_is_played_from_the_start_to_the_end(key):
    game = quipu.load_game(key)
    state = game.new_initial_state()
    assert state.is_chance_node() and state.current_player() == -1
    assert state.returns() == [0.0] * game.num_players()
    play_out(state, seed=3)
    assert state.is_terminal() and state.current_player() == -4
    assert state.legal_actions() == []
    assert sum(state.returns()) == 0.0
    best = [player for player, place in enumerate(state.places()) if place == 1]
    assert max(state.returns()) == state.returns()[best[0]]
    assert len(state.history()) == state.move_number() <= game.max_game_length()


def test_a_history_played_again_leads_to_the_same_state(key):
    state = play_out(quipu.load_game(key).new_initial_state(), seed=5)
    again = quipu.load_game(key).new_initial_state()
    for player, action in state.full_history():
        assert again.current_player() == player
        again.apply_action(action)
    assert again == state and again.points() == state.points()


def test_words_and_numbers_lead_to_each_other(key):
    for seed in range(5):
        state = some_state(key, seed, 40)
        legal = state.legal_actions()
        assert legal == sorted(set(legal))
        for action in legal:
            words = state.action_to_string(action)
            assert state.string_to_action(words) == action
            assert state.action_to_string(state.current_player(), action) == words
            assert state.get_game().action_to_string(action) == words


def test_the_mask_is_the_list(key):
    state = some_state(key)
    mask = state.legal_actions_mask()
    assert mask.dtype == np.int8 and mask.shape == (state.num_distinct_actions(),)
    assert np.flatnonzero(mask).tolist() == state.legal_actions()
    out = np.ones_like(mask)
    assert state.legal_actions_mask(out=out) is out and (out == mask).all()
    other = (state.current_player() + 1) % state.num_players()
    assert state.legal_actions(other) == [] and not state.legal_actions_mask(other).any()


PINNED = {
    "tikal": (
        5091,
        {"place c3 r2": 74, "move worker a4 a5": 3781, "end": 4896, "bid 1": 4897, "bid 150": 5046, "pass": 5047},
    ),
    "tongiaki": (19274, {"moor tonga.1": 0, "sail nauru.1 ne": 889, "colonise": 1411, "lay 0,1 r3": 10349}),
    "thebes": (1920, {"take egypt-2": 4, "dig egypt 7 permit +2": 1202}),
    "inka": (1838, {"start nw": 0, "slide T04 e 2": 377, "take": 1628, "end": 1837}),
}


def test_numbers_are_those_of_yesterday(key):
    if key not in PINNED:
        pytest.skip("a game of its own making")
    size, numbers = PINNED[key]
    game = quipu.load_game(key)
    assert game.num_distinct_actions() == size
    assert sum(count for _, _, count in game.action_runs()) == size
    state = some_state(key)
    for words, number in numbers.items():
        found = state.string_to_action(words)
        assert game.action_to_string(found) == words
        assert found == number, words


def test_the_space_is_the_same_at_every_table():
    two, four = quipu.load_game("tikal"), quipu.load_game("tikal(seats=4,version=auction)")
    assert two.action_runs() == four.action_runs()
    assert two.observation_parts() == four.observation_parts()


def test_bids_beyond_the_space_are_refused_by_number_and_played_by_words():
    game = quipu.load_game("tikal(seats=2,version=auction,first=A)")
    state = game.new_initial_state()
    state.resolve_chance(quipu.Rng(1))
    diagram = state.diagram()
    for player in ("A", "B"):
        diagram["players"][player]["points"] = 300
    rich = game.new_state_at(diagram)
    runs = {name: (start, size) for name, start, size in game.action_runs()}
    start, size = runs["bid"]
    assert [a for a in rich.legal_actions() if start <= a < start + size] == list(range(start, start + 150))
    with pytest.raises(ValueError, match="'bid 151' lies beyond the action space"):
        rich.string_to_action("bid 151")
    rich.apply_words("bid 151")
    assert [rich.action_to_string(action) for action in rich.legal_actions()] == ["pass"]
    assert rich.history() == [-1], "what has no number is told as -1"


def test_chance_outcomes_add_up(key):
    state = quipu.load_game(key).new_initial_state()
    outcomes = state.chance_outcomes()
    assert [number for number, _ in outcomes] == state.legal_actions() == list(range(len(outcomes)))
    assert sum(odds for _, odds in outcomes) == pytest.approx(1)
    assert state.action_to_string(-1, 0) == state.action_to_string(0)
    assert state.string_to_action(state.action_to_string(0)) == 0


def test_figures(key):
    state = some_state(key)
    game = state.get_game()
    player = state.current_player()
    figures = state.observation_tensor()
    assert figures.dtype == np.float32 and figures.shape == tuple(game.observation_tensor_shape())
    assert np.isfinite(figures).all() and figures.any()
    assert (figures == state.observation_tensor(player)).all()
    out = np.full_like(figures, 7)
    assert state.observation_tensor(player, out) is out and (out == figures).all()
    parts = quipu.split_observation(game, figures)
    assert sum(part.size for part in parts.values()) == figures.size
    assert all(np.shares_memory(part, figures) for part in parts.values())
    others = [state.observation_tensor(other) for other in range(state.num_players()) if other != player]
    assert any((other != figures).any() for other in others)


def test_tongiakis_board_is_centred_and_flags_what_lies_outside():
    game = quipu.load_game("tongiaki", parts="all")
    assert list(game.observation_parts())[:8] == [
        "board",
        "outside",
        "tiles",
        "beaches",
        "seats",
        "phase",
        "island",
        "course",
    ]
    assert quipu.load_game("tongiaki").observation_tensor_size() <= 4000
    state = game.new_initial_state()
    parts = quipu.split_observation(game, state.observation_tensor(0))
    assert parts["board"].shape == (34, 25, 25)
    assert parts["board"][0, 12, 12] == 1 and parts["board"][0].sum() == 1, "Tonga lies in the middle"
    assert parts["outside"] == [0]
    seas = [f"sea-{letter}" for letter in "abcdefghijklm"]
    for count, outside in ((12, 0), (13, 1)):
        tiles = {"tonga": "0,0 r0"} | {sea: f"0,{place + 1} r0" for place, sea in enumerate(seas[:count])}
        far = game.new_state_at({"tiles": tiles, "boats": {"tonga": {"1": "A", "2": "B"}}})
        parts = quipu.split_observation(game, far.observation_tensor(0))
        assert parts["outside"] == [outside]
        assert parts["board"][1].sum() == 12, "the seas inside the crop"
        assert parts["tiles"][:, 1].sum() == count + 1 and parts["tiles"][:, 10].sum() == outside


def test_a_copy_goes_its_own_way(key):
    state = some_state(key)
    for other in (state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other == state and other.history() == state.history()
        other.apply_action(other.legal_actions()[0])
        assert other.move_number() == state.move_number() + 1
        assert other != state
    game = state.get_game()
    assert pickle.loads(pickle.dumps(game)) == game and hash(game) == hash(copy.copy(game))


def test_a_state_is_written_and_read(key):
    state = some_state(key)
    again = state.get_game().deserialize_state(state.serialize())
    assert again == state and again.history() == state.history()
    assert quipu.replay(state.record()) == state
    at = state.get_game().new_state_at(state.diagram())
    assert at == state
    assert state.get_game().deserialize_state(at.serialize()) == state
    with pytest.raises(ValueError, match="no record"):
        at.record()


def test_a_player_cannot_tell_a_resampled_state(key):
    state = some_state(key, 2, 80)
    player = state.current_player()
    for source in (7, quipu.Rng(7), lambda: 0.25):
        imagined = state.resample_from_infostate(player, source)
        assert imagined.observation_string(player) == state.observation_string(player)
        assert (imagined.observation_tensor(player) == state.observation_tensor(player)).all()
        assert imagined.information_state_string(player) == state.information_state_string(player)
        assert imagined.legal_actions() == state.legal_actions()
        assert (imagined.history() != state.history()) == state.get_game().hides_information()
        again = state.get_game().new_initial_state()
        for action in imagined.history():
            again.apply_action(action)
        assert again == imagined, "its history is one that leads there"
        play_out(imagined)


def test_a_state_without_its_beginning_is_resampled_too(key):
    state = quipu.vector(key, 1, seed=3).state(0)
    rng = quipu.Rng(3)
    for _ in range(20):
        state.apply_action(state.random_action(rng))
        state.resolve_chance(rng)
    for player in range(state.num_players()):
        imagined = state.resample_from_infostate(player, 5)
        assert imagined.information_state_string(player) == state.information_state_string(player)
        assert imagined.observation_string(player) == state.observation_string(player)


def test_the_parts_of_an_observation_are_chosen_by_name(key):
    usual = quipu.load_game(key)
    whole = quipu.load_game(key, parts="all")
    names = list(whole.observation_parts())
    state, other = some_state(key), some_state(f"{key}(parts=all)")
    assert state == other
    figures = quipu.split_observation(whole, other.observation_tensor(0))
    for chosen in ([names[-1]], names[1:3], names[::2]):
        some = quipu.load_game(key, parts=chosen)
        assert list(some.observation_parts()) == [name for name in names if name in chosen]
        row = some.deserialize_state(state.serialize()).observation_tensor(0)
        parts = quipu.split_observation(some, row)
        assert all((parts[name] == figures[name]).all() for name in chosen)
        assert pickle.loads(pickle.dumps(some)) == some != usual
        assert usual.with_parts(chosen) == some and some.with_parts("usual") == usual
    with pytest.raises(ValueError, match=f"there is no part 'sky', the parts are: {names[0]}"):
        quipu.load_game(key, parts="sky")


def test_every_figure_has_a_name_of_its_own(key):
    game = quipu.load_game(key, parts="all")
    names = game.observation_names()
    assert len(names) == len(set(names)) == game.observation_tensor_size()


def test_figures_have_the_names_of_what_they_show():
    game = quipu.load_game("tikal")
    state = some_state("tikal", 1, 120)
    figures = dict(zip(game.observation_names(), state.observation_tensor(0).tolist(), strict=True))
    assert figures["seats[0,points]"] == pytest.approx(state.points()[0] / 100)
    assert figures["seats[1,points]"] == pytest.approx(state.points()[1] / 100)


def test_the_stones_of_a_tile_are_told_also_where_nothing_lies_beside_it():
    game = quipu.load_game("tikal(first=A)")
    rng = quipu.Rng(1)
    state = game.new_initial_state()
    state.resolve_chance(rng)
    seen: dict[bytes, str] = {}
    placements = [action for action in state.legal_actions() if state.action_to_string(action).startswith("place ")]
    assert len(placements) > 10
    for action in placements:
        after = state.clone()
        after.apply_action(action)
        words = state.action_to_string(action)
        assert seen.setdefault(after.observation_tensor(0).tobytes(), words) == words


def test_estimates_are_those_of_the_bots(key):
    state = some_state(key)
    estimates = state.estimate()
    assert len(estimates) == state.num_players() and all(np.isfinite(estimates))
    assert estimates == state.estimate(state.current_player(), seed=0)


def test_what_bots_have_learned_is_told():
    state = some_state("thebes")
    chances, points = state.prospects()
    assert len(chances) == len(points) == state.num_players()
    assert abs(sum(chances) - 1) < 1e-5 and min(chances) > 0 and max(points) > 0
    assert (chances, points) == state.prospects(state.current_player(), seed=0)
    assert some_state("inka").prospects() is None, "nothing is shipped for Inka"


def test_hiding_is_told_by_game_and_options():
    hides = {key: quipu.load_game(key).hides_information() for key in ("tikal", "tongiaki", "thebes", "inka")}
    assert hides == {"tikal": False, "tongiaki": False, "thebes": True, "inka": False}
    assert quipu.load_game("tikal(version=auction,tempo=jumps)").hides_information()


def test_secrets_are_hidden_in_the_information_state():
    state = some_state("thebes(seats=3)", 1, 10)
    told = state.information_state_string(0)
    assert "* pile" in told
    assert all(line.endswith(" ?") for line in told.splitlines() if line.startswith("* pile"))
    assert "? " not in state.record()


def test_views_are_data(key):
    state = some_state(key)
    assert isinstance(state.view(0), dict) and isinstance(state.diagram(), dict)
    assert json.loads(state.observation_string(0)) == state.view(0)
    assert state.information_state_string(0).count("\n") == state.move_number()


def test_options_are_listed_and_set():
    game = quipu.load_game("tikal", seats=4, version="auction")
    assert str(game) == "tikal(seats=4,version=auction)"
    assert game == quipu.load_game("tikal( seats=4 , version=auction )")
    assert game.get_parameters() == {"seats": 4, "version": "auction"}
    keys = [key for key, values, help in game.options()]
    assert "boulder" in keys
    assert game.option_needs()["terrain"] == [("version", "auction"), ("seats", 3)]
    assert "boulder" not in game.option_needs()
    assert quipu.load_game("inka").num_players() == 2


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("chess", "there is no game 'chess', the games are: tikal"),
        ("tikal(seats=9)", "9 seats are not possible"),
        ("tikal(seats=5)", "5 seats are not possible, this game is for 2 to 4"),
        ("tikal(seats=two)", "is not a number"),
        ("tikal(weather=fine)", "there is no option 'weather', the options are: version"),
        ("tikal(version=fast)", "'fast' is not a value of version, it takes: basic, auction"),
        ("tikal(tempo=jumps)", "auction"),
        ("tikal(seats=2", "is not a game, write it like"),
        ("tikal(seats)", "is not a game, write it like"),
        ("thebes(box=/nowhere/box.toml)", "cannot be read"),
        ("", "there is no game ''"),
    ],
)
def test_a_game_that_cannot_be_loaded_says_why(name, says):
    with pytest.raises(ValueError) as error:
        quipu.load_game(name)
    assert says in str(error.value)


def test_bad_actions_say_why_and_change_nothing(key):
    state = some_state(key)
    before = state.serialize()
    size = state.num_distinct_actions()
    for number in (-1, size, 2**40, -(2**40)):
        with pytest.raises(ValueError, match=f"{number} is no action, they are 0 to {size - 1}"):
            state.apply_action(number)
    illegal = next(number for number in range(size) if number not in state.legal_actions())
    with pytest.raises(ValueError, match=r"is illegal: |means nothing"):
        state.apply_action(illegal)
    for wrong in ("end", 1.5, None, [1]):
        with pytest.raises(TypeError):
            state.apply_action(wrong)
    with pytest.raises(OverflowError):
        state.apply_action(2**80)
    with pytest.raises(ValueError, match="column 1"):
        state.string_to_action("fly to the moon")
    with pytest.raises(ValueError):
        state.apply_words("fly to the moon")
    with pytest.raises(ValueError, match="nothing is drawn here"):
        state.chance_outcomes()
    with pytest.raises(IndexError, match="there is no player 9, players are 0 to"):
        state.observation_tensor(9)
    with pytest.raises(IndexError):
        state.legal_actions(17)
    with pytest.raises(ValueError, match="the array has 3 places"):
        state.observation_tensor(0, np.zeros(3, np.float32))
    wanted = "out is an array of float64 with one axis; an array of float32 with one axis is wanted"
    with pytest.raises(TypeError, match=wanted):
        state.observation_tensor(0, np.zeros(3, np.float64))
    with pytest.raises(ValueError, match="no render mode"):
        state.render("oil")
    assert state.serialize() == before


def test_a_draw_has_only_its_outcomes(key):
    state = quipu.load_game(key).new_initial_state()
    with pytest.raises(ValueError, match="no outcome of this draw"):
        state.apply_action(10_000)
    with pytest.raises(ValueError, match="no player is to act"):
        state.random_action(quipu.Rng())


def test_after_the_end_nothing_is_played(key):
    state = play_out(quipu.load_game(key).new_initial_state())
    with pytest.raises(ValueError, match="the match is over by"):
        state.apply_action(0)
    with pytest.raises(ValueError, match="the match is over by"):
        state.apply_words("end")
    assert state.observation_tensor(0).any()
    state.resolve_chance(quipu.Rng())
    assert state.is_terminal()


def test_bad_texts_are_refused(key):
    game = quipu.load_game(key)
    for text in ("", "nonsense", "position {", "position 7", "quipu 1\ngame chess\nrules 1\nseats A=A\n---\n"):
        with pytest.raises(ValueError):
            game.deserialize_state(text)
    with pytest.raises(ValueError):
        game.new_state_at({"no": "such"})
    with pytest.raises(TypeError):
        game.new_state_at(object())
