//! The owner of a link's end.

use super::Root;
use std::collections::HashMap;

/// The owner of a link's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Place {
    /// An action, by index.
    Action(usize),
    Flow,
}

impl Place {
    /// Finds the owner by ID: the flow or an action. `None` for an unknown ID. If an action has the ID of its flow, a
    /// response belongs to the flow's outputs and everything else to its inputs.
    pub(crate) fn from_ids(
        id: Option<&str>,
        own: Option<&str>,
        actions: &HashMap<&str, usize>,
        root: Option<Root>,
        is_origin: bool,
    ) -> Option<Self> {
        let Some(id) = id else { return Some(Self::Flow) };
        match actions.get(id) {
            Some(at) if own == Some(id) => {
                let is_response = root == Some(Root::Response);
                Some(if is_response == is_origin { Self::Action(*at) } else { Self::Flow })
            }
            Some(at) => Some(Self::Action(*at)),
            None => (own == Some(id)).then_some(Self::Flow),
        }
    }
}
