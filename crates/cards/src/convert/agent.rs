//! What all formats say of an agent, each value with its place in the document it came from.

use super::loss::{Losses, Severity};
use agent_description::{Json, json::Text};

/// A value and where it stood.
#[derive(Clone, Debug)]
pub(super) struct PlacedValue {
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
    /// What the format calls a value otherwise: where it stands, or would.
    pub places: &'static [(&'static str, &'static str)],
    pub said: Vec<(&'static str, PlacedValue)>,
    /// Members that the format does not know, or has no name for here, by their own names.
    pub unknown: Vec<(Text, PlacedValue)>,
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

impl Agent {
    /// Whether any interface says where it is.
    pub fn is_reached(&self) -> bool {
        self.interfaces.iter().any(|interface| interface.get("url").is_some())
    }
}

impl Fields {
    pub fn at(pointer: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), ..Self::default() }
    }

    /// Fields of a format that calls some values otherwise.
    pub fn called(mut self, places: &'static [(&'static str, &'static str)]) -> Self {
        self.places = places;
        self
    }

    /// Leaves out a name that only says the id again.
    pub fn without_twin(&mut self, losses: &mut Losses) {
        if self.get("name").is_some()
            && self.get("name") == self.get("id")
            && let Some(said) = self.take_said("name")
        {
            losses.changed(said.pointer, "it is written as the name", Severity::Note);
        }
    }

    pub fn put(&mut self, name: &'static str, said: Option<PlacedValue>) {
        if let Some(said) = said {
            self.said.push((name, said));
        }
    }

    pub fn take_said(&mut self, name: &str) -> Option<PlacedValue> {
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
        let place = self.places.iter().find(|(known, _)| *known == name).map_or(name, |(_, place)| place);
        format!("{}/{place}", self.pointer)
    }
}
