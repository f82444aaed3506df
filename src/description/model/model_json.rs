//! The typed model of a description as JSON.

use crate::{
    description::{AgentDescription, model::node_type::shown_node},
    json::{Json, Object},
};

impl AgentDescription {
    /// The typed data of the description: every member is always present, `null` or empty without a value. Untyped
    /// members are under `other` by their IRI, unchanged.
    #[must_use]
    pub fn to_model_json(&self) -> Json {
        let mut object = Object::new();
        object.insert("profile", self.profile.as_str());
        shown_node(object, &self.node, self.shown_members())
    }
}
