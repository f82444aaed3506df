//! Checks of Handle documents.

use super::{is_confirmation, rules};
use crate::{
    Code, Did,
    diagnostic::{
        Finding, Findings, change,
        members::{Conventions, Field, Form, Meaning, Shape, Table},
        shortened,
    },
    did::DidMethod,
    format::Options,
    handle::{BindingGeneration, Handle, HandleStatus, RESERVED_LOCAL_PARTS, SubjectProfile},
    json::{Document, Json, Object},
    web_url::is_web_url,
};

/// A Handle's document.
pub(super) static HANDLE: Table = Table::new(
    "the Handle document",
    &rules::DOCUMENT,
    &[
        Field::required("handle", Shape::Form(&NAME)).means(Meaning::Any(&change::IDENTITY)),
        Field::required("did", Shape::Form(&DID)).means(Meaning::Any(&change::IDENTITY)),
        Field::required("status", Shape::Word(HandleStatus::WORDS))
            .by(&rules::STATUS)
            .means(Meaning::Any(&change::KEY)),
        Field::required("binding_generation", Shape::Form(&GENERATION)).by(&rules::GENERATION),
        Field::optional("updated", Shape::Form(&TIME)),
        Field::optional("versionId", Shape::Text),
        Field::optional("ttl", Shape::COUNT),
        Field::inside("profile", &PROFILE),
    ],
);

/// A provider's confirmation of a DID.
static CONFIRMATION: Table = Table::new(
    "the confirmation",
    &rules::DOCUMENT,
    &[
        Field::required("did", Shape::Form(&DID)),
        Field::required("confirmed", Shape::Flag).by(&rules::CONFIRMATION),
        Field::optional("status", Shape::Word(HandleStatus::WORDS)).by(&rules::STATUS),
        Field::optional("updated", Shape::Form(&TIME)),
        Field::optional("ttl", Shape::COUNT),
    ],
);

static PROFILE: Table = Table::part(
    "the profile",
    &[
        Field::required("subject_did", Shape::Form(&DID)),
        Field::optional("type", Shape::Word(&["DIDSubjectProfile"])).by(&rules::PROFILE),
        Field::optional("subject_type", Shape::Word(&SubjectProfile::SUBJECT_TYPES)).by(&rules::PROFILE),
        Field::optional("handle", Shape::Form(&NAME)),
        Field::optional("display_name", Shape::Text).means(Meaning::Text),
        Field::optional("description", Shape::Text).means(Meaning::Text),
        Field::optional("avatar_uri", Shape::Form(&URI)),
        Field::optional("profile_uri", Shape::Form(&URI)),
        Field::optional("discoverability", Shape::Word(&["private", "listed", "public"])).by(&rules::PROFILE),
        Field::optional("labels", Shape::Object),
        Field::optional("updated", Shape::Form(&TIME)),
        Field::optional("versionId", Shape::Text),
        Field::optional("ttl", Shape::COUNT),
        Field::optional("proof", Shape::Object).means(Meaning::Any(&change::SIGNATURE)),
    ],
);

static NAME: Form = Form {
    rule: Some(&rules::NAME),
    code: Code::INVALID_NAME,
    fits: |text| text.parse::<Handle>().is_ok_and(|handle| handle.as_str() == text),
    expected: "a Handle in lower case, without `wba://` and port",
    sample: "alice.example.com",
};

static DID: Form = Form {
    rule: Some(&rules::DID),
    code: Code::DID_SYNTAX,
    fits: |text| text.parse::<Did>().is_ok_and(|did| did.host().is_some()),
    expected: "a did:wba or did:web DID",
    sample: "did:wba:example.com",
};

static GENERATION: Form = Form {
    rule: None,
    code: Code::INVALID_VALUE,
    fits: |text| text.parse::<BindingGeneration>().is_ok(),
    expected: "a positive decimal number without sign and leading zeros",
    sample: "1",
};

static TIME: Form = Form {
    rule: Some(&rules::TIME),
    code: Code::INVALID_TIME,
    fits: |text| text.parse::<crate::Timestamp>().is_ok(),
    expected: "a date and time with an offset",
    sample: "2026-01-31T12:00:00Z",
};

