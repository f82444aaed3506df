//! Open sequences and mappings.

use crate::{
    Json, Member, Object, Offset, Text, Value,
    position::by_offset::{last_before, walk_to},
    reader::member_names::Names,
};

/// The stack of open collections.
///
/// Their contents are in two shared lists, innermost last; a finished collection takes its part in one allocation.
/// Separate growing lists would fragment memory, and slow down the allocator for large documents.
#[derive(Debug, Default)]
pub(super) struct OpenCollections {
    open: Vec<Open>,
    items: Vec<Json>,
    members: Vec<Member>,
}

#[derive(Debug)]
struct Open {
    offset: Offset,
    anchor: usize,
    content: Content,
    /// The start of its content among all items and members.
    items_from: usize,
    members_from: usize,
}

#[derive(Debug)]
enum Content {
    Sequence,
    Mapping {
        names: Names,
        /// The key that waits for its value.
        key: Option<(Text, Offset)>,
    },
}

impl OpenCollections {
    /// Number of open collections.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Whether the innermost one is a mapping that expects a key.
    pub(super) fn is_at_key(&self) -> bool {
        matches!(self.open.last(), Some(Open { content: Content::Mapping { key: None, .. }, .. }))
    }

    pub(super) fn start_sequence(&mut self, offset: Offset, anchor: usize) {
        self.start(offset, anchor, Content::Sequence);
    }

    pub(super) fn start_mapping(&mut self, offset: Offset, anchor: usize) {
        self.start(offset, anchor, Content::Mapping { names: Names::default(), key: None });
    }

    fn start(&mut self, offset: Offset, anchor: usize, content: Content) {
        let (items_from, members_from) = (self.items.len(), self.members.len());
        self.open.push(Open { offset, anchor, content, items_from, members_from });
    }

    /// Closes the innermost one: its anchor and its value.
    pub(super) fn end(&mut self) -> Option<(usize, Json)> {
        let Open { offset, anchor, content, items_from, members_from } = self.open.pop()?;
        let value = match content {
            Content::Sequence => Value::Array(self.items.drain(items_from..).collect()),
            Content::Mapping { .. } => Value::Object(Object::from_unique(self.members.drain(members_from..).collect())),
        };
        Some((anchor, Json::at(value, offset)))
    }

    /// Adds a key to the innermost mapping; the error is the position of an equal key.
    pub(super) fn key(&mut self, name: &Text, offset: Offset) -> Result<(), Offset> {
        if let Some(Open { content: Content::Mapping { names, key }, members_from, .. }) = self.open.last_mut() {
            let members = self.members.get(*members_from..).unwrap_or_default();
            match names.earlier(members, name, offset) {
                Some(earlier) => return Err(earlier),
                None => *key = Some((name.clone(), offset)),
            }
        }
        Ok(())
    }

    /// Adds a value to the innermost one; returns it if none is open.
    pub(super) fn take(&mut self, json: Json) -> Option<Json> {
        match self.open.last_mut().map(|open| &mut open.content) {
            None => return Some(json),
            Some(Content::Sequence) => self.items.push(json),
            Some(Content::Mapping { key, .. }) => {
                if let Some((name, name_offset)) = key.take() {
                    self.members.push(Member { name, name_offset, value: json });
                }
            }
        }
        None
    }

    /// The finished collection that began at `offset`.
    pub(super) fn ended(&self, offset: Offset) -> Option<&Json> {
        // it is inside the innermost open collection that began before it
        let around = self.open.iter().rposition(|open| open.offset <= offset)?;
        let (open, inner) = (self.open.get(around)?, self.open.get(around + 1));
        let json = match open.content {
            Content::Sequence => {
                let end = inner.map_or(self.items.len(), |inner| inner.items_from);
                last_before(self.items.get(open.items_from..end)?, Json::offset, offset)?.1
            }
            Content::Mapping { .. } => {
                let end = inner.map_or(self.members.len(), |inner| inner.members_from);
                let start = |member: &Member| member.value().offset();
                last_before(self.members.get(open.members_from..end)?, start, offset)?.1.value()
            }
        };
        walk_to(json, offset, |_| Some(())).map(|(_, json)| json)
    }
}
