"""Gymnasium's own check, and play against bots."""

import warnings

import gymnasium
import numpy as np
import pytest
import quipu
import quipu.gymnasium as gyms
from gymnasium.utils.env_checker import check_env


@pytest.mark.parametrize("masks", ["observation", "info"])
def test_gymnasiums_check(key, masks):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*render_fps.*|.*spec.*|.*not set.*|.*infinity.*")
        check_env(gymnasium.make(f"quipu/{key}-v0", masks=masks, render_mode="rgb_array").unwrapped)


def test_a_match_against_bots_is_played_to_its_end(key):
    env = gymnasium.make(f"quipu/{key}-v0", seats=3, opponents=["random", "random"], seat=None)
    observation, info = env.reset(seed=2)
    dice = quipu.Rng(2)
    over = False
    while not over:
        assert env.unwrapped.table.current_player() == info["seat"]
        action = env.unwrapped.table.random_action(dice)
        assert observation["action_mask"][action]
        observation, reward, over, truncated, info = env.step(action)
        assert not truncated
    assert reward == pytest.approx(env.unwrapped.table.player_return(info["seat"]))
    with pytest.raises(ValueError, match="the match is over"):
        env.step(0)


def test_an_illegal_action_ends_the_match(key):
    env = gyms.make(key, illegal_reward=-2.0)
    env.reset(seed=0)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    _, reward, over, _, info = env.step(illegal)
    assert (reward, over) == (-2.0, True) and "action" in info["illegal"]
    with pytest.raises(ValueError, match="reset"):
        env.step(illegal)


def test_a_function_can_be_an_opponent():
    asked = []

    def first(state):
        asked.append(state.current_player())
        return state.legal_actions()[-1]

    env = gyms.make("tikal", opponents=first, seat=1)
    env.reset(seed=0)
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    for _ in range(60):
        _, _, over, _, _ = env.step(int(np.flatnonzero(env.action_masks())[-1]))
        if over:
            break
    assert asked and set(asked) == {0}


def test_bad_input_says_what_is_wrong():
    with pytest.raises(ValueError, match="there is no bot 'deep'"):
        gyms.make("tikal", opponents="deep").reset(seed=0)
    with pytest.raises(ValueError, match="2 opponents were given, 1 are needed"):
        gyms.make("tikal", opponents=["random", "random"])
    with pytest.raises(ValueError, match="there is no seat 5"):
        gyms.make("tikal", seat=5)


def at_the_end(envs, info, over, masks):
    """Matches that ended tell how they ended, as Gymnasium's vectors do; those that follow have just begun."""
    assert (info["_final_obs"] == over).all() and (info["_final_info"] == over).all()
    ends = info["final_info"]
    assert (info["points"] == envs.games.points()).all() and info["_points"].all()
    assert (ends["points"] == envs.games.final_points).all() and (ends["_points"] == over).all()
    for at, final in enumerate(info["final_obs"]):
        if not over[at]:
            assert final is None
            continue
        assert final in envs.single_observation_space
        mask = final["action_mask"] if masks == "observation" else ends["action_mask"][at]
        assert not mask.any(), "nothing can be done any more"
        assert (ends["places"][at].min(), ends["seat"][at]) == (1, info["seat"][at])


@pytest.mark.parametrize("masks", ["observation", "info"])
def test_many_matches_are_made_by_gymnasium(key, masks):
    envs = gymnasium.make_vec(f"quipu/{key}-v0", num_envs=5, opponents="random", seat=None, masks=masks, seats=3)
    assert isinstance(envs, gyms.VectorAgainstBots) and envs.num_envs == 5
    observation, info = envs.reset(seed=4)
    ended = 0
    for _ in range(2000):
        assert observation in envs.observation_space
        mask = observation["action_mask"] if masks == "observation" else info["action_mask"]
        assert info["seat"].tolist() == [0, 1, 2, 0, 1]
        actions = np.array([np.flatnonzero(row)[0] for row in mask])
        assert actions in envs.action_space
        actions = envs.games.random_actions()
        observation, rewards, over, truncated, info = envs.step(actions)
        assert rewards.shape == over.shape == (5,) and not truncated.any()
        assert (rewards[~over] == 0).all()
        if over.any():
            at_the_end(envs, info, over, masks)
            ended += int(over.sum())
            break
    assert ended
    again, _ = envs.reset(seed=4)
    first, _ = envs.reset(seed=4)
    same = again["observation"] == first["observation"] if masks == "observation" else again == first
    assert same.all()
    with pytest.raises(ValueError, match="game 0: "):
        envs.step(np.full(5, -1))
    envs.close()
