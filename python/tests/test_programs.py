"""Anybody's program as a player, by the engine protocol."""

import re
import sys
from pathlib import Path

import pytest
import quipu
from quipu.programs import Program, ProgramError

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def chancer():
    """The program of thirty lines that docs/engine.md shows, word for word."""
    text = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    file = ROOT / "python" / "examples" / "chancer.py"
    assert file.read_text(encoding="utf-8") == re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0]
    return file


def test_the_program_of_the_guide_plays(key, chancer):
    with Program([sys.executable, str(chancer)], iterations=10) as program:
        result = quipu.arena(key, [program, "random"], games=2, records=True)
    assert program.name == "Chancer" and result.games == 2
    assert all(quipu.replay(record).is_terminal() for record in result.records)


BROKEN = {
    "it has ended": "raise SystemExit(3)",
    "is not legal": "print(json.dumps({'t': 'word', 'id': asked['id'], 'word': 'fly'}), flush=True)",
    "answered question 99": "print(json.dumps({'t': 'word', 'id': 99, 'word': asked['legal'][0]}), flush=True)",
    "is no message": "print('well', flush=True)",
    "I cannot": "print(json.dumps({'t': 'error', 'text': 'I cannot'}), flush=True)",
    "did not answer in time": "pass",
}


def broken(does):
    """A program that knows its manners until it is asked to decide."""
    return f"""
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["t"] == "hello":
        print(json.dumps({{"t": "info"}}), flush=True)
        print(json.dumps({{"t": "ready", "protocol": 1}}), flush=True)
    elif asked["t"] == "game":
        print(json.dumps({{"t": "ok"}}), flush=True)
    elif asked["t"] == "choose":
        {does}
"""


@pytest.mark.parametrize("why", BROKEN)
def test_what_is_wrong_with_a_program_is_said(why):
    patience = 0.05 if why == "did not answer in time" else 60
    program = Program([sys.executable, "-c", broken(BROKEN[why])], patience=patience)
    state = quipu.vector("thebes", 1).state(0)
    program.begin(state.get_game(), state.current_player())
    with pytest.raises(ProgramError, match=why):
        program(state)
    with pytest.raises(ProgramError, match="not running"):
        program(state)


def test_what_cannot_be_started_or_speaks_another_protocol_is_refused():
    game = quipu.load_game("thebes")
    with pytest.raises(ProgramError, match="cannot start"):
        Program("/no/such/program").begin(game, 0)
    other = 'import sys; sys.stdin.readline(); print(\'{"t":"ready","protocol":7}\', flush=True)'
    with pytest.raises(ProgramError, match="version 7"):
        Program([sys.executable, "-c", other]).begin(game, 0)
