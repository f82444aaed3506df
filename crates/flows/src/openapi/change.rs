//! What overrides of an `agents.json` change: one value of one operation.

use super::{
    OpenApi,
    reference::{At, reference_of},
};
use crate::{agents_json::Step, codes};
use agent_description::{Code, Fault, Json};

/// Why an operation is not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChangeError {
    /// There is no such operation.
    #[error("there is no operation {0:?}")]
    Operation(String),
    /// The path leads nowhere in the operation.
    #[error("the path {path:?} leads nowhere in the operation: there is no {missing:?}")]
    Path {
        /// The path.
        path: String,
        /// The first part that is not there.
        missing: String,
    },
}

impl Fault for ChangeError {
    fn code(&self) -> Code {
        match self {
            Self::Operation(_) => codes::FLOW_OPERATION,
            Self::Path { .. } => codes::FLOW_OVERRIDE,
        }
    }
}

impl OpenApi {
    /// Changes one value of an operation: `parameters.0.required`, from the operation on, parts split at dots, numbers for the elements of
    /// arrays. What a reference on the way stands for is copied, so that no other operation changes; one to another file is not followed. The last part may name a new member of
    /// an object; all others have to be there.
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
        if parts.len() > crate::agents_json::FieldPath::MOST_STEPS {
            return Err(missing(last));
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
