//! What all formats say of an agent, each value with its place in the document it came from.

use agent_description::{Json, json::Text};

/// A value and where it stood.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub pointer: String,
    pub value: Json,
}

/// Values by the names that they have here; what a writer takes is not lost.
///
/// Of the agent: `id kind name description version vendor vendorUrl vendorKind documentationUrl iconUrl streaming pushNotifications
/// stateTransitionHistory extendedAgentCard extensions inputModes outputModes schemes requirements` (the last two as A2A 1.0 has them).
/// Of an interface: `url binding protocol protocolVersion tenant`. Of a skill: `id name description tags examples inputModes outputModes
/// requirements inputSchema outputSchema`.
#[derive(Debug, Default)]
pub(super) struct Fields {
    pub pointer: String,
    pub said: Vec<(&'static str, Said)>,
    /// Members that the format does not know, or has no name for here, by their own names.
    pub unknown: Vec<(Text, Said)>,
}

/// An agent.
#[derive(Debug, Default)]
pub(super) struct Agent {
    pub fields: Fields,
    pub interfaces: Vec<Fields>,
    pub skills: Vec<Fields>,
    /// Whether it comes from an A2A card: then members that no version knows stay where they are.
    pub is_card: bool,
}

impl Fields {
    pub fn at(pointer: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), ..Self::default() }
    }

    pub fn put(&mut self, name: &'static str, said: Option<Said>) {
        if let Some(said) = said {
            self.said.push((name, said));
        }
    }

    pub fn take_said(&mut self, name: &str) -> Option<Said> {
        let at = self.said.iter().position(|(known, _)| *known == name)?;
        Some(self.said.remove(at).1)
    }

    pub fn take(&mut self, name: &str) -> Option<Json> {
        self.take_said(name).map(|said| said.value)
    }

    pub fn get(&self, name: &str) -> Option<&Json> {
        self.said.iter().find(|(known, _)| *known == name).map(|(_, said)| &said.value)
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(Json::as_str)
    }

    /// Where a member of this object stands, or would.
    pub fn place(&self, name: &str) -> String {
        format!("{}/{name}", self.pointer)
    }
}
