"""Matches between bots: ours, and any Python function."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ._quipu import Bot, Game, Rng, State, load_game, simulate
from .programs import Program

Player = str | Bot | Program | Callable[[State], int]
"""A bot's name, a bot, a program that speaks the engine protocol, or a function from a state to one of its legal
actions. A function sees the whole state: whether it looks at what is hidden is its own affair;
``state.view(state.current_player())`` and ``state.observation_tensor()`` hold what it may know."""


@dataclass
class ArenaResult:
    """How matches went. Lists are by bot, in the order in which they were given."""

    games: int
    names: list[str]
    wins: list[float]
    """Matches won; a shared win counts by its share."""
    points: list[float]
    """The mean of the points."""
    decisions: int
    records: list[str] = field(default_factory=list, repr=False)

    def win_rate(self, bot: int = 0) -> float:
        """The share of matches that a bot won."""
        return self.wins[bot] / self.games

    def margin(self, bot: int = 0) -> float:
        """Half of the 95 % interval around the win rate (normal approximation)."""
        rate = self.win_rate(bot)
        return 1.96 * math.sqrt(max(rate * (1 - rate), 0.25 / self.games) / self.games)

    def __str__(self) -> str:
        lines = [f"{self.games} matches"]
        for bot, name in enumerate(self.names):
            rate = f"{100 * self.win_rate(bot):5.1f} % ± {100 * self.margin(bot):.1f}"
            lines.append(f"{name:<16} wins {rate}   {self.points[bot]:7.1f} points")
        return "\n".join(lines)


def _named(player: Player) -> str:
    return player if isinstance(player, str) else str(getattr(player, "name", getattr(player, "__name__", "bot")))


def arena(
    game: str | Game,
    players: Sequence[Player],
    games: int = 100,
    *,
    seed: int = 0,
    iterations: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    records: bool = False,
) -> ArenaResult:
    """Plays matches between players, who take turns at the seats.

    Names of our bots alone are played in Rust, on as many threads as asked for; ``iterations`` or ``seconds`` say how
    long they may think about one decision. Python functions are played one match after the other.
    """
    game = load_game(game) if isinstance(game, str) else game
    seats = game.num_players()
    if len(players) != seats:
        raise ValueError(f"{len(players)} players were given for {seats} seats")
    if games < 1:
        raise ValueError(f"{games} matches cannot be played")
    result = ArenaResult(0, [_named(player) for player in players], [0.0] * seats, [0.0] * seats, 0)
    names = [player for player in players if isinstance(player, str)]
    if len(names) == seats:
        rows = simulate(
            game, names, games, seed=seed, iterations=iterations, seconds=seconds, threads=threads, records=records
        )
        for _, by_seat, points, places, decisions, _, _, record in rows:
            _count(result, by_seat, points, places, decisions, record)
    else:
        bots = [_seated(player, game, iterations, seconds, seed) for player in players]
        for number in range(games):
            by_seat = [(seat + seats - number % seats) % seats for seat in range(seats)]
            state, decisions = _play(game, [bots[bot] for bot in by_seat], Rng(seed * 1_000_003 + number))
            _count(result, by_seat, state.points(), state.places(), decisions, state.record() if records else None)
    result.points = [points / result.games for points in result.points]
    return result


def _seated(player: Player, game: Game, iterations, seconds, seed) -> Callable[[State], int]:
    if isinstance(player, str):
        return Bot(player, game, iterations=iterations, seconds=seconds, seed=seed)
    if not callable(player):
        raise TypeError(f"a player is a bot's name, a bot or a function, not {type(player).__name__}")
    return player


def _play(game: Game, by_seat: Sequence[Callable[[State], int]], rng: Rng) -> tuple[State, int]:
    state = game.new_initial_state()
    decisions = 0
    programs = [(seat, player) for seat, player in enumerate(by_seat) if isinstance(player, Program)]
    for seat, program in programs:
        program.begin(game, seat)
    state.resolve_chance(rng)
    while not state.is_terminal():
        state.apply_action(by_seat[state.current_player()](state))
        state.resolve_chance(rng)
        decisions += 1
    for _, program in programs:
        program.end(state.points(), state.places())
    return state, decisions


def _count(result: ArenaResult, by_seat, points, places, decisions: int, record: str | None) -> None:
    winners = sum(place == 1 for place in places)
    for seat, bot in enumerate(by_seat):
        result.points[bot] += points[seat]
        result.wins[bot] += (places[seat] == 1) / winners
    result.games += 1
    result.decisions += decisions
    if record is not None:
        result.records.append(record)
