//! The JSON-LD contexts that verification uses, as data: each with its IRIs, SHA-256, origin and license.
//!
//! ```
//! let did = adp_contexts::CONTEXTS
//!     .iter()
//!     .find(|context| context.iris.contains(&"https://www.w3.org/ns/did/v1"))
//!     .expect("DID documents name it");
//! assert_eq!(did.license, "W3C Software and Document License");
//! assert!(did.bytes.starts_with(b"{"));
//! ```
#![no_std]

/// A context document that is compiled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PinnedContext {
    /// The IRIs that stand for the document; the first one is the usual one.
    pub iris: &'static [&'static str],
    /// The document.
    pub bytes: &'static [u8],
    /// The SHA-256 of the document.
    pub sha256: [u8; 32],
    /// Where the document is from.
    pub origin: &'static str,
    /// Its license; `LICENSES.md` has the notices.
    pub license: &'static str,
}

/// The name of the terms without a prefix in schema.org's context, its `@vocab`.
pub const SCHEMA_ORG_VOCABULARY: &str = "http://schema.org/";

/// The SHA-256 of schema.org's context, whose terms are also in [`SCHEMA_ORG_TERMS`].
pub const SCHEMA_ORG_SHA256: [u8; 32] = sha256("d8167890b056bc7c71eb39b30cbb4816490d5e671371ba50a5a633d1bc36961a");

/// The terms of schema.org's context, a line each: `TERM MEANING [COERCION]`, which is faster to load than the document.
pub const SCHEMA_ORG_TERMS: &str = include_str!("../schema-org.terms");

/// Parses a hexadecimal SHA-256; an invalid one fails the build.
#[allow(clippy::panic)] // at compile time only
const fn sha256(text: &str) -> [u8; 32] {
    let text = text.as_bytes();
    assert!(text.len() == 64);
    let mut bytes = [0; 32];
    let mut at = 0;
    while at < 64 {
        let digit = text[at];
        assert!(digit.is_ascii_digit() || (digit >= b'a' && digit <= b'f'));
        let digit = if digit.is_ascii_digit() { digit - b'0' } else { digit - b'a' + 10 };
        bytes[at / 2] = bytes[at / 2] << 4 | digit;
        at += 1;
    }
    bytes
}

macro_rules! contexts {
    ($($file:literal { iris: $iris:expr, sha256: $sha256:literal, origin: $origin:literal, license: $license:literal, })+) => {
        /// Every context document.
        pub const CONTEXTS: &[PinnedContext] = &[$(PinnedContext {
            iris: &$iris,
            bytes: include_bytes!(concat!("../", $file)),
            sha256: sha256($sha256),
            origin: $origin,
            license: $license,
        },)+];
    };
}

