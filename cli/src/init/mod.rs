//! `adp init`: write a valid agent description.

mod from;

use crate::{
    arguments::value_parser::assignment,
    failure::Failure,
    output::{OutputArgs, escape::escape_json, object, terminal::Terminal, write_or_print},
};
use agent_description::{
    Document, Limits, Timestamp,
    description::{
        self, AgentDescription, CheckOptions, Decimal, DescriptionProfile, Interface, InterfaceKind, ParameterLocation,
        Party, PartyKind, Product, SecurityDefinition, SecurityRequirement, SecurityScheme, rules,
    },
    diagnostic::{Diagnostic, Severity},
    did::Did,
    format::{ADP, ANP_07},
    json::{Json, Object, Text, pointer},
};
use from::TakenOver;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  adp init --name 'Hotel Assistant' -o ad.json
  adp init --name 'Hotel Assistant' --did did:wba:agent.example.com \\
      --id https://agent.example.com/ad.json --owner 'Example Hotels' \\
      --interface YAML=https://agent.example.com/api/booking.yaml -o ad.json
  # a product in two currencies
  adp init --name 'Example Coffee' --product 'Silk latte=20 CNY' \\
      --product 'Silk latte=2.80 USD' -o ad.json
  # name, description, servers and operations of an API
  adp init --from openapi.yaml --id https://agent.example.com/ad.json
  adp init --from agent-card.json --did did:wba:agent.example.com
  adp init --format anp-07 --name 'Example Coffee' \\
      --product 'Silk latte=https://coffee.example/latte.json' -o ad.json

Next steps: edit the file, run `adp check`, then `adp sign`.";

/// Write a new agent description
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Format: adp (JSON-LD) or anp-07 (plain JSON)
    #[arg(long, value_name = "FORMAT", default_value = ADP.name, value_parser = [ADP.name, ANP_07.name])]
    format: String,

    /// OpenAPI document or A2A Agent Card to take over
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Name of the agent [default: "My agent", or that of --from]
    #[arg(long)]
    name: Option<String>,

    /// DID of the agent
    #[arg(long)]
    did: Option<String>,

    /// URL where you publish the description
    #[arg(long, value_name = "URL", value_parser = parse_id)]
    id: Option<String>,

    /// What the agent does
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,

    /// Organization that owns the agent
    #[arg(long, value_name = "NAME")]
    owner: Option<String>,

    /// Interface: a protocol and the URL of its definition; repeatable
    ///
    /// The protocols of the specifications are YAML, JSON-RPC 2.0, openrpc, MCP and WebRTC; `openapi` is written as YAML.
    #[arg(long, value_name = "PROTOCOL=URL", value_parser = parse_interface)]
    interface: Vec<(String, String)>,

    /// Interface in natural language; repeatable
    #[arg(long, value_name = "PROTOCOL=URL", value_parser = parse_interface)]
    natural_language: Vec<(String, String)>,

    /// A person must approve calls of the interfaces that --interface names
    #[arg(long, requires = "interface")]
    human_authorization: bool,

    /// Product with its price, or with the URL of its document; repeatable, also for prices in other currencies
    #[arg(long, value_name = "NAME=PRICE CURRENCY|NAME=URL", value_parser = parse_product)]
    product: Vec<(String, Place)>,

    /// Language of the texts (BCP 47) [default: en; ANP-07 has none]
    #[arg(long, value_name = "TAG")]
    language: Option<String>,

    /// Creation time of the description (default: now)
    #[arg(long, value_name = "RFC3339")]
    created: Option<Timestamp>,

    #[command(flatten)]
    output: OutputArgs,
}

/// The price of a product from `--product`, or the URL of its document.
#[derive(Clone, Debug)]
enum Place {
    Price(Decimal, String),
    Url(String),
}

/// The protocol that the specification has for a name, and the name of the interface.
fn protocol_of(name: &str) -> (&str, &str) {
    match Interface::protocol_for_usual_name(name).unwrap_or(name) {
        "YAML" => ("YAML", from::OPENAPI_TITLE),
        "JSON-RPC 2.0" => ("JSON-RPC 2.0", "JSON-RPC"),
        protocol => (protocol, protocol),
    }
}

impl Args {
    fn is_anp_07(&self) -> bool {
        self.format == ANP_07.name
    }
}

