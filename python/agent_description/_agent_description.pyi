# Types of the extension module. CI compares them with the module (`mypy.stubtest`).

from typing import Any, Optional, Union, final

from ._native import Failure

__all__ = [
    "Authenticator",
    "Client",
    "DidDocument",
    "DidDocuments",
    "Expectations",
    "Key",
    "Verification",
    "_panic_for_tests",
    "challenge_nonce",
    "check",
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
    str, str, str, str, Optional[str], Optional[int], Optional[int], Optional[int], Optional[int], Optional[str], Optional[str]
]
_Row = tuple[Any, ...]
_Refused = tuple[Failure, int, list[tuple[str, str]], bytes]
_Authenticated = tuple[
    str, str, str, list[str], Optional[str], Optional[str], Optional[str], list[tuple[str, str]]
]

@final
class Key:
    """A secret key. It is never printed and cannot be pickled."""
    @staticmethod
    def from_pem(pem: str) -> Key: ...
    @staticmethod
    def generate(key_type: str = "P-256") -> Key: ...
    @property
    def key_type(self) -> str: ...
    @property
    def thumbprint(self) -> str: ...
    def to_pem(self) -> str: ...
    def public_pem(self) -> str: ...
    def public_jwk(self) -> dict[str, Any]: ...
    def __copy__(self) -> Key: ...
    def __deepcopy__(self, _memo: Any) -> Key: ...

@final
class DidDocument:
    """A DID document, read for its DID."""
    @staticmethod
    def parse(did: str, document: Any) -> DidDocument: ...
    @staticmethod
    def create(did: str, key: Key, *, agent_description: Optional[str] = None) -> DidDocument: ...
    @property
    def did(self) -> str: ...
    @property
    def verification_methods(self) -> list[str]: ...
    def to_bytes(self) -> bytes: ...
    def to_dict(self) -> dict[str, Any]: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> DidDocument: ...
    def __deepcopy__(self, _memo: Any) -> DidDocument: ...

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
    def verify_url(self, url: str, expectations: Expectations, supplied: DidDocuments) -> Union[Verification, Failure]: ...
    def verify_document(
        self, document: bytes, expectations: Expectations, supplied: DidDocuments
    ) -> Union[Verification, Failure]: ...
    def resolve_many(self, dids: list[str], at_once: int) -> list[tuple[Union[DidDocument, Failure], str]]: ...

@final
class Authenticator:
    def __new__(
        cls,
        audience: str,
        *,
        did_documents: list[tuple[str, bytes]] = ...,
        roots: list[bytes] = ...,
        connect_to: list[str] = ...,
        offline: bool = False,
        proxy: Optional[str] = None,
        window: Optional[float] = None,
        body_limit: Optional[int] = None,
        require_nonce: bool = True,
        legacy: bool = False,
        issue_nonces: bool = True,
        record: Optional[Any] = None,
        started: Optional[str] = None,
        token_key: Optional[Key] = None,
        token_lifetime: Optional[float] = None,
        former_token_keys: list[Key] = ...,
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

def check(
    document: bytes,
    *,
    format: Optional[str] = None,
    strict: bool = False,
    for_registry: bool = False,
    at: Optional[str] = None,
) -> Union[tuple[list[str], str, bool, list[_Finding], int], Failure]: ...
def formats() -> list[str]: ...
def show(document: bytes, *, format: Optional[str] = None, at: Optional[str] = None) -> Union[tuple[str, Any], Failure]: ...
def sign(
    document: bytes,
    key: Key,
    method: str,
    *,
    domain: Optional[str] = None,
    challenge: Optional[str] = None,
    suite: Optional[str] = None,
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
