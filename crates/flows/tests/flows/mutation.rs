//! Documents with one place changed, to compare our verdict with that of a JSON Schema.

use serde_json::{Value, json};

/// The document with each member taken out, each given another type, and a member added to each object: one change each.
pub fn of(document: &Value) -> Vec<(String, Value)> {
    let mut pointers = Vec::new();
    walk(document, String::new(), &mut pointers);
    let mut made = Vec::new();
    for pointer in pointers {
        let value = document.pointer(&pointer).unwrap();
        for other in [json!(null), json!(1), json!(-1.5), json!("x"), json!(true), json!([]), json!({})] {
            if !same_kind(value, &other) || value != &other && (other == json!([]) || other == json!({})) {
                let mut changed = document.clone();
                *changed.pointer_mut(&pointer).unwrap() = other.clone();
                made.push((format!("{pointer} is {other}"), changed));
            }
        }
        if value.is_object() {
            for name in ["stray", "x-own"] {
                let mut changed = document.clone();
                changed.pointer_mut(&pointer).unwrap()[name] = json!(1);
                made.push((format!("{pointer} has {name}"), changed));
            }
        }
        let (holder, last) = pointer.rsplit_once('/').unwrap_or_default();
        let last = last.replace("~1", "/").replace("~0", "~");
        let mut changed = document.clone();
        if let Some(holder) = changed.pointer_mut(holder).and_then(Value::as_object_mut)
            && holder.remove(&last).is_some()
        {
            made.push((format!("{pointer} is gone"), changed));
        }
    }
    made
}

fn same_kind(a: &Value, b: &Value) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b)
}

fn walk(value: &Value, at: String, pointers: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                walk(value, format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), pointers);
            }
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at_, item)| walk(item, format!("{at}/{at_}"), pointers))
        }
        _ => {}
    }
    pointers.push(at);
}
