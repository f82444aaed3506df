"""A crawl verified on Spark: which DIDs are needed, each resolved once, every document verified for one time."""

import sys
from datetime import datetime, timezone

from pyspark.sql import SparkSession

import agent_description as ad
from agent_description import spark as adp

session = (
    SparkSession.builder.master("local[2]")
    .config("spark.ui.enabled", "false")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.pyspark.python", sys.executable)
    .getOrCreate()
)
session.sparkContext.setLogLevel("ERROR")

# a crawl of three documents: one was changed, one is no JSON
key = ad.Key.generate()
did = "did:wba:agent.example.com"
good = ad.sign({"order": 17}, key, method=f"{did}#key-1")
rows = [("https://a.example/1", good), ("https://a.example/2", good.replace(b"17", b"18")), ("https://a.example/3", b"{")]
crawl = session.createDataFrame(rows, "url string, body binary")

# one time for the whole run
at = datetime.now(timezone.utc)
dids = adp.signers(crawl, at=at)
# without the network every DID is undecided, with the code net-offline
table = adp.resolve(dids, offline=True)
print([(row.did, row.code) for row in table.collect()])

# the DID documents of this example are made here
known = {did: ad.DidDocument.create(did, key)}
verdicts = adp.verify(crawl, known, domain=None, signer=did, at=at)
for row in verdicts.orderBy("url").collect():
    print(row.url, row.status, row.code)
session.stop()
