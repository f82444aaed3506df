//! Agent descriptions, in both of their generations.

use super::{DID_DOCUMENT, Format, Likeness, Options, description_signs as signs, error::boxed};
use crate::{
    Document, Fault, Limits, ReadLimits,
    description::{self, AgentDescription, DescriptionProfile, rules},
    diagnostic::{Catalogue, CheckReport},
    json::{Json, Object},
    jsonld::Contexts,
    proof::{self, Expectations, SignOptions, Signer, Unverified},
    verification::{Pending, PendingProof, Verification},
};

/// The JSON-LD of the Agent Description Protocol.
pub const ADP: &dyn Format = &Description(DescriptionProfile::Adp);

/// The plain JSON of ANP-07.
pub const ANP_07: &dyn Format = &Description(DescriptionProfile::Anp07);

#[derive(Debug)]
struct Description(DescriptionProfile);

impl Format for Description {
    fn name(&self) -> &'static str {
        self.0.as_str()
    }

    fn title(&self) -> &'static str {
        match self.0 {
            DescriptionProfile::Adp => "an agent description",
            DescriptionProfile::Anp07 => "an agent description of ANP-07",
        }
    }

    fn read_limits(&self, limits: &Limits) -> ReadLimits {
        limits.for_description()
    }

    fn likeness(&self, root: &Object) -> Likeness {
        if signs::is_listing(root) {
            return Likeness::Lacks(vec!["`@type`: `AgentDescription`"]);
        }
        match (self.0, root.get("@context"), root.get("protocolType")) {
            // as `DescriptionProfile::of` has it
            (DescriptionProfile::Anp07, None, Some(_)) => Likeness::Certain,
            (DescriptionProfile::Anp07, None, None) => Likeness::Lacks(vec!["`protocolType`"]),
            (DescriptionProfile::Anp07, Some(_), None) => {
                Likeness::Lacks(vec!["`protocolType`", "a root without `@context`"])
            }
            (DescriptionProfile::Anp07, Some(_), Some(_)) => Likeness::Lacks(vec!["a root without `@context`"]),
            (DescriptionProfile::Adp, None, Some(_)) => Likeness::Lacks(vec!["`@context`"]),
            (DescriptionProfile::Adp, Some(context), _)
                if signs::names_the_protocol(context) || signs::is_description(root) =>
            {
                Likeness::Certain
            }
            // DID documents may have any other members: what is of a description is not to pass as one of theirs
            (DescriptionProfile::Adp, ..) if signs::of_a_description(root).is_some() && is_did_document(root) => {
                Likeness::Certain
            }
            (DescriptionProfile::Adp, ..) if signs::is_likely(root) => Likeness::Likely,
            (DescriptionProfile::Adp, ..) => Likeness::Lacks(vec!["`@context`", "`@type`"]),
        }
    }

    fn distinctive_members(&self) -> &'static [&'static str] {
        match self.0 {
            DescriptionProfile::Adp => &["did"],
            DescriptionProfile::Anp07 => &["protocolType", "Infomations"],
        }
    }

    fn file_names(&self) -> &'static [&'static str] {
        match self.0 {
            DescriptionProfile::Adp => &["ad.json"],
            DescriptionProfile::Anp07 => &[],
        }
    }

    fn catalogue(&self) -> Catalogue {
        rules::CATALOGUE
    }

    fn profile(&self, document: &Document) -> String {
        DescriptionProfile::of(document).as_str().to_owned()
    }

    fn check(&self, document: &Document, options: &Options) -> CheckReport {
        description::check_report(
            document,
            &description::CheckOptions { strict: options.strict, contexts: options.contexts.clone() },
        )
    }

    /// The typed model, unverified.
    fn show(&self, document: &Document, options: &Options) -> Result<Json, Box<dyn Fault>> {
        let unverified = Unverified::<AgentDescription>::read(document.clone(), &options.contexts);
        Ok(unverified.claimed()?.to_model_json())
    }

    fn sign(
        &self,
        document: &Document,
        signer: &dyn Signer,
        proof: SignOptions,
        _: &Options,
    ) -> Result<Document, Box<dyn Fault>> {
        let signed = proof::sign(document, signer, proof).map_err(boxed)?;
        description::check_plain(&signed).map_err(boxed)?;
        Ok(signed)
    }

    fn begin(&self, document: Document, expectations: &Expectations) -> Result<Box<dyn Pending>, Box<Verification>> {
        let unverified = Unverified::<AgentDescription>::read(document, &Contexts::embedded());
        PendingProof::begin_as(self.name(), unverified, expectations)
    }
}

fn is_did_document(root: &Object) -> bool {
    DID_DOCUMENT.likeness(root) == Likeness::Certain
}
