//! Lookup in the source by offset. Children are sorted by offset, so bisection works.

use crate::{Json, Member, Offset, Value};

/// The last of these values that starts at or before `offset`, and its index: only this one can contain the offset.
pub(crate) fn last_before<T>(values: &[T], start: impl Fn(&T) -> Offset, offset: Offset) -> Option<(usize, &T)> {
    let at = values.partition_point(|value| start(value) <= offset).checked_sub(1)?;
    Some((at, values.get(at)?))
}

/// A step from a value to one inside it.
pub(crate) enum Step<'a> {
    Name(&'a str),
    Index(usize),
}

/// The value that starts at `offset`, or the member whose name does, with its value. `visit` sees each step on the way,
/// and stops by `None`.
pub(crate) fn walk_to<'a>(
    json: &'a Json,
    offset: Offset,
    mut visit: impl FnMut(Step<'a>) -> Option<()>,
) -> Option<(Option<&'a Member>, &'a Json)> {
    let mut json = json;
    while json.offset() != offset {
        json = match json.value() {
            Value::Object(object) => {
                let (_, member) = last_before(object.iter().as_slice(), Member::name_offset, offset)?;
                visit(Step::Name(member.name()))?;
                if member.name_offset() == offset {
                    return Some((Some(member), member.value()));
                }
                member.value()
            }
            Value::Array(items) => {
                let (index, item) = last_before(items, Json::offset, offset)?;
                visit(Step::Index(index))?;
                item
            }
            _ => return None,
        };
    }
    Some((None, json))
}

/// The start of the value that starts at `offset`, or whose member name does.
#[doc(hidden)]
#[must_use]
pub fn value_offset(json: &Json, offset: Offset) -> Offset {
    walk_to(json, offset, |_| Some(())).map_or(offset, |(_, value)| value.offset())
}

/// The name or string at `offset`. A YAML object without braces begins with its first name.
pub(crate) fn text_at(json: &Json, offset: Offset) -> Option<&str> {
    let (member, value) = walk_to(json, offset, |_| Some(()))?;
    let first = || value.as_object()?.iter().next().filter(|member| member.name_offset() == offset);
    member.or_else(first).map(|member| member.name().as_str()).or_else(|| value.as_str())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{last_before, value_offset};
    use crate::{Document, Limits, Member, Offset};

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
        let member_at = |offset| last_before(document.root().iter().as_slice(), Member::name_offset, offset);
        assert_eq!(member_at(at("\"y\"")).unwrap().1.name().as_str(), "a");
        assert!(member_at(Offset::at(0)).is_none());
    }
}
