//! Verification with supplied inputs.

use crate::{
    failure::Failure,
    formats,
    options::{Options, time},
};
use agent_description::{
    CodeClass, CodedError, Did, Document, Expectations, Json, Limits, Origin, Purpose, Suite, Timestamp,
    did::DidDocument,
    format,
    json::Object,
    proof::{Allowances, Challenge},
    verification::{Need, Pending, Supplied, Verification, report},
};
use std::{sync::Arc, time::Duration};

/// What a signature must say.
struct Expected {
    at: Timestamp,
    domain: Domain,
    challenge: Option<String>,
    signer: Option<String>,
    purpose: Option<String>,
    max_age: Option<u32>,
    not_before: Option<String>,
    require_domain: bool,
    suites: Vec<String>,
    fetched_from: Option<String>,
    payload_forms: Vec<String>,
    key_set: Option<String>,
    key_origins: Vec<String>,
    follow: bool,
    format: Option<String>,
}

/// The expected `domain`. It has no default: a host, `null` for none, `{"any": true}`, or `{"asFetched": true}` for the host of `fetchedFrom`.
enum Domain {
    Exactly(String),
    None,
    Any,
    AsFetched,
}

impl Domain {
    fn take(options: &mut Options) -> Result<Self, Failure> {
        let value = options.take("domain").ok_or_else(|| Failure::usage("options: `domain` is missing"))?;
        let flag = |name: &str| {
            let object = value.as_object().filter(|object| object.len() == 1);
            object.and_then(|object| object.get(name)).and_then(Json::as_bool) == Some(true)
        };
        match value.as_str() {
            Some(domain) => Ok(Self::Exactly(domain.to_owned())),
            None if value.is_null() => Ok(Self::None),
            None if flag("any") => Ok(Self::Any),
            None if flag("asFetched") => Ok(Self::AsFetched),
            None => Err(Failure::usage("options: `domain`: expected a host, null, ANY or AS_FETCHED")),
        }
    }
}

/// What a signature must say, and what is supplied: all of `VerifyOptions` in index.d.ts, documents as text.
fn read(mut options: Options) -> Result<(Expected, Supplied), Failure> {
    let supplied = supplied(&mut options)?;
    let expected = Expected {
        at: time(&options.required("at")?)?,
        domain: Domain::take(&mut options)?,
        challenge: options.text("challenge")?,
        signer: options.text("signer")?,
        purpose: options.text("purpose")?,
        max_age: options.count("maxAge")?,
        not_before: options.text("notBefore")?,
        require_domain: options.flag("requireDomain")?,
        suites: options.texts("suites")?,
        fetched_from: options.text("fetchedFrom")?,
        payload_forms: options.texts("payloadForms")?,
        key_set: options.text("keySet")?,
        key_origins: options.texts("keyOrigins")?,
        follow: options.flag("follow")?,
        format: options.text("format")?,
    };
    options.finish()?;
    Ok((expected, supplied))
}

/// The report of `adp verify --json`, with `document` and `model` if the document is verified. `signer` is the verified one, `claimedSigner` what the
/// document says.
pub fn verify(text: &str, options: Options) -> Result<Json, Failure> {
    let (expected, supplied) = read(options)?;
    let at = expected.at;
    let (document, begun) = begin(text, expected)?;
    let found = match begun {
        Ok(mut pending) => {
            let supplied = with_missing(&mut *pending, supplied);
            pending.finish(&supplied)
        }
        Err(refused) => *refused,
    };
    let mut told = report(Some(&found));
    let verified = found.is_verified();
    let status = match found.error.as_deref() {
        _ if verified => "verified",
        Some(error) if error.code().class() == CodeClass::Undecided => "undecided",
        _ => "refused",
    };
    let claimed = told.get("signer").cloned().unwrap_or_else(|| None::<&str>.into());
    told.insert("status", status);
    told.insert("signer", told.get("identity").cloned());
    told.insert("claimedSigner", claimed);
    told.insert("keyId", told.get("verificationMethod").cloned());
    told.insert("error", found.error.as_deref().map(|error| Failure::in_document(error, &document).0));
    told.insert("verifiedAt", verified.then(|| at.to_string()));
    told.insert("document", found.document().map(|document| document.json().clone()));
    let format = formats::FORMATS.named(found.format).ok();
    told.insert("model", format.and_then(|format| format.verified_model(&found, &format::Options::at(at))));
    Ok(told.into())
}

/// The required and the supplied inputs.
pub fn needs(text: &str, options: Options) -> Result<Json, Failure> {
    let (expected, supplied) = read(options)?;
    let needs = match begin(text, expected)?.1 {
        Ok(mut pending) => pending.needs(&supplied).into_iter().filter(|need| !supplied.answers(need)).collect(),
        Err(_) => Vec::new(),
    };
    Ok(needs.iter().map(|need| Json::from(describe(need))).collect::<Vec<_>>().into())
}

fn describe(need: &Need) -> Object {
    let (kind, digest) = match need {
        Need::DidDocument(_) => ("didDocument", None),
        Need::Succession { .. } => ("succession", None),
        Need::KeySet(_) => ("keySet", None),
        Need::Artifact { digest, .. } => ("artifact", digest.as_deref()),
        _ => ("other", None),
    };
    let url = match need {
        Need::DidDocument(did) => did.location(),
        _ => None,
    };
    let mut object = Object::with_capacity(4);
    object.insert("kind", kind);
    object.insert("name", need.name());
    object.insert("url", url);
    object.insert("digest", digest);
    object
}

