//! Documents that hosts show at well-known URLs of other protocols: one row of [`WELL_KNOWN`] for each, with its path, media types, source and
//! check.

mod check;
mod key_set;
pub mod rules;
mod tables;

use agent_description::{
    format::{Format, LinkTarget, LinkedUrl, MatchConfidence, WellKnown},
    json::{Json, Object},
    key::KeyDirectory,
};

/// The formats of these documents.
pub const WELL_KNOWN: &[&Format] = &[
    &Format {
        name: "api-catalog",
        title: "an API catalog",
        media_type: Some("application/linkset+json"),
        well_known: &[WellKnown {
            media_types: &["application/linkset+json"],
            relation: Some("api-catalog"),
            ..WellKnown::new("/.well-known/api-catalog", "the API catalog (RFC 9727)")
        }],
        rules: rules::API_CATALOG,
        match_confidence: |root| certain_if(list(root, "linkset").is_some(), &["`linkset`"]),
        check: check::linkset,
        ..Format::DEFAULT
    },
    &Format {
        name: "oauth-protected-resource",
        title: "the metadata of a protected resource",
        well_known: &[WellKnown {
            media_types: &["application/json"],
            ..WellKnown::new(
                "/.well-known/oauth-protected-resource",
                "the OAuth metadata of the protected resource (RFC 9728)",
            )
        }],
        rules: rules::OAUTH_RESOURCE,
        match_confidence: |root| {
            certain_if(
                text(root, "resource").is_some() && tables::OAUTH.iter().any(|name| root.contains(name)),
                &["`resource`", "`authorization_servers`"],
            )
        },
        check: |found, document, _| check::by_table(found, document, &tables::RESOURCE),
        ..Format::DEFAULT
    },
    &Format {
        name: "agent-registration",
        title: "an ERC-8004 registration file",
        well_known: &[WellKnown {
            is_open: true,
            ..WellKnown::new("/.well-known/agent-registration.json", "the ERC-8004 registration file")
        }],
        rules: rules::ERC_8004,
        match_confidence: |root| {
            let is_registry = |entry: &Json| entry.get("agentRegistry").is_some();
            let is_one = text(root, "type")
                .is_some_and(|kind| kind.starts_with("https://eips.ethereum.org/EIPS/eip-8004"))
                || list(root, "registrations").is_some_and(|entries| entries.iter().any(is_registry));
            certain_if(is_one, &["the `type` of ERC-8004", "`registrations`"])
        },
        check: check::registration,
        links: registration_links,
        ..Format::DEFAULT
    },
    &Format {
        name: "x402-manifest",
        title: "a list of x402 resources",
        well_known: &[WellKnown {
            is_open: true,
            ..WellKnown::new("/.well-known/x402.json", "the list of x402 resources")
        }],
        rules: rules::X402,
        match_confidence: |root| {
            certain_if(root.contains("x402Version") && list(root, "items").is_some(), &["`x402Version`", "`items`"])
        },
        check: |found, document, _| check::by_table(found, document, &tables::X402),
        ..Format::DEFAULT
    },
    &Format {
        name: "ucp-profile",
        title: "a UCP profile",
        well_known: &[WellKnown { is_open: true, ..WellKnown::new("/.well-known/ucp", "the UCP profile") }],
        rules: rules::UCP,
        match_confidence: |root| {
            certain_if(root.get("ucp").is_some_and(|ucp| ucp.get("version").is_some()), &["the object `ucp`"])
        },
        check: check::ucp,
        ..Format::DEFAULT
    },
    &Format {
        name: "jwk-set",
        title: "a JWK Set",
        file_names: &["jwks.json"],
        is_listed: false,
        well_known: &[WellKnown {
            is_open: true,
            ..WellKnown::new("/.well-known/jwks.json", "the JWK Set that cards and tokens name")
        }],
        rules: rules::JWK_SET,
        match_confidence: |root| certain_if(is_key_set(root), &["`keys` with JWKs"]),
        check: |found, document, _| key_set::check(found, list(document.root(), "keys").unwrap_or_default()),
        ..Format::DEFAULT
    },
    &Format {
        name: "key-directory",
        title: "a key directory of Web Bot Auth",
        media_type: Some(KeyDirectory::MEDIA_TYPE),
        is_listed: false,
        well_known: &[WellKnown {
            media_types: &[KeyDirectory::MEDIA_TYPE],
            ..WellKnown::new(KeyDirectory::PATH, "the key directory of Web Bot Auth")
        }],
        rules: rules::KEY_DIRECTORY,
        // a JWK Set is a key directory by its place alone
        match_confidence: |root| match is_key_set(root) {
            true => MatchConfidence::Likely,
            false => MatchConfidence::Lacks(vec!["`keys` with JWKs"]),
        },
        check: check::directory,
        ..Format::DEFAULT
    },
];

/// [`MatchConfidence::Certain`], or what an object lacks.
fn certain_if(is_one: bool, lacks: &[&'static str]) -> MatchConfidence {
    if is_one { MatchConfidence::Certain } else { MatchConfidence::Lacks(lacks.to_vec()) }
}

/// Whether an object is a JWK Set (RFC 7517, section 5): it has a JWK, or nothing but an empty set. A UCP profile may
/// have `keys`, too.
fn is_key_set(root: &Object) -> bool {
    list(root, "keys").is_some_and(|keys| {
        let has_key = keys.iter().any(|key| key.get("kty").is_some_and(|kty| kty.as_str().is_some()));
        !root.contains("ucp") && (has_key || keys.is_empty() && root.len() == 1)
    })
}

/// The card and the DID that a registration file names, and the interfaces of its agent.
fn registration_links(root: &Object) -> Vec<LinkedUrl> {
    let services = list(root, "services").or_else(|| list(root, "endpoints")).unwrap_or_default();
    let link = |service: &Json| {
        let service = service.as_object()?;
        let endpoint = text(service, "endpoint")?;
        match text(service, "name")?.to_ascii_uppercase().as_str() {
            "A2A" => Some(LinkedUrl::to(LinkTarget::Document, endpoint)),
            "MCP" => Some(LinkedUrl::to(LinkTarget::Interface, endpoint)),
            "DID" => Some(LinkedUrl::to(LinkTarget::Did, endpoint)),
            _ => None,
        }
    };
    services.iter().filter_map(link).collect()
}

fn text<'a>(object: &'a Object, name: &str) -> Option<&'a str> {
    object.get(name).and_then(Json::as_str)
}

fn list<'a>(object: &'a Object, name: &str) -> Option<&'a [Json]> {
    object.get(name).and_then(Json::as_array)
}
