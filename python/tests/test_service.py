"""Services: what they log, stores of every kind, FastAPI, clients of httpx and httpx2, wrong arguments."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta, timezone
from typing import Annotated, Any

import httpx
import httpx2
import pytest
from fastapi import Depends, FastAPI
from starlette.middleware.cors import CORSMiddleware

import agent_description as ad
from agent_description.asgi import DidWbaMiddleware
from agent_description.asgi import caller as caller_of
from agent_description.auth import Answer, Authenticated, Authenticator, Denied, sign_request
from agent_description.fastapi import Caller, caller
from agent_description.httpx import DidWbaAuth
from agent_description.httpx2 import DidWbaAuth as DidWbaAuth2
from conftest import Agent

ORIGIN = "https://api.example.com"


def fresh(key: bytes, expires: datetime) -> Answer:
    return "fresh"


def application(agent: Agent, **settings: Any) -> FastAPI:
    settings.setdefault("record", fresh)
    app = FastAPI()
    app.add_middleware(
        DidWbaMiddleware, audience=ORIGIN, did_documents=[agent.did_document], offline=True, public=["/openapi.json"], **settings
    )

    @app.get("/me")
    def me(who: Annotated[Authenticated, Depends(caller)]) -> str:
        return who.did

    @app.get("/also-me")
    def also_me(who: Annotated[Authenticated, Depends(caller_of)]) -> str:
        return who.did

    @app.post("/orders")
    async def order(who: Caller, product: dict[str, str]) -> dict[str, str]:
        return {"from": who.did, **product}

    return app


async def ask(app: FastAPI, method: str, path: str, auth: Any = None, **arguments: Any) -> httpx.Response:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=ORIGIN, auth=auth) as client:
        return await client.request(method, path, **arguments)


def test_fastapi_knows_its_caller(hotel: Agent) -> None:
    app = application(hotel)
    auth = DidWbaAuth(hotel.key, key_id=hotel.method)
    assert asyncio.run(ask(app, "GET", "/me", auth)).json() == hotel.did
    assert asyncio.run(ask(app, "GET", "/also-me", auth)).json() == hotel.did
    ordered = asyncio.run(ask(app, "POST", "/orders", auth, json={"product": "Espresso"}))
    assert ordered.json() == {"from": hotel.did, "product": "Espresso"}
    assert asyncio.run(ask(app, "GET", "/me")).status_code == 401
    schema = asyncio.run(ask(app, "GET", "/openapi.json")).json()
    assert schema["components"]["securitySchemes"]["DIDWba"]["scheme"] == "DIDWba"
    assert schema["paths"]["/me"]["get"]["security"] == [{"DIDWba": []}]
    assert not schema["paths"]["/me"]["get"].get("parameters")


def test_preflights_pass_if_cors_is_added_last(hotel: Agent) -> None:
    app = application(hotel)
    headers = {"origin": "https://shop.example.com", "access-control-request-method": "POST"}
    assert asyncio.run(ask(app, "OPTIONS", "/orders", headers=headers)).status_code == 401
    app = application(hotel)
    app.add_middleware(CORSMiddleware, allow_origins=["https://shop.example.com"], allow_methods=["POST"])
    answer = asyncio.run(ask(app, "OPTIONS", "/orders", headers=headers))
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "https://shop.example.com"


def test_a_failed_store_is_logged_with_its_exception(hotel: Agent, caplog: pytest.LogCaptureFixture) -> None:
    def broken(key: bytes, expires: datetime) -> Answer:
        raise ConnectionError("the store at 10.0.0.7 does not answer")

    denied: list[Denied] = []
    app = application(hotel, record=broken, on_denied=lambda refused, scope: denied.append(refused))
    with caplog.at_level(logging.INFO, "agent_description"):
        answer = asyncio.run(ask(app, "GET", "/me", DidWbaAuth(hotel.key, key_id=hotel.method)))
    assert answer.status_code == 503 and "10.0.0.7" not in answer.text
    [record] = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert "10.0.0.7" in record.getMessage() and record.exc_info is not None
    [refused] = denied
    assert isinstance(refused.__cause__, ConnectionError) and refused.error.code == "auth-store-full"


def test_every_refusal_is_logged(hotel: Agent, shop: Agent, caplog: pytest.LogCaptureFixture) -> None:
    async def on_denied(refused: Denied, scope: Any) -> None:
        seen.append((refused.error.code, scope["path"]))

    seen: list[tuple[str, str]] = []
    app = application(hotel, on_denied=on_denied, allowed_dids=[shop.did])
    with caplog.at_level(logging.INFO, "agent_description"):
        asyncio.run(ask(app, "GET", "/me"))
        # a DID without document here: the response hides what the log says
        answer = asyncio.run(ask(app, "GET", "/me", DidWbaAuth(shop.key, key_id=shop.method)))
        forbidden = asyncio.run(ask(app, "GET", "/me", DidWbaAuth(hotel.key, key_id=hotel.method)))
    assert (answer.status_code, forbidden.status_code) == (503, 403) and "net-offline" not in answer.text
    assert seen == [("auth-missing", "/me"), ("net-offline", "/me"), ("auth-forbidden", "/me")]
    levels = [record.levelname for record in caplog.records if record.name == "agent_description"]
    assert levels == ["INFO", "WARNING", "INFO"] and "net-offline" in caplog.text and hotel.did in caplog.text


def test_a_failing_hook_changes_no_answer(hotel: Agent) -> None:
    app = application(hotel, on_denied=lambda *_: 1 / 0)
    assert asyncio.run(ask(app, "GET", "/me")).status_code == 401


def test_a_store_may_be_async(hotel: Agent) -> None:
    used: set[bytes] = set()

    async def record(key: bytes, expires: datetime) -> Answer:
        await asyncio.sleep(0)
        if key in used:
            return "replayed"
        used.add(key)
        return "fresh"

    app = application(hotel, record=record)
    headers = sign_request("GET", f"{ORIGIN}/me", hotel.key, key_id=hotel.method)

    async def twice() -> list[int]:
        return [(await ask(app, "GET", "/me", headers=headers)).status_code for _ in range(2)]

    assert asyncio.run(twice()) == [200, 401] and len(used) == 1
    # a loop of its own each time
    assert asyncio.run(twice()) == [401, 401]
    authenticator = Authenticator(ORIGIN, did_documents=hotel.did_document, offline=True, record=record)
    with pytest.raises(TypeError, match="authenticate_async"):
        authenticator.authenticate("GET", "/me", headers)


@pytest.mark.parametrize(("answer", "code"), [("replayed", "auth-replayed"), ("full", "auth-store-full"), ("expired", "auth-expired"), ("yes", "auth-store-full")])
def test_the_answers_of_a_store(answer: Any, code: str, hotel: Agent) -> None:
    authenticator = Authenticator(ORIGIN, did_documents=hotel.did_document, offline=True, record=lambda key, expires: answer)
    headers = sign_request("GET", f"{ORIGIN}/me", hotel.key, key_id=hotel.method)
    with pytest.raises(Denied) as denied:
        authenticator.authenticate("GET", "/me", headers)
    assert denied.value.error.code == code


def test_nonces_of_challenges_can_be_required(hotel: Agent) -> None:
    headers = sign_request("GET", f"{ORIGIN}/me", hotel.key, key_id=hotel.method)
    for settings, status in (({}, 200), ({"require_challenge_nonce": True}, 401)):
        app = application(hotel, **settings)
        assert asyncio.run(ask(app, "GET", "/me", headers=headers)).status_code == status
        # a client that answers the challenge is accepted by both
        assert asyncio.run(ask(app, "GET", "/me", DidWbaAuth(hotel.key, key_id=hotel.method))).status_code == 200


def test_a_start_has_its_own_code(hotel: Agent) -> None:
    authenticator = Authenticator(ORIGIN, did_documents=hotel.did_document, offline=True)
    with pytest.raises(Denied) as denied:
        authenticator.authenticate("GET", "/me", sign_request("GET", f"{ORIGIN}/me", hotel.key, key_id=hotel.method))
    assert (denied.value.error.code, denied.value.status) == ("auth-before-start", 401)


def test_many_requests_wait_at_the_same_time(hotel: Agent) -> None:
    """Nothing of the event loop's executor is used, however long a store takes."""
    import time

    def slow(key: bytes, expires: datetime) -> Answer:
        time.sleep(0.3)
        return "fresh"

    app = application(hotel, record=slow)

    async def main() -> float:
        start = time.monotonic()
        asking = [ask(app, "GET", "/me", DidWbaAuth(hotel.key, key_id=hotel.method)) for _ in range(40)]
        answers = await asyncio.gather(*asking)
        assert {answer.status_code for answer in answers} == {200}
        return time.monotonic() - start

    assert asyncio.run(main()) < 3, "40 times 0.3 s in a row would be 12 s"


