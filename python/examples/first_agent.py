"""A first agent, trained in a few minutes with nothing but NumPy.

    python python/examples/first_agent.py --game thebes --minutes 2

It keeps one weight for each action number and plays by a softmax over the legal ones. It learns by REINFORCE from games
against itself: what was done in a won game becomes a little likelier, what was done in a lost one a little less likely.
It never looks at the board, so there is much left to do; it beats `random` all the same.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import quipu


class Agent:
    """A softmax over one weight for each action."""

    def __init__(self, size, seed=0):
        self.weights = np.zeros(size, np.float32)
        self.dice = np.random.default_rng(seed)

    def odds(self, ids, starts):
        """How likely each listed action is, list by list."""
        scores = self.weights[ids]
        counts = np.diff(np.append(starts, len(ids)))
        scores = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), counts))
        return scores / np.repeat(np.add.reduceat(scores, starts), counts)

    def choose(self, ids, starts, odds):
        """The place of one action of each list, drawn by the odds."""
        ends = np.append(starts[1:], len(ids)) - 1
        sums = np.cumsum(odds, dtype=np.float64)
        before = sums[starts] - odds[starts]
        drawn = before + self.dice.random(len(starts)) * (sums[ends] - before)
        return np.clip(np.searchsorted(sums, drawn), starts, ends)

    def __call__(self, state):
        """Plays in an arena."""
        ids = np.array(state.legal_actions())
        odds = self.odds(ids, np.array([0]))
        return int(ids[self.choose(ids, np.array([0]), odds)[0]])


def train(game, minutes, n=256, rate=0.02, seed=0, most=10**9, say=print):
    """Trains an agent by games against itself, for a number of minutes or of games."""
    games = quipu.vector(game, n, seed=seed)
    seats = games.num_players
    agent = Agent(games.num_actions, seed)
    # What each seat of each game did so far, beyond what was to be expected of it.
    did = np.zeros((n, seats, games.num_actions), np.float32)
    everyone = np.arange(n)
    ended, start, told = 0, time.perf_counter(), 0.0
    while (passed := time.perf_counter() - start) < 60 * minutes and ended < most:
        starts = games.offsets[:-1]
        ids = games.ids[: games.offsets[-1]]
        odds = agent.odds(ids, starts)
        chosen = agent.choose(ids, starts, odds)
        owner = np.repeat(everyone, np.diff(games.offsets))
        did[owner, games.players[owner], ids] -= odds
        did[everyone, games.players, ids[chosen]] += 1
        games.step(ids[chosen])
        if games.ended.any():
            over = np.flatnonzero(games.ended)
            step = np.einsum("gs,gsa->a", games.returns[over], did[over])
            agent.weights += rate * np.clip(step, -10, 10)
            did[over] = 0
            ended += len(over)
        if passed - told > 10:
            told = passed
            say(f"{passed:5.0f} s  {ended:7d} games")
    return agent


def main(arguments=None):
    """Reads the command line, trains, and measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="thebes")
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--games", type=int, default=10**9, help="stop after this number of games, too")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", help="keep the weights in this .npy file")
    given = parser.parse_args(arguments)
    game = quipu.load_game(given.game)
    agent = train(game, given.minutes, seed=given.seed, most=given.games)
    others = ["random"] * (game.num_players() - 1)
    result = quipu.arena(game, [agent, *others], games=given.matches, seed=given.seed + 1)
    print(result)
    likeliest = np.argsort(agent.weights)[::-1][:8]
    print("it likes:", ", ".join(game.action_to_string(int(action)) for action in likeliest))
    if given.out:
        np.save(given.out, agent.weights)
    return result


if __name__ == "__main__":
    main()
