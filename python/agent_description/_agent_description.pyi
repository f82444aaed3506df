# Types of the extension module. CI compares them with the module (`mypy.stubtest`).

from collections.abc import Callable, Mapping
from typing import Any, Literal, Optional, Union, final

from typing_extensions import Never

from ._input import DocumentInput
from ._native import Failure, KeyType

#: The resolver and the time limit in seconds of a call.
_How = tuple[Optional[Callable[[str], Optional[bytes]]], Optional[float]]

__all__ = [
    "Authenticator",
    "Call",
    "Client",
    "DidDocument",
    "DidDocuments",
    "Expectations",
    "Key",
    "Verification",
    "__version__",
    "_panic_for_tests",
    "challenge_nonce",
    "check",
    "convert",
    "covers",
    "diff",
    "explain",
    "formats",
    "show",
    "sign",
    "sign_request",
    "signers_many",
    "verify",
    "verify_many",
]

_Field = tuple[bytes, bytes]
_Finding = tuple[
    str, str, Literal["error", "warning", "note"], str, Optional[str], Optional[int], Optional[int], Optional[int], Optional[int], Optional[str], Optional[str]
]
_Row = tuple[Any, ...]
_Refused = tuple[Failure, int, list[tuple[str, str]], bytes, Optional[BaseException]]
_Authenticated = tuple[
    str, str, str, list[str], Optional[str], Optional[str], Optional[str], list[tuple[str, str]]
]

__version__: str

@final
class Key:
    """A secret key. It is never printed and cannot be pickled. Two keys are equal if their public keys are."""

    def __init__(self, *, _made: Never) -> None: ...
    @staticmethod
    def from_pem(pem: Union[str, bytes]) -> Key:
        """Parses a private key in PEM (PKCS#8). Raises `ValueError` for other kinds, such as `EC PRIVATE KEY` or encrypted keys."""
    @staticmethod
    def from_jwk(jwk: Union[Mapping[str, Any], str, bytes]) -> Key:
        """Parses a private key from a JWK (RFC 7517). Raises `ValueError` if its public members are those of another key."""
    @staticmethod
    def from_cryptography(key: Any) -> Key:
        """The private key of a `cryptography` object, such as `ec.generate_private_key(ec.SECP256R1())`."""
    @staticmethod
    def from_callback(public_key: Any, sign: Callable[[bytes], bytes]) -> Key:
        """A key whose secret is elsewhere, for example in a key management service.

        `public_key` is PEM, a JWK or a `cryptography` object. `sign` gets the bytes to sign and returns the signature: ECDSA with SHA-256 as
        64 bytes or DER, or Ed25519. Each signature is verified with the public key before it is used.
        """
    @staticmethod
    def generate(key_type: KeyType = "P-256") -> Key:
        """Generates a key with the system's random numbers."""
    @property
    def key_type(self) -> KeyType:
        """The type of the key."""
    @property
    def thumbprint(self) -> str:
        """The thumbprint of the public key (RFC 7638), base64url."""
    def to_pem(self) -> str:
        """The private key in PEM (PKCS#8). Raises `ValueError` if the secret is elsewhere."""
    def public_pem(self) -> str:
        """The public key in PEM."""
    def public_jwk(self) -> dict[str, Any]:
        """The public key as a JWK (RFC 7517)."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Key: ...
    def __deepcopy__(self, _memo: Any) -> Key: ...

@final
class DidDocument:
    """A DID document, read for its DID."""

    def __init__(self, *, _made: Never) -> None: ...
    @staticmethod
    def parse(did: str, document: DocumentInput) -> DidDocument:
        """Parses the document of a DID, given as bytes, text or members.

        Raises `Malformed` if it is not a JSON object, and `Refused` if it is not the document of this DID or breaks a rule.
        """
    @staticmethod
    def create(did: str, key: Key, *, agent_description: Optional[str] = None) -> DidDocument:
        """Creates the document of a DID that publishes a public key as `#key-1`. `agent_description` is the URL of the description.

        Raises `ValueError` for a DID that is bound to another key.
        """
    @property
    def did(self) -> str:
        """The DID."""
    @property
    def verification_methods(self) -> list[str]:
        """The key IDs of the verification methods (DID URLs), in document order."""
    def to_bytes(self) -> bytes:
        """The parsed bytes."""
    def to_dict(self) -> dict[str, Any]:
        """The document as a `dict`."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> DidDocument: ...
    def __deepcopy__(self, _memo: Any) -> DidDocument: ...

@final
class Call:
    """A started call."""

    def __init__(self, *, _made: Never) -> None: ...
    def cancel(self) -> None: ...

@final
class DidDocuments:
    def __new__(
        cls,
        entries: list[tuple[str, Union[DidDocument, bytes, tuple[str, str]]]],
        artifacts: list[tuple[str, bytes]] = ...,
    ) -> DidDocuments: ...

@final
class Expectations:
    def __new__(
        cls,
        *,
        domain_mode: str,
        domain: Optional[str] = None,
        challenge: Optional[str] = None,
        signer: Optional[str] = None,
        purpose: str = "assertionMethod",
        at: Optional[str] = None,
        max_age: Optional[float] = None,
        not_before: Optional[str] = None,
        require_domain: bool = False,
        suites: list[str] = ...,
        fetched_from: Optional[str] = None,
        payload_forms: list[str] = ...,
        key_set: Optional[bytes] = None,
        key_origins: list[str] = ...,
        follow: bool = False,
        follow_successor: bool = False,
        format: Optional[str] = None,
    ) -> Expectations: ...
    @property
    def at(self) -> str: ...

