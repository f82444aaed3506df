//! The members of catalogs of all versions, and their meaning for callers and models.
//!
//! The check decides which members a version requires or forbids.

use super::{ArtifactDigest, rules};
use crate::codes;
use agent_description::{
    Code, Timestamp,
    diagnostic::{
        change,
        members::{Field, Form, Items, Meaning, Shape, Table},
    },
};
use url::Url;

const TEXT: Shape = Shape::Text;
const TEXTS: Shape = Shape::List(&Shape::Text);
const SIGNATURES: Shape = Shape::Unchecked(&Shape::List(&Shape::Of(&SIGNATURE)));
const TRUST: Shape = Shape::Unchecked(&Shape::Of(&MANIFEST));
const IDENTITY: Meaning = Meaning::Any(&change::IDENTITY);
const PROOF: Meaning = Meaning::Any(&change::SIGNATURE);

/// A catalog.
pub(super) static CATALOG: Table = Table::new(
    "the catalog",
    &rules::ROOT,
    &[
        Field::optional("specVersion", Shape::Form(&SPEC_VERSION)).means(Meaning::Protocol(None)),
        // ARD 0.91 defines only `entries`; other members belong to the enclosing document
        Field::optional("host", Shape::Unchecked(&Shape::Of(&HOST))).means(Meaning::Inside),
        Field::required("entries", Shape::List(&Shape::Of(&ENTRY)))
            .means(Meaning::Items(&Items::parts("the entry", &["identifier", "url"]))),
        // ARD 0.9: links to other catalogs
        Field::optional("collections", Shape::Unchecked(&Shape::List(&Shape::Of(&COLLECTION))))
            .means(Meaning::Items(&Items::parts("the collection", &["url"]))),
        Field::optional("trustManifest", TRUST).means(Meaning::Inside),
        Field::optional("signature", Shape::Unchecked(&Shape::Of(&SIGNATURE))).means(PROOF),
        Field::optional("additionalSignatures", SIGNATURES).means(PROOF),
        Field::optional("extensions", Shape::Any),
        Field::optional("metadata", Shape::Any),
    ],
);

static SPEC_VERSION: Form = Form {
    rule: Some(&rules::ROOT),
    code: Code::UNSUPPORTED_VERSION,
    fits: |text| {
        let is_number =
            |part: &str| !part.is_empty() && part.len() <= 9 && part.bytes().all(|byte| byte.is_ascii_digit());
        // ARD uses "1.0" although its schema has another version
        matches!(text, "0.9" | "0.91")
            || text.split_once('.').is_some_and(|(major, minor)| major == "1" && is_number(minor))
    },
    expected: "a version 1.x, such as \"1.0\"",
    sample: "1.0",
};

/// The publisher of a catalog.
pub(super) static HOST: Table = Table::new(
    "`host`",
    &rules::HOST,
    &[
        Field::required("displayName", TEXT).means(Meaning::Text),
        Field::optional("identifier", TEXT).means(IDENTITY),
        Field::optional("documentationUrl", TEXT),
        Field::optional("logoUrl", TEXT),
        Field::optional("trustManifest", TRUST).means(Meaning::Inside),
    ],
);

static COLLECTION: Table = Table::compared(&[
    Field::any("displayName", Meaning::Text),
    Field::optional("identifier", TEXT),
    Field::any("description", Meaning::Text),
    Field::optional("url", TEXT),
    Field::optional("tags", TEXTS),
]);

