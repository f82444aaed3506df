"""Arrow data: of pyarrow, DuckDB, Polars, pandas, and everything else with the PyCapsule interface (`__arrow_c_stream__`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from typing import Any, Literal, Protocol, Union

import pyarrow as pa

from ._expectations import ANY, DidDocumentInput, Domain, _Any, did_documents_from
from ._verification import Verdict
from ._verify import signers_many, verify_many

__all__ = ["SCHEMA", "ArrowArray", "ArrowStream", "ArrowTable", "signers_batch", "verdicts_to_batch", "verify_batch", "verify_stream"]


class ArrowStream(Protocol):
    """A table or stream of any library: `polars.DataFrame`, a relation of DuckDB, `pandas.DataFrame`, `pyarrow.Table`."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The stream of the PyCapsule interface."""


class ArrowArray(Protocol):
    """One batch of any library: `pyarrow.RecordBatch`."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        """The array of the PyCapsule interface."""


ArrowTable = Union[ArrowStream, ArrowArray]


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
    batch: ArrowTable,
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

    A stream is read to its end; `verify_stream` reads it in parts. The expectations are those of `verify_many`. Pass `at` if several
    batches belong together. A null is malformed.
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


def verify_stream(
    stream: ArrowTable,
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
) -> pa.RecordBatchReader:
    """`verify_batch` for tables larger than the memory: a stream of verdicts, a batch for each batch, all verified for one time."""
    reader = _reader(stream)
    _check_column(reader.schema, body)
    expected: dict[str, Any] = {
        "domain": domain,
        "challenge": challenge,
        "signer": signer,
        "at": datetime.now(timezone.utc) if at is None else at,
        "max_age": max_age,
        "not_before": not_before,
        "require_domain": require_domain,
        "suites": suites,
        "format": format,
        "threads": threads,
    }
    supplied = did_documents_from(did_documents)
    # a wrong expectation is reported here
    verify_many([], supplied, **expected)

    def verdicts() -> Iterator[pa.RecordBatch]:
        for batch in reader:
            yield verdicts_to_batch(verify_many(batch.column(body).to_pylist(), supplied, **expected))

    return pa.RecordBatchReader.from_batches(SCHEMA, verdicts())


def signers_batch(
    batch: ArrowTable,
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


def _documents(batch: ArrowTable, body: str) -> list[bytes | str | None]:
    reader = _reader(batch)
    _check_column(reader.schema, body)
    documents: list[bytes | str | None] = []
    for part in reader:
        documents += part.column(body).to_pylist()
    return documents


def _reader(batch: ArrowTable) -> pa.RecordBatchReader:
    if isinstance(batch, pa.RecordBatchReader):
        return batch
    if hasattr(batch, "__arrow_c_stream__"):
        return pa.RecordBatchReader.from_stream(batch)
    if hasattr(batch, "__arrow_c_array__"):
        one = pa.record_batch(batch)
        return pa.RecordBatchReader.from_batches(one.schema, [one])
    raise TypeError(f"expected a table or batch with __arrow_c_stream__, found {type(batch).__name__}")


def _check_column(schema: pa.Schema, body: str) -> None:
    if body not in schema.names:
        raise KeyError(f"found the columns {schema.names}, expected {body!r}; pass body=")
    kind = schema.field(body).type
    is_text = pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
    is_binary = pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_binary_view(kind)
    if not (is_text or is_binary or pa.types.is_null(kind)):
        raise TypeError(f"expected the column {body!r} with binary or string values, found {kind}")