contexts! {
    "ad.jsonld" {
        iris: ["https://agent-network-protocol.com/ad#", "https://agent-network-protocol.com/ad"],
        sha256: "5c650a101ce58658b0d7af1f0cd874ff3ed5002c872d95ae7cc3ccb154cfc510",
        origin: "this project, from the terms of the Agent Description Protocol",
        license: "MIT OR Apache-2.0",
    }
    "anp-07.jsonld" {
        iris: ["urn:agent-description:anp-07"],
        sha256: "230b3ef6da2563f1e056df76506c7e5aef5c11e6c678cb706bdfa4678729f518",
        origin: "this project, from the member names of ANP-07 1.1; supplied to documents without @context",
        license: "MIT OR Apache-2.0",
    }
    "schema-org.jsonld" {
        iris: ["https://schema.org/", "https://schema.org", "https://schema.org/docs/jsonldcontext.jsonld", "https://schema.org/docs/jsonldcontext.json", "http://schema.org", "http://schema.org/", "http://schema.org/docs/jsonldcontext.jsonld", "http://schema.org/docs/jsonldcontext.json"],
        sha256: "d8167890b056bc7c71eb39b30cbb4816490d5e671371ba50a5a633d1bc36961a",
        origin: "schema.org release 30.0, data/releases/30.0/schemaorgcontext.jsonld",
        license: "CC-BY-SA-3.0",
    }
    "did-v1.jsonld" {
        iris: ["https://www.w3.org/ns/did/v1"],
        sha256: "4f3eae5568c9c5f036a082088f9e192019ee06faa78973c87ff91d5421b88dad",
        origin: "Decentralized Identifiers (DIDs) v1.0",
        license: "W3C Software and Document License",
    }
    "did-v1.1.jsonld" {
        iris: ["https://www.w3.org/ns/did/v1.1"],
        sha256: "ea216ecc1cb02cd39b693dba2250141e270ba0bf95890be107dd9a9e8e43de85",
        origin: "github.com/w3c/did-core e2591dc8, contexts/v1.1rc1: the release candidate of the v1.1 context",
        license: "W3C Software and Document License",
    }
    "did-v1-2019.jsonld" {
        iris: ["https://w3id.org/did/v1"],
        sha256: "96bb753dc0032dc01135a4d82bc3a7f53aef496a335fc87d98b1635d947eadf5",
        origin: "github.com/w3c-ccg/did-spec 69f11490, contexts/did-v1.jsonld: what w3id.org redirects this IRI to",
        license: "W3C Software and Document License",
    }
    "data-integrity-v1.jsonld" {
        iris: ["https://w3id.org/security/data-integrity/v1"],
        sha256: "b5d829bd09aa7c42abc6efa0c8ed7635313b5487f37ccfce3ecd149ca9418554",
        origin: "Verifiable Credential Data Integrity",
        license: "W3C Software and Document License",
    }
    "data-integrity-v2.jsonld" {
        iris: ["https://w3id.org/security/data-integrity/v2"],
        sha256: "67f21e6e33a6c14e5ccfd2fc7865f7474fb71a04af7e94136cb399dfac8ae8f4",
        origin: "Verifiable Credential Data Integrity",
        license: "W3C Software and Document License",
    }
    "multikey-v1.jsonld" {
        iris: ["https://w3id.org/security/multikey/v1"],
        sha256: "ba2c182de2d92f7e47184bcca8fcf0beaee6d3986c527bf664c195bbc7c58597",
        origin: "Verifiable Credential Data Integrity",
        license: "W3C Software and Document License",
    }
    "jwk-v1.jsonld" {
        iris: ["https://w3id.org/security/jwk/v1"],
        sha256: "0f14b62f6071aafe00df265770ea0c7508e118247d79b7d861a406d2aa00bece",
        origin: "Controlled Identifiers / Verifiable Credential Data Integrity",
        license: "W3C Software and Document License",
    }
    "security-v1.jsonld" {
        iris: ["https://w3id.org/security/v1"],
        sha256: "abaf97e107d1925503c433dcaf3ffd2831697cacc1ed2a293e1bc8030d5bcb47",
        origin: "The Security Vocabulary",
        license: "W3C Software and Document License",
    }
    "security-v2.jsonld" {
        iris: ["https://w3id.org/security/v2"],
        sha256: "611bd81151d5efe53ec9aed78f5a813e577287bc9451ee26d6879b1b8b46bc3b",
        origin: "The Security Vocabulary",
        license: "W3C Software and Document License",
    }
    "jws-2020-v1.jsonld" {
        iris: ["https://w3id.org/security/suites/jws-2020/v1", "https://w3c-ccg.github.io/lds-jws2020/contexts/lds-jws2020-v1.json"],
        sha256: "d648e05ddc6577827ca2bfd5e931f53e9ebc6e52a57a8da81df4ec8c46ffcd1e",
        origin: "JSON Web Signature 2020",
        license: "W3C Software and Document License",
    }
    "ed25519-2020-v1.jsonld" {
        iris: ["https://w3id.org/security/suites/ed25519-2020/v1"],
        sha256: "b9e1ab971fd8bf2c7553e0c4a9438e0b9450afde1ea1ca5b2492368b9f549588",
        origin: "The Security Vocabulary",
        license: "W3C Software and Document License",
    }
    "ed25519-2018-v1.jsonld" {
        iris: ["https://w3id.org/security/suites/ed25519-2018/v1"],
        sha256: "46e1b68d8e9c80ddc824ba85b2895df206d33c35adefb0f8bebe8a138b348c6b",
        origin: "reconstructed: only the terms that DID documents use",
        license: "MIT OR Apache-2.0",
    }
    "secp256k1-2019-v1.jsonld" {
        iris: ["https://w3id.org/security/suites/secp256k1-2019/v1"],
        sha256: "65cbd573884e49d65b3864236052d5bb55a855791226411f48792f5140683980",
        origin: "reconstructed: only the terms that DID documents use",
        license: "MIT OR Apache-2.0",
    }
    "x25519-2019-v1.jsonld" {
        iris: ["https://w3id.org/security/suites/x25519-2019/v1"],
        sha256: "861cc44e00a9d2f06b2a47d1fe4b7b675eb479db438bdc01dcf3c0747892e424",
        origin: "reconstructed: only the terms that DID documents use",
        license: "MIT OR Apache-2.0",
    }
}
