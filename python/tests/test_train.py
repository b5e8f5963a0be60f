"""The training scripts, and Torch's own tensors. Torch is large, so that the tests do without it: they run where
``pip install ".[train]"`` was done, as in continuous integration."""

import csv
import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest
import quipu
import quipu.agents

torch = pytest.importorskip("torch", reason='NOT TESTED: training, since Torch is missing (pip install ".[train]")')

TRAIN = Path(__file__).resolve().parents[1] / "train"


def script(name):
    spec = importlib.util.spec_from_file_location(name, TRAIN / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def curve(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_ppo_trains_an_agent_of_every_game(key, tmp_path):
    out = tmp_path / "agent.npz"
    small = [
        "--envs",
        "8",
        "--rollout",
        "32",
        "--batch",
        "128",
        "--steps",
        "512",
        "--matches",
        "2",
        "--rivals",
        "random",
    ]
    script("ppo").main(["--game", key, "--minutes", "5", *small, "--out", str(out)])
    agent = quipu.agents.load(out)
    assert agent.about["decisions"] == 512
    assert quipu.arena(key, [agent, "random"], games=1).games == 1
    rows = curve(out.with_suffix(".csv"))
    assert [int(row["decisions"]) for row in rows] == [256, 512, 512] and 0 <= float(rows[-1]["random"]) <= 1
    assert rows[0]["random"] and not rows[1]["random"], "measured at the start and at the end, in between by the clock"
    script("ppo").main(["--game", key, "--minutes", "0", "--matches", "2", "--resume", str(out), "--out", str(out)])
    state = quipu.vector(key, 1).state(0)
    again = quipu.agents.load(out)
    assert agent.policy(state)[1] == pytest.approx(again.policy(state)[1], abs=1e-3)


def test_values_are_learnt_from_matches(tmp_path):
    out = tmp_path / "value.npz"
    script("value").main(["--matches", "20", "--iterations", "10", "--minutes", "0.05", "--out", str(out)])
    agent = quipu.agents.load(out)
    state = quipu.vector("thebes", 1).state(0)
    assert agent(state) in state.legal_actions() and quipu.agents.ahead(agent, state) in state.legal_actions()
    assert float(curve(out.with_suffix(".csv"))[0]["value_loss"]) < 2


@pytest.mark.parametrize(
    "name, small",
    [
        (
            "ppo",
            [
                "--envs",
                "8",
                "--rollout",
                "32",
                "--batch",
                "128",
                "--steps",
                "512",
                "--matches",
                "2",
                "--rivals",
                "random",
            ],
        ),
        ("value", ["--matches", "12", "--iterations", "10", "--batch", "256", "--steps", "9"]),
        ("value", ["--matches", "12", "--iterations", "10", "--batch", "256", "--epochs", "2"]),
    ],
)
def test_a_run_by_steps_can_be_repeated(name, small, tmp_path):
    runs = []
    for out in (tmp_path / "one.npz", tmp_path / "other.npz"):
        # Were it by the clock, nothing would be learnt.
        script(name).main([*small, "--minutes", "0", "--out", str(out)])
        with np.load(out, allow_pickle=False) as file:
            runs.append({key: file[key] for key in file.files if key != "about"})
    one, other = runs
    assert one.keys() == other.keys() and one["actions"].any(), "something was learnt"
    for key, weights in one.items():
        assert (weights == other[key]).all(), key


def test_the_network_of_torch_is_that_of_the_agent(key):
    net = script("ppo").Net(
        quipu.load_game(key).observation_tensor_size(), quipu.load_game(key).num_distinct_actions(), 16, 8
    )
    torch.nn.init.normal_(net.actions.weight)
    net.seen.fill_(True)
    agent = net.agent({"game": key})
    games = quipu.vector(key, 6, seed=2)
    counts = torch.from_numpy(np.diff(games.offsets))
    ids = torch.from_numpy(games.ids[: games.offsets[-1]].astype(np.int64))
    with torch.no_grad():
        odds, values = net(torch.from_numpy(games.tensors()), ids, torch.repeat_interleave(torch.arange(6), counts))
    for at in range(6):
        own = odds.exp().numpy()[games.offsets[at] : games.offsets[at + 1]]
        assert own == pytest.approx(agent.policy(games.state(at))[1], abs=1e-5)
        assert values[at].item() == pytest.approx(agent.value(games.state(at)), abs=1e-5)


def test_tensors_are_filled_in_place(key):
    games = quipu.vector(key, 4, seed=1)
    for dtype in (torch.float32, torch.float16):
        out = torch.full((4, games.observation_size), 9.0, dtype=dtype)
        assert games.tensors(out) is out
        assert (out.numpy() == games.tensors().astype(out.numpy().dtype)).all()
    for dtype in (torch.bool, torch.uint8, torch.int8):
        out = torch.ones((4, games.num_actions), dtype=dtype)
        assert games.masks(out) is out
        assert (out.numpy() == games.masks()).all()
    with pytest.raises(TypeError, match="float64"):
        games.tensors(torch.zeros((4, games.observation_size), dtype=torch.float64))
