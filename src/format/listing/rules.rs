//! The rules for listings, in the order of ANP-08.

use crate::diagnostic::Edit::Swap;

const SOURCE: &str = "ANP-08, Discovery Document Format";
const ITEM: &str = "Each agent description item contains: @type, value is \"ad:AgentDescription\"; name: agent name; @id: URL of the agent description document (unique identifier of the resource).";
const SKIPPED_RATIONALE: &str = "Readers skip an item that they cannot read.";

const LISTING: &str = r#"{
  "@context": {"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"},
  "@type": "CollectionPage",
  "url": "https://hotel.example/.well-known/agent-descriptions",
  "items": [
    {"@type": "ad:AgentDescription", "name": "Rooms", "@id": "https://hotel.example/rooms/ad.json"}
  ]
}
"#;

crate::rules! {
    /// Every rule, in the order of the specification.
    pub RULES;

    CONTEXT = "anp-08-context" / Error {
        summary: "A listing has a `@context`, and all of its contexts are embedded or supplied.",
        source: SOURCE,
        quote: "@context: defines the JSON-LD context used in the document.",
        rationale: "Without a context, JSON-LD processors find no listing.",
        fix: "Add the context of ANP-08.",
        wrong: LISTING => [Swap(
            r#""@context": {"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"},
  "#,
            "",
        )],
    }
    TYPE = "anp-08-type" / Error {
        summary: "The `@type` of a listing is `CollectionPage`.",
        source: SOURCE,
        quote: "@type: document type, value is \"CollectionPage\".",
        rationale: "Readers recognize a listing by its type.",
        fix: "Write `CollectionPage`.",
        wrong: LISTING => [Swap(r#""CollectionPage""#, r#""Collection""#)],
    }
    URL = "anp-08-url" / Error {
        summary: "A listing has a `url`: the https URL of the page.",
        source: SOURCE,
        quote: "url: URL of the current page.",
        rationale: "Readers of a copy can find the published page.",
        fix: "Add the page's own URL.",
        wrong: LISTING => [Swap(
            r#""url": "https://hotel.example/.well-known/agent-descriptions",
  "#,
            "",
        )],
    }
    ITEMS = "anp-08-items" / Error {
        summary: "A listing has `items`, an array of agent descriptions.",
        source: SOURCE,
        quote: "items: array of agent description items.",
        rationale: "Readers find no items under another name.",
        fix: "Add `items`.",
        wrong: LISTING => [Swap(r#""items""#, r#""agents""#)],
    }
    NEXT = "anp-08-next" / Error {
        summary: "`next` is one https URL: that of the next page.",
        source: SOURCE,
        quote: "next: (optional) URL of the next page, used for pagination scenarios.",
        rationale: "Readers fetch the next page over HTTPS only.",
        fix: "Write the https URL of the next page.",
        wrong: LISTING => [Swap(r#""items""#, r#""next": "http://hotel.example/agents?page=2", "items""#)],
        right: [Swap(r#""items""#, r#""next": "https://hotel.example/agents?page=2", "items""#)],
    }
    ITEM_TYPE = "anp-08-item-type" / Error {
        summary: "The `@type` of an item is `ad:AgentDescription`.",
        source: SOURCE,
        quote: ITEM,
        rationale: SKIPPED_RATIONALE,
        fix: "Write `ad:AgentDescription`.",
        wrong: LISTING => [Swap(r#""ad:AgentDescription""#, r#""Product""#)],
    }
    ITEM_ID = "anp-08-item-id" / Error {
        summary: "An item has an `@id`: the https URL of the description.",
        source: SOURCE,
        quote: ITEM,
        rationale: SKIPPED_RATIONALE,
        fix: "Add `@id` with the URL of the description.",
        wrong: LISTING => [Swap(r#", "@id": "https://hotel.example/rooms/ad.json""#, "")],
    }
    ITEM_NAME = "anp-08-item-name" / Error {
        summary: "An item has a `name`, a string.",
        source: SOURCE,
        quote: ITEM,
        rationale: "People choose by the name.",
        fix: "Add the agent's name.",
        wrong: LISTING => [Swap(r#""name": "Rooms", "#, "")],
    }
    ITEM_HANDLE = "anp-08-item-handle" / Warning {
        summary: "The `handle` of an item is a Handle.",
        source: "ANP-04 1.2, section 7.3",
        quote: "In the collection returned by .well-known/agent-descriptions, each entry MAY include an optional handle field.",
        rationale: "Readers leave out what is no Handle.",
        fix: "Write the Handle, such as alice.example.com, or leave it out.",
        wrong: LISTING => [Swap(r#""name": "Rooms""#, r#""name": "Rooms", "handle": "@rooms""#)],
        right: [Swap(r#""name": "Rooms""#, r#""name": "Rooms", "handle": "rooms.hotel.example""#)],
    }
    MISSPELLED = "anp-08-misspelled" / Warning {
        summary: "No member name of a listing is a misspelling of a missing one.",
        source: SOURCE,
        quote: "Active discovery documents adopt the JSON-LD format, using the CollectionPage type, containing the following core properties.",
        rationale: "Readers ignore unknown names, and would miss all further pages here.",
        fix: "Correct the name.",
        wrong: LISTING => [Swap(r#""items""#, r#""nxet": "https://hotel.example/agents?page=2", "items""#)],
        right: [Swap(r#""items""#, r#""next": "https://hotel.example/agents?page=2", "items""#)],
    }
}
