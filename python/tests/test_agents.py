"""Trained agents: their files, their values and policies, and the table that ranks them."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest
import quipu
import quipu.agents
from test_programs import broken

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


PROGRAMS = {
    "last": "print(json.dumps({'t': 'word', 'id': asked['id'], 'word': asked['legal'][-1]}), flush=True)",
    "faulty": "print(json.dumps({'t': 'word', 'id': asked['id'], 'word': 'fly'}), flush=True)",
}


def test_the_leaderboard_ranks_agents_bots_functions_and_programs(tmp_path, monkeypatch, capsys):
    untrained("thebes").save(tmp_path / "mine.npz")
    (tmp_path / "strangers_agent.py").write_text("def last(state):\n    return state.legal_actions()[-1]\n")
    for name, does in PROGRAMS.items():
        (tmp_path / f"{name}.py").write_text(broken(does).replace('"protocol": 1', f'"protocol": 1, "name": "{name}"'))
    monkeypatch.chdir(tmp_path)
    module = leaderboard()
    programs = [f"exec:{sys.executable} {name}.py" for name in PROGRAMS]
    agents = ["mine.npz", "ahead:mine.npz", "greedy", "strangers_agent:last", *programs]
    effort = ["--games", "6", "--iterations", "8", "--threads", "1"]
    module.main(["--game", "thebes", "--agents", *agents, "--rivals", "random", *effort, "--out", "table.md"])
    table = (tmp_path / "table.md").read_text(encoding="utf-8")
    rows = dict(line.strip("| ").split(" | ", 1) for line in table.splitlines()[4:] if line)
    assert list(rows) == ["mine (policy)", "mine (one step ahead)", "greedy", "strangers_agent:last", "last", "faulty"]
    # The same decisions, whichever way they are asked for; and who fails has lost, however well greedy plays on.
    assert rows["faulty"].startswith("0 % (0 to 39)") and "failed in 6 matches" in capsys.readouterr().err
    assert int(rows["greedy"].split(" %")[0]) > 80
    with pytest.raises(SystemExit, match="'nobody' is no agent"):
        module.main(["--game", "thebes", "--agents", "nobody"])


def test_bots_in_the_leaderboard_think_as_much_as_asked(monkeypatch):
    asked = []
    simulate = quipu.simulate
    monkeypatch.setattr(quipu, "simulate", lambda *a, **effort: asked.append(effort) or simulate(*a, **effort))
    leaderboard().main(["--agents", "novice", "--rivals", "random", "--games", "2", "--iterations", "7"])
    assert asked[0]["iterations"] == 7


def test_the_agents_of_the_package_play(key):
    """One for each game, better than chance."""
    agent = quipu.agents.load(key)
    assert quipu.agents.shipped() == sorted(quipu.games())
    games = quipu.vector(key, 16, seed=5, opponents="random", parts=agent.parts)
    results = leaderboard().play_out(games, 16, agent.choose)
    assert sum(won for won, _ in results) > 8, results


def test_intervals_are_wilsons():
    low, high = leaderboard().wilson(50, 100)
    assert (low, high) == (pytest.approx(0.404, abs=1e-3), pytest.approx(0.596, abs=1e-3))
