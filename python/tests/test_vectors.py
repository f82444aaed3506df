"""The vectors of the repository have the same results through Python."""

from __future__ import annotations

from collections import Counter

import pytest

import vectors
from conftest import REPOSITORY

#: A vector that is read otherwise than a vector's runner does, with the reason.
EXCEPTIONS: dict[str, str] = {}


@pytest.mark.parametrize("kind", sorted(vectors.KINDS))
def test_vectors(kind: str) -> None:
    counted: Counter[str] = Counter()
    wrong = []
    for vector in vectors.all_vectors(REPOSITORY / "vectors"):
        name = f"{vector.path.parent.name}/{vector.path.name}"
        if vector.headers["kind"] != kind or name in EXCEPTIONS:
            continue
        result, output = vectors.answer(vector)
        expected = vector.headers["expect"]
        is_output_right = output is None or vector.headers.get("output", output) == output
        if result != expected or not is_output_right:
            wrong.append(f"{name}: found {result} {output}, expected {expected} {vector.headers.get('output')}")
        counted[kind] += 1
    assert not wrong, "\n".join(wrong)
    assert counted[kind] > 10, counted
