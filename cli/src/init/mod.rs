//! `adp init`: write a valid agent description.

mod from;

use crate::{
    escape::escape_json,
    failure::Failure,
    object,
    output::{OutputArgs, write_or_print},
    terminal::Terminal,
    value_parser::assignment,
};
use agent_description::{
    Document, Limits, Timestamp,
    description::{self, CheckOptions, Decimal, rules},
    diagnostic::{Diagnostic, Severity},
    did::Did,
    format::{ADP, ANP_07},
    json::{Json, Object, Value, pointer},
};
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
    #[arg(long, value_name = "FORMAT", default_value = ADP.name(), value_parser = [ADP.name(), ANP_07.name()])]
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
    product: Vec<Product>,

    /// Language of the texts (BCP 47) [default: en; ANP-07 has none]
    #[arg(long, value_name = "TAG")]
    language: Option<String>,

    /// Creation time of the description (default: now)
    #[arg(long, value_name = "RFC3339")]
    created: Option<Timestamp>,

    #[command(flatten)]
    output: OutputArgs,
}

/// A product from `--product`.
#[derive(Clone, Debug)]
struct Product {
    name: String,
    place: Place,
}

/// An interface to write.
struct Interface {
    protocol: String,
    name: String,
    url: String,
    description: String,
    /// The member `humanAuthorization`.
    asks_person: bool,
    is_structured: bool,
}

/// The protocol that the specification has for a name, and the name of the interface.
fn protocol_of(name: &str) -> (&str, &str) {
    match description::Interface::protocol_for_usual_name(name).unwrap_or(name) {
        "YAML" => ("YAML", from::OPENAPI_TITLE),
        "JSON-RPC 2.0" => ("JSON-RPC 2.0", "JSON-RPC"),
        protocol => (protocol, protocol),
    }
}

impl Args {
    fn is_anp_07(&self) -> bool {
        self.format == ANP_07.name()
    }

    fn names(&self) -> Names {
        match self.is_anp_07() {
            true => Names { class: "type", id: "url", products: "Infomations" },
            false => Names { class: "@type", id: "@id", products: "products" },
        }
    }
}

/// The price or location of a product.
#[derive(Clone, Debug)]
enum Place {
    Price(String, String),
    /// URL of the product's document.
    Url(String),
}

fn parse_product(text: &str) -> Result<Product, String> {
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
        (false, Some((price, _))) if price.starts_with('-') || price.parse::<Decimal>().is_err() => {
            return Err(format!("found the price {price:?}, expected a decimal number such as 20.5; {expected}"));
        }
        (false, Some((price, currency))) => Place::Price(price.to_owned(), currency.trim().to_owned()),
        (false, None) => return Err(expected.to_owned()),
    };
    Ok(Product { name: name.trim().to_owned(), place })
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
    let is_converted = !taken_over.members.is_empty();
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
        let id = args.names().id;
        let file = output.path.display().to_string();
        let written = object! { "file": file, "id": text(id), "name": text("name"), "did": text("did") };
        terminal.print_json(&written)?;
    }
    Ok(())
}

