//! Agent descriptions in both generations.

pub(super) mod markers;

use super::{
    Authenticity, Beside, DID_DOCUMENT, DocumentSignatures, EndpointSummary, Format, LinkTarget, LinkedUrl,
    MatchConfidence, OfferPrice, Options, PROOF_SIGN_OPTIONS, PROOF_VERIFY_OPTIONS, Release, SignedDocument,
    SignerRefused, SkillSummary, Summary, boxed,
};
use crate::{
    Code, CodedError, Did, Document, Limits, SimpleError,
    description::{self, AgentDescription, CheckOptions, DescriptionProfile, Node, Offer, openrpc, rules},
    diagnostic::{CheckReport, Diagnostic, members::local_name},
    json::{Json, Object, Text},
    jsonld::Contexts,
    proof::{Expectations, SignOptions, Signer, Unverified},
    verification::{Pending, PendingProof, Verification},
};

/// The JSON-LD of the Agent Description Protocol.
pub const ADP: &Format = &Format {
    name: DescriptionProfile::Adp.as_str(),
    title: "an agent description",
    distinctive_members: &["did"],
    file_names: &["ad.json"],
    match_confidence: |root| match_confidence(DescriptionProfile::Adp, root),
    ..COMMON
};

/// The plain JSON of ANP-07.
pub const ANP_07: &Format = &Format {
    name: DescriptionProfile::Anp07.as_str(),
    title: "an agent description of ANP-07",
    distinctive_members: &["protocolType", "Infomations"],
    match_confidence: |root| match_confidence(DescriptionProfile::Anp07, root),
    ..COMMON
};

const COMMON: Format = Format {
    media_type: Some("application/agent-description+json"),
    authenticity: Authenticity::Signature,
    is_description: true,
    agent_protocol: Some("anp"),
    rules: rules::RULES,
    linked_rules: &[&rules::REACHABLE, &openrpc::STRUCTURE, &openrpc::MEMBER],
    members: Some(AgentDescription::TABLE),
    sign_options: PROOF_SIGN_OPTIONS,
    verify_options: PROOF_VERIFY_OPTIONS,
    read_limits: Limits::for_description,
    profile: |document| Some(DescriptionProfile::for_document(document).as_str().to_owned()),
    report: Some(report),
    // the interface definitions that it contains
    embedded: |document| definitions(document).map(|(_, content)| content).collect(),
    // the typed model, unverified
    model: Some(|document, options| {
        let unverified = Unverified::<AgentDescription>::new(document.clone(), &options.contexts);
        Ok(unverified.claimed()?.to_model_json())
    }),
    summary,
    links,
    release: |root| Release::issued(root, "proof", "created"),
    signatures: Some(&DescriptionProof),
    ..Format::DEFAULT
};

fn match_confidence(profile: DescriptionProfile, root: &Object) -> MatchConfidence {
    if markers::is_listing(root) || markers::is_context(root) {
        return MatchConfidence::Lacks(vec!["`@type`: `AgentDescription`"]);
    }
    match (profile, root.get("@context"), root.get("protocolType")) {
        // must match `DescriptionProfile::for_document`
        (DescriptionProfile::Anp07, None, Some(_)) => MatchConfidence::Certain,
        (DescriptionProfile::Anp07, None, None) => MatchConfidence::Lacks(vec!["`protocolType`"]),
        (DescriptionProfile::Anp07, Some(_), None) => {
            MatchConfidence::Lacks(vec!["`protocolType`", "a root without `@context`"])
        }
        (DescriptionProfile::Anp07, Some(_), Some(_)) => MatchConfidence::Lacks(vec!["a root without `@context`"]),
        (DescriptionProfile::Adp, None, Some(_)) => MatchConfidence::Lacks(vec!["`@context`"]),
        (DescriptionProfile::Adp, Some(context), _)
            if markers::names_the_protocol(context) || markers::is_description(root) =>
        {
            MatchConfidence::Certain
        }
        // DID documents may have any other members, but members of a description must not look like verified ones
        (DescriptionProfile::Adp, ..) if markers::description_marker(root).is_some() && is_did_document(root) => {
            MatchConfidence::Certain
        }
        (DescriptionProfile::Adp, ..) if markers::is_likely(root) => MatchConfidence::Likely,
        (DescriptionProfile::Adp, ..) => MatchConfidence::Lacks(vec!["`@context`", "`@type`"]),
    }
}

fn report(document: &Document, _: Option<&dyn Beside>, options: &Options) -> CheckReport {
    let how = CheckOptions { strict: options.strict, contexts: options.contexts.clone() };
    let mut report = description::check_report(document, &how);
    report.merge(options.report(document, |found| {
        for (_, content) in definitions(document).filter(|(protocol, _)| openrpc::PROTOCOLS.contains(protocol)) {
            openrpc::MEMBERS.check(found, content, &openrpc::CONVENTIONS);
        }
    }));
    report.sort();
    report
}

