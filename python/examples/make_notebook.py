"""Writes first_steps.ipynb beside this file, without outputs: a notebook is code, and is kept as code."""

from pathlib import Path

import nbformat

CELLS = [
    ("md", "# First steps with quipu\n\nA state, its board, a match between bots, and many games at once."),
    (
        "py",
        'import quipu\n\ngame = quipu.load_game("tikal(seats=3)")\n'
        "state = game.new_initial_state()\nrng = quipu.Rng(7)",
    ),
    ("md", "A state is played by numbers. Draws come first; then a player decides."),
    (
        "py",
        "state.resolve_chance(rng)\nplayer = state.current_player()\nlegal = state.legal_actions()\n"
        "player, len(legal), [state.action_to_string(action) for action in legal[:5]]",
    ),
    (
        "py",
        "for _ in range(60):\n    state.apply_action(state.random_action(rng))\n    state.resolve_chance(rng)\n"
        "state  # a state shows its board",
    ),
    ("md", "What a player sees, as named arrays without a copy:"),
    (
        "py",
        "parts = quipu.split_observation(game, state.observation_tensor())\n"
        "{name: part.shape for name, part in parts.items()}",
    ),
    ("md", "A match between bots, then one with a function of our own."),
    ("py", 'print(quipu.arena("tikal", ["greedy", "random"], games=10, seed=1))'),
    (
        "py",
        "def digger(state):\n"
        '    """Digs and uncovers when it can."""\n'
        "    legal = state.legal_actions()\n"
        '    wanted = [a for a in legal if state.action_to_string(a).split()[0] in ("dig", "uncover")]\n'
        "    return wanted[0] if wanted else state.random_action(rng)\n\n"
        'print(quipu.arena("tikal", [digger, "random"], games=10))',
    ),
    ("md", "Many games at once, in Rust."),
    (
        "py",
        "import time\n\ngames = quipu.vector(game, 256)\nstart = time.perf_counter()\nfor _ in range(200):\n"
        "    games.step(games.random_actions())\nsteps = sum(games.steps())\n"
        'print(f"{steps / (time.perf_counter() - start):,.0f} steps/s")',
    ),
]


def notebook():
    """The notebook as nbformat has it."""
    make = {"md": nbformat.v4.new_markdown_cell, "py": nbformat.v4.new_code_cell}
    cells = [make[kind](source) for kind, source in CELLS]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return nbformat.v4.new_notebook(cells=cells, metadata=kernel)


if __name__ == "__main__":
    path = Path(__file__).with_name("first_steps.ipynb")
    path.write_text(nbformat.writes(notebook()) + "\n", encoding="utf-8", newline="\n")
