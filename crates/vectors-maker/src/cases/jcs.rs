//! Canonical form: RFC 8785. Outputs by hand, numbers from its appendix B.

use super::{All, Vector};

/// Name, comment, input, canonical form.
const ROWS: &[(&str, &str, &str, &str)] = &[
    ("empty-object", "RFC 8785 section 3.2.1", " { } ", "{}"),
    ("white-space", "none between tokens, all of it in strings", "[ 1 ,\t{ \"a b\" : \" \" } ]", "[1,{\"a b\":\" \"}]"),
    ("literals", "as they are", "[null,true,false]", "[null,true,false]"),
    (
        "order",
        "members are sorted at every depth, arrays are not",
        r#"{"b":[3,1,{"z":0,"y":0}],"a":1}"#,
        r#"{"a":1,"b":[3,1,{"y":0,"z":0}]}"#,
    ),
    (
        "order-utf-16",
        "by UTF-16 units: U+1F600 (D83D...) sorts before U+FB33, although its scalar is larger",
        "{\"\u{fb33}\":1,\"\u{1f600}\":2}",
        "{\"\u{1f600}\":2,\"\u{fb33}\":1}",
    ),
    (
        "order-prefix",
        "a name sorts before those it begins",
        r#"{"aa":1,"a":2,"":3,"A":4}"#,
        r#"{"":3,"A":4,"a":2,"aa":1}"#,
    ),
    (
        "escapes-short",
        "the seven that section 3.2.2.2 keeps",
        r#""\u0008\u0009\u000a\u000c\u000d\u0022\u005c""#,
        r#""\b\t\n\f\r\"\\""#,
    ),
    (
        "escapes-long",
        "other control characters, lower-case hexadecimal; DEL is none of them",
        "\"\\u0000\\u001F\\u007f\"",
        "\"\\u0000\\u001f\u{7f}\"",
    ),
    (
        "escapes-undone",
        "everything else stands for itself, the slash too",
        r#""\u0041\/\u20ac\ud83d\ude00""#,
        "\"A/\u{20ac}\u{1f600}\"",
    ),
    (
        "strings-not-normalized",
        "section 3.1: e with a combining acute stays two scalars",
        "\"e\u{301}\"",
        "\"e\u{301}\"",
    ),
    ("number-spellings", "one text for one double", "[1.0,1E2,100e-2,-0,0.0,1e0]", "[1,100,1,0,0,1]"),
    ("number-appendix-b-min", "5e-324, the smallest double", "[5e-324,-5e-324]", "[5e-324,-5e-324]"),
    (
        "number-appendix-b-max",
        "1.7976931348623157e+308, the largest double",
        "[1.7976931348623157e308]",
        "[1.7976931348623157e+308]",
    ),
    (
        "number-appendix-b-2-pow-53",
        "9007199254740992 and its negative",
        "[9007199254740992,-9007199254740992]",
        "[9007199254740992,-9007199254740992]",
    ),
    ("number-appendix-b-2-pow-68", "295147905179352830000", "[295147905179352830000]", "[295147905179352830000]"),
    (
        "number-exact-double",
        "2^60, -2^63 and 2^68 by all their digits: each is exactly a double",
        "[1152921504606846976,-9223372036854775808,295147905179352825856]",
        "[1152921504606847000,-9223372036854776000,295147905179352830000]",
    ),
    (
        "number-appendix-b-1e21",
        "exponents begin at 1e21",
        "[999999999999999900000,1000000000000000000000]",
        "[999999999999999900000,1e+21]",
    ),
    ("number-appendix-b-1e-6", "and below 1e-6", "[0.000001,0.0000001]", "[0.000001,1e-7]"),
    (
        "number-appendix-b-thirds",
        "shortest text that reads back as the same double",
        "[333333333.3333332,333333333.33333325,333333333.3333333,333333333.3333334,333333333.33333343]",
        "[333333333.3333332,333333333.33333325,333333333.3333333,333333333.3333334,333333333.33333343]",
    ),
];

pub fn add(all: &mut All) {
    for (name, comment, input, canonical) in ROWS {
        all.push(format!("jcs/{name}"), Vector::new("jcs", "ok", comment, *input).with("output", *canonical));
    }
    for (name, comment, input) in [
        ("number-2-pow-53-plus-1", "no double holds it", "[9007199254740993]"),
        ("number-2-pow-60-plus-1", "no double holds it", "[1152921504606846977]"),
        ("number-overflow", "larger than any double", "[-1e400]"),
    ] {
        all.push(format!("jcs/{name}"), Vector::new("jcs", "json-number", comment, input));
    }
}
