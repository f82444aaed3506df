//! Whose an end of a link is.

use super::Root;
use std::collections::HashMap;

/// Whose an end of a link is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    Flow,
    /// By its number.
    Action(usize),
}

impl Place {
    /// The flow, or one of its actions by their ids; none where there is none of this id. Of an action that has its flow's id, a response is
    /// what it gives, and all else what it is given.
    pub fn from_ids(
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
