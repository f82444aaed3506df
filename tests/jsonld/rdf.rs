//! RDF out: N-Quads, Turtle, TriG and sophia datasets say the same, and other readers read them.

use adp_fixtures::{
    rdf_dataset::{isomorphic, read},
    third_party,
};
use adp_json::{self as json, Json, Limits};
use adp_jsonld::{Contexts, ExpandOptions, Expanded, expand};
use sophia_api::{
    parser::QuadParser,
    prelude::{Dataset, QuadSource},
    serializer::{QuadSerializer, Stringifier},
};
use sophia_inmem::dataset::LightDataset;
use sophia_turtle::{parser::trig::TriGParser, serializer::nq::NQuadsSerializer};

fn expanded(text: &str) -> Expanded {
    let json = json::parse(text.as_bytes(), &Limits::default()).unwrap();
    expand(&json, &Contexts::embedded(), &ExpandOptions::with_base("https://example.com/doc")).unwrap()
}

fn nquads_of(dataset: &impl Dataset) -> String {
    let mut serializer = NQuadsSerializer::new_stringifier();
    serializer.serialize_dataset(dataset).unwrap();
    serializer.to_string()
}

/// Every form says what the N-Quads say.
fn assert_forms_agree(expanded: &Expanded) {
    let nquads = expanded.to_nquads().unwrap();
    let statements = read(&nquads);
    let turtle = expanded.to_turtle().unwrap();
    let reread: LightDataset =
        TriGParser::new().parse_str(&turtle).collect_quads().unwrap_or_else(|error| panic!("{error}\n{turtle}"));
    assert!(isomorphic(&read(&nquads_of(&reread)), &statements), "{nquads}\n{turtle}");
    let dataset = expanded.to_dataset().unwrap();
    assert!(isomorphic(&read(&nquads_of(&dataset)), &statements), "{nquads}");
}

/// Expected lines by hand, from the N-Quads grammar and JSON-LD 1.1 API sections 8.2 and 8.6.
#[test]
fn literals_are_valid_nquads_at_their_edges() {
    let text = r#"{"@id":"urn:s","urn:p":[
        "\u0000\u0001\b\t\n\u000b\f\r\u001f\"\\\u007fé😀",
        {"@value":"hallo","@language":"de-AT"},
        {"@value":"x","@language":"not a tag"},
        1, -0.0, 9007199254740991, 1e21, 0.1, 5e-324, 1.7976931348623157e308, true,
        {"@value":2,"@type":"http://www.w3.org/2001/XMLSchema#double"},
        {"@value":"v","@type":"urn:not well-formed"},
        {"@value":{"b":1,"a":[null]},"@type":"@json"},
        {"@id":"urn:not <well> formed"}, {"@id":"relative"}
    ]}"#;
    // `urn:not well-formed` as a datatype is an error of expansion, so that value goes
    let text = text.replace(r#"{"@value":"v","@type":"urn:not well-formed"},"#, "");
    let nquads = expanded(&text).to_nquads().unwrap();
    let xsd = "http://www.w3.org/2001/XMLSchema#";
    let mut expected = [
        r#""\u0000\u0001\b\t\n\u000B\f\r\u001F\"\\\u007Fé😀""#.to_owned(),
        r#""hallo"@de-AT"#.to_owned(),
        format!("\"1\"^^<{xsd}integer>"),
        format!("\"0\"^^<{xsd}integer>"),
        format!("\"9007199254740991\"^^<{xsd}integer>"),
        format!("\"1.0E21\"^^<{xsd}double>"),
        format!("\"1.0E-1\"^^<{xsd}double>"),
        format!("\"4.940656458412465E-324\"^^<{xsd}double>"),
        format!("\"1.7976931348623157E308\"^^<{xsd}double>"),
        format!("\"true\"^^<{xsd}boolean>"),
        format!("\"2.0E0\"^^<{xsd}double>"),
        r#""{\"a\":[null],\"b\":1}"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON>"#.to_owned(),
        "<https://example.com/relative>".to_owned(),
    ]
    .map(|object| format!("<urn:s> <urn:p> {object} ."));
    expected.sort();
    let mut actual: Vec<&str> = nquads.lines().collect();
    actual.sort_unstable();
    assert_eq!(actual, expected);
}

