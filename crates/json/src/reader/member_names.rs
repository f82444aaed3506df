//! The names of one object during parsing; duplicates are refused.

use crate::{Member, Offset, Text};
use std::collections::HashMap;

/// Up to this number, names are compared pairwise; more are hashed.
const PAIRWISE: usize = 16;

/// The names of an object with their positions, if there are more than [`PAIRWISE`].
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// A bit for each name: most new names are recognized without comparison.
    bits: u64,
    hashed: Option<HashMap<Text, Offset>>,
}

impl Names {
    /// The position of an equal name in the object so far; `None` for a new name. `at` is the position of the new name.
    pub(crate) fn earlier(&mut self, members: &[Member], name: &str, at: Offset) -> Option<Offset> {
        let bit = bit_of(name);
        let is_new = self.bits & bit == 0;
        self.bits |= bit;
        if members.len() < PAIRWISE {
            if is_new {
                return None;
            }
            return members.iter().find(|member| member.name == *name).map(|member| member.name_offset);
        }
        let of_members = || members.iter().map(|member| (member.name.clone(), member.name_offset)).collect();
        self.hashed.get_or_insert_with(of_members).insert(name.into(), at)
    }
}

/// One bit of 64 for a name, by its length, first and last byte: equal names have equal bits.
pub fn bit_of(name: &str) -> u64 {
    let byte = |byte: Option<&u8>| usize::from(byte.copied().unwrap_or_default());
    let bytes = name.as_bytes();
    let [first, last] = [bytes.first(), bytes.last()].map(byte);
    1 << (bytes.len().wrapping_add(first.wrapping_mul(5)).wrapping_add(last.wrapping_mul(11)) % 64)
}
