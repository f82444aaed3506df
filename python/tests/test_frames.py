"""Arrow, DuckDB and Polars."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import duckdb
import pandas
import polars
import pyarrow as pa
import pytest

import agent_description as ad
from agent_description import arrow
from conftest import NOW, REPOSITORY, Agent


def documents(hotel: Agent, signed: bytes) -> list[bytes | None]:
    expiring = hotel.sign(hotel.description(), expires=NOW + timedelta(days=900))
    return [signed, signed.replace(b"Hotel A", b"Motel A"), None, b"{", expiring]


EXPECTED = [
    ("verified", None),
    ("refused", "proof-signature"),
    ("malformed", "json-syntax"),
    ("malformed", "json-syntax"),
    ("verified", None),
]


def test_batches_of_every_type_of_column(hotel: Agent, signed: bytes) -> None:
    bodies = documents(hotel, signed)
    texts = [None if body is None else body.decode() for body in bodies]
    for values, kinds in (
        (bodies, [pa.binary(), pa.large_binary(), pa.binary_view()]),
        (texts, [pa.string(), pa.large_string(), pa.string_view()]),
    ):
        for kind in kinds:
            batch = pa.RecordBatch.from_arrays([pa.array(values, kind)], names=["json"])
            verdicts = arrow.verify_batch(batch, hotel.did_document, domain=None, body="json", at=NOW)
            assert verdicts.schema == arrow.SCHEMA
            rows = verdicts.to_pylist()
            assert [(row["status"], row["code"]) for row in rows] == EXPECTED
            assert rows[0]["signer"] == hotel.did and rows[4]["expires"] == NOW + timedelta(days=900)
    table = pa.table({"body": pa.chunked_array([bodies[:2], bodies[2:]], pa.binary())})
    assert arrow.verify_batch(table, hotel.did_document, domain=None, at=NOW).num_rows == 5
    assert arrow.signers_batch(table, at=NOW).to_pylist() == [[hotel.did], [hotel.did], [], [], [hotel.did]]
    empty = pa.table({"body": pa.array([], pa.binary())})
    assert arrow.verify_batch(empty, None, domain=None).num_rows == 0
    with pytest.raises(TypeError, match="binary or string"):
        arrow.verify_batch(pa.table({"body": pa.array([1])}), None, domain=None)
    with pytest.raises(KeyError):
        arrow.verify_batch(table, None, domain=None, body="other")


def test_duckdb(hotel: Agent, signed: bytes) -> None:
    def status(bodies: pa.Array) -> pa.Array:
        batch = pa.table({"body": bodies})
        return arrow.verify_batch(batch, hotel.did_document, domain=None, at=NOW).column("status")

    database = duckdb.connect()
    database.create_function("agent_status", status, ["BLOB"], "VARCHAR", type="arrow", null_handling="special")  # type: ignore[call-overload]
    crawl = pa.table({"number": range(5), "body": pa.array(documents(hotel, signed), pa.binary())})  # noqa: F841
    rows = database.execute("SELECT number, agent_status(body) FROM crawl ORDER BY number").fetchall()
    assert [status for _, status in rows] == [status for status, _ in EXPECTED]


def test_polars(hotel: Agent, signed: bytes) -> None:
    def status(bodies: polars.Series) -> polars.Series:
        verdicts = ad.verify_many(bodies.to_list(), hotel.did_document, domain=None, at=NOW)
        return polars.Series([verdict.status for verdict in verdicts])

    crawl = polars.DataFrame({"body": documents(hotel, signed)})
    result = crawl.with_columns(polars.col("body").map_batches(status, return_dtype=polars.String).alias("status"))
    assert result["status"].to_list() == [status for status, _ in EXPECTED]


def test_every_library_with_the_capsule_interface(hotel: Agent, signed: bytes) -> None:
    bodies = documents(hotel, signed)
    table = pa.table({"body": pa.array(bodies, pa.binary())})
    for frame in (
        table,
        table.to_batches()[0],
        table.to_reader(),
        polars.DataFrame({"body": bodies}),
        pandas.DataFrame({"body": bodies}),
        duckdb.connect().from_arrow(table),
        duckdb.connect().from_arrow(table).to_arrow_reader(2),
    ):
        verdicts = arrow.verify_batch(frame, hotel.did_document, domain=None, at=NOW).to_pylist()
        assert [(row["status"], row["code"]) for row in verdicts] == EXPECTED, type(frame)
    for wrong in ([signed], signed, {"body": [signed]}):
        with pytest.raises(TypeError, match="__arrow_c_stream__"):
            arrow.verify_batch(wrong, None, domain=None)  # type: ignore[arg-type]
    with pytest.raises(KeyError, match="body"):
        arrow.verify_batch(polars.DataFrame({"text": bodies}), None, domain=None)


def test_streams_are_verified_in_parts(hotel: Agent, signed: bytes) -> None:
    bodies = documents(hotel, signed)
    read: list[int] = []

    def batches() -> Iterator[pa.RecordBatch]:
        for number in range(3):
            read.append(number)
            yield pa.RecordBatch.from_pydict({"body": pa.array(bodies, pa.binary())})

    stream = pa.RecordBatchReader.from_batches(pa.schema([("body", pa.binary())]), batches())
    verdicts = arrow.verify_stream(stream, hotel.did_document, domain=None, at=NOW)
    first = verdicts.read_next_batch()
    assert [(row["status"], row["code"]) for row in first.to_pylist()] == EXPECTED
    assert len(read) < 3, "the rest is not read yet"
    assert verdicts.schema == arrow.SCHEMA and sum(batch.num_rows for batch in verdicts) == 10
    with pytest.raises(TypeError):
        arrow.verify_stream(polars.DataFrame({"body": bodies}), None, domain=None, max_age=3)  # type: ignore[arg-type]
    # other libraries read it, with the time zones
    frame = polars.DataFrame(arrow.verify_stream(polars.DataFrame({"body": bodies}), hotel.did_document, domain=None, at=NOW))
    assert frame["status"].to_list() == [status for status, _ in EXPECTED]
    assert frame["expires"].dtype == polars.Datetime("us", "UTC")


def test_what_changed_since_yesterday(
    adp: str, hotel: Agent, signed: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The query of docs/guides/verifying.md."""
    page = (REPOSITORY / "docs/guides/verifying.md").read_text()
    query = page.split("```sql\n")[1].split("```")[0]
    did_document = tmp_path / "did.json"
    did_document.write_bytes(hotel.did_document.to_bytes())

    def run(day: str, files: dict[str, bytes]) -> None:
        for name, text in files.items():
            (tmp_path / name).write_bytes(text)
        listed = tmp_path / "list.txt"
        listed.write_text("\n".join(str(tmp_path / name) for name in files))
        expected = ["--at", NOW.isoformat(), "--any-domain", "--did-document", str(did_document)]
        ran = subprocess.run([adp, "verify", "--offline", "--batch", str(listed), *expected], capture_output=True)
        (tmp_path / f"{day}.ndjson").write_bytes(ran.stdout)

    def renamed(text: bytes) -> bytes:
        return text.replace(b"Hotel A", b"Motel A")

    renewed = hotel.sign(hotel.description(), created=NOW - timedelta(hours=1))
    other = hotel.sign(hotel.description(version="2.0.0"))
    yesterday = ["same.json", "renewed.json", "changed.json", "broken.json", "gone.json"]
    run("yesterday", dict.fromkeys(yesterday, signed))
    today = {"same.json": signed, "renewed.json": renewed, "changed.json": other, "broken.json": renamed(signed)}
    run("today", {**today, "new.json": signed})
    monkeypatch.chdir(tmp_path)
    assert duckdb.sql(query).fetchall() == [
        (str(tmp_path / "broken.json"), "verified", "refused", "proof-signature"),
        (str(tmp_path / "changed.json"), "verified", "verified", None),
        (str(tmp_path / "gone.json"), "verified", None, None),
        (str(tmp_path / "new.json"), None, "verified", None),
    ]
