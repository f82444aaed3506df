"""What the crawler of the ANP SDK finds on a site. Arguments: CA certificate, base URL, DID document, private key. Prints a JSON object: what a
listing names, by path: the names of its tools."""

import asyncio
import json
import os
import sys
from urllib.parse import urlparse

ca, base, did_document, key = sys.argv[1:]
os.environ["SSL_CERT_FILE"] = ca

from anp.anp_crawler.anp_crawler import ANPCrawler  # noqa: E402: reads the variable


async def main():
    crawler = ANPCrawler(did_document, key)
    listing, _ = await crawler.fetch_text(base + "/.well-known/agent-descriptions")
    found = {}
    for item in json.loads(listing["content"])["items"]:
        path = urlparse(item["@id"]).path
        described, tools = await crawler.fetch_text(base + path)
        kind = json.loads(described["content"]).get("type")
        found[path] = {"type": kind, "tools": sorted(tool["function"]["name"] for tool in tools)}
    json.dump(found, sys.stdout)


asyncio.run(main())
