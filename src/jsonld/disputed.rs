//! What JSON-LD libraries read differently from the specification, each in its own way: whoever relies on all readers seeing the
//! same has to leave it alone. Expansion follows the specification, and notes what it met.

use super::{contexts::Contexts, processor::Processor};
use crate::{
    iri,
    json::{Json, Object, Offset, Value},
};

/// What libraries read differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Disputed {
    /// `@propagate` in an array of contexts: it governs the context it stands in (JSON-LD 1.1 API, section 5.1.2, step 2), in some
    /// libraries the whole array.
    PropagateInArray,
    /// `@import`: some libraries refuse what it brings in.
    Import,
    /// A property-scoped context that is another when it is processed over its own result: it counts once (section 5.1.2, steps
    /// 3 and 8), in some libraries once for the property and again for its value.
    ScopedTwice,
    /// A null `@vocab` or `@language` where there is none to remove, or a null `@direction`: some libraries fail.
    NothingToRemove,
    /// `@protected` that is false for a whole context: some libraries take it for a term that is defined by itself.
    ProtectedFalse,
    /// A node whose identifier expands to null (section 5.2, step 3): some libraries fail.
    NullIdentifier,
    /// An alias of `@none` in a map (section 5.1.2, step 13.8.3.7): some libraries take it for an index.
    NoneByAlias,
    /// A value under `@none` in a map by `@id` or by a property, or a value or list under any name in one of these or in a map by `@type`:
    /// it would get what only nodes have (section 5.1.2, steps 13.8.3.7.2 to 13.8.3.7.5), and some libraries fail.
    ValueInMap,
    /// A node in a list whose identifier is no IRI and no blank node (section 8.4): to some libraries such a list has no item there, others
    /// fail.
    ListedReference,
    /// A keyword of JSON-LD that has no place in a node, or one of framing: some libraries read what it holds, and fail.
    MisplacedKeyword,
    /// A term that is mapped to a keyword of framing: it is no term (section 4.2.2, step 14.2.2), to some libraries it is that keyword.
    FramingKeyword,
}

/// The most that are noted: one would be enough.
const MOST: usize = 16;

/// How deeply references to context documents are followed, to see what a scoped context holds.
const DEPTH: usize = 4;

impl Processor<'_> {
    /// Notes something that libraries read differently.
    pub(super) fn dispute(&mut self, what: Disputed, at: Offset) {
        if self.disputed.len() < MOST {
            self.disputed.push((what, self.charged_at(at)));
        }
    }

    /// Notes nodes in a list, by their identifiers.
    pub(super) fn listed(&mut self, list: &Json) {
        for item in list.as_array().unwrap_or(std::slice::from_ref(list)) {
            let id = item.get("@id").filter(|_| item.get("@value").is_none());
            if let Some(id) = id
                && !id
                    .as_str()
                    .is_some_and(|id| id.starts_with("_:") || iri::is_absolute(id) && iri::is_well_formed_reference(id))
            {
                self.dispute(Disputed::ListedReference, id.offset());
            }
        }
    }

    /// Whether a scoped context of `term` is the same when it is processed over its own result, as far as its text tells: it is one
    /// definition, has nothing about the term, and a vocabulary that depends on nothing it changes.
    pub(super) fn is_repeatable(&self, context: &Json, term: &str) -> bool {
        is_repeatable(context, term, self.contexts, DEPTH)
    }
}

fn is_repeatable(context: &Json, term: &str, contexts: &Contexts, depth: usize) -> bool {
    match context.value() {
        Value::Null => true,
        Value::Array(items) => match items.as_slice() {
            [] => true,
            [only] => is_repeatable(only, term, contexts, depth),
            _ => false,
        },
        Value::Object(definition) => {
            !definition.contains(term) && !definition.contains("@import") && has_own_vocabulary(definition)
        }
        Value::String(iri) if depth > 0 => contexts.document(iri).is_some_and(|document| {
            document.context(Offset::NONE).is_ok_and(|inner| is_repeatable(inner, term, contexts, depth - 1))
        }),
        _ => false,
    }
}

/// Whether the vocabulary is none, null, or an IRI whose scheme is no term of the same definition.
fn has_own_vocabulary(definition: &Object) -> bool {
    match definition.get("@vocab").map(Json::as_str) {
        None => true,
        Some(None) => definition.get("@vocab").is_some_and(Json::is_null),
        Some(Some(vocabulary)) => {
            let scheme = vocabulary.split_once(':').map(|(scheme, _)| scheme);
            iri::is_absolute(vocabulary) && scheme.is_some_and(|scheme| !definition.contains(scheme))
        }
    }
}
