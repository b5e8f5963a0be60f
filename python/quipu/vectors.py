"""Many games at once, in Rust threads, with arrays that Python owns."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

import numpy as np

from ._quipu import Fleets, Game, State, load_game


class Vector:
    """Many games of one setup, each waiting for a player's decision.

    What is drawn is drawn at once. A game that ends says so in ``ended``, pays out in ``returns`` and begins anew. Each
    game has a random stream of its own, so the number of threads changes nothing but the speed.

    ``reward`` says what is paid: ``"win"`` 1 to the winner and equally less to the others, ``"margin"`` the points
    ahead of the best rival, or behind. ``parts`` says what observations hold (names, ``"all"`` or ``"usual"``). With
    ``opponents``, a bot's name or one for each other seat clockwise, bots decide at the other seats, in Rust and with
    ``iterations`` for a decision: then every game waits for ``seat``, or by turns for each seat if that is ``None``.

    The arrays are made once, filled by every :meth:`step` and never replaced, but for ``ids`` where lists grow longer
    than it: read them before the next step, or copy them.

    ================  =============  ======================================================================
    ``players``       (n,) int8      who decides in each game
    ``offsets``       (n+1,) int64   game ``i`` may do ``ids[offsets[i]:offsets[i+1]]``, sorted
    ``ids``           (…,) int32     the legal actions of all games; what lies behind ``offsets[-1]`` is not meant
    ``returns``       (n, seats) f4  what each seat got in the games that just ended, else zeros
    ``final_points``  (n, seats) i4  the points of each seat in the games that just ended, else zeros
    ``ended``         (n,) bool      which games just ended
    ================  =============  ======================================================================
    """

    def __init__(
        self,
        game: str | Game,
        n: int,
        *,
        seed: int = 0,
        threads: int | None = None,
        lists: bool = True,
        reward: str = "win",
        parts: str | Sequence[str] | None = None,
        opponents: str | Sequence[str] | None = None,
        seat: int | None = None,
        iterations: int = 1000,
    ):
        self.game = load_game(game) if isinstance(game, str) else game
        if not isinstance(self.game, Game):
            raise TypeError(f"a game or its name is needed, not {type(game).__name__}")
        if parts is not None:
            self.game = self.game.with_parts(parts)
        self.n = int(n)
        self.num_players = self.game.num_players()
        self.num_actions = self.game.num_distinct_actions()
        self.observation_size = self.game.observation_tensor_size()
        threads = min(os.cpu_count() or 1, max(1, self.n // 32)) if threads is None else threads
        if isinstance(opponents, str):
            opponents = [opponents] * (self.num_players - 1)
        self._fleets = Fleets(
            self.game,
            self.n,
            seed,
            threads,
            reward=reward,
            opponents=None if opponents is None else list(opponents),
            guest=seat,
            iterations=iterations,
        )
        self._lists = lists
        self.players = np.zeros(self.n, np.int8)
        self.returns = np.zeros((self.n, self.num_players), np.float32)
        self.final_points = np.zeros((self.n, self.num_players), np.int32)
        self.ended = np.zeros(self.n, np.bool_)
        self.offsets = np.zeros(self.n + 1, np.int64)
        self.ids = np.zeros(64 * self.n, np.int32)
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Begins every game anew."""
        self._fleets.restart(seed, self.players)
        self.returns.fill(0)
        self.final_points.fill(0)
        self.ended.fill(False)
        self._list()

    def step(self, actions: np.ndarray) -> None:
        """Plays one action in every game: an int32 array. If one is illegal, none is played (ValueError)."""
        if not isinstance(actions, np.ndarray) or actions.dtype != np.int32:
            actions = _as_int32(actions)
        self._fleets.step(actions, self.players, self.returns, self.final_points, self.ended)
        self._list()

    def _list(self) -> None:
        if not self._lists:
            return
        try:
            self._fleets.lists(self.offsets, self.ids)
        except ValueError:
            self.ids = np.zeros(2 * self._fleets.listed(), np.int32)
            self._fleets.lists(self.offsets, self.ids)

    def legal_actions(self, game: int) -> np.ndarray:
        """What may be done in one game: a view into ``ids``."""
        return self.ids[self.offsets[game] : self.offsets[game + 1]]

    def masks(self, out=None):
        """Ones where an action is legal: (n, num_actions), written into ``out`` if given.

        ``out`` is an array or a Torch tensor on the CPU, of uint8, int8 or bool.
        """
        out = np.empty((self.n, self.num_actions), np.uint8) if out is None else out
        array = _array(out)
        self._fleets.masks(array.view(np.uint8) if array.dtype in (np.bool_, np.int8) else array)
        return out

    def tensors(self, out=None, *, player: int | Sequence[int] | np.ndarray | str | None = None):
        """What a player sees in each game: (n, observation_size), written into ``out`` if given.

        ``out`` is an array or a Torch tensor on the CPU, of float32 or float16. The player to act is asked, or
        ``player``: one number, one for each game, or ``"all"``, for which ``out`` is (n, seats, observation_size).
        """
        if isinstance(player, str):
            return self._all_tensors(out, player)
        out = np.empty((self.n, self.observation_size), np.float32) if out is None else out
        array = _array(out)
        viewers = (
            None if player is None else np.ascontiguousarray(np.broadcast_to(np.asarray(player, np.int8), (self.n,)))
        )
        if array.dtype == np.float16:
            self._fleets.half_tensors(array.view(np.uint16), viewers)
        else:
            self._fleets.tensors(array, viewers)
        return out

    def _all_tensors(self, out, player: str):
        if player != "all":
            raise ValueError(f"player={player!r} is not possible, it is a number, one for each game, or 'all'")
        shape = (self.n, self.num_players, self.observation_size)
        out = np.empty(shape, np.float32) if out is None else out
        array = _array(out)
        if array.shape != shape:
            raise ValueError(f"out has the shape {array.shape}, it needs {shape}")
        some = np.empty((self.n, self.observation_size), array.dtype)
        for seat in range(self.num_players):
            array[:, seat] = self.tensors(some, player=seat)
        return out

    def points(self, out=None):
        """The points of every player as they stand: (n, seats) int32, written into ``out`` if given.

        Here and below ``out`` is an array or a Torch tensor on the CPU.
        """
        out = np.empty((self.n, self.num_players), np.int32) if out is None else out
        self._fleets.points(_array(out))
        return out

    def margins(self, out=None):
        """How far every player is ahead of the best rival in points, or behind: (n, seats) int32, as :meth:`points`."""
        points = np.empty((self.n, self.num_players), np.int32)
        self._fleets.points(points)
        out = np.empty_like(points) if out is None else out
        array = _array(out)
        if array.shape != points.shape or array.dtype != points.dtype:
            raise TypeError(f"out is {array.shape} {array.dtype}, {points.shape} int32 is wanted")
        for seat in range(self.num_players):
            array[:, seat] = points[:, seat] - np.delete(points, seat, axis=1).max(axis=1)
        return out

    def estimates(self, out=None):
        """How good each game looks for every player by its estimate, in points: (n, seats) float32.

        Where something is hidden it is guessed by what the player to act sees.
        """
        out = np.empty((self.n, self.num_players), np.float32) if out is None else out
        self._fleets.estimates(_array(out))
        return out

    def prospects(self, out=None):
        """What the bots have learned of each game: (n, 2, seats) float32, or ``None`` where they have learned nothing.

        ``[:, 0]`` are each player's chances to win, ``[:, 1]`` the points at the end. Where something is hidden it
        is guessed by what the player to act sees. With ``None`` nothing is written into ``out``.
        """
        shape = (self.n, 2, self.num_players)
        out = np.empty(shape, np.float32) if out is None else out
        array = _array(out)
        if array.shape != shape or array.dtype != np.float32 or not array.flags.c_contiguous:
            raise TypeError(f"out is {array.shape} {array.dtype}, {shape} float32 is wanted, row after row")
        return out if self._fleets.prospects(array.reshape(self.n, -1)) else None

    def random_actions(self, out=None):
        """An action for each game as the bot ``random`` picks it, a verb, then a word of it: (n,) int32."""
        out = np.empty(self.n, np.int32) if out is None else out
        self._fleets.pick(_array(out))
        return out

    def uniform_actions(self, rng: np.random.Generator) -> np.ndarray:
        """An action for each game, each legal one equally likely."""
        counts = np.diff(self.offsets)
        return self.ids[self.offsets[:-1] + (rng.random(self.n) * counts).astype(np.int64)]

    def steps(self) -> tuple[int, int]:
        """Steps played since the last reset: (decisions, draws)."""
        return self._fleets.steps()

    def state(self, game: int) -> State:
        """One of the games as a state that goes its own way; without its history."""
        return self._fleets.state(game)

    def final_state(self, game: int) -> State:
        """One of the games that ended with the last step, as it stood at its end; ValueError for any other."""
        return self._fleets.final_state(game)

    def load(self, states: Mapping[int, State]) -> None:
        """Goes on from states in some games: ``games.load({3: state})``. What is to be drawn there is drawn.

        A state comes from :meth:`state` or from anywhere else, such as ``Game.deserialize_state`` of a text that was
        kept; it is of this game and table, and not over.
        """
        self._fleets.load(list(states.items()), self.players)
        self._list()

    def copy(self, pairs: Mapping[int, int]) -> None:
        """Goes on in some games where others stand: ``games.copy({3: 0, 4: 0})`` puts game 0 into games 3 and 4."""
        self._fleets.copy([(there, here) for here, there in pairs.items()], self.players)
        self._list()

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<quipu.Vector of {self.n} games of {self.game}>"


def _as_int32(actions) -> np.ndarray:
    array = np.asarray(actions)
    if array.dtype.kind not in "iu":
        raise TypeError(f"actions are whole numbers, not {array.dtype}")
    if array.size and (array.max() > np.iinfo(np.int32).max or array.min() < np.iinfo(np.int32).min):
        raise ValueError("an action number is too large to be one")
    return np.ascontiguousarray(array, dtype=np.int32)


def _array(out) -> np.ndarray:
    """The array of an argument: itself, or the memory of a Torch tensor."""
    if isinstance(out, np.ndarray):
        return out
    if hasattr(out, "numpy") and hasattr(out, "device"):
        if out.device.type != "cpu":
            raise TypeError(f"out is a tensor on {out.device}, one on the cpu is wanted; copy it from there")
        return out.detach().numpy()
    raise TypeError(f"out is of the type {type(out).__name__}, an array or a Torch tensor is wanted")


def vector(game: str | Game, n: int, **options) -> Vector:
    """Plays ``n`` games at once; see :class:`Vector`. ``threads=1`` stays on the caller's own thread."""
    return Vector(game, n, **options)
