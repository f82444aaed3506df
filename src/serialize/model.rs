//! Models.

use crate::description::AgentDescription;
use serde::{Serialize, Serializer};

/// The output of [`AgentDescription::to_model_json`].
impl Serialize for AgentDescription {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_model_json().serialize(serializer)
    }
}
