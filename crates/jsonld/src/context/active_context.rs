//! Active contexts: shared, layered and immutable (JSON-LD 1.1 API, section 4.1).
//!
//! A context that adds terms to another one is a layer above it, so its cost depends only on its own terms. Thousands
//! of schema.org terms are shared by all documents and nested contexts.

use super::term::{Direction, Mapping, TermDefinition};
use crate::{budget::Budget, error::Result, keyword::Keyword};
use adp_json::{Offset, Text};
use std::{
    collections::HashMap,
    sync::{Arc, OnceLock},
};

/// The active context at some point of a document. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ActiveContext(Arc<State>);

/// The content of an active context; mutable while its local context is processed.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) terms: Terms,
    /// The base IRI, which `@base` changes.
    pub(crate) base: Option<Text>,
    /// The base URL of the document, which null contexts restore.
    pub(crate) original_base: Option<Text>,
    /// The vocabulary mapping.
    pub(crate) vocab: Option<Text>,
    /// The default language.
    pub(crate) language: Option<Text>,
    /// The default base direction.
    pub(crate) direction: Option<Direction>,
    /// The previous context, for contexts that do not propagate.
    pub(crate) previous: Option<ActiveContext>,
}

impl State {
    /// Creates a newly-initialized active context.
    pub(crate) fn initial(base: Option<Text>) -> Self {
        Self {
            terms: Terms::default(),
            original_base: base.clone(),
            base,
            vocab: None,
            language: None,
            direction: None,
            previous: None,
        }
    }

    pub(crate) fn freeze(self) -> ActiveContext {
        ActiveContext(Arc::new(self))
    }
}

impl std::ops::Deref for ActiveContext {
    type Target = State;
    fn deref(&self) -> &State {
        &self.0
    }
}

impl ActiveContext {
    /// Whether the context defines the term, also as null.
    #[must_use]
    pub fn defines(&self, term: &str) -> bool {
        self.terms.get(term).is_some()
    }

    /// The vocabulary mapping, which is prepended to undefined terms.
    #[must_use]
    pub fn vocabulary(&self) -> Option<&str> {
        self.vocab.as_deref()
    }

    /// A number that is unique while this context exists.
    pub(crate) fn identity(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    /// Whether only the base is set.
    pub(crate) fn is_initial(&self) -> bool {
        self.terms.is_empty()
            && self.vocab.is_none()
            && self.language.is_none()
            && self.direction.is_none()
            && self.previous.is_none()
            && self.base == self.original_base
    }
}

/// Term definitions by name.
#[derive(Debug)]
enum Definitions {
    /// Few enough to compare instead of hashing.
    Few(Vec<(Text, Arc<TermDefinition>)>),
    /// Hashed with a random key, because documents choose the names.
    Many(HashMap<Text, Arc<TermDefinition>>),
}

const MAX_LINEAR_SEARCH: usize = 8;

impl Definitions {
    fn with_capacity(n: usize) -> Self {
        if n <= MAX_LINEAR_SEARCH { Self::Few(Vec::with_capacity(n)) } else { Self::Many(HashMap::with_capacity(n)) }
    }

    fn len(&self) -> usize {
        match self {
            Self::Few(list) => list.len(),
            Self::Many(map) => map.len(),
        }
    }

    #[inline]
    fn get(&self, term: &str) -> Option<&Arc<TermDefinition>> {
        match self {
            Self::Few(list) => list.iter().find(|(name, _)| name.as_str() == term).map(|(_, definition)| definition),
            Self::Many(map) => map.get(term),
        }
    }

    fn insert(&mut self, term: Text, definition: Arc<TermDefinition>) {
        match self {
            Self::Few(list) => {
                if let Some((_, old)) = list.iter_mut().find(|(name, _)| *name == term) {
                    *old = definition;
                } else if list.len() < MAX_LINEAR_SEARCH {
                    list.push((term, definition));
                } else {
                    *self = Self::Many(list.drain(..).chain([(term, definition)]).collect());
                }
            }
            Self::Many(map) => {
                map.insert(term, definition);
            }
        }
    }

    fn iter(&self) -> Box<dyn Iterator<Item = (&Text, &Arc<TermDefinition>)> + '_> {
        match self {
            Self::Few(list) => Box::new(list.iter().map(|(term, definition)| (term, definition))),
            Self::Many(map) => Box::new(map.iter()),
        }
    }

    /// Adds the definitions that only `others` has.
    fn add_missing(&mut self, others: &Self) {
        let mut add = |(term, definition): (&Text, &Arc<TermDefinition>)| {
            if self.get(term).is_none() {
                self.insert(term.clone(), definition.clone());
            }
        };
        match others {
            Self::Few(list) => list.iter().for_each(|(term, definition)| add((term, definition))),
            Self::Many(map) => map.iter().for_each(add),
        }
    }
}

/// The term definitions of an active context, in layers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    top: Option<Arc<Layer>>,
    /// Whether any term is protected.
    pub(crate) any_protected: bool,
    /// Whether any term is an alias of `@type`.
    pub(crate) aliases_type: bool,
    /// Whether any term has a scoped context.
    pub(crate) any_scoped: bool,
    /// Whether any term contains a colon.
    any_compact: bool,
}