fn parse_product(text: &str) -> Result<(String, Place), String> {
    let expected = "expected 'NAME=PRICE CURRENCY', for example 'Silk latte=20 CNY', or NAME=https://...";
    // a URL can contain `=`
    let split = text
        .find("=https://")
        .and_then(|at| Some((text.get(..at)?, text.get(at + 1..)?)))
        .or_else(|| text.rsplit_once('='));
    let Some((name, value)) = split.filter(|(name, _)| !name.trim().is_empty()) else {
        return Err(expected.to_owned());
    };
    let place = match (value.starts_with("https://"), value.trim().split_once(' ')) {
        (true, _) => Place::Url(value.to_owned()),
        (false, Some((price, currency))) => match price.parse::<Decimal>() {
            Ok(amount) if !price.starts_with('-') => Place::Price(amount, currency.trim().to_owned()),
            _ => return Err(format!("found the price {price:?}, expected a decimal number such as 20.5; {expected}")),
        },
        (false, None) => return Err(expected.to_owned()),
    };
    Ok((name.trim().to_owned(), place))
}

/// An identifier may be any IRI, but readers fetch descriptions over https only.
fn parse_id(text: &str) -> Result<String, String> {
    match url::Url::parse(text).is_ok_and(|url| url.scheme() == "https") {
        true => Ok(text.to_owned()),
        false => Err("expected a URL with https, because readers fetch descriptions over https only".to_owned()),
    }
}

fn parse_interface(text: &str) -> Result<(String, String), String> {
    let expected = "expected PROTOCOL=URL, for example openapi=https://agent.example.com/api.yaml";
    let (protocol, url) = assignment(text, expected)?;
    if !url.contains("://") {
        return Err(format!("found {url:?}, {expected}"));
    }
    Ok((protocol, url))
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    let output = args.output.output()?;
    let taken_over = args.from.as_deref().map(|path| from::read(args, path, terminal)).transpose()?.unwrap_or_default();
    let is_converted = taken_over.model.is_some();
    let document = Document::from_object(write(args, taken_over)?, &Limits::default())?;
    // a value from the command line can be invalid, such as a URL without https or an empty name
    let findings = description::check(&document, &CheckOptions::default());
    // a new description must also satisfy recommendations
    let is_wrong = |finding: &&Diagnostic| match finding.severity {
        Severity::Error => true,
        // the protocols of cards are those of A2A
        _ if finding.rule == &rules::INTERFACE_PROTOCOL_KNOWN && is_converted => false,
        // `adp message` uses the message protocol, which no description specification lists
        _ if finding.rule == &rules::INTERFACE_PROTOCOL_KNOWN => {
            let written = finding.pointer.as_deref().and_then(|pointer| pointer::lookup(document.json(), pointer));
            written.and_then(Json::as_str) != Some(adp_messages::envelope::PROTOCOL)
        }
        _ => finding.rule == &rules::PRICE_CURRENCY,
    };
    if let Some(error) = findings.iter().find(is_wrong) {
        // the position refers to a file that is not written
        return Err(Failure::new(error.code, error.message.as_str()).with_help_if(error.help.as_deref()));
    }
    write_or_print(output.as_ref(), escape_json(document.source()).as_bytes(), terminal)?;
    if args.from.is_some() && args.did.is_none() {
        terminal.note("note: `adp sign` and `adp publish` need a DID: pass --did did:wba:HOST, and --id URL");
    }
    if let Some(output) = output.filter(|_| terminal.wants_json()) {
        let text = |member: &str| document.root().get(member).and_then(Json::as_str);
        let id = if args.is_anp_07() { "url" } else { "@id" };
        let file = output.path.display().to_string();
        let written = object! { "file": file, "id": text(id), "name": text("name"), "did": text("did") };
        terminal.print_json(&written)?;
    }
    Ok(())
}

