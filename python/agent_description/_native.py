"""Types of the extension module."""

from __future__ import annotations

from typing import Literal, Optional

#: `(class, code, message, line, column, pointer)`
Failure = tuple[str, str, str, Optional[int], Optional[int], Optional[str]]

KeyType = Literal["P-256", "Ed25519", "secp256k1"]
