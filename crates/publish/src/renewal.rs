//! Decision whether to keep a published proof.

use crate::{PublishOptions, draft::SourceDescription};
use agent_description::{
    Code, CodedError, Document, Timestamp,
    description::AgentDescription,
    did::{DidDocument, DidUrl, Purpose, Resolved},
    json::{Json, Object, jcs},
    key::{KeyType, SigningKey},
    proof::{Evidence, Expectations, Unverified, VerifyError},
    suite::Suite,
};
use std::fmt;

/// Why a description is signed again.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Renewal {
    /// There is no published file at its path.
    Unpublished,
    /// The published text differs from the publisher's.
    Changed,
    /// The published file does not verify.
    Refused {
        /// The code of the first failed check.
        code: Code,
        /// Its message.
        message: String,
    },
    /// A setting of the proof changed.
    Parameter {
        /// The member of the proof.
        member: &'static str,
        /// Its published value.
        found: String,
        /// Its new value.
        expected: String,
    },
    /// It expires soon.
    Expiring {
        /// Its expiry time.
        expires: Timestamp,
    },
}

impl fmt::Display for Renewal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unpublished => f.write_str("not published yet"),
            Self::Changed => f.write_str("the published text differs from the publisher's"),
            Self::Refused { code, message } => write!(f, "the published one does not verify: {code}: {message}"),
            Self::Parameter { member, found, expected } => {
                write!(f, "the published proof's `{member}` is {found}, expected {expected}")
            }
            Self::Expiring { expires } => write!(f, "the published proof expires soon, at {expires}"),
        }
    }
}

/// The signing key and its method.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice<'a> {
    pub method: &'a DidUrl,
    pub key: &'a SigningKey,
}

impl Choice<'_> {
    pub(crate) fn suite(&self, options: &PublishOptions) -> Suite {
        match self.key.key_type() {
            KeyType::Ed25519 => Suite::EddsaJcs2022,
            KeyType::Secp256k1 => Suite::DidWbaEcdsaK1,
            _ => options.p256_suite,
        }
    }
}

/// The host for proofs: a domain without port.
pub(crate) fn domain(host: &str) -> &str {
    host.split_once(':').map_or(host, |(name, _)| name)
}

/// The expectations of a client that fetches the description; the domain must be present.
pub(crate) fn verify(
    document: Document,
    source: &SourceDescription,
    did_document: &Resolved<DidDocument>,
    options: &PublishOptions,
    domain: Option<&str>,
) -> Result<Evidence, VerifyError> {
    let purpose = Expectations::for_purpose(Purpose::AssertionMethod);
    let with_domain = match domain {
        Some(domain) => purpose.domain(domain),
        None => purpose.domain_as_fetched(),
    };
    let mut expectations = with_domain.any_challenge().at(options.at).signer_is_subject();
    expectations.fetched_from = Some(source.url.as_str().to_owned());
    let unverified = Unverified::<AgentDescription>::new(document, &options.contexts);
    unverified.verify(did_document, expectations).map(|verified| verified.evidence().clone())
}

/// Whether the published file can be kept: its evidence, or why not.
pub(crate) fn decide_renewal(
    published: Option<&[u8]>,
    source: &SourceDescription,
    did_document: &Resolved<DidDocument>,
    choice: Option<Choice<'_>>,
    (options, host): (&PublishOptions, &str),
) -> Result<Evidence, Renewal> {
    let Some(bytes) = published else { return Err(Renewal::Unpublished) };
    let Ok(document) = Document::parse(bytes, &options.limits) else { return Err(Renewal::Changed) };
    if unsigned(document.root()) != unsigned(source.document.root()) {
        return Err(Renewal::Changed);
    }
    let evidence = verify(document, source, did_document, options, Some(domain(host)))
        .map_err(|error| Renewal::Refused { code: error.code(), message: error.to_string() })?;
    let differs = |member, found: &dyn fmt::Display, expected: &dyn fmt::Display| {
        Err(Renewal::Parameter { member, found: found.to_string(), expected: expected.to_string() })
    };
    if evidence.domain.as_deref() != Some(domain(host)) {
        return differs("domain", &evidence.domain.as_deref().unwrap_or("absent"), &domain(host));
    }
    if evidence.challenge.as_deref().is_none_or(str::is_empty) {
        return differs("challenge", &"absent", &"a new one");
    }
    if let Some(choice) = choice {
        let method = evidence.verification_method.as_deref().unwrap_or_default();
        if method != choice.method.as_str() {
            return differs("verificationMethod", &method, &choice.method);
        }
        let suite = choice.suite(options);
        if evidence.suite != Some(suite) {
            return differs("type", &evidence.suite.map_or("unknown", Suite::as_str), &suite.as_str());
        }
    }
    let created: Option<Timestamp> = evidence.created.as_deref().and_then(|text| text.parse().ok());
    let lifetime = |expires: Timestamp| Some(expires.as_unix_seconds() - created?.as_unix_seconds());
    let wanted = i64::try_from(options.expires_in.as_secs()).unwrap_or(i64::MAX);
    match evidence.expires {
        None => differs("expires", &"absent", &format!("{wanted} s after `created`")),
        Some(expires) if lifetime(expires) != Some(wanted) => {
            differs("expires", &expires, &format!("{wanted} s after `created`"))
        }
        Some(expires) if is_expiring(expires, options) => Err(Renewal::Expiring { expires }),
        Some(_) => Ok(evidence),
    }
}

/// Whether the remaining lifetime requires renewal.
pub(crate) fn is_expiring(expires: Timestamp, options: &PublishOptions) -> bool {
    expires < options.at.saturating_add(options.renew_before())
}

/// A comparison key: equal for descriptions that differ only in their proofs.
fn unsigned(root: &Object) -> Vec<u8> {
    let mut root = root.clone();
    root.remove("proof");
    jcs::canonicalize(&Json::from(root))
}
