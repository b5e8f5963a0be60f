"""Datasets: what is written is what was played."""

import numpy as np
import pyarrow.parquet as pq
import pytest
import quipu


def test_a_dataset_tells_the_matches_as_they_were(key, tmp_path):
    seen = []
    made = quipu.dataset(
        f"{key}(seats=2)",
        3,
        ["novice", "random"],
        tmp_path / "some.parquet",
        iterations=16,
        threads=2,
        seed=5,
        progress=lambda done, games: seen.append((done, games)),
    )
    assert made.matches == 3 and seen[-1] == (3, 3) and made.bytes == made.path.stat().st_size
    table = pq.read_table(made.path)
    assert table.num_rows == made.rows > 30
    game = quipu.load_game(key, seats=2)
    assert table.schema.metadata[b"game"].decode() == str(game)
    rows = table.to_pylist()
    for row in rows:
        assert row["action"] in row["legal"] and len(row["observation"]) == game.observation_tensor_size()
        assert row["bot"] == (row["player"] - row["match"]) % 2
        assert row["bot"] == 0 or row["value"] is None, "who does not search expects nothing"
    assert any(row["value"] is not None for row in rows)
    ends = {(row["match"], row["player"]): row["return"] for row in rows}
    assert sum(ends.values()) == pytest.approx(0)
    again = quipu.dataset(
        f"{key}(seats=2)",
        3,
        ["novice", "random"],
        tmp_path / "again.parquet",
        iterations=16,
        threads=1,
        seed=5,
        progress=False,
    )
    assert pq.read_table(again.path).equals(table), "threads change nothing"


def test_masks_are_lists_or_bits_or_nothing(tmp_path):
    paths = {masks: tmp_path / f"{masks}.parquet" for masks in ("list", "bits", "none")}
    for masks, path in paths.items():
        quipu.dataset("thebes", 2, "random", path, masks=masks, progress=False)
    lists, bits = (pq.read_table(paths[masks]) for masks in ("list", "bits"))
    size = quipu.load_game("thebes").num_distinct_actions()
    for legal, packed in zip(lists["legal"].to_pylist(), bits["mask"].to_pylist(), strict=True):
        mask = np.unpackbits(np.frombuffer(packed, np.uint8))[:size]
        assert np.flatnonzero(mask).tolist() == legal
    assert not {"legal", "mask"} & set(pq.read_schema(paths["none"]).names)
    with pytest.raises(ValueError, match="masks='no' is not possible"):
        quipu.dataset("thebes", 1, "random", tmp_path / "x", masks="no")
    with pytest.raises(ValueError, match="there is no bot 'deep'"):
        quipu.dataset("thebes", 1, "deep", tmp_path / "x", progress=False)