/// An entry.
pub(super) static ENTRY: Table = Table::new(
    "the entry",
    &rules::ENTRY,
    &[
        Field::required("identifier", TEXT).sample(r#""urn:air:HOST:NAMESPACE:NAME""#),
        Field::optional("type", TEXT)
            .sample(r#""application/a2a-agent-card+json""#)
            .means(Meaning::Any(&change::PROTOCOL)),
        Field::optional("mediaType", TEXT)
            .sample(r#""application/a2a-agent-card+json""#)
            .means(Meaning::Any(&change::PROTOCOL)),
        Field::optional("displayName", TEXT).means(Meaning::Text),
        Field::optional("description", TEXT).means(Meaning::Text),
        Field::optional("version", TEXT),
        Field::optional("updatedAt", Shape::Form(&UPDATED)),
        Field::optional("url", Shape::Form(&URL)).means(Meaning::Endpoint),
        Field::any("data", Meaning::Any(&change::CONTENT)),
        // models read the artifact of the digest
        Field::optional("digest", Shape::Form(&DIGEST)).means(Meaning::Any(&change::TEXT)),
        Field::optional("tags", TEXTS).means(Meaning::Texts),
        Field::optional("capabilities", TEXTS).means(Meaning::Texts),
        Field::optional("representativeQueries", TEXTS).means(Meaning::Texts),
        Field::optional("publisher", Shape::Of(&PUBLISHER)).means(IDENTITY),
        Field::optional("trustManifests", Shape::Unchecked(&Shape::List(&Shape::Of(&MANIFEST)))).means(PROOF),
        Field::optional("trustManifest", TRUST).means(Meaning::Inside),
        Field::optional("extensions", Shape::Any),
        Field::optional("metadata", Shape::Any),
    ],
);

static UPDATED: Form = Form {
    rule: Some(&rules::UPDATED),
    code: Code::INVALID_TIME,
    fits: |text| text.parse::<Timestamp>().is_ok(),
    expected: "a date-time of RFC 3339, such as \"2026-11-01T00:00:00Z\"",
    sample: "2026-11-01T00:00:00Z",
};

static URL: Form = Form {
    rule: Some(&rules::URL),
    code: Code::INVALID_URL,
    fits: |url| Url::parse(url).is_ok_and(|url| url.scheme() == "https" && url.has_host()),
    expected: "an absolute https URL",
    sample: "https://HOST/PATH",
};

static DIGEST: Form = Form {
    rule: Some(&rules::DIGEST),
    code: Code::INVALID_VALUE,
    fits: |text| text.parse::<ArtifactDigest>().is_ok(),
    expected: "`sha256:` (or sha384, sha512) and the complete hash in lower-case hexadecimal",
    sample: "sha256:…",
};

static PUBLISHER: Table = Table::new(
    "`publisher`",
    &rules::PUBLISHER,
    &[Field::required("identifier", TEXT), Field::required("displayName", TEXT), Field::optional("identityType", TEXT)],
);

/// A trust manifest of AI Catalog 1.0: contributor and claims.
pub(super) static MANIFEST: Table = Table::new(
    "the trust manifest",
    &rules::MANIFEST,
    &[
        Field::required("contributor", Shape::Form(&CONTRIBUTOR)).means(IDENTITY),
        Field::optional("subject", Shape::Unchecked(&Shape::Of(&SUBJECT))),
        Field::optional("trustSchema", Shape::Of(&SCHEMA)),
        Field::optional("attestations", Shape::List(&Shape::Of(&ATTESTATION))).means(PROOF),
        Field::optional("provenance", Shape::List(&Shape::Of(&PROVENANCE))),
        Field::optional("signature", Shape::Unchecked(&Shape::Of(&SIGNATURE))).means(PROOF),
        Field::optional("additionalSignatures", SIGNATURES).means(PROOF),
        Field::optional("extensions", Shape::Any),
        Field::optional("metadata", Shape::Any),
    ],
)
.rest(&change::SIGNATURE)
.earlier(&OLD_MANIFEST);

static CONTRIBUTOR: Form = Form {
    rule: Some(&rules::MANIFEST),
    code: codes::CATALOG_TRUST,
    fits: |text| Url::parse(text).is_ok(),
    expected: "an absolute URI",
    sample: "did:web:HOST",
};

/// A trust manifest of earlier versions.
pub(super) static OLD_MANIFEST: Table = Table::new(
    "the trust manifest",
    &rules::MANIFEST,
    &[
        Field::required("identity", TEXT).means(IDENTITY),
        Field::optional("identityType", TEXT).means(IDENTITY),
        Field::optional("signature", TEXT).means(PROOF),
        Field::optional("trustSchema", Shape::Of(&SCHEMA)),
        Field::optional("attestations", Shape::List(&Shape::Of(&TYPED_ATTESTATION))).means(PROOF),
        Field::optional("provenance", Shape::List(&Shape::Of(&PROVENANCE))),
    ],
);

/// A trust manifest of ARD 0.91, whose members frameworks define.
pub(super) static ARD_MANIFEST: Table = Table::new(
    "the trust manifest",
    &rules::MANIFEST,
    &[Field::required("identity", TEXT), Field::optional("identityType", TEXT)],
);

static SUBJECT: Table = Table::compared(&[
    Field::optional("identifier", TEXT),
    Field::optional("type", TEXT),
    Field::optional("version", TEXT),
    Field::optional("digest", TEXT),
    Field::optional("url", TEXT),
]);

static SCHEMA: Table = Table::part(
    "`trustSchema`",
    &[
        Field::required("identifier", TEXT),
        Field::required("version", TEXT),
        Field::optional("governanceUri", TEXT),
        Field::optional("verificationMethods", TEXTS),
    ],
);

static ATTESTATION: Table = Table::part("the attestation", &attestation(Field::optional("mediaType", TEXT)));

/// An attestation with a media type.
static TYPED_ATTESTATION: Table = Table::part("the attestation", &attestation(Field::required("mediaType", TEXT)));

const fn attestation(media_type: Field) -> [Field; 6] {
    [
        Field::required("type", TEXT),
        Field::required("uri", TEXT),
        media_type,
        Field::optional("digest", Shape::Form(&DIGEST)),
        Field::optional("size", Shape::COUNT),
        Field::optional("description", TEXT),
    ]
}

static PROVENANCE: Table = Table::part(
    "the provenance link",
    &[
        Field::required("relation", TEXT),
        Field::required("sourceId", TEXT),
        Field::optional("sourceDigest", Shape::Form(&DIGEST)),
        Field::optional("registryUri", TEXT),
        Field::optional("statementUri", TEXT),
        Field::optional("signatureRef", TEXT),
    ],
);

static SIGNATURE: Table = Table::compared(&[
    Field::optional("signer", TEXT),
    Field::optional("profile", TEXT),
    Field::optional("issuedAt", TEXT),
    Field::optional("expiresAt", TEXT),
    Field::optional("jws", TEXT),
]);
