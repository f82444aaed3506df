//! The value expansion algorithm (JSON-LD 1.1 API, section 5.3).

use super::{
    active_context::ActiveContext,
    error::Result,
    iri_expansion,
    keyword::Keyword,
    node_builder::{string, value_object},
    processor::Processor,
    term::{Mapping, TermDefinition, TypeMapping},
};
use adp_json::{Json, Member, Object, Offset, Text, Value};

impl Processor<'_> {
    /// Expands a scalar value of a property with this `definition`.
    pub(super) fn expand_value(
        &mut self,
        active: &ActiveContext,
        definition: Option<&TermDefinition>,
        value: &Json,
    ) -> Result<Json> {
        let at = value.offset();
        let type_mapping = definition.and_then(|definition| definition.type_mapping.as_ref());
        // 1) 2)
        if let (Some(mapping @ (TypeMapping::Id | TypeMapping::Vocab)), Some(text)) = (type_mapping, value.as_text()) {
            let expanded = self.expand_iri(active, text, true, *mapping == TypeMapping::Vocab, at)?;
            return Ok(object_of([(Keyword::Id, Some(expanded_json(&expanded, at))), NO, NO], at));
        }
        // 3)
        let result = || (Keyword::Value, Some(value.clone()));
        // 4)
        if let Some(TypeMapping::Datatype(datatype)) = type_mapping {
            self.budget.text(datatype.len(), at)?;
            self.budget.members(1, at)?;
            return Ok(object_of([result(), (Keyword::Type, Some(string(datatype.clone(), at))), NO], at));
        }
        if let Some(TypeMapping::Json) = type_mapping {
            self.budget.members(1, at)?;
            return Ok(object_of([result(), (Keyword::Type, Some(string(Keyword::Json.text(), at))), NO], at));
        }
        if value.as_str().is_none() {
            return Ok(value_object(value.clone()));
        }
        // 5.1) 5.2)
        let language = match definition.and_then(|definition| definition.language.as_ref()) {
            Some(mapping) => mapping.as_ref(),
            None => active.language.as_ref(),
        };
        let direction = match definition.and_then(|definition| definition.direction) {
            Some(mapping) => mapping,
            None => active.direction,
        };
        if language.is_none() && direction.is_none() {
            return Ok(value_object(value.clone()));
        }
        // 5.3) 5.4)
        let language = match language {
            Some(language) => {
                self.budget.text(language.len(), at)?;
                (Keyword::Language, Some(string(language.clone(), at)))
            }
            None => NO,
        };
        self.budget.members(usize::from(language.1.is_some()) + usize::from(direction.is_some()), at)?;
        let direction = direction.map_or(NO, |direction| (Keyword::Direction, Some(string(direction.text(), at))));
        Ok(object_of([result(), language, direction], at))
    }

    /// IRI expansion outside of context processing, with its charge.
    pub(super) fn expand_iri(
        &mut self,
        active: &ActiveContext,
        value: &Text,
        document_relative: bool,
        vocab: bool,
        at: Offset,
    ) -> Result<Mapping> {
        let expanded = match document_relative && vocab {
            true => iri_expansion::expand_vocab(active, value, &mut self.names),
            false => iri_expansion::expand(active, value, document_relative, vocab),
        };
        self.budget.text(expanded.as_str().map_or(0, str::len), at)?;
        Ok(expanded)
    }
}

type Entry = (Keyword, Option<Json>);

const NO: Entry = (Keyword::None, None);

/// An object of those entries that have a value.
fn object_of(entries: [Entry; 3], at: Offset) -> Json {
    let mut members = Vec::with_capacity(1 + usize::from(entries[1].1.is_some()) + usize::from(entries[2].1.is_some()));
    for (name, value) in entries {
        if let Some(value) = value {
            members.push(Member { name: name.text(), name_offset: at, value });
        }
    }
    Json::at(Value::Object(Object::from_unique(members)), at)
}

/// The JSON of an expanded IRI: null if it has no meaning.
pub(super) fn expanded_json(expanded: &Mapping, at: Offset) -> Json {
    match expanded.text() {
        Some(text) => string(text, at),
        None => Json::at(Value::Null, at),
    }
}
