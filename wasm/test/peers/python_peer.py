"""The Python peer of the matrix: `server FOLDER [fastapi]` and `client`, with the package's own middleware and signer.

The server tells its port on stdout. The client takes one request a line, in JSON, and writes one result a line."""

import asyncio
import json
import sys
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx

import agent_description as ad
from agent_description.asgi import DidWbaMiddleware, caller
from agent_description.auth import sign_request
from agent_description.httpx import DidWbaAuth

ORIGIN = "https://hotel.example"


def application(folder, kind):
    documents = [ad.DidDocument.parse(json.loads(text)["id"], text) for path in Path(folder).glob("*.json") if (text := path.read_bytes())]
    settings = {"audience": ORIGIN, "did_documents": documents, "offline": True}
    if kind == "fastapi":
        from agent_description.fastapi import Caller
        from fastapi import FastAPI
        from fastapi.responses import PlainTextResponse

        app = FastAPI()
        app.add_middleware(DidWbaMiddleware, **settings)

        @app.get("/whoami", response_class=PlainTextResponse)
        def whoami(who: Caller) -> str:
            return who.did

        @app.post("/orders")
        def orders(who: Caller, order: dict[str, int]) -> dict[str, int]:
            return {"ordered": len(order)}

        return app

    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.responses import JSONResponse, PlainTextResponse
    from starlette.routing import Route

    async def whoami(request):
        return PlainTextResponse(caller(request).did)

    async def orders(request):
        return JSONResponse({"ordered": len(await request.json())})

    routes = [Route("/whoami", whoami), Route("/orders", orders, methods=["POST"])]
    return Starlette(routes=routes, middleware=[Middleware(DidWbaMiddleware, **settings)])


class Handler(BaseHTTPRequestHandler):
    """Just enough of ASGI: one event loop for each request, one body, one response."""

    app = None
    protocol_version = "HTTP/1.1"

    def respond(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        path, _, query = self.path.partition("?")
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "method": self.command, "root_path": "",
            "path": path, "raw_path": path.encode(), "query_string": query.encode(), "client": self.client_address, "server": None,
            "headers": [(name.lower().encode(), value.encode()) for name, value in self.headers.items()],
        }
        sent = []

        async def receive():
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message):
            sent.append(message)

        asyncio.run(self.app(scope, receive, send))
        content = b"".join(message.get("body", b"") for message in sent[1:])
        self.send_response(sent[0]["status"])
        for name, value in sent[0]["headers"]:
            if name.lower() != b"content-length":
                self.send_header(name.decode(), value.decode())
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = respond

    def log_message(self, *_):
        pass


class To(httpx.BaseTransport):
    """Sends requests for the origin to a server on this machine."""

    def __init__(self, base):
        self.base = httpx.URL(base)
        self.inner = httpx.HTTPTransport()

    def handle_request(self, request):
        url = request.url.copy_with(scheme=self.base.scheme, host=self.base.host, port=self.base.port)
        return self.inner.handle_request(httpx.Request(request.method, url, headers=request.headers, stream=request.stream))


def answer(task):
    key = ad.Key.from_pem(task["key"])
    body = (task.get("body") or "").encode()
    if task["do"] == "sign":
        times = {name: datetime.fromisoformat(task[name]) for name in ("created", "expires") if name in task}
        fields = sign_request(task["method"], task["url"], key, key_id=task["keyId"], body=body, nonce=task["nonce"], **times)
        return {"headers": fields}
    with httpx.Client(transport=To(task["base"]), auth=DidWbaAuth(key, key_id=task["keyId"], origins=[ORIGIN])) as client:
        response = client.request(task["method"], task["url"], content=body, headers={"content-type": "application/json"} if body else {})
        return {"status": response.status_code, "text": response.text}


if sys.argv[1] == "server":
    Handler.app = staticmethod(application(sys.argv[2], sys.argv[3]))
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()
for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
