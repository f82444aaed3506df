//! The common model of an agent for conversions. Each value has its JSON Pointer in the source.

use super::loss::{Losses, Severity};
use agent_description::{Json, json::Text};

/// A value and its location in the source.
#[derive(Clone, Debug)]
pub(super) struct PlacedValue {
    pub pointer: String,
    pub value: Json,
}

/// Values by their names in this model. Values that no writer takes are losses.
///
/// Agent:
/// `id kind name description version vendor vendorUrl vendorKind documentationUrl iconUrl streaming pushNotifications stateTransitionHistory extendedAgentCard extensions inputModes outputModes schemes requirements`
/// (the last two in the form of A2A 1.0). Interface: `url binding protocol protocolVersion tenant`. Skill:
/// `id name description tags examples inputModes outputModes requirements inputSchema outputSchema`.
#[derive(Debug, Default)]
pub(super) struct Fields {
    pub pointer: String,
    /// The format's own names of values.
    pub places: &'static [(&'static str, &'static str)],
    pub said: Vec<(&'static str, PlacedValue)>,
    /// Members without a name in this model, by their own names.
    pub unknown: Vec<(Text, PlacedValue)>,
}

/// The model of an agent.
#[derive(Debug, Default)]
pub(super) struct Agent {
    pub fields: Fields,
    pub interfaces: Vec<Fields>,
    pub skills: Vec<Fields>,
    /// Whether the source is an A2A card. Unknown members of cards keep their place.
    pub is_card: bool,
}

impl Agent {
    /// Whether any interface has an address.
    pub fn is_reached(&self) -> bool {
        self.interfaces.iter().any(|interface| interface.get("url").is_some())
    }
}

impl Fields {
    pub fn at(pointer: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), ..Self::default() }
    }

    /// Sets the format's own names of values.
    pub fn called(mut self, places: &'static [(&'static str, &'static str)]) -> Self {
        self.places = places;
        self
    }

    /// Removes a name that is equal to the ID.
    pub fn without_duplicate_name(&mut self, losses: &mut Losses) {
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

    /// The JSON Pointer of a member of this object.
    pub fn place(&self, name: &str) -> String {
        let place = self.places.iter().find(|(known, _)| *known == name).map_or(name, |(_, place)| place);
        format!("{}/{place}", self.pointer)
    }
}
