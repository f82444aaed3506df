"""Resolvers of the caller, and time limits."""

from __future__ import annotations

import asyncio
import pickle
import threading
import time
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

import agent_description as ad
from agent_description.auth import Answer, Authenticator, Denied, sign_request
from conftest import Agent
from server import Server

URL = "https://hotel.example.com/ad.json"
ORIGIN = "https://api.example.com"


class Register:
    """A register of DID documents."""

    def __init__(self, *agents: Agent) -> None:
        self.asked: list[str] = []
        self._documents: dict[str, Any] = {agent.did: agent.did_document for agent in agents}

    def __call__(self, did: str) -> Any:
        self.asked.append(did)
        return self._documents.get(did)

    async def later(self, did: str) -> Any:
        await asyncio.sleep(0.01)
        return self(did)


@pytest.fixture(scope="module")
def slow(hotel: Agent) -> Iterator[Server]:
    description = hotel.sign(hotel.description(), created=datetime.now(timezone.utc))
    documents = {URL: description, "https://hotel.example.com/.well-known/did.json": hotel.did_document.to_bytes()}
    with Server(["hotel.example.com"], documents, delay=1) as server:
        yield server


@pytest.mark.parametrize("form", [lambda document: document, lambda document: document.to_bytes(), lambda document: document.to_dict()])
def test_a_resolver_of_the_caller_is_asked(form: Any, hotel: Agent, signed: bytes) -> None:
    with ad.Client(offline=True, resolver=lambda did: form(hotel.did_document) if did == hotel.did else None) as client:
        assert client.verify_document(signed, domain=None).signer == hotel.did
        assert client.resolve(hotel.did).verification_methods == [hotel.method]


def test_a_fetched_document_is_verified_with_it(slow: Server, hotel: Agent) -> None:
    register = Register(hotel)
    before = len(slow.requests)
    with ad.Client(roots=slow.roots, connect_to=slow.connect_to, resolver=register) as client:
        assert client.verify(URL).signer == hotel.did
    assert (register.asked, slow.requests[before:]) == ([hotel.did], [URL])


