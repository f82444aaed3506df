//! Expectations of a signature from Python.

use crate::{
    convert::{duration, time, time_or_now, value_error},
    formats,
};
use adp_cards::signature::{KeySet, PayloadForm};
use agent_description::{
    Did, Origin, Purpose, Suite, Timestamp,
    format::Format,
    proof::{self, Allowances, Challenge},
};
use pyo3::{exceptions::PyValueError, prelude::*, pybacked::PyBackedBytes};
use std::{sync::Arc, time::Duration};

/// The expected `domain`.
#[derive(Debug)]
enum DomainExpectation {
    Exactly(String),
    AsFetched,
    Any,
    Absent,
}

/// The expectations of a signature.
#[pyclass(frozen, module = "agent_description._agent_description")]
#[derive(Debug)]
pub struct Expectations {
    purpose: Purpose,
    domain: DomainExpectation,
    challenge: Option<String>,
    at: Timestamp,
    signer: Option<Did>,
    max_age: Option<Duration>,
    not_before: Option<Timestamp>,
    require_domain: bool,
    suites: Vec<Suite>,
    fetched_from: Option<String>,
    allowances: Allowances,
    /// The requested format.
    pub format: Option<&'static Format>,
    /// The expectations that only some formats support, by the names of the command line's flags and of Python's
    /// arguments.
    given: Vec<(&'static str, &'static str)>,
}

#[pymethods]
impl Expectations {
    /// `domain_mode` is `exactly`, `fetched`, `any` or `absent`.
    #[new]
    #[pyo3(signature = (
        *, domain_mode, domain=None, challenge=None, signer=None, purpose="assertionMethod", at=None, max_age=None, not_before=None,
        require_domain=false, suites=Vec::new(), fetched_from=None, payload_forms=Vec::new(), key_set=None, key_origins=Vec::new(),
        follow=false, follow_successor=false, format=None
    ))]
    #[allow(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        domain_mode: &str,
        domain: Option<String>,
        challenge: Option<String>,
        signer: Option<&str>,
        purpose: &str,
        at: Option<&str>,
        max_age: Option<f64>,
        not_before: Option<&str>,
        require_domain: bool,
        suites: Vec<String>,
        fetched_from: Option<String>,
        payload_forms: Vec<String>,
        key_set: Option<PyBackedBytes>,
        key_origins: Vec<String>,
        follow: bool,
        follow_successor: bool,
        format: Option<&str>,
    ) -> PyResult<Self> {
        let purpose: Purpose = purpose.parse().map_err(value_error)?;
        let given = [
            (domain_mode == "exactly", ("domain", "domain")),
            (require_domain, ("require-domain", "require_domain")),
            (challenge.is_some(), ("challenge", "challenge")),
            (max_age.is_some(), ("max-age", "max_age")),
            (not_before.is_some(), ("not-before", "not_before")),
            (purpose != Purpose::AssertionMethod, ("purpose", "purpose")),
            // every format with suites also has purposes
            (!suites.is_empty(), ("purpose", "suites")),
            (!payload_forms.is_empty(), ("payload-form", "payload_forms")),
            (key_set.is_some(), ("jwks", "key_set")),
            (!key_origins.is_empty(), ("jku", "key_origins")),
            (follow, ("follow", "artifacts")),
            (follow_successor, ("follow-successor", "follow_successor")),
        ];
        let domain = match (domain_mode, domain) {
            ("exactly", Some(domain)) => DomainExpectation::Exactly(domain),
            ("fetched", None) => DomainExpectation::AsFetched,
            ("any", None) => DomainExpectation::Any,
            ("absent", None) => DomainExpectation::Absent,
            _ => return Err(PyValueError::new_err("domain must be a host, None or ANY")),
        };
        let mut allowances = Allowances::default();
        for form in &payload_forms {
            form.parse::<PayloadForm>().map_err(value_error)?;
        }
        allowances.payload_forms = payload_forms;
        if let Some(bytes) = key_set {
            KeySet::parse(&bytes).map_err(value_error)?;
            allowances.key_set = Some(Arc::from(&*bytes));
        }
        allowances.key_origins =
            key_origins.iter().map(|origin| key_origin(origin)).collect::<PyResult<Vec<Origin>>>()?;
        allowances.artifacts = follow;
        allowances.superseded_signers = follow_successor;
        Ok(Self {
            purpose,
            domain,
            challenge,
            at: time_or_now(at)?,
            signer: signer.map(str::parse).transpose().map_err(value_error)?,
            max_age: max_age.map(duration).transpose()?,
            not_before: not_before.map(time).transpose()?,
            require_domain,
            suites: suites.iter().map(|suite| suite.parse()).collect::<Result<_, _>>().map_err(value_error)?,
            fetched_from,
            allowances,
            format: formats::named(format)?,
            given: given.into_iter().filter(|(is_given, _)| *is_given).map(|(_, names)| names).collect(),
        })
    }

    /// The time of verification, in RFC 3339.
    #[getter]
    fn at(&self) -> String {
        self.at.to_string()
    }
}

impl Expectations {
    /// The time of verification.
    pub fn time(&self) -> Timestamp {
        self.at
    }

    /// Sets the URL of the document.
    pub fn for_document(&self, url: Option<&str>) -> proof::Expectations {
        let purpose = proof::Expectations::for_purpose(self.purpose);
        let domain = match &self.domain {
            DomainExpectation::Exactly(domain) => purpose.domain(domain),
            DomainExpectation::AsFetched => purpose.domain_as_fetched(),
            DomainExpectation::Any => purpose.any_domain(),
            DomainExpectation::Absent => purpose.no_domain(),
        };
        let challenge = match &self.challenge {
            Some(challenge) => domain.challenge(Challenge::new(challenge)),
            None => domain.any_challenge(),
        };
        let mut expectations = match &self.signer {
            Some(signer) => challenge.at(self.at).signer(signer.clone()),
            None => challenge.at(self.at).signer_is_subject(),
        };
        if self.require_domain {
            expectations.require_domain = true;
        }
        if let Some(age) = self.max_age {
            expectations.max_age = Some(age);
        }
        if let Some(time) = self.not_before {
            expectations.not_before = Some(time);
        }
        if !self.suites.is_empty() {
            expectations.suites.clone_from(&self.suites);
        }
        if let Some(url) = url.or(self.fetched_from.as_deref()) {
            expectations.fetched_from = Some(url.into());
        }
        expectations.allowances = self.allowances.clone();
        expectations
    }

    /// Why formats do not support an expectation, so that it is never silently ignored.
    pub fn misuse(&self, formats: &[&Format]) -> Option<String> {
        formats.iter().find_map(|format| {
            let other = self.given.iter().find(|(flag, _)| !format.verify_options.contains(flag));
            other.map(|(_, argument)| {
                let hint = if *argument == "domain" { "; pass domain=None" } else { "" };
                format!("{argument} does not apply to {}{hint}", format.title)
            })
        })
    }
}

/// An `https` origin: keys are not fetched over plain HTTP.
fn key_origin(text: &str) -> PyResult<Origin> {
    let origin: Origin = text.parse().map_err(value_error)?;
    if origin.scheme() == "https" { Ok(origin) } else { Err(PyValueError::new_err(format!("{text}: use https"))) }
}
