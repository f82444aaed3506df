"""Threads, signals and forks."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import agent_description as ad
from conftest import NOW, Agent


def test_many_threads_verify_at_the_same_time(hotel: Agent, signed: bytes) -> None:
    def work(number: int) -> bool:
        documents = [signed] * 20 + [b"{"]
        verdicts = ad.verify_many(documents, hotel.did_document, domain=None, at=NOW, threads=1 + number % 3)
        return sum(verdict.verified for verdict in verdicts) == 20

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(40)))


def test_other_threads_run_during_verify_many(hotel: Agent, signed: bytes) -> None:
    ticks: list[float] = []
    stop = threading.Event()

    def tick() -> None:
        while not stop.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    documents = [signed] * 1_000
    thread.start()
    start = time.monotonic()
    ad.verify_many(documents, hotel.did_document, domain=None, at=NOW, threads=1)
    end = time.monotonic()
    stop.set()
    thread.join()
    during = [tick for tick in ticks if start < tick < end]
    assert len(during) > (end - start) / 0.1, (len(during), end - start)


INTERRUPTED = """
import signal, sys, threading, time, os
import agent_description as ad
key = ad.Key.generate()
did = "did:wba:hotel.example.com"
document = {document!r}.replace("DID", did)
signed = ad.sign(document, key, key_id=did + "#key-1")
documents = [signed] * 200_000
started = threading.Event()
def interrupt():
    time.sleep(0.3)
    global sent
    sent = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
try:
    ad.verify_many(documents, ad.DidDocument.create(did, key), domain=None)
    print("not interrupted")
except KeyboardInterrupt:
    print(time.monotonic() - sent)
# the process can go on
[verdict] = ad.verify_many([signed], ad.DidDocument.create(did, key), domain=None)
assert verdict.verified
"""


def test_ctrl_c_ends_verify_many_at_once(hotel: Agent) -> None:
    import json

    document = json.dumps(hotel.description()).replace(hotel.did, "DID")
    program = INTERRUPTED.format(document=document)
    delays = []
    # a busy machine may be late once
    for _ in range(3):
        run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
        assert run.returncode == 0, run.stderr
        delays.append(float(run.stdout))
        if delays[-1] < 0.1:
            break
    assert min(delays) < 0.1, delays


# a process of its own: threads of other tests may hold locks while it forks
FORKED = """
import os, signal
import agent_description as ad
key = ad.Key.generate()
did = "did:wba:hotel.example.com"
did_document = ad.DidDocument.create(did, key)
signed = ad.sign({document!r}.replace("DID", did), key, key_id=did + "#key-1")
client = ad.Client(offline=True)

def undecided():
    try:
        client.resolve(did)
    except ad.Undecided:
        return True
    return False

for _ in range(20):
    assert ad.verify_many([signed] * 100, did_document, domain=None, threads=2)[0].verified
    child = os.fork()
    if child == 0:
        status = 1
        try:
            signal.alarm(60)
            verdicts = ad.verify_many([signed] * 100, did_document, domain=None, threads=2)
            status = 0 if all(verdict.verified for verdict in verdicts) and undecided() else 2
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    assert status == 0, status
assert undecided()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_verifies(hotel: Agent) -> None:
    import json

    program = FORKED.format(document=json.dumps(hotel.description()).replace(hotel.did, "DID"))
    run = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", program], capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stderr


def test_processes_verify(hotel: Agent, signed: bytes) -> None:
    import multiprocessing

    with multiprocessing.get_context("spawn").Pool(1) as pool:
        arguments = ([signed], {hotel.did: hotel.did_document})
        [[verdict]] = pool.starmap(_verified, [arguments])
    assert verdict.verified


def _verified(documents: list[bytes], did_documents: dict[str, ad.DidDocument]) -> list[ad.Verdict]:
    return ad.verify_many(documents, did_documents, domain=None, at=NOW)


# the interpreter takes longer to end than the resolver to answer: that thread asked for the lock of an interpreter that ends
ENDING = """
import asyncio, sys, time
import agent_description as ad
asked = []

def resolver(did):
    asked.append(did)
    time.sleep(0.5)

class Last:
    def __del__(self, sleep=time.sleep):
        sleep(1)

# modules of the program may stay, sys ends last
sys.last = Last()

async def main():
    async with ad.AsyncClient(offline=True, resolver=resolver) as client:
        waits = asyncio.ensure_future(client.resolve("did:wba:hotel.example.com"))
        while not asked:
            await asyncio.sleep(0.01)
        waits.cancel()

asyncio.run(main())
"""


def test_the_interpreter_ends_while_a_resolver_answers() -> None:
    run = subprocess.run([sys.executable, "-c", ENDING], capture_output=True, text=True, timeout=120)
    assert (run.returncode, run.stderr) == (0, "")


# such a handler runs after those of the package, which was imported later
LATE = """
import asyncio, atexit

def late():
    async def resolve():
        async with ad.AsyncClient(offline=True) as client:
            await client.resolve("did:wba:hotel.example.com")
    try:
        asyncio.run(asyncio.wait_for(resolve(), 30))
    except RuntimeError as error:
        print(error)

atexit.register(late)
import agent_description as ad
"""


def test_calls_after_the_end_raise() -> None:
    run = subprocess.run([sys.executable, "-c", LATE], capture_output=True, text=True, timeout=120)
    assert (run.stdout, run.stderr) == ("the interpreter ends\n", "")


# the child has none of the parent's threads, so it waits for no call of them
FORKED_IN_A_CALL = """
import os, sys, threading, time
import agent_description as ad
asked = threading.Event()

def resolver(did):
    asked.set()
    time.sleep(8)

def resolve():
    try:
        ad.Client(offline=True, resolver=resolver).resolve("did:wba:hotel.example.com")
    except ad.AdpError:
        pass

threading.Thread(target=resolve, daemon=True).start()
asked.wait(30)
child = os.fork()
if child == 0:
    sys.exit(7)
start = time.monotonic()
_, status = os.waitpid(child, 0)
print(os.waitstatus_to_exitcode(status), time.monotonic() - start < 4, flush=True)
os._exit(0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_ends_at_once() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", FORKED_IN_A_CALL], capture_output=True, text=True, timeout=120
    )
    assert (run.stdout, run.stderr) == ("7 True\n", "")


# a daemon thread that waits for the network looks for signals; the interpreter is gone while the process still ends: glibc calls `sleep(1)`, by the
# exit status
DAEMON = """
import ctypes, socket, sys, threading, time
import agent_description as ad
libc = ctypes.CDLL(None)
libc.on_exit(ctypes.cast(libc.sleep, ctypes.c_void_p), None)
listening = socket.create_server(("127.0.0.1", 0))
address = "hotel.example.com:443:127.0.0.1:%d" % listening.getsockname()[1]

def verify():
    ad.Client(connect_to=[address]).verify("https://hotel.example.com/ad.json")

threading.Thread(target=verify, daemon=True).start()
time.sleep(0.3)
sys.exit(1)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="needs on_exit")
def test_a_daemon_thread_waits_while_the_process_ends() -> None:
    run = subprocess.run([sys.executable, "-c", DAEMON], capture_output=True, text=True, timeout=120)
    assert (run.returncode, run.stderr) == (1, "")
