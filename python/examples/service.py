"""A service that knows its callers by their DIDs, and a client that signs its requests."""

import asyncio

import httpx
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

import agent_description as ad
from agent_description.asgi import DidWbaMiddleware, caller
from agent_description.httpx import DidWbaAuth

ORIGIN = "https://shop.example.com"
key = ad.Key.generate()
did = "did:wba:alice.example.com"


async def order(request: Request) -> PlainTextResponse:
    return PlainTextResponse(f"ordered by {caller(request).did}")


# without did_documents, they are fetched
known = [ad.DidDocument.create(did, key)]
middleware = Middleware(DidWbaMiddleware, audience=ORIGIN, did_documents=known, offline=True)
app = Starlette(routes=[Route("/orders", order, methods=["POST"])], middleware=[middleware])


async def main() -> None:
    auth = DidWbaAuth(key, key_id=f"{did}#key-1", origins=[ORIGIN])
    # a real client has no transport argument
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), auth=auth) as client:
        response = await client.post(f"{ORIGIN}/orders", json={"product": "Espresso"})
        print(response.status_code, response.text)


asyncio.run(main())
