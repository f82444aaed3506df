"""Spark, in local mode: signers, DIDs, verdicts; 2,000 rows."""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import agent_description as ad
from conftest import NOW, Agent, make_agent
from server import Server
from test_batch import generated

pytestmark = pytest.mark.skipif(shutil.which("java") is None, reason="needs a JDK")
ROWS = 2_000


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    from pyspark.sql import SparkSession

    # workers find the tests' own modules
    paths = [str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local[2, 3]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def agents() -> list[Agent]:
    return [make_agent(f"agent-{at}.example.com", ("P-256", "Ed25519")[at % 2]) for at in range(8)]


@pytest.fixture(scope="module")
def crawl(spark: Any, agents: list[Agent]) -> tuple[Any, list[bytes]]:
    bodies = generated(agents, ROWS)
    return spark.createDataFrame(list(enumerate(bodies)), "number long, body binary").repartition(4), bodies


def rows_of(frame: Any) -> list[tuple[Any, ...]]:
    rows = frame.select("number", "status", "code", "signer", "line", "pointer").orderBy("number").collect()
    return [tuple(row) for row in rows]


def test_a_crawl_is_verified(spark: Any, agents: list[Agent], crawl: tuple[Any, list[bytes]], tmp_path: Path) -> None:
    from agent_description import spark as adp

    frame, bodies = crawl
    documents = [agent.did_document for agent in agents]
    expected = [
        (number, verdict.status, verdict.code, verdict.signer, verdict.line, verdict.pointer)
        for number, verdict in enumerate(ad.verify_many(bodies, documents, domain=ad.ANY, at=NOW))
    ]
    assert Counter(row[1] for row in expected)["verified"] > ROWS * 0.7

    # a mapping, sent to each task
    given = {agent.did: agent.did_document for agent in agents}
    assert rows_of(adp.verify(frame, given, domain=ad.ANY, at=NOW)) == expected

    # the whole way, from the network; one host has no document
    found = adp.signers(frame, at=NOW)
    assert {row.did for row in found.collect()} >= set(given)
    hosts = [agent.did.removeprefix("did:wba:") for agent in agents]
    served = {f"https://{host}/.well-known/did.json": agent.did_document.to_bytes() for host, agent in zip(hosts, agents)}
    del served[f"https://{hosts[0]}/.well-known/did.json"]
    with Server(hosts, served) as server:
        dids = spark.createDataFrame([(did,) for did in given], "did string")
        resolved = adp.resolve(dids.union(dids), roots=server.roots, connect_to=server.connect_to)
        resolved.write.parquet(str(tmp_path / "dids"))
        # one request for each DID
        assert len(server.requests) == len(agents)
    table = spark.read.parquet(str(tmp_path / "dids"))
    assert Counter(row.code for row in table.collect()) == {None: len(agents) - 1, "net-status": 1}
    missing = agents[0].did
    broadcast = rows_of(adp.verify(frame, table, domain=ad.ANY, at=NOW))
    for row, wanted in zip(broadcast, expected):
        assert row == wanted or (wanted[3] == missing and row[1:3] == ("undecided", "net-status")) or wanted[1] == "refused"
    # what is refused whatever its DID document says is not joined with one, and may be refused by an earlier check
    joined = rows_of(adp.verify(frame, table, domain=ad.ANY, at=NOW, join=True))
    assert [(row[1], row[3]) for row in joined] == [(row[1], row[3]) for row in broadcast]
    assert [row[2] for row in joined if row[1] != "refused"] == [row[2] for row in broadcast if row[1] != "refused"]
    # the next run verifies what was undecided
    undecided = [row[0] for row in broadcast if row[1] == "undecided"]
    assert undecided
    again = adp.verify(frame.where(frame.number.isin(undecided)), given, domain=ad.ANY, at=NOW)
    assert rows_of(again) == [row for row in expected if row[0] in set(undecided)]


def test_a_worker_that_dies_is_replaced(agents: list[Agent], crawl: tuple[Any, list[bytes]], tmp_path: Path) -> None:
    from agent_description import spark as adp

    frame, _ = crawl
    marker = str(tmp_path / "died")

    def die_once(batches: Any) -> Any:
        for batch in batches:
            try:
                os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                yield batch
            else:
                os._exit(1)

    given = {agent.did: agent.did_document for agent in agents}
    expected = rows_of(adp.verify(frame, given, domain=ad.ANY, at=NOW))
    dying = frame.mapInArrow(die_once, frame.schema)
    assert rows_of(adp.verify(dying, given, domain=ad.ANY, at=NOW)) == expected and Path(marker).exists()


def test_wrong_calls_are_told_at_once(spark: Any, crawl: tuple[Any, list[bytes]]) -> None:
    from agent_description import spark as adp

    frame, _ = crawl
    with pytest.raises(TypeError):
        adp.verify(frame, {})  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="DataFrame"):
        adp.verify(frame, {}, domain=None, join=True)
    with pytest.raises(ValueError, match="rename"):
        adp.verify(frame.withColumnRenamed("number", "code"), {}, domain=None)
    with pytest.raises(ValueError):
        adp.verify(frame, {}, domain=None, signer="not a DID")


def test_wrong_columns_and_documents_are_reported_at_once(spark: Any, agents: list[Agent], crawl: tuple[Any, list[bytes]]) -> None:
    from agent_description import spark as adp

    frame, bodies = crawl
    first = agents[0]
    # a document alone, as elsewhere
    counted = Counter(row.status for row in adp.verify(frame, first.did_document, domain=ad.ANY, at=NOW).collect())
    verdicts = ad.verify_many(bodies, first.did_document, domain=ad.ANY, at=NOW)
    assert counted == Counter(verdict.status for verdict in verdicts) and counted["verified"]
    with pytest.raises(ValueError, match="expected 'typo'"):
        adp.verify(frame, first.did_document, domain=ad.ANY, body="typo")
    with pytest.raises(TypeError, match="binary or string"):
        adp.verify(frame, first.did_document, domain=ad.ANY, body="number")
    with pytest.raises(ValueError, match="expected 'typo'"):
        adp.signers(frame, body="typo")
