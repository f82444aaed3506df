//! The checks of a verification. Their order is part of the API, because the first failure is reported.

use super::{
    CheckName as Name, CheckResult, Detail, Evidence, Expectations, PreparedProof, Proof, Unverified, Verified,
    VerifyError, VerifyFault, detail::Compared, expectations::Domain,
};
use crate::{
    CodedError, Document, Timestamp,
    diagnostic::shortened,
    did::{Did, DidDocument, DidService, DidUrl, KeyRefusal, Purpose, Resolved, Subject, listed},
    json::{Json, Text},
    key::{KeyError, VerifyingKey},
    suite::{SignedText, Suite},
};

/// Runs one check; records a failure in the evidence and ends the verification.
macro_rules! check {
    ($evidence:expr, $name:expr, $result:expr) => {
        match $result {
            Ok(value) => value,
            Err(fault) => return Err(fail($evidence, $name, fault.into())),
        }
    };
}

fn fail(mut evidence: Box<Evidence>, name: Name, fault: VerifyFault) -> VerifyError {
    evidence.set(name, CheckResult::Fail, fault.to_string());
    VerifyError { fault: Box::new(fault), evidence }
}

impl<T: Subject> Unverified<T> {
    /// The first part of a verification, up to the need for the signer's DID document: checks JSON, proof, suite,
    /// encoding, method, contexts, structure and subject.
    ///
    /// # Errors
    /// [`VerifyError`]
    pub(crate) fn prepare(self, expectations: Expectations) -> Result<PreparedProof<T>, VerifyError> {
        let Unverified { document, contexts, .. } = self;
        let text = SignedText::for_document(document.root());
        let mut evidence = Box::new(Evidence::new(text.sha256(), expectations.at));
        check!(evidence, Name::StrictJson, document.check_signable().map_err(VerifyFault::Read));
        evidence.pass(Name::StrictJson, Compared::Bytes(document.source().len()));

        let (proof, object) = check!(evidence, Name::Proof, Proof::from_document(&document, T::ALLOWS_DOMAIN_SET));
        evidence.pass(Name::Proof, "one proof, its members typed");
        evidence.verification_method = Some(proof.method.clone());
        evidence.created = proof.created.clone();
        evidence.expires = proof.expires;
        evidence.domain = proof.domain().cloned();
        evidence.challenge = proof.challenge.clone();

        let suite = check!(evidence, Name::Suite, allowed_suite(&proof, &expectations));
        evidence.pass(Name::Suite, suite.as_str());
        evidence.suite = Some(suite);

        let (signature, encoding) = check!(evidence, Name::ProofValue, proof.signature(suite));
        // the `@context` of a proof depends on its suite and encoding
        let input = check!(
            evidence,
            Name::Proof,
            suite.signing_input_of(document.root(), object, encoding, text).map_err(VerifyFault::Suite)
        );
        evidence.pass(Name::ProofValue, encoding.as_str());

        let method = check!(evidence, Name::MethodUrl, proof.method());
        evidence.pass(Name::MethodUrl, Compared::Method(method.clone()));
        evidence.signer = Some(method.did().clone());

        evidence.contexts = check!(evidence, Name::Contexts, contexts.map_err(VerifyFault::Context));
        evidence.pass(Name::Contexts, Compared::Contexts(evidence.contexts.len()));

        check!(evidence, Name::Structure, T::check_structure(&document).map_err(subject_fault));
        evidence.pass(Name::Structure, "nothing hidden, moved or renamed");

        let subject = check!(evidence, Name::Subject, T::subject_did(&document).map_err(subject_fault));
        evidence.subject.clone_from(&subject);
        match &subject {
            Some(did) if *did == *method.did().as_str() => evidence.pass(Name::Subject, did.clone()),
            Some(did) => evidence.set(Name::Subject, CheckResult::NotBound, Compared::OtherSubject(did.clone())),
            None => evidence.set(Name::Subject, CheckResult::NotBound, "the document names no `did`"),
        }

        Ok(PreparedProof {
            document,
            subject,
            evidence,
            proof,
            suite,
            signature,
            input,
            method,
            expectations,
            model: std::marker::PhantomData,
        })
    }
}

fn subject_fault(error: impl CodedError) -> VerifyFault {
    VerifyFault::Subject(Box::new(error))
}

