"""An independent reading of a listing's page (ANP-08), by PyPI's `pyld` and the rules of vectors/README.md."""

from urllib.parse import urljoin, urlsplit

from pyld import jsonld

SCHEMA = ("https://schema.org/", "http://schema.org/")
DESCRIPTION = "https://agent-network-protocol.com/ad#AgentDescription"


class No(Exception):
    """Refused, with the code."""


def load(iri, _options):
    raise jsonld.JsonLdError(f"{iri} is not embedded", "jsonld.LoadDocumentError", code="loading remote context failed")


def values(node, name):
    found = [value for home in SCHEMA for value in node.get(home + name, [])]
    return [item for value in found for item in (value["@list"] if "@list" in value else [value])]


def reference(node, name, url):
    """The one URL of a term, or nothing."""
    found = values(node, name)
    if not found:
        return None
    text = found[0].get("@value", found[0].get("@id"))
    if len(found) > 1 or not isinstance(text, str) or not urlsplit(urljoin(url, text)).netloc:
        raise No("document-shape")
    return text if urlsplit(text).scheme else urljoin(url, text)


def read(document, url):
    """The URLs of the descriptions that a page lists, and of the next page."""
    try:
        roots = jsonld.expand(document, {"base": url, "documentLoader": load})
    except jsonld.JsonLdError:
        raise No("context-not-embedded") from None
    if len(roots) != 1 or not any(home + "CollectionPage" in roots[0].get("@type", []) for home in SCHEMA):
        raise No("document-shape")
    [page] = roots
    if not any(home + "items" in page for home in SCHEMA):
        raise No("document-shape")
    items = []
    for item in values(page, "items"):
        named = item.get("@id") or reference(item, "url", url)
        if named is None:
            raise No("document-shape")
        if DESCRIPTION in item.get("@type", [DESCRIPTION]):
            items.append(named)
    return {"items": items, "next": reference(page, "next", url)}
