//! Canonical bytes: a fixed point, and the same as another implementation writes.

use agent_description::{
    Limits,
    json::{self, jcs},
};

pub fn run(bytes: &[u8]) {
    let Ok(json) = json::parse(bytes, &Limits::default()) else { return };
    let canonical = jcs::canonicalize(&json);
    let again = json::parse(&canonical, &Limits::default()).expect("canonical bytes pass the strict reader");
    assert_eq!(again, json);
    assert_eq!(jcs::canonicalize(&again), canonical);
    let theirs: serde_json::Value = serde_json::from_slice(bytes).expect("what we accept is JSON");
    assert_eq!(serde_jcs::to_vec(&theirs).expect("serde_jcs"), canonical);
    // leaving a member out is the same as not having it
    if let Some(object) = json.as_object() {
        for name in ["proof", "a", ""] {
            let mut without = object.clone();
            without.remove(name);
            assert_eq!(jcs::canonicalize_omitting(object, &[name]), jcs::canonicalize(&without.into()));
        }
    }
}
