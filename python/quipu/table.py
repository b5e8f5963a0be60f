"""Records as Arrow tables and Parquet files: one row a decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pyarrow as pa
import pyarrow.parquet as pq

from ._quipu import decisions

SCHEMA = pa.schema(
    [
        ("match", pa.int64()),
        ("game", pa.dictionary(pa.int32(), pa.string())),
        ("options", pa.string()),
        ("step", pa.int32()),
        ("player", pa.int8()),
        ("name", pa.string()),
        ("action", pa.int32()),
        ("words", pa.string()),
        ("choices", pa.int32()),
        ("points", pa.list_(pa.int32())),
        ("final_points", pa.int32()),
        ("final_place", pa.int8()),
        ("over", pa.bool_()),
    ]
)
"""The columns: which match; game and options; step (draws are counted too); who (number and name); the action as number
(null beyond the action space) and in words; how many legal actions there were; all players' points before it; and how
the match ended for the player."""

_MATCHES_AT_ONCE = 64


def _schema(legal: bool) -> pa.Schema:
    return SCHEMA.append(pa.field("legal", pa.list_(pa.int32()))) if legal else SCHEMA


def _batch(match: int, record: str, legal: bool) -> pa.RecordBatch:
    columns = decisions(record, legal=legal)
    players = columns["player"]
    rows = len(players)
    data = {
        "match": [match] * rows,
        "game": [columns["game"]] * rows,
        "options": [columns["options"]] * rows,
        "step": columns["step"],
        "player": players,
        "name": [columns["seats"][player] for player in players],
        "action": columns["action"],
        "words": columns["words"],
        "choices": columns["choices"],
        "points": columns["points"],
        "final_points": [columns["final_points"][player] for player in players],
        "final_place": [columns["places"][player] for player in players],
        "over": [columns["over"]] * rows,
    }
    if legal:
        data["legal"] = columns["legal"]
    schema = _schema(legal)
    return pa.record_batch([pa.array(data[field.name], field.type) for field in schema], schema=schema)


def _batches(records: Iterable[str], legal: bool) -> Iterator[pa.RecordBatch]:
    for match, record in enumerate(records):
        yield _batch(match, record, legal)


def to_arrow(records: Iterable[str], *, legal: bool = False) -> pa.Table:
    """A table of many records, one row a decision; ``legal`` adds a column with the numbers that were legal."""
    return pa.Table.from_batches(list(_batches(records, legal)), schema=_schema(legal))


def to_parquet(records: Iterable[str], path, *, legal: bool = False, compression: str = "zstd") -> int:
    """Writes many records to a Parquet file, one row a decision, without holding them all; says how many rows."""
    rows = 0
    with pq.ParquetWriter(path, _schema(legal), compression=compression) as writer:
        waiting: list[pa.RecordBatch] = []
        for batch in _batches(records, legal):
            waiting.append(batch)
            rows += batch.num_rows
            if len(waiting) == _MATCHES_AT_ONCE:
                writer.write_table(pa.Table.from_batches(waiting))
                waiting = []
        if waiting:
            writer.write_table(pa.Table.from_batches(waiting))
    return rows