@final
class Verification:
    def failure(self) -> Optional[Failure]: ...
    @property
    def format(self) -> str: ...
    @property
    def signer(self) -> Optional[str]: ...
    def document_bytes(self) -> bytes: ...
    def document(self) -> dict[str, Any]: ...
    def model(self) -> Any: ...
    def report(self) -> dict[str, Any]: ...

@final
class Client:
    def __new__(
        cls,
        *,
        roots: list[bytes] = ...,
        connect_to: list[str] = ...,
        offline: bool = False,
        proxy: Optional[str] = None,
    ) -> Client: ...
    def verify_url(
        self, url: str, expectations: Expectations, supplied: DidDocuments, how: _How
    ) -> Union[Verification, Failure]: ...
    def verify_document(
        self, document: bytes, expectations: Expectations, supplied: DidDocuments, how: _How
    ) -> Union[Verification, Failure]: ...
    def resolve_many(self, dids: list[str], at_once: int, how: _How) -> list[tuple[Union[DidDocument, Failure], str]]: ...
    def discover(self, host_or_url: str, how: _How) -> Any: ...
    def start_verify_url(
        self,
        url: str,
        expectations: Expectations,
        supplied: DidDocuments,
        how: _How,
        done: Callable[[Union[Verification, Failure]], None],
    ) -> Call: ...
    def start_verify_document(
        self,
        document: bytes,
        expectations: Expectations,
        supplied: DidDocuments,
        how: _How,
        done: Callable[[Union[Verification, Failure]], None],
    ) -> Call: ...
    def start_resolve_many(
        self,
        dids: list[str],
        at_once: int,
        how: _How,
        done: Callable[[Union[list[tuple[Union[DidDocument, Failure], str]], Failure]], None],
    ) -> Call: ...
    def start_discover(self, host_or_url: str, how: _How, done: Callable[[Any], None]) -> Call: ...

@final
class Authenticator:
    def __new__(
        cls,
        audience: str,
        *,
        allowed_dids: Optional[list[str]] = None,
        did_documents: list[tuple[str, bytes]] = ...,
        roots: list[bytes] = ...,
        connect_to: list[str] = ...,
        offline: bool = False,
        proxy: Optional[str] = None,
        window: Optional[float] = None,
        body_limit: Optional[int] = None,
        require_nonce: bool = True,
        require_challenge_nonce: bool = False,
        legacy: bool = False,
        issue_nonces: bool = True,
        record: Optional[Any] = None,
        started: Optional[str] = None,
        token_key: Optional[Key] = None,
        token_lifetime: Optional[float] = None,
        former_token_keys: list[Key] = ...,
        resolver: Optional[Callable[[str], Optional[bytes]]] = None,
    ) -> Authenticator: ...
    def check_head(self, method: str, target: str, headers: list[_Field], *, at: Optional[str] = None) -> Optional[_Refused]: ...
    def authenticate(
        self,
        method: str,
        target: str,
        headers: list[_Field],
        body: bytes,
        *,
        at: Optional[str] = None,
        json_body: bool = False,
        peer: Optional[str] = None,
    ) -> Union[_Authenticated, _Refused]: ...
    def start_authenticate(
        self,
        method: str,
        target: str,
        headers: list[_Field],
        body: bytes,
        done: Callable[[Union[_Authenticated, _Refused, Failure]], None],
        *,
        at: Optional[str] = None,
        json_body: bool = False,
        peer: Optional[str] = None,
    ) -> Call: ...

def check(
    document: bytes,
    *,
    format: Optional[str] = None,
    strict: bool = False,
    for_registry: bool = False,
    at: Optional[str] = None,
) -> Union[tuple[list[str], str, bool, list[_Finding], int], Failure]: ...
def formats() -> list[str]: ...
def diff(old: bytes, new: bytes, *, format: Optional[str] = None) -> Any: ...
def convert(
    document: bytes,
    to: str,
    *,
    format: Optional[str] = None,
    name: Optional[str] = None,
    url: Optional[str] = None,
    strict: bool = False,
) -> Any: ...
def covers(document: bytes, *, format: Optional[str] = None, payload_form: Optional[str] = None) -> Any: ...
def explain(name: str) -> Any: ...
def show(document: bytes, *, format: Optional[str] = None, at: Optional[str] = None) -> Union[tuple[str, Any], Failure]: ...
def sign(
    document: bytes,
    key: Key,
    key_id: str,
    *,
    domain: Optional[str] = None,
    challenge: Optional[str] = None,
    suite: Optional[str] = None,
    alg: Optional[str] = None,
    created: Optional[str] = None,
    expires: Optional[str] = None,
    payload_form: Optional[str] = None,
    manifests: bool = False,
    replace: bool = False,
    force: bool = False,
    format: Optional[str] = None,
) -> Union[bytes, Failure]: ...
def verify(document: bytes, expectations: Expectations, supplied: DidDocuments) -> Union[Verification, Failure]: ...
def verify_many(
    documents: list[bytes], expectations: Expectations, supplied: DidDocuments, threads: Optional[int] = None
) -> list[_Row]: ...
def signers_many(documents: list[bytes], expectations: Expectations, threads: Optional[int] = None) -> list[list[str]]: ...
def sign_request(
    method: str,
    url: str,
    headers: list[_Field],
    body: bytes,
    key: Key,
    key_id: str,
    *,
    created: Optional[str] = None,
    expires: Optional[str] = None,
    nonce: Optional[str] = None,
    cover: list[str] = ...,
) -> list[tuple[str, str]]: ...
def challenge_nonce(headers: list[_Field]) -> Optional[str]: ...
def _panic_for_tests() -> Optional[Failure]: ...
