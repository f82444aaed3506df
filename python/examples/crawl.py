"""A crawl verified on Spark: which DIDs are needed, each resolved once, every document verified for one time."""

import os
import sys
from datetime import datetime, timezone

from pyspark.sql import SparkSession

import agent_description as ad
from agent_description import spark as adp

# workers use this Python
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
session = (
    SparkSession.builder.master("local[2]")
    .config("spark.ui.enabled", "false")
    .config("spark.driver.host", "127.0.0.1")
    .getOrCreate()
)
session.sparkContext.setLogLevel("ERROR")

# a crawl of three documents: one was changed, one is no JSON
key = ad.Key.generate()
did = "did:wba:agent.example.com"
description = {
    "@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],
    "@type": "AgentDescription",
    "did": did,
    "name": "Shop",
    "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
    "security": "didwba_sc",
}
good = ad.sign(description, key, key_id=f"{did}#key-1")
rows = [("https://a.example/1", good), ("https://a.example/2", good.replace(b"Shop", b"Stop")), ("https://a.example/3", b"{")]
crawl = session.createDataFrame(rows, "url string, body binary")

# one time for the whole run
at = datetime.now(timezone.utc)
dids = adp.signers(crawl, at=at)
# without the network every DID is undecided, with the code net-offline
table = adp.resolve(dids, offline=True)
print([(row.did, row.code) for row in table.collect()])

# the DID documents of this example are made here
known = {did: ad.DidDocument.create(did, key)}
verdicts = adp.verify(crawl, known, domain=None, at=at)
for row in verdicts.orderBy("url").collect():
    print(row.url, row.status, row.code)
session.stop()
