"""PettingZoo's own tests, and actions drawn without the mask."""

import warnings

import numpy as np
import pytest
import quipu.pettingzoo as zoo
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import wrappers


def module(key):
    return getattr(zoo, f"{key.replace('-', '_')}_v0")


@pytest.mark.parametrize("masks", ["observation", "info"])
def test_pettingzoos_api_test(key, masks):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(module(key).env(masks=masks, seats=3), num_cycles=400)
        api_test(module(key).raw_env(masks=masks), num_cycles=400)


@pytest.mark.parametrize("masks", ["observation", "info"])
def test_pettingzoos_seed_test(key, masks):
    seed_test(lambda: module(key).env(masks=masks), num_cycles=200)


@pytest.mark.parametrize("masks", ["observation", "info"])
def test_actions_without_the_mask_end_the_game_with_the_stated_reward(key, masks):
    illegal = 0
    for seed in range(20):
        env = wrappers.TerminateIllegalWrapper(module(key).raw_env(masks=masks, seats=3), illegal_reward=-3.0)
        env.reset(seed=seed)
        dice = np.random.default_rng(seed)
        rewards = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter(max_iter=500):
            _, reward, terminated, truncated, _ = env.last()
            rewards[agent] += reward
            action = None if terminated or truncated else int(dice.integers(env.action_space(agent).n))
            env.step(action)
        assert not env.agents, "the game has ended"
        losers = [agent for agent, reward in rewards.items() if reward == -3.0]
        illegal += len(losers)
        assert len(losers) <= 1
    assert illegal == 20, "each game was ended by an illegal action"


def test_a_whole_match_pays_everybody(key):
    env = module(key).env(seats=2)
    env.reset(seed=1)
    env.action_space("player_0").seed(1)
    env.action_space("player_1").seed(2)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(max_iter=200_000):
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        over = terminated or truncated
        action = None if over else env.unwrapped.table.random_action(env.unwrapped._rng)
        assert over or observation["action_mask"][action]
        env.step(action)
    assert sum(total.values()) == pytest.approx(0) and max(total.values()) in (0.0, 1.0)
    assert env.unwrapped.table.is_terminal()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pettingzoos_render_test(key, seats, capsys):
    render_test(lambda render_mode: module(key).env(seats=seats, render_mode=render_mode))
    assert len(capsys.readouterr().out.splitlines()) > 10, "people see the board in the terminal"


def test_render_modes(key):
    for mode, kind in (("ansi", str), ("svg", str), ("rgb_array", np.ndarray)):
        env = module(key).env(render_mode=mode)
        env.reset(seed=0)
        assert isinstance(env.render(), kind)


def test_bad_input_says_what_is_wrong():
    with pytest.raises(ValueError, match="masks="):
        zoo.tikal_v0.env(masks="nowhere")
    with pytest.raises(ValueError, match="render_mode="):
        zoo.tikal_v0.env(render_mode="oil")
    with pytest.raises(ValueError, match="there is no option"):
        zoo.tikal_v0.env(weather="fine")
    bare = zoo.tikal_v0.raw_env()
    with pytest.raises(ValueError, match="reset"):
        bare.observe("player_0")
    bare.reset(seed=0)
    with pytest.raises(ValueError, match="is no action"):
        bare.step(10**6)
    with pytest.raises(ValueError, match="None is no action"):
        bare.step(None)
