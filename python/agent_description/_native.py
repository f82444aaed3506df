"""Types of the extension module."""

from __future__ import annotations

from typing import Optional

#: `(class, code, message, line, column, pointer)`
Failure = tuple[str, str, str, Optional[int], Optional[int], Optional[str]]
