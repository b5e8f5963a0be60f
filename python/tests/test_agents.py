"""Trained agents: their files, their values and policies, and the table that ranks them."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest
import quipu
import quipu.agents

TRAIN = Path(__file__).resolve().parents[1] / "train"


def untrained(key, parts="usual", hidden=16, seed=0):
    """An agent with weights at random."""
    dice = np.random.default_rng(seed)
    game = quipu.load_game(key, parts=parts)
    figures, actions = game.observation_tensor_size(), game.num_distinct_actions()
    shapes = {
        "layer0.weight": (hidden, figures),
        "layer0.bias": (hidden,),
        "layer1.weight": (hidden, hidden),
        "layer1.bias": (hidden,),
        "actions": (actions, hidden),
        "bias": (actions,),
        "value.weight": (1, hidden),
        "value.bias": (1,),
    }
    weights = {name: dice.normal(0, 0.3, shape).astype(np.float16) for name, shape in shapes.items()}
    return quipu.agents.Agent(weights, {"game": key, "parts": parts})


def test_an_agent_plays_states_and_vectors_alike(key, tmp_path):
    agent = untrained(key)
    agent.save(tmp_path / "some.npz")
    agent = quipu.agents.load(tmp_path / "some.npz")
    assert agent.name == "some" and agent.about["game"] == key
    games = quipu.vector(key, 5, seed=3)
    for _ in range(25):
        chosen = agent.choose(games)
        for number in range(5):
            state = games.state(number)
            legal, odds = agent.policy(state)
            assert legal.tolist() == state.legal_actions() and odds.sum() == pytest.approx(1)
            assert chosen[number] == agent(state)
            assert -1 <= agent.value(state) <= 1
        games.step(chosen)


def test_an_agent_looks_at_its_own_parts():
    agent = untrained("thebes", parts="seats+course")
    state = quipu.vector("thebes", 1).state(0)
    assert agent(state) in state.legal_actions()
    assert quipu.arena("thebes", [agent, "random"], games=2).games == 2


def test_an_agent_of_other_figures_is_refused(tmp_path):
    agent = untrained("thebes")
    agent.about["parts"] = "seats"
    agent.save(tmp_path / "odd.npz")
    with pytest.raises(ValueError, match="looks at"):
        quipu.agents.load(tmp_path / "odd.npz")


def leaderboard():
    spec = importlib.util.spec_from_file_location("leaderboard", TRAIN / "leaderboard.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["leaderboard"] = module
    spec.loader.exec_module(module)
    return module


def test_the_leaderboard_ranks_agents_bots_and_functions(tmp_path, monkeypatch):
    untrained("thebes").save(tmp_path / "mine.npz")
    (tmp_path / "strangers_agent.py").write_text("def last(state):\n    return state.legal_actions()[-1]\n")
    monkeypatch.chdir(tmp_path)
    module = leaderboard()
    agents = ["mine.npz", "greedy", "strangers_agent:last"]
    effort = ["--games", "12", "--iterations", "8", "--threads", "1"]
    module.main(["--game", "thebes", "--agents", *agents, "--rivals", "random", *effort, "--out", "table.md"])
    table = (tmp_path / "table.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1].strip() for line in table.splitlines() if line.startswith("|")]
    assert rows == ["agent", "---", "mine", "greedy", "strangers_agent:last"]
    with pytest.raises(SystemExit, match="'nobody' is no agent"):
        module.main(["--game", "thebes", "--agents", "nobody"])


def test_intervals_are_wilsons():
    low, high = leaderboard().wilson(50, 100)
    assert (low, high) == (pytest.approx(0.404, abs=1e-3), pytest.approx(0.596, abs=1e-3))
