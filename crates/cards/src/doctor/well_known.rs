//! The places where readers look for agents, and what may stand there.

/// A well-known place of a host.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WellKnown {
    /// Its path, with the leading `/`.
    pub path: &'static str,
    /// What stands there, for people.
    pub title: &'static str,
    /// The names of the formats of which a document there may be. Formats that nobody brings are not checked; none is a page of
    /// the listing, which is no format.
    pub formats: &'static [&'static str],
    /// The place that readers of today ask instead, for one that is left of an earlier version or of a custom.
    pub instead: Option<&'static str>,
}

impl WellKnown {
    /// Its URL at an origin, which has no `/` at its end.
    #[must_use]
    pub fn url(&self, origin: &str) -> String {
        format!("{origin}{}", self.path)
    }

    /// Whether a page of the listing stands there.
    pub(super) fn is_listing(&self) -> bool {
        self.formats.is_empty()
    }
}

/// The two places of a catalog: readers of AI Catalog ask the one, readers of ARD 0.91 the other.
pub(super) const CATALOGS: [&str; 2] = ["/.well-known/ai-catalog.json", "/.well-known/ard.json"];

const fn place(path: &'static str, title: &'static str, formats: &'static [&'static str]) -> WellKnown {
    WellKnown { path, title, formats, instead: None }
}

/// Every place that is looked at, and the formats of each: a format that is added to this table is looked for.
pub const WELL_KNOWN: &[WellKnown] = &[
    place("/.well-known/agent-descriptions", "the listing of agent descriptions (ANP-08)", &[]),
    place("/.well-known/did.json", "the host's DID document", &["did-document"]),
    place("/.well-known/agent-card.json", "the A2A Agent Card", &["a2a-card"]),
    WellKnown {
        instead: Some("/.well-known/agent-card.json"),
        ..place("/.well-known/agent.json", "the A2A Agent Card of versions before 0.3", &["a2a-card"])
    },
    place(CATALOGS[0], "the AI Catalog", &["ai-catalog", "ard"]),
    place(CATALOGS[1], "the ARD manifest", &["ard", "ai-catalog"]),
    place("/.well-known/agent-skills/index.json", "the skills index", &["skills-index"]),
    WellKnown {
        instead: Some("the streamable HTTP URL of the server, followed by /server-card, named by a catalog"),
        ..place("/.well-known/mcp/server-card.json", "the MCP server card", &["mcp-server-card"])
    },
    place("/.well-known/agents.json", "the flows of the host's API", &["agents-json"]),
];
