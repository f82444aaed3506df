//! The value expansion algorithm (JSON-LD 1.1 API, section 5.3).

use super::iri_expansion;
use crate::{
    context::{
        active_context::ActiveContext,
        term::{Mapping, TermDefinition, TypeMapping},
    },
    error::Result,
    keyword::Keyword,
    node_builder::{object, string, value_object},
    processor::Processor,
};
use adp_json::{Json, Member, Object, Offset, Text, Value};

impl Processor<'_> {
    /// Expands a scalar value of a property with this `definition`.
    pub(crate) fn expand_value(
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
            return Ok(object([(Keyword::Id.text(), expanded_json(&expanded, at))], at));
        }
        // 3) 4)
        if let Some(mapping @ (TypeMapping::Datatype(_) | TypeMapping::Json)) = type_mapping {
            let datatype = mapping.text();
            if let TypeMapping::Datatype(datatype) = mapping {
                self.budget.text(datatype.len(), at)?;
            }
            self.budget.members(1, at)?;
            return Ok(object(
                [(Keyword::Value.text(), value.clone()), (Keyword::Type.text(), string(datatype, at))],
                at,
            ));
        }
        if value.as_str().is_none() {
            return Ok(value_object(value.clone()));
        }
        // 5.1) 5.2)
        let language = match definition.and_then(|definition| definition.language.as_ref()) {
            Some(mapping) => mapping.as_ref(),
            None => active.language.as_ref(),
        };
        let direction = definition.and_then(|definition| definition.direction).unwrap_or(active.direction);
        if language.is_none() && direction.is_none() {
            return Ok(value_object(value.clone()));
        }
        // 5.3) 5.4)
        self.budget.text(language.map_or(0, |language| language.len()), at)?;
        self.budget.members(usize::from(language.is_some()) + usize::from(direction.is_some()), at)?;
        let member = |keyword: Keyword, value| Member { name: keyword.text(), name_offset: at, value };
        let mut members = Vec::with_capacity(2 + usize::from(language.is_some() && direction.is_some()));
        members.push(member(Keyword::Value, value.clone()));
        members.extend(language.map(|language| member(Keyword::Language, string(language.clone(), at))));
        members.extend(direction.map(|direction| member(Keyword::Direction, string(direction.text(), at))));
        Ok(Json::at(Value::Object(Object::from_unique(members)), at))
    }

    /// IRI expansion outside of context processing, with its charge.
    pub(crate) fn expand_iri(
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

/// The JSON of an expanded IRI: null if it has no meaning.
pub(crate) fn expanded_json(expanded: &Mapping, at: Offset) -> Json {
    match expanded.text() {
        Some(text) => string(text, at),
        None => Json::at(Value::Null, at),
    }
}
