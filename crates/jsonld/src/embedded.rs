//! The embedded context documents. `contexts/index.toml` is the list; a test compares it with this table.

use super::term_table::TermTable;
#[cfg(not(target_family = "wasm"))]
use std::{collections::HashMap, sync::LazyLock};

/// An embedded file and its IRIs.
pub(super) struct EmbeddedFile {
    pub(super) iris: &'static [&'static str],
    pub(super) bytes: &'static [u8],
    pub(super) sha256: [u8; 32],
}

/// The SHA-256 of schema.org's context, which has a [`TermTable`].
#[cfg(not(target_family = "wasm"))]
const SCHEMA_ORG: [u8; 32] = sha256("d8167890b056bc7c71eb39b30cbb4816490d5e671371ba50a5a633d1bc36961a");

#[cfg(not(target_family = "wasm"))]
const SCHEMA_ORG_TERMS: TermTable =
    TermTable { vocabulary: "http://schema.org/", lines: include_str!("../contexts/schema-org.terms") };

/// The term table of the context document with these bytes, if it has one.
/// WebAssembly has none: there, size is more important than the milliseconds that the first document takes.
pub(super) fn term_table(sha256: &[u8; 32]) -> Option<&'static TermTable> {
    #[cfg(not(target_family = "wasm"))]
    return (*sha256 == SCHEMA_ORG).then_some(&SCHEMA_ORG_TERMS);
    #[cfg(target_family = "wasm")]
    return None;
}

/// A term of schema.org's context: its IRI or keyword, and `@prefix`, `@id` or the datatype of its values.
#[cfg(not(target_family = "wasm"))]
pub fn schema_org_term(name: &str) -> Option<(&'static str, Option<&'static str>)> {
    type Terms = HashMap<&'static str, (&'static str, Option<&'static str>)>;
    static TERMS: LazyLock<Terms> = LazyLock::new(|| {
        let read = |line: &'static str| {
            let (term, meaning) = line.split_once(' ')?;
            let (iri, coercion) = meaning.split_once(' ').map_or((meaning, None), |(iri, of)| (iri, Some(of)));
            Some((term, (iri, coercion)))
        };
        SCHEMA_ORG_TERMS.lines.lines().filter_map(read).collect()
    });
    TERMS.get(name).copied()
}

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

macro_rules! files {
    ($($file:literal $sha256:literal [$($iri:literal),+])+) => {
        pub(super) const FILES: &[EmbeddedFile] = &[$(EmbeddedFile {
            iris: &[$($iri),+],
            bytes: include_bytes!(concat!("../contexts/", $file)),
            sha256: sha256($sha256),
        },)+];
    };
}

files! {
    "ad.jsonld" "5c650a101ce58658b0d7af1f0cd874ff3ed5002c872d95ae7cc3ccb154cfc510"
        ["https://agent-network-protocol.com/ad#", "https://agent-network-protocol.com/ad"]
    "anp-07.jsonld" "230b3ef6da2563f1e056df76506c7e5aef5c11e6c678cb706bdfa4678729f518"
        ["urn:agent-description:anp-07"]
    "schema-org.jsonld" "d8167890b056bc7c71eb39b30cbb4816490d5e671371ba50a5a633d1bc36961a"
        ["https://schema.org/", "https://schema.org", "https://schema.org/docs/jsonldcontext.jsonld", "https://schema.org/docs/jsonldcontext.json", "http://schema.org", "http://schema.org/", "http://schema.org/docs/jsonldcontext.jsonld", "http://schema.org/docs/jsonldcontext.json"]
    "did-v1.jsonld" "4f3eae5568c9c5f036a082088f9e192019ee06faa78973c87ff91d5421b88dad"
        ["https://www.w3.org/ns/did/v1"]
    "did-v1.1.jsonld" "ea216ecc1cb02cd39b693dba2250141e270ba0bf95890be107dd9a9e8e43de85"
        ["https://www.w3.org/ns/did/v1.1"]
    "did-v1-2019.jsonld" "96bb753dc0032dc01135a4d82bc3a7f53aef496a335fc87d98b1635d947eadf5"
        ["https://w3id.org/did/v1"]
    "data-integrity-v1.jsonld" "b5d829bd09aa7c42abc6efa0c8ed7635313b5487f37ccfce3ecd149ca9418554"
        ["https://w3id.org/security/data-integrity/v1"]
    "data-integrity-v2.jsonld" "67f21e6e33a6c14e5ccfd2fc7865f7474fb71a04af7e94136cb399dfac8ae8f4"
        ["https://w3id.org/security/data-integrity/v2"]
    "multikey-v1.jsonld" "ba2c182de2d92f7e47184bcca8fcf0beaee6d3986c527bf664c195bbc7c58597"
        ["https://w3id.org/security/multikey/v1"]
    "jwk-v1.jsonld" "0f14b62f6071aafe00df265770ea0c7508e118247d79b7d861a406d2aa00bece"
        ["https://w3id.org/security/jwk/v1"]
    "security-v1.jsonld" "abaf97e107d1925503c433dcaf3ffd2831697cacc1ed2a293e1bc8030d5bcb47"
        ["https://w3id.org/security/v1"]
    "security-v2.jsonld" "611bd81151d5efe53ec9aed78f5a813e577287bc9451ee26d6879b1b8b46bc3b"
        ["https://w3id.org/security/v2"]
    "jws-2020-v1.jsonld" "d648e05ddc6577827ca2bfd5e931f53e9ebc6e52a57a8da81df4ec8c46ffcd1e"
        ["https://w3id.org/security/suites/jws-2020/v1", "https://w3c-ccg.github.io/lds-jws2020/contexts/lds-jws2020-v1.json"]
    "ed25519-2020-v1.jsonld" "b9e1ab971fd8bf2c7553e0c4a9438e0b9450afde1ea1ca5b2492368b9f549588"
        ["https://w3id.org/security/suites/ed25519-2020/v1"]
    "ed25519-2018-v1.jsonld" "46e1b68d8e9c80ddc824ba85b2895df206d33c35adefb0f8bebe8a138b348c6b"
        ["https://w3id.org/security/suites/ed25519-2018/v1"]
    "secp256k1-2019-v1.jsonld" "65cbd573884e49d65b3864236052d5bb55a855791226411f48792f5140683980"
        ["https://w3id.org/security/suites/secp256k1-2019/v1"]
    "x25519-2019-v1.jsonld" "861cc44e00a9d2f06b2a47d1fe4b7b675eb479db438bdc01dcf3c0747892e424"
        ["https://w3id.org/security/suites/x25519-2019/v1"]
}

#[cfg(test)]
mod tests {
    use super::{SCHEMA_ORG_TERMS, schema_org_term};
    use crate::compiled_context::schema_org_term as compiled_schema_org_term;

    #[test]
    fn builds_without_the_table_know_the_same_terms() {
        let terms = SCHEMA_ORG_TERMS.lines.lines().filter_map(|line| line.split_once(' ')).map(|(term, _)| term);
        for term in terms.chain(["", "nme", "@vocab", "schema:name"]) {
            assert_eq!(compiled_schema_org_term(term), schema_org_term(term), "{term}");
        }
    }
}
