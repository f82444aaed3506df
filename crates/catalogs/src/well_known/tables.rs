//! What the documents hold.

use super::rules;
use agent_description::{
    Code,
    diagnostic::members::{Field, Form, Shape, Table},
};
use url::Url;

/// A set of links (RFC 9264, section 4.2). The members of an entry are link relations, which the publisher chooses.
pub(super) static LINKSET: Table =
    Table::new("the API catalog", &rules::LINKSET, &[Field::required("linkset", Shape::List(&Shape::Object))]);

/// The members that distinguish metadata of a resource from other objects with a `resource`.
pub(super) const OAUTH: [&str; 5] =
    ["authorization_servers", "bearer_methods_supported", "scopes_supported", "jwks_uri", "resource_name"];

/// RFC 9728, section 2.
pub(super) static RESOURCE: Table = Table::new(
    "the metadata",
    &rules::RESOURCE,
    &[
        Field::required("resource", Shape::Form(&RESOURCE_IDENTIFIER)),
        Field::optional("authorization_servers", Shape::Filled(&Shape::Form(&HTTPS_URL))),
        Field::optional("jwks_uri", Shape::Form(&HTTPS_URL)),
        Field::optional("scopes_supported", Shape::List(&Shape::Text)),
        Field::optional("bearer_methods_supported", Shape::List(&Shape::Word(&["header", "body", "query"]))),
        Field::optional("resource_name", Shape::Text),
        Field::optional("signed_metadata", Shape::Text),
    ],
);

/// ERC-8004, "Token URI and Agent Registration File".
pub(super) static REGISTRATION: Table = Table::new(
    "the registration file",
    &rules::REGISTRATION,
    &[
        Field::required("type", Shape::Word(&[REGISTRATION_TYPE])).by(&rules::KIND),
        Field::required("name", Shape::Text),
        Field::required("description", Shape::Text),
        Field::required("image", Shape::Text),
        Field::optional("services", Shape::List(&Shape::Of(&SERVICE))),
        Field::optional("endpoints", Shape::List(&Shape::Of(&SERVICE))),
        Field::optional("registrations", Shape::List(&Shape::Of(&ENTRY))),
        Field::optional("supportedTrust", Shape::List(&Shape::Text)),
        Field::optional("x402Support", Shape::Flag),
        Field::optional("active", Shape::Flag),
    ],
);

/// ERC-8004, "Endpoint Domain Verification".
pub(super) static DOMAIN: Table = Table::new(
    "the registration file",
    &rules::REGISTRATION,
    &[Field::required("registrations", Shape::Filled(&Shape::Of(&ENTRY)))],
);

const REGISTRATION_TYPE: &str = "https://eips.ethereum.org/EIPS/eip-8004#registration-v1";

static SERVICE: Table = Table::new(
    "the service",
    &rules::SERVICE,
    &[Field::required("name", Shape::Text), Field::required("endpoint", Shape::Text)],
);

static ENTRY: Table = Table::new(
    "the registration",
    &rules::REGISTRY,
    &[Field::required("agentId", Shape::COUNT), Field::required("agentRegistry", Shape::Form(&AGENT_REGISTRY))],
);

static AGENT_REGISTRY: Form = Form {
    rule: None,
    code: Code::INVALID_VALUE,
    fits: |registry| {
        let mut parts = registry.splitn(3, ':');
        let (Some(namespace), Some(chain), Some(address)) = (parts.next(), parts.next(), parts.next()) else {
            return false;
        };
        let is_name =
            |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b));
        let hex = |text: &str| text.len() == 40 && text.bytes().all(|b| b.is_ascii_hexdigit());
        match namespace {
            "eip155" => chain.bytes().all(|b| b.is_ascii_digit()) && address.strip_prefix("0x").is_some_and(hex),
            other => is_name(other) && is_name(chain) && is_name(address),
        }
    },
    expected: "NAMESPACE:CHAIN:ADDRESS, such as eip155:1:0x and 40 hexadecimal digits",
    sample: "eip155:1:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432",
};

/// x402 2, "Discovery API".
pub(super) static X402: Table = Table::new(
    "the list of resources",
    &rules::X402_ITEM,
    &[Field::required("x402Version", Shape::COUNT), Field::required("items", Shape::List(&Shape::Of(&ITEM)))],
);

static ITEM: Table = Table::part(
    "the resource",
    &[
        Field::required("resource", Shape::Text),
        Field::required("accepts", Shape::Filled(&Shape::Of(&PAYMENT))),
        Field::optional("x402Version", Shape::COUNT),
    ],
);

static PAYMENT: Table = Table::part(
    "the payment",
    &[
        Field::required("scheme", Shape::Text),
        Field::required("network", Shape::Text),
        Field::required("payTo", Shape::Text),
        Field::required("asset", Shape::Text),
    ],
);

/// UCP 2026-04-08, "Business Profile".
pub(super) static UCP: Table = Table::new(
    "the UCP profile",
    &rules::PROFILE,
    &[Field::required("ucp", Shape::Of(&UCP_PROFILE)), Field::optional("signing_keys", Shape::List(&Shape::Object))],
);

static UCP_PROFILE: Table = Table::part(
    "`ucp`",
    &[
        Field::required("version", Shape::Form(&DATE)),
        Field::required("services", Shape::Object),
        Field::optional("capabilities", Shape::Any),
    ],
);

/// A JWK Set (draft-meunier-webbotauth-httpsig-protocol, section 5.5.1).
pub(super) static DIRECTORY: Table =
    Table::new("the key directory", &rules::SET, &[Field::required("keys", Shape::Filled(&Shape::Object))]);

static HTTPS_URL: Form =
    Form { rule: None, code: Code::INVALID_URL, fits: is_https, expected: "an https URL", sample: "https://HOST/" };

static RESOURCE_IDENTIFIER: Form = Form {
    rule: None,
    code: Code::INVALID_URL,
    fits: |url| is_https(url) && !url.contains('#'),
    expected: "an https URL without a fragment",
    sample: "https://HOST",
};

static DATE: Form = Form {
    rule: None,
    code: Code::INVALID_VALUE,
    fits: |date| {
        let is_digit = |(at, byte): (usize, u8)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
        date.len() == 10 && date.bytes().enumerate().all(is_digit)
    },
    expected: "a date, as versions of UCP have it",
    sample: "2026-04-08",
};

fn is_https(url: &str) -> bool {
    Url::parse(url).is_ok_and(|url| url.scheme() == "https")
}
