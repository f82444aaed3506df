"""`python -m agent_description`: checks, shows and verifies files, and explains codes, without another program."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from . import AdpError, Client, DidDocument, __version__, check, explain, show, verify

_STATUS = {"Refused": 1, "Malformed": 3, "Undecided": 4, "Permanent": 4}


def main(arguments: list[str] | None = None) -> int:
    """Runs a command; the status is that of `adp`: 0, 1 for refused, 2 for wrong arguments, 3 for malformed, 4 for undecided."""
    parser = argparse.ArgumentParser(prog="python -m agent_description", description=__doc__)
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, text in (("check", "report what breaks the rules of the format"), ("show", "print the data, unverified")):
        commands.add_parser(name, help=text).add_argument("file", type=Path)
    verifying = commands.add_parser("verify", help="verify a file or URL, and print the evidence")
    verifying.add_argument("file", metavar="FILE|URL")
    verifying.add_argument("--domain", help="the host that the proof must be bound to (default: none, for a URL its host)")
    verifying.add_argument("--did-document", type=Path, help="the signer's DID document; default: fetch it")
    commands.add_parser("explain", help="describe a code or rule").add_argument("name")
    given = parser.parse_args(arguments)
    try:
        return _run(given)
    except AdpError as error:
        print(error, file=sys.stderr)
        return _STATUS[type(error).__name__]
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2


def _run(given: argparse.Namespace) -> int:
    if given.command == "explain":
        for name, value in explain(given.name).items():
            if value is not None:
                print(f"{name}: {value}")
        return 0
    if given.command == "verify":
        return _verify(given)
    document = given.file.read_bytes()
    if given.command == "show":
        print(json.dumps(show(document), indent=2, ensure_ascii=False))
        return 0
    report = check(document)
    for finding in report.findings:
        place = "" if finding.line is None else f":{finding.line}:{finding.column}"
        print(f"{given.file}{place}: {finding.severity}[{finding.code}]: {finding.message}")
    return 0 if report.valid else 1


def _verify(given: argparse.Namespace) -> int:
    is_url = "://" in given.file
    if given.did_document is not None and not is_url:
        members = given.did_document.read_bytes()
        did = json.loads(members)["id"]
        verified = verify(Path(given.file).read_bytes(), DidDocument.parse(did, members), domain=given.domain)
    else:
        with Client() as client:
            if not is_url:
                verified = client.verify_document(Path(given.file).read_bytes(), domain=given.domain)
            elif given.domain is None:
                verified = client.verify(given.file)
            else:
                verified = client.verify(given.file, domain=given.domain)
    print(json.dumps(verified.to_dict(), indent=2, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
