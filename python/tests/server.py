"""An HTTPS server of the tests, with a certificate authority of its own."""

from __future__ import annotations

import datetime
import select
import ssl
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class Server:
    """Serves documents by host and path on loopback, each after `delay` seconds."""

    def __init__(self, hosts: list[str], documents: dict[str, bytes], delay: float = 0) -> None:
        self.requests: list[str] = []
        #: Requests whose clients went away before the answer.
        self.abandoned: list[str] = []
        #: How many requests waited at the same time, at most.
        self.most = 0
        waiting: list[str] = []
        authority_key, authority = _certificate("Test CA", None)
        key, certificate = _certificate(hosts[0], (authority_key, authority), hosts)
        self.roots = authority.public_bytes(serialization.Encoding.PEM)
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                url = f"https://{self.headers['Host']}{self.path}"
                server.requests.append(url)
                if delay:
                    waiting.append(url)
                    server.most = max(server.most, len(waiting))
                    is_gone = select.select([self.connection], [], [], delay)[0] != []
                    waiting.remove(url)
                    if is_gone:
                        server.abandoned.append(url)
                        self.close_connection = True
                        return
                body = documents.get(url)
                self.send_response(404 if body is None else 200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body or b"")))
                self.end_headers()
                self.wfile.write(body or b"")

            def log_message(self, *_: Any) -> None:
                pass

        class Listener(ThreadingHTTPServer):
            request_queue_size = 256

        self._http = Listener(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        with tempfile.NamedTemporaryFile() as file:
            file.write(certificate.public_bytes(serialization.Encoding.PEM))
            file.write(
                key.private_bytes(
                    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
                )
            )
            file.flush()
            context.load_cert_chain(file.name)
        self._http.socket = context.wrap_socket(self._http.socket, server_side=True)
        port = self._http.server_address[1]
        self.connect_to = [f"{host}:443:127.0.0.1:{port}" for host in hosts]
        self._thread = threading.Thread(target=self._http.serve_forever, daemon=True)

    def __enter__(self) -> Server:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._http.shutdown()
        self._http.server_close()


def _certificate(name: str, issuer: Any, hosts: list[str] | None = None) -> tuple[Any, x509.Certificate]:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    issuer_key, issuer_name = (key, subject) if issuer is None else (issuer[0], issuer[1].subject)
    now = datetime.datetime.now(datetime.timezone.utc)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer_name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=30))
        .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
    )
    if hosts is not None:
        names = x509.SubjectAlternativeName([x509.DNSName(host) for host in hosts])
        builder = builder.add_extension(names, critical=False)
    return key, builder.sign(issuer_key, hashes.SHA256())
