//! The common model of an agent for conversions. Each value has its JSON Pointer in the source.

use super::{losses::Losses, placed_value::PlacedValue, target::ConversionTarget};
use agent_description::{
    Json,
    diagnostic::{
        Severity,
        members::{is_same_name, local_name},
    },
    json::{Object, Text},
};

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
    /// Records everything that the writer has not taken as a loss.
    pub fn into_losses(self, to: ConversionTarget, losses: &mut Losses) {
        let reason = to.no_place();
        let mut rest = |fields: Fields, severity| {
            for (name, said) in fields.said {
                let severity = match name {
                    "inputSchema" | "outputSchema" | "schemes" | "requirements" => Severity::Error,
                    _ => severity,
                };
                losses.lost(said, &*reason, severity);
            }
            for (name, said) in fields.unknown {
                let severity = if is_security(&name) { Severity::Error } else { Severity::Warning };
                losses.lost(said, &*reason, severity);
            }
        };
        rest(self.fields, Severity::Warning);
        self.interfaces.into_iter().for_each(|interface| rest(interface, Severity::Error));
        self.skills.into_iter().for_each(|skill| rest(skill, Severity::Warning));
    }
}

/// Whether a member states who may call, in any format, spelling and prefix.
fn is_security(name: &str) -> bool {
    let local = local_name(name);
    ["security", "securityRequirements", "securityDefinitions", "securitySchemes"]
        .iter()
        .any(|known| is_same_name(local, known))
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

    /// Takes the ID of a skill, or the default `what`. Removes an equal name, because cards repeat it.
    pub fn take_id(&mut self, what: &str, losses: &mut Losses) -> Json {
        let id = self.take("id").unwrap_or_else(|| {
            losses.made_up(self.place("id"), format!("a {what} needs a name: {what:?} is written"));
            what.into()
        });
        if self.get("name") == Some(&id) {
            self.take("name");
        }
        id
    }

    /// Moves values to members of the same names.
    pub fn move_to(&mut self, object: &mut Object, names: &[&'static str]) {
        for name in names {
            self.move_as(object, name, name);
        }
    }

    /// Moves a value to a member.
    pub fn move_as(&mut self, object: &mut Object, name: &str, written: &'static str) {
        if let Some(value) = self.take(name) {
            object.insert(written, value);
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

    pub fn own_name<'n>(&self, name: &'n str) -> &'n str {
        self.places.iter().find(|(known, _)| *known == name).map_or(name, |(_, place)| place)
    }

    /// The JSON Pointer of a member of this object.
    pub fn place(&self, name: &str) -> String {
        format!("{}/{}", self.pointer, self.own_name(name))
    }
}
