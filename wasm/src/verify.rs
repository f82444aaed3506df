//! Verification with supplied inputs.

use crate::{failure::Failure, formats, inspect::time};
use agent_description::{
    AgentDescription, CodedError, Did, Expectations, Json, Limits, Origin, Purpose, Suite,
    did::DidDocument,
    format,
    json::Object,
    proof::{Allowances, Challenge},
    verification::{Need, NotSupplied, Pending, Supplied, Verification, report},
};
use serde::{Deserialize, Deserializer};
use std::{collections::BTreeMap, sync::Arc, time::Duration};

/// The expectations of a signature, and the supplied inputs. `domain` has no default: a host, `null` for none, or
/// `{"any": true}`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    at: String,
    #[serde(deserialize_with = "present")]
    domain: Option<Domain>,
    challenge: Option<String>,
    signer: Option<String>,
    purpose: Option<String>,
    /// In seconds.
    max_age: Option<u32>,
    not_before: Option<String>,
    #[serde(default)]
    require_domain: bool,
    #[serde(default)]
    suites: Vec<String>,
    fetched_from: Option<String>,
    #[serde(default)]
    payload_forms: Vec<String>,
    key_set: Option<String>,
    #[serde(default)]
    key_origins: Vec<String>,
    #[serde(default)]
    artifacts: BTreeMap<String, String>,
    #[serde(default)]
    key_sets: BTreeMap<String, String>,
    #[serde(default)]
    did_documents: BTreeMap<String, String>,
    #[serde(default)]
    follow: bool,
    format: Option<String>,
}

/// The expected `domain`.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Domain {
    Exactly(String),
    Any(AnyDomain),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
enum AnyDomain {
    /// Any `domain` is accepted.
    Any(True),
    /// The host of `fetchedFrom`.
    AsFetched(True),
}

/// `true`
#[derive(Debug, Deserialize)]
#[serde(try_from = "bool")]
struct True;

impl TryFrom<bool> for True {
    type Error = &'static str;

    fn try_from(value: bool) -> Result<Self, Self::Error> {
        if value { Ok(Self) } else { Err("expected true") }
    }
}

/// A required member, which may be `null`.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

/// The report of `adp verify --json`, with `document` and `model` if the document is verified.
pub fn verify(text: &str, options: Options) -> Result<Json, Failure> {
    let supplied = supplied(&options)?;
    let at = time(&options.at)?;
    let found = match begin(text, options)? {
        Ok(mut pending) => {
            let supplied = with_missing(&mut *pending, supplied);
            pending.finish(&supplied)
        }
        Err(refused) => *refused,
    };
    let mut told = report(Some(&found));
    let verified = found.is_verified();
    told.insert("verifiedAt", verified.then(|| at.to_string()));
    told.insert("document", verified.then(|| found.document.json().clone()));
    told.insert("model", model(&found, at).filter(|_| verified));
    Ok(told.into())
}

/// The data of the verified document.
fn model(found: &Verification, at: agent_description::Timestamp) -> Option<Json> {
    if let Some(described) = found.typed::<AgentDescription>() {
        return Some(described.get().to_model_json());
    }
    let format = formats::all().find(|format| format.name() == found.format)?;
    format.show(&found.document, &format::Options::at(at)).ok()
}

/// The required and the supplied inputs.
pub fn needs(text: &str, options: Options) -> Result<Json, Failure> {
    let supplied = supplied(&options)?;
    let needs = match begin(text, options)? {
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

type Begun = Result<Box<dyn Pending>, Box<Verification>>;

fn begin(text: &str, options: Options) -> Result<Begun, Failure> {
    let (document, formats) = formats::read_signed(text, options.format.as_deref())?;
    let given = [
        (matches!(options.domain, Some(Domain::Exactly(_))), "domain", "domain"),
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
        let other = given.iter().find(|(is_given, flag, _)| *is_given && !format.verify_options().contains(flag));
        if let Some((_, _, option)) = other {
            return Err(Failure::usage(format!("{option} does not apply to {}", format.title())));
        }
    }
    Ok(format::begin(&document, &formats, &expectations(options)?))
}

fn expectations(options: Options) -> Result<Expectations, Failure> {
    let purpose = options.purpose.as_deref().map(parse::<Purpose>).transpose()?.unwrap_or(Purpose::AssertionMethod);
    let purpose = Expectations::for_purpose(purpose);
    let domain = match options.domain {
        Some(Domain::Exactly(domain)) => purpose.domain(domain),
        Some(Domain::Any(AnyDomain::Any(True))) => purpose.any_domain(),
        Some(Domain::Any(AnyDomain::AsFetched(True))) => purpose.domain_as_fetched(),
        None => purpose.no_domain(),
    };
    let challenge = match options.challenge {
        Some(challenge) => domain.challenge(Challenge::new(challenge)),
        None => domain.any_challenge(),
    };
    let at = challenge.at(time(&options.at)?);
    let mut expectations = match options.signer.as_deref() {
        Some(signer) => at.signer(parse(signer)?),
        None => at.signer_is_subject(),
    };
    if options.require_domain {
        expectations = expectations.require_domain();
    }
    if let Some(seconds) = options.max_age {
        expectations = expectations.max_age(Duration::from_secs(seconds.into()));
    }
    if let Some(not_before) = options.not_before.as_deref() {
        expectations = expectations.not_before(time(not_before)?);
    }
    let suites = options.suites.iter().map(|suite| parse(suite)).collect::<Result<Vec<Suite>, _>>()?;
    if !suites.is_empty() {
        expectations = expectations.suites(&suites);
    }
    if let Some(url) = &options.fetched_from {
        expectations = expectations.fetched_from(url);
    }
    let origins = options.key_origins.iter().map(|origin| parse(origin)).collect::<Result<Vec<Origin>, _>>()?;
    if origins.iter().any(|origin| !origin.is_https()) {
        return Err(Failure::usage("keyOrigins: expected origins of https"));
    }
    let mut allowances = Allowances::default();
    allowances.readings = options.payload_forms;
    allowances.key_set = options.key_set.map(|text| Arc::from(text.into_bytes()));
    allowances.key_origins = origins;
    allowances.artifacts = options.follow;
    Ok(expectations.allowing(allowances))
}

fn parse<T: std::str::FromStr<Err: std::fmt::Display>>(text: &str) -> Result<T, Failure> {
    text.parse().map_err(|error| Failure::usage(format!("{text:?}: {error}")))
}

fn supplied(options: &Options) -> Result<Supplied, Failure> {
    let limits = Limits::default();
    let mut supplied = Supplied::new();
    for (did, text) in &options.did_documents {
        let did: Did = parse(did)?;
        let document = DidDocument::parse_for(&did, text.as_bytes(), &limits);
        supplied.add_did_document(did, document.map(Arc::new).map_err(|error| Arc::new(error) as Arc<dyn CodedError>));
    }
    for (url, text) in &options.artifacts {
        supplied.add_artifact(url, Ok(Arc::from(text.as_bytes())));
    }
    for (url, text) in &options.key_sets {
        supplied.add_key_set(url, Ok(Arc::from(text.as_bytes())));
    }
    Ok(supplied)
}

/// Same, with an error for each needed DID document that was not supplied.
fn with_missing(pending: &mut dyn Pending, mut supplied: Supplied) -> Supplied {
    for need in pending.needs(&supplied) {
        if let Need::DidDocument(did) = &need
            && !supplied.answers(&need)
        {
            supplied.add_did_document(did.clone(), Err(Arc::new(NotSupplied { need: need.clone() })));
        }
    }
    supplied
}