static URI: Form = Form {
    rule: Some(&rules::PROFILE_URI),
    code: Code::INVALID_URL,
    fits: |text| is_web_url(text, "https"),
    expected: "an absolute https URL",
    sample: "https://example.com/alice/",
};

static CONVENTIONS: Conventions = Conventions { unknown: Some(&rules::MISSPELLED), ..Conventions::DEFAULT };

pub(super) fn check(findings: &mut Findings<'_>, document: &Document, _: &Options) {
    let (json, root) = (document.json(), document.root());
    if is_confirmation(root) {
        CONFIRMATION.check(findings, json, &CONVENTIONS);
        if let Some(confirmed) = root.get("confirmed").filter(|value| value.as_bool() == Some(false)) {
            findings.add(&rules::CONFIRMATION, confirmed.offset(), || {
                Finding::new(Code::INVALID_VALUE, "`confirmed` is false, expected true")
                    .with_help("publish no confirmation of a DID that is not confirmed")
            });
        }
        return;
    }
    HANDLE.check(findings, json, &CONVENTIONS);
    if let Some(confirmed) = root.get("confirmed") {
        findings.exercise(&rules::PRIVATE);
        findings.add(&rules::PRIVATE, confirmed.offset(), || {
            Finding::new(Code::CONTRADICTION, "a confirmation shows the Handle that it is to keep private")
                .with_help("remove `handle`, or remove `confirmed`")
        });
    }
    let handle = root.get("handle").and_then(|handle| handle.as_str()?.parse::<Handle>().ok());
    let did = root.get("did").and_then(|did| did.as_str()?.parse::<Did>().ok());
    if let Some(handle) = &handle {
        of_handle(findings, root, handle, did.as_ref());
    }
    if let Some(profile) = root.get("profile").and_then(Json::as_object) {
        of_profile(findings, root, profile);
    }
}

fn of_handle(findings: &mut Findings<'_>, root: &Object, handle: &Handle, did: Option<&Did>) {
    findings.exercise(&rules::RESERVED);
    let at = |name: &str| root.get(name).map_or(crate::json::Offset::NONE, Json::offset);
    if handle.is_reserved() {
        let words = RESERVED_LOCAL_PARTS.join(", ");
        findings.add(&rules::RESERVED, at("handle"), || {
            Finding::new(Code::INVALID_NAME, format!("{:?} is a reserved word", handle.local_part()))
                .with_help(format!("choose a Handle that does not begin with one of: {words}"))
        });
    }
    findings.exercise(&rules::HOST);
    let Some(did) = did.filter(|did| did.method() == DidMethod::Wba && did.host() != Some(handle.domain())) else {
        return;
    };
    findings.add(&rules::HOST, at("did"), || {
        let host = did.host().unwrap_or_default();
        let domain = handle.domain();
        Finding::new(Code::DID_BINDING, format!("the DID is of {host}, and the Handle of {domain}"))
            .with_help(format!("name a DID of {domain}"))
    });
}

fn of_profile(findings: &mut Findings<'_>, root: &Object, profile: &Object) {
    findings.exercise(&rules::SUBJECT);
    for (member, of_root) in [("subject_did", "did"), ("handle", "handle")] {
        let (Some(found), Some(expected)) = (profile.get(member), root.get(of_root)) else { continue };
        let (Some(text), Some(expected)) = (found.as_str(), expected.as_str()) else { continue };
        if text != expected {
            findings.add(&rules::SUBJECT, found.offset(), || {
                let message = format!(
                    "`{member}` of the profile is {}, and `{of_root}` of the document {}",
                    shortened(text),
                    shortened(expected)
                );
                Finding::new(Code::CONTRADICTION, message)
                    .with_help("readers ignore the profile; write the same in both")
            });
        }
    }
    findings.exercise(&rules::PROFILE);
    if let Some(member) = profile.member("name").filter(|_| !profile.contains("display_name")) {
        findings.add(&rules::PROFILE, member.name_offset(), || {
            Finding::new(Code::UNKNOWN_MEMBER, "the profile has a member `name`, which older readers know")
                .meant_name("name", "display_name")
        });
    }
}
