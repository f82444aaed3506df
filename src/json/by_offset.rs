//! Looking things up in the source by offset: children stand in the order of their offsets, so by bisection.

use super::{Json, Member, Object, Offset, Value};

/// The innermost value of the source that starts at `offset`, and the name of the innermost member that holds it.
fn find(json: &Json, offset: Offset) -> Option<(&Json, Option<&str>)> {
    offset.get()?;
    let (mut json, mut name) = (json, None);
    loop {
        if json.offset() == offset {
            return Some((json, name));
        }
        json = match json.value() {
            Value::Object(object) => {
                let member = member_at(object, offset)?;
                name = Some(member.name().as_str());
                member.value()
            }
            Value::Array(items) => {
                let after = items.partition_point(|item| item.offset() <= offset);
                items.get(after.checked_sub(1)?)?
            }
            _ => return None,
        };
    }
}

/// The member that stands at or before `offset`, which is the only one that can hold what is there.
pub(crate) fn member_at(object: &Object, offset: Offset) -> Option<&Member> {
    let members = object.iter().as_slice();
    let after = members.partition_point(|member| member.name_offset() <= offset);
    members.get(after.checked_sub(1)?)
}

/// Where the value starts whose own start, or whose member's name, stands at `offset`.
pub(crate) fn value_offset(json: &Json, offset: Offset) -> Offset {
    let mut json = json;
    while json.offset() != offset {
        let child = match json.value() {
            Value::Object(object) => match member_at(object, offset) {
                Some(member) if member.name_offset() == offset => return member.value().offset(),
                Some(member) => member.value(),
                None => return offset,
            },
            Value::Array(items) => {
                let after = items.partition_point(|item| item.offset() <= offset);
                let Some(item) = after.checked_sub(1).and_then(|at| items.get(at)) else { return offset };
                item
            }
            _ => return offset,
        };
        json = child;
    }
    offset
}

/// The member whose name stands at `offset`.
pub(crate) fn named_at(json: &Json, offset: Offset) -> Option<&Member> {
    offset.get()?;
    let mut json = json;
    loop {
        json = match json.value() {
            Value::Object(object) => match member_at(object, offset)? {
                member if member.name_offset() == offset => return Some(member),
                member => member.value(),
            },
            Value::Array(items) => {
                let after = items.partition_point(|item| item.offset() <= offset);
                items.get(after.checked_sub(1)?)?
            }
            _ => return None,
        };
    }
}

/// The object of the source that starts at `offset`.
pub(crate) fn object_at(json: &Json, offset: Offset) -> Option<&Object> {
    find(json, offset)?.0.as_object()
}

/// The string of the source that starts at `offset`.
pub(crate) fn string_at(json: &Json, offset: Offset) -> Option<&str> {
    find(json, offset)?.0.as_str()
}

/// The name of the innermost member of the source that holds the value at `offset`.
pub(crate) fn name_at(json: &Json, offset: Offset) -> Option<&str> {
    find(json, offset)?.1
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{member_at, name_at, named_at, object_at, string_at, value_offset};
    use crate::{
        Limits,
        json::{Document, Offset},
    };

    #[test]
    fn everything_is_found_where_it_starts() {
        let text = r#"{"a": {"b": ["x", {"c": "y"}, [], 7]}, "d": "z"}"#;
        let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
        let at = |needle: &str| Offset::at(text.find(needle).unwrap());
        for (needle, string, name) in [
            ("\"x\"", Some("x"), Some("b")),
            ("\"y\"", Some("y"), Some("c")),
            ("\"z\"", Some("z"), Some("d")),
            ("7", None, Some("b")),
        ] {
            assert_eq!(string_at(document.json(), at(needle)), string, "{needle}");
            assert_eq!(name_at(document.json(), at(needle)), name, "{needle}");
        }
        assert_eq!(object_at(document.json(), at("{\"c")).unwrap().len(), 1);
        assert_eq!(object_at(document.json(), at("{\"a")).unwrap().len(), 2);
        assert_eq!(name_at(document.json(), at("{\"a")), None);
        assert!(object_at(document.json(), at("\"x\"")).is_none());
        for nothing in [at("c\""), at(" "), Offset::at(text.len()), Offset::NONE] {
            assert_eq!(string_at(document.json(), nothing), None);
            assert_eq!(name_at(document.json(), nothing), None);
        }
        for (place, value) in [("\"y\"", "\"y\""), ("\"c\"", "\"y\""), ("\"b\"", "[\"x"), ("{\"c", "{\"c"), ("y", "y")]
        {
            assert_eq!(value_offset(document.json(), at(place)), at(value), "{place}");
        }
        assert_eq!(value_offset(document.json(), Offset::NONE), Offset::NONE);
        for (place, name) in
            [("\"c\"", Some("c")), ("\"b\"", Some("b")), ("\"d\"", Some("d")), ("\"y\"", None), ("{\"c", None)]
        {
            assert_eq!(named_at(document.json(), at(place)).map(|member| member.name().as_str()), name, "{place}");
        }
        assert!(named_at(document.json(), Offset::NONE).is_none());
        assert_eq!(member_at(document.root(), at("\"y\"")).unwrap().name().as_str(), "a");
        assert!(member_at(document.root(), Offset::at(0)).is_none());
    }
}
