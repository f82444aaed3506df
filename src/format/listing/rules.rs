//! The rules that a listing is checked by, in the order of ANP-08.

use super::rule_examples::EXAMPLES;
use crate::diagnostic::{Catalogue, Rule, Severity};

/// The rules with their examples.
pub const CATALOGUE: Catalogue = Catalogue { rules: ALL, examples: EXAMPLES };

const SOURCE: &str = "ANP-08, Discovery Document Format";
const ITEM: &str = "Each agent description item contains: @type, value is \"ad:AgentDescription\"; name: agent name; @id: URL of the agent description document (unique identifier of the resource).";

/// The context.
pub const CONTEXT: Rule = Rule::new(
    "anp-08-context",
    "A listing has a `@context`, and all of its contexts are embedded or pinned.",
    SOURCE,
    "@context: defines the JSON-LD context used in the document.",
    Severity::Error,
);

/// The page's type.
pub const TYPE: Rule = Rule::new(
    "anp-08-type",
    "The `@type` of a listing is `CollectionPage`.",
    SOURCE,
    "@type: document type, value is \"CollectionPage\".",
    Severity::Error,
);

/// The page's URL.
pub const URL: Rule = Rule::new(
    "anp-08-url",
    "A listing has a `url`: the https URL of the page.",
    SOURCE,
    "url: URL of the current page.",
    Severity::Error,
);

/// The list.
pub const ITEMS: Rule = Rule::new(
    "anp-08-items",
    "A listing has `items`, an array of agent descriptions.",
    SOURCE,
    "items: array of agent description items.",
    Severity::Error,
);

/// The next page.
pub const NEXT: Rule = Rule::new(
    "anp-08-next",
    "`next` is one https URL: that of the next page.",
    SOURCE,
    "next: (optional) URL of the next page, used for pagination scenarios.",
    Severity::Error,
);

/// An item's type.
pub const ITEM_TYPE: Rule =
    Rule::new("anp-08-item-type", "The `@type` of an item is `ad:AgentDescription`.", SOURCE, ITEM, Severity::Error);

/// An item's URL.
pub const ITEM_ID: Rule = Rule::new(
    "anp-08-item-id",
    "An item has an `@id`: the https URL of the description.",
    SOURCE,
    ITEM,
    Severity::Error,
);

/// An item's name.
pub const ITEM_NAME: Rule =
    Rule::new("anp-08-item-name", "An item has a `name`, a string.", SOURCE, ITEM, Severity::Error);

/// Names of members.
pub const MISSPELLED: Rule = Rule::new(
    "anp-08-misspelled",
    "No member name of a listing is a misspelling of a missing one.",
    SOURCE,
    "Active discovery documents adopt the JSON-LD format, using the CollectionPage type, containing the following core properties.",
    Severity::Warning,
);

/// Every rule, in the order of the specification.
pub const ALL: &[&Rule] = &[&CONTEXT, &TYPE, &URL, &ITEMS, &NEXT, &ITEM_TYPE, &ITEM_ID, &ITEM_NAME, &MISSPELLED];

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{super::DISCOVERY_LISTING, CATALOGUE};
    use crate::{Document, Limits, diagnostic::CheckReport, format::Options};

    #[test]
    fn each_rule_has_an_example_that_breaks_it_alone_and_one_that_breaks_none() {
        let options = Options::at("2026-11-01T00:00:00Z".parse().unwrap());
        let check = |text: &str| match Document::parse(text.as_bytes(), &Limits::default()) {
            Ok(document) => DISCOVERY_LISTING.check(&document, &options),
            Err(_) => CheckReport::default(),
        };
        let faults = CATALOGUE.faults(check, &[]);
        assert!(faults.is_empty(), "{faults:#?}");
    }
}
