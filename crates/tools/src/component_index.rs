//! The `components` of OpenAPI and OpenRPC documents.

use agent_description::json::{Json, Object, Text};
use std::collections::HashMap;

/// An index of the members of `components`: a document can contain tens of thousands of them, and of references.
#[derive(Debug, Default)]
pub struct ComponentIndex(HashMap<Text, HashMap<Text, usize>>);

impl ComponentIndex {
    /// Indexes the root of a document.
    #[must_use]
    pub fn from_root(root: &Object) -> Self {
        let names = |section: &Json| {
            let members = section.as_object().into_iter().flatten().enumerate();
            members.map(|(at, member)| (member.name().clone(), at)).collect()
        };
        let sections = root.get("components").and_then(Json::as_object).into_iter().flatten();
        Self(sections.map(|section| (section.name().clone(), names(section.value()))).collect())
    }

    /// The value at `/components/SECTION/NAME` of the same root.
    #[must_use]
    pub fn get<'a>(&self, root: &'a Object, section: &str, name: &str) -> Option<&'a Json> {
        let at = *self.0.get(section)?.get(name)?;
        let members = root.get("components")?.get(section)?.as_object()?;
        members.iter().as_slice().get(at).map(|member| member.value())
    }
}
