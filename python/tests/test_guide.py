"""The guide, the notebook, the examples and the stubs: what they say works."""

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path

import nbclient
import nbformat
import pytest
import quipu
import quipu.agents

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "python" / "examples"


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_piece_of_the_guide_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    pieces = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(pieces) >= 8
    names: dict = {}
    for piece in pieces:
        exec(compile(piece, "docs/python.md", "exec"), names)


def test_the_guide_needs_nothing_beside_it():
    """It is also the page of the package at its index, where nothing lies beside it."""
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    places = re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    assert [place for place in places if not place.startswith(("https://", "#"))] == []


def test_the_guide_repeats_what_the_package_has():
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    for key in quipu.agents.shipped():
        made = re.search(
            rf"^python python/train/ppo\.py --game {key} --steps (\d+) .*--out {key}\.npz$", text, re.MULTILINE
        )
        assert made and int(made[1]) == quipu.agents.load(key).about["decisions"], key


def test_the_guide_names_the_whole_action_space():
    text = " ".join((ROOT / "docs" / "python.md").read_text(encoding="utf-8").split())
    for key in ("tikal", "tongiaki", "thebes", "inka"):
        game = quipu.load_game(key)
        assert f"{game.num_distinct_actions()} actions" in text, key
        for verb, start, size in game.action_runs():
            assert f"`{verb}` {start}" in text, (key, verb, start, size)
        for part, (_, shape) in quipu.load_game(key, parts="all").observation_parts().items():
            assert f"`{part}` {'×'.join(map(str, shape))}" in text, (key, part, shape)


def test_the_notebook_runs():
    made = example("make_notebook").notebook()
    kept = nbformat.read(EXAMPLES / "first_steps.ipynb", as_version=4)
    assert [cell["source"] for cell in kept.cells] == [cell["source"] for cell in made.cells], "run make_notebook.py"
    ran = nbclient.NotebookClient(kept, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in ran.cells for output in cell.get("outputs", [])]
    assert any("image/svg+xml" in output.get("data", {}) for output in outputs), "a state shows its board"


def test_the_first_agent_learns():
    result = example("first_agent").main(["--game", "thebes", "--minutes", "5", "--games", "2500", "--matches", "100"])
    assert result.win_rate() - result.margin() > 0.5, str(result)


def test_self_play_on_ray_collects_everything(tmp_path):
    file = tmp_path / "games.quipu"
    arguments = ["--game", "tongiaki(seats=2)", "--bots", "greedy", "random", "--games", "12", "--batch", "4"]
    wins = example("self_play_ray").main([*arguments, "--records", str(file)])
    assert sum(wins) == pytest.approx(12)
    records = list(quipu.read_records(file))
    assert len(records) == 12 and all(quipu.replay(record).is_terminal() for record in records)


def test_the_stubs_are_those_of_the_module():
    allowed = ROOT / "python" / "tests" / "stubtest-allowed.txt"
    command = [sys.executable, "-m", "mypy.stubtest", "quipu._quipu", "--allowlist", str(allowed)]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=ROOT / "target", timeout=600)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_package_is_typed():
    command = [sys.executable, "-m", "mypy", "--ignore-missing-imports", "--package", "quipu"]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=ROOT / "target", timeout=600)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_everything_has_a_docstring():
    for name in quipu.__all__:
        assert getattr(quipu, name).__doc__, name
    for kind in (quipu.Game, quipu.State, quipu.Bot, quipu.Vector, quipu.Rng):
        for name in dir(kind):
            if not name.startswith("_") and callable(getattr(kind, name)):
                assert getattr(kind, name).__doc__, f"{kind.__name__}.{name}"


def test_the_benchmark_runs_as_the_guide_says(tmp_path):
    file = tmp_path / "rates.json"
    command = [sys.executable, "python/bench.py", "--seconds", "0.05", "--games", "8", "--json", str(file)]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=300)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    rates = json.loads(file.read_text(encoding="utf-8"))
    assert set(rates["vector"]) == set(quipu.games()) and rates["peers"]["openspiel tic_tac_toe"] > 0