def test_httpx2_signs(hotel: Agent) -> None:
    app = application(hotel, require_challenge_nonce=True)

    async def main() -> None:
        auth = DidWbaAuth2(hotel.key, key_id=hotel.method, origins=[ORIGIN])
        async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url=ORIGIN, auth=auth) as client:
            assert (await client.get("/me")).json() == hotel.did
            assert (await client.post("/orders", json={"product": "Espresso"})).status_code == 200

    asyncio.run(main())


def test_old_names_warn(hotel: Agent) -> None:
    with pytest.warns(DeprecationWarning, match="method is now key_id"):
        signed = ad.sign(hotel.description(), hotel.key, method=hotel.method)  # type: ignore[call-arg]
    with pytest.warns(DeprecationWarning, match="method is now key_id"):
        fields = sign_request("GET", f"{ORIGIN}/me", hotel.key, method=hotel.method)  # type: ignore[call-arg,misc]
    with pytest.warns(DeprecationWarning, match="http_method is now method"):
        sign_request(http_method="GET", url=f"{ORIGIN}/me", key=hotel.key, key_id=hotel.method)  # type: ignore[call-arg]
    with pytest.warns(DeprecationWarning, match="method is now key_id"):
        DidWbaAuth(hotel.key, method=hotel.method)  # type: ignore[call-arg]
    assert "Signature" in {name.title() for name in fields}
    evidence = ad.verify(signed, hotel.did_document, domain=None).evidence
    with pytest.warns(DeprecationWarning, match="key_id"):
        assert evidence.verification_method == evidence.key_id == hotel.method
    # the new meaning of `method`
    assert sign_request(method="get", url=f"{ORIGIN}/me", key=hotel.key, key_id=hotel.method)


