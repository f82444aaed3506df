//! `adp show`: show the content of a description or another document.

use crate::{
    failure::Failure,
    input::{
        format::{FormatArgs, LoadedDocument},
        source::InputSource,
    },
    network::{Network, NetworkArgs},
    output::{summary_box::SummaryBox, terminal::Terminal},
};
use agent_description::{
    Document, Timestamp,
    description::{AgentDescription, Interface, InterfaceKind, Offer, SecurityRequirement},
    format::{Format, Options},
    json::{Json, Object},
    jsonld::Contexts,
    proof::Unverified,
};

const EXAMPLES: &str = "\
Examples:
  adp show ad.json
  adp show https://agent.example.com/ad.json
  adp show did.json --json   # format, profile and model of a DID document
  adp show ad.json --json | jq '.interfaces[].url'

The output shows unverified claims of the document. `adp verify --json` prints
the verified document and its model.";

/// Show the content of a description or another document
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Document to show: a file or URL; `-` is stdin
    #[arg(value_name = "FILE|URL")]
    input: String,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    network: NetworkArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    let network = Network::new(&args.network, terminal)?;
    let loaded = args.format.load(&args.input, &network, terminal)?.into_first(terminal);
    let LoadedDocument { name, document, format, .. } = loaded;
    let length = document.source().len();
    if let InputSource::Url(url) = InputSource::from_name(&args.input) {
        terminal.note(&format!("not verified; to verify, run: adp verify {url}"));
    }
    if !format.is_description {
        return show_format(format, &document, &name, terminal);
    }
    let unverified = Unverified::<AgentDescription>::new(document.clone(), &Contexts::embedded());
    let model =
        unverified.claimed().map_err(|error| Failure::from_error(error.as_ref()).in_document(&name, &document))?;
    if terminal.wants_json() {
        let json = model.to_model_json();
        drop(model);
        terminal.print_report_of(json, length)
    } else {
        terminal.print_of(&card(&model).to_string(), length)
    }
}

fn card(model: &AgentDescription) -> SummaryBox {
    let owner = model.owner.as_ref().and_then(|owner| {
        owner.name.as_ref().map(ToString::to_string).or(owner.node.id.as_ref().map(ToString::to_string))
    });
    let mut card = SummaryBox::titled(model.name.as_str())
        .line_if("about", model.description.as_ref())
        .line_if("did", model.did.as_ref())
        .line_if("id", model.node.id.as_deref().or(model.url.as_deref()))
        .line_if("owner", owner)
        .line_if("version", model.version.as_ref())
        .line_if("created", model.created.as_ref())
        .line_if("modified", model.modified.as_ref());
    for definition in &model.security_definitions {
        let scheme = &definition.scheme;
        let place = match &scheme.name {
            Some(name) => format!("{} {name}", scheme.location),
            None => scheme.location.to_string(),
        };
        let required = model
            .security
            .iter()
            .any(|requirement| matches!(requirement, SecurityRequirement::Named(name) if *name == definition.name));
        let optional = if required { "" } else { ", where asked for" };
        card = card.line("security", format!("{}: {} in {place}{optional}", definition.name, scheme.scheme));
    }
    for interface in &model.interfaces {
        card = card.line("interface", describe(interface));
    }
    for product in &model.products {
        let name = named(product.name.as_deref(), product.node.id.as_deref());
        card = card.line("product", name + &prices(&product.offers));
    }
    for service in &model.services {
        let name = named(service.name.as_deref(), service.node.id.as_deref());
        card = card.line("service", name + &prices(&service.offers));
    }
    for information in &model.informations {
        let name = information.name.as_deref().or(information.description.as_deref());
        card = card.line("resource", named(name, information.url.as_deref()));
    }
    card
}

/// The line of an interface, such as `Booking, structured, JSON-RPC 2.0: https://… (a person must approve)`.
fn describe(interface: &Interface) -> String {
    let kind = interface.kind.as_ref().map(|kind| match kind {
        InterfaceKind::Structured => "structured",
        InterfaceKind::NaturalLanguage => "natural language",
        InterfaceKind::Other(iri) => iri.as_str(),
        _ => "other",
    });
    let parts = [interface.name.as_deref(), kind, interface.protocol.as_deref()];
    let mut text = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    if let Some(url) = interface.url.as_deref() {
        text.push_str(": ");
        text.push_str(url);
    }
    if interface.url.is_none() && interface.content.is_some() {
        text.push_str(", written inline");
    }
    if interface.human_authorization == Some(true) {
        text.push_str(" (a person must approve)");
    }
    text
}

fn named(name: Option<&str>, id: Option<&str>) -> String {
    match (name, id) {
        (Some(name), Some(id)) => format!("{name}: {id}"),
        (name, id) => name.or(id).unwrap_or("unnamed").to_owned(),
    }
}

/// The prices of offers, such as ` (680.00 CNY; Weekend: 780.00 CNY)`; empty without prices.
fn prices(offers: &[Offer]) -> String {
    let prices: Vec<_> = offers
        .iter()
        .filter_map(|offer| {
            let price = offer.price.as_ref()?;
            let amount = match &price.currency {
                Some(currency) => format!("{} {currency}", price.amount),
                None => format!("{} (no currency)", price.amount),
            };
            Some(match &offer.name {
                Some(name) => format!("{name}: {amount}"),
                None => amount,
            })
        })
        .collect();
    if prices.is_empty() { String::new() } else { format!(" ({})", prices.join("; ")) }
}

/// Shows a document: `{format, profile, model}` as JSON, otherwise one line per property.
fn show_format(format: &Format, document: &Document, name: &str, terminal: &Terminal) -> Result<(), Failure> {
    let options = Options::at(Timestamp::now());
    let model = format
        .show(document, &options)
        .map_err(|error| Failure::from_error(error.as_ref()).in_document(name, document))?;
    if !terminal.wants_json() {
        let card = model_card(&format!("{}: {name}", format.name), &model);
        drop(model);
        return terminal.print_of(&card.to_string(), document.source().len());
    }
    let mut shown = Object::with_capacity(3);
    shown.insert("format", format.name);
    shown.insert("profile", format.profile(document));
    // moved instead of copied, because the model can be much larger than the document
    shown.insert("model", model);
    terminal.print_report_of(shown.into(), document.source().len())
}

fn model_card(title: &str, model: &Json) -> SummaryBox {
    let mut card = SummaryBox::titled(title);
    for member in model.as_object().into_iter().flatten().filter(|member| !member.value().is_null()) {
        let values = member.value().as_array().unwrap_or(std::slice::from_ref(member.value()));
        for value in values {
            let text = value.as_str().map_or_else(|| value.to_compact(), str::to_owned);
            card = card.line(member.name().as_str(), text);
        }
    }
    card
}
