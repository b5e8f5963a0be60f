"""Many games at once, in Rust threads, with arrays that Python owns."""

from __future__ import annotations

import os

import numpy as np

from ._quipu import Fleets, Game, State, load_game


class Vector:
    """Many games of one setup, each waiting for a player's decision.

    What is drawn is drawn at once. A game that ends says so in ``ended``, pays out in ``returns`` and begins anew. Each
    game has a random stream of its own, so the number of threads changes nothing but the speed.

    The arrays are made once, filled by every :meth:`step` and never replaced, but for ``ids`` where lists grow longer
    than it: read them before the next step, or copy them.

    ============  =============  ==========================================================================
    ``players``   (n,) int8      who decides in each game
    ``offsets``   (n+1,) int64   game ``i`` may do ``ids[offsets[i]:offsets[i+1]]``, sorted
    ``ids``       (…,) int32     the legal actions of all games; what lies behind ``offsets[-1]`` is not meant
    ``returns``   (n, seats) f4  what each seat got in the games that just ended, else zeros
    ``ended``     (n,) bool      which games just ended
    ============  =============  ==========================================================================
    """

    def __init__(self, game: str | Game, n: int, *, seed: int = 0, threads: int | None = None, lists: bool = True):
        self.game = load_game(game) if isinstance(game, str) else game
        if not isinstance(self.game, Game):
            raise TypeError(f"a game or its name is needed, not {type(game).__name__}")
        self.n = int(n)
        self.num_players = self.game.num_players()
        self.num_actions = self.game.num_distinct_actions()
        self.observation_size = self.game.observation_tensor_size()
        threads = min(os.cpu_count() or 1, max(1, self.n // 32)) if threads is None else threads
        self._fleets = Fleets(self.game, self.n, seed, threads)
        self._lists = lists
        self.players = np.zeros(self.n, np.int8)
        self.returns = np.zeros((self.n, self.num_players), np.float32)
        self.ended = np.zeros(self.n, np.bool_)
        self.offsets = np.zeros(self.n + 1, np.int64)
        self.ids = np.zeros(64 * self.n, np.int32)
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Begins every game anew."""
        self._fleets.restart(seed, self.players)
        self.returns.fill(0)
        self.ended.fill(False)
        self._list()

    def step(self, actions: np.ndarray) -> None:
        """Plays one action in every game: an int32 array. If one is illegal, none is played (ValueError)."""
        if not isinstance(actions, np.ndarray) or actions.dtype != np.int32:
            actions = _as_int32(actions)
        self._fleets.step(actions, self.players, self.returns, self.ended)
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

    def masks(self, out: np.ndarray | None = None) -> np.ndarray:
        """Ones where an action is legal: (n, num_actions) uint8, written into ``out`` if given."""
        out = np.empty((self.n, self.num_actions), np.uint8) if out is None else out
        self._fleets.masks(out)
        return out

    def tensors(self, out: np.ndarray | None = None) -> np.ndarray:
        """What the player to act sees in each game: (n, observation_size) float32, written into ``out`` if given."""
        out = np.empty((self.n, self.observation_size), np.float32) if out is None else out
        self._fleets.tensors(out)
        return out

    def random_actions(self, out: np.ndarray | None = None) -> np.ndarray:
        """An action for each game as the bot ``random`` picks it: a verb, then a word of it."""
        out = np.empty(self.n, np.int32) if out is None else out
        self._fleets.pick(out)
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


def vector(game: str | Game, n: int, *, seed: int = 0, threads: int | None = None, lists: bool = True) -> Vector:
    """Plays ``n`` games at once; see :class:`Vector`. ``threads=1`` stays on the caller's own thread."""
    return Vector(game, n, seed=seed, threads=threads, lists=lists)
