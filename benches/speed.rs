//! The table of the README, row by row: work of this crate, in turns with what it is compared with, in one run.
//!
//! Every call goes from bytes to the result, a fresh document each time.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod signed;
mod table;

use agent_description::{
    Document, Limits, Suite, json,
    jsonld::{CompactOptions, Contexts, ExpandOptions, compact, expand, flatten},
};
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, ParsedPublicKey};
use json_ld::{
    ExtractContext, JsonLdProcessor, NoLoader, RemoteDocument, RemoteDocumentReference, iref::IriBuf,
    rdf_types::generator, syntax::Parse,
};
use signed::{Signed, message};
use std::{collections::HashMap, hint::black_box};
use table::Table;

const BASE: &str = "https://example.com/ad.json";
const SCHEMA_ORG: &str = "https://schema.org/";

fn main() {
    // `cargo test --benches` runs benches too, to see that they run
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let Some(inline) = table::specification_example() else { return };
    println!("the specification's example, {} bytes; limits in brackets", inline.len());
    // `cargo bench --bench speed -- flattening` measures that table alone
    let named: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let wanted = |table: &str| named.is_empty() || named.iter().any(|name| name == table);
    if wanted("canonical-form") {
        canonical_form(&inline);
    }
    if wanted("expansion") {
        expansion(&inline);
    }
    if wanted("compaction") {
        compaction(&inline);
    }
    if wanted("flattening") {
        flattening(&inline);
    }
    if wanted("verification") {
        for suite in [Suite::AdpEcdsaP256, Suite::EcdsaJcs2019] {
            verification(&inline, suite);
        }
    }
}

fn canonical_form(bytes: &[u8]) {
    let limits = Limits::default();
    let read = || serde_json::from_slice::<serde_json::Value>(black_box(bytes)).unwrap();
    let mut table = Table::default();
    table.row("serde_json read + to_vec", || serde_json::to_vec(&read()).unwrap());
    table.row("strict read + JCS (1.0x)", || json::jcs::canonicalize(&json::parse(black_box(bytes), &limits).unwrap()));
    table.row("serde_json read + serde_jcs", || serde_jcs::to_vec(&read()).unwrap());
    table.compare("strict JSON and canonical form");
}

fn expansion(inline: &[u8]) {
    let limits = Limits::default();
    let mut object = Document::parse(inline, &limits).unwrap().root().clone();
    object.insert("@context", SCHEMA_ORG);
    let by_url = json::Json::from(object).to_pretty().into_bytes();
    let contexts = Contexts::embedded();
    let options = ExpandOptions::with_base(BASE);
    let own = |bytes: &[u8], contexts: &Contexts| {
        expand(&json::parse(black_box(bytes), &limits).unwrap(), contexts, &options).unwrap()
    };
    let schema_org = contexts.get(SCHEMA_ORG).unwrap().bytes();
    let document = |bytes: &[u8], iri: &str| {
        let (value, _) = json_ld::syntax::Value::parse_slice(black_box(bytes)).unwrap();
        RemoteDocument::new(Some(IriBuf::new(iri.to_owned()).unwrap()), None, value)
    };
    let peer = |bytes: &[u8]| futures_executor::block_on(document(bytes, BASE).expand(&NoLoader)).unwrap();
    let loader: HashMap<IriBuf, _> =
        [(IriBuf::new(SCHEMA_ORG.to_owned()).unwrap(), document(schema_org, SCHEMA_ORG))].into_iter().collect();
    let peer_by_url = |bytes: &[u8]| futures_executor::block_on(document(bytes, BASE).expand(&loader)).unwrap();
    // the rows do the same work
    assert_eq!(own(inline, &contexts).items().len(), peer(inline).len());
    assert_eq!(own(&by_url, &contexts).items().len(), peer_by_url(&by_url).len());

    let mut table = Table::default();
    table.row("json-ld, inline context", || peer(inline));
    table.row("read + expand (25 µs, 0.33x)", || own(inline, &contexts));
    table.compare("expansion under the inline context");

    let first_use = || Contexts::none().pin(SCHEMA_ORG, schema_org, None).unwrap();
    let mut table = Table::default();
    table.row("json-ld, schema.org's context", || peer_by_url(&by_url));
    table.row("read + expand (30 µs)", || own(&by_url, &contexts));
    table.row("first use of the context (1000 µs)", || own(&by_url, &first_use()));
    table.compare("expansion under schema.org's context by URL");
}

/// Compaction by the document's own context.
fn compaction(inline: &[u8]) {
    let (contexts, options) = (Contexts::embedded(), compact_options());
    let own = || {
        let json = read(inline);
        compact(&json, json.get("@context").unwrap(), &contexts, &options).unwrap()
    };
    let peer = || {
        let value = peer_value(inline);
        let context = RemoteDocument::new(base(), None, value.clone().into_ld_context().unwrap());
        let document = RemoteDocument::new(base(), None, value);
        futures_executor::block_on(document.compact(RemoteDocumentReference::Loaded(context), &NoLoader)).unwrap()
    };
    // the rows do the same work
    let members = peer().as_object().map(json_ld::syntax::Object::len);
    assert_eq!(own().as_object().map(json::Object::len), members);
    assert!(own().get("interfaces").is_some());

    let mut table = Table::default();
    table.row("json-ld, compacted", peer);
    table.row("read + expand + compact (0.33x)", own);
    table.compare("compaction by the inline context");
}

/// Flattening; the crate `json-ld` gives the result as expanded form.
fn flattening(inline: &[u8]) {
    let (contexts, options) = (Contexts::embedded(), compact_options());
    let mut table = Table::default();
    table.row("json-ld, flattened", || {
        let mut blank_nodes = generator::Blank::new();
        futures_executor::block_on(remote(inline).flatten(&mut blank_nodes, &NoLoader)).unwrap()
    });
    table.row("read + expand + flatten (0.33x)", || {
        expand(&read(inline), &contexts, &options.expand).unwrap().flatten().unwrap()
    });
    table.row("and compacted", || {
        let json = read(inline);
        flatten(&json, json.get("@context").unwrap(), &contexts, &options).unwrap()
    });
    table.compare("flattening");
}

fn compact_options() -> CompactOptions {
    let mut options = CompactOptions::default();
    options.expand = ExpandOptions::with_base(BASE);
    options
}

fn read(bytes: &[u8]) -> json::Json {
    json::parse(black_box(bytes), &Limits::default()).unwrap()
}

fn base() -> Option<IriBuf> {
    Some(IriBuf::new(BASE.to_owned()).unwrap())
}

fn peer_value(bytes: &[u8]) -> json_ld::syntax::Value {
    json_ld::syntax::Value::parse_slice(black_box(bytes)).unwrap().0
}

/// The document as the crate `json-ld` takes it.
fn remote(bytes: &[u8]) -> RemoteDocument {
    RemoteDocument::new(base(), None, peer_value(bytes))
}

fn verification(bytes: &[u8], suite: Suite) {
    let signed = Signed::new(bytes, suite);
    let (canonical, signature) = signed.canonical_texts();
    let point = signed.verifying_key().to_sec1(false);
    let aws = ParsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).unwrap();
    let mut table = Table::default();
    table.row("aws-lc-rs bare verify", || aws.verify_sig(&message(black_box(&canonical)), &signature).unwrap());
    table.row("read + JCS + SHA-256 + verify (1.2x)", || signed.verify_signature(black_box(&signed.bytes)));
    table.row("whole verification (1.4x)", || signed.verify(black_box(&signed.bytes)));
    table.compare(&format!("verification by a cached key, {suite}"));
}
