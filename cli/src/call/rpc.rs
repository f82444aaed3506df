//! JSON-RPC methods of a verified description, for `adp call --rpc` and `adp flow run`.

use crate::{
    failure::{Failure, InInput},
    input::format::LoadedDocument,
    network::Network,
    output::{escape::escape, terminal::Terminal},
};
use adp_flows::openrpc::{self, RpcCall, RpcCallError};
use agent_description::{
    Code, Document, Json, Origin, ReadLimits, Timestamp,
    description::{AgentDescription, Interface, SecurityRequirement, SecurityScheme, openrpc::PROTOCOLS},
    did::Purpose,
    discovery::Verifier,
    json::Object,
    proof::Expectations,
};
use url::{Position, Url};

/// Maximum number of interfaces to read.
const MAX_INTERFACES: usize = 16;

/// A prepared call of a method.
pub struct DescribedCall {
    /// The call with validated arguments.
    pub call: RpcCall,
    /// Whether the description requires human approval.
    pub needs_approval: bool,
    /// The security schemes by name, in OpenAPI form.
    pub security: Object,
}

/// An OpenRPC document of an interface.
struct Definition {
    object: Object,
    base: Option<Url>,
    needs_approval: bool,
    security: Object,
}

impl DescribedCall {
    /// Verifies a description and prepares a method call. Fetches the OpenRPC documents that interfaces link to.
    pub fn prepare(
        read: &LoadedDocument,
        (method, arguments): (&str, &Json),
        network: &Network,
        terminal: &Terminal,
    ) -> Result<Self, Failure> {
        let expected = Expectations::for_purpose(Purpose::AssertionMethod);
        let expected = if read.url.is_some() { expected.domain_as_fetched() } else { expected.any_domain() };
        let mut expected = expected.any_challenge().at(Timestamp::now()).signer_is_subject();
        expected.fetched_from = read.url.as_deref().map(Into::into);
        let verifier = Verifier::with_resolver(network.clone(), network.https.clone());
        let verified = verifier.verify_document::<AgentDescription>(read.document.clone(), expected);
        let verified = network.runtime.block_on(verified).in_document(&read.name, &read.document)?;
        let base = read.url.as_deref().and_then(|url| Url::parse(url).ok());
        let definitions = definitions(verified.get(), base.as_ref(), network, terminal);
        if definitions.is_empty() {
            let message = format!("{} has no interface that OpenRPC defines", read.name);
            let help = format!("a method is one of an interface of the protocol {}", PROTOCOLS.join(" or "));
            return Err(Failure::new(Code::INVALID_REFERENCE, message).with_help(help));
        }
        let mut having = definitions.iter().filter(|it| it.names().any(|name| name == method));
        match (having.next(), having.next()) {
            (Some(one), None) => Ok(Self {
                call: RpcCall::prepare(&one.object, method, arguments, one.base.as_ref())?,
                needs_approval: one.needs_approval,
                security: one.security.clone(),
            }),
            (Some(_), Some(_)) => {
                let message = format!("several interfaces of {} have the method {method:?}", read.name);
                Err(Failure::new(Code::DUPLICATE, message))
            }
            (None, _) => {
                Err(RpcCallError::unknown_method(method, definitions.iter().flat_map(Definition::names)).into())
            }
        }
    }

    /// Refuses a server on another origin than that of the description's URL and those that the user allowed.
    pub fn check_origin(&self, description_url: Option<&str>, allowed: &[Origin]) -> Result<(), Failure> {
        let url = self.call.url();
        let target = Origin::new(url.scheme(), &url[Position::BeforeHost..Position::AfterPort]).ok();
        let own = description_url.and_then(Origin::from_https);
        if target.as_ref().is_some_and(|target| Some(target) == own.as_ref() || allowed.contains(target)) {
            return Ok(());
        }
        let found = target.map_or_else(|| escape(url.as_str()).into_owned(), |target| target.to_string());
        let expected = own.map_or_else(|| "one that you allow".to_owned(), |own| own.to_string());
        let message =
            format!("the server of {:?} is at {found}, expected {expected}; nothing was sent", self.call.method());
        Err(Failure::new(Code::AUTH_ORIGIN, message).with_help("allow an origin with --allow-origin ORIGIN"))
    }
}

