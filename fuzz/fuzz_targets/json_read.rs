//! The strict reader accepts only what another JSON reader accepts, with the same value, and never a duplicate name; of
//! what the other one accepts it refuses only duplicates, inexact numbers and deep nesting, at a place in the input.

use agent_description::{
    Code, CodedError, Limits, ReadError,
    json::{self, Json, Value, pointer},
};

pub fn run(bytes: &[u8]) {
    let theirs = serde_json::from_slice::<serde_json::Value>(bytes);
    let ours = match json::parse(bytes, &Limits::default()) {
        Ok(ours) => ours,
        Err(error) => return refused(&error, theirs.is_ok(), bytes),
    };
    same(&ours, &theirs.expect("what we accept is JSON"), bytes);
    places(&ours, &ours, &mut String::new());
    // what was read can be written and read again
    for text in [ours.to_pretty(), ours.to_compact()] {
        assert_eq!(json::parse(text.as_bytes(), &Limits::default()).expect("our own text"), ours);
    }
}

fn refused(error: &ReadError, elsewhere_accepted: bool, source: &[u8]) {
    if elsewhere_accepted {
        assert!(matches!(error.code(), Code::JSON_DUPLICATE_KEY | Code::JSON_NUMBER | Code::JSON_DEPTH), "{error}");
    }
    let position = error.position().expect("every fault has a place");
    let line = source.split(|&byte| byte == b'\n').nth(position.line - 1).expect("the line is there");
    assert!(position.column <= line.len() + 1, "{error}");
    assert!(error.to_string().len() < 1000, "{error}");
}

/// Every value is found by the pointer that its place gives.
fn places(root: &Json, json: &Json, here: &mut String) {
    assert_eq!(pointer::pointer_to(root, json.offset()).as_ref(), Some(&*here));
    assert!(pointer::lookup(root, here).is_some_and(|found| std::ptr::eq(found, json)));
    let length = here.len();
    for (index, item) in json.as_array().into_iter().flatten().enumerate() {
        pointer::push_index(here, index);
        places(root, item, here);
        here.truncate(length);
    }
    for member in json.as_object().into_iter().flatten() {
        pointer::push_name(here, member.name());
        assert_eq!(pointer::pointer_to(root, member.name_offset()).as_ref(), Some(&*here));
        places(root, member.value(), here);
        here.truncate(length);
    }
}

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
