"""The ANP SDK verifies Handles at a server of ours: anp_handle_client.py PORT HANDLE...

Every host is 127.0.0.1:PORT. The certificate authority is the one that the variable SSL_CERT_FILE names. Prints a JSON object for
each Handle: whether it is valid, its DID and generation, and why not.
"""

import asyncio
import json
import logging
import socket
import sys

port, *handles = sys.argv[1:]
own = socket.getaddrinfo


def getaddrinfo(host, _port, *arguments, **named):
    return own("127.0.0.1", int(port), *arguments, **named)


socket.getaddrinfo = getaddrinfo
logging.disable(logging.CRITICAL)

import aiohttp.connector  # noqa: E402
import aiohttp.resolver  # noqa: E402

aiohttp.connector.DefaultResolver = aiohttp.resolver.ThreadedResolver

from anp.wns.binding import verify_handle_binding  # noqa: E402


async def main():
    for handle in handles:
        found = await verify_handle_binding(handle)
        print(
            json.dumps(
                {
                    "valid": found.is_valid,
                    "did": found.did,
                    "generation": found.binding_generation,
                    "error": found.error_message,
                }
            )
        )


asyncio.run(main())