type Begun = (Document, Result<Box<dyn Pending>, Box<Verification>>);

fn begin(text: &str, options: Expected) -> Result<Begun, Failure> {
    let (document, formats) = formats::read_signed(text, options.format.as_deref())?;
    let given = [
        (matches!(options.domain, Domain::Exactly(_)), "domain", "domain"),
        (options.require_domain, "require-domain", "requireDomain"),
        (options.challenge.is_some(), "challenge", "challenge"),
        (options.max_age.is_some(), "max-age", "maxAge"),
        (options.not_before.is_some(), "not-before", "notBefore"),
        (options.purpose.is_some(), "purpose", "purpose"),
        // every format with suites also has purposes
        (!options.suites.is_empty(), "purpose", "suites"),
        (!options.payload_forms.is_empty(), "payload-form", "payloadForms"),
        (options.key_set.is_some(), "jwks", "keySet"),
        (!options.key_origins.is_empty(), "jku", "keyOrigins"),
        (options.follow, "follow", "follow"),
    ];
    for format in &formats {
        let other = given.iter().find(|(is_given, flag, _)| *is_given && !format.verify_options.contains(flag));
        if let Some((_, _, option)) = other {
            return Err(Failure::usage(format!("{option} does not apply to {}", format.title)));
        }
    }
    let begun = format::begin(&document, &formats, &expectations(options)?);
    Ok((document, begun))
}

fn expectations(options: Expected) -> Result<Expectations, Failure> {
    let purpose = options.purpose.as_deref().map(parse::<Purpose>).transpose()?.unwrap_or(Purpose::AssertionMethod);
    let purpose = Expectations::for_purpose(purpose);
    let domain = match options.domain {
        Domain::Exactly(domain) => purpose.domain(domain),
        Domain::Any => purpose.any_domain(),
        Domain::AsFetched => purpose.domain_as_fetched(),
        Domain::None => purpose.no_domain(),
    };
    let challenge = match options.challenge {
        Some(challenge) => domain.challenge(Challenge::new(challenge)),
        None => domain.any_challenge(),
    };
    let at = challenge.at(options.at);
    let mut expectations = match options.signer.as_deref() {
        Some(signer) => at.signer(parse(signer)?),
        None => at.signer_is_subject(),
    };
    if options.require_domain {
        expectations.require_domain = true;
    }
    if let Some(seconds) = options.max_age {
        expectations.max_age = Some(Duration::from_secs(seconds.into()));
    }
    if let Some(not_before) = options.not_before.as_deref() {
        expectations.not_before = Some(time(not_before)?);
    }
    let suites = options.suites.iter().map(|suite| parse(suite)).collect::<Result<Vec<Suite>, _>>()?;
    if !suites.is_empty() {
        expectations.suites = suites;
    }
    if let Some(url) = &options.fetched_from {
        expectations.fetched_from = Some(url.into());
    }
    let origins = options.key_origins.iter().map(|origin| parse(origin)).collect::<Result<Vec<Origin>, _>>()?;
    if origins.iter().any(|origin| origin.scheme() != "https") {
        return Err(Failure::usage("keyOrigins: expected origins of https"));
    }
    let mut allowances = Allowances::default();
    allowances.payload_forms = options.payload_forms;
    allowances.key_set = options.key_set.map(|text| Arc::from(text.into_bytes()));
    allowances.key_origins = origins;
    allowances.artifacts = options.follow;
    expectations.allowances = allowances;
    Ok(expectations)
}

fn parse<T: std::str::FromStr<Err: std::fmt::Display>>(text: &str) -> Result<T, Failure> {
    text.parse().map_err(|error| Failure::usage(format!("{text:?}: {error}")))
}

fn supplied(options: &mut Options) -> Result<Supplied, Failure> {
    let limits = Limits::default();
    let mut supplied = Supplied::default();
    for (did, text) in options.texts_by_name("didDocuments")? {
        let did: Did = parse(&did)?;
        let document = DidDocument::parse_for(&did, text.as_bytes(), &limits);
        supplied
            .did_documents
            .insert(did, document.map(Arc::new).map_err(|error| Arc::new(error) as Arc<dyn CodedError>));
    }
    for (url, text) in options.texts_by_name("artifacts")? {
        supplied.artifacts.insert(url, Ok(Arc::from(text.as_bytes())));
    }
    for (url, text) in options.texts_by_name("keySets")? {
        supplied.key_sets.insert(url, Ok(Arc::from(text.as_bytes())));
    }
    Ok(supplied)
}

/// Same, with an error for each needed DID document that was not supplied.
fn with_missing(pending: &mut dyn Pending, mut supplied: Supplied) -> Supplied {
    for need in pending.needs(&supplied) {
        if let Need::DidDocument(did) = &need
            && !supplied.answers(&need)
        {
            supplied.did_documents.insert(did.clone(), Err(Arc::new(need.not_supplied())));
        }
    }
    supplied
}
