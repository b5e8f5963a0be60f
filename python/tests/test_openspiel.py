"""OpenSpiel's own simulations and bots, on our games."""

import numpy as np
import pyspiel
import pytest
import quipu.openspiel  # registers the games
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random


def loaded(key, **parameters):
    inside = ",".join(f"{name}={value}" for name, value in parameters.items())
    return pyspiel.load_game(f"quipu_{key.replace('-', '_')}({inside})")


SEATS = [
    (key, seats)
    for key in quipu.games()
    for seats in range(2, 7)
    if seats <= {"tikal": 4, "tongiaki": 6, "thebes": 4, "inka": 4}.get(key, 2)
]


@pytest.mark.parametrize(("key", "seats"), SEATS)
def test_openspiels_random_simulations(key, seats):
    pyspiel.random_sim_test(loaded(key, seats=seats), num_sims=1, serialize=False, verbose=False)


def test_openspiels_simulations_write_and_read_states_on_the_way(key):
    pyspiel.random_sim_test(loaded(key), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("key", [*quipu.games(), "tikal(version=auction,tempo=jumps)"])
def test_openspiels_ismcts_plays(key):
    name, _, options = key.rstrip(")").partition("(")
    more = dict(option.split("=") for option in options.split(",") if option)
    game = loaded(name, information="imperfect", **more)
    state = game.new_initial_state()
    dice = np.random.RandomState(2)
    for _ in range(40):
        state.apply_action(int(dice.choice(state.legal_actions())))
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    bot = ismcts.ISMCTSBot(game, ShortRollouts(dice), 2.0, 12, random_state=dice)
    # It asserts that every world has the information state of the root, and without leave to differ the same actions.
    assert bot.step(state) in state.legal_actions()


def test_a_resampled_state_is_one_of_openspiel(key):
    game = loaded(key, seats=3)
    bots = [uniform_random.UniformRandomBot(player, np.random.RandomState(player)) for player in range(3)]
    state = play(game.new_initial_state(), bots, 60)
    for player in range(3):
        world = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.observation_string(player) == state.observation_string(player)
        assert world.current_player() == state.current_player()
        assert len(world.history()) == len(state.history())
        assert (world.history() != state.history()) == (key == "thebes")


def test_what_there_is_not_raises(key):
    game = loaded(key)
    bots = [uniform_random.UniformRandomBot(player, np.random.RandomState(player)) for player in range(2)]
    state = play(game.new_initial_state(), bots, 30)
    with pytest.raises(Exception, match="no information state tensor"):
        state.information_state_tensor(0)
    recall = pyspiel.IIGObservationType(perfect_recall=True)
    observation = game.make_py_observer(recall)
    assert observation.tensor is None
    assert observation.string_from(state, 0) == state.table.information_state_string(0)


def test_information_is_declared_by_game_and_options():
    kinds = pyspiel.GameType.Information
    for key in quipu.games():
        perfect = kinds.IMPERFECT_INFORMATION if key == "thebes" else kinds.PERFECT_INFORMATION
        assert loaded(key).get_type().information == perfect, key
        assert loaded(key, information="imperfect").get_type().information == kinds.IMPERFECT_INFORMATION
        assert loaded(key).max_game_length() <= 10_000
    hiding = loaded("tikal", version="auction", tempo="jumps")
    assert hiding.get_type().information == kinds.IMPERFECT_INFORMATION


def test_a_state_is_written_and_read_by_openspiel(key):
    game = loaded(key)
    state = game.new_initial_state()
    dice = np.random.default_rng(0)
    for _ in range(60):
        state.apply_action(int(dice.choice(state.legal_actions())))
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(state) and again.history() == state.history()
    assert again.legal_actions() == state.legal_actions()


def play(state, bots, most):
    dice = np.random.default_rng(1)
    for _ in range(most):
        if state.is_terminal():
            break
        if state.is_chance_node():
            numbers, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(dice.choice(numbers, p=odds)))
        else:
            action = bots[state.current_player()].step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
    return state


def test_openspiels_random_bots_play_to_the_end(key):
    game = loaded(key, seats=3)
    bots = [uniform_random.UniformRandomBot(player, np.random.RandomState(player)) for player in range(3)]
    state = play(game.new_initial_state(), bots, 5000)
    assert sum(state.returns()) == 0.0


def test_openspiels_mcts_plays(key):
    game = loaded(key)
    evaluator = ShortRollouts(np.random.RandomState(3))
    tree = mcts.MCTSBot(game, 1.4, 8, evaluator, random_state=np.random.RandomState(4))
    bots = [tree, uniform_random.UniformRandomBot(1, np.random.RandomState(5))]
    state = play(game.new_initial_state(), bots, 40)
    assert state.move_number() >= 40


class ShortRollouts(mcts.RandomRolloutEvaluator):
    """Rollouts of some steps, since a whole match at random is long."""

    def __init__(self, dice):
        super().__init__(n_rollouts=1, random_state=dice)

    def evaluate(self, state):
        working = state.clone()
        for _ in range(30):
            if working.is_terminal():
                break
            working.apply_action(int(self._random_state.choice(working.legal_actions())))
        return np.array(working.returns())


def test_options_are_parameters():
    game = loaded("tikal", seats=4, version="auction")
    assert game.num_players() == 4 and str(game.table) == "tikal(seats=4,version=auction)"
    with pytest.raises(Exception, match="weather"):
        loaded("tikal", weather="fine")


def test_observers_fill_their_arrays(key):
    from open_spiel.python.observation import make_observation

    game = loaded(key)
    state = play(
        game.new_initial_state(), [uniform_random.UniformRandomBot(p, np.random.RandomState(p)) for p in (0, 1)], 30
    )
    observation = make_observation(game)
    observation.set_from(state, 0)
    assert observation.tensor.any() and (observation.tensor == state.table.observation_tensor(0)).all()
    assert observation.string_from(state, 0) == state.table.observation_string(0)
