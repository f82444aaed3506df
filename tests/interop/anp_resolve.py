"""The ANP SDK resolves DIDs from a server of ours: anp_resolve.py CACERT BASE_URL DID...

Its resolver reads the response with aiohttp, which refuses media types that are not JSON. Prints one line for each
DID: `resolved` or the reason why not.
"""

import asyncio
import ssl
import sys

from anp.authentication.did_resolver import resolve_did_document

cacert, base_url, *dids = sys.argv[1:]


async def main():
    context = ssl.create_default_context(cafile=cacert)
    for did in dids:
        try:
            document = await resolve_did_document(did, verify_ssl=context, base_url_override=base_url)
            print("resolved" if document["id"] == did else "another document")
        except Exception as error:  # the SDK raises whatever its libraries do
            print(f"{type(error).__name__}: {error}")


asyncio.run(main())