def test_wrong_arguments_are_errors_at_the_call(hotel: Agent) -> None:
    url, key, key_id = f"{ORIGIN}/me", hotel.key, hotel.method
    for error, text, arguments in (
        (TypeError, "body.encode", {"body": "text"}),
        (TypeError, "json.dumps", {"body": {"a": 1}}),
        (TypeError, "expected body as bytes, found int", {"body": 5}),
        (TypeError, "expected cover as a list", {"cover": "@authority"}),
        (ValueError, "expected key_id as a DID URL", {"key_id": "did:wba:alice.example.com"}),
        (TypeError, "Key.from_pem", {"key": hotel.key.to_pem()}),
        (ValueError, "expected one such as https://", {"url": "x.example/"}),
        (ValueError, "%20", {"url": "https://x.example/a b"}),
        (TypeError, "expected method as a str", {"method": b"GET"}),
    ):
        with pytest.raises(error, match=text):
            sign_request(**{"method": "GET", "url": url, "key": key, "key_id": key_id, **arguments})  # type: ignore[arg-type]
    for error, arguments in (
        (TypeError, {"window": 3}),
        (TypeError, {"token_lifetime": 3}),
        (TypeError, {"record": 3}),
        (TypeError, {"record": lambda key: "fresh"}),
        (ValueError, {"require_nonce": False, "require_challenge_nonce": True}),
        (ValueError, {"proxy": "foo"}),
        (TypeError, {"roots": "-----BEGIN CERTIFICATE-----\n"}),
        (TypeError, {"allowed_dids": hotel.did}),
        (ValueError, {"allowed_dids": ["hotel.example.com"]}),
    ):
        with pytest.raises(error):
            Authenticator(ORIGIN, offline=True, **arguments)  # type: ignore[arg-type]
    # nobody may take a list for one that is in force
    with pytest.raises(TypeError, match="pass them to the Authenticator"):
        DidWbaMiddleware(FastAPI(), authenticator=Authenticator(ORIGIN, offline=True), allowed_dids=[hotel.did])
    for error, arguments in (
        (ValueError, {"origins": ["127.0.0.1:8765"]}),
        (ValueError, {"origins": ["https://x.example/path"]}),
        (TypeError, {"origins": "https://x.example"}),
        (ValueError, {"key_id": "did:wba:x"}),
        (TypeError, {"key": "pem"}),
    ):
        for kind in (DidWbaAuth, DidWbaAuth2):
            with pytest.raises(error):
                kind(**{"key": key, "key_id": key_id, **arguments})  # type: ignore[arg-type]


def test_methods_are_signed_as_clients_send_them(hotel: Agent) -> None:
    authenticator = Authenticator(ORIGIN, did_documents=hotel.did_document, offline=True, record=fresh)
    for method, sent in (("get", "GET"), ("Post", "POST"), ("purge", "purge")):
        headers = sign_request(method, f"{ORIGIN}/me", hotel.key, key_id=hotel.method)
        assert authenticator.authenticate(sent, "/me", headers).did == hotel.did


def test_later_requests_are_still_checked(hotel: Agent) -> None:
    authenticator = Authenticator(ORIGIN, did_documents=hotel.did_document, offline=True, record=fresh)
    headers = sign_request("GET", f"{ORIGIN}/me", hotel.key, key_id=hotel.method)

    async def main() -> None:
        assert (await authenticator.authenticate_async("GET", "/me", headers)).did == hotel.did
        with pytest.raises(Denied) as denied:
            later = datetime.now(timezone.utc) + timedelta(hours=1)
            await authenticator.authenticate_async("GET", "/me", headers, at=later)
        assert denied.value.error.code == "auth-expired"

    asyncio.run(main())
