//! Errors.

use agent_description::{
    CodeClass, CodedError, Document, Json,
    json::{Object, pointer},
};

/// The error that JavaScript throws.
#[derive(Debug)]
pub struct Failure(pub Object);

impl Failure {
    /// The message of a library error.
    pub fn of(error: &dyn CodedError) -> Self {
        Self::in_text(error, None)
    }

    /// Same with its position in the document.
    pub fn in_document(error: &dyn CodedError, document: &Document) -> Self {
        Self::in_text(error, Some(document))
    }

    fn in_text(error: &dyn CodedError, document: Option<&Document>) -> Self {
        let class = match error.code().class() {
            CodeClass::Undecided => "undecided",
            _ => "refused",
        };
        let message = error.unplaced_message();
        let pointer = error.pointer();
        let value = pointer.as_deref().zip(document).and_then(|(at, document)| pointer::lookup(document.json(), at));
        let span = value.zip(document).and_then(|(value, document)| document.span(value.offset()));
        let position = error.position().or(span.as_ref().map(|span| span.start));
        let mut object = Object::with_capacity(8);
        object.insert("code", error.code().as_str());
        object.insert("class", class);
        object.insert("message", message);
        object.insert("pointer", pointer);
        object.insert("line", position.map(|position| number(position.line)));
        object.insert("column", position.map(|position| number(position.column)));
        object.insert("from", span.as_ref().map(|span| number(span.utf16.start)));
        object.insert("to", span.as_ref().map(|span| number(span.utf16.end)));
        Self(object)
    }

    /// An invalid call.
    pub fn usage(message: impl Into<String>) -> Self {
        let mut object = Object::with_capacity(3);
        object.insert("code", "usage");
        object.insert("class", "usage");
        object.insert("message", message.into());
        Self(object)
    }
}

/// A count or an offset as JSON; texts here have less than 2³² characters.
pub fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// `{"result": …}` or `{"error": …}`
pub fn to_text(result: Result<Json, Failure>) -> String {
    let mut answer = Object::with_capacity(1);
    match result {
        Ok(result) => answer.insert("result", result),
        Err(Failure(error)) => answer.insert("error", error),
    };
    Json::from(answer).to_compact()
}
