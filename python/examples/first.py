"""Sign a description with a product, verify it, and read the price."""

import agent_description as ad

key = ad.Key.generate()
did = "did:wba:agent.example.com"
description = {
    "@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],
    "@type": "AgentDescription",
    "did": did,
    "name": "Coffee shop",
    "products": [
        {
            "@type": "Product",
            "name": "Espresso",
            "description": "A double shot.",
            "offers": {"@type": "Offer", "price": "2.40", "priceCurrency": "EUR"},
        }
    ],
    "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
    "security": "didwba_sc",
}

report = ad.check(description)
for finding in report.findings:
    print(finding.severity, finding.message)

signed = ad.sign(description, key, key_id=f"{did}#key-1")

did_document = ad.DidDocument.create(did, key)
verified = ad.verify(signed, did_document, domain=None)
print(verified.signer, verified.description.name)
for product in verified.description.products:
    for offer in product.offers:
        if offer.price is not None:
            print(product.name, offer.price.amount, offer.price.currency)

try:
    ad.verify(signed.replace(b"2.40", b"0.40"), did_document, domain=None)
except ad.Refused as error:
    print(error.code)
