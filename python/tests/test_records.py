"""Records in and out, and as tables."""

import pyarrow.parquet as pq
import pytest
import quipu


def some_records(key, games=3):
    return quipu.arena(key, ["random", "random"], games=games, records=True).records


def test_records_go_to_files_and_come_back(key, tmp_path):
    records = some_records(key)
    file = tmp_path / "many.quipu"
    assert quipu.write_records(records, file) == 3
    assert list(quipu.read_records(file)) == records
    assert list(quipu.read_records(tmp_path)) == records


def test_a_table_has_a_row_for_each_decision(key):
    records = some_records(key)
    table = quipu.to_arrow(records, legal=True)
    rows = table.to_pylist()
    wanted = [
        line[2:] for record in records for line in record.split("---\n")[1].splitlines() if line[:2] in ("A ", "B ")
    ]
    assert [row["words"] for row in rows] == wanted
    assert all(row["action"] in row["legal"] and len(row["legal"]) == row["choices"] for row in rows)
    assert all(row["over"] and row["game"] == key for row in rows)
    final = {(row["match"], row["player"]): row["final_points"] for row in rows}
    for match, record in enumerate(records):
        points = quipu.replay(record).points()
        assert all(final[match, player] == points[player] for player in range(2) if (match, player) in final)
    first = rows[0]
    state = quipu.load_game(key).new_initial_state()
    assert first["points"] == state.points()


def test_a_parquet_file_holds_the_table(key, tmp_path):
    records = some_records(key, games=70 if key == "thebes" else 3)
    file = tmp_path / "games.parquet"
    rows = quipu.to_parquet(iter(records), file)
    read = pq.read_table(file)
    assert read.num_rows == rows == quipu.to_arrow(records).num_rows
    assert read.column("words").to_pylist() == quipu.to_arrow(records).column("words").to_pylist()


def test_a_broken_record_says_where():
    record = some_records("tikal", 1)[0]
    broken = record.replace("\nA end\n", "\nA fly\n", 1)
    with pytest.raises(ValueError, match="fly"):
        quipu.replay(broken)
    with pytest.raises(ValueError, match=r"line .*fly"):
        quipu.to_arrow([broken])
    with pytest.raises(ValueError):
        quipu.to_arrow(["nonsense"])
