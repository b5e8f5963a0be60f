"""Matches of bots as data to learn from, written to Parquet as they are played."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ._quipu import Game, load_game, play_matches

MASKS = ("list", "bits", "none")


@dataclass
class Dataset:
    """What was written: the file, its matches, its rows (one a decision) and its bytes."""

    path: Path
    matches: int
    rows: int
    bytes: int

    def __str__(self) -> str:
        return f"{self.path}: {self.matches} matches, {self.rows} decisions, {self.bytes / 1e6:.1f} MB"


def schema(game: Game, masks: str = "list") -> pa.Schema:
    """The columns of a dataset of a game; see :func:`dataset`."""
    if masks not in MASKS:
        raise ValueError(f"masks={masks!r} is not possible, it is one of {', '.join(MASKS)}")
    fields = [
        ("match", pa.int64()),
        ("step", pa.int32()),
        ("player", pa.int8()),
        ("bot", pa.int8()),
        ("observation", pa.list_(pa.float16(), game.observation_tensor_size())),
        ("action", pa.int32()),
        ("value", pa.float32()),
        ("points", pa.list_(pa.int32(), game.num_players())),
        ("return", pa.float32()),
        ("final_points", pa.int32()),
        ("final_place", pa.int8()),
    ]
    if masks == "list":
        fields.insert(5, ("legal", pa.list_(pa.int32())))
    elif masks == "bits":
        fields.insert(5, ("mask", pa.binary((game.num_distinct_actions() + 7) // 8)))
    return pa.schema(fields, metadata={"game": str(game), "parts": ",".join(game.observation_parts())})


def dataset(
    game: str | Game,
    games: int,
    bots: str | Sequence[str] = "expert",
    path: str | Path | None = None,
    *,
    masks: str = "list",
    seed: int = 0,
    iterations: int = 1000,
    threads: int | None = None,
    progress: bool | Callable[[int, int], None] = True,
    compression: str = "zstd",
) -> Dataset:
    """Plays matches between bots and writes every decision to a Parquet file, without holding them all.

    ``bots`` is a name, or one for each seat; they take turns at the seats. A row has: ``match``, ``step`` (draws are
    counted), ``player``, ``bot`` (its place in ``bots``), ``observation`` (float16, what the player saw), ``legal``
    (the numbers of the mask's ones; ``masks="bits"`` writes the whole mask as ``np.packbits`` does, ``"none"``
    nothing), ``action``, ``value`` (the margin in points that the bot's search expects, null where it did not
    search), ``points`` of all players before the action, and how it ended for the player: ``return``,
    ``final_points``, ``final_place``.

    ``progress`` shows how far it is, or is called with the matches that are done and all of them.
    """
    game = load_game(game) if isinstance(game, str) else game
    names = [bots] * game.num_players() if isinstance(bots, str) else list(bots)
    file = Path(f"{game.key}.parquet" if path is None else path)
    threads = (os.cpu_count() or 1) if threads is None else threads
    kind = schema(game, masks)
    tell = progress if callable(progress) else _show if progress else _hush
    rows, done = 0, 0
    with pq.ParquetWriter(file, kind, compression=compression) as writer:
        while done < games:
            some = min(max(threads, 4), games - done)
            columns = play_matches(game, names, done, some, seed=seed, iterations=iterations, threads=threads)
            batch = _batch(game, columns, kind, masks)
            writer.write_batch(batch)
            rows, done = rows + batch.num_rows, done + some
            tell(done, games)
    return Dataset(file, done, rows, file.stat().st_size)


def _batch(game: Game, columns: dict[str, np.ndarray], kind: pa.Schema, masks: str) -> pa.RecordBatch:
    rows = len(columns["player"])
    figures = pa.array(columns["observation"].astype(np.float16).ravel())
    points = pa.array(columns["points"].ravel())
    made = {
        "observation": pa.FixedSizeListArray.from_arrays(figures, game.observation_tensor_size()),
        "points": pa.FixedSizeListArray.from_arrays(points, game.num_players()),
        "value": pa.array(columns["value"], mask=np.isnan(columns["value"])),
    }
    offsets = np.concatenate([[0], columns["legal_ends"]])
    if masks == "list":
        made["legal"] = pa.ListArray.from_arrays(pa.array(offsets.astype(np.int32)), pa.array(columns["legal"]))
    elif masks == "bits":
        mask = np.zeros((rows, game.num_distinct_actions()), bool)
        mask[np.repeat(np.arange(rows), np.diff(offsets)), columns["legal"]] = True
        packed = [row.tobytes() for row in np.packbits(mask, axis=1)]
        made["mask"] = pa.array(packed, kind.field("mask").type)
    arrays = [made.get(field.name) for field in kind]
    return pa.record_batch(
        [
            pa.array(columns[field.name], field.type) if array is None else array
            for field, array in zip(kind, arrays, strict=True)
        ],
        schema=kind,
    )


def _show(done: int, games: int) -> None:
    end = "\n" if done == games else ""
    print(f"\r{done} of {games} matches at {time.strftime('%H:%M:%S')}", end=end, file=sys.stderr, flush=True)


def _hush(done: int, games: int) -> None:
    pass
