"""A table of agents against the bots' levels, with intervals.

    python python/train/leaderboard.py --game thebes --agents thebes.npz greedy mine:choose --games 200

An agent is a file of ``quipu.agents`` (made by ``ppo.py`` or ``value.py``), the name of one of our bots, or
``module:function``: a function from a state to one of its legal actions, in a module that Python finds. Each plays
matches against each level, at every seat by turns, all other seats the same level. The table says how often it won,
with Wilson's 95 % interval, and by how many points it was ahead of the best rival on average. ``--out`` writes it as
Markdown.
"""

from __future__ import annotations

import argparse
import importlib
import math
import os
import sys
import time
from collections.abc import Callable

import numpy as np
import quipu
import quipu.agents

LEVELS = ["novice", "adept", "expert", "master"]

Chooser = Callable[[quipu.Vector], np.ndarray]
"""What plays: from a vector of games, all waiting for it, to an action for each."""


class Entrant:
    """Somebody in the table: a name, the parts of the observation that they look at, and how they choose."""

    def __init__(self, name: str, choose: Chooser, parts: str = "usual"):
        self.name, self.choose, self.parts = name, choose, parts


def by_states(function) -> Chooser:
    """Asks a function of a state for every game."""
    return lambda games: np.array([function(games.state(game)) for game in range(games.n)], np.int32)


def trained(text: str, game: quipu.Game) -> Entrant:
    """An agent from a file."""
    agent = quipu.agents.load(text)
    if quipu.load_game(agent.about["game"]).key != game.key:
        raise SystemExit(f"{text} plays {agent.about['game']}, not {game.key}")
    return Entrant(agent.name, agent.choose, agent.parts)


def imported(text: str, game: quipu.Game) -> Entrant:
    """A function of a module."""
    module, _, name = text.partition(":")
    sys.path.insert(0, os.getcwd())
    return Entrant(text, by_states(getattr(importlib.import_module(module), name)))


def bot(text: str, game: quipu.Game) -> Entrant:
    """One of our bots."""
    return Entrant(text, by_states(quipu.Bot(text, game, iterations=1000)))


KINDS = [
    (lambda text: text.endswith(".npz"), trained),
    (lambda text: ":" in text, imported),
    (lambda text: text in quipu.bots(), bot),
]
"""How an agent's text is read: the first kind that knows it. Another way to bring one, such as a program that speaks a
protocol, is a line here."""


def entrant(text: str, game: quipu.Game) -> Entrant:
    """The agent of a text."""
    for knows, make in KINDS:
        if knows(text):
            return make(text, game)
    raise SystemExit(f"'{text}' is no agent: a file .npz, module:function, or one of {', '.join(quipu.bots())}")


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z, share = 1.96, wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def contest(game: quipu.Game, one: Entrant, level: str, matches: int, iterations: int, seed: int, threads: int):
    """Plays matches of an agent against a level: how many it won, and its mean margin."""
    games = quipu.vector(
        game, matches, seed=seed, opponents=level, iterations=iterations, parts=one.parts, threads=threads
    )
    won, margin, done = np.zeros(matches), np.zeros(matches), np.zeros(matches, bool)
    while not done.all():
        seats = games.players.astype(int)
        games.step(one.choose(games))
        for number in np.flatnonzero(games.ended & ~done):
            points = games.final_points[number]
            won[number] = (games.returns[number, seats[number]] * (games.num_players - 1) + 1) / games.num_players
            margin[number] = points[seats[number]] - np.delete(points, seats[number]).max()
        done |= games.ended
    return won.sum(), margin.mean()


def main(given=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="thebes")
    parser.add_argument("--agents", nargs="+", required=True)
    parser.add_argument("--rivals", nargs="+", default=LEVELS)
    parser.add_argument("--games", type=int, default=200, help="matches of each pair")
    parser.add_argument("--iterations", type=int, default=1000, help="a master's for a decision; the others have less")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", help="add the table to this file")
    options = parser.parse_args(given)
    game = quipu.load_game(options.game)
    lines = [
        f"`{game}`, {options.games} matches a pair, {options.iterations} iterations for a master's decision",
        "",
        f"| agent | {' | '.join(options.rivals)} |",
        f"|---|{'---|' * len(options.rivals)}",
    ]
    print("\n".join(lines), flush=True)
    for text in options.agents:
        cells = []
        for rival in options.rivals:
            start = time.monotonic()
            one = entrant(text, game)
            won, margin = contest(game, one, rival, options.games, options.iterations, options.seed, options.threads)
            low, high = wilson(won, options.games)
            cells.append(f"{100 * won / options.games:.0f} % ({100 * low:.0f} to {100 * high:.0f}), {margin:+.1f}")
            print(f"  {one.name} against {rival}: {cells[-1]} in {time.monotonic() - start:.0f} s", file=sys.stderr)
        lines.append(f"| {one.name} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    if options.out:
        with open(options.out, "a", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n\n")


if __name__ == "__main__":
    main()
