//! Misspelled member names.

use crate::{description::vocabulary::SCHEMA_ORG, diagnostic::closest, jsonld::Contexts};

/// The term that a member's name probably misspells, unless the name is one of schema.org's.
pub(crate) fn misspelled<'a>(name: &str, terms: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let term = closest(name, terms)?;
    let contexts = Contexts::embedded();
    let known = contexts.get(SCHEMA_ORG).is_some_and(|context| context.defines(&contexts, name));
    (!known).then_some(term)
}

/// Synonyms of terms.
const OTHER_WORDS: [(&str, &str); 10] = [
    ("amount", "price"),
    ("cost", "price"),
    ("currency", "priceCurrency"),
    ("endpoint", "url"),
    ("href", "url"),
    ("link", "url"),
    ("title", "name"),
    ("uri", "url"),
    ("summary", "description"),
    ("vendor", "owner"),
];

/// The missing term for which a member's name is a synonym.
pub(in crate::description) fn other_word<'a>(name: &str, mut terms: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let (_, meant) = OTHER_WORDS.into_iter().find(|(word, _)| word.eq_ignore_ascii_case(name))?;
    terms.find(|term| *term == meant)
}

#[cfg(test)]
mod tests {
    use super::misspelled;

    #[test]
    fn members_are_misspelled_only_where_they_are_no_terms() {
        let terms = ["name", "description", "version", "url", "Infomations", "interfaces", "in"];
        for (written, meant) in [
            ("desciption", Some("description")),
            ("descrpition", Some("description")),
            ("Name", Some("name")),
            ("naem", Some("name")),
            // up to two letters in a long name, one in a short one
            ("intrfacs", Some("interfaces")),
            ("nmae2", None),
            ("Informations", Some("Infomations")),
            ("interface", Some("interfaces")),
            // a term of schema.org
            ("game", None),
            ("vision", None),
            ("uri", None),
            ("id", None),
            ("somethingElse", None),
        ] {
            assert_eq!(misspelled(written, terms.into_iter()), meant, "{written}");
        }
    }
}
