//! Inverse contexts and term selection (JSON-LD 1.1 API, sections 4.3 and 4.4), computed for one IRI at a time.
//!
//! The specification inverts a whole context before the first compaction. But a document uses few of a large context's
//! terms, and each scoped context is another context. Therefore each layer of definitions stores which terms map to an
//! IRI, and the entry of an IRI in a context is computed on demand.

use super::{
    active_context::{ActiveContext, State},
    term::{Container, TermDefinition, TypeMapping},
};
use adp_json::Text;
use std::{collections::HashMap, sync::Arc};

/// The three maps of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TypeOrLanguage {
    /// `@language`
    Language,
    /// `@type`
    Type,
    /// `@any`
    Any,
}

/// The inverse context entry of one IRI: the term for each container, and each type or language.
#[derive(Debug, Default)]
pub(crate) struct InverseEntry {
    terms: HashMap<(Container, TypeOrLanguage, Text), Text>,
}

const NONE: Text = Text::from_static("@none");
const NULL: Text = Text::from_static("@null");

impl InverseEntry {
    /// The entry of `iri` in a context; `None` if no term maps to it. `terms` are those that do, preferred ones first.
    pub(crate) fn from_state(active: &State, terms: &[(Text, Arc<TermDefinition>)]) -> Option<Self> {
        if terms.is_empty() {
            return None;
        }
        let mut entry = Self::default();
        // 2)
        let default =
            language_and_direction(active.language.as_deref(), active.direction.map(|to| to.text()).as_deref());
        // 3)
        for (term, definition) in terms {
            entry.add(term, definition, &default);
        }
        Some(entry)
    }

    fn add(&mut self, term: &Text, definition: &TermDefinition, default: &Text) {
        use TypeOrLanguage::{Any, Language, Type};
        let container = definition.container;
        // 3.2) to 3.9)
        let mut set = |kind: TypeOrLanguage, key: Text| {
            self.terms.entry((container, kind, key)).or_insert_with(|| term.clone());
        };
        set(Any, NONE);
        // 3.10)
        if definition.reverse {
            return set(Type, Text::from_static("@reverse"));
        }
        match &definition.type_mapping {
            // 3.11)
            Some(TypeMapping::None) => {
                set(Language, Text::from_static("@any"));
                set(Type, Text::from_static("@any"));
            }
            // 3.12)
            Some(mapping) => set(Type, mapping.text()),
            None => match (&definition.language, definition.direction) {
                // 3.13)
                (Some(language), Some(direction)) => {
                    let direction = direction.map(|to| to.text());
                    set(
                        Language,
                        match (language, direction) {
                            (None, None) => NULL,
                            (language, direction) => language_and_direction(language.as_deref(), direction.as_deref()),
                        },
                    );
                }
                // 3.14)
                (Some(language), None) => set(Language, language.as_deref().map_or(NULL, lower)),
                // 3.15)
                (None, Some(direction)) => set(
                    Language,
                    direction.map_or(NONE, |direction| language_and_direction(None, Some(&direction.text()))),
                ),
                // 3.16)
                (None, None) => {
                    set(Language, default.clone());
                    set(Language, NONE);
                    set(Type, NONE);
                }
            },
        }
    }

    /// Term selection.
    pub(crate) fn select(
        &self,
        containers: &[Container],
        type_or_language: TypeOrLanguage,
        preferred: &[Text],
    ) -> Option<&Text> {
        containers.iter().find_map(|container| {
            preferred.iter().find_map(|value| self.terms.get(&(*container, type_or_language, value.clone())))
        })
    }
}

/// A language, an optional direction after an underscore, or `@none`, in lower case.
pub(crate) fn language_and_direction(language: Option<&str>, direction: Option<&str>) -> Text {
    match (language, direction) {
        (None, None) => NONE,
        (Some(language), None) => lower(language),
        (language, Some(direction)) => {
            format!("{}_{direction}", language.unwrap_or_default()).to_ascii_lowercase().into()
        }
    }
}

fn lower(language: &str) -> Text {
    if language.bytes().any(|byte| byte.is_ascii_uppercase()) {
        language.to_ascii_lowercase().into()
    } else {
        language.into()
    }
}

impl TypeMapping {
    /// The text form of the mapping.
    pub(crate) fn text(&self) -> Text {
        match self {
            Self::Id => Text::from_static("@id"),
            Self::Vocab => Text::from_static("@vocab"),
            Self::Json => Text::from_static("@json"),
            Self::None => NONE,
            Self::Datatype(datatype) => datatype.clone(),
        }
    }
}

/// The computed entries, by context and IRI. The contexts are kept alive, because their addresses are the keys.
#[derive(Debug, Default)]
pub(crate) struct InverseContexts {
    contexts: Vec<InverseContext>,
    numbers: HashMap<usize, usize>,
    /// The number of the last used context, which is usually the next one too.
    last: usize,
}

#[derive(Debug)]
pub(crate) struct InverseContext {
    of: ActiveContext,
    pub(crate) iris: HashMap<Text, NamesOfIri>,
    /// The prefixes that map to an IRI, preferred ones first.
    pub(crate) prefixes: HashMap<Text, Arc<[Text]>>,
    /// The lengths of prefix mappings, ascending.
    pub(crate) prefix_lengths: Arc<[usize]>,
}

/// The cached data of an IRI in a context.
#[derive(Debug, Default)]
pub(crate) struct NamesOfIri {
    /// The terms that map to it, if requested; possibly none.
    pub(crate) entry: Option<Option<Arc<InverseEntry>>>,
    /// The results of steps 5 to 11 of IRI compaction: with or without a vocabulary, with or without a value.
    pub(crate) shortened: [[Option<Text>; 2]; 2],
}

impl InverseContexts {
    pub(crate) fn for_context(&mut self, active: &ActiveContext) -> &mut InverseContext {
        let identity = active.identity();
        if self.contexts.get(self.last).is_none_or(|last| last.of.identity() != identity) {
            self.last = *self.numbers.entry(identity).or_insert(self.contexts.len());
        }
        if self.last == self.contexts.len() {
            self.contexts.push(InverseContext {
                of: active.clone(),
                iris: HashMap::new(),
                prefixes: HashMap::new(),
                prefix_lengths: active.terms.prefix_lengths().into(),
            });
        }
        &mut self.contexts[self.last]
    }
}
