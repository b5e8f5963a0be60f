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
