"""The clients, against a server of ours."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from pathlib import Path

import pytest

import agent_description as ad
from conftest import Agent
from server import Server

URL = "https://hotel.example.com/ad.json"


@pytest.fixture(scope="module")
def site(hotel: Agent, shop: Agent) -> Iterator[Server]:
    now = datetime.now(timezone.utc)
    description = hotel.sign(hotel.description(), domain="hotel.example.com", challenge="7428", created=now)
    documents = {
        URL: description,
        "https://hotel.example.com/.well-known/did.json": hotel.did_document.to_bytes(),
        "https://shop.example.com/copy.json": description,
        "https://shop.example.com/broken.json": b"{",
        "https://shop.example.com/.well-known/did.json": b"{}",
    }
    with Server(["hotel.example.com", "shop.example.com"], documents) as server:
        yield server


@pytest.fixture
def client(site: Server) -> Iterator[ad.Client]:
    with ad.Client(roots=site.roots, connect_to=site.connect_to) as client:
        yield client


def test_a_description_is_fetched_and_verified(client: ad.Client, hotel: Agent) -> None:
    verified = client.verify(URL)
    assert (verified.signer, verified.description.name) == (hotel.did, "Hotel Assistant")
    assert verified.evidence.result("domain") == "pass" and verified.evidence.domain == "hotel.example.com"
    assert client.verify(URL, challenge="7428", domain="hotel.example.com").signer == hotel.did


def test_a_copy_on_another_host_is_refused(client: ad.Client) -> None:
    with pytest.raises(ad.Refused) as refused:
        client.verify("https://shop.example.com/copy.json")
    assert refused.value.code == "proof-domain" and refused.value.evidence is not None


def test_errors_say_whether_to_try_again(client: ad.Client) -> None:
    for url, kind, code in (
        ("https://shop.example.com/none.json", ad.Undecided, "net-status"),
        ("https://shop.example.com/broken.json", ad.Malformed, "json-syntax"),
        ("http://hotel.example.com/ad.json", ad.Permanent, "net-scheme"),
        ("https://127.0.0.1/ad.json", ad.Permanent, "net-address"),
        ("ftp://hotel.example.com/ad.json", ad.Permanent, "net-scheme"),
    ):
        with pytest.raises(kind) as error:
            client.verify(url)
        assert error.value.code == code and type(error.value) is kind
    with ad.Client(offline=True) as offline, pytest.raises(ad.Undecided) as undecided:
        offline.verify(URL)
    assert undecided.value.code == "net-offline"


def test_a_document_at_hand_is_verified_with_a_resolved_signer(client: ad.Client, hotel: Agent, signed: bytes) -> None:
    assert client.verify_document(signed, domain=None).signer == hotel.did
    with pytest.raises(TypeError):
        client.verify_document(signed)  # type: ignore[call-arg]


def test_dids_are_resolved(client: ad.Client, site: Server, hotel: Agent, shop: Agent) -> None:
    assert client.resolve(hotel.did) == hotel.did_document
    before = datetime.now(timezone.utc)
    fetched = len(site.requests)
    good, bad, none, text = client.resolve_many([hotel.did, shop.did, "did:wba:none.example.invalid", "not a DID"])
    assert good.document == hotel.did_document and good.error is None and good.code is None
    assert good.fetched_at <= before and len(site.requests) == fetched + 1, "from the cache"
    assert isinstance(bad.error, ad.Refused) and bad.document is None and bad.code is not None
    assert isinstance(none.error, ad.Undecided) and text.error is not None
    with pytest.raises(ad.Refused):
        client.resolve(shop.did)
    with pytest.raises(TypeError):
        client.resolve_many(hotel.did)


def test_threads_share_a_client(client: ad.Client, hotel: Agent) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert {verified.signer for verified in pool.map(client.verify, [URL] * 16)} == {hotel.did}


def test_an_async_client(site: Server, hotel: Agent, signed: bytes) -> None:
    async def main() -> None:
        async with ad.AsyncClient(roots=site.roots, connect_to=site.connect_to) as client:
            found = await asyncio.gather(*(client.verify(URL) for _ in range(8)))
            assert {verified.signer for verified in found} == {hotel.did}
            assert (await client.verify_document(signed, domain=None)).signer == hotel.did
            assert (await client.resolve(hotel.did)).did == hotel.did
            assert [resolved.did for resolved in await client.resolve_many([hotel.did])] == [hotel.did]
            with pytest.raises(ad.Refused):
                await client.verify("https://shop.example.com/copy.json")

    asyncio.run(main())


def test_roots_may_be_paths(site: Server, hotel: Agent, tmp_path: Path) -> None:
    file = tmp_path / "ca.pem"
    file.write_bytes(site.roots)
    for roots in (str(file), file, [str(file)]):
        with ad.Client(roots=roots, connect_to=site.connect_to) as client:
            assert client.resolve(hotel.did).did == hotel.did


def test_a_client_is_closed_and_pickled(site: Server, hotel: Agent) -> None:
    client = ad.Client(roots=[site.roots], connect_to=site.connect_to)
    with pickle.loads(pickle.dumps(client)) as again:
        assert again.resolve(hotel.did).did == hotel.did
    client.close()
    with pytest.raises(RuntimeError, match="closed"):
        client.verify(URL)
    for wrong in ({"roots": b"x"}, {"connect_to": ["x"]}, {"connect_to": "x"}, {"proxy": "x"}, {"unknown": 1}):
        with pytest.raises((TypeError, ValueError)):
            ad.Client(**wrong)  # type: ignore[arg-type]