/// Expected values calculated by hand from JSON-LD 1.1 API section 8.6.
#[test]
fn canonical_doubles() {
    for (value, expected) in [
        (5.3, "5.3E0"),
        (0.0, "0.0E0"),
        (-0.5, "-5.0E-1"),
        (1e21, "1.0E21"),
        (123_456.789, "1.23456789E5"),
        (5e-324, "4.940656458412465E-324"),
        (f64::MAX, "1.7976931348623157E308"),
        (f64::MIN, "-1.7976931348623157E308"),
        (f64::MIN_POSITIVE, "2.225073858507201E-308"),
    ] {
        let double = "http://www.w3.org/2001/XMLSchema#double";
        let text = format!(r#"{{"@id":"urn:s","urn:p":{{"@value":{value:e},"@type":"{double}"}}}}"#);
        let nquads = expanded(&text).to_nquads().unwrap();
        assert_eq!(nquads.trim_end(), format!(r#"<urn:s> <urn:p> "{expected}"^^<{double}> ."#));
    }
}

#[test]
fn turtle_is_grouped_prefixed_and_nested() {
    let text = r#"{"@context":{"@vocab":"https://schema.org/"},"@id":"https://example.com/a","@type":"Agent","name":["A",{"@value":"B","@language":"en"}],
        "owner":{"name":"O","age":3},"knows":{"@list":[1,"two"]},"self":{"@id":"_:x","name":"X","self":{"@id":"_:x"}}}"#;
    let expected = r#"@prefix schema: <https://schema.org/> .
<https://example.com/a>
  a schema:Agent ;
  schema:knows ( 1 "two" ) ;
  schema:name "A", "B"@en ;
  schema:owner [
    schema:age 3 ;
    schema:name "O" ] ;
  schema:self _:b1 .
_:b1
  schema:name "X" ;
  schema:self _:b1 .
"#;
    assert_eq!(expanded(text).to_turtle().unwrap(), expected);
}

#[test]
fn forms_agree_on_blank_nodes_and_graphs() {
    for text in [
        r#"{"urn:p":{"urn:p":{"urn:p":1}}}"#,
        r#"{"@id":"_:a","urn:p":{"@id":"_:b","urn:p":{"@id":"_:a"}}}"#,
        r#"{"@id":"_:a","urn:p":{"@id":"_:a"}}"#,
        r#"[{"@id":"_:a","urn:p":{"@id":"_:b"}},{"@id":"_:b","urn:q":{"@id":"_:c"}},{"@id":"_:c","urn:q":1},{"@id":"urn:x","urn:r":{"@id":"_:c"}}]"#,
        r#"{"urn:p":{"@list":[{"@list":[1,{"@list":[]}]},{"urn:q":{"@list":[true,1.5]}}]}}"#,
        r#"{"@id":"_:g","urn:p":{"@id":"_:n"},"@graph":{"@id":"_:n","urn:q":"in the graph"}}"#,
        r#"{"@id":"urn:g","@graph":[{"@id":"_:n","urn:q":{"urn:r":"x"}},{"urn:l":{"@list":["a"]}}]}"#,
        r#"{"@id":"urn:list","urn:p":{"@id":"_:l","http://www.w3.org/1999/02/22-rdf-syntax-ns#first":1,"http://www.w3.org/1999/02/22-rdf-syntax-ns#rest":{"@id":"_:l"}}}"#,
        r#"{"urn:p":"line\nbreak \"quoted\" \\ \u0000","https://schema.org/a-b":1,"https://schema.org/a.b":1,"https://schema.org/":2}"#,
    ] {
        assert_forms_agree(&expanded(text));
    }
    let mut deep = r#"{"urn:p":1}"#.to_owned();
    for _ in 0..60 {
        deep = format!(r#"{{"urn:p":{deep}}}"#);
    }
    assert_forms_agree(&expanded(&deep));
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn forms_agree_on_the_suite() {
    let folder = third_party::path("json-ld/tests/toRdf");
    let mut ran = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.to_str().unwrap().ends_with("-in.jsonld") {
            continue;
        }
        let Ok(json) = json::parse(&std::fs::read(&path).unwrap(), &Limits::default()) else { continue };
        let options = ExpandOptions::with_base("https://example.com/dir/doc");
        if let Ok(expanded) = expand(&json, &Contexts::none(), &options)
            && expanded.to_quads().is_ok()
        {
            assert_forms_agree(&expanded);
            ran += 1;
        }
    }
    // the documents that need no context document and are no errors
    assert_eq!(ran, 358);
    third_party::ran("jsonld-rdf-forms", ran);
}

/// Every document of the real ones that is JSON-LD, or plain ANP-07, as a whole.
#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn forms_agree_on_real_documents() {
    fn json_files(folder: &std::path::Path, files: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                json_files(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "json") {
                files.push(path);
            }
        }
    }
    let folder = third_party::path("anp");
    let mut files = Vec::new();
    json_files(&folder, &mut files);
    let (mut ran, mut statements) = (0, 0);
    for path in files {
        let Ok(json) = json::parse(&std::fs::read(&path).unwrap(), &Limits::default()) else { continue };
        let mut options = ExpandOptions::with_base("https://example.com/dir/doc");
        if json.get("@context").is_none() {
            if json.get("protocolType").is_none() {
                continue;
            }
            options.expand_context = Some(Json::from("urn:agent-description:anp-07"));
        }
        let expanded = expand(&json, &Contexts::embedded(), &options)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_forms_agree(&expanded);
        statements += expanded.to_quads().unwrap().len();
        ran += 1;
    }
    assert!(statements > 20 * ran, "{statements} statements of {ran} documents");
    third_party::ran("jsonld-rdf-real", ran);
}

#[test]
fn json_literals_are_canonical() {
    let json: Json = json::parse(
        br#"{"@id":"urn:s","urn:p":{"@type":"@json","@value":{"\u20ac":1.0,"a":[1e2,"\u0000"]}}}"#,
        &Limits::default(),
    )
    .unwrap();
    let expanded = expand(&json, &Contexts::none(), &ExpandOptions::default()).unwrap();
    let expected =
        r#"<urn:s> <urn:p> "{\"a\":[100,\"\\u0000\"],\"€\":1}"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON> ."#;
    assert_eq!(expanded.to_nquads().unwrap().trim_end(), expected);
}

#[test]
fn isomorphism_tells_datasets_apart() {
    let chain = read("_:a <p> _:b .\n_:b <p> _:c .\n");
    assert!(isomorphic(&chain, &read("_:x <p> _:y .\n_:z <p> _:x .\n")));
    assert!(!isomorphic(&chain, &read("_:x <p> _:y .\n_:x <p> _:z .\n")));
    let two_triangles =
        read("_:a <p> _:b .\n_:b <p> _:c .\n_:c <p> _:a .\n_:d <p> _:e .\n_:e <p> _:f .\n_:f <p> _:d .\n");
    let hexagon = read("_:a <p> _:b .\n_:b <p> _:c .\n_:c <p> _:d .\n_:d <p> _:e .\n_:e <p> _:f .\n_:f <p> _:a .\n");
    assert!(isomorphic(&two_triangles, &two_triangles) && !isomorphic(&two_triangles, &hexagon));
    assert!(!isomorphic(&read("<s> <p> \"a\"@en .\n"), &read("<s> <p> \"a\" .\n")));
}
