//! The three thousand terms of schema.org as a table, because compiling the context document takes longer than
//! everything else that a program does with its first document.
//!
//! A line is `TERM MEANING [COERCION]`: an IRI or a keyword, and `@id` or a datatype's IRI, or `@prefix` for a prefix.
//! A test compares the table with the result of the context processing algorithm.

use crate::{
    context::{
        active_context::State,
        term::{Mapping, TermDefinition, TypeMapping},
    },
    keyword::Keyword,
};
use adp_json::Text;
use std::sync::Arc;
#[cfg(not(target_family = "wasm"))]
use std::{collections::HashMap, sync::LazyLock};

#[cfg(not(target_family = "wasm"))]
const SCHEMA_ORG: TermTable =
    TermTable { vocabulary: adp_contexts::SCHEMA_ORG_VOCABULARY, lines: adp_contexts::SCHEMA_ORG_TERMS };

/// The term table of the context document with these bytes, if it has one.
/// WebAssembly has none: there, size is more important than the milliseconds that the first document takes.
pub(crate) fn term_table(sha256: &[u8; 32]) -> Option<&'static TermTable> {
    #[cfg(not(target_family = "wasm"))]
    return (*sha256 == adp_contexts::SCHEMA_ORG_SHA256).then_some(&SCHEMA_ORG);
    #[cfg(target_family = "wasm")]
    {
        let _ = sha256;
        None
    }
}

/// A term of schema.org's context: its IRI or keyword, and `@prefix`, `@id` or the datatype of its values.
#[cfg(not(target_family = "wasm"))]
pub fn schema_org_term(name: &str) -> Option<(&'static str, Option<&'static str>)> {
    type Terms = HashMap<&'static str, (&'static str, Option<&'static str>)>;
    static TERMS: LazyLock<Terms> = LazyLock::new(|| {
        let read = |line: &'static str| {
            let (term, meaning) = line.split_once(' ')?;
            let (iri, coercion) = meaning.split_once(' ').map_or((meaning, None), |(iri, of)| (iri, Some(of)));
            Some((term, (iri, coercion)))
        };
        SCHEMA_ORG.lines.lines().filter_map(read).collect()
    });
    TERMS.get(name).copied()
}

/// A context document's terms.
pub(crate) struct TermTable {
    /// Its `@vocab`.
    pub(crate) vocabulary: &'static str,
    /// The lines.
    pub(crate) lines: &'static str,
}

impl TermTable {
    /// The result of the algorithm for the context document, read from the table.
    pub(crate) fn state(&self) -> State {
        let mut state = State::initial(None);
        state.vocab = Some(Text::from_static(self.vocabulary));
        state.terms.layer(self.lines.len() / BYTES_PER_LINE);
        for (term, definition) in self.lines.lines().filter_map(read) {
            state.terms.insert(Text::from_static(term), Arc::new(definition));
        }
        state
    }
}

/// Lower limit of the average line length, for the initial capacity of the map.
const BYTES_PER_LINE: usize = 48;

fn read(line: &'static str) -> Option<(&'static str, TermDefinition)> {
    let (term, rest) = line.split_once(' ')?;
    let (meaning, coercion) = rest.split_once(' ').map_or((rest, None), |(meaning, more)| (meaning, Some(more)));
    let mut definition = TermDefinition::new(false);
    definition.mapping = match Keyword::from_text(meaning) {
        Some(keyword) => Mapping::Keyword(keyword),
        None => Mapping::Iri(Text::from_static(meaning)),
    };
    match coercion {
        None => {}
        Some("@prefix") => definition.prefix = true,
        Some("@id") => definition.type_mapping = Some(TypeMapping::Id),
        Some(datatype) => definition.type_mapping = Some(TypeMapping::Datatype(Text::from_static(datatype))),
    }
    Some((term, definition))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{
        super::{Contexts, compiled_context::schema_org_term as compiled_schema_org_term},
        SCHEMA_ORG, schema_org_term, term_table,
    };
    use crate::{context::term::TermDefinition, processor::Processor};

    #[test]
    fn builds_without_the_table_know_the_same_terms() {
        let terms = SCHEMA_ORG.lines.lines().filter_map(|line| line.split_once(' ')).map(|(term, _)| term);
        for term in terms.chain(["", "nme", "@vocab", "schema:name"]) {
            assert_eq!(compiled_schema_org_term(term), schema_org_term(term), "{term}");
        }
    }

    #[test]
    fn the_table_is_what_the_algorithm_makes_of_the_document() {
        let contexts = Contexts::embedded();
        let mut tables = 0;
        for file in adp_contexts::CONTEXTS {
            let Some(table) = term_table(&file.sha256) else { continue };
            tables += 1;
            let document = contexts.get(file.iris[0]).unwrap();
            let (made, read) = (Processor::compile(document, &contexts).unwrap(), table.state());
            assert_eq!(made.used, [document.used()]);
            assert_eq!(
                (&read.vocab, &read.language, read.direction, &read.base),
                (&made.state.vocab, &made.state.language, made.state.direction, &made.state.base)
            );
            assert!(read.previous.is_none() && made.state.previous.is_none());
            assert!(read.terms.has_the_flags_of(&made.state.terms));
            let same = |mine: &TermDefinition, theirs: &TermDefinition| {
                mine.says_the_same_as(theirs) && mine.protected == theirs.protected
            };
            let terms: Vec<&str> = table.lines.lines().filter_map(|line| Some(line.split_once(' ')?.0)).collect();
            assert_eq!(made.state.terms.count(), terms.len(), "{}", document.iri());
            for term in terms {
                let (mine, theirs) = (read.terms.get(term).unwrap(), made.state.terms.get(term).unwrap());
                assert!(same(mine, theirs), "{term}: {mine:?}, expected {theirs:?}");
            }
        }
        assert_eq!(tables, 1);
    }
}
