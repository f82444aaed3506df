//! What the expansion says beside its result: places, errors, dropped members, contexts, the root's context.

use adp_json::{self as json, Code, CodedError, Document, Json, Limits, Offset, Text, Value};
use adp_jsonld::{Contexts, DropReason, ExpandOptions, Expanded, JsonLdError, expand};
use sha2::{Digest, Sha256};

fn document(text: &str) -> Document {
    Document::parse(text.as_bytes(), &Limits::default()).unwrap()
}

fn try_expand(text: &str, contexts: &Contexts) -> Result<Expanded, JsonLdError> {
    let document = document(text);
    expand(document.json(), contexts, &ExpandOptions::default()).map_err(|error| error.locate(&document))
}

/// The source text from a place to the end of its line.
fn at(source: &str, offset: Offset) -> &str {
    source[offset.get().expect("a place")..].lines().next().unwrap()
}

#[test]
fn values_and_names_keep_their_places() {
    let source = r#"{
"@context": {
  "@vocab": "https://example.com/",
  "id": "@id",
  "ref": {"@type": "@id"},
  "date": {"@type": "urn:date"},
  "list": {"@container": "@list"},
  "byLanguage": {"@container": "@language"},
  "byIndex": {"@container": "@index"},
  "byId": {"@container": "@id"},
  "back": {"@reverse": "urn:back"}
},
"id": "urn:a",
"@type": "T",
"name": "N",
"ref": "urn:r",
"date": "2026-01-01",
"list": [
  true
],
"byLanguage": {
  "en": "English"
},
"byIndex": {
  "first": {
    "x": 1}
},
"byId": {
  "urn:b": {
    "x": 2}
},
"back": {
  "id": "urn:c"}
}"#;
    let expanded = try_expand(source, &Contexts::none()).unwrap();
    let node = &expanded.items()[0];
    assert_eq!(node.offset().get(), Some(0));
    let value = |pointer: &str| {
        at(source, json::pointer::lookup(node, pointer).unwrap_or_else(|| panic!("{pointer}")).offset())
    };
    assert_eq!(value("/@id"), r#""urn:a","#);
    assert_eq!(value("/@type/0"), r#""T","#);
    let in_vocabulary = |name: &str| format!("/https:~1~1example.com~1{name}");
    assert_eq!(value(&(in_vocabulary("name") + "/0/@value")), r#""N","#);
    assert_eq!(value(&(in_vocabulary("ref") + "/0/@id")), r#""urn:r","#);
    assert_eq!(value(&(in_vocabulary("date") + "/0/@type")), r#""2026-01-01","#);
    assert_eq!(value(&(in_vocabulary("list") + "/0/@list/0/@value")), "true");
    assert_eq!(value(&(in_vocabulary("byLanguage") + "/0/@value")), r#""English""#);
    assert_eq!(value(&(in_vocabulary("byLanguage") + "/0/@language")), r#""en": "English""#);
    assert_eq!(value(&(in_vocabulary("byIndex") + "/0")), "{");
    assert_eq!(value(&(in_vocabulary("byIndex") + "/0/@index")), r#""first": {"#);
    assert_eq!(value(&(in_vocabulary("byIndex") + "/0/https:~1~1example.com~1x/0/@value")), "1}");
    assert_eq!(value(&(in_vocabulary("byId") + "/0/@id")), r#""urn:b": {"#);
    assert_eq!(value("/@reverse/urn:back/0/@id"), r#""urn:c"}"#);
    let name = |name: &str| at(source, node.as_object().unwrap().member(name).unwrap().name_offset());
    assert_eq!(name("https://example.com/name"), r#""name": "N","#);
    assert_eq!(name("@id"), r#""id": "urn:a","#);
    no_place_missing(node);
}

/// Everything in an expanded document came from somewhere.
fn no_place_missing(json: &Json) {
    assert_ne!(json.offset(), Offset::NONE, "{}", json.to_compact());
    match json.value() {
        Value::Array(items) => items.iter().for_each(no_place_missing),
        Value::Object(object) => {
            for member in object {
                assert_ne!(member.name_offset(), Offset::NONE, "{}", member.name());
                no_place_missing(member.value());
            }
        }
        _ => {}
    }
}

#[test]
fn errors_say_where() {
    // the marked places: line and column of what is wrong
    for (text, code, line, column, pointer) in [
        ("{\n \"@id\": 5}", Code::INVALID_ID_VALUE, 2, 9, "/@id"),
        ("{\"urn:a\": [\n{\"@value\": {}}]}", Code::INVALID_VALUE_OBJECT_VALUE, 2, 12, "/urn:a/0/@value"),
        ("{\"@context\": [\n7]}", Code::INVALID_LOCAL_CONTEXT, 2, 1, "/@context/0"),
        ("{\"@context\": {\n\"t\": \"nowhere\"}}", Code::INVALID_IRI_MAPPING, 2, 6, "/@context/t"),
        ("{\"@context\": {\n\"a\": \"b:x\", \"b\": \"a:x\"}}", Code::CYCLIC_IRI_MAPPING, 2, 1, "/@context/a"),
        ("{\"@context\":\n \"https://example.com/unknown\"}", Code::CONTEXT_NOT_EMBEDDED, 2, 2, "/@context"),
    ] {
        let error = try_expand(text, &Contexts::none()).unwrap_err();
        assert_eq!(error.code(), code, "{text}");
        let position = error.position().unwrap();
        assert_eq!((position.line, position.column), (line, column), "{text}: {error}");
        assert_eq!(error.pointer().as_deref(), Some(pointer), "{text}");
        assert!(error.to_string().starts_with(&format!("{line}:{column}: ")), "{error}");
    }
}

#[test]
fn errors_inside_a_context_document_name_it() {
    let bytes = b"{\"@context\": {\n  \"t\": {\"@id\": 7}}}";
    let contexts = Contexts::none().pin("https://example.com/c", bytes, None).unwrap();
    let error = try_expand("{\n\"@context\": \"https://example.com/c\"}", &contexts).unwrap_err();
    assert_eq!(error.code(), Code::INVALID_IRI_MAPPING);
    assert_eq!(error.position().unwrap().to_string(), "2:13");
    assert!(error.message().contains("(in the context document https://example.com/c at 2:16)"), "{error}");
    // the same where the term's own context is at fault, used from the document
    let bytes = br#"{"@context": {"t": {"@id": "urn:t", "@context": {"@protected": true, "u": "urn:u"}}, "n": {"@id": "urn:n", "@context": null}}}"#;
    let contexts = Contexts::none().pin("https://example.com/c", bytes, None).unwrap();
    let text = "{\"@context\": \"https://example.com/c\",\n\"t\": {\"@context\": null}}";
    let error = try_expand(text, &contexts).unwrap_err();
    assert_eq!(
        (error.code(), error.position().unwrap().to_string()),
        (Code::INVALID_CONTEXT_NULLIFICATION, "2:19".to_owned())
    );
}

#[test]
fn what_vanishes_is_listed() {
    let source = r#"{"@context": {"known": "https://example.com/known", "off": null},
        "known": {"unknown": 1, "off": 2}, "@future": 3, "@vocab": 4, "relative/iri": 5}"#;
    let expanded = try_expand(source, &Contexts::none()).unwrap();
    let dropped: Vec<_> = expanded.dropped().iter().map(|dropped| (dropped.name.as_str(), dropped.reason)).collect();
    assert_eq!(
        dropped,
        [
            ("unknown", DropReason::NoMapping),
            ("off", DropReason::MappedToNull),
            ("@future", DropReason::Reserved),
            ("@vocab", DropReason::MisplacedKeyword),
            ("relative/iri", DropReason::NoMapping),
        ]
    );
    assert_eq!(
        at(source, expanded.dropped()[0].offset),
        r#""unknown": 1, "off": 2}, "@future": 3, "@vocab": 4, "relative/iri": 5}"#
    );
}

#[test]
fn a_map_name_that_is_no_type_is_listed_and_not_written() {
    let source = r#"{"@context": {"m": {"@id": "urn:m", "@container": "@type"}, "off": null},
        "m": {"off": {"@id": "urn:a"}, "@future": {"@id": "urn:b", "@type": "urn:t"}, "urn:u": {"@id": "urn:c"}}}"#;
    let expanded = try_expand(source, &Contexts::none()).unwrap();
    let dropped: Vec<_> = expanded.dropped().iter().map(|dropped| (dropped.name.as_str(), dropped.reason)).collect();
    assert_eq!(dropped, [("off", DropReason::MappedToNull), ("@future", DropReason::Reserved)]);
    assert_eq!(
        expanded.into_json().to_compact(),
        r#"[{"urn:m":[{"@id":"urn:a"},{"@id":"urn:b","@type":["urn:t"]},{"@id":"urn:c","@type":["urn:u"]}]}]"#
    );
}

#[test]
fn contexts_that_took_part_are_named_with_their_hashes() {
    let inner = br#"{"@context": {"b": "https://example.com/b"}}"#;
    let outer = br#"{"@context": ["inner", {"a": "https://example.com/a"}]}"#;
    let imported = br#"{"@context": {"c": "https://example.com/c"}}"#;
    let contexts = Contexts::none()
        .pin("https://example.com/inner", inner, None)
        .and_then(|contexts| contexts.pin("https://example.com/outer", outer, Some(&Sha256::digest(outer).into())))
        .and_then(|contexts| contexts.pin("https://example.com/imported", imported, None))
        .unwrap();
    let text = r#"{"@context": ["https://example.com/outer", {"@import": "https://example.com/imported"}], "a": 1, "b": 2, "c": 3}"#;
    // once while the contexts are compiled, once from the compiled ones
    for _ in 0..2 {
        let expanded = try_expand(text, &contexts).unwrap();
        let used: Vec<_> = expanded.contexts().iter().map(|used| (used.iri.as_str(), used.sha256)).collect();
        let hash = |bytes: &[u8]| -> [u8; 32] { Sha256::digest(bytes).into() };
        assert_eq!(
            used,
            [
                ("https://example.com/outer", hash(outer)),
                ("https://example.com/inner", hash(inner)),
                ("https://example.com/imported", hash(imported)),
            ]
        );
        assert_eq!(expanded.items()[0].as_object().unwrap().len(), 3);
    }
}

#[test]
fn pinning_refuses_other_bytes_and_what_is_no_json() {
    let error = Contexts::none().pin("https://example.com/c", b"{}", Some(&[0; 32])).unwrap_err();
    assert_eq!(error.code(), Code::CONTEXT_NOT_EMBEDDED);
    // SHA-256 of `{}`
    assert!(error.message().contains("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"), "{error}");
    for bytes in [&b"{"[..], b"{\"@context\": {}, \"@context\": {}}", b"\xFF"] {
        let error = Contexts::none().pin("https://example.com/c", bytes, None).unwrap_err();
        assert_eq!(error.code(), Code::INVALID_REMOTE_CONTEXT);
    }
    let without = Contexts::none().pin("https://example.com/c", b"[]", None).unwrap();
    let error = try_expand(r#"{"@context": "https://example.com/c"}"#, &without).unwrap_err();
    assert_eq!(error.code(), Code::INVALID_REMOTE_CONTEXT);
    assert_eq!(error.position().unwrap().column, 14);
}

#[test]
fn an_unknown_context_is_refused_with_the_way_out() {
    let error = try_expand(r#"{"@context": "https://example.com/unknown"}"#, &Contexts::embedded()).unwrap_err();
    assert_eq!(error.code(), Code::CONTEXT_NOT_EMBEDDED);
    assert!(
        error.message().contains("https://example.com/unknown") && error.message().ends_with("supply a reviewed copy"),
        "{error}"
    );
}

#[test]
fn embedded_contexts_are_there_and_process() {
    for document in Contexts::embedded().iter() {
        let iri = document.iri();
        assert_eq!(<[u8; 32]>::from(Sha256::digest(document.bytes())), *document.sha256(), "{iri}");
        let text = Json::from([("@context", Json::from(iri))].into_iter().collect::<json::Object>()).to_compact();
        let expanded = try_expand(&text, &Contexts::embedded()).unwrap_or_else(|error| panic!("{iri}: {error}"));
        assert_eq!(expanded.contexts()[0].iri, iri);
    }
    for (iri, term, expansion) in [
        ("https://schema.org", "name", "http://schema.org/name"),
        ("http://schema.org/", "type", "@type"),
        ("https://www.w3.org/ns/did/v1", "id", "@id"),
        ("https://agent-network-protocol.com/ad#", "did", "https://agent-network-protocol.com/ad#did"),
    ] {
        let text = Json::from([("@context", Json::from(iri))].into_iter().collect::<json::Object>()).to_compact();
        let expanded = try_expand(&text, &Contexts::embedded()).unwrap();
        assert_eq!(expanded.root_context().expand_vocab(&Text::from(term)).as_deref(), Some(expansion), "{iri}");
    }
}

#[test]
fn the_root_context_is_the_one_its_members_are_read_under() {
    let text = r#"{"@context": {"@vocab": "https://example.com/", "p": "urn:p:", "off": null, "T": {"@context": {"scoped": "urn:scoped"}}},
        "@type": "T", "x": {"@context": {"x": "urn:other"}}}"#;
    let expanded = try_expand(text, &Contexts::none()).unwrap();
    let context = expanded.root_context();
    for (term, expansion) in [
        ("x", Some("https://example.com/x")),
        ("p:x", Some("urn:p:x")),
        ("scoped", Some("urn:scoped")),
        ("off", None),
        ("@reserved", None),
        ("@id", Some("@id")),
    ] {
        assert_eq!(context.expand_vocab(&Text::from(term)).as_deref(), expansion, "{term}");
    }
    assert!(context.defines("off") && !context.defines("x"));
    assert_eq!(context.vocabulary(), Some("https://example.com/"));
}

/// A compiled context is shared by documents of different bases.
#[test]
fn compiled_contexts_keep_no_base() {
    let relative = br#"{"@context": {"@vocab": "vocabulary#", "t": {"@id": "urn:t", "@type": "@id"}}}"#;
    let plain = br#"{"@context": {"t": {"@id": "urn:t", "@type": "@id"}}}"#;
    let contexts = Contexts::none()
        .pin("https://example.com/relative", relative, None)
        .and_then(|contexts| contexts.pin("https://example.com/plain", plain, None))
        .unwrap();
    for base in ["https://a.example/dir/doc", "https://b.example/"] {
        let run = |text: &str| {
            let json = json::parse(text.as_bytes(), &Limits::default()).unwrap();
            expand(&json, &contexts, &ExpandOptions::with_base(base)).unwrap().to_nquads().unwrap()
        };
        let folder = base.trim_end_matches("doc");
        assert_eq!(
            run(r#"{"@context": "https://example.com/relative", "@id": "s", "p": "x"}"#),
            format!("<{folder}s> <{folder}vocabulary#p> \"x\" .\n")
        );
        assert_eq!(
            run(r#"{"@context": "https://example.com/plain", "@id": "s", "t": "x"}"#),
            format!("<{folder}s> <urn:t> <{folder}x> .\n")
        );
    }
}

#[test]
fn an_expand_context_comes_first() {
    let mut options = ExpandOptions::default();
    options.expand_context = Some(json::parse(br#"{"@context": {"a": "urn:a"}}"#, &Limits::default()).unwrap());
    let json = json::parse(br#"{"a": 1}"#, &Limits::default()).unwrap();
    let expanded = expand(&json, &Contexts::none(), &options).unwrap();
    assert_eq!(expanded.into_json().to_compact(), r#"[{"urn:a":[{"@value":1}]}]"#);
    // and is seen before the document's own
    let json = json::parse(
        br#"{"@context": {"b": "a:b", "a": {"@id": "urn:a", "@prefix": true}}, "b": 1}"#,
        &Limits::default(),
    )
    .unwrap();
    let expanded = expand(&json, &Contexts::none(), &options).unwrap();
    assert_eq!(expanded.into_json().to_compact(), r#"[{"urn:ab":[{"@value":1}]}]"#);
}

/// What a document expands to, with a base, in canonical form.
fn expanded_at(base: &str, text: &str, contexts: &Contexts) -> String {
    let expanded = expand(document(text).json(), contexts, &ExpandOptions::with_base(base)).unwrap();
    String::from_utf8(json::jcs::canonicalize(&expanded.into_json())).unwrap()
}

/// JSON-LD 1.1 API, context processing, step 5.7: `@base` counts in the document's own contexts only.
#[test]
fn a_pinned_contexts_base_does_not_count() {
    let pinned = br#"{"@context": {"@base": "https://evil.example/", "@vocab": "https://v.example/"}}"#;
    let contexts = Contexts::embedded().pin("https://pinned.example/v1", pinned, None).unwrap();
    for context in [
        r#""https://pinned.example/v1""#,
        r#"["https://pinned.example/v1"]"#,
        // also where others come before it, so that it is not processed from nothing
        r#"[{"x": "urn:x"}, "https://pinned.example/v1"]"#,
    ] {
        let text = format!(r#"{{"@context": {context}, "@id": "x", "p": 1}}"#);
        assert_eq!(
            expanded_at("https://doc.example/", &text, &contexts),
            r#"[{"@id":"https://doc.example/x","https://v.example/p":[{"@value":1}]}]"#,
            "{context}"
        );
    }
    // the document's own does
    let text =
        r#"{"@context": ["https://pinned.example/v1", {"@base": "https://other.example/"}], "@id": "x", "p": 1}"#;
    assert_eq!(
        expanded_at("https://doc.example/", text, &contexts),
        r#"[{"@id":"https://other.example/x","https://v.example/p":[{"@value":1}]}]"#
    );
}

/// A type-scoped context does not propagate: below a node whose type has the null context, the one before is in force again.
#[test]
fn a_type_scoped_null_context_ends_with_its_node() {
    let text = r#"{"@context": {"@vocab": "https://v.example/", "T": {"@id": "https://v.example/T", "@context": null}},
        "@type": "T", "gone": 1, "https://v.example/child": {"name": "kept", "https://v.example/deep": {"name": "too"}}}"#;
    assert_eq!(
        expanded_at("https://doc.example/", text, &Contexts::embedded()),
        r#"[{"@type":["https://v.example/T"],"https://v.example/child":[{"https://v.example/deep":[{"https://v.example/name":[{"@value":"too"}]}],"https://v.example/name":[{"@value":"kept"}]}]}]"#
    );
    // a property-scoped one goes on
    let text = r#"{"@context": {"@vocab": "https://v.example/", "p": {"@id": "https://v.example/p", "@context": null}},
        "p": {"gone": 1, "https://v.example/child": {"name": "gone too"}}}"#;
    assert_eq!(
        expanded_at("https://doc.example/", text, &Contexts::embedded()),
        r#"[{"https://v.example/p":[{"https://v.example/child":[{}]}]}]"#
    );
}

/// One term used as a type and as a property: its context propagates from the property only, whichever comes first.
#[test]
fn one_scoped_context_propagates_from_a_property_and_not_from_a_type() {
    let context = r#""@context": {"@vocab": "https://v.example/", "T": {"@id": "https://v.example/T", "@context": {"a": "https://x.example/a"}}}"#;
    let by_type = r#""TYPED": {"@type": "T", "a": 1, "child": {"a": 2}}"#;
    let by_property = r#""T": {"a": 3, "child": {"a": 4}}"#;
    let typed = |name: &str| {
        format!(
            r#""https://v.example/{name}":[{{"@type":["https://v.example/T"],"https://v.example/child":[{{"https://v.example/a":[{{"@value":2}}]}}],"https://x.example/a":[{{"@value":1}}]}}]"#
        )
    };
    let scoped = r#""https://v.example/T":[{"https://v.example/child":[{"https://x.example/a":[{"@value":4}]}],"https://x.example/a":[{"@value":3}]}]"#;
    let expected = format!("[{{{},{scoped}}}]", typed("A"));
    let by_type = by_type.replace("TYPED", "A");
    for members in [format!("{by_type}, {by_property}"), format!("{by_property}, {by_type}")] {
        let text = format!("{{{context}, {members}}}");
        assert_eq!(expanded_at("https://doc.example/", &text, &Contexts::embedded()), expected, "{text}");
    }
}

/// JSON-LD 1.1 API, create term definition, step 14.2.5: a simple term is a prefix if its IRI ends in a gen-delim of RFC 3986
/// section 2.2, which `@` is.
#[test]
fn iris_that_end_in_a_delimiter_are_prefixes() {
    for (end, prefix) in [
        (":", true),
        ("/", true),
        ("?", true),
        ("#", true),
        ("[", true),
        ("]", true),
        ("@", true),
        ("-", false),
        ("x", false),
    ] {
        let iri = format!("https://x.example/u{end}");
        let text = format!(r#"{{"@context": {{"p": "{iri}"}}, "p:y": 1}}"#);
        let property = if prefix { format!("{iri}y") } else { "p:y".to_owned() };
        let expected = format!(r#"[{{"{property}":[{{"@value":1}}]}}]"#);
        assert_eq!(expanded_at("https://doc.example/", &text, &Contexts::embedded()), expected, "{end}");
    }
}

/// JSON-LD 1.1 API, create term definition, step 27: a protected term may get the definition again that it has.
#[test]
fn a_protected_term_may_be_defined_again_as_it_is() {
    let names = [
        "https://www.w3.org/ns/did/v1.1",
        "https://www.w3.org/ns/did/v1",
        "https://w3id.org/security/multikey/v1",
        "https://w3id.org/security/jwk/v1",
        "https://w3id.org/security/data-integrity/v2",
        "https://w3id.org/security/data-integrity/v1",
        "https://w3id.org/security/suites/jws-2020/v1",
        "https://w3id.org/security/suites/ed25519-2020/v1",
    ];
    // PyLD 3.3.0 refuses two of these pairs
    let refused = |pair: [&str; 2]| pair.iter().all(|name| name.contains("data-integrity"));
    let contexts = Contexts::embedded();
    for first in names {
        for second in names.into_iter().filter(|second| *second != first) {
            let text = format!(r#"{{"@context": ["{first}", "{second}"], "id": "did:wba:a.example"}}"#);
            let expected = refused([first, second]).then_some(Code::PROTECTED_TERM_REDEFINITION);
            assert_eq!(try_expand(&text, &contexts).err().map(|error| error.code()), expected, "{text}");
        }
    }
    // contexts of terms: the same text in two places is another definition where it names a context by a relative reference
    let scoped = |inner: &str| {
        let one = format!(r#"{{"@context": {{"@protected": true, "t": {{"@id": "urn:t", "@context": {inner}}}}}}}"#);
        let (here, there) = ("https://a.example/c", "https://b.example/c");
        let contexts =
            Contexts::none().pin(here, one.as_bytes(), None).unwrap().pin(there, one.as_bytes(), None).unwrap();
        let contexts = contexts.pin("https://a.example/x", br#"{"@context": {"u": "urn:u"}}"#, None).unwrap();
        let contexts = contexts.pin("https://b.example/x", br#"{"@context": {"u": "urn:v"}}"#, None).unwrap();
        try_expand(&format!(r#"{{"@context": ["{here}", "{there}"], "urn:p": 1}}"#), &contexts)
            .err()
            .map(|error| error.code())
    };
    for same in
        [r#"{"u": "urn:u"}"#, r#"[{"u": "urn:u"}, {"v": {"@id": "urn:v", "@context": {"w": "urn:w"}}}]"#, "null"]
    {
        assert_eq!(scoped(same), None, "{same}");
    }
    for other in
        [r#""x""#, r#"[{"u": "urn:u"}, "x"]"#, r#"{"@import": "x"}"#, r#"{"v": {"@id": "urn:v", "@context": "x"}}"#]
    {
        assert_eq!(scoped(other), Some(Code::PROTECTED_TERM_REDEFINITION), "{other}");
    }
}
