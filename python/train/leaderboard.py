"""A table of agents against the bots' levels, with intervals.

    python python/train/leaderboard.py --game thebes --agents thebes greedy mine:choose exec:"python3 mine.py"

An agent is one of those in the package (by its game's name) or a file of ``quipu.agents`` (made by ``ppo.py`` or
``value.py``), and ``ahead:`` before either lets it look one step ahead by its value; one of our bots by its name;
``module:function``, a function from a state to one of its legal actions, in a module that Python finds; or
``exec:COMMAND``, anybody's program that speaks the engine protocol (``docs/engine.md``). Each plays matches against
each level, at every seat by turns, all other seats the same level. The table says how often it won, with Wilson's 95 %
interval, and by how many points it was ahead of the best rival on average. ``--out`` adds it to a file, as Markdown.
"""

from __future__ import annotations

import argparse
import importlib
import math
import os
import sys
import time
from dataclasses import dataclass

import numpy as np
import quipu
import quipu.agents
from quipu.programs import Program, ProgramError

LEVELS = ["novice", "adept", "expert", "master"]
AT_ONCE = 10
"""How many matches are played side by side from each seat."""


@dataclass
class Contest:
    """Matches to be played against a level, and how much the bots think."""

    game: quipu.Game
    level: str
    matches: int
    iterations: int
    seed: int
    threads: int

    def at_once(self) -> int:
        """How many are played side by side: each seat as often."""
        return min(self.matches, AT_ONCE * self.game.num_players())

    def vector(self, n: int, seat: int | None, seed: int, parts: str = "usual") -> quipu.Vector:
        """Some of the matches, each waiting for the agent."""
        effort = {"iterations": self.iterations, "threads": min(self.threads, n)}
        return quipu.vector(self.game, n, seed=seed, opponents=self.level, seat=seat, parts=parts, **effort)


Results = list[tuple[float, float]]
"""Of each match: the share of the win, and the margin in points over the best rival."""


class Trained:
    """An agent from a file: many matches at once."""

    def __init__(self, text: str, game: quipu.Game):
        self.agent = agent_of(text, game)
        self.name = f"{self.agent.name} ({self.agent.about.get('method', 'policy')})"

    def play(self, contest: Contest) -> Results:
        games = contest.vector(contest.at_once(), None, contest.seed, self.agent.parts)
        return play_out(games, contest.matches, self.agent.choose)


class Function:
    """A function of a state: many matches at once, asked for one after the other."""

    def __init__(self, name: str, function):
        self.name, self.function = name, function

    def play(self, contest: Contest) -> Results:
        games = contest.vector(contest.at_once(), None, contest.seed)
        return play_out(games, contest.matches, lambda games: [self.function(games.state(at)) for at in range(games.n)])


class Named:
    """One of our bots, which thinks as much as in the rivals' place."""

    def __init__(self, name: str):
        self.name = name

    def play(self, contest: Contest) -> Results:
        bots = [self.name] + [contest.level] * (contest.game.num_players() - 1)
        effort = {"iterations": contest.iterations, "threads": contest.threads}
        rows = quipu.simulate(contest.game, bots, contest.matches, seed=contest.seed, **effort)
        return [self.result(by_seat.index(0), points, places) for _, by_seat, points, places, *_ in rows]

    def result(self, seat: int, points: list[int], places: list[int]) -> tuple[float, float]:
        won = (places[seat] == 1) / places.count(1)
        return won, points[seat] - max(np.delete(points, seat))


class Stranger:
    """A program that speaks the engine protocol: match after match, as the protocol says.

    One that fails has lost that match; ``greedy`` plays on for it, so that the rivals can finish.
    """

    def __init__(self, command: str, iterations: int):
        self.program = Program(command, iterations=iterations)
        self.name = self.program.name
        self.faults: list[str] = []

    def play(self, contest: Contest) -> Results:
        with self.program:
            results = [self.match(contest, number) for number in range(contest.matches)]
        self.name = self.program.name
        if self.faults:
            print(f"  {self.name} failed in {len(self.faults)} matches, first: {self.faults[0]}", file=sys.stderr)
        return results

    def match(self, contest: Contest, number: int) -> tuple[float, float]:
        seat = number % contest.game.num_players()
        games = contest.vector(1, seat, contest.seed * 1_000_003 + number)
        greedy = quipu.Bot("greedy", contest.game)
        failed = False

        def ask(question):
            nonlocal failed
            try:
                return None if failed else question()
            except ProgramError as fault:
                failed = True
                self.faults.append(str(fault))
                return None

        def choose(games):
            state = games.state(0)
            chosen = ask(lambda: self.program(state))
            return [greedy(state) if chosen is None else chosen]

        ask(lambda: self.program.begin(contest.game, seat))
        ((won, margin),) = play_out(games, 1, choose)
        over = games.final_state(0)
        ask(lambda: self.program.end(over.points(), over.places()))
        return (0.0, margin) if failed else (won, margin)


