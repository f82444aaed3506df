"""Arrow batches: for pyarrow, DuckDB, Polars, and Spark."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Literal

import pyarrow as pa

from ._expectations import ANY, DidDocumentInput, Domain, _Any
from ._verification import Verdict
from ._verify import signers_many, verify_many

__all__ = ["SCHEMA", "signers_batch", "verdicts_to_batch", "verify_batch"]

#: The columns of verdicts.
SCHEMA = pa.schema(
    [
        pa.field("status", pa.string(), nullable=False),
        pa.field("code", pa.string()),
        pa.field("message", pa.string()),
        pa.field("signer", pa.string()),
        pa.field("format", pa.string()),
        pa.field("binding", pa.string()),
        pa.field("expires", pa.timestamp("us", tz="UTC")),
        pa.field("line", pa.int64()),
        pa.field("column", pa.int64()),
        pa.field("pointer", pa.string()),
    ]
)


def verify_batch(
    batch: pa.RecordBatch | pa.Table,
    did_documents: DidDocumentInput = None,
    *,
    domain: Domain,
    body: str = "body",
    challenge: str | Literal[_Any.ANY] = ANY,
    signer: str | None = None,
    at: datetime | None = None,
    max_age: timedelta | None = None,
    not_before: datetime | None = None,
    require_domain: bool = False,
    suites: Sequence[str] = (),
    format: str | None = None,
    threads: int | None = None,
) -> pa.RecordBatch:
    """Verifies the documents in a column (binary or string) and returns a batch of verdicts, a row for each, in order.

    The expectations are those of `verify_many`. Pass `at` if several batches belong together. A null is malformed.
    """
    verdicts = verify_many(
        _documents(batch, body),
        did_documents,
        domain=domain,
        challenge=challenge,
        signer=signer,
        at=at,
        max_age=max_age,
        not_before=not_before,
        require_domain=require_domain,
        suites=suites,
        format=format,
        threads=threads,
    )
    return verdicts_to_batch(verdicts)


def signers_batch(
    batch: pa.RecordBatch | pa.Table,
    *,
    body: str = "body",
    signer: str | None = None,
    at: datetime | None = None,
    threads: int | None = None,
) -> pa.Array:
    """For each document in a column, the DIDs whose documents its verification needs, as a list array."""
    signers = signers_many(_documents(batch, body), signer=signer, at=at, threads=threads)
    return pa.array(signers, pa.list_(pa.string()))


def verdicts_to_batch(verdicts: Sequence[Verdict]) -> pa.RecordBatch:
    """Verdicts as a batch with the columns of `SCHEMA`."""
    columns: Any = zip(*verdicts) if verdicts else [()] * len(SCHEMA)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, SCHEMA)]
    return pa.RecordBatch.from_arrays(arrays, schema=SCHEMA)


def _documents(batch: pa.RecordBatch | pa.Table, body: str) -> list[bytes | str | None]:
    column = batch.column(body)
    kind = column.type
    is_text = pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
    is_binary = pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_binary_view(kind)
    if not (is_text or is_binary or pa.types.is_null(kind)):
        raise TypeError(f"expected the column {body!r} with binary or string values, found {kind}")
    documents: list[bytes | str | None] = column.to_pylist()
    return documents