fn write(args: &Args, taken_over: from::TakenOver) -> Result<Object, Failure> {
    let did = args.did.as_deref().map(str::parse::<Did>).transpose()?;
    let created = args.created.unwrap_or_else(Timestamp::now).truncated_to_second();
    let is_anp_07 = args.is_anp_07();
    if is_anp_07 && args.language.is_some() {
        return Err(Failure::usage("--language: ANP-07 descriptions have no language; omit it"));
    }
    let mut root = Object::new();
    if is_anp_07 {
        root.insert("protocolType", "ANP");
        root.insert("protocolVersion", "1.0.0");
    } else {
        let language: Object = [("@language", args.language.as_deref().unwrap_or("en"))].into_iter().collect();
        root.insert("@context", vec![Json::from("https://agent-network-protocol.com/ad#"), language.into()]);
    }
    let names = args.names();
    let owner = args.owner.as_ref().map(|owner| members([(names.class, "Organization"), ("name", owner)]).into());
    let text = |text: &String| Json::from(text.as_str());
    for (member, value) in [
        (names.class, Some("AgentDescription".into())),
        (names.id, args.id.as_ref().map(text)),
        ("name", Some(args.name.as_ref().or(taken_over.name.as_ref()).map_or_else(|| "My agent".into(), text))),
        ("did", did.map(|did| did.as_str().into())),
        ("owner", owner),
        ("description", args.description.as_ref().or(taken_over.description.as_ref()).map(text)),
        ("version", (!is_anp_07).then(|| "1.0.0".into())),
        ("created", Some(created.to_string().into())),
    ] {
        if let Some(value) = value {
            root.insert(member, value);
        }
    }
    let products = products(args)?;
    if !products.is_empty() {
        root.insert(names.products, products);
    }
    let name = root.get("name").and_then(Json::as_str).unwrap_or_default().to_owned();
    let kinds = [(&args.interface, true), (&args.natural_language, false)];
    let given = kinds.into_iter().flat_map(|(all, is_structured)| all.iter().map(move |it| (it, is_structured)));
    let given = given.map(|((protocol, url), is_structured)| Interface {
        protocol: protocol_of(protocol).0.to_owned(),
        name: if is_structured { protocol_of(protocol).1.to_owned() } else { "Natural language".to_owned() },
        url: url.clone(),
        description: format!("How {} {name}", if is_structured { "programs use" } else { "to talk to" }),
        asks_person: is_structured && args.human_authorization,
        is_structured,
    });
    // `--interface` can tell where the document of `--from` is published
    let taken = taken_over.interface.iter().map(|interface| interface.url.clone()).collect::<Vec<_>>();
    let given = given.filter(|it| !it.is_structured || !taken.contains(&it.url)).collect::<Vec<_>>();
    let converted = taken_over.members.get("interfaces").and_then(Json::as_array).unwrap_or_default().to_vec();
    let written = taken_over.interface.iter().chain(&given).map(|interface| interface.write(args));
    let interfaces: Vec<Json> = converted.into_iter().chain(written).collect();
    if !interfaces.is_empty() {
        root.insert("interfaces", interfaces);
    }
    for member in &taken_over.members {
        if !root.contains(member.name()) {
            root.insert(member.name().clone(), member.value().clone());
        }
    }
    let scheme = members([("scheme", "didwba"), ("in", "header"), ("name", "Authorization")]);
    root.insert("securityDefinitions", [("didwba_sc", scheme)].into_iter().collect::<Object>());
    root.insert("security", "didwba_sc");
    Ok(root)
}

/// Member names that differ between generations.
struct Names {
    class: &'static str,
    id: &'static str,
    products: &'static str,
}

/// The products. One that is repeated with another price has several offers.
fn products(args: &Args) -> Result<Vec<Json>, Failure> {
    let (mut written, mut known): (Vec<Json>, Vec<&str>) = (Vec::new(), Vec::new());
    for product in &args.product {
        let json = product.write(args)?;
        let earlier = known.iter().position(|name| *name == product.name).and_then(|at| written.get_mut(at));
        match (earlier.and_then(Json::as_object_mut), json.get("offers")) {
            (Some(earlier), Some(offer)) if earlier.contains("offers") => {
                let mut offers = match earlier.get("offers").map(Json::value) {
                    Some(Value::Array(offers)) => offers.clone(),
                    Some(_) => earlier.get("offers").cloned().into_iter().collect(),
                    None => Vec::new(),
                };
                offers.push(offer.clone());
                earlier.insert("offers", offers);
            }
            _ => {
                known.push(&product.name);
                written.push(json);
            }
        }
    }
    Ok(written)
}

impl Product {
    fn write(&self, args: &Args) -> Result<Json, Failure> {
        let names = args.names();
        let mut product = members([(names.class, "Product"), ("name", &self.name)]);
        match &self.place {
            Place::Url(url) => {
                if args.is_anp_07() {
                    product.insert("description", self.name.as_str());
                }
                product.insert(names.id, url.as_str());
            }
            Place::Price(..) if args.is_anp_07() => {
                let message = "--product: ANP-07 descriptions link to product documents; write NAME=URL";
                return Err(Failure::usage(message));
            }
            Place::Price(price, currency) => {
                let offer = [(names.class, "Offer"), ("price", price.as_str()), ("priceCurrency", currency.as_str())];
                product.insert("offers", members(offer));
            }
        }
        Ok(product.into())
    }
}

impl Interface {
    fn write(&self, args: &Args) -> Json {
        let class = if self.is_structured { "StructuredInterface" } else { "NaturalLanguageInterface" };
        let mut interface = members([(args.names().class, class)]);
        if !args.is_anp_07() {
            interface.insert("@id", self.url.as_str());
            interface.insert("name", self.name.as_str());
        }
        interface.insert("description", self.description.as_str());
        interface.insert("protocol", self.protocol.as_str());
        if args.is_anp_07() {
            interface.insert("version", "1.0.0");
        }
        interface.insert("url", self.url.as_str());
        if self.is_structured {
            interface.insert("humanAuthorization", self.asks_person);
        }
        interface.into()
    }
}

fn members<const N: usize>(members: [(&str, &str); N]) -> Object {
    members.into_iter().collect()
}
