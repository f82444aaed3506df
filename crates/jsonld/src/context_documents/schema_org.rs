//! The table of schema.org's terms, which replaces the context document where it is faster.

use super::term_table::TermTable;
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

#[cfg(test)]
mod tests {
    use super::{super::compiled_context::schema_org_term as compiled_schema_org_term, SCHEMA_ORG, schema_org_term};

    #[test]
    fn builds_without_the_table_know_the_same_terms() {
        let terms = SCHEMA_ORG.lines.lines().filter_map(|line| line.split_once(' ')).map(|(term, _)| term);
        for term in terms.chain(["", "nme", "@vocab", "schema:name"]) {
            assert_eq!(compiled_schema_org_term(term), schema_org_term(term), "{term}");
        }
    }
}
