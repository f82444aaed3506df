"""A table of documents, verified in Arrow, DuckDB and Polars."""

from datetime import datetime, timezone

import duckdb
import polars
import pyarrow as pa

import agent_description as ad
from agent_description.arrow import verify_batch

key = ad.Key.generate()
did = "did:wba:agent.example.com"
did_documents = {did: ad.DidDocument.create(did, key)}
good = ad.sign({"order": 17}, key, key_id=f"{did}#key-1")
crawl = pa.table({"url": ["https://a.example/1", "https://a.example/2"], "body": [good, good.replace(b"17", b"18")]})
at = datetime.now(timezone.utc)

verdicts = verify_batch(crawl, did_documents, domain=None, signer=did, at=at)
print(verdicts.column("status").to_pylist())


def status(bodies: pa.Array) -> pa.Array:
    return verify_batch(pa.table({"body": bodies}), did_documents, domain=None, signer=did, at=at).column("status")


database = duckdb.connect()
database.create_function("agent_status", status, ["BLOB"], "VARCHAR", type="arrow")  # type: ignore[call-overload]
print(database.execute("SELECT agent_status(body) FROM crawl ORDER BY url").fetchall())


def of_series(bodies: polars.Series) -> polars.Series:
    found = ad.verify_many(bodies.to_list(), did_documents, domain=None, signer=did, at=at)
    return polars.Series([verdict.code or "verified" for verdict in found])


frame = polars.DataFrame({"body": crawl.column("body").to_pylist()})
print(frame.select(polars.col("body").map_batches(of_series, return_dtype=polars.String))["body"].to_list())
