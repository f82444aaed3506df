//! Lookup in the source by offset. Children are sorted by offset, so bisection works.

use super::{Json, Member, Object, Offset, Value};

/// The last member that starts at or before `offset`: only this one can contain the offset.
fn member_at(object: &Object, offset: Offset) -> Option<&Member> {
    let members = object.iter().as_slice();
    let after = members.partition_point(|member| member.name_offset() <= offset);
    members.get(after.checked_sub(1)?)
}

/// The start of the value that starts at `offset`, or whose member name does.
pub(crate) fn value_offset(json: &Json, offset: Offset) -> Offset {
    find(json, offset).map_or(offset, |(_, value)| value.offset())
}

/// The name or string at `offset`. A YAML object without braces begins with its first name.
pub(crate) fn text_at(json: &Json, offset: Offset) -> Option<&str> {
    match find(json, offset)? {
        (Some(member), _) => Some(member.name().as_str()),
        (None, value) => match value.as_object() {
            Some(object) => object
                .iter()
                .next()
                .filter(|member| member.name_offset() == offset)
                .map(|member| member.name().as_str()),
            None => value.as_str(),
        },
    }
}

/// The value that starts at `offset`, or the member whose name does, with its value.
fn find(json: &Json, offset: Offset) -> Option<(Option<&Member>, &Json)> {
    let mut json = json;
    while json.offset() != offset {
        json = match json.value() {
            Value::Object(object) => match member_at(object, offset)? {
                member if member.name_offset() == offset => return Some((Some(member), member.value())),
                member => member.value(),
            },
            Value::Array(items) => {
                let after = items.partition_point(|item| item.offset() <= offset);
                items.get(after.checked_sub(1)?)?
            }
            _ => return None,
        };
    }
    Some((None, json))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{member_at, value_offset};
    use crate::{Document, Limits, Offset};

    #[test]
    fn everything_is_found_where_it_starts() {
        let text = r#"{"a": {"b": ["x", {"c": "y"}, [], 7]}, "d": "z"}"#;
        let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
        let at = |needle: &str| Offset::at(text.find(needle).unwrap());
        for (place, value) in [("\"y\"", "\"y\""), ("\"c\"", "\"y\""), ("\"b\"", "[\"x"), ("{\"c", "{\"c"), ("y", "y")]
        {
            assert_eq!(value_offset(document.json(), at(place)), at(value), "{place}");
        }
        assert_eq!(value_offset(document.json(), Offset::NONE), Offset::NONE);
        assert_eq!(member_at(document.root(), at("\"y\"")).unwrap().name().as_str(), "a");
        assert!(member_at(document.root(), Offset::at(0)).is_none());
    }
}
