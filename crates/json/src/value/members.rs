//! The members of an object: a list, with an index of the names if there are many.

use super::text::is_same;
use crate::{Json, Member, Text};
use std::{collections::HashMap, sync::OnceLock};

/// Up to this number of members, names are compared one by one.
const MAX_UNINDEXED: usize = 32;

/// Members in order, names unique.
// as small as the list alone: every value of a tree has the size of its largest variant
#[derive(Clone, Debug)]
pub(crate) enum Members {
    /// Up to [`MAX_UNINDEXED`].
    Few(Vec<Member>),
    Many(Box<Many>),
}

/// More than [`MAX_UNINDEXED`] members, or what is left of them.
#[derive(Debug)]
pub(crate) struct Many {
    list: Vec<Member>,
    /// The position of each name, made when one is looked up. The names are untrusted, so the hashes have random keys.
    positions: OnceLock<HashMap<Text, usize>>,
}

impl Clone for Many {
    /// The copy makes its own index if it needs one.
    fn clone(&self) -> Self {
        Self { list: self.list.clone(), positions: OnceLock::new() }
    }
}

impl Many {
    fn positions(&self) -> &HashMap<Text, usize> {
        let name_at = |(at, member): (usize, &Member)| (member.name.clone(), at);
        self.positions.get_or_init(|| self.list.iter().enumerate().map(name_at).collect())
    }
}

impl Members {
    pub(crate) const EMPTY: Self = Self::Few(Vec::new());

    pub(crate) fn with_capacity(n: usize) -> Self {
        Self::Few(Vec::with_capacity(n))
    }

    pub(crate) fn as_slice(&self) -> &[Member] {
        match self {
            Self::Few(list) => list,
            Self::Many(many) => &many.list,
        }
    }

    fn as_mut_slice(&mut self) -> &mut [Member] {
        match self {
            Self::Few(list) => list,
            Self::Many(many) => &mut many.list,
        }
    }

    pub(crate) fn into_vec(self) -> Vec<Member> {
        match self {
            Self::Few(list) => list,
            Self::Many(many) => many.list,
        }
    }

    /// Where the member `name` is.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        match self {
            Self::Few(list) => list.iter().position(|member| is_same(&member.name, name)),
            Self::Many(many) => many.positions().get(name).copied(),
        }
    }

    /// Names and mutable access to their values.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (&Text, &mut Json)> {
        self.as_mut_slice().iter_mut().map(|member| (&member.name, &mut member.value))
    }

    pub(crate) fn value_mut(&mut self, at: usize) -> Option<&mut Json> {
        Some(&mut self.as_mut_slice().get_mut(at)?.value)
    }

    /// Appends a member with a new name.
    pub(crate) fn push(&mut self, member: Member) {
        match self {
            Self::Few(list) => {
                list.push(member);
                if list.len() > MAX_UNINDEXED {
                    *self = std::mem::take(list).into();
                }
            }
            Self::Many(many) => {
                if let Some(positions) = many.positions.get_mut() {
                    positions.insert(member.name.clone(), many.list.len());
                }
                many.list.push(member);
            }
        }
    }

    /// Removes the member at `at`, which exists.
    pub(crate) fn remove(&mut self, at: usize) -> Member {
        match self {
            Self::Few(list) => list.remove(at),
            Self::Many(many) => {
                let removed = many.list.remove(at);
                let is_last = at == many.list.len();
                match many.positions.get_mut().filter(|_| is_last) {
                    Some(positions) => _ = positions.remove(&removed.name),
                    // all later members have moved
                    None => _ = many.positions.take(),
                }
                removed
            }
        }
    }
}

impl Default for Members {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl From<Vec<Member>> for Members {
    fn from(list: Vec<Member>) -> Self {
        if list.len() > MAX_UNINDEXED {
            Self::Many(Box::new(Many { list, positions: OnceLock::new() }))
        } else {
            Self::Few(list)
        }
    }
}
