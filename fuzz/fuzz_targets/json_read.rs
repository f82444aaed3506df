//! The strict reader accepts only what another JSON reader accepts, with the same value, and never a duplicate name.
#![no_main]

use agent_description::{
    Limits,
    json::{self, Json, Value},
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(ours) = json::parse(bytes, &Limits::default()) else { return };
    let theirs: serde_json::Value = serde_json::from_slice(bytes).expect("what we accept is JSON");
    same(&ours, &theirs, bytes);
    // what was read can be written and read again
    let pretty = ours.to_pretty();
    assert_eq!(json::parse(pretty.as_bytes(), &Limits::default()).expect("our own text"), ours);
});

fn same(ours: &Json, theirs: &serde_json::Value, source: &[u8]) {
    let at = ours.offset().get().expect("a value that was read has its place");
    let first = source[at];
    match (ours.value(), theirs) {
        (Value::Null, serde_json::Value::Null) => assert_eq!(first, b'n'),
        (Value::Bool(a), serde_json::Value::Bool(b)) => assert_eq!(a, b),
        (Value::Number(a), serde_json::Value::Number(b)) => assert_eq!(Some(a.get()), b.as_f64()),
        (Value::String(a), serde_json::Value::String(b)) => {
            assert_eq!(first, b'"');
            assert_eq!(a.as_str(), b);
        }
        (Value::Array(a), serde_json::Value::Array(b)) => {
            assert_eq!((first, a.len()), (b'[', b.len()));
            a.iter().zip(b).for_each(|(a, b)| same(a, b, source));
        }
        (Value::Object(a), serde_json::Value::Object(b)) => {
            // serde_json keeps the last of two equal names, so equal counts mean that there were none
            assert_eq!((first, a.len()), (b'{', b.len()));
            for member in a {
                same(member.value(), &b[member.name().as_str()], source);
            }
        }
        (ours, theirs) => panic!("{ours:?} is not {theirs:?}"),
    }
}
