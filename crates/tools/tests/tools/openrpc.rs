//! OpenRPC documents with references.

use adp_fixtures::samples::parse;
use adp_tools::openrpc::{OpenRpc, ReferenceProblem};

#[test]
fn references_are_followed_within_the_document_alone() {
    let text = r##"{"methods": [{"name": "a", "params": [{"$ref": "#/components/contentDescriptors/p"}], "result": {"$ref": "#/loop"}},
        {"$ref": "https://b.example/m.json"}, {"name": "c", "params": [{"name": "x", "schema": {"$ref": "#/$defs/Own", "$defs": {"Own": {"type": "string"}}}}]}],
        "components": {"contentDescriptors": {"p": {"name": "p", "required": true, "schema": {"$ref": "#/components/schemas/a~1b"}}},
          "schemas": {"a/b": {"items": {"$ref": "#/components/schemas/a~1b"}}}}, "loop": {"$ref": "#/loop"}}"##;
    let read = parse(text);
    let document = OpenRpc::of(read.root()).unwrap();
    assert_eq!(document.methods().map(|method| method.name).collect::<Vec<_>>(), ["a", "c"]);
    let method = document.method("a").unwrap();
    assert_eq!((method.parameters().unwrap()[0].name, method.structure()), ("p", "either"));
    assert_eq!(method.result().unwrap_err().problem, ReferenceProblem::TooMany);
    let schema = method.arguments_schema().unwrap().to_compact();
    assert!(schema.contains(r##""properties":{"p":{"$ref":"#/definitions/0"}}"##), "{schema}");
    assert!(schema.contains(r##""1":{"items":{"$ref":"#/definitions/1"}}"##), "{schema}");
    assert!(document.method("c").unwrap().arguments_schema().is_ok());
}
