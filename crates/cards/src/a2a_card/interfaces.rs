//! Rules for interfaces: URLs, transports and versions.

use super::{A2aVersion, Versions, rules};
use crate::signature::{HostAndPort, is_by_tls, key_sets};
use adp_tools::lenient_members::{list, object, objects};
use agent_description::{
    Code, Json,
    diagnostic::{Finding, Findings, shortened},
    format::{LinkTarget, LinkedUrl},
    json::{Member, Object},
    rewritten_authority,
};
use url::Url;

/// The transports that A2A defines.
const TRANSPORTS: [&str; 3] = ["JSONRPC", "GRPC", "HTTP+JSON"];

/// Members that 1.0 removed or renamed, and their replacements.
const RENAMED: [(&str, &str); 6] = [
    ("security", "1.0 has `securityRequirements`"),
    ("supportsAuthenticatedExtendedCard", "1.0 has `capabilities.extendedAgentCard`"),
    ("url", "1.0 has `supportedInterfaces`"),
    ("preferredTransport", "1.0 has `supportedInterfaces`, the preferred one first"),
    ("additionalInterfaces", "1.0 has `supportedInterfaces`"),
    ("protocolVersion", "1.0 has `protocolVersion` in each interface"),
];

pub(super) fn check(found: &mut Findings<'_>, root: &Object, versions: Versions) {
    pages(found, root);
    if versions.current {
        for interface in objects(root, "supportedInterfaces") {
            let binding = interface.get("protocolBinding").and_then(Json::as_str);
            url(found, interface.get("url"), binding == Some("GRPC"));
            one_of(found, interface);
            interface_version(found, interface);
        }
    }
    if let Some(old) = versions.old {
        let preferred = root.get("preferredTransport");
        url(found, root.get("url"), preferred.and_then(Json::as_str) == Some("GRPC"));
        transport(found, preferred);
        for interface in objects(root, "additionalInterfaces") {
            let named = interface.get("transport");
            url(found, interface.get("url"), named.and_then(Json::as_str) == Some("GRPC"));
            transport(found, named);
        }
        old_version(found, root);
        if old == A2aVersion::V0_2 {
            since_0_3(found, root);
        }
    } else {
        renamed(found, root);
    }
}

/// The URLs of JSON-RPC interfaces, and the key sets of signatures. Other bindings have URL prefixes or URLs that are not HTTP.
pub(super) fn links(root: &Object) -> Vec<LinkedUrl> {
    let is_json_rpc = |object: &Object, name: &str, default: bool| match object.get(name).filter(|it| !it.is_null()) {
        Some(transport) => transport.as_str() == Some("JSONRPC"),
        None => default,
    };
    let current = objects(root, "supportedInterfaces").filter(|it| is_json_rpc(it, "protocolBinding", false));
    let old = std::iter::once(root).filter(|it| is_json_rpc(it, "preferredTransport", true));
    let additional = objects(root, "additionalInterfaces").filter(|it| is_json_rpc(it, "transport", false));
    let urls = current.chain(old).chain(additional).filter_map(|object| object.get("url")?.as_str());
    urls.map(|url| LinkedUrl::to(LinkTarget::Interface, url)).chain(key_sets(root)).collect()
}

/// The interface addresses of all versions in the card, and whether the address is for gRPC. `None` for an interface
/// without an address, and for a list of the wrong type.
pub(super) fn addresses(root: &Object) -> impl Iterator<Item = Option<(&str, bool)>> {
    const LISTS: [&str; 4] =
        ["supportedInterfaces", "supported_interfaces", "additionalInterfaces", "additional_interfaces"];
    // null is treated as absent
    let is_no_list = |name: &&str| root.get(name).is_some_and(|value| !value.is_null() && value.as_array().is_none());
    let unread = LISTS.into_iter().find(is_no_list).map(|_| None);
    let current = ["supportedInterfaces", "supported_interfaces"].into_iter().flat_map(|name| list(root, name));
    let current = current.map(move |interface| {
        let binding = if interface.get("protocolBinding").is_some() { "protocolBinding" } else { "protocol_binding" };
        address(interface.as_object(), binding)
    });
    let old = root.get("url").is_some_and(|url| !url.is_null()).then(|| {
        let transport = if root.contains("preferredTransport") { "preferredTransport" } else { "preferred_transport" };
        address(Some(root), transport)
    });
    let additional = ["additionalInterfaces", "additional_interfaces"].into_iter().flat_map(|name| list(root, name));
    unread
        .into_iter()
        .chain(current)
        .chain(old)
        .chain(additional.map(|interface| address(interface.as_object(), "transport")))
}