fn allowed_suite(proof: &Proof, expectations: &Expectations) -> Result<Suite, VerifyFault> {
    let (proof_type, cryptosuite) = proof.suite_names();
    let suite = Suite::identify(proof_type, cryptosuite).filter(|suite| expectations.suites.contains(suite));
    suite.ok_or_else(|| VerifyFault::ProofSuite {
        proof_type: proof_type.to_owned(),
        cryptosuite: cryptosuite.map(str::to_owned),
        allowed: expectations.suites.iter().map(|suite| suite.as_str()).collect::<Vec<_>>().join(", "),
    })
}

impl<T: Subject> PreparedProof<T> {
    /// The DID of the required document.
    pub(crate) fn signer(&self) -> &Did {
        self.method.did()
    }

    /// The signing time in the proof.
    pub(crate) fn created(&self) -> Option<Timestamp> {
        self.proof.created.as_deref()?.parse().ok()
    }

    /// Checks purpose, signer, domain, challenge and time early, to avoid a useless request for the DID document.
    ///
    /// # Errors
    /// [`VerifyError`]
    pub(crate) fn check_before_resolving(mut self) -> Result<Self, VerifyError> {
        // passed checks are recorded after the signature, which makes them reliable
        match self.check_expectations(&mut Evidence::new([0; 32], self.expectations.at)) {
            Ok(()) => Ok(self),
            Err((name, fault)) => {
                self.evidence.set(name, CheckResult::Fail, fault.to_string());
                Err(VerifyError { fault, evidence: self.evidence })
            }
        }
    }

    /// Whether purpose, signer, domain, challenge or time fail already, so that no DID document is needed.
    pub(crate) fn is_refused_before_resolving(&self) -> bool {
        self.check_expectations(&mut Evidence::new([0; 32], self.expectations.at)).is_err()
    }

    fn check_expectations(&self, evidence: &mut Evidence) -> Result<(), (Name, Box<VerifyFault>)> {
        let Self { proof, method, subject, suite, expectations, .. } = self;
        check_expectations(evidence, proof, method, subject.as_deref(), *suite, expectations)
    }

    /// The second part, with the DID document or the reason why it is missing: checks DID document, method,
    /// relationship, key and signature; then the expectations and the model.
    ///
    /// # Errors
    /// [`VerifyError`]
    pub(crate) fn finish(
        self,
        resolution: Result<&Resolved<DidDocument>, Box<dyn CodedError>>,
    ) -> Result<Verified<T>, VerifyError> {
        let PreparedProof {
            document, subject, mut evidence, proof, suite, signature, input, method, expectations, ..
        } = self;
        let did = method.did().clone();

        let resolved = check!(
            evidence,
            Name::Resolve,
            resolution.map_err(|fault| VerifyFault::Resolve { did: did.to_string(), fault })
        );
        let did_document = resolved.get();
        let speaking = did_document.key_for_named(&method, &proof.purpose, expectations.at);
        // the checks before the failed one passed
        let failed = speaking.as_ref().err().map_or(Name::KeyType, asked_by);
        if failed > Name::Resolve {
            evidence.pass(Name::Resolve, Detail::for_resolution(&did, resolved));
        }
        if failed > Name::Method {
            let method_type = did_document.verification_method(&method).map_or("", |found| found.method_type.as_str());
            evidence.pass(Name::Method, Compared::MethodOfType(method.clone(), method_type.into()));
        }
        if failed > Name::Authorized {
            evidence.pass(Name::Authorized, Compared::ListedUnder(proof.purpose.clone()));
        }
        let key = check!(evidence, failed, speaking.map_err(|refusal| refused_key(&did, refusal)));
        check!(evidence, Name::KeyType, suited(key, &method, suite));
        evidence.pass(Name::KeyType, Compared::KeyType(key.key_type()));

        check!(
            evidence,
            Name::Signature,
            input.verify(key, &signature).map_err(|_: KeyError| VerifyFault::Signature { method: method.clone() })
        );
        evidence.pass(Name::Signature, Compared::VerifiesWith(method.clone()));

        if let Err((name, fault)) =
            check_expectations(&mut evidence, &proof, &method, subject.as_deref(), suite, &expectations)
        {
            return Err(fail(evidence, name, *fault));
        }

        let model = check!(evidence, Name::Model, T::read(&document).map_err(subject_fault));
        evidence.pass(Name::Model, "all required terms");

        note_origin(&mut evidence, &model, did_document, expectations.fetched_from.as_deref());
        Ok(Verified { model, document, evidence })
    }
}

