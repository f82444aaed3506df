//! Documents that hosts show at well-known URLs of other protocols: one row of [`WELL_KNOWN`] for each, with its path, media types, source and
//! check.

mod check;
pub mod rules;
mod tables;

use agent_description::{
    Document, Limits, ReadLimits,
    diagnostic::{
        CheckReport, FindingFilter, Findings, Rule,
        members::{Conventions, Table},
    },
    format::{Format, Link, LinkTarget, MatchConfidence, Options, WellKnown},
    json::{Json, Object},
    key::KeyDirectory,
};

/// The formats of these documents.
pub const WELL_KNOWN: &[&dyn Format] = &[
    &WellKnownFormat {
        name: "api-catalog",
        title: "an API catalog",
        media_type: "application/linkset+json",
        places: &[WellKnown {
            media_types: &["application/linkset+json"],
            relation: Some("api-catalog"),
            ..WellKnown::new("/.well-known/api-catalog", "the API catalog (RFC 9727)")
        }],
        lacks: &["`linkset`"],
        is_one: |root| list(root, "linkset").is_some(),
        table: |_| &tables::LINKSET,
        check: check::linkset,
        links: |_| Vec::new(),
        rules: rules::API_CATALOG,
    },
    &WellKnownFormat {
        name: "oauth-protected-resource",
        title: "the metadata of a protected resource",
        media_type: "application/json",
        places: &[WellKnown {
            media_types: &["application/json"],
            ..WellKnown::new(
                "/.well-known/oauth-protected-resource",
                "the OAuth metadata of the protected resource (RFC 9728)",
            )
        }],
        lacks: &["`resource`", "`authorization_servers`"],
        is_one: |root| text(root, "resource").is_some() && tables::OAUTH.iter().any(|name| root.contains(name)),
        table: |_| &tables::RESOURCE,
        check: check::nothing_more,
        links: |_| Vec::new(),
        rules: rules::OAUTH_RESOURCE,
    },
    &WellKnownFormat {
        name: "agent-registration",
        title: "an ERC-8004 registration file",
        media_type: "application/json",
        places: &[WellKnown {
            is_open: true,
            ..WellKnown::new("/.well-known/agent-registration.json", "the ERC-8004 registration file")
        }],
        lacks: &["the `type` of ERC-8004", "`registrations`"],
        is_one: |root| {
            let is_registry = |entry: &Json| entry.get("agentRegistry").is_some();
            text(root, "type").is_some_and(|kind| kind.starts_with("https://eips.ethereum.org/EIPS/eip-8004"))
                || list(root, "registrations").is_some_and(|entries| entries.iter().any(is_registry))
        },
        // a file that proves the domain alone has nothing else
        table: |root| if root.len() == 1 { &tables::DOMAIN } else { &tables::REGISTRATION },
        check: check::registration,
        links: registration_links,
        rules: rules::ERC_8004,
    },
    &WellKnownFormat {
        name: "x402-manifest",
        title: "a list of x402 resources",
        media_type: "application/json",
        places: &[WellKnown {
            is_open: true,
            ..WellKnown::new("/.well-known/x402.json", "the list of x402 resources")
        }],
        lacks: &["`x402Version`", "`items`"],
        is_one: |root| root.contains("x402Version") && list(root, "items").is_some(),
        table: |_| &tables::X402,
        check: check::nothing_more,
        links: |_| Vec::new(),
        rules: rules::X402,
    },
    &WellKnownFormat {
        name: "ucp-profile",
        title: "a UCP profile",
        media_type: "application/json",
        places: &[WellKnown { is_open: true, ..WellKnown::new("/.well-known/ucp", "the UCP profile") }],
        lacks: &["the object `ucp`"],
        is_one: |root| root.get("ucp").is_some_and(|ucp| ucp.get("version").is_some()),
        table: |_| &tables::UCP,
        check: check::nothing_more,
        links: |_| Vec::new(),
        rules: rules::UCP,
    },
    &WellKnownFormat {
        name: "key-directory",
        title: "a key directory of Web Bot Auth",
        media_type: KeyDirectory::MEDIA_TYPE,
        places: &[WellKnown {
            media_types: &[KeyDirectory::MEDIA_TYPE],
            ..WellKnown::new(KeyDirectory::PATH, "the key directory of Web Bot Auth")
        }],
        lacks: &["`keys` with JWKs"],
        is_one: |root| list(root, "keys").is_some_and(|keys| keys.iter().all(|key| key.get("kty").is_some())),
        table: |_| &tables::DIRECTORY,
        check: check::directory,
        links: |_| Vec::new(),
        rules: rules::KEY_DIRECTORY,
    },
];

/// A format of documents at a well-known URL.
#[derive(Debug)]
struct WellKnownFormat {
    name: &'static str,
    title: &'static str,
    media_type: &'static str,
    places: &'static [WellKnown],
    /// What to report as missing if an object is not of this format.
    lacks: &'static [&'static str],
    /// Whether an object is one.
    is_one: fn(&Object) -> bool,
    table: fn(&Object) -> &'static Table,
    /// What the table cannot check.
    check: fn(&mut Findings<'_>, &Document, &Options),
    links: fn(&Object) -> Vec<Link>,
    rules: &'static [&'static Rule],
}

impl Format for WellKnownFormat {
    fn name(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> &'static str {
        self.title
    }

    /// 1 MiB, as for descriptions.
    fn read_limits(&self, _: &Limits) -> ReadLimits {
        ReadLimits::new(1 << 20)
    }

    fn match_confidence(&self, root: &Object) -> MatchConfidence {
        if (self.is_one)(root) { MatchConfidence::Certain } else { MatchConfidence::Lacks(self.lacks.to_vec()) }
    }

    fn media_type(&self) -> Option<&'static str> {
        Some(self.media_type).filter(|media_type| *media_type != "application/json")
    }

    fn well_known(&self) -> &'static [WellKnown] {
        self.places
    }

    fn rules(&self) -> &'static [&'static Rule] {
        self.rules
    }

    fn links(&self, document: &Document) -> Vec<Link> {
        (self.links)(document.root())
    }

    fn check(&self, document: &Document, options: &Options) -> CheckReport {
        let mut found = Findings::new(document, FindingFilter::Everything { strict: options.strict });
        (self.table)(document.root()).check(&mut found, document.json(), &Conventions::DEFAULT);
        (self.check)(&mut found, document, options);
        found.into_report()
    }
}

/// The card and the DID that a registration file names, and the interfaces of its agent.
fn registration_links(root: &Object) -> Vec<Link> {
    let services = list(root, "services").or_else(|| list(root, "endpoints")).unwrap_or_default();
    let link = |service: &Json| {
        let service = service.as_object()?;
        let endpoint = text(service, "endpoint")?;
        match text(service, "name")?.to_ascii_uppercase().as_str() {
            "A2A" => Some(Link::to(LinkTarget::Document, endpoint)),
            "MCP" => Some(Link::to(LinkTarget::Interface, endpoint)),
            "DID" => Some(Link::to(LinkTarget::Did, endpoint)),
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
