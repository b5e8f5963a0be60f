"""Reviews of finished matches."""

import itertools
import json

import pytest
import quipu


@pytest.fixture(scope="module")
def record():
    return quipu.arena("tongiaki", ["greedy", "random"], games=1, records=True).records[0]


def test_a_review_has_a_row_for_each_turn_and_its_account_closes(record):
    table = quipu.review(record)
    rows = table.to_pylist()
    assert rows and {row["class"] for row in rows} <= {"forced", "best", "good", "inaccurate", "mistake", "blunder"}
    # What was better is measured in worlds that did not choose it: it may turn out a little worse, within its error.
    assert all(row["win_change"] <= 4 * row["win_error"] + 1e-9 for row in rows)
    assert all(earlier["to"] <= later["from"] for earlier, later in itertools.pairwise(rows))
    seats = json.loads(table.schema.metadata[b"seats"])
    points = quipu.replay(record).points()
    for player, seat in enumerate(seats):
        account = seat["account"]
        parts = [account[key]["margin"] for key in ("first", "luck", "choice", "others", "reckoning")]
        result = points[player] - max(other for at, other in enumerate(points) if at != player)
        assert sum(parts) == pytest.approx(result, abs=1e-6)


def test_the_same_seed_gives_the_same_review(record):
    assert quipu.review(record).equals(quipu.review(record, threads=2))


def test_what_cannot_be_reviewed_is_told(record):
    head, steps = record.split("---\n")
    cut = head.split("result")[0] + "---\n" + "".join(steps.splitlines(keepends=True)[:5])
    with pytest.raises(ValueError, match="not over"):
        quipu.review(cut)
    with pytest.raises(ValueError, match="no level"):
        quipu.review(record, level="deep")
    with pytest.raises(ValueError):
        quipu.review("nonsense")