/// The check that reports a refusal of [`DidDocument::key_for`].
fn asked_by(refusal: &KeyRefusal) -> Name {
    match refusal {
        KeyRefusal::OtherDid { .. } | KeyRefusal::Document(_) => Name::Resolve,
        KeyRefusal::MethodNotFound { .. } | KeyRefusal::Controller { .. } => Name::Method,
        KeyRefusal::NotListed { .. } | KeyRefusal::Unbound { .. } => Name::Authorized,
        KeyRefusal::Key(_) => Name::KeyType,
    }
}

fn refused_key(did: &Did, refusal: KeyRefusal) -> VerifyFault {
    match refusal {
        KeyRefusal::Document(error) => VerifyFault::Resolve { did: did.to_string(), fault: Box::new(error) },
        refusal => VerifyFault::Key(refusal),
    }
}

fn suited(key: &VerifyingKey, method: &DidUrl, suite: Suite) -> Result<(), VerifyFault> {
    if key.key_type() == suite.key_type() {
        Ok(())
    } else {
        Err(VerifyFault::KeyType { method: method.clone(), found: key.key_type(), expected: suite.key_type(), suite })
    }
}

/// Checks the caller's expectations: purpose, signer, domain, challenge and time.
fn check_expectations(
    evidence: &mut Evidence,
    proof: &Proof,
    method: &DidUrl,
    subject: Option<&str>,
    suite: Suite,
    expectations: &Expectations,
) -> Result<(), (Name, Box<VerifyFault>)> {
    let at = |name| move |fault| (name, Box::new(fault));
    check_purpose(evidence, proof, expectations).map_err(at(Name::Purpose))?;
    check_signer(evidence, method.did(), subject, expectations).map_err(at(Name::Signer))?;
    check_domain(evidence, proof, expectations).map_err(at(Name::Domain))?;
    check_challenge(evidence, proof, expectations).map_err(at(Name::Challenge))?;
    check_time(evidence, proof, suite, expectations).map_err(at(Name::Time))
}

/// Checks the caller's expectations of a proof whose signature was verified elsewhere: signer, domain, challenge and
/// time.
pub(crate) fn check_verified_elsewhere(
    document: &Document,
    signer: &Did,
    expectations: &Expectations,
) -> Result<(), VerifyFault> {
    let (proof, _) = Proof::from_document(document, false)?;
    let suite = allowed_suite(&proof, expectations)?;
    let mut untold = Evidence::new([0; 32], expectations.at);
    check_signer(&mut untold, signer, Some(signer.as_str()), expectations)?;
    check_domain(&mut untold, &proof, expectations)?;
    check_challenge(&mut untold, &proof, expectations)?;
    check_time(&mut untold, &proof, suite, expectations)
}

fn check_purpose(evidence: &mut Evidence, proof: &Proof, expectations: &Expectations) -> Result<(), VerifyFault> {
    let expected = expectations.purpose;
    if proof.purpose.parse::<Purpose>().ok() != Some(expected) {
        return Err(VerifyFault::Purpose { found: proof.purpose.to_string(), expected });
    }
    evidence.pass(Name::Purpose, expected.as_str());
    Ok(())
}

fn check_signer(
    evidence: &mut Evidence,
    signer: &Did,
    subject: Option<&str>,
    expectations: &Expectations,
) -> Result<(), VerifyFault> {
    let refused = |expected: String| VerifyFault::SignerNotSubject { signer: signer.to_string(), expected };
    match (&expectations.signer, subject) {
        (Some(named), _) if named == signer => {
            evidence.pass(Name::Signer, Compared::NamedSigner(signer.clone()));
        }
        (Some(named), _) => return Err(refused(format!("{named}, as the caller requires"))),
        (None, Some(subject)) if subject == signer.as_str() => {
            evidence.pass(Name::Signer, Compared::SubjectSigned(signer.clone()));
        }
        (None, Some(subject)) => return Err(refused(format!("{subject}, the document's subject"))),
        (None, None) => return Err(refused("the document's subject, but it names no `did`".to_owned())),
    }
    Ok(())
}

