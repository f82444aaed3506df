//! IRI expansion (JSON-LD 1.1 API, section 5.2).

use crate::{
    context::{
        active_context::{ActiveContext, State},
        term::Mapping,
    },
    iri,
    keyword::{Keyword, has_keyword_form},
};
use adp_json::Text;

impl ActiveContext {
    /// Expands a member name or a type in this context: an IRI or a keyword. `None` if it has no meaning.
    #[must_use]
    pub fn expand_vocab(&self, term: &Text) -> Option<Text> {
        match expand(self, term, false, true) {
            Mapping::Null => None,
            Mapping::Keyword(keyword) => Some(keyword.text()),
            Mapping::Iri(iri) => (iri.contains(':') || Keyword::from_text(&iri).is_some()).then_some(iri),
        }
    }
}

/// IRI expansion outside of context processing. Steps 3 and 6.3 need a local context and belong to
/// [`crate::context::term_definition`], which defines the terms first and then calls this.
pub(crate) fn expand(active: &State, value: &Text, document_relative: bool, vocab: bool) -> Mapping {
    if value.starts_with('@') {
        // 1) a keyword is unchanged
        if let Some(keyword) = Keyword::from_text(value) {
            return Mapping::Keyword(keyword);
        }
        // 2) a text that only looks like a keyword has no meaning
        if has_keyword_form(value) {
            return Mapping::Null;
        }
    }
    let compact = split_compact(value);
    let definition = match compact {
        Some(_) => active.terms.get_compact(value),
        None => active.terms.get(value),
    };
    if let Some(definition) = definition {
        // 4) 5) a term; without vocabulary only if it is an alias of a keyword
        if vocab || matches!(definition.mapping, Mapping::Keyword(_)) {
            return definition.mapping.clone();
        }
    }
    expand_split(active, value, compact, document_relative, vocab)
}

/// [`expand`] for a type, or for another text that uses the vocabulary.
pub(crate) fn expand_vocab(active: &State, value: &Text, names: &mut Names) -> Mapping {
    if value.starts_with('@') {
        return expand(active, value, true, true);
    }
    let compact = split_compact(value);
    let definition = match compact {
        Some(_) => active.terms.get_compact(value),
        None => active.terms.get(value),
    };
    match (definition, compact, &active.vocab) {
        (Some(definition), ..) => definition.mapping.clone(),
        (None, None, Some(vocabulary)) => Mapping::Iri(names.joined(vocabulary, value)),
        _ => expand_split(active, value, compact, true, true),
    }
}

/// The keyword of a text or alias; other expansions are not computed.
pub(crate) fn keyword_of(active: &State, value: &Text) -> Option<Keyword> {
    if value.starts_with('@') && (Keyword::from_text(value).is_some() || has_keyword_form(value)) {
        return Keyword::from_text(value);
    }
    match active.terms.get(value)?.mapping {
        Mapping::Keyword(keyword) => Some(keyword),
        _ => None,
    }
}

/// [`expand`] for a member's name that is not a term.
pub(crate) fn expand_name(active: &State, name: &Text, names: &mut Names) -> Mapping {
    if name.starts_with('@') {
        return expand(active, name, false, true);
    }
    match (split_compact(name), &active.vocab) {
        (None, Some(vocabulary)) => Mapping::Iri(names.joined(vocabulary, name)),
        (compact, _) => expand_split(active, name, compact, false, true),
    }
}

/// Cache of IRIs made from names and one vocabulary.
#[derive(Default)]
pub(crate) struct Names {
    vocabulary: Option<Text>,
    made: Vec<Option<(Text, Text)>>,
}

/// About the number of names in an object of a description.
const NAMES: usize = 20;

impl Names {
    fn joined(&mut self, vocabulary: &Text, name: &Text) -> Text {
        if self.vocabulary.as_ref() != Some(vocabulary) {
            self.vocabulary = Some(vocabulary.clone());
            self.made.clear();
            self.made.resize(NAMES, None);
        }
        let bytes = name.as_bytes();
        let byte = |at: usize| usize::from(bytes.get(at).copied().unwrap_or_default());
        let slot =
            (bytes.len() + 3 * byte(0) + 7 * byte(bytes.len() / 2) + 11 * byte(bytes.len().wrapping_sub(1))) % NAMES;
        match self.made.get_mut(slot) {
            Some(Some((known, iri))) if known == name => iri.clone(),
            Some(slot) => slot.insert((name.clone(), Text::joined(vocabulary, name))).1.clone(),
            None => Text::joined(vocabulary, name),
        }
    }
}

/// Steps 6 to 9: `value` is not a term.
pub(crate) fn expand_undefined(active: &State, value: &Text, document_relative: bool, vocab: bool) -> Mapping {
    expand_split(active, value, split_compact(value), document_relative, vocab)
}

fn expand_split(
    active: &State,
    value: &Text,
    compact: Option<(&str, &str)>,
    document_relative: bool,
    vocab: bool,
) -> Mapping {
    // 6) an IRI, a compact IRI or a blank node identifier
    if let Some((prefix, suffix)) = compact {
        // 6.2)
        if prefix == "_" || suffix.starts_with("//") {
            return Mapping::Iri(value.clone());
        }
        // 6.4)
        if let Some(definition) = active.terms.get(prefix)
            && definition.prefix
            && let Some(namespace) = definition.mapping.as_str()
        {
            return Mapping::Iri(Text::joined(namespace, suffix));
        }
        // 6.5)
        if iri::is_absolute(value) {
            return Mapping::Iri(value.clone());
        }
    }
    // 7)
    if vocab && let Some(vocabulary) = &active.vocab {
        return Mapping::Iri(Text::joined(vocabulary, value));
    }
    // 8)
    if document_relative
        && let Some(base) = &active.base
        && let Some(resolved) = iri::resolve(base, value)
    {
        return Mapping::Iri(resolved.into());
    }
    // 9)
    Mapping::Iri(value.clone())
}

/// 6) 6.1) Splits at the first colon, unless that is the first character.
pub(crate) fn split_compact(value: &str) -> Option<(&str, &str)> {
    let colon = value.bytes().position(|byte| byte == b':').filter(|at| *at > 0)?;
    Some((value.get(..colon)?, value.get(colon + 1..)?))
}
