"""Verification of crawls on Spark: resolves each DID once, and verifies all documents at one time.

    at = datetime.now(timezone.utc)
    dids = spark.signers(crawl, at=at)
    table = spark.resolve(dids)
    verdicts = spark.verify(crawl, table, domain=ANY, at=at)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from typing import Any, Literal, Union

import pyarrow as pa
from pyspark.sql import DataFrame, functions
from pyspark.sql.types import (
    BinaryType,
    LongType,
    StringType,
    StructField,
    StructType,
    TimestampType,
)

from . import _agent_description as native
from ._agent_description import DidDocument
from ._client import Client, Roots, settings_from
from ._errors import AdpError, Undecided
from ._expectations import ANY, Domain, _Any, did_document_bytes, did_documents_from
from ._input import DocumentInput
from ._verification import Verdict
from ._verify import signers_many, verify_many
from .arrow import verdicts_to_batch

__all__ = ["RESOLVED", "VERDICT", "resolve", "signers", "verify"]

#: The columns of `resolve`.
RESOLVED = StructType(
    [
        StructField("did", StringType(), False),
        StructField("document", BinaryType()),
        StructField("fetched_at", TimestampType(), False),
        StructField("code", StringType()),
        StructField("message", StringType()),
    ]
)

#: The columns that `verify` adds.
VERDICT = StructType(
    [
        StructField("status", StringType(), False),
        StructField("code", StringType()),
        StructField("message", StringType()),
        StructField("signer", StringType()),
        StructField("format", StringType()),
        StructField("binding", StringType()),
        StructField("expires", TimestampType()),
        StructField("line", LongType()),
        StructField("column", LongType()),
        StructField("pointer", StringType()),
    ]
)

#: DID documents by DID: their bytes, text or members, or the error of an earlier step.
DidTable = Union[
    DataFrame, DidDocument, Iterable[DidDocument], Mapping[str, Union[DidDocument, DocumentInput, AdpError]]
]


def signers(df: DataFrame, *, body: str = "body", signer: str | None = None, at: datetime | None = None) -> DataFrame:
    """The DIDs whose documents `verify` needs, each once: a column `did`. `signer` is that of `verify`."""
    at = _now(at)
    _check_body(df, body)

    def needed(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            found = signers_many(batch.column(0).to_pylist(), signer=signer, at=at, threads=1)
            dids = sorted({did for dids in found for did in dids})
            yield pa.RecordBatch.from_pydict({"did": pa.array(dids, pa.string())})

    return df.select(functions.col(body).cast(BinaryType())).mapInArrow(needed, "did string").distinct()


def resolve(
    dids: DataFrame,
    *,
    at_once: int = 64,
    partitions: int | None = None,
    roots: Roots = (),
    connect_to: Sequence[str] = (),
    offline: bool = False,
    proxy: str | None = None,
) -> DataFrame:
    """Resolves the DIDs of a column `did`, each once, into a table with the columns of `RESOLVED`.

    The DIDs of one host are in one partition, so that the client's throttle holds for the host. `at_once` is the number of fetches at the
    same time in one partition. Failed resolutions have a code; those of the class `Undecided` can be retried. Persist the table
    before it is used twice: otherwise Spark resolves again.
    """
    settings = settings_from(roots, connect_to, offline, proxy)

    def fetched(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with Client(**settings) as client:
            for batch in batches:
                rows = client.resolve_many(batch.column(0).to_pylist(), at_once=at_once)
                yield pa.RecordBatch.from_pydict(
                    {
                        "did": pa.array([row.did for row in rows], pa.string()),
                        "document": pa.array(
                            [None if row.document is None else row.document.to_bytes() for row in rows], pa.binary()
                        ),
                        "fetched_at": pa.array([row.fetched_at for row in rows], pa.timestamp("us", tz="UTC")),
                        "code": pa.array([row.code for row in rows], pa.string()),
                        "message": pa.array(
                            [None if row.error is None else row.error.message for row in rows], pa.string()
                        ),
                    }
                )

    # did:METHOD:HOST[:PATH]
    host = functions.element_at(functions.split("did", ":"), 3)
    distinct = dids.select("did").distinct()
    split = distinct.repartition(host) if partitions is None else distinct.repartition(partitions, host)
    return split.mapInArrow(fetched, RESOLVED)


def verify(
    df: DataFrame,
    did_documents: DidTable,
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
    join: bool = False,
) -> DataFrame:
    """Verifies the documents of a column. Returns the other columns with those of `VERDICT`, a row for each document.

    The whole job uses one time, `at` (default: now, on the driver), so that a retried task gives the same result. A refused document is a row
    with its code, never an error of the job. Rows with the status `undecided` can be retried.

    `did_documents` is a mapping, or a table from `resolve`. It is broadcast to all tasks, which is suitable for up to about 10,000 DIDs. With
    `join`, which needs a table, the documents are sorted by signer and joined with the table. A document that needs several DIDs is then
    undecided, unless the first one decides it. A refused document may have the code of an earlier check.
    """
    expected: dict[str, Any] = {
        "domain": domain,
        "challenge": challenge,
        "signer": signer,
        "at": _now(at),
        "max_age": max_age,
        "not_before": not_before,
        "require_domain": require_domain,
        "suites": suites,
        "format": format,
        "threads": 1,
    }
    # a wrong expectation is reported here, not by a task
    verify_many([], None, **expected)
    _check_body(df, body)
    kept = [field for field in df.schema.fields if field.name != body]
    taken = {field.name for field in kept} & set(VERDICT.fieldNames())
    if taken:
        raise ValueError(f"the columns {sorted(taken)} have names of the verdict; rename them first")
    schema = StructType([*kept, *VERDICT.fields])
    if join:
        if not isinstance(did_documents, DataFrame):
            raise TypeError("join needs the DID documents as a DataFrame")
        return _verify_joined(df, did_documents, body, schema, expected)
    documents = _collected(did_documents) if isinstance(did_documents, DataFrame) else _given(_by_name(did_documents))
    broadcast = df.sparkSession.sparkContext.broadcast(documents)

    def verified(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        # parsed once for each task
        supplied = did_documents_from(_entries(broadcast.value))
        for batch in batches:
            verdicts = verify_many(batch.column(body).to_pylist(), supplied, **expected)
            yield _with_verdicts(batch, [body], verdicts)

    return df.mapInArrow(verified, schema)


#: The columns that are joined.
_JOINED = ("_adp_did", "_adp_document", "_adp_code", "_adp_message")


def _verify_joined(
    df: DataFrame, table: DataFrame, body: str, schema: StructType, expected: dict[str, Any]
) -> DataFrame:
    did, document, code, message = _JOINED
    with_signer = StructType([*df.schema.fields, StructField(did, StringType())])
    at, named = expected["at"], expected["signer"]

    def named_signer(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            found = signers_many(batch.column(body).to_pylist(), at=at, signer=named, threads=1)
            first = pa.array([dids[0] if dids else None for dids in found], pa.string())
            yield batch.append_column(did, first)

    documents = table.select(
        functions.col("did").alias(did),
        functions.col("document").alias(document),
        functions.col("code").alias(code),
        functions.col("message").alias(message),
    )
    signed = df.mapInArrow(named_signer, with_signer)
    # Spark sorts both sides by the DID for the join: the documents of one signer follow each other
    joined = signed.join(documents.hint("merge"), on=did, how="left")

    def verified(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        known: tuple[str | None, native.DidDocuments] | None = None
        for batch in batches:
            dids = batch.column(did).to_pylist()
            bodies = batch.column(body).to_pylist()
            verdicts: list[Verdict] = []
            start = 0
            while start < len(dids):
                end = start
                while end < len(dids) and dids[end] == dids[start]:
                    end += 1
                if known is None or known[0] != dids[start]:
                    row = [batch.column(name)[start].as_py() for name in _JOINED]
                    known = (dids[start], did_documents_from(_entries(_by_did([row]))))
                verdicts += verify_many(bodies[start:end], known[1], **expected)
                start = end
            yield _with_verdicts(batch, [body, *_JOINED], verdicts)

    return joined.mapInArrow(verified, schema)


def _with_verdicts(batch: pa.RecordBatch, without: Sequence[str], verdicts: list[Verdict]) -> pa.RecordBatch:
    result = verdicts_to_batch(verdicts)
    names = [name for name in batch.schema.names if name not in without]
    arrays = [batch.column(name) for name in names] + result.columns
    return pa.RecordBatch.from_arrays(arrays, names=[*names, *result.schema.names])


#: A document, or the code and message of why there is none.
_Documents = dict[str, Union[bytes, tuple[str, str]]]


def _check_body(df: DataFrame, body: str) -> None:
    """Reports a wrong column here, not in a task."""
    kinds = {field.name: field.dataType for field in df.schema.fields}
    if body not in kinds:
        raise ValueError(f"found the columns {list(kinds)}, expected {body!r}; pass body=")
    if not isinstance(kinds[body], (BinaryType, StringType)):
        raise TypeError(f"expected the column {body!r} with binary or string values, found {kinds[body].simpleString()}")


def _by_name(documents: Any) -> Mapping[str, Any]:
    if isinstance(documents, Mapping):
        return documents
    return dict(did_document_bytes(documents))


def _given(documents: Mapping[str, Any]) -> _Documents:
    errors = {did: document for did, document in documents.items() if isinstance(document, AdpError)}
    others = {did: document for did, document in documents.items() if did not in errors}
    found: _Documents = dict(did_document_bytes(others))
    found.update({did: (error.code, error.message) for did, error in errors.items()})
    return found


def _collected(table: DataFrame) -> _Documents:
    return _by_did(table.select("did", "document", "code", "message").collect())


def _by_did(rows: Iterable[Sequence[Any]]) -> _Documents:
    found: _Documents = {}
    for did, document, code, message in rows:
        if did is not None and document is not None:
            found[did] = bytes(document)
        elif did is not None and code is not None:
            found[did] = (code, message or "")
    return found


def _entries(documents: _Documents) -> dict[str, Any]:
    """As verifications take them. The class of an error follows from its code."""
    return {
        did: Undecided(document[1], code=document[0]) if isinstance(document, tuple) else document
        for did, document in documents.items()
    }


def _now(at: datetime | None) -> datetime:
    return datetime.now(timezone.utc) if at is None else at