def play_out(games: quipu.Vector, matches: int, choose) -> Results:
    """Plays matches in the games of a vector, in each the same number or one more: whichever ended first would not be a
    fair sample, and few would be played in vain."""
    left = np.array([matches // games.n + (at < matches % games.n) for at in range(games.n)])
    results = []
    while left.any():
        seats = games.players.astype(int)
        games.step(np.array(choose(games), np.int32))
        for at in np.flatnonzero(games.ended & (left > 0)):
            seat, points = seats[at], games.final_points[at]
            won = (games.returns[at, seat] * (games.num_players - 1) + 1) / games.num_players
            results.append((won, points[seat] - np.delete(points, seat).max()))
            left[at] -= 1
    return results


def agent_of(text: str, game: quipu.Game) -> quipu.agents.Agent:
    """The agent of a file or of the package, if it plays the game."""
    agent = quipu.agents.load(text)
    if quipu.load_game(agent.about["game"]).key != game.key:
        raise SystemExit(f"{text} plays {agent.about['game']}, not {game.key}")
    return agent


def is_trained(text: str) -> bool:
    return text.endswith(".npz") or text in quipu.agents.shipped()


def ahead(text: str, game: quipu.Game) -> Function:
    agent = agent_of(text.removeprefix("ahead:"), game)
    return Function(f"{agent.name} (one step ahead)", lambda state: quipu.agents.ahead(agent, state))


def imported(text: str) -> Function:
    module, _, name = text.partition(":")
    sys.path.insert(0, os.getcwd())
    return Function(text, getattr(importlib.import_module(module), name))


def entrant(text: str, game: quipu.Game, iterations: int):
    """Who a text means."""
    if text.startswith("exec:"):
        return Stranger(text.removeprefix("exec:"), iterations)
    if text.startswith("ahead:"):
        return ahead(text, game)
    if is_trained(text):
        return Trained(text, game)
    if ":" in text:
        return imported(text)
    if text in quipu.bots():
        return Named(text)
    known = ", ".join([*quipu.agents.shipped(), *quipu.bots()])
    raise SystemExit(f"'{text}' is no agent: a file .npz, module:function, exec:COMMAND, or one of {known}")


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z, share = 1.96, wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def cell(results: Results) -> str:
    """How a pair went, for the table."""
    won, margin = np.array(results).T
    low, high = wilson(won.sum(), len(won))
    return f"{100 * won.mean():.0f} % ({100 * low:.0f} to {100 * high:.0f}), {margin.mean():+.1f}"


def arguments(given):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="thebes")
    parser.add_argument("--agents", nargs="+", required=True)
    parser.add_argument("--rivals", nargs="+", default=LEVELS)
    parser.add_argument("--games", type=int, default=200, help="matches of each pair")
    parser.add_argument("--iterations", type=int, default=1000, help="a master's for a decision; the others have less")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", help="add the table to this file")
    return parser.parse_args(given)


def main(given=None):
    options = arguments(given)
    game = quipu.load_game(options.game)
    lines = [
        f"`{game}`, {options.games} matches a pair, {options.iterations} iterations for a master's decision",
        "",
        f"| agent | {' | '.join(options.rivals)} |",
        f"|---|{'---|' * len(options.rivals)}",
    ]
    print("\n".join(lines), flush=True)
    for text in options.agents:
        one, cells = entrant(text, game, options.iterations), []
        for rival in options.rivals:
            start = time.monotonic()
            contest = Contest(game, rival, options.games, options.iterations, options.seed, options.threads)
            cells.append(cell(one.play(contest)))
            print(f"  {one.name} against {rival}: {cells[-1]} in {time.monotonic() - start:.0f} s", file=sys.stderr)
        lines.append(f"| {one.name} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    if options.out:
        with open(options.out, "a", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n\n")


if __name__ == "__main__":
    main()
