"""Spark's overhead: `python python/benches/spark_job.py [ROWS] [CORES]`, with the release wheel installed and nothing else running.

Prints documents per second of `verify_many` on the same rows, of the Spark job with DID documents broadcast and joined, and of the same job without
verification; and Spark's share of the time. Then one worker process is killed during the broadcast job, and a table of DIDS DID documents (default:
1,000,000) is resolved offline and joined. One signer has half of the rows with SKEW=1. Default: 100,000 rows of 1,000 signers, 1 core.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import threading
import time
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

import agent_description as ad
from agent_description import spark as adp

ROWS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
CORES = int(sys.argv[2]) if len(sys.argv) > 2 else 1
SIGNERS = 1_000
DIDS = int(os.environ.get("DIDS", "1000000"))
AT = datetime(2026, 6, 1, tzinfo=timezone.utc)


def made() -> tuple[list[bytes], dict[str, ad.DidDocument]]:
    """Rows of as many signers; a few are damaged."""
    source = random.Random(35)
    documents, did_documents = [], {}
    for number in range(SIGNERS):
        key = ad.Key.generate()
        did = f"did:wba:agent-{number}.example.com"
        did_documents[did] = ad.DidDocument.create(did, key)
        description = {
            "@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],
            "@type": "AgentDescription",
            "did": did,
            "name": f"Agent {number}",
            "description": "x" * 800,
            "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
            "security": "didwba_sc",
        }
        created = datetime(2026, 5, 1, tzinfo=timezone.utc)
        documents.append(ad.sign(description, key, key_id=f"{did}#key-1", created=created))
    skewed = os.environ.get("SKEW") == "1"
    rows = []
    for _ in range(ROWS):
        document = documents[0] if skewed and source.random() < 0.5 else source.choice(documents)
        rows.append(document.replace(b"xxx", b"xyx", 1) if source.random() < 0.003 else document)
    return rows, did_documents


def timed(work: Any) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def workers() -> list[int]:
    """The processes that Spark's Python daemon forked."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if b"pyspark" in (folder / "cmdline").read_bytes():
                parents[int(folder.name)] = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
    return [process for process, parent in parents.items() if parent in parents and parent != os.getpid()]


def kill_one_worker_after(seconds: float) -> threading.Thread:
    def kill() -> None:
        time.sleep(seconds)
        found = workers()
        assert found, "no worker runs"
        os.kill(found[0], signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    return thread


def main() -> None:
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    rows, did_documents = made()
    alone = timed(lambda: ad.verify_many(rows, did_documents, domain=None, at=AT, threads=CORES))
    print(f"verify_many, {CORES} threads: {ROWS / alone:.0f} per second")
    session = (
        SparkSession.builder.master(f"local[{CORES},4]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.memory", "4g")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", str(4 * CORES))
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    with tempfile.TemporaryDirectory() as folder:
        # in parts, as a driver sends them
        for start in range(0, ROWS, 10_000):
            part = [(start + at, row) for at, row in enumerate(rows[start : start + 10_000])]
            session.createDataFrame(part, "number long, body binary").write.mode("append").parquet(f"{folder}/crawl")
        table = [(did, document.to_bytes(), AT, None, None) for did, document in did_documents.items()]
        session.createDataFrame(table, adp.RESOLVED).write.parquet(f"{folder}/dids")
        crawl, dids = session.read.parquet(f"{folder}/crawl"), session.read.parquet(f"{folder}/dids")

        def write(frame: Any) -> None:
            frame.write.mode("overwrite").parquet(f"{folder}/verdicts")

        def copied(batches: Any) -> Any:
            yield from batches

        jobs = {
            "the job without verification": lambda: write(crawl.mapInArrow(copied, crawl.schema)),
            "broadcast": lambda: write(adp.verify(crawl, dids, domain=None, at=AT)),
            "join": lambda: write(adp.verify(crawl, dids, domain=None, at=AT, join=True)),
        }
        for name, job in jobs.items():
            job()
            best = min(timed(job) for _ in range(2))
            share = max(0.0, 1 - alone / best)
            print(f"{name}: {ROWS / best:.0f} per second; {share:.0%} of the time is not verification")
        def statuses() -> list[tuple[str, int]]:
            counted = session.read.parquet(f"{folder}/verdicts").groupBy("status").count().collect()
            return sorted((row["status"], row["count"]) for row in counted)

        before = statuses()
        killer = kill_one_worker_after(alone / 2)
        passed = timed(jobs["broadcast"])
        killer.join()
        print(f"broadcast, a worker killed: {ROWS / passed:.0f} per second; same verdicts: {statuses() == before} {before}")

        # documents of the signers, and of DIDs that signed nothing
        key = ad.Key.generate()
        for start in range(0, DIDS, 50_000):
            part = [
                (did, ad.DidDocument.create(did, key).to_bytes(), AT, None, None)
                for did in (f"did:wba:host-{at % 10_000}.example.org:agents:{at}" for at in range(start, min(start + 50_000, DIDS)))
            ]
            session.createDataFrame(part, adp.RESOLVED).write.mode("append").parquet(f"{folder}/dids")
        many = session.read.parquet(f"{folder}/dids")
        passed = timed(lambda: write(adp.resolve(many.select("did"), offline=True)))
        print(f"resolve, offline: {DIDS + SIGNERS} DIDs of {10_000 + SIGNERS} hosts, {(DIDS + SIGNERS) / passed:.0f} per second")
        passed = timed(lambda: write(adp.verify(crawl, many, domain=None, at=AT, join=True)))
        print(f"join with {DIDS + SIGNERS} DID documents: {ROWS / passed:.0f} documents per second; same verdicts: {statuses() == before}")
    session.stop()


main()