def test_what_a_resolver_does_wrong(hotel: Agent, shop: Agent, signed: bytes, caplog: pytest.LogCaptureFixture) -> None:
    def broken(did: str) -> bytes:
        raise ConnectionError("the register at 10.0.0.7 does not answer")

    for resolver, kind, code, text in (
        (broken, ad.Undecided, "net-connect", "ConnectionError: the register at 10.0.0.7"),
        (lambda did: None, ad.Undecided, "net-connect", "the resolver returned None"),
        (lambda did: 3, ad.Undecided, "net-connect", "TypeError"),
        (lambda did: b"{", ad.Malformed, "json-syntax", None),
        # the document of another DID
        (lambda did: shop.did_document, ad.Refused, "did-id-mismatch", None),
    ):
        with ad.Client(offline=True, resolver=resolver) as client, pytest.raises(ad.AdpError, match=text) as error:  # type: ignore[arg-type]
            client.resolve(hotel.did)
        assert (type(error.value), error.value.code) == (kind, code)
        with ad.Client(offline=True, resolver=resolver) as client, pytest.raises(ad.AdpError) as error:  # type: ignore[arg-type]
            client.verify_document(signed, domain=None)
        assert error.value.code == code
        if resolver is broken:
            assert isinstance(error.value.__cause__, ConnectionError) and "10.0.0.7" in caplog.text
    for wrong in (3, lambda: None, Register(hotel).later):
        with pytest.raises(TypeError):
            ad.Client(resolver=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("allowed", ["hotel", "nobody"])
def test_a_caller_that_may_not_is_refused_before_its_document_is_asked_for(allowed: str, hotel: Agent, shop: Agent) -> None:
    register = Register(hotel, shop)
    dids = [hotel.did] if allowed == "hotel" else []
    service = Authenticator(ORIGIN, offline=True, record=lambda key, expires: "fresh", resolver=register, allowed_dids=dids)
    with pytest.raises(Denied) as denied:
        service.authenticate("GET", "/me", sign_request("GET", f"{ORIGIN}/me", shop.key, key_id=shop.method))
    assert (denied.value.status, denied.value.error.code, register.asked) == (403, "auth-forbidden", [])
    if dids:
        signed = sign_request("GET", f"{ORIGIN}/me", hotel.key, key_id=hotel.method)
        assert service.authenticate("GET", "/me", signed).did == hotel.did
        assert register.asked == [hotel.did]


def test_a_resolver_may_be_async(hotel: Agent, shop: Agent, signed: bytes) -> None:
    register = Register(hotel)

    async def main() -> None:
        threads = set()

        async def resolver(did: str) -> Any:
            threads.add(threading.current_thread())
            return await register.later(did)

        async with ad.AsyncClient(offline=True, resolver=resolver) as client:
            found = await asyncio.gather(*(client.verify_document(signed, domain=None) for _ in range(20)))
            assert {verified.signer for verified in found} == {hotel.did}
            resolved = await client.resolve_many([hotel.did, shop.did])
            assert resolved[0].document == hotel.did_document and resolved[1].code == "net-connect"
        assert threads == {threading.main_thread()}
        # a function that blocks is asked on another thread
        async with ad.AsyncClient(offline=True, resolver=register) as client:
            assert (await client.verify_document(signed, domain=None)).signer == hotel.did

    asyncio.run(main())
    # an event loop of its own
    asyncio.run(main())


def test_services_ask_a_resolver(hotel: Agent, shop: Agent) -> None:
    def fresh(key: bytes, expires: datetime) -> Answer:
        return "fresh"

    def headers(agent: Agent) -> dict[str, str]:
        return sign_request("GET", f"{ORIGIN}/me", agent.key, key_id=agent.method)

    register = Register(hotel)
    authenticator = Authenticator(ORIGIN, offline=True, record=fresh, resolver=register)
    assert authenticator.authenticate("GET", "/me", headers(hotel)).did == hotel.did
    with pytest.raises(Denied) as denied:
        authenticator.authenticate("GET", "/me", headers(shop))
    assert (denied.value.status, denied.value.error.code) == (503, "net-connect")
    assert b"resolver" not in denied.value.body
    waiting = Authenticator(ORIGIN, offline=True, record=fresh, resolver=register.later)
    assert asyncio.run(waiting.authenticate_async("GET", "/me", headers(hotel))).did == hotel.did
    with pytest.raises(TypeError, match="resolver is async; use authenticate_async"):
        waiting.authenticate("GET", "/me", headers(hotel))

    def broken(did: str) -> bytes:
        raise RuntimeError(did)

    # a service that keeps what failed would have all DIDs that strangers name
    failing = Authenticator(ORIGIN, offline=True, record=fresh, resolver=broken)
    with pytest.raises(Denied):
        failing.authenticate("GET", "/me", headers(hotel))
    assert failing._settings["resolver"].failures == {}
    # known documents come first
    given = Authenticator(ORIGIN, offline=True, record=fresh, did_documents=shop.did_document, resolver=lambda did: None)
    assert given.authenticate("GET", "/me", headers(shop)).did == shop.did


def test_calls_end_in_time(slow: Server, hotel: Agent, signed: bytes) -> None:
    limit = timedelta(seconds=0.2)
    with ad.Client(roots=slow.roots, connect_to=slow.connect_to, timeout=limit) as client:
        for call in (
            lambda: client.verify(URL),
            lambda: client.verify(URL, did_documents=hotel.did_document),
            lambda: client.verify_document(signed, domain=None),
            lambda: client.resolve(hotel.did),
            lambda: client.discover("hotel.example.com"),
        ):
            start = time.monotonic()
            with pytest.raises(ad.Undecided, match="took longer than (200|1[0-9][0-9]) ms") as late:
                call()
            assert late.value.code == "net-time" and time.monotonic() - start < 0.9
        [late_did] = client.resolve_many([hotel.did])
        assert late_did.code == "net-time"
        # the limit of one call
        assert client.verify(URL, timeout=timedelta(seconds=30)).signer == hotel.did

    async def main() -> None:
        async with ad.AsyncClient(roots=slow.roots, connect_to=slow.connect_to) as calls:
            with pytest.raises(ad.Undecided, match="took longer than 200 ms"):
                await calls.verify(URL, timeout=limit)

    asyncio.run(main())


def test_the_limit_is_for_fetch_and_verification_together(slow: Server, hotel: Agent) -> None:
    """Each of the two fetches takes a second."""
    with ad.Client(roots=slow.roots, connect_to=slow.connect_to) as client:
        with pytest.raises(ad.Undecided) as late:
            client.verify(URL, timeout=timedelta(seconds=1.5))
        assert late.value.code == "net-time" and late.value.evidence is not None, "the document itself was there"


def test_a_resolver_that_never_answers(hotel: Agent) -> None:
    ends = threading.Event()
    start = time.monotonic()
    with ad.Client(offline=True, resolver=lambda did: ends.wait(20) and None, timeout=timedelta(seconds=0.2)) as client:
        with pytest.raises(ad.Undecided, match="took longer than 200 ms"):
            client.resolve(hotel.did)
    del client
    assert time.monotonic() - start < 5
    ends.set()


def test_wrong_limits_are_errors(hotel: Agent) -> None:
    with pytest.raises(TypeError, match="expected timeout as a timedelta"):
        ad.Client(timeout=3)  # type: ignore[arg-type]
    for limit in (timedelta(0), timedelta(seconds=-1)):
        with ad.Client(offline=True) as client, pytest.raises(ValueError, match="more than 0 s"):
            client.resolve(hotel.did, timeout=limit)


def test_settings_are_pickled() -> None:
    client = pickle.loads(pickle.dumps(ad.Client(offline=True, timeout=timedelta(seconds=1), resolver=absent)))
    with pytest.raises(ad.Undecided, match="the resolver returned None"):
        client.resolve("did:wba:hotel.example.com")


def absent(did: str) -> None:
    return None


def test_a_cancelled_call_ends_its_resolver(signed: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> list[str]:
        states: list[str] = []
        started = asyncio.Event()

        async def resolver(did: str) -> bytes | None:
            states.append("started")
            started.set()
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                states.append("cancelled")
                raise
            return None

        async with ad.AsyncClient(offline=True, resolver=resolver) as client:
            call = asyncio.ensure_future(client.verify_document(signed, domain=None))
            await asyncio.wait_for(started.wait(), 30)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            await asyncio.sleep(0.1)
        return list(states)

    assert asyncio.run(run()) == ["started", "cancelled"]
    assert [record.getMessage() for record in caplog.records if "resolver failed" in record.getMessage()] == []
