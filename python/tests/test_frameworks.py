"""Flask, Django, aiohttp and requests: services that authenticate their callers, and clients that sign."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server
from wsgiref.validate import validator

import aiohttp
import django
import flask
import httpx
import pytest
import requests
from aiohttp import web
from aiohttp.test_utils import TestServer, unused_port
from django.conf import settings as django_settings
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse
from django.urls import path as django_path
from werkzeug.serving import make_server as make_werkzeug
from yarl import URL

import agent_description as ad
from agent_description.aiohttp import DidWbaAuth as AiohttpAuth
from agent_description.aiohttp import caller as aiohttp_caller
from agent_description.aiohttp import protect
from agent_description.auth import Answer, Authenticator, Denied
from agent_description.httpx import DidWbaAuth as HttpxAuth
from agent_description.requests import DidWbaAuth as RequestsAuth
from agent_description.wsgi import DidWbaMiddleware, caller
from conftest import Agent

ORIGIN = "https://api.example.com"


def fresh(key: bytes, expires: datetime) -> Answer:
    return "fresh"


def service(agent: Agent, origin: str = ORIGIN, **settings: Any) -> Authenticator:
    settings.setdefault("record", fresh)
    return Authenticator(origin, did_documents=[agent.did_document], offline=True, **settings)


def flask_application(authenticator: Authenticator, **settings: Any) -> flask.Flask:
    app = flask.Flask("shop")

    @app.get("/me")
    @app.get("/public")
    def me() -> str:
        return caller(flask.request).did

    @app.get("/files/<path:name>")
    def file(name: str) -> str:
        return name

    @app.get("/moved")
    def moved() -> Any:
        return flask.redirect("/public")

    @app.get("/signed")
    def signed() -> dict[str, bool]:
        return {"signed": "Signature" in flask.request.headers}

    @app.post("/orders")
    def order() -> dict[str, Any]:
        return {"from": caller(flask.request.environ).did, **flask.request.get_json()}

    # the checks of the standard library: of the environment, the response and the input
    app.wsgi_app = validator(DidWbaMiddleware(app.wsgi_app, authenticator, **settings))  # type: ignore[method-assign]
    return app


class Quiet(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def serving(server: Any) -> Iterator[str]:
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def wsgiref(agent: Agent, **settings: Any) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, lambda *_: [], handler_class=Quiet)
    origin = f"http://127.0.0.1:{server.server_port}"
    middleware = {name: settings.pop(name) for name in ("public", "on_denied") if name in settings}
    server.set_app(flask_application(service(agent, origin, **settings), **middleware))
    with serving(server) as url:
        assert url == origin
        yield url


def test_flask_knows_its_caller(hotel: Agent) -> None:
    app = flask_application(service(hotel))
    auth = HttpxAuth(hotel.key, key_id=hotel.method)
    with httpx.Client(transport=httpx.WSGITransport(app=app), base_url=ORIGIN, auth=auth) as client:
        answer = client.get("/me")
        assert (answer.text, answer.headers["cache-control"]) == (hotel.did, "private")
        assert client.post("/orders", json={"product": "Espresso"}).json() == {"from": hotel.did, "product": "Espresso"}
        assert client.get("/me", auth=None).status_code == 401


def test_refusals_of_wsgi(hotel: Agent, shop: Agent, caplog: pytest.LogCaptureFixture) -> None:
    denied: list[tuple[str, str]] = []
    told: Callable[[Denied, dict[str, Any]], object] = lambda refused, environ: denied.append((refused.error.code, environ["PATH_INFO"]))
    app = flask_application(service(hotel, body_limit=1000, allowed_dids=[shop.did]), public=["/signed"], on_denied=told)
    with caplog.at_level(logging.INFO, "agent_description"), httpx.Client(transport=httpx.WSGITransport(app=app), base_url=ORIGIN) as client:
        auth = HttpxAuth(hotel.key, key_id=hotel.method)
        assert client.get("/me").headers["www-authenticate"].startswith("DIDWba")
        forbidden = client.get("/me", auth=auth)
        assert (forbidden.status_code, forbidden.json()["code"]) == (403, "auth-forbidden")
        assert client.post("/orders", content=b"x" * 1001, auth=auth).status_code == 413
        assert client.get("/signed").json() == {"signed": False}
    assert denied == [("auth-missing", "/me"), ("auth-forbidden", "/me"), ("auth-digest", "/orders")] and hotel.did in caplog.text
    failing = flask_application(service(hotel), on_denied=lambda *_: 1 / 0)
    with httpx.Client(transport=httpx.WSGITransport(app=failing), base_url=ORIGIN) as client:
        assert client.get("/me").status_code == 401
    for wrong in ({"authenticator": ORIGIN}, {"authenticator": service(hotel), "public": "/me"}):
        with pytest.raises(TypeError):
            DidWbaMiddleware(app.wsgi_app, **wrong)  # type: ignore[arg-type]
    with pytest.raises(LookupError, match="did not see it"):
        caller({})


def test_a_server_that_keeps_the_request_line(hotel: Agent) -> None:
    """With the decoded path alone, `%2F` is lost, and the signature with it."""
    app = flask.Flask("files")
    app.add_url_rule("/files/<path:name>", view_func=lambda name: name, endpoint="file")
    server = make_werkzeug("127.0.0.1", 0, app, threaded=True)
    origin = f"http://127.0.0.1:{server.server_port}"
    app.wsgi_app = DidWbaMiddleware(app.wsgi_app, service(hotel, origin))  # type: ignore[method-assign]
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with serving(server), httpx.Client(base_url=origin, auth=HttpxAuth(hotel.key, key_id=hotel.method)) as client:
        assert client.get("/files/a%2Fb?x=1").text == "a/b"
        sent = client.post("/files/a", content=iter([b"chunked ", b"body"]))
        assert sent.status_code == 405, "it is authenticated, and Flask has no such method"
    with wsgiref(hotel) as plain, httpx.Client(base_url=plain, auth=HttpxAuth(hotel.key, key_id=hotel.method)) as client:
        assert client.get("/files/a%2Fb?x=1").status_code == 401
        # the decoded path is encoded again
        assert client.get("/files/caf%C3%A9%20au%20lait?size=1").text == "café au lait"


def me(request: HttpRequest) -> HttpResponse:
    return HttpResponse(caller(request).did + request.body.decode())


def test_django_knows_its_caller(hotel: Agent) -> None:
    urls = type("Urls", (), {"urlpatterns": [django_path("me", me)]})
    django_settings.configure(ROOT_URLCONF=urls, ALLOWED_HOSTS=["*"], SECRET_KEY="of the test")
    django.setup()
    app = validator(DidWbaMiddleware(WSGIHandler(), service(hotel)))
    auth = HttpxAuth(hotel.key, key_id=hotel.method)
    with httpx.Client(transport=httpx.WSGITransport(app=app), base_url=ORIGIN) as client:
        assert client.post("/me", content=b" orders", auth=auth).text == f"{hotel.did} orders"
        assert client.get("/me").status_code == 401


def test_requests_signs(hotel: Agent) -> None:
    with wsgiref(hotel, require_challenge_nonce=True, public=["/signed", "/public"]) as origin, requests.Session() as session:
        session.auth = RequestsAuth(hotel.key, key_id=hotel.method, origins=[origin])
        answer = session.get(f"{origin}/me")
        assert (answer.text, [earlier.status_code for earlier in answer.history]) == (hotel.did, [401])
        assert session.post(f"{origin}/orders", json={"product": "Tea"}).json() == {"from": hotel.did, "product": "Tea"}
        assert session.get(f"{origin}/signed").json() == {"signed": True}
        elsewhere = RequestsAuth(hotel.key, key_id=hotel.method, origins=["https://other.example"])
        assert session.get(f"{origin}/signed", auth=elsewhere).json() == {"signed": False}
    for error, arguments in ((ValueError, {"origins": ["127.0.0.1"]}), (ValueError, {"key_id": "did:wba:x"}), (TypeError, {"key": "pem"})):
        for kind in (RequestsAuth, AiohttpAuth):
            with pytest.raises(error):
                kind(**{"key": hotel.key, "key_id": hotel.method, **arguments})  # type: ignore[arg-type]


def test_a_redirected_request_of_requests_is_unsigned(hotel: Agent) -> None:
    """Another host would get a signature that is valid for the first one."""
    seen: list[str | None] = []

    def other(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        seen.append(environ.get("HTTP_SIGNATURE"))
        start_response("200 OK", [("content-type", "text/plain")])
        return [b"there"]

    def moved(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        assert "HTTP_SIGNATURE" in environ
        start_response("307 Temporary Redirect", [("location", f"{there}/x")])
        return [b""]

    with serving(make_server("127.0.0.1", 0, other, handler_class=Quiet)) as there:
        with serving(make_server("127.0.0.1", 0, moved, handler_class=Quiet)) as here, requests.Session() as session:
            session.auth = RequestsAuth(hotel.key, key_id=hotel.method)
            assert session.post(f"{here}/a", data=b"{}").text == "there"
    assert seen == [None]


async def on_aiohttp(agent: Agent, use: Callable[[str, aiohttp.ClientSession], Awaitable[None]], **settings: Any) -> None:
    async def order(request: web.Request) -> web.Response:
        return web.json_response({"from": aiohttp_caller(request).did, **await request.json()})

    async def me(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"cache-control": "max-age=60"} if "cached" in request.query else None)
        await response.prepare(request)
        await response.write(aiohttp_caller(request).did.encode())
        return response

    async def moved(_: web.Request) -> web.Response:
        raise web.HTTPFound("/me")

    async def open_to_all(_: web.Request) -> web.Response:
        return web.json_response(1)

    middleware = {name: settings.pop(name) for name in ("public", "on_denied") if name in settings}
    app = web.Application()
    app.add_routes([web.get("/me", me), web.get("/moved", moved), web.get("/public", open_to_all), web.get("/open/page", open_to_all)])
    app.add_routes([web.post("/orders", order), web.get("/{name}", me)])
    server = TestServer(app, port=unused_port())
    origin = f"http://127.0.0.1:{server.port}"
    protect(app, service(agent, origin, **settings), **middleware)
    await server.start_server()
    try:
        auth = AiohttpAuth(agent.key, key_id=agent.method, origins=[origin])
        async with aiohttp.ClientSession(middlewares=[auth]) as session:
            await use(origin, session)
    finally:
        await server.close()


def test_aiohttp_signs_and_knows_its_caller(hotel: Agent) -> None:
    async def use(origin: str, session: aiohttp.ClientSession) -> None:
        async with session.get(f"{origin}/me?x=%2F") as answer:
            assert (await answer.text(), answer.headers["cache-control"]) == (hotel.did, "private")
        async with session.post(f"{origin}/orders", json={"product": "Tea"}) as answer:
            assert await answer.json() == {"from": hotel.did, "product": "Tea"}
        # the request after a redirect has a signature of its own
        async with session.get(f"{origin}/moved") as answer:
            assert await answer.text() == hotel.did
        async with session.get(f"{origin}/me", middlewares=[]) as answer:
            assert answer.status == 401 and "nonce=" in answer.headers["www-authenticate"]
        async with session.get(f"{origin}/public", middlewares=[]) as answer:
            assert answer.status == 200 and "cache-control" not in answer.headers
        async with session.get(f"{origin}/open/page", middlewares=[]) as answer:
            assert answer.status == 200
        # the router takes this for `/{name}`
        async with session.get(URL(f"{origin}/open%2Fpage", encoded=True), middlewares=[]) as answer:
            assert answer.status == 401

    asyncio.run(on_aiohttp(hotel, use, require_challenge_nonce=True, public=["/public", "/open/page"]))


def test_tokens_of_aiohttp_are_not_cached(hotel: Agent) -> None:
    async def use(origin: str, session: aiohttp.ClientSession) -> None:
        async with session.get(f"{origin}/me?cached") as answer:
            assert answer.headers["cache-control"] == "no-store" and "authentication-info" in answer.headers

    asyncio.run(on_aiohttp(hotel, use, token_key=ad.Key.generate()))


def test_refusals_of_aiohttp(hotel: Agent, shop: Agent) -> None:
    denied: list[tuple[str, str]] = []

    async def on_denied(refused: Denied, request: web.Request) -> None:
        denied.append((refused.error.code, request.path))

    async def use(origin: str, session: aiohttp.ClientSession) -> None:
        async with session.get(f"{origin}/me") as answer:
            assert (answer.status, (await answer.json(content_type=None))["code"]) == (403, "auth-forbidden")
        async with session.get(f"{origin}/me", middlewares=[]) as answer:
            assert answer.status == 401
        async with session.post(f"{origin}/orders", data=b"x" * 1001) as answer:
            assert answer.status == 413

    asyncio.run(on_aiohttp(hotel, use, allowed_dids=[shop.did], body_limit=1000, on_denied=on_denied))
    assert denied == [("auth-forbidden", "/me"), ("auth-missing", "/me"), ("auth-digest", "/orders")]
