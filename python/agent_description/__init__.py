"""Parse, sign and verify agent descriptions, A2A cards, catalogs, messages and objects with data-integrity proofs.

    import agent_description as ad

    with ad.Client() as client:
        verified = client.verify("https://agent.example.com/ad.json")
    print(verified.signer, verified.description.name)

Documents are `bytes`, `str` or `dict`. Results are immutable. Errors are `Malformed`, `Refused`, `Undecided` and,
of the last, `Permanent`.
"""

from __future__ import annotations

from ._agent_description import DidDocument, Key, __version__
from ._check import Finding, Report, check, formats, show
from ._client import AsyncClient, Client, Resolved
from ._compare import Conversion, Coverage, Diff, Loss, convert, covers, diff, explain
from ._discovery import Listed, Listing, ListingFinding
from ._errors import AdpError, Malformed, Permanent, Refused, Undecided
from ._expectations import ANY, AS_FETCHED, DidDocumentInput, Domain, Purpose
from ._input import DocumentInput
from ._model import (
    AgentCard,
    AgentCatalog,
    AgentDescription,
    AgentSkill,
    CardInterface,
    CatalogEntry,
    Interface,
    Offer,
    Party,
    Price,
    Product,
    Service,
    Tool,
    ToolList,
)
from ._sign import sign
from ._verification import Binding, Check, Evidence, Signature, Status, Verdict, Verification
from ._verify import signers_many, verify, verify_many

__all__ = [
    "ANY",
    "AS_FETCHED",
    "AdpError",
    "AgentCard",
    "AgentCatalog",
    "AgentDescription",
    "AgentSkill",
    "AsyncClient",
    "Binding",
    "CardInterface",
    "CatalogEntry",
    "Check",
    "Client",
    "Conversion",
    "Coverage",
    "DidDocument",
    "DidDocumentInput",
    "Diff",
    "DocumentInput",
    "Domain",
    "Evidence",
    "Finding",
    "Interface",
    "Key",
    "Listed",
    "Listing",
    "ListingFinding",
    "Loss",
    "Malformed",
    "Offer",
    "Party",
    "Permanent",
    "Price",
    "Product",
    "Purpose",
    "Refused",
    "Report",
    "Resolved",
    "Service",
    "Signature",
    "Status",
    "Tool",
    "ToolList",
    "Undecided",
    "Verdict",
    "Verification",
    "__version__",
    "check",
    "convert",
    "covers",
    "diff",
    "explain",
    "formats",
    "show",
    "sign",
    "signers_many",
    "verify",
    "verify_many",
]
