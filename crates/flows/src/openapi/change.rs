//! What overrides of an `agents.json` change: one value of one operation.

use super::{
    OpenApi,
    reference::{At, reference_of},
};
use crate::agents_json::Step;
use agent_description::{Code, CodedError, Json};

/// Why an operation is not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChangeError {
    /// There is no such operation.
    #[error("unknown operation {0:?}")]
    Operation(String),
    /// The path leads nowhere in the operation.
    #[error("the path {path:?} does not exist in the operation: {missing:?} is missing")]
    Path {
        /// The path.
        path: String,
        /// The first part that is not there.
        missing: String,
    },
    /// It would change what an operation does not say of itself: nothing would come of it.
    #[error("the path {path:?} changes nothing of the operation: {member:?} {}", if member == "operationId" { "identifies it" } else { "is not a member of operations; method and path are in `paths`" })]
    Effect {
        /// The path.
        path: String,
        /// Its first part.
        member: String,
    },
}

/// What an operation says of itself (OpenAPI 3.1.1, section 4.8.10), but for the id that it is named by.
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

impl CodedError for ChangeError {
    fn code(&self) -> Code {
        match self {
            Self::Operation(_) => Code::INVALID_REFERENCE,
            Self::Path { .. } | Self::Effect { .. } => Code::INVALID_REFERENCE,
        }
    }
}

impl OpenApi {
    /// Changes one value of an operation: `parameters.0.required`, from the operation on, parts split at dots, numbers for the elements of
    /// arrays. What a reference on the way stands for is copied, so that no other operation changes; one to another file is not followed. The last part may name a new member of
    /// an object; all others have to be there. The first is a member that operations have, or an extension: an override of a method, a path or an id is
    /// an error, as nothing would come of it.
    ///
    /// # Errors
    /// [`ChangeError`]; nothing has changed then.
    pub fn change(&mut self, operation_id: &str, path: &str, value: Json) -> Result<(), ChangeError> {
        let cut = |text: &str| text.chars().take(80).collect::<String>();
        let missing = |part: &str| ChangeError::Path { path: cut(path), missing: cut(part) };
        let parts: Vec<&str> = path.split('.').collect();
        let Some((last, way)) = parts.split_last().filter(|(last, _)| !last.is_empty()) else {
            return Err(missing(""));
        };
        if parts.len() > crate::agents_json::FieldPath::MAX_STEPS {
            return Err(missing(last));
        }
        let first = parts.first().copied().unwrap_or_default();
        if !MEMBERS.contains(&first) && !first.starts_with("x-") {
            return Err(ChangeError::Effect { path: cut(path), member: cut(first) });
        }
        let Some((at, document, mut operation)) = self.take_to_change(operation_id) else {
            return Err(ChangeError::Operation(cut(operation_id)));
        };
        let changed = self.set(&mut operation, document, way, last, value).map_err(missing);
        self.put(at, operation);
        changed
    }

    /// Sets a value in an operation; the part of the way that is not there, where one is not.
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
                Step::Index(index) => place.as_array_mut().and_then(|items| items.get_mut(index as usize)),
                Step::Name(name) => place.as_object_mut().and_then(|object| object.get_mut(&name)),
            };
            place = next.ok_or(*part)?;
            if reference_of(place).is_some() {
                // what stands in another file refers to others from there
                let stands_for = self.follow(At { document, json: place }).ok().filter(|at| at.document == document);
                let stands_for = stands_for.map(|at| at.json.clone());
                *place = stands_for.ok_or(*part)?;
            }
        }
        match step(last) {
            Step::Index(index) => {
                let item = place.as_array_mut().and_then(|items| items.get_mut(index as usize));
                *item.ok_or(last)? = value;
            }
            Step::Name(name) => {
                place.as_object_mut().ok_or(last)?.insert(name, value);
            }
        }
        Ok(())
    }
}

fn step(part: &str) -> Step {
    match part.parse() {
        Ok(index) if part.bytes().all(|byte| byte.is_ascii_digit()) => Step::Index(index),
        _ => Step::Name(part.into()),
    }
}