fn address<'a>(object: Option<&'a Object>, binding: &str) -> Option<(&'a str, bool)> {
    let object = object?;
    let is_grpc = object.get(binding).and_then(Json::as_str) == Some("GRPC");
    object.get("url").and_then(Json::as_str).map(|url| (url, is_grpc))
}

/// Checks the URLs that are not interfaces: A2A names no base for a relative one.
fn pages(found: &mut Findings<'_>, root: &Object) {
    let provider = root.get("provider").and_then(|provider| provider.get("url"));
    for value in [root.get("documentationUrl"), root.get("iconUrl"), provider] {
        // an empty text is the default value of 1.0
        let Some((value, text)) = text(value).filter(|(_, text)| !text.is_empty()) else { continue };
        found.check(&rules::PAGE, Url::parse(text).is_ok(), value.offset(), || {
            Finding::new(Code::INVALID_URL, format!("the URL is {}, expected an absolute URL", shortened(text)))
                .with_help("write it with scheme and host")
        });
    }
}

/// Checks the URL of an interface.
fn url(found: &mut Findings<'_>, value: Option<&Json>, is_grpc: bool) {
    let Some((value, text)) = text(value) else { return };
    found.exercise(&rules::URL);
    found.exercise(&rules::HTTPS);
    // the form of gRPC addresses
    if is_grpc && HostAndPort::from_authority(text).is_some() {
        return;
    }
    let Some(parsed) = Url::parse(text).ok().filter(Url::has_host) else {
        return found.add(&rules::URL, value.offset(), || {
            let expected = if is_grpc { "an absolute URL or host:port" } else { "an absolute URL" };
            Finding::new(Code::INVALID_URL, format!("the URL is {}, expected {expected}", shortened(text)))
        });
    };
    if let Some(read_as) = rewritten_authority(text) {
        found.add(&rules::URL, value.offset(), || {
            let message = format!("{} is read as {} by some and not by others", shortened(text), shortened(&read_as));
            Finding::new(Code::INVALID_URL, message)
                .with_help("write the host in lower-case ASCII letters, without a user name")
        });
    } else if !is_by_tls(parsed.scheme()) {
        found.report(&rules::HTTPS, value.offset(), Code::INVALID_URL, || {
            format!("{} uses {}, expected https", shortened(text), parsed.scheme())
        });
    }
}

fn one_of(found: &mut Findings<'_>, interface: &Object) {
    let Some((value, text)) = text(interface.get("protocolBinding")) else { return };
    found.check(&rules::BINDING, TRANSPORTS.contains(&text) || Url::parse(text).is_ok(), value.offset(), || {
        unknown_transport(text, "JSONRPC, GRPC, HTTP+JSON or a URI")
    });
}

fn transport(found: &mut Findings<'_>, value: Option<&Json>) {
    let Some((value, text)) = text(value) else { return };
    found.check(&rules::OLD_TRANSPORT, TRANSPORTS.contains(&text), value.offset(), || {
        unknown_transport(text, "JSONRPC, GRPC or HTTP+JSON")
    });
}

fn unknown_transport(text: &str, expected: &str) -> Finding {
    let remark =
        Finding::new(Code::INVALID_VALUE, format!("the transport is {}, expected {expected}", shortened(text)));
    let plain = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
    };
    // detects `http_json`, `REST` and `json-rpc`
    match TRANSPORTS.iter().find(|known| plain(known) == plain(text) || **known == "HTTP+JSON" && plain(text) == "rest")
    {
        Some(known) => remark.meant(text, *known),
        None => remark,
    }
}