/// Interfaces, services and resources are listed as skills.
fn summary(document: &Document) -> Summary {
    let Ok(agent) = AgentDescription::from_document(document) else { return Summary::default() };
    let did = agent.did.as_ref().map(|did| did.as_str().to_owned());
    let skill = |node: &Node, name: Option<&str>, what: Option<&str>| SkillSummary::new(node.id.as_ref(), name, what);
    let interfaces = agent.interfaces.iter().map(|it| skill(&it.node, it.name.as_deref(), it.description.as_deref()));
    let services = agent.services.iter().map(|it| skill(&it.node, it.name.as_deref(), it.description.as_deref()));
    let resources = agent.informations.iter().map(|it| skill(&it.node, it.name.as_deref(), it.description.as_deref()));
    let products = agent.products.iter().flat_map(|it| [it.name.as_deref(), it.description.as_deref()]);
    let offers = agent.products.iter().map(|it| (it.name.as_ref(), &it.offers));
    let offers = offers.chain(agent.services.iter().map(|it| (it.name.as_ref(), &it.offers)));
    let price = |name: Option<&Text>, offer: &Offer| {
        let price = offer.price.as_ref()?;
        let name = offer.name.as_ref().or(name).map(|name| name.as_str().to_owned());
        let currency = price.currency.as_ref().map(|currency| currency.as_str().to_owned());
        Some(OfferPrice { name, amount: price.amount.as_str().to_owned(), currency })
    };
    let endpoints =
        agent.interfaces.iter().filter_map(|it| Some(EndpointSummary::new(it.url.as_ref()?, it.protocol.as_ref())));
    Summary {
        endpoints: endpoints.collect(),
        prices: offers.flat_map(|(name, offers)| offers.iter().filter_map(move |it| price(name, it))).collect(),
        agent_ids: did.iter().cloned().chain(agent.node.id.as_ref().map(ToString::to_string)).collect(),
        dids: did.into_iter().collect(),
        skills: interfaces.chain(services).chain(resources).collect(),
        products: products.flatten().map(str::to_owned).collect(),
        ..Summary::new(Some(&*agent.name), agent.description.as_deref(), agent.version.as_deref())
    }
}

/// The DID document of its DID, and its interfaces.
fn links(root: &Object) -> Vec<LinkedUrl> {
    let did = root.get("did").and_then(|did| did.as_str()?.parse::<Did>().ok());
    let did_document = did.and_then(|did| did.location()).map(|url| LinkedUrl::to(LinkTarget::Document, url));
    let interfaces = ["interfaces", "ad:interfaces"].into_iter().filter_map(|name| root.get(name)?.as_array());
    let urls = interfaces.flatten().filter_map(|interface| interface.as_object()?.get("url")?.as_str());
    did_document.into_iter().chain(urls.map(|url| LinkedUrl::to(LinkTarget::Interface, url))).collect()
}

struct DescriptionProof;

impl DocumentSignatures for DescriptionProof {
    fn sign(
        &self,
        _: &Format,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        _: &Options,
    ) -> Result<SignedDocument, Box<dyn CodedError>> {
        let signed = SignedDocument::by_proof(document, signer, proof)?;
        if proof.unchecked {
            readable_proof(&signed.document).map_err(boxed)?;
        } else {
            description::check_plain(&signed.document).map_err(boxed)?;
        }
        Ok(signed)
    }

    fn check_signer(&self, document: &Document, signer: &Did) -> Result<(), SignerRefused> {
        let subject = document.root().get("did").and_then(Json::as_str);
        if subject == Some(signer.as_str()) {
            return Ok(());
        }
        let subject = subject.unwrap_or("no DID");
        let message = format!("the description is about {subject}, but the signer is {signer}");
        let error = SimpleError::new(Code::PROOF_SIGNER_NOT_SUBJECT, message);
        let fix = format!("set `did` to {signer}, or have verifiers name the signer (--signer {signer})");
        Err(SignerRefused { error: Box::new(error), fix })
    }

    fn begin(
        &self,
        format: &Format,
        document: Document,
        expectations: &Expectations,
    ) -> Result<Box<dyn Pending>, Box<Verification>> {
        let unverified = Unverified::<AgentDescription>::new(document, &Contexts::embedded());
        PendingProof::begin_as(format.name, unverified, expectations, Some)
    }
}

/// The protocol and the `content` of each interface with inline content.
fn definitions(document: &Document) -> impl Iterator<Item = (&str, &Json)> {
    let of = move |object: &'_ Object, name: &str| object.iter().position(|member| local_name(member.name()) == name);
    let root = document.root();
    let interfaces = of(root, "interfaces").and_then(|at| root.iter().nth(at)).map(|member| member.value());
    let interfaces = interfaces.map(|value| value.as_array().unwrap_or(std::slice::from_ref(value)));
    interfaces.into_iter().flatten().filter_map(Json::as_object).filter_map(move |interface| {
        let member = |name: &str| Some(interface.iter().nth(of(interface, name)?)?.value());
        let content = member("content").filter(|content| !content.is_null())?;
        Some((member("protocol")?.as_str()?, content.get("@value").unwrap_or(content)))
    })
}

fn is_did_document(root: &Object) -> bool {
    DID_DOCUMENT.match_confidence(root) == MatchConfidence::Certain
}

/// Refuses a proof that makes the document invalid JSON-LD.
fn readable_proof(signed: &Document) -> Result<(), SimpleError> {
    let of_proof = |finding: &Diagnostic| {
        let pointer = finding.pointer.as_deref().unwrap_or_default();
        *finding.rule == rules::JSON_LD && (pointer == "/proof" || pointer.starts_with("/proof/"))
    };
    match description::check(signed, &CheckOptions::default()).into_iter().find(of_proof) {
        Some(finding) => Err(SimpleError::new(finding.code, finding.message.as_str()).at(finding.place())),
        None => Ok(()),
    }
}
