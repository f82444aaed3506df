"""Types of what the extension module gives."""

from __future__ import annotations

from typing import Optional

#: `(class, code, message, line, column, pointer)`
Failure = tuple[str, str, str, Optional[int], Optional[int], Optional[str]]