/// Checks that the expected domain is the one of the proof, or one of them.
fn check_domain(evidence: &mut Evidence, proof: &Proof, expectations: &Expectations) -> Result<(), VerifyFault> {
    let found: Vec<&Text> = proof.domains().collect();
    if found.is_empty() {
        let refused = |expected: String| Err(VerifyFault::Domain { found: "missing".to_owned(), expected });
        return match &expectations.domain {
            Domain::Exactly(expected) => refused(format!("{expected:?}")),
            _ if expectations.require_domain => refused("one (a domain is required)".to_owned()),
            _ => {
                evidence.set(Name::Domain, CheckResult::Unbound, "the proof names no domain");
                Ok(())
            }
        };
    }
    let all = || found.iter().map(|domain| domain.as_str()).collect::<Vec<_>>().join(", ");
    let refused = |expected: String| VerifyFault::Domain {
        found: found.iter().map(|domain| format!("{domain:?}")).collect::<Vec<_>>().join(" and "),
        expected,
    };
    // of a set, one is enough
    let matching = |host: &str, with_port: &str| {
        let is_it = |domain: &&&Text| {
            let domain = domain.to_ascii_lowercase();
            domain == host || domain == with_port
        };
        found.iter().find(is_it).map(|domain| {
            let has_port = domain.rsplit_once(':').is_some_and(|(_, port)| is_port(port));
            let (compared, note) = if has_port { (with_port, "") } else { (host, "; port: unbound") };
            ((*domain).clone(), compared.to_owned(), note)
        })
    };
    let (domain, told) = match &expectations.domain {
        Domain::Exactly(expected) => {
            let host = match expected.rsplit_once(':') {
                Some((host, port)) if is_port(port) => host,
                _ => expected.as_str(),
            };
            let found = matching(host, expected).ok_or_else(|| refused(format!("{expected:?}")))?;
            let (domain, compared, note) = found;
            let told = format!("{domain} = {compared}, as expected{note}");
            (domain, told)
        }
        Domain::AsFetched => {
            let Some((host, port)) = expectations.fetched_from.as_deref().and_then(host_and_port) else {
                return Err(VerifyFault::DomainNotFetched { found: all() });
            };
            let with_port = format!("{host}:{port}");
            let found = matching(&host, &with_port);
            let (domain, compared, note) =
                found.ok_or_else(|| refused(format!("{with_port:?}, which the document was fetched from")))?;
            let told = format!("{domain} = {compared}, the host of the fetch{note}");
            (domain, told)
        }
        Domain::Any => {
            evidence.set(Name::Domain, CheckResult::Unchecked, format!("{}, not compared", all()));
            return Ok(());
        }
        Domain::None => return Err(VerifyFault::DomainNotFetched { found: all() }),
    };
    evidence.domain = Some(domain);
    evidence.pass(Name::Domain, told);
    Ok(())
}

fn check_challenge(evidence: &mut Evidence, proof: &Proof, expectations: &Expectations) -> Result<(), VerifyFault> {
    // ADP, "Proof": a domain comes with a challenge
    if proof.domain().is_some() && proof.challenge.is_none() {
        return Err(VerifyFault::Challenge { found: "missing".to_owned(), expected: "a challenge with the domain" });
    }
    match (&expectations.challenge, proof.challenge.as_deref()) {
        (Some(expected), Some(found)) if expected.matches(found) => {
            evidence.pass(Name::Challenge, "the expected one");
        }
        (Some(_), found) => {
            let found = found.map_or_else(|| "missing".to_owned(), shortened);
            return Err(VerifyFault::Challenge { found, expected: "the verifier's challenge" });
        }
        (None, _) => evidence.set(Name::Challenge, CheckResult::Unchecked, "no challenge expected"),
    }
    Ok(())
}

fn check_time(
    evidence: &mut Evidence,
    proof: &Proof,
    suite: Suite,
    expectations: &Expectations,
) -> Result<(), VerifyFault> {
    let at = expectations.at;
    let oldest = oldest_accepted(expectations);
    let created = match &proof.created {
        Some(text) => Some(text.parse::<Timestamp>().map_err(|_| VerifyFault::Created {
            found: format!("{text:?}"),
            expected: "an RFC 3339 date-time with `Z` or an offset",
        })?),
        None if suite == Suite::AdpEcdsaP256 => {
            return Err(VerifyFault::Created {
                found: "nothing".to_owned(),
                expected: "a date-time, which this suite requires",
            });
        }
        None if oldest.is_some() => {
            return Err(VerifyFault::Created {
                found: "nothing".to_owned(),
                expected: "a date-time, to determine the proof's age",
            });
        }
        None => None,
    };
    if let Some(created) = created {
        if created > at.saturating_add(expectations.skew) {
            return Err(VerifyFault::NotYetValid { created, at });
        }
        if let Some(expires) = proof.expires
            && expires <= created
        {
            return Err(VerifyFault::Created { found: created.to_string(), expected: "a date-time before `expires`" });
        }
    }
    if let Some(expires) = proof.expires
        && at >= expires
    {
        return Err(VerifyFault::Expired { expires, at });
    }
    if let (Some(created), Some(oldest)) = (created, oldest)
        && created < oldest
    {
        return Err(VerifyFault::TooOld { created, oldest });
    }
    evidence.pass(Name::Time, Compared::Validity { created, expires: proof.expires, at });
    Ok(())
}

