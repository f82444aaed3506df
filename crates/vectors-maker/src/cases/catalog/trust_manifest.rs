//! Trust manifests and catalog signatures, by the rules of did-web-v1. Signed content is written by hand in canonical
//! form.

use crate::cases::{All, CannotMake, Vector, signing::changed};
use agent_description::{
    DidDocumentBuilder,
    did::Did,
    key::{KeyType, SigningKey},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

/// The manifest of the hotel's entry, whose artifact is the letter a (`printf a | sha256sum`), without `jws`.
const MANIFEST: &str = r#"{"contributor":"did:web:hotel.example","signature":{"issuedAt":"2026-11-01T12:00:00Z","profile":"did-web-v1","signer":"did:web:hotel.example"},"subject":{"digest":"sha256:ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb","identifier":"urn:air:hotel.example:agent:rooms","type":"application/a2a-agent-card+json"}}"#;

/// The manifest with a URL instead of a digest.
const BY_URL: &str = r#"{"contributor":"did:web:hotel.example","signature":{"issuedAt":"2026-11-01T12:00:00Z","profile":"did-web-v1","signer":"did:web:hotel.example"},"subject":{"identifier":"urn:air:hotel.example:agent:rooms","type":"application/a2a-agent-card+json","url":"https://hotel.example/card.json"}}"#;

/// A complete catalog without `jws`.
const ROOT: &str = r#"{"entries":[{"identifier":"urn:air:other.example:agent:x","type":"application/json","url":"https://other.example/x"}],"host":{"displayName":"Hotel","identifier":"did:web:hotel.example"},"signature":{"issuedAt":"2026-11-01T12:00:00Z","profile":"did-web-v1","signer":"did:web:hotel.example"},"specVersion":"1.0"}"#;

const ENTRY: &str = r#""identifier": "urn:air:hotel.example:agent:rooms", "type": "application/a2a-agent-card+json", "url": "https://hotel.example/card.json""#;
const DIGEST: &str = r#", "digest": "sha256:ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb""#;

const HEADER: &str = r#"{"alg":"ES256","kid":"did:web:hotel.example#key-1","typ":"ai-catalog-trust-manifest+jws"}"#;
const ROOT_HEADER: &str = r#"{"alg":"ES256","kid":"did:web:hotel.example#key-1","typ":"ai-catalog+jws"}"#;

/// Protected headers, and the result for a validly signed manifest with each.
const HEADERS: &[(&str, &str, &str)] = &[
    ("typ-of-catalogs", "jws-header", ROOT_HEADER),
    ("typ-missing", "jws-header", r#"{"alg":"ES256","kid":"did:web:hotel.example#key-1"}"#),
    (
        "typ-case",
        "jws-header",
        r#"{"alg":"ES256","kid":"did:web:hotel.example#key-1","typ":"AI-catalog-trust-manifest+jws"}"#,
    ),
    ("kid-missing", "jws-header", r#"{"alg":"ES256","typ":"ai-catalog-trust-manifest+jws"}"#),
    (
        "kid-of-another",
        "jws-header",
        r#"{"alg":"ES256","kid":"did:web:auditor.example#key-1","typ":"ai-catalog-trust-manifest+jws"}"#,
    ),
    (
        "kid-with-path",
        "jws-header",
        r#"{"alg":"ES256","kid":"did:web:hotel.example/a#key-1","typ":"ai-catalog-trust-manifest+jws"}"#,
    ),
    (
        "kid-with-query",
        "jws-header",
        r#"{"alg":"ES256","kid":"did:web:hotel.example?a#key-1","typ":"ai-catalog-trust-manifest+jws"}"#,
    ),
    (
        "kid-without-fragment",
        "jws-header",
        r##"{"alg":"ES256","kid":"did:web:hotel.example#","typ":"ai-catalog-trust-manifest+jws"}"##,
    ),
    ("kid-relative", "jws-header", r##"{"alg":"ES256","kid":"#key-1","typ":"ai-catalog-trust-manifest+jws"}"##),
    (
        "b64",
        "jws-header",
        r#"{"alg":"ES256","b64":true,"kid":"did:web:hotel.example#key-1","typ":"ai-catalog-trust-manifest+jws"}"#,
    ),
    (
        "crit",
        "jws-header",
        r#"{"alg":"ES256","crit":["exp"],"exp":1,"kid":"did:web:hotel.example#key-1","typ":"ai-catalog-trust-manifest+jws"}"#,
    ),
    (
        "jku",
        "jws-header",
        r#"{"alg":"ES256","jku":"https://hotel.example/keys","kid":"did:web:hotel.example#key-1","typ":"ai-catalog-trust-manifest+jws"}"#,
    ),
    (
        "jku-null",
        "jws-header",
        r#"{"alg":"ES256","jku":null,"kid":"did:web:hotel.example#key-1","typ":"ai-catalog-trust-manifest+jws"}"#,
    ),
    (
        "jwk",
        "jws-header",
        r#"{"alg":"ES256","jwk":{},"kid":"did:web:hotel.example#key-1","typ":"ai-catalog-trust-manifest+jws"}"#,
    ),
    (
        "alg-none",
        "jws-algorithm",
        r#"{"alg":"none","kid":"did:web:hotel.example#key-1","typ":"ai-catalog-trust-manifest+jws"}"#,
    ),
    (
        "alg-eddsa",
        "jws-algorithm",
        r#"{"alg":"EdDSA","kid":"did:web:hotel.example#key-1","typ":"ai-catalog-trust-manifest+jws"}"#,
    ),
    (
        "key-rotated-out",
        "proof-method-not-found",
        r#"{"alg":"ES256","kid":"did:web:hotel.example#key-0","typ":"ai-catalog-trust-manifest+jws"}"#,
    ),
    (
        "header-of-others",
        "ok",
        r#"{"alg":"ES256","kid":"did:web:hotel.example#key-1","note":1,"typ":"ai-catalog-trust-manifest+jws"}"#,
    ),
];

/// Validly signed manifests: name, result, comment, replaced text, replacement.
const SIGNED: &[(&str, &str, &str, &str, &str)] = &[
    (
        "unknown-members-kept",
        "ok",
        "covered, though nobody here knows them",
        "{\"contributor\"",
        "{\"a\":{\"jws\":1},\"contributor\"",
    ),
    ("unknown-in-signature", "ok", "covered, too", "\"profile\"", "\"note\":\"kept\",\"profile\""),
    ("subject-identifier", "catalog-subject", "of another entry", ":agent:rooms", ":agent:suites"),
    ("subject-type", "catalog-subject", "of another type", "a2a-agent-card", "mcp-server-card"),
    ("subject-case", "catalog-subject", "compared with case", "urn:air:hotel", "urn:air:Hotel"),
    (
        "subject-version",
        "catalog-subject",
        "the entry has none",
        "\"type\":\"application/a2a-agent-card+json\"",
        "\"type\":\"application/a2a-agent-card+json\",\"version\":\"1\"",
    ),
    ("subject-digest", "catalog-subject", "another digest", "sha256:ca97", "sha256:ca96"),
    (
        "subject-url",
        "catalog-subject",
        "another URL beside the digest",
        "agent-card+json\"}",
        "agent-card+json\",\"url\":\"https://hotel.example/other\"}",
    ),
    (
        "contributor",
        "catalog-signer",
        "claims in the name of another",
        "{\"contributor\":\"did:web:hotel",
        "{\"contributor\":\"did:web:auditor",
    ),
    (
        "signer-with-path",
        "catalog-signer",
        "a bare host",
        "\"signer\":\"did:web:hotel.example\"",
        "\"signer\":\"did:web:hotel.example:rooms\"",
    ),
    (
        "signer-of-wba",
        "catalog-signer",
        "did:web alone",
        "\"signer\":\"did:web:hotel.example\"",
        "\"signer\":\"did:wba:hotel.example\"",
    ),
    ("profile", "unsupported-version", "another profile", "did-web-v1", "https://hotel.example/profile"),
    ("profile-case", "unsupported-version", "compared with case", "did-web-v1", "DID-WEB-V1"),
    (
        "expired",
        "jws-time",
        "at the time of its expiry and a minute",
        "\"issuedAt\"",
        "\"expiresAt\":\"2026-11-22T11:59:00Z\",\"issuedAt\"",
    ),
    ("expires-in-time", "ok", "a second before", "\"issuedAt\"", "\"expiresAt\":\"2026-11-22T11:59:01Z\",\"issuedAt\""),
    ("not-yet", "jws-time", "issued a minute and a second from now", "2026-11-01T12:00:00Z", "2026-11-22T12:01:01Z"),
    (
        "expires-before",
        "invalid-time",
        "before it is issued",
        "\"issuedAt\"",
        "\"expiresAt\":\"2026-11-01T13:00:00+01:00\",\"issuedAt\"",
    ),
    ("issued-at", "catalog-trust", "a date alone", "2026-11-01T12:00:00Z", "2026-11-01"),
    ("issued-at-missing", "catalog-trust", "MUST", "\"issuedAt\":\"2026-11-01T12:00:00Z\",", ""),
];

/// Other DID documents of the hotel, and the result for its manifest.
const DOCUMENTS: &[(&str, &str, &str, &str, &str)] = &[
    (
        "authentication-only",
        "proof-method-not-authorized",
        "listed under `authentication` alone",
        "assertionMethod",
        "capabilityInvocation",
    ),
    (
        "controller",
        "proof-controller",
        "another DID controls the key",
        "\"controller\": \"did:web:hotel.example\"",
        "\"controller\": \"did:web:auditor.example\"",
    ),
    ("use", "did-key-unsupported", "`use` is not sig", "\"kty\": \"EC\"", "\"kty\": \"EC\", \"use\": \"enc\""),
    (
        "private",
        "did-key-unsupported",
        "a private member",
        "\"kty\": \"EC\"",
        "\"kty\": \"EC\", \"d\": \"QkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkI\"",
    ),
];

pub fn add(all: &mut All) -> Result<(), CannotMake> {
    let maker = Maker { key: SigningKey::from_secret_bytes(KeyType::P256, &[0x42; 32])? };
    maker.documents(all)?;
    let good = maker.signed(HEADER, MANIFEST)?;
    let of_hotel = |expect: &str, comment: &str, body: String| {
        let vector = Vector::new("catalog-verify", expect, comment, body).with("at", "2026-11-22T12:00:00Z");
        let vector = vector.with("did-document", "did-documents/hotel.json").with("artifact", "a");
        if expect == "ok" { vector.with("output", "did:web:hotel.example") } else { vector }
    };
    all.push("trust-manifest/good", of_hotel("ok", "every entry by its publisher", catalog(&good)));
    for (name, expect, header) in HEADERS {
        let body = catalog(&maker.signed(header, MANIFEST)?);
        all.push(format!("trust-manifest/{name}"), of_hotel(expect, "signed well under this header", body));
    }
    for (name, expect, comment, from, to) in SIGNED {
        let body = catalog(&maker.signed(HEADER, &changed(MANIFEST, from, to)?)?);
        all.push(format!("trust-manifest/{name}"), of_hotel(expect, comment, body));
    }
    for (name, expect, comment, ..) in DOCUMENTS {
        let vector = Vector::new("catalog-verify", expect, comment, catalog(&good)).with("at", "2026-11-22T12:00:00Z");
        let vector = vector.with("did-document", format!("did-documents/{name}.json")).with("artifact", "a");
        all.push(format!("trust-manifest/key-{name}"), vector);
    }
    maker.entries(all, &good, &of_hotel)?;
    maker.covered(all)?;
    maker.roots(all, &of_hotel)
}

/// A catalog with the hotel's entry and these manifests.
fn catalog(manifests: &str) -> String {
    format!(
        "{{\"specVersion\": \"1.0\", \"entries\": [\n  {{{ENTRY}{DIGEST},\n    \"trustManifests\": [{manifests}]}}]}}\n"
    )
}

struct Maker {
    key: SigningKey,
}

impl Maker {
    /// The DID documents of the hotel and of an endorser, and faulty ones.
    fn documents(&self, all: &mut All) -> Result<(), CannotMake> {
        for name in ["hotel", "auditor"] {
            let did: Did = format!("did:web:{name}.example").parse()?;
            let document = DidDocumentBuilder::new(did, self.key.verifying_key()).build()?;
            let text = document.source().to_owned();
            if name == "hotel" {
                for (name, _, _, from, to) in DOCUMENTS {
                    let edited = changed(&text, from, to)?;
                    all.files.push((format!("trust-manifest/did-documents/{name}.json"), edited.into_bytes()));
                }
            }
            all.files.push((format!("trust-manifest/did-documents/{name}.json"), text.into_bytes()));
        }
        Ok(())
    }

    /// Adds a detached JWS over the canonical form of a container as `signature.jws`.
    fn signed(&self, header: &str, canonical: &str) -> Result<String, CannotMake> {
        let protected = URL_SAFE_NO_PAD.encode(header);
        let signature = self.key.sign(format!("{protected}.{}", URL_SAFE_NO_PAD.encode(canonical)).as_bytes());
        let jws = format!("{protected}..{}", URL_SAFE_NO_PAD.encode(signature.0));
        changed(canonical, "\"signature\":{", &format!("\"signature\":{{\"jws\":\"{jws}\","))
    }

    /// Results for entries.
    fn entries(
        &self,
        all: &mut All,
        good: &str,
        of_hotel: &dyn Fn(&str, &str, String) -> Vector,
    ) -> Result<(), CannotMake> {
        let at = |expect: &str, comment: &str, body: String| {
            Vector::new("catalog-verify", expect, comment, body).with("at", "2026-11-22T12:00:00Z")
        };
        let hotel = |vector: Vector| vector.with("did-document", "did-documents/hotel.json");
        all.push(
            "trust-manifest/artifact-other",
            hotel(at("catalog-artifact", "other bytes", catalog(good))).with("artifact", "b"),
        );
        all.push(
            "trust-manifest/artifact-unchecked",
            hotel(at("catalog-unchecked", "nobody fetched it", catalog(good))),
        );
        let by_url =
            format!("{{\"entries\": [{{{ENTRY}, \"trustManifests\": [{}]}}]}}\n", self.signed(HEADER, BY_URL)?);
        all.push("trust-manifest/url", of_hotel("ok", "bound by its URL alone", by_url.clone()));
        let moved = changed(
            &by_url,
            "\"url\": \"https://hotel.example/card.json\"",
            "\"url\": \"https://hotel.example/card\"",
        )?;
        all.push("trust-manifest/url-other", of_hotel("catalog-subject", "another URL", moved));
        let with_digest = changed(&by_url, "card.json\", \"trust", &format!("card.json\"{DIGEST}, \"trust"))?;
        all.push(
            "trust-manifest/digest-added",
            of_hotel("catalog-subject", "an entry's digest that nobody signed", with_digest),
        );
        let with_version = changed(&catalog(good), DIGEST, &format!("{DIGEST}, \"version\": \"2\""))?;
        all.push("trust-manifest/version-added", of_hotel("catalog-subject", "a version nobody signed", with_version));
        let both = changed(&catalog(good), DIGEST, &format!("{DIGEST}, \"data\": \"a\""))?;
        all.push("trust-manifest/both", of_hotel("contradiction", "two artifacts", both));

        let suffix = |publisher: &str| -> Result<String, CannotMake> {
            let own = |text: &str| text.replace("urn:air:hotel.example", &format!("urn:air:{publisher}"));
            let manifest = self.signed(HEADER, &own(MANIFEST))?;
            Ok(own(&catalog("@")).replace('@', &manifest))
        };
        for (name, publisher, comment) in [
            ("publisher-suffix", "evil-hotel.example", "a host that ends with the signer's"),
            ("publisher-below", "rooms.hotel.example", "a host below the signer's"),
            ("publisher-case", "Hotel.example", "compared with case"),
        ] {
            let vector = of_hotel("catalog-publisher", comment, suffix(publisher)?);
            all.push(format!("trust-manifest/{name}"), vector);
        }
        let auditor = |text: &str| text.replace("did:web:hotel.example", "did:web:auditor.example");
        let endorsement = self.signed(&auditor(HEADER), &auditor(MANIFEST))?;
        let alone = at("catalog-publisher", "an endorsement is not the publisher's word", catalog(&endorsement));
        all.push(
            "trust-manifest/endorsement",
            alone.with("did-document", "did-documents/auditor.json").with("artifact", "a"),
        );
        let beside = catalog(&format!("{endorsement}, {good}"));
        all.push("trust-manifest/endorsement-beside", of_hotel("ok", "one of them is the publisher's", beside));
        let added = changed(&catalog(good), "{\"contributor\"", "{\"a\":1,\"contributor\"")?;
        all.push("trust-manifest/member-added", of_hotel("jws-signature", "added after signing", added));
        let additional = changed(&catalog(good), "{\"contributor\"", "{\"additionalSignatures\":[1],\"contributor\"")?;
        all.push("trust-manifest/additional-signatures", of_hotel("ok", "reserved, and not covered", additional));
        let twice = changed(
            &catalog(good),
            "{\"contributor\"",
            "{\"contributor\":\"did:web:auditor.example\",\"contributor\"",
        )?;
        all.push("trust-manifest/duplicate", of_hotel("json-duplicate-key", "one member twice", twice));
        let unsigned_entry =
            changed(&catalog(good), "]}]}", "]},\n  {\"identifier\": \"urn:air:hotel.example:agent:x\"}]}")?;
        all.push(
            "trust-manifest/entry-unsigned",
            of_hotel("catalog-publisher", "one entry is nobody's", unsigned_entry),
        );
        all.push("trust-manifest/unsigned", of_hotel("jws-missing", "nothing is signed", catalog("")));
        let old = format!(
            "{{\"specVersion\": \"1.0\", \"entries\": [{{{ENTRY}, \"trustManifest\": {{\"identity\": \"did:web:hotel.example\", \"signature\": \"a..b\"}}}}]}}\n"
        );
        all.push("trust-manifest/earlier", of_hotel("unsupported-version", "an earlier generation's", old));
        Ok(())
    }

    /// What is left of catalogs with parts that no accepted signature covers.
    fn covered(&self, all: &mut All) -> Result<(), CannotMake> {
        let covered = |comment: &str, body: String, output: String| {
            let vector = Vector::new("covered", "ok", comment, body).with("at", "2026-11-22T12:00:00Z");
            let vector = vector.with("did-document", "did-documents/hotel.json").with("artifact", "a");
            vector.with("output", output)
        };
        // the members of a signature in canonical order
        let in_order = |signed: &str| -> Result<String, CannotMake> {
            let jws = signed.split("\"jws\":").nth(1).and_then(|rest| rest.split(',').next()).unwrap_or_default();
            let without = changed(signed, &format!("\"jws\":{jws},"), "")?;
            changed(&without, "\"profile\":", &format!("\"jws\":{jws},\"profile\":"))
        };
        let good = self.signed(HEADER, MANIFEST)?;
        let members = r#""digest":"sha256:ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb","identifier":"urn:air:hotel.example:agent:rooms""#;
        let kept = |manifest: &str, more: &str| -> Result<String, CannotMake> {
            let manifest = in_order(manifest)?;
            Ok(format!(
                r#"{{"entries":[{{{more}"trustManifests":[{manifest}],"type":"application/a2a-agent-card+json"}}]}}"#
            ))
        };
        let of_digest = kept(&good, &format!("{members},"))?;
        all.push(
            "trust-manifest/covered",
            covered("what the subject repeats, without the URL", catalog(&good), of_digest.clone()),
        );
        for (name, comment, member) in [
            ("media-type", "an earlier name of the type", r#""mediaType": "application/json""#),
            (
                "manifest",
                "an earlier generation's manifest",
                r#""trustManifest": {"identity": "did:web:evil.example"}"#,
            ),
            (
                "publisher",
                "a publisher that nobody signed",
                r#""publisher": {"identifier": "evil", "displayName": "Evil"}"#,
            ),
            ("name", "a name", r#""displayName": "Evil""#),
            ("extensions", "extensions", r#""extensions": {"com.evil": 1}, "metadata": {"a": [1]}"#),
        ] {
            let body = changed(&catalog(&good), DIGEST, &format!("{DIGEST}, {member}"))?;
            all.push(format!("trust-manifest/covered-{name}"), covered(comment, body, of_digest.clone()));
        }
        let body = changed(&catalog(&good), "{\"contributor\"", "{\"additionalSignatures\":[1],\"contributor\"")?;
        let body = changed(&body, "\"entries\"", "\"host\": {\"displayName\": \"Evil\"}, \"entries\"")?;
        all.push("trust-manifest/covered-beside", covered("the host and the reserved member", body, of_digest));
        let by_url = self.signed(HEADER, BY_URL)?;
        let body = format!("{{\"entries\": [{{{ENTRY}, \"trustManifests\": [{by_url}]}}]}}\n");
        let output = kept(&by_url, r#""identifier":"urn:air:hotel.example:agent:rooms","#)?;
        let output = changed(
            &output,
            r#""type":"application/a2a-agent-card+json"}]}"#,
            r#""type":"application/a2a-agent-card+json","url":"https://hotel.example/card.json"}]}"#,
        )?;
        all.push("trust-manifest/covered-url", covered("a URL that the subject repeats", body, output));
        Ok(())
    }

    /// Results for catalog signatures.
    fn roots(&self, all: &mut All, of_hotel: &dyn Fn(&str, &str, String) -> Vector) -> Result<(), CannotMake> {
        let good = self.signed(ROOT_HEADER, ROOT)?;
        all.push("trust-manifest/root", of_hotel("ok", "the operator signed all of it", good.clone()));
        let of_manifests = self.signed(HEADER, ROOT)?;
        all.push("trust-manifest/root-typ", of_hotel("jws-header", "a manifest's `typ`", of_manifests));
        for (name, expect, comment, from, to) in [
            (
                "root-operator",
                "catalog-signer",
                "another operator",
                "\"identifier\":\"did:web:hotel.example\"",
                "\"identifier\":\"did:web:other.example\"",
            ),
            ("root-operator-missing", "catalog-signer", "no operator", ",\"identifier\":\"did:web:hotel.example\"", ""),
            (
                "root-empty",
                "ok",
                "a catalog of nothing",
                "{\"identifier\":\"urn:air:other.example:agent:x\",\"type\":\"application/json\",\"url\":\"https://other.example/x\"}",
                "",
            ),
        ] {
            let body = self.signed(ROOT_HEADER, &changed(ROOT, from, to)?)?;
            all.push(format!("trust-manifest/{name}"), of_hotel(expect, comment, body));
        }
        let grown = changed(
            &good,
            "\"entries\":[",
            "\"entries\":[{\"identifier\":\"urn:air:evil.example:agent:x\",\"type\":\"application/json\",\"url\":\"https://evil.example/\"},",
        )?;
        all.push("trust-manifest/root-entry-added", of_hotel("jws-signature", "an entry added after signing", grown));
        let additional = changed(&good, "{\"entries\"", "{\"additionalSignatures\":[1],\"entries\"")?;
        all.push("trust-manifest/root-additional-signatures", of_hotel("ok", "reserved, and not covered", additional));
        let other = of_hotel("catalog-signer", "another signer is expected", good);
        all.push("trust-manifest/root-signer", other.with("signer", "did:web:other.example"));
        Ok(())
    }
}
