//! Values of the source.

use agent_description::Json;

/// A value and its location in the source.
#[derive(Clone, Debug)]
pub(super) struct PlacedValue {
    pub pointer: String,
    pub value: Json,
}

impl PlacedValue {
    pub fn new(pointer: impl Into<String>, value: impl Into<Json>) -> Self {
        Self { pointer: pointer.into(), value: value.into() }
    }
}
