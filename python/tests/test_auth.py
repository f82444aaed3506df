"""Requests signed by httpx and checked by ASGI middleware, with Starlette, and with the official SDK on either side."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Literal

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route

import agent_description as ad
from agent_description.asgi import DidWbaMiddleware, caller
from agent_description.auth import Authenticated, Authenticator, Denied, challenge_nonce, sign_request
from agent_description.httpx import DidWbaAuth
from conftest import Agent

ORIGIN = "https://api.example.com"


async def show(request: Request) -> JSONResponse:
    found = caller(request)
    return JSONResponse({"did": found.did, "covered": found.covered, "body": (await request.body()).decode()})


async def health(_: Request) -> PlainTextResponse:
    return PlainTextResponse("ok")


def application(**settings: Any) -> Starlette:
    routes = [Route("/tasks/{name:path}", show, methods=["GET", "POST"]), Route("/health", health)]
    return Starlette(routes=routes, middleware=[Middleware(DidWbaMiddleware, **settings)])


def service(*agents: Agent, **settings: Any) -> Starlette:
    documents = [agent.did_document for agent in agents]
    return application(audience=ORIGIN, did_documents=documents, offline=True, public=["/health"], **settings)


def run(app: Starlette, work: Callable[[httpx.AsyncClient], Awaitable[None]]) -> None:
    async def main() -> None:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
            await work(client)

    asyncio.run(main())


def remembered() -> tuple[Callable[[bytes, datetime], Literal["fresh", "replayed", "full"]], dict[bytes, datetime]]:
    """A store as several processes would share one."""
    used: dict[bytes, datetime] = {}

    def record(key: bytes, expires: datetime) -> Literal["fresh", "replayed", "full"]:
        return "fresh" if used.setdefault(key, expires) is expires else "replayed"

    return record, used


@pytest.mark.parametrize("name", ["hotel", "shop"])
def test_httpx_signs_what_the_middleware_checks(name: str, request: pytest.FixtureRequest) -> None:
    agent: Agent = request.getfixturevalue(name)

    async def work(client: httpx.AsyncClient) -> None:
        client.auth = DidWbaAuth(agent.key, key_id=agent.method)
        # right after its start, the server asks for a nonce of its own
        got = await client.get("/tasks/a%20b", params={"q": "ä b"})
        assert got.status_code == 200, got.text
        assert got.json() == {"did": agent.did, "covered": ["@method", "@target-uri"], "body": ""}
        posted = await client.post("/tasks/17", json={"name": "breakfast"})
        assert posted.status_code == 200 and "content-digest" in posted.json()["covered"]
        assert json.loads(posted.json()["body"]) == {"name": "breakfast"}

    run(service(agent), work)


def test_others_get_a_challenge(hotel: Agent, shop: Agent) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        assert (await client.get("/health")).text == "ok"
        unsigned = await client.get("/tasks/1")
        assert unsigned.status_code == 401 and unsigned.json()["code"] == "auth-missing"
        assert unsigned.headers["www-authenticate"].startswith("DIDWba") and challenge_nonce(unsigned.headers.raw)
        # a DID that has no document here
        client.auth = DidWbaAuth(shop.key, key_id=shop.method)
        unknown = await client.get("/tasks/1")
        assert unknown.status_code == 503 and "net-" not in unknown.text, "the response does not say what was found"
        # another's name
        client.auth = DidWbaAuth(shop.key, key_id=hotel.method)
        assert (await client.get("/tasks/1")).status_code == 401

    run(service(hotel), work)


def test_a_request_is_accepted_once_and_as_it_was_signed(hotel: Agent) -> None:
    record, used = remembered()

    async def work(client: httpx.AsyncClient) -> None:
        url, body = f"{ORIGIN}/tasks/1?a=1", b'{"name": "breakfast"}'
        headers = sign_request("POST", url, hotel.key, key_id=hotel.method, body=body)
        for changed in (
            await client.post("/tasks/1?a=2", content=body, headers=headers),
            await client.post("/tasks/1?a=1", content=body + b" ", headers=headers),
            await client.request("PUT", "/tasks/1?a=1", content=body, headers=headers),
        ):
            assert changed.status_code == 401
        assert not used, "what is refused uses no nonce up"
        assert (await client.post(url, content=body, headers=headers)).status_code == 200
        again = await client.post(url, content=body, headers=headers)
        assert again.status_code == 401 and again.json()["code"] == "auth-replayed"
        assert len(used) == 1

    run(service(hotel, record=record), work)


def test_the_service_says_who_may_call(hotel: Agent, shop: Agent) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        for agent, status in ((hotel, 200), (shop, 403)):
            client.auth = DidWbaAuth(agent.key, key_id=agent.method)
            assert (await client.get("/tasks/1")).status_code == status

    run(service(hotel, shop, allowed_dids=[hotel.did]), work)


def test_large_bodies_are_not_read(hotel: Agent) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        client.auth = DidWbaAuth(hotel.key, key_id=hotel.method)
        assert (await client.post("/tasks/1", content=b"x" * 1000)).status_code == 200
        refused = await client.post("/tasks/1", content=b"x" * 1001)
        assert refused.status_code == 413, refused.text

    record, _ = remembered()
    run(service(hotel, body_limit=1000, record=record), work)


def test_an_access_token_replaces_the_signatures_of_later_requests(hotel: Agent, shop: Agent) -> None:
    record, used = remembered()
    token_key, former, other = (ad.Key.generate("Ed25519") for _ in range(3))
    tokens: list[str] = []

    async def cached(_: Request) -> PlainTextResponse:
        return PlainTextResponse("x", headers={"cache-control": "public", "authentication-info": "of the application"})

    async def sign(client: httpx.AsyncClient) -> None:
        signed = await client.get("/tasks/1", headers=sign_request("GET", f"{ORIGIN}/tasks/1", hotel.key, key_id=hotel.method))
        assert signed.status_code == 200 and signed.headers["cache-control"] == "no-store"
        info = dict(part.strip().split("=", 1) for part in signed.headers["authentication-info"].split(","))
        assert info["token_type"].strip('"') == "Bearer" and info["expires_in"].strip('"') == "60"
        tokens.append(info["access_token"].strip('"'))

    async def work(client: httpx.AsyncClient) -> None:
        await sign(client)
        assert len(used) == 1
        bearer = {"authorization": f"Bearer {tokens[-1]}"}
        for name in ("a", "b"):
            got = await client.post(f"/tasks/{name}", content=b"body", headers=bearer)
            assert got.json() == {"did": hotel.did, "covered": [], "body": "body"}
            # a token that brought the next would be good forever
            assert "authentication-info" not in got.headers and got.headers["cache-control"] == "private"
        assert len(used) == 1
        both = {**bearer, **sign_request("GET", f"{ORIGIN}/tasks/1", hotel.key, key_id=hotel.method)}
        assert (await client.get("/tasks/1", headers=both)).status_code == 401
        changed = tokens[-1][:-9] + ("A" if tokens[-1][-9] != "A" else "B") + tokens[-1][-8:]
        refused = await client.get("/tasks/1", headers={"authorization": f"Bearer {changed}"})
        assert refused.status_code == 401 and refused.json()["code"] == "auth-signature"

    settings: dict[str, Any] = {"record": record, "token_key": token_key, "token_lifetime": timedelta(seconds=60)}
    run(service(hotel, **settings), work)

    async def by_token(client: httpx.AsyncClient, status: int) -> None:
        got = await client.get("/tasks/1", headers={"authorization": f"Bearer {tokens[0]}"})
        assert got.status_code == status, got.text

    # a former key, another key, another service, and a service without tokens; permissions are asked of tokens too
    for status, more in (
        (200, {"token_key": former, "former_token_keys": [token_key]}),
        (401, {"token_key": other}),
        (401, {}),
        (403, {"token_key": token_key, "allowed_dids": [shop.did]}),
    ):
        run(service(hotel, **more), lambda client, status=status: by_token(client, status))
    documents: dict[str, Any] = {"did_documents": [hotel.did_document], "offline": True, "token_key": token_key}
    elsewhere = Authenticator("https://other.example.com", **documents)
    with pytest.raises(Denied) as denied:
        elsewhere.authenticate("GET", "/", {"authorization": f"Bearer {tokens[0]}"})
    assert denied.value.error.code == "auth-audience"
    later = datetime.now(timezone.utc) + timedelta(seconds=61)
    with pytest.raises(Denied) as denied:
        Authenticator(ORIGIN, **documents).authenticate("GET", "/", {"authorization": f"Bearer {tokens[0]}"}, at=later)
    assert denied.value.error.code == "auth-expired"
    found = Authenticator(ORIGIN, **documents).authenticate("GET", "/", {"authorization": f"Bearer {tokens[0]}"})
    assert (found.form, found.did, found.response_headers) == ("access-token", hotel.did, ())
    with pytest.raises(ValueError):
        Authenticator(ORIGIN, token_key=ad.Key.generate("secp256k1"))

    # what the application says of caching and of tokens is replaced where there is a token
    middleware = [Middleware(DidWbaMiddleware, audience=ORIGIN, record=record, **documents)]
    app = Starlette(routes=[Route("/cached", cached)], middleware=middleware)

    async def get(client: httpx.AsyncClient) -> None:
        headers = sign_request("GET", f"{ORIGIN}/cached", hotel.key, key_id=hotel.method)
        got = await client.get("/cached", headers=headers)
        assert got.headers["cache-control"] == "no-store" and "access_token" in got.headers["authentication-info"]
        again = await client.get("/cached", headers={"authorization": f"Bearer {tokens[0]}"})
        assert again.headers["cache-control"] == "public"

    run(app, get)


def test_other_connections_are_not_let_in(hotel: Agent) -> None:
    reached: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        reached.append(scope["type"])

    middleware = DidWbaMiddleware(app, audience=ORIGIN, did_documents=[hotel.did_document], offline=True)
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope: dict[str, Any] = {"type": "websocket", "path": "/ws", "headers": [], "query_string": b""}
    scope["agent_description.caller"] = "somebody"
    asyncio.run(middleware(scope, receive, send))
    assert sent == [{"type": "websocket.close", "code": 1008}] and not reached
    assert "agent_description.caller" not in scope
    with pytest.raises(RuntimeError):
        asyncio.run(middleware({"type": "other"}, receive, send))
    asyncio.run(middleware({"type": "lifespan"}, receive, send))
    assert reached == ["lifespan"]
    # a signed handshake
    headers = sign_request("GET", f"{ORIGIN}/ws", hotel.key, key_id=hotel.method)
    record, _ = remembered()
    settings: dict[str, Any] = {"did_documents": [hotel.did_document], "offline": True, "record": record}
    middleware = DidWbaMiddleware(app, audience=ORIGIN, **settings)
    fields = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    asyncio.run(middleware({"type": "websocket", "path": "/ws", "headers": fields, "query_string": b""}, receive, send))
    assert reached == ["lifespan", "websocket"]
    with pytest.raises(LookupError):
        caller({"type": "http"})
    for wrong in ({}, {"audience": ORIGIN, "public": "/health"}, {"audience": "api.example.com"}):
        with pytest.raises((TypeError, ValueError)):
            DidWbaMiddleware(app, **wrong)


def test_the_authenticator_says_what_to_answer(hotel: Agent) -> None:
    record, _ = remembered()
    authenticator = Authenticator(ORIGIN, did_documents=hotel.did_document, offline=True, record=record)
    now = datetime.now(timezone.utc).replace(microsecond=0)
    headers = sign_request("GET", f"{ORIGIN}/a", hotel.key, key_id=hotel.method, created=now, nonce="n" * 22)
    with pytest.raises(Denied) as denied:
        authenticator.authenticate("GET", "/a", headers, at=now + timedelta(hours=1))
    assert denied.value.status == 401 and denied.value.error.code == "auth-expired"
    assert dict(denied.value.headers)["www-authenticate"]
    with pytest.raises(Denied):
        authenticator.check_head("GET", "/b", {})
    authenticator.check_head("GET", "/a", headers)
    found = authenticator.authenticate("GET", "/a", headers, peer="192.0.2.1")
    assert isinstance(found, Authenticated) and (found.did, found.created) == (hotel.did, now)
    assert (found.key_id, found.nonce, found.expires) == (hotel.method, "n" * 22, now + timedelta(seconds=60))
    broken = Authenticator(ORIGIN, did_documents=hotel.did_document, offline=True, record=lambda *_: 1 / 0)  # type: ignore[arg-type,return-value]
    headers = sign_request("GET", f"{ORIGIN}/a", hotel.key, key_id=hotel.method)
    with pytest.raises(Denied) as denied:
        broken.authenticate("GET", "/a", headers)
    assert denied.value.status == 503
    for wrong in (("GET X", "/a"), ("GET", "http://[")):
        with pytest.raises(ValueError):
            authenticator.authenticate(*wrong, {})
    for url in ("api.example.com/a", "https://api.example.com/a#b", "file:///a", ""):
        with pytest.raises(ValueError):
            sign_request("GET", url, hotel.key, key_id=hotel.method)


def test_signatures_go_to_named_origins_only(hotel: Agent) -> None:
    auth = DidWbaAuth(hotel.key, key_id=hotel.method, origins=[ORIGIN], cover=["@authority"])
    seen: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(200)

    with httpx.Client(transport=httpx.MockTransport(answer), auth=auth) as client:
        client.get(f"{ORIGIN}/a")
        client.get("https://other.example.com/a")
        client.get("http://api.example.com/a")
    assert ["signature" in request.headers for request in seen] == [True, False, False]
    assert '"@authority"' in seen[0].headers["signature-input"]
    with pytest.raises(TypeError):
        DidWbaAuth(hotel.key, key_id=hotel.method, origins=ORIGIN)


def files(agent: Agent, folder: Path) -> tuple[str, str]:
    document, key = folder / "did.json", folder / "key.pem"
    document.write_bytes(agent.did_document.to_bytes())
    key.write_text(agent.key.to_pem())
    return str(document), str(key)


def test_the_sdk_calls_our_service(shop: Agent, tmp_path: Path) -> None:
    from anp.authentication import DIDWbaAuthHeader

    sdk = DIDWbaAuthHeader(*files(shop, tmp_path))
    body = b'{"name": "breakfast"}'

    async def work(client: httpx.AsyncClient) -> None:
        url = f"{ORIGIN}/tasks/1"
        headers = sdk.get_auth_header(url, method="POST", body=body)
        answer = await client.post(url, content=body, headers=headers)
        if answer.status_code == 401 and sdk.should_retry_after_401(dict(answer.headers)):
            headers = sdk.get_challenge_auth_header(url, dict(answer.headers), method="POST", body=body)
            answer = await client.post(url, content=body, headers=headers)
        assert answer.status_code == 200, answer.text
        assert answer.json()["did"] == shop.did

    run(service(shop), work)


def test_the_sdk_accepts_our_requests(shop: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    from anp.authentication import did_wba_verifier

    async def resolve(did: str, *_: Any) -> Any:
        return {shop.did: shop.did_document.to_dict()}.get(did)

    monkeypatch.setattr(did_wba_verifier, "resolve_did_wba_document", resolve)
    secret = "a secret of this test's server, long enough"
    config = did_wba_verifier.DidWbaVerifierConfig(
        jwt_private_key=secret, jwt_public_key=secret, jwt_algorithm="HS256"
    )
    verifier = did_wba_verifier.DidWbaVerifier(config)
    url, body = f"{ORIGIN}/tasks/1", b'{"name": "breakfast"}'
    headers = sign_request("POST", url, shop.key, key_id=shop.method, body=body)
    result = asyncio.run(verifier.verify_request("POST", url, headers, body, domain="api.example.com"))
    assert result["did"] == shop.did
    with pytest.raises(did_wba_verifier.DidWbaVerifierError):
        asyncio.run(verifier.verify_request("POST", url, headers, body + b" ", domain="api.example.com"))


def test_the_sdk_verifies_our_proofs(shop: Agent) -> None:
    from anp.proof import verify_w3c_proof
    from cryptography.hazmat.primitives import serialization

    signed = json.loads(ad.sign({"order": 17}, shop.key, key_id=shop.method))
    public_key = serialization.load_pem_public_key(shop.key.public_pem().encode())
    assert verify_w3c_proof(signed, public_key)
    assert not verify_w3c_proof({**signed, "order": 18}, public_key)
