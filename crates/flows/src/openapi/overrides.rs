//! Overrides of `agents.json`: changes of single values of operations.

use super::{
    OpenApi,
    reference::{At, reference_of},
};
use crate::{
    agents_json::FieldPathStep,
    cut, did_you_mean,
    error::CompileError,
    workflow::rules::{OPERATION, OVERRIDE},
};
use agent_description::{Json, diagnostic::Rule, json::Offset};

/// The members of an operation (OpenAPI 3.1.1, section 4.8.10), except its ID.
const MEMBERS: [&str; 11] = [
    "callbacks",
    "deprecated",
    "description",
    "externalDocs",
    "parameters",
    "requestBody",
    "responses",
    "security",
    "servers",
    "summary",
    "tags",
];

impl OpenApi {
    /// Changes one value of an operation. The path is relative to the operation, with dots between segments and numbers
    /// for array elements: `parameters.0.required`.
    ///
    /// Referenced values on the path are copied, so that other operations do not change; references to other files are
    /// not followed. All segments except the last must exist. The first segment must be a member of operations or an
    /// extension.
    ///
    /// # Errors
    ///
    /// [`CompileError::Override`], without an offset; nothing is changed then.
    pub fn change(&mut self, operation_id: &str, path: &str, value: Json) -> Result<(), CompileError> {
        let refused = |rule: &'static Rule, message: String| CompileError::Override { rule, message, at: Offset::NONE };
        let missing = |part: &str| {
            let (path, part) = (cut(path), cut(part));
            refused(&OVERRIDE, format!("the path {path:?} does not exist in the operation: {part:?} is missing"))
        };
        let parts: Vec<&str> = path.split('.').collect();
        let Some((last, way)) = parts.split_last().filter(|(last, _)| !last.is_empty()) else {
            return Err(missing(""));
        };
        if parts.len() > crate::agents_json::FieldPath::MAX_STEPS {
            return Err(missing(last));
        }
        let first = parts.first().copied().unwrap_or_default();
        if !MEMBERS.contains(&first) && !first.starts_with("x-") {
            let why = match first {
                "operationId" => "identifies it",
                _ => "is not a member of operations; method and path are in `paths`",
            };
            let (path, first) = (cut(path), cut(first));
            let message = format!("the path {path:?} changes nothing of the operation: {first:?} {why}");
            return Err(refused(&OVERRIDE, message));
        }
        let Some((at, document, mut operation)) = self.take_to_change(operation_id) else {
            let near = did_you_mean(operation_id, self.ids());
            return Err(refused(&OPERATION, format!("unknown operation {:?}{near}", cut(operation_id))));
        };
        let changed = self.set(&mut operation, document, way, last, value).map_err(missing);
        self.put(at, operation);
        changed
    }

    /// Sets a value in an operation. `Err` is the first missing segment.
    fn set<'p>(
        &self,
        operation: &mut Json,
        document: usize,
        way: &[&'p str],
        last: &'p str,
        value: Json,
    ) -> Result<(), &'p str> {
        let mut place = operation;
        for part in way {
            let next = match step(part) {
                FieldPathStep::Index(index) => place.as_array_mut().and_then(|items| items.get_mut(index as usize)),
                FieldPathStep::Name(name) => place.as_object_mut().and_then(|object| object.get_mut(&name)),
            };
            place = next.ok_or(*part)?;
            if reference_of(place).is_some() {
                // a value in another file contains references relative to that file
                let stands_for = self.follow(At { document, json: place }).ok().filter(|at| at.document == document);
                let stands_for = stands_for.map(|at| at.json.clone());
                *place = stands_for.ok_or(*part)?;
            }
        }
        match step(last) {
            FieldPathStep::Index(index) => {
                let item = place.as_array_mut().and_then(|items| items.get_mut(index as usize));
                *item.ok_or(last)? = value;
            }
            FieldPathStep::Name(name) => {
                place.as_object_mut().ok_or(last)?.insert(name, value);
            }
        }
        Ok(())
    }
}

fn step(part: &str) -> FieldPathStep {
    match part.parse() {
        Ok(index) if part.bytes().all(|byte| byte.is_ascii_digit()) => FieldPathStep::Index(index),
        _ => FieldPathStep::Name(part.into()),
    }
}
