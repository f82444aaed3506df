//! What the formats of cards share: their size, what they are signed by, and how much of one a model holds.

use crate::signature::{Kind, PayloadForm, begin, boxed, check_signer, sign};
use agent_description::{
    Code, CodedError, Document, Limits, ReadLimits,
    diagnostic::{CheckReport, Rule, members::Table},
    did::Did,
    format::{
        Authenticity, Format, Link, MatchConfidence, OptionRefused, Options, Release, Signed, SignerRefused, Summary,
        WellKnown,
    },
    json::{Json, Object},
    jws::Algorithm,
    proof::{Expectations, SignOptions, Signer},
    verification::{Pending, Verification},
};

/// The most parts of a card that a model holds, as of an agent description's: one takes some hundred bytes, of a card that has
/// three for it (`{},`).
const MAX_MODEL_PARTS: usize = 1 << 15;

/// A format of cards.
#[derive(Debug)]
pub(crate) struct CardFormat {
    pub title: &'static str,
    /// How its cards are signed, and its name.
    pub kind: &'static Kind,
    pub match_confidence: fn(&Object) -> MatchConfidence,
    pub distinctive_members: &'static [&'static str],
    pub file_names: &'static [&'static str],
    pub media_type: Option<&'static str>,
    pub well_known: &'static [WellKnown],
    /// The versions that a card shows, where the format has any.
    pub versions: fn(&Object) -> Option<String>,
    pub rules: &'static [&'static Rule],
    pub members: &'static Table,
    pub check: fn(&Document, &Options) -> CheckReport,
    /// How many skills, interfaces and other parts a card has.
    pub parts: fn(&Object) -> usize,
    pub model: fn(&Document) -> Json,
    pub summary: fn(&Document) -> Summary,
    /// The URLs of the agent's interfaces.
    pub links: fn(&Object) -> Vec<Link>,
}

/// There are more parts than a model holds.
#[derive(Debug, thiserror::Error)]
#[error(
    "the document has {found} skills, interfaces, tools and other parts of the model, expected at most {MAX_MODEL_PARTS}"
)]
struct TooManyParts {
    found: usize,
}

impl CodedError for TooManyParts {
    fn code(&self) -> Code {
        Code::JSONLD_BUDGET
    }
}

/// Refuses more parts than a model holds.
pub(crate) fn bounded(parts: usize) -> Result<(), Box<dyn CodedError>> {
    match parts {
        found if found > MAX_MODEL_PARTS => Err(Box::new(TooManyParts { found })),
        _ => Ok(()),
    }
}

impl Format for CardFormat {
    fn name(&self) -> &'static str {
        self.kind.format
    }

    fn title(&self) -> &'static str {
        self.title
    }

    /// 1 MiB, as for descriptions: cards in the wild stay below 150 kB.
    fn read_limits(&self, _: &Limits) -> ReadLimits {
        ReadLimits::new(1 << 20)
    }

    fn distinctive_members(&self) -> &'static [&'static str] {
        self.distinctive_members
    }

    fn file_names(&self) -> &'static [&'static str] {
        self.file_names
    }

    fn media_type(&self) -> Option<&'static str> {
        self.media_type
    }

    fn well_known(&self) -> &'static [WellKnown] {
        self.well_known
    }

    fn authenticity(&self) -> Authenticity {
        Authenticity::Signature
    }

    fn match_confidence(&self, root: &Object) -> MatchConfidence {
        (self.match_confidence)(root)
    }

    /// `a2a-card/1.0`, `a2a-card/0.3+1.0` for a card that shows both; the name alone where a format has no versions.
    fn profile(&self, document: &Document) -> String {
        match (self.versions)(document.root()) {
            Some(versions) => format!("{}/{versions}", self.name()),
            None => self.name().to_owned(),
        }
    }

    fn rules(&self) -> &'static [&'static Rule] {
        self.rules
    }

    fn members(&self) -> Option<&'static Table> {
        Some(self.members)
    }

    fn check(&self, document: &Document, options: &Options) -> CheckReport {
        (self.check)(document, options)
    }

    fn show(&self, document: &Document, _: &Options) -> Result<Json, Box<dyn CodedError>> {
        bounded((self.parts)(document.root()))?;
        Ok((self.model)(document))
    }

    fn summary(&self, document: &Document) -> Summary {
        (self.summary)(document)
    }

    fn links(&self, document: &Document) -> Vec<Link> {
        (self.links)(document.root())
    }

    /// The version of the card: its signatures have no time.
    fn release(&self, document: &Document) -> Release {
        Release::version(document.root())
    }

    fn sign_options(&self) -> &'static [&'static str] {
        &["payload-form"]
    }

    fn verify_options(&self) -> &'static [&'static str] {
        &["payload-form", "jwks", "jku"]
    }

    /// The card with one more signature, over bytes that all readings share unless one is asked for.
    fn sign(
        &self,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        options: &Options,
    ) -> Result<Signed, Box<dyn CodedError>> {
        let refused = |name: &str| OptionRefused { option: "payload-form", value: name.to_owned(), format: self.title };
        let reading = match proof.asked_payload_form() {
            None => None,
            Some(name) => {
                let reading = name.parse::<PayloadForm>().map_err(|_| boxed(refused(name)))?;
                self.kind.payload(document.root(), reading).ok_or_else(|| boxed(refused(name)))?;
                Some(reading)
            }
        };
        let document = sign(document, self.kind, signer, reading, &options.limits).map_err(boxed)?;
        let algorithm = Algorithm::for_key_type(signer.verifying_key().key_type());
        let mut report = Object::with_capacity(4);
        report.insert("format", self.name());
        report.insert("verificationMethod", signer.method().as_str());
        report.insert("alg", algorithm.as_str());
        report.insert("reading", reading.map(PayloadForm::as_str));
        Ok(Signed { document, what: "signed", by: algorithm.to_string(), report })
    }

    fn check_signer(&self, document: &Document, signer: &Did) -> Result<(), SignerRefused> {
        check_signer(document, self.kind, signer).map_err(|error| SignerRefused {
            error: Box::new(error),
            fix: format!(
                "sign with a key of a DID of the host of the card's URLs, or have verifiers name the signer (--signer {signer})"
            ),
        })
    }

    /// By the keys of those whose signature counts: the signer that is named, or a DID of the card's host.
    fn begin(&self, document: Document, expectations: &Expectations) -> Result<Box<dyn Pending>, Box<Verification>> {
        begin(document, self.kind, expectations)
    }
}
