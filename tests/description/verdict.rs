//! What verification says of a document, short of its proof: the steps in verification's order.

use agent_description::{
    Code, CodedError, Document, Limits,
    description::{AgentDescription, check_plain, subject_did},
    jsonld::Contexts,
};

/// A refusal: its code, its place and what it says.
#[derive(Debug)]
pub struct Refusal {
    pub code: Code,
    pub pointer: String,
    pub message: String,
}

pub fn refusal(text: &str) -> Result<AgentDescription, Refusal> {
    fn fault(error: &impl CodedError) -> Refusal {
        let message = error.to_string();
        assert!(error.position().is_some(), "{message} has no place");
        assert!(message.contains(':'), "{message} has no place");
        let pointer = error.pointer().unwrap_or_else(|| panic!("{message} has no pointer"));
        Refusal { code: error.code(), pointer, message }
    }
    let document =
        Document::parse(text.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{error}: {text}"));
    Contexts::embedded().named_in(&document).map_err(|error| fault(&error))?;
    check_plain(&document).map_err(|error| fault(&error))?;
    subject_did(&document).map_err(|error| fault(&error))?;
    AgentDescription::from_document(&document).map_err(|error| fault(&error))
}

pub fn verdict(text: &str) -> Result<AgentDescription, (Code, String)> {
    refusal(text).map_err(|refusal| (refusal.code, refusal.pointer))
}

/// The refusal's message: by the plain profile, or by its code and place where the profile has nothing against the document.
#[track_caller]
pub fn refused(text: &str, code: Code, pointer: &str) -> String {
    let document =
        Document::parse(text.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{error}: {text}"));
    let is_known = Contexts::embedded().named_in(&document).is_ok();
    if let Err(departure) = check_plain(&document)
        && is_known
        && departure.code() == Code::AD_STRUCTURE
    {
        let found = refusal(text).unwrap_err();
        assert_eq!(found.code, Code::AD_STRUCTURE, "{}\n{text}", found.message);
        return found.message;
    }
    match refusal(text) {
        Ok(_) => panic!("passes:\n{text}"),
        Err(found) => {
            assert_eq!((found.code, found.pointer.as_str()), (code, pointer), "{}\n{text}", found.message);
            found.message
        }
    }
}

#[track_caller]
pub fn passes(text: &str) -> AgentDescription {
    verdict(text).unwrap_or_else(|(code, pointer)| panic!("{code} at {pointer}:\n{text}"))
}

/// The document is not in the plain profile.
#[track_caller]
pub fn unplain(text: &str) {
    let document =
        Document::parse(text.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(check_plain(&document).unwrap_err().code(), Code::AD_STRUCTURE, "{text}");
    assert_eq!(verdict(text).unwrap_err().0, Code::AD_STRUCTURE, "{text}");
}
