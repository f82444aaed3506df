//! Steps 19 to 25 of the create term definition algorithm (JSON-LD 1.1 API, section 4.2.2): the entries other than the
//! IRI.

use super::{
    Inputs,
    active_context::State,
    term::{Container, Mapping, ScopedContext, TypeMapping},
    term_definition::{Creation, Draft},
};
use crate::{ProcessingMode, error::Result, iri, keyword::Keyword, node_builder::items_of, processor::Processor};
use adp_json::{Code, Json};

impl Processor<'_> {
    /// 19)
    pub(crate) fn set_container(&mut self, draft: &mut Draft<'_>, value: &Json) -> Result<()> {
        let refused = |processor: &Self| {
            let message = format!(
                "`@container` of the term {:?} is not `@graph`, `@id`, `@index`, `@language`, `@list`, `@set`, `@type` or an allowed combination",
                draft.member.name()
            );
            processor.fault(Code::INVALID_CONTAINER_MAPPING, value.offset(), message)
        };
        // 19.1)
        let mut container = Container::default();
        for item in items_of(value) {
            let one = Container::from_keyword(item.as_str().and_then(Keyword::from_text));
            let one = one.filter(|one| !container.has(*one)).ok_or_else(|| refused(self))?;
            container = container.with(one);
        }
        let but_set = container.without(Container::SET);
        let graph_map =
            but_set.has(Container::GRAPH) && but_set.len() == 2 && but_set.has(Container::ID.with(Container::INDEX));
        let allowed = match but_set.len() {
            0 => container.has(Container::SET),
            1 => !(but_set == Container::LIST && container.has(Container::SET)),
            _ => graph_map,
        };
        if !allowed {
            return Err(refused(self));
        }
        // 19.2)
        if self.mode == ProcessingMode::JsonLd10
            && (value.as_str().is_none() || container.has(Container::GRAPH.with(Container::ID).with(Container::TYPE)))
        {
            return Err(refused(self));
        }
        // 19.4)
        if container.has(Container::TYPE) {
            match draft.definition.type_mapping.get_or_insert(TypeMapping::Id) {
                TypeMapping::Id | TypeMapping::Vocab => {}
                _ => {
                    let message = format!(
                        "the term {:?} is a `@type` container, so its `@type` may only be `@id` or `@vocab`",
                        draft.member.name()
                    );
                    return Err(self.fault(Code::INVALID_TYPE_MAPPING, value.offset(), message));
                }
            }
        }
        // 19.3)
        draft.definition.container = container;
        Ok(())
    }

    /// 20)
    pub(crate) fn set_index(&mut self, creation: &mut Creation<'_, '_>, draft: &mut Draft<'_>) -> Result<()> {
        let Some(value) = draft.get("@index") else { return Ok(()) };
        let term = draft.member.name();
        // 20.1)
        self.require_1_1_in_term(value.offset(), "@index")?;
        if !draft.definition.container.has(Container::INDEX) {
            let message = format!("the term {term:?} has `@index`, but `@container` does not include `@index`");
            return Err(self.fault(Code::INVALID_TERM_DEFINITION, value.offset(), message));
        }
        // 20.2)
        let expanded = match value.as_text() {
            Some(text) => self.expand_iri_defining(creation, text, value.offset())?,
            None => Mapping::Null,
        };
        match (&expanded, value.as_text()) {
            (Mapping::Iri(iri), Some(text)) if iri::is_absolute(iri) => {
                // 20.3)
                draft.definition.index = Some(text.clone());
                Ok(())
            }
            _ => {
                let message = format!("`@index` of the term {term:?} is not a property under this context");
                Err(self.fault(Code::INVALID_TERM_DEFINITION, value.offset(), message))
            }
        }
    }

    /// 21)
    pub(crate) fn set_scoped_context(&mut self, creation: &Creation<'_, '_>, draft: &mut Draft<'_>) -> Result<()> {
        let Some(context) = draft.get("@context") else { return Ok(()) };
        // 21.1)
        self.require_1_1_in_term(context.offset(), "@context")?;
        // 21.3) processed only to find its errors; while the snapshot exists, new terms go to a layer above it
        let snapshot = State::clone(creation.state).freeze();
        let inputs = Inputs { override_protected: true, validate_scoped: false, propagate: true, ..creation.inputs };
        self.process_context(&snapshot, context, inputs).map_err(|error| match adp_json::CodedError::code(&error) {
            // these two errors contain the fix, unlike the specification's code
            Code::JSONLD_BUDGET | Code::CONTEXT_NOT_EMBEDDED => error,
            _ => error.with_code(Code::INVALID_SCOPED_CONTEXT),
        })?;
        // 21.4)
        draft.definition.scoped = Some(Box::new(ScopedContext {
            context: context.clone(),
            base_url: creation.inputs.base_url.cloned(),
            origin: self.origin.clone(),
        }));
        Ok(())
    }

    /// 22) 23)
    pub(crate) fn set_language_and_direction_of_term(&mut self, draft: &mut Draft<'_>) -> Result<()> {
        if draft.get("@type").is_some() {
            return Ok(());
        }
        let term = draft.member.name();
        if let Some(value) = draft.get("@language") {
            let (what, expected) = (format_args!("`@language` of the term {term:?}"), "a language tag or null");
            draft.definition.language = Some(match value.is_null() {
                true => None,
                false => Some(self.text(value, Code::INVALID_LANGUAGE_MAPPING, what, expected)?.clone()),
            });
        }
        if let Some(value) = draft.get("@direction") {
            let what = format_args!("`@direction` of the term {term:?}");
            draft.definition.direction = Some(self.direction(value, what)?);
        }
        Ok(())
    }

    /// 24) 25)
    pub(crate) fn set_nest_and_prefix(&mut self, draft: &mut Draft<'_>) -> Result<()> {
        let term = draft.member.name();
        if let Some(value) = draft.get("@nest") {
            self.require_1_1_in_term(value.offset(), "@nest")?;
            let nest =
                value.as_text().filter(|text| Keyword::from_text(text).is_none_or(|keyword| keyword == Keyword::Nest));
            let Some(nest) = nest else {
                let message = format!("`@nest` of the term {term:?} must be `@nest` or an alias of it");
                return Err(self.fault(Code::INVALID_NEST_VALUE, value.offset(), message));
            };
            draft.definition.nest = Some(nest.clone());
        }
        if let Some(value) = draft.get("@prefix") {
            self.require_1_1_in_term(value.offset(), "@prefix")?;
            if term.contains([':', '/']) {
                let message = format!("{term:?} has the form of an IRI and cannot be a prefix");
                return Err(self.fault(Code::INVALID_TERM_DEFINITION, value.offset(), message));
            }
            let what = format_args!("`@prefix` of the term {term:?}");
            let flag = self.boolean(value, Code::INVALID_PREFIX_VALUE, what)?;
            if flag && matches!(draft.definition.mapping, Mapping::Keyword(_)) {
                let message = format!("{term:?} is an alias of a keyword and cannot be a prefix");
                return Err(self.fault(Code::INVALID_TERM_DEFINITION, value.offset(), message));
            }
            draft.definition.prefix = flag;
        }
        Ok(())
    }
}
