"""Exploration board games as research environments: Tikal, Tongiaki, Thebes and Inka.

>>> import quipu
>>> state = quipu.load_game("tikal(seats=2)").new_initial_state()
>>> state.is_chance_node()
True

States are played by numbers, in the style of OpenSpiel. ``quipu.vector`` plays many games at once. The bridges to other
tools are modules of their own, and need those tools only when they are used: ``quipu.pettingzoo``, ``quipu.gymnasium``,
``quipu.openspiel``, ``quipu.table`` and ``quipu.datasets`` (Arrow and Parquet). ``docs/python.md`` is the guide.
"""

from ._quipu import Bot, Game, Rng, State, bots, games, listed_playouts, load_game, playouts, replay, simulate
from .arena import ArenaResult, arena
from .observation import split_observation
from .records import read_records, write_records
from .vectors import Vector, vector

__all__ = [
    "ArenaResult",
    "Bot",
    "Game",
    "Rng",
    "State",
    "Vector",
    "arena",
    "bots",
    "dataset",
    "games",
    "listed_playouts",
    "load_game",
    "playouts",
    "read_records",
    "replay",
    "review",
    "simulate",
    "split_observation",
    "to_arrow",
    "to_parquet",
    "vector",
    "write_records",
]


def dataset(game, games, bots="expert", path=None, **options):
    """Plays matches between bots and writes every decision to Parquet; see :func:`quipu.datasets.dataset`."""
    from .datasets import dataset

    return dataset(game, games, bots, path, **options)


def review(record, **options):
    """Reviews a finished match: luck, choice and what else was possible, one row a turn; see
    :func:`quipu.reviews.review`."""
    from .reviews import review

    return review(record, **options)


def to_arrow(records, **options):
    """A table of many records, one row a decision; see :func:`quipu.table.to_arrow`."""
    from .table import to_arrow

    return to_arrow(records, **options)


def to_parquet(records, path, **options):
    """Writes many records to a Parquet file, one row a decision; see :func:`quipu.table.to_parquet`."""
    from .table import to_parquet

    return to_parquet(records, path, **options)
