//! Context definitions that were processed a moment ago: one publisher's documents, and many publishers', write the same few
//! lines.
//!
//! Kept are small definitions of the plainest kind, by which nothing can depend on but their text: names and a vocabulary, each
//! a string, over the initial context without a base. What was noted or refused while one was processed would have to be noted
//! again, so such a definition is not kept. The price is what it was the first time.

use super::active_context::{ActiveContext, State};
use crate::json::Object;
use std::cell::RefCell;

/// How many definitions a thread keeps, the latest first.
const MOST: usize = 4;

/// How many members one may have, and how long their names and values may be: all of them take some kilobytes at most.
const MEMBERS: usize = 12;
const LENGTH: usize = 128;

struct Recent {
    definition: Object,
    result: ActiveContext,
    work: u64,
}

thread_local! {
    static RECENT: RefCell<Vec<Recent>> = const { RefCell::new(Vec::new()) };
}

/// Whether a definition is of the kind that is kept, where `state` is the context that it is processed over.
pub(super) fn is_kept(definition: &Object, state: &State) -> bool {
    definition.len() <= MEMBERS
        && definition.iter().all(|member| {
            let name = member.name().as_str();
            let is_short = |text: &str| text.len() <= LENGTH;
            (name == "@vocab" || !name.starts_with('@'))
                && is_short(name)
                && member.value().as_str().is_some_and(is_short)
        })
        && state.is_initial()
}

/// The result of a definition, and what it took to make it.
pub(super) fn of(definition: &Object) -> Option<(ActiveContext, u64)> {
    RECENT.with_borrow(|recent| {
        let known = recent.iter().find(|known| is_same(&known.definition, definition))?;
        Some((known.result.clone(), known.work))
    })
}

/// Keeps a result.
pub(super) fn keep(definition: &Object, result: &ActiveContext, work: u64) {
    RECENT.with_borrow_mut(|recent| {
        recent.truncate(MOST - 1);
        recent.insert(0, Recent { definition: definition.clone(), result: result.clone(), work });
    });
}

/// Whether two definitions are the same strings in the same order.
fn is_same(one: &Object, other: &Object) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|(one, other)| {
            one.name() == other.name()
                && one.value().as_str().is_some()
                && one.value().as_str() == other.value().as_str()
        })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]

    use super::RECENT;
    use crate::{
        Limits,
        json::{self, Json},
        jsonld::{Contexts, ExpandOptions, Expanded, JsonLdError, expand},
    };

    fn expanded(context: &str, options: &ExpandOptions) -> Result<Expanded, JsonLdError> {
        let members = r#""a": "x", "p:b": {"@id": "c", "@type": "T"}, "q": {"@id": "p:d"}"#;
        let json =
            json::parse(format!(r#"{{"@context": {context}, {members}}}"#).as_bytes(), &Limits::default()).unwrap();
        expand(&json, &Contexts::embedded(), options)
    }

    fn kept() -> usize {
        RECENT.with_borrow(Vec::len)
    }

    fn forget() {
        RECENT.with_borrow_mut(Vec::clear);
    }

    /// The first time and the second give the same, also where something else came in between.
    #[test]
    fn the_second_time_is_as_the_first() {
        let options = ExpandOptions::default();
        for (context, is_kept) in [
            (r#"{"@vocab": "https://v.example/", "p": "https://p.example/#"}"#, true),
            (r#"{"p": "https://p.example/#", "q": "p:q", "a": "@id"}"#, true),
            (r#"{"@vocab": "p:", "p": "https://p.example/#"}"#, true),
            ("{}", true),
            (r#"[{"@vocab": "https://v.example/"}, {"p": "https://p.example/#"}]"#, true),
            // it depends on the base
            (r#"{"@vocab": "v"}"#, false),
            (r#"{"@vocab": "https://v.example/", "@base": "https://b.example/"}"#, false),
            // it has more than strings
            (r#"{"@vocab": "https://v.example/", "a": {"@type": "@id"}}"#, false),
            (r#"{"@vocab": "https://v.example/", "a": null}"#, false),
            (r#"{"@vocab": "https://v.example/", "@language": "en"}"#, false),
            // something is noted
            (r#"{"@vocab": "https://v.example/", "q": "@explicit"}"#, false),
            // it fails
            (r#"{"a": "b", "b": "a"}"#, false),
            (r#"{"p": "p:q"}"#, false),
        ] {
            forget();
            let first = expanded(context, &options);
            assert_eq!(kept() == 1, is_kept, "{context}");
            let again = expanded(context, &options);
            let told = |result: &Result<Expanded, JsonLdError>| match result {
                // with what is left of the budget
                Ok(expanded) => format!("{:?} {:?} {:?}", expanded.items(), expanded.budget, expanded.disputed()),
                Err(error) => format!("{} at {:?}", error, error.offset()),
            };
            assert_eq!(told(&first), told(&again), "{context}");
        }
    }

    #[test]
    fn only_the_same_definition_is_it() {
        let options = ExpandOptions::default();
        let (one, other) = (r#"{"@vocab": "https://v.example/"}"#, r#"{"@vocab": "https://w.example/"}"#);
        let text = |context: &str, options: &ExpandOptions| {
            Json::from(expanded(context, options).unwrap().items().to_vec()).to_pretty()
        };
        forget();
        assert!(text(one, &options).contains("v.example"));
        assert!(!text(other, &options).contains("v.example"));
        assert!(!text(r#"{"p": "https://v.example/"}"#, &options).contains("v.example/a"));
        // over another context it is another: one with a base, or with terms
        let with_base = ExpandOptions::with_base("https://b.example/");
        assert!(text(one, &with_base).contains("https://b.example/c") && !text(one, &options).contains("b.example"));
        let terms = json::parse(br#"{"a": "https://t.example/a"}"#, &Limits::default()).unwrap();
        let with_terms = ExpandOptions { expand_context: Some(terms), ..ExpandOptions::default() };
        assert!(text(one, &with_terms).contains("t.example") && !text(one, &options).contains("t.example"));
    }

    #[test]
    fn few_are_kept_and_none_is_long() {
        let options = ExpandOptions::default();
        forget();
        for number in 0..20 {
            expanded(&format!(r#"{{"@vocab": "https://v{number}.example/"}}"#), &options).unwrap();
        }
        assert_eq!(kept(), super::MOST);
        forget();
        expanded(&format!(r#"{{"@vocab": "https://v.example/{}"}}"#, "x".repeat(super::LENGTH)), &options).unwrap();
        let many: Vec<String> =
            (0..=super::MEMBERS).map(|number| format!(r#""t{number}": "https://v.example/""#)).collect();
        expanded(&format!("{{{}}}", many.join(", ")), &options).unwrap();
        assert_eq!(kept(), 0);
    }
}
