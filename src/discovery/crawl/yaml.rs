//! The root members of a YAML document, read event by event without expanding aliases. A version such as `swagger: 2.0`
//! keeps its text, and invalid documents can still be recognized, so this is separate from
//! [`json::yaml`](crate::json::yaml).

use saphyr_parser::{Event, Parser};

/// Maximum nesting depth, as for JSON.
const MAX_DEPTH: usize = 64;

/// The members of a YAML document's root mapping with a plain value, in order.
///
/// # Errors
/// The problem of the text.
pub(super) fn root_scalars(bytes: &[u8]) -> Result<Vec<(String, String)>, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let mut parser = Parser::new_from_str(text);
    let (mut depth, mut is_mapping, mut documents) = (0_usize, false, 0_usize);
    let mut key: Option<String> = None;
    let mut found = Vec::new();
    while let Some(event) = parser.next_event() {
        let (event, _) = event.map_err(|error| error.to_string())?;
        let at_root = depth == 1 && is_mapping && documents == 1;
        match event {
            Event::DocumentStart(_) => documents += 1,
            Event::MappingStart(..) | Event::SequenceStart(..) => {
                if depth == 0 {
                    is_mapping = matches!(event, Event::MappingStart(..));
                } else if at_root {
                    // the value of the key, or a key that is not a string
                    key = if key.is_some() { None } else { Some(String::new()) };
                }
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(format!("it is nested more than {MAX_DEPTH} levels deep"));
                }
            }
            Event::MappingEnd | Event::SequenceEnd => depth = depth.saturating_sub(1),
            Event::Scalar(value, ..) if at_root => match key.take() {
                Some(key) => found.push((key, value.into_owned())),
                None => key = Some(value.into_owned()),
            },
            Event::Alias(_) if at_root => key = if key.is_some() { None } else { Some(String::new()) },
            _ => {}
        }
    }
    match (documents, is_mapping) {
        (0, _) => Err("it is empty".to_owned()),
        (_, false) => Err("its root is not a mapping".to_owned()),
        _ => Ok(found),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::root_scalars;

    fn pairs(text: &str) -> Vec<(String, String)> {
        root_scalars(text.as_bytes()).unwrap()
    }

    fn pair(key: &str, value: &str) -> (String, String) {
        (key.to_owned(), value.to_owned())
    }

    #[test]
    fn scalars_of_the_root_are_told() {
        let text =
            "# comment\nopenapi: \"3.1.0\"\ninfo:\n  title: x\n  openapi: '2'\nservers: [{url: y}]\nswagger: 2.0\n";
        assert_eq!(pairs(text), [pair("openapi", "3.1.0"), pair("swagger", "2.0")]);
        assert_eq!(pairs("{a: 1, b: {c: 2}, d: 3}"), [pair("a", "1"), pair("d", "3")]);
        // keys that are not strings, aliases, a second document
        let odd = "? [x]\n: 1\n? {y: 1}\n: {z: 2}\na: &a 5\nb: *a\n*a : 6\nopenapi: 3.0.0\n---\nopenapi: 9\n";
        assert_eq!(pairs(odd), [pair("", "1"), pair("a", "5"), pair("", "6"), pair("openapi", "3.0.0")]);
    }

    #[test]
    fn what_is_no_mapping_says_so() {
        for text in ["", "- a\n- b\n", "just text", "a: [", "a: 'b", "\t", "a: b: c"] {
            assert!(root_scalars(text.as_bytes()).is_err(), "{text}");
        }
        assert!(root_scalars(b"a: \xff").is_err());
    }

    #[test]
    fn bombs_are_not_set_off() {
        let mut bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n".to_owned();
        for level in 1..60 {
            let before = vec![format!("*a{}", level - 1); 9].join(",");
            bomb.push_str(&format!("a{level}: &a{level} [{before}]\n"));
        }
        assert_eq!(pairs(&bomb), []);
        for deep in ["[".repeat(100_000), "{a: ".repeat(100_000), "- ".repeat(100_000)] {
            assert!(root_scalars(deep.as_bytes()).is_err());
        }
    }
}
