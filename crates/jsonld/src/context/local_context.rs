//! Local contexts during processing.

use crate::{keyword::Keyword, name_index::NameIndex};
use adp_json::{Json, Member, Object};

/// A local context during processing: its members, and the already defined terms.
pub(crate) struct LocalContext<'c> {
    pub(crate) members: Vec<&'c Member>,
    index: NameIndex,
    /// Whether any name contains a colon.
    any_compact: bool,
    /// The algorithm's `defined`.
    pub(crate) defined: Vec<Defined>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Defined {
    No,
    InProgress,
    Yes,
}

impl<'c> LocalContext<'c> {
    pub(crate) fn from_definition(definition: &'c Object) -> Self {
        Self::new(definition.iter().collect())
    }

    /// 5.6.8) of context processing: merges a local context over the imported one.
    pub(crate) fn merged(imported: &'c Object, definition: &'c Object) -> Self {
        let over = Self::from_definition(definition);
        let mut members: Vec<&Member> =
            imported.iter().filter(|member| over.position(member.name()).is_none()).collect();
        members.extend(over.members);
        Self::new(members)
    }

    fn new(members: Vec<&'c Member>) -> Self {
        let index = NameIndex::from_names(members.iter().map(|member| member.name()));
        let any_compact = members.iter().any(|member| member.name().contains(':'));
        Self { defined: vec![Defined::No; members.len()], members, index, any_compact }
    }

    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.index.find(name, self.members.iter().map(|member| member.name()))
    }

    /// [`LocalContext::position`] for a name with a colon: few contexts define such names.
    pub(crate) fn position_of_compact(&self, name: &str) -> Option<usize> {
        if self.any_compact { self.position(name) } else { None }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&'c Json> {
        self.position(name).and_then(|at| self.members.get(at)).map(|member| member.value())
    }

    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are members other than keywords.
    pub(crate) fn defines_terms(&self) -> bool {
        self.members.iter().any(|member| !is_context_keyword(member.name()))
    }
}

/// The members of a local context that are not terms.
pub(crate) fn is_context_keyword(name: &str) -> bool {
    matches!(
        Keyword::from_text(name),
        Some(
            Keyword::Base
                | Keyword::Direction
                | Keyword::Import
                | Keyword::Language
                | Keyword::Propagate
                | Keyword::Protected
                | Keyword::Version
                | Keyword::Vocab
        )
    )
}
