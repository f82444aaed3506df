"""`AsyncClient`: hundreds of calls at once, canceled calls, and no executor of the event loop."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone

import pytest

import agent_description as ad
from conftest import Agent
from server import Server

NUMBER = 200


def url_of(number: int) -> str:
    return f"https://hotel.example.com/agents/{number}.json"


@pytest.fixture(scope="module")
def slow(hotel: Agent) -> Iterator[Server]:
    description = hotel.sign(hotel.description(), created=datetime.now(timezone.utc))
    documents = {url_of(number): description for number in range(NUMBER)}
    with Server(["hotel.example.com"], documents, delay=1) as server:
        yield server


def client(server: Server) -> ad.AsyncClient:
    return ad.AsyncClient(roots=server.roots, connect_to=server.connect_to)


class Refusing(ThreadPoolExecutor):
    """An executor that belongs to somebody else."""

    def submit(self, *_: object, **__: object) -> object:  # type: ignore[override]
        raise AssertionError("the event loop's executor was used")


def test_two_hundred_calls_run_at_once(slow: Server, hotel: Agent) -> None:
    async def main() -> float:
        asyncio.get_running_loop().set_default_executor(Refusing())
        async with client(slow) as calls:
            start = time.monotonic()
            verifying = (calls.verify(url_of(number), did_documents=hotel.did_document) for number in range(NUMBER))
            found = await asyncio.gather(*verifying)
            assert {verified.signer for verified in found} == {hotel.did}
            return time.monotonic() - start

    before = threading.active_count()
    seconds = asyncio.run(main())
    assert slow.most > NUMBER / 2, slow.most
    assert seconds < 30, "one after another, they would take 200 s"
    assert threading.active_count() <= before + NUMBER, "the server's threads only"


def test_a_canceled_call_closes_its_connection(slow: Server, hotel: Agent) -> None:
    async def main() -> None:
        async with client(slow) as calls:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(calls.verify(url_of(0), did_documents=hotel.did_document), 0.3)

    slow.abandoned.clear()
    start = time.monotonic()
    asyncio.run(main())
    assert time.monotonic() - start < 0.9, "nothing waits for the answer"
    for _ in range(50):
        if slow.abandoned:
            break
        time.sleep(0.02)
    assert slow.abandoned == [url_of(0)]


def test_a_client_is_used_by_several_event_loops(slow: Server, hotel: Agent) -> None:
    calls = client(slow)

    async def main() -> str | None:
        return (await calls.verify(url_of(1), did_documents=hotel.did_document)).signer

    assert [asyncio.run(main()) for _ in range(2)] == [hotel.did] * 2
    assert repr(calls) == "<AsyncClient>"
    asyncio.run(calls.close())
    assert repr(calls) == "<AsyncClient closed>"
    with pytest.raises(RuntimeError, match="closed"):
        asyncio.run(main())


def test_errors_are_those_of_the_client(slow: Server, hotel: Agent) -> None:
    async def main() -> None:
        async with client(slow) as calls:
            with pytest.raises(ad.Undecided) as undecided:
                await calls.verify("https://hotel.example.com/none.json")
            assert undecided.value.code == "net-status"
            with pytest.raises(ad.Permanent):
                await calls.verify("http://hotel.example.com/ad.json")
            with pytest.raises(TypeError):
                await calls.verify(url_of(1), max_age=3)  # type: ignore[arg-type]
            with pytest.raises(ad.Malformed):
                await calls.verify_document(b"{", domain=None)
            with pytest.raises(TypeError):
                await calls.resolve_many(hotel.did)

    asyncio.run(main())