fn text(value: Option<&Json>) -> Option<(&Json, &str)> {
    value.and_then(|value| Some((value, value.as_str()?)))
}

/// Accepts `1.0`, and `1.0.1` with a finding; rejects dates and words.
fn interface_version(found: &mut Findings<'_>, interface: &Object) {
    let Some((value, text)) = text(interface.get("protocolVersion")) else { return };
    let numbers = numbers(text);
    found.check(&rules::INTERFACE_VERSION, numbers == Some(2), value.offset(), || {
        let problem = if numbers == Some(3) { "has a patch number" } else { "is not a version of A2A" };
        let message =
            format!("the protocol version {} {problem}, expected major and minor number, such as 1.0", shortened(text));
        Finding::new(Code::UNSUPPORTED_VERSION, message)
    });
}

/// The number of dot-separated numbers in a text. `None` for other texts, and if the first number has more than two
/// digits.
fn numbers(text: &str) -> Option<usize> {
    let is_number = |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split('.').all(is_number).then(|| text.split('.').count())
}

fn old_version(found: &mut Findings<'_>, root: &Object) {
    let Some((value, text)) = text(root.get("protocolVersion")) else { return };
    let is_old = ["0.2", "0.3"]
        .iter()
        .any(|version| text.strip_prefix(version).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')));
    found.check(&rules::OLD_VERSION, is_old && matches!(numbers(text), Some(2 | 3)), value.offset(), || {
        let message = format!("the protocol version is {}, expected 0.2 or 0.3 with these members", shortened(text));
        Finding::new(Code::UNSUPPORTED_VERSION, message)
    });
}

/// Checks for members of 0.3 in a card of 0.2.
fn since_0_3(found: &mut Findings<'_>, root: &Object) {
    found.exercise(&rules::SINCE_0_3);
    let of_skills = objects(root, "skills").filter_map(|skill| skill.member("security"));
    let schemes = || object(root, "securitySchemes").into_iter().flatten();
    let of_oauth = schemes().filter_map(|scheme| scheme.value().as_object()?.member("oauth2MetadataUrl"));
    let members = root.member("signatures").into_iter().chain(of_skills).chain(of_oauth);
    let is_tls = |scheme: &&Member| scheme.value().get("type").and_then(Json::as_str) == Some("mutualTLS");
    let tls = schemes().filter(is_tls).map(|scheme| (scheme, "mutualTLS"));
    for (member, what) in members.map(|member| (member, member.name().as_str())).chain(tls) {
        found.add(&rules::SINCE_0_3, member.name_offset(), || {
            let message = format!("{} belongs to 0.3, but the card says that it is 0.2", shortened(what));
            Finding::new(Code::UNKNOWN_MEMBER, message).with_help("set the A2A version that the agent implements")
        });
    }
}

/// Checks for old members in a card of 1.0 only, because clients of 1.0 ignore them.
fn renamed(found: &mut Findings<'_>, root: &Object) {
    found.exercise(&rules::OTHER_VERSION);
    let members = RENAMED.into_iter().flat_map(|(name, help)| {
        let skills = objects(root, "skills").filter(move |_| name == "security");
        let members = root.member(name).into_iter().chain(skills.filter_map(move |skill| skill.member(name)));
        members.filter(|member| !member.value().is_null()).map(move |member| (member, help))
    });
    let history = object(root, "capabilities").and_then(|capabilities| capabilities.member("stateTransitionHistory"));
    let history = history.map(|member| (member, "remove it: 1.0 has no such capability"));
    for (member, help) in members.chain(history) {
        found.add(&rules::OTHER_VERSION, member.name_offset(), || {
            let name = member.name().as_str();
            let message = format!("`{name}` is a member of 0.3, which readers of 1.0 ignore");
            Finding::new(Code::UNKNOWN_MEMBER, message).with_help(help)
        });
    }
}