impl Definition {
    fn names(&self) -> impl Iterator<Item = &str> {
        adp_tools::openrpc::OpenRpc::of(&self.object).into_iter().flat_map(|it| it.methods()).map(|method| method.name)
    }
}

/// The OpenRPC documents of the interfaces. Unavailable ones get a note.
fn definitions(
    agent: &AgentDescription,
    base: Option<&Url>,
    network: &Network,
    terminal: &Terminal,
) -> Vec<Definition> {
    let is_of_rpc =
        |interface: &&Interface| interface.protocol.as_deref().is_some_and(|protocol| PROTOCOLS.contains(&protocol));
    let mut found = Vec::new();
    for interface in agent.interfaces.iter().filter(is_of_rpc).take(MAX_INTERFACES) {
        match definition(interface, base, network) {
            Ok((object, base)) => {
                let needs_approval = interface.human_authorization.unwrap_or_default();
                found.push(Definition { security: security(agent, interface, &object), object, base, needs_approval });
            }
            Err(why) => {
                let name = interface.name.as_deref().or(interface.url.as_deref()).unwrap_or("an interface");
                terminal.note(&format!("{}: {}", escape(name), escape(&why)));
            }
        }
    }
    found
}

/// The OpenRPC document of an interface, and its base URL.
fn definition(interface: &Interface, base: Option<&Url>, network: &Network) -> Result<(Object, Option<Url>), String> {
    let no_document = || "its definition is no OpenRPC document, so its methods are not known".to_owned();
    if let Some(content) = &interface.content {
        let content = content.get("@value").unwrap_or(content);
        let object = content.as_object().filter(|object| object.contains("methods")).ok_or_else(no_document)?;
        return Ok((object.clone(), base.cloned()));
    }
    let url = interface.url.as_deref().ok_or("it has neither `content` nor `url`")?;
    let url = match base {
        Some(base) => base.join(url),
        None => Url::parse(url),
    };
    let url = url.map_err(|error| format!("its URL cannot be read: {error}"))?;
    let fetched = network.fetch_document(url.as_str(), openrpc::MAX_BYTES);
    let fetched = fetched.map_err(|failure| format!("its definition could not be fetched: {}", failure.message()))?;
    let document = Document::parse(&fetched.body, ReadLimits::new(openrpc::MAX_BYTES).unsigned())
        .map_err(|error| error.to_string())?;
    let object = document.root();
    if object.contains("methods") { Ok((object.clone(), Some(url))) } else { Err(no_document()) }
}

/// The security schemes of an interface: from its OpenRPC document, the interface itself, or the description.
fn security(agent: &AgentDescription, interface: &Interface, definition: &Object) -> Object {
    let mut schemes = Object::new();
    let declared = definition.get("components").and_then(|components| components.get("securitySchemes"));
    for requirement in definition.get("security").and_then(Json::as_array).unwrap_or_default() {
        for member in requirement.as_object().into_iter().flatten() {
            if let Some(scheme) = declared.and_then(|all| all.get(member.name())) {
                schemes.insert(member.name().clone(), scheme.clone());
            }
        }
    }
    let own = if interface.security.is_empty() { &agent.security } else { &interface.security };
    for requirement in own {
        let (name, scheme) = match requirement {
            SecurityRequirement::Inline(scheme) => (&scheme.scheme, Some(&**scheme)),
            SecurityRequirement::Named(name) => {
                let found = agent.security_definitions.iter().find(|definition| definition.name == *name);
                (name, found.map(|definition| &definition.scheme))
            }
            _ => continue,
        };
        if let Some(scheme) = scheme.filter(|_| !schemes.contains(name)) {
            schemes.insert(name.clone(), as_openapi(scheme));
        }
    }
    schemes
}

/// Converts a security scheme to OpenAPI form. `didwba` means signed requests.
fn as_openapi(scheme: &SecurityScheme) -> Object {
    match scheme.scheme.to_ascii_lowercase().as_str() {
        kind @ ("basic" | "bearer") => Object::from_iter([("type", "http"), ("scheme", kind)]),
        "apikey" => Object::from_iter([
            ("type", "apiKey"),
            ("in", scheme.location.as_str()),
            ("name", scheme.name.as_deref().unwrap_or_default()),
        ]),
        kind => Object::from_iter([("type", kind)]),
    }
}
