"""Bots as objects, functions as bots, the arena."""

import pickle

import pytest
import quipu
from conftest import some_state


def test_every_bot_chooses_something_legal(key):
    state = some_state(key, 3, 30)
    for name in quipu.bots():
        bot = quipu.Bot(name, state.get_game(), iterations=20, seed=1)
        assert bot.step(state) in state.legal_actions(), name
        assert bot(state) in state.legal_actions(), name
        assert pickle.loads(pickle.dumps(bot)).name == name


def test_the_same_seed_chooses_the_same(key):
    state = some_state(key)
    chosen = [quipu.Bot("greedy", state.get_game(), seed=5)(state) for _ in range(3)]
    assert len(set(chosen)) == 1


def test_a_bot_may_be_given_time(key):
    state = some_state(key)
    assert quipu.Bot("ismcts", state.get_game(), seconds=0.05)(state) in state.legal_actions()


def test_greedy_beats_random():
    result = quipu.arena("tikal", ["greedy", "random"], games=20, seed=1)
    assert result.win_rate() > 0.8 and result.games == 20
    assert "greedy" in str(result) and sum(result.wins) == pytest.approx(20)


def test_a_function_plays_in_the_arena(key):
    seen = set()

    def last(state):
        seen.add(state.current_player())
        return state.random_action(dice)

    dice = quipu.Rng(1)
    result = quipu.arena(f"{key}(seats=3)", [last, "random", "random"], games=3, records=True)
    assert seen == {0, 1, 2}, "players take turns at the seats"
    assert len(result.records) == 3 and all(quipu.replay(record).is_terminal() for record in result.records)


def test_threads_change_nothing():
    one, two = (quipu.arena("tongiaki", ["random", "random"], games=8, threads=t, records=True) for t in (1, 2))
    assert one.records == two.records and one.wins == two.wins


def test_bad_input_says_what_is_wrong():
    game = quipu.load_game("tikal")
    with pytest.raises(ValueError, match="there is no bot 'deep', the bots are: novice"):
        quipu.Bot("deep", game)
    with pytest.raises(ValueError, match="no time to think"):
        quipu.Bot("random", game, seconds=-1)
    with pytest.raises(ValueError, match="of another game"):
        quipu.Bot("random", game)(some_state("inka"))
    with pytest.raises(ValueError, match="no player is to act"):
        quipu.Bot("random", game)(game.new_initial_state())
    with pytest.raises(ValueError, match="3 players were given for 2 seats"):
        quipu.arena("tikal", ["random"] * 3)
    with pytest.raises(TypeError, match="a player is"):
        quipu.arena("tikal", ["random", 7])
    with pytest.raises(ValueError, match=r"is illegal|means nothing"):
        quipu.arena("tikal", [lambda state: 4896, "random"], games=1)


def test_an_exception_of_a_function_comes_through():
    def broken(state):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        quipu.arena("inka", [broken, "random"], games=1)