fn write(args: &Args, taken_over: TakenOver) -> Result<Object, Failure> {
    let is_anp_07 = args.is_anp_07();
    if is_anp_07 && args.language.is_some() {
        return Err(Failure::usage("--language: ANP-07 descriptions have no language; omit it"));
    }
    let TakenOver { model, name, description, interface } = taken_over;
    let mut model = model.unwrap_or_else(|| AgentDescription::builder().model);
    let text = |text: &String| Text::from(text.as_str());
    model.language = Some(args.language.as_ref().map_or(Text::from_static("en"), text));
    model.name = args.name.as_ref().or(name.as_ref()).map_or(Text::from_static("My agent"), text);
    if let Some(did) = &args.did {
        model.did = Some(did.parse::<Did>()?.as_str().into());
    }
    if let Some(id) = &args.id {
        (model.node.id, model.url) = (Some(id.as_str().into()), None);
    }
    if let Some(owner) = &args.owner {
        model.owner = Some(Party::new(PartyKind::Organization, owner.as_str()));
    }
    model.description = args.description.as_ref().or(description.as_ref()).map(text);
    model.version = Some(Text::from_static("1.0.0"));
    let created = args.created.unwrap_or_else(Timestamp::now).truncated_to_second();
    model.created = Some(created.to_string().into());
    let products = products(args)?;
    if !products.is_empty() {
        model.products = products;
    }
    // `--interface` can tell where the document of `--from` is published
    let published = interface.as_ref().and_then(|interface| interface.url.clone());
    model.interfaces.extend(interface);
    for (protocol, url) in args.interface.iter().filter(|(_, url)| published.as_deref() != Some(url)) {
        let (protocol, title) = protocol_of(protocol);
        let what = format!("How programs use {}", model.name);
        let asks_person = Some(args.human_authorization);
        model.interfaces.push(args.interface_at(url, InterfaceKind::Structured, [protocol, title, &what], asks_person));
    }
    for (protocol, url) in &args.natural_language {
        let what = format!("How to talk to {}", model.name);
        let texts = [protocol_of(protocol).0, "Natural language", &what];
        model.interfaces.push(args.interface_at(url, InterfaceKind::NaturalLanguage, texts, None));
    }
    let scheme = SecurityScheme::new("didwba", ParameterLocation::Header, "Authorization");
    let name = Text::from_static("didwba_sc");
    model.security = vec![SecurityRequirement::Named(name.clone())];
    model.security_definitions = vec![SecurityDefinition { name, scheme }];
    let profile = if is_anp_07 { DescriptionProfile::Anp07 } else { DescriptionProfile::Adp };
    let mut root = model.to_generation(profile)?.0;
    let products = root.get_mut("products").and_then(Json::as_array_mut).into_iter().flatten();
    for product in products.filter_map(Json::as_object_mut) {
        // as the specification writes a single offer
        if let Some([offer]) = product.get("offers").and_then(Json::as_array) {
            let offer = offer.clone();
            product.insert("offers", offer);
        }
    }
    Ok(root)
}

/// The products. One that is repeated with another price has several offers.
fn products(args: &Args) -> Result<Vec<Product>, Failure> {
    let mut products: Vec<Product> = Vec::new();
    for (name, place) in &args.product {
        match place {
            Place::Url(url) => {
                let mut product = Product::new(url.as_str(), name.as_str());
                product.description = args.is_anp_07().then(|| name.as_str().into());
                products.push(product);
            }
            Place::Price(..) if args.is_anp_07() => {
                let message = "--product: ANP-07 descriptions link to product documents; write NAME=URL";
                return Err(Failure::usage(message));
            }
            Place::Price(amount, currency) => {
                let is_same = |known: &Product| known.name.as_deref() == Some(name) && !known.offers.is_empty();
                let priced = |product: Product| product.with_price(amount.clone(), currency.as_str());
                match products.iter_mut().find(|known| is_same(known)) {
                    Some(known) => *known = priced(std::mem::take(known)),
                    None => {
                        let mut product = Product::new("", name.as_str());
                        product.node.id = None;
                        products.push(priced(product));
                    }
                }
            }
        }
    }
    Ok(products)
}

impl Args {
    /// An interface with its protocol, name and description. ANP-07 has versions instead of names.
    fn interface_at(
        &self,
        url: &str,
        kind: InterfaceKind,
        [protocol, name, description]: [&str; 3],
        human_authorization: Option<bool>,
    ) -> Interface {
        let mut interface = Interface::new(kind, url, name, description);
        (interface.protocol, interface.url) = (Some(protocol.into()), Some(url.into()));
        interface.human_authorization = human_authorization;
        if self.is_anp_07() {
            (interface.name, interface.version) = (None, Some(Text::from_static("1.0.0")));
        }
        interface
    }
}
