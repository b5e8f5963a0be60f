"""How fast the games are from Python, on one core.

    python python/bench.py [--seconds 2] [--games 256] [--json FILE]

The first table plays at random through ``quipu.vector`` and beside it natively, without Python. A step is a decision
or a draw. ``roaming`` is native play that lists only what it picks from, ``listing`` native play that lists everything,
as a vector must; ``both`` writes masks and tensors. The second table drives a single state from Python, and in the same
run its peers, where they are installed: OpenSpiel's own games through pyspiel (``pip install open_spiel``), and
catanatron's random play (``pip install catanatron``). Time is that of the processor, so that other programs disturb
little.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from pathlib import Path

# This file's folder has the package's sources, without their half in Rust: the package that is installed is meant.
sys.path = [folder for folder in sys.path if Path(folder or ".").resolve() != Path(__file__).resolve().parent]

# Its threads wait busily, which would count as our time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np  # noqa: E402
import quipu  # noqa: E402


def rate(seconds, play):
    """Steps a second of a function that plays some and says how many steps it played."""
    play()
    steps, start = 0, time.process_time()
    while (passed := time.process_time() - start) < seconds:
        steps += play()
    return steps / passed


def side_by_side(seconds, plays, times=8):
    """The best rate of each in some short runs: the others were disturbed. They take turns, so that all fare alike."""
    found = dict.fromkeys(plays, 0.0)
    for _ in range(times):
        for name, play in plays.items():
            found[name] = max(found[name], rate(seconds / times, play))
    return found


def native(game, listing):
    """Plays 20 matches without Python."""
    seed = iter(range(10**9))
    play = quipu.listed_playouts if listing else quipu.playouts
    return lambda: sum(play(game, next(seed), 20))


def through_vector(game, n, choose="random", masks=False, tensors=False):
    """Plays 50 decisions in each of n games."""
    games = quipu.vector(game, n, threads=1)
    mask = np.empty((n, games.num_actions), np.uint8) if masks else None
    tensor = np.empty((n, games.observation_size), np.float32) if tensors else None
    actions = np.empty(n, np.int32)
    dice = np.random.default_rng(0)
    done = 0

    def play():
        nonlocal done
        for _ in range(50):
            if masks:
                games.masks(mask)
            if tensors:
                games.tensors(tensor)
            games.step(games.random_actions(actions) if choose == "random" else games.uniform_actions(dice))
        before, done = done, sum(games.steps())
        return done - before

    return play


def single_state(game):
    """Plays a match with a list from Rust, a choice in Python and an action back, one state at a time."""
    rng = quipu.Rng(0)
    choice = random.Random(0).choice

    def play():
        state = game.new_initial_state()
        state.resolve_chance(rng)
        decisions = 0
        while not state.is_terminal() and decisions < 2000:
            state.apply_action(choice(state.legal_actions()))
            state.resolve_chance(rng)
            decisions += 1
        return decisions

    return play


def catanatron():
    """Plays a match of catanatron's random players, or nothing where it is not installed."""
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError:
        return None
    colours = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)

    def play():
        match = Game([RandomPlayer(colour) for colour in colours])
        match.play()
        records = getattr(match.state, "action_records", None)
        return len(records if records is not None else match.state.actions)

    return play


def openspiel(name):
    """Plays a match of one of OpenSpiel's own games, written in C++, as a single state is played here."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(name)
    choice = random.Random(0).choice

    def play():
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(choice(state.legal_actions()))
        return decisions

    return play


def peers():
    """What others play, by name, as far as it is installed."""
    games = {f"openspiel {name}": openspiel(name) for name in ("tic_tac_toe", "connect_four", "backgammon")}
    return {name: play for name, play in {"catanatron": catanatron(), **games}.items() if play}


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seconds", type=float, default=2.0, help="how long each rate is measured")
    arguments.add_argument("--games", type=int, default=256, help="how many games a vector plays at once")
    arguments.add_argument("--only", nargs="*", help="these games alone")
    arguments.add_argument("--json", help="write the figures to this file, too")
    given = arguments.parse_args()
    random.seed(0)
    found = {"games": given.games, "vector": {}, "single": {}}
    print(f"random play, {given.games} games at once, one core, 4 seats, steps/s")
    heads = ("roaming", "listing", "lists", "of listing", "of roaming", "uniform", "masks", "tensors", "both")
    print(f"{'game':<10}" + "".join(f"{head:>12}" for head in heads))
    for key in given.only or quipu.games():
        game = quipu.load_game(key, seats=4)
        row = side_by_side(
            given.seconds,
            {
                "roaming": native(game, False),
                "listing": native(game, True),
                "lists": through_vector(game, given.games),
                "uniform": through_vector(game, given.games, choose="uniform"),
                "masks": through_vector(game, given.games, masks=True),
                "tensors": through_vector(game, given.games, tensors=True),
                "both": through_vector(game, given.games, masks=True, tensors=True),
            },
        )
        found["vector"][key] = row
        share = [f"{100 * row['lists'] / row[of]:>10.0f} %" for of in ("listing", "roaming")]
        figures = [f"{row[head]:>12,.0f}" for head in ("roaming", "listing", "lists")]
        print(f"{key:<10}" + "".join(figures + share) + "".join(f"{row[head]:>12,.0f}" for head in heads[5:]))
    others = peers()
    plays = {key: single_state(quipu.load_game(key, seats=4)) for key in given.only or quipu.games()}
    rates = side_by_side(given.seconds, {**others, **plays})
    found["peers"] = {name: rates[name] for name in others}
    found["single"] = {name: rates[name] for name in plays}
    print("\none state driven from Python, decisions/s")
    for name, own in rates.items():
        times = [f"{own / rate:>8.1f} times {other}" for other, rate in found["peers"].items() if name in plays]
        print(f"{name:<24}{own:>12,.0f}" + (times[0] if times else ""))
    if given.json:
        with open(given.json, "w", encoding="utf-8") as file:
            json.dump(found, file, indent=1)


if __name__ == "__main__":
    main()
