"""A server that authenticates by the Agent Network Protocol's own Python package, `anp`: its verifier behind Python's web server and TLS.

    anp_server.py CERT KEY DOCUMENTS

Prints its port and serves until its standard input ends. Method, URL and domain are taken from the request as the package's own middleware
(`anp.fastanp.middleware`) does: the host is what the Host header says. DOCUMENTS is a JSON object {DID: document}, which stands in for the
package's resolver, because no DID of a test is on the web; nothing else of the package is changed. `GET /forget` makes a new verifier.
"""

import asyncio
import http.server
import json
import logging
import ssl
import sys
import threading

from anp.authentication import did_wba_verifier
from anp.authentication.did_wba_verifier import DidWbaVerifier, DidWbaVerifierConfig, DidWbaVerifierError

SECRET = "a secret of this test's server, long enough"


def fresh():
    return DidWbaVerifier(DidWbaVerifierConfig(jwt_private_key=SECRET, jwt_public_key=SECRET, jwt_algorithm="HS256"))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    verifier = fresh()

    def answer(self, status, headers, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        for name, text in {**headers, "Content-Type": "application/json", "Content-Length": str(len(body))}.items():
            self.send_header(name, text)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_any(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.path == "/forget":
            Handler.verifier = fresh()
            return self.answer(200, {}, {})
        host = self.headers["Host"]
        request = self.verifier.verify_request(
            self.command, f"https://{host}{self.path}", dict(self.headers), body, domain=host.split(":")[0]
        )
        try:
            result = asyncio.run(request)
        except DidWbaVerifierError as error:
            return self.answer(error.status_code, error.headers, {"message": str(error)})
        self.answer(200, result["response_headers"], {"did": result["did"], "scheme": result["auth_scheme"]})

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_any

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    certificate, key, documents = sys.argv[1:]
    with open(documents, encoding="utf-8") as file:
        DOCUMENTS = json.load(file)

    async def resolve(did, *_):
        return DOCUMENTS.get(did)

    did_wba_verifier.resolve_did_wba_document = resolve
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()