/// The later of the two limits `max_age` and `not_before`.
fn oldest_accepted(expectations: &Expectations) -> Option<Timestamp> {
    expectations.max_age.map(|age| expectations.at.saturating_sub(age)).max(expectations.not_before)
}

/// Records the source of the document as evidence that changes no verdict.
fn note_origin<T: Subject>(evidence: &mut Evidence, model: &T, did_document: &DidDocument, url: Option<&str>) {
    let endpoints = description_services(did_document);
    let Some(url) = url else {
        const NOT_FETCHED: &str = "the document was not fetched from a URL";
        for name in [Name::IdMatchesUrl, Name::DidHostMatches, Name::ServiceLinksBack] {
            evidence.set(name, CheckResult::Unchecked, NOT_FETCHED);
        }
        // known without a URL: whether the DID document names the document's `@id`
        if let Some(id) = model.id()
            && !endpoints.is_empty()
        {
            let names = if endpoints.contains(&id) { "names its `@id`" } else { "does not name its `@id`" };
            let detail = format!("{NOT_FETCHED}; the DID document's service {names}, {id}");
            evidence.set(Name::ServiceLinksBack, CheckResult::Unchecked, detail);
        }
        return;
    };
    match model.id() {
        Some(id) if id == url => evidence.pass(Name::IdMatchesUrl, format!("{id} = {url}")),
        Some(id) => {
            let detail = format!("the document's `@id` {id} is not {url}, where it was fetched");
            evidence.set(Name::IdMatchesUrl, CheckResult::NotBound, detail);
        }
        None => evidence.set(Name::IdMatchesUrl, CheckResult::Unbound, "the document has no `@id`"),
    }
    let did = did_document.id();
    let Some(host) = did.host() else {
        // a did:key DID has no host
        evidence.set(Name::DidHostMatches, CheckResult::Unbound, format!("{did} has no host"));
        return;
    };
    let did_host = (host.to_owned(), did.port().unwrap_or(443));
    let shown = |(host, port): &(String, u16)| if *port == 443 { host.clone() } else { format!("{host}:{port}") };
    match host_and_port(url) {
        Some(fetched) if fetched == did_host => {
            evidence.pass(Name::DidHostMatches, format!("{} = {}", shown(&did_host), shown(&fetched)));
        }
        fetched => {
            let fetched = fetched.as_ref().map_or_else(|| url.to_owned(), shown);
            let detail = format!("the DID's host {} is not {fetched}, the host of the fetch", shown(&did_host));
            evidence.set(Name::DidHostMatches, CheckResult::NotBound, detail);
        }
    }
    if endpoints.is_empty() {
        let detail = "the DID document has no AgentDescription service";
        evidence.set(Name::ServiceLinksBack, CheckResult::Unbound, detail);
    } else if endpoints.contains(&url) {
        evidence.pass(Name::ServiceLinksBack, format!("the DID document's service names {url}"));
    } else {
        let named = listed(endpoints.iter().copied());
        let detail = format!("the DID document's service names {named}, not {url}");
        evidence.set(Name::ServiceLinksBack, CheckResult::NotBound, detail);
    }
}

/// The URLs of agent descriptions in the DID document.
fn description_services(did_document: &DidDocument) -> Vec<&str> {
    let services = did_document.services().iter().filter(|service| service.has_type(DidService::AGENT_DESCRIPTION));
    services
        .flat_map(|service| match service.endpoint.as_array() {
            Some(endpoints) => endpoints.iter().filter_map(Json::as_str).collect(),
            None => Vec::from_iter(service.endpoint.as_str()),
        })
        .collect()
}

fn is_port(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn host_and_port(url: &str) -> Option<(String, u16)> {
    let url = url::Url::parse(url).ok()?;
    Some((url.host_str()?.to_owned(), url.port_or_known_default()?))
}
