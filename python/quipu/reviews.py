"""Reviews as Arrow tables: one row a turn."""

from __future__ import annotations

import json

import pyarrow as pa

from ._quipu import review_json

_PROSPECTS = [("margin", pa.float64()), ("win", pa.float64())]

SCHEMA = pa.schema(
    [
        ("turn", pa.int32()),
        ("player", pa.int8()),
        ("name", pa.string()),
        ("from", pa.int32()),
        ("to", pa.int32()),
        ("words", pa.list_(pa.string())),
        ("class", pa.dictionary(pa.int32(), pa.string())),
        ("best_win", pa.float64()),
        ("best_margin", pa.float64()),
        ("win_change", pa.float64()),
        ("margin_change", pa.float64()),
        ("win_error", pa.float64()),
        ("at", pa.int32()),
        ("others", pa.list_(pa.struct([("words", pa.list_(pa.string())), *_PROSPECTS]))),
    ]
)
"""The columns: the turn's number, who (number and name), its steps (the second behind the last), its words, its class;
what the best turn found should bring, what the played one changed against that and one standard error of it; and the
step at which the other turns begin, with what each would have brought."""


def _row(number: int, turn: dict, names: list[str]) -> dict:
    player = ord(turn["seat"]) - ord("A")
    change = turn["change"][player]
    return {
        "turn": number,
        "player": player,
        "name": names[player],
        "from": turn["from"],
        "to": turn["to"],
        "words": turn["words"],
        "class": turn["class"],
        "best_win": turn["best"]["win"],
        "best_margin": turn["best"]["margin"],
        "win_change": change["win"],
        "margin_change": change["margin"],
        "win_error": turn["error"]["win"],
        "at": turn["at"],
        "others": [{"words": other["words"], **other["prospect"]} for other in turn["others"]],
    }


def review(record: str, *, level: str = "quick", seed: int = 1, open_cards: bool = False, threads: int = 1) -> pa.Table:
    """Reviews a finished match, a ``.quipu`` text: one row a turn.

    The metadata of the table's schema has, as JSON, each seat's account (``seats``) and the ``curve``: what each seat
    could expect after every part of the match.
    """
    made = json.loads(review_json(record, level=level, seed=seed, open_cards=open_cards, threads=threads))
    names = [seat["name"] for seat in made["seats"]]
    rows = [_row(number, turn, names) for number, turn in enumerate(made["turns"])]
    metadata = {key: json.dumps(made[key]) for key in ("game", "plan", "classes", "seats", "curve")}
    return pa.Table.from_pylist(rows, schema=SCHEMA.with_metadata(metadata))