#[derive(Debug)]
struct Layer {
    definitions: Definitions,
    below: Option<Arc<Layer>>,
    /// Built when an IRI is compacted for the first time.
    by_mapping: OnceLock<ByMapping>,
}

/// The terms of a layer by their mappings.
#[derive(Debug, Default)]
struct ByMapping {
    terms: HashMap<Text, Vec<Text>>,
    /// The lengths of prefix mappings, ascending.
    prefix_lengths: Vec<usize>,
}

impl ByMapping {
    fn from_definitions(definitions: &Definitions) -> Self {
        let mut result = Self::default();
        for (term, definition) in definitions.iter() {
            let Some(mapping) = definition.mapping.text() else { continue };
            if definition.prefix {
                result.prefix_lengths.push(mapping.len());
            }
            result.terms.entry(mapping).or_default().push(term.clone());
        }
        result.prefix_lengths.sort_unstable();
        result.prefix_lengths.dedup();
        result
    }
}

impl Layer {
    fn new(definitions: Definitions, below: Option<Arc<Self>>) -> Self {
        Self { definitions, below, by_mapping: OnceLock::new() }
    }

    fn by_mapping(&self) -> &ByMapping {
        self.by_mapping.get_or_init(|| ByMapping::from_definitions(&self.definitions))
    }
}

impl Terms {
    /// The effective definition.
    #[inline]
    pub(crate) fn get(&self, term: &str) -> Option<&Arc<TermDefinition>> {
        let mut layer = self.top.as_ref();
        while let Some(at) = layer {
            if let Some(definition) = at.definitions.get(term) {
                return Some(definition);
            }
            layer = at.below.as_ref();
        }
        None
    }

    /// [`Terms::get`] for a text with a colon: few contexts have such terms.
    #[inline]
    pub(crate) fn get_compact(&self, term: &str) -> Option<&Arc<TermDefinition>> {
        if self.any_compact { self.get(term) } else { None }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.top.is_none()
    }

    /// Number of definitions, including hidden ones.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.layers().map(|layer| layer.definitions.len()).sum()
    }

    /// Whether the properties of the terms are known as for `other` ones.
    #[cfg(test)]
    pub(crate) fn has_the_flags_of(&self, other: &Self) -> bool {
        (self.any_protected, self.aliases_type, self.any_scoped, self.any_compact)
            == (other.any_protected, other.aliases_type, other.any_scoped, other.any_compact)
    }

    fn layers(&self) -> impl Iterator<Item = &Layer> {
        std::iter::successors(self.top.as_deref(), |layer| layer.below.as_deref())
    }

    /// The effective terms that map to `iri`, sorted by length, then by code points; and the number of terms examined.
    pub(crate) fn mapped_to(&self, iri: &str) -> (Vec<(Text, Arc<TermDefinition>)>, usize) {
        let mut found: Vec<(Text, Arc<TermDefinition>)> = Vec::new();
        let mut seen = 0;
        for layer in self.layers() {
            for term in layer.by_mapping().terms.get(iri).into_iter().flatten() {
                seen += 1;
                // a definition in a higher layer may hide it
                if let (Some(here), Some(in_force)) = (layer.definitions.get(term), self.get(term))
                    && Arc::ptr_eq(here, in_force)
                {
                    found.push((term.clone(), in_force.clone()));
                }
            }
        }
        found.sort_unstable_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)));
        (found, seen)
    }

    /// The lengths of prefix mappings in all layers: an IRI is looked up by its beginnings of these lengths.
    pub(crate) fn prefix_lengths(&self) -> Vec<usize> {
        let mut lengths: Vec<usize> =
            self.layers().flat_map(|layer| layer.by_mapping().prefix_lengths.iter().copied()).collect();
        lengths.sort_unstable();
        lengths.dedup();
        lengths
    }

    /// Starts a layer for `size` definitions.
    pub(crate) fn layer(&mut self, size: usize) {
        let below = self.top.take();
        self.top = Some(Arc::new(Layer::new(Definitions::with_capacity(size), below)));
    }

    pub(crate) fn insert(&mut self, term: Text, definition: Arc<TermDefinition>) {
        self.any_protected |= definition.protected;
        self.any_scoped |= definition.scoped.is_some();
        self.any_compact |= term.contains(':');
        self.aliases_type |= definition.mapping == Mapping::Keyword(Keyword::Type);
        if self.top.as_mut().is_none_or(|top| Arc::get_mut(top).is_none()) {
            self.layer(1);
        }
        if let Some(layer) = self.top.as_mut().and_then(Arc::get_mut) {
            layer.by_mapping = OnceLock::new();
            layer.definitions.insert(term, definition);
        }
    }

    /// Merges the top layer with lower ones that are not much larger, so that there are at most about log2(terms)
    /// layers.
    pub(crate) fn settle(&mut self, budget: &mut Budget, at: Offset) -> Result<()> {
        while let Some(top) = self.top.as_mut().and_then(Arc::get_mut) {
            top.by_mapping = OnceLock::new();
            if top.definitions.len() == 0 {
                self.top = top.below.take();
                continue;
            }
            let Some(below) = &top.below else { break };
            if below.definitions.len() > 2 * top.definitions.len() {
                break;
            }
            budget.work(below.definitions.len(), at)?;
            let below = below.clone();
            top.definitions.add_missing(&below.definitions);
            top.below.clone_from(&below.below);
        }
        Ok(())
    }
}
