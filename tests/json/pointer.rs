//! JSON Pointers (RFC 6901) and the way back from a place in the source.

use adp_json::Limits;
use adp_json::{self as json, Json, Offset, pointer};

fn parse(text: &str) -> Json {
    json::parse(text.as_bytes(), &Limits::default()).unwrap()
}

#[test]
fn rfc_6901_section_5() {
    let root = parse(r#"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#);
    for (text, value) in [
        ("/foo", r#"["bar","baz"]"#),
        ("/foo/0", r#""bar""#),
        ("/foo/1", r#""baz""#),
        ("/", "0"),
        ("/a~1b", "1"),
        ("/c%d", "2"),
        ("/e^f", "3"),
        ("/g|h", "4"),
        ("/i\\j", "5"),
        ("/k\"l", "6"),
        ("/ ", "7"),
        ("/m~0n", "8"),
    ] {
        assert_eq!(pointer::lookup(&root, text).expect(text).to_compact(), value, "{text}");
    }
    assert_eq!(pointer::lookup(&root, ""), Some(&root));
}

#[test]
fn names_nothing() {
    let root = parse(r#"{"a":[10,11,[12]],"~2":1,"~":2,"m~n":3,"x":{"":{"":4}},"0":5}"#);
    for text in [
        "a",
        "#/a",
        "/b",
        "/a/3",
        "/a/-",
        "/a/-1",
        "/a/+1",
        "/a/00",
        "/a/01",
        "/a/1e0",
        "/a/ 1",
        "/a/",
        "/a/0/",
        "/a/١",
        "/a/99999999999999999999999",
        "/~2",
        "/~",
        "/m~n",
        "/m~",
        "/m~~",
        "/x/",
        "/x//",
        "/x///",
        "//",
    ] {
        let found = pointer::lookup(&root, text);
        let expected = match text {
            "/x/" => Some(r#"{"":4}"#),
            "/x//" => Some("4"),
            _ => None,
        };
        assert_eq!(found.map(Json::to_compact).as_deref(), expected, "{text}");
    }
    assert_eq!(pointer::lookup(&root, "/0").unwrap().to_compact(), "5");
    assert_eq!(pointer::lookup(&root, "/a/2/0").unwrap().to_compact(), "12");
    // ~01 is ~1, not a slash
    let root = parse(r#"{"~1":1,"/":2,"~0~/":3}"#);
    for (text, value) in [("/~01", "1"), ("/~1", "2"), ("/~00~0~1", "3")] {
        assert_eq!(pointer::lookup(&root, text).unwrap().to_compact(), value, "{text}");
    }
}

#[test]
fn written() {
    let mut text = String::new();
    pointer::push_name(&mut text, "a/b");
    pointer::push_index(&mut text, 10);
    pointer::push_name(&mut text, "~1");
    pointer::push_name(&mut text, "");
    assert_eq!(text, "/a~1b/10/~01/");
}

#[test]
fn from_a_place() {
    let text = r#" {"a": [1, {"b/c": "x", "d": {}}], "é": [], "z": [[2], null]}"#;
    let root = parse(text);
    let at = |needle: &str| {
        let byte = text.find(needle).unwrap();
        let mut everything = Vec::new();
        collect(&root, &mut everything);
        everything
            .into_iter()
            .find(|offset| offset.get() == Some(byte))
            .map(|offset| pointer::pointer_to(&root, offset))
    };
    for (needle, expected) in [
        ("{\"a\"", ""),
        ("\"a\"", "/a"),
        ("[1,", "/a"),
        ("1,", "/a/0"),
        ("{\"b", "/a/1"),
        ("\"b/c", "/a/1/b~1c"),
        ("\"x\"", "/a/1/b~1c"),
        ("{}}", "/a/1/d"),
        ("\"é\"", "/é"),
        ("[]", "/é"),
        ("[[2", "/z"),
        ("[2]", "/z/0"),
        ("2]", "/z/0/0"),
        ("null", "/z/1"),
    ] {
        assert_eq!(at(needle), Some(Some(expected.to_owned())), "{needle}");
    }
    assert_eq!(pointer::pointer_to(&root, Offset::NONE), None);
    // a place of another document
    let elsewhere = parse("                                                                                1");
    assert_eq!(pointer::pointer_to(&root, elsewhere.offset()), None);
}

/// Every offset of the tree: of values and of member names.
fn collect(json: &Json, offsets: &mut Vec<Offset>) {
    offsets.push(json.offset());
    for item in json.as_array().into_iter().flatten() {
        collect(item, offsets);
    }
    for member in json.as_object().into_iter().flatten() {
        offsets.push(member.name_offset());
        collect(member.value(), offsets);
    }
}
