//! The card of A2A 1.0: the messages of `a2a.proto`, with their `REQUIRED` and `optional` fields.

use super::{definition_0, rules};
use agent_description::diagnostic::{
    Rule, change,
    members::{Field, Items, Meaning, Order, Shape, Spelling, Table},
};

pub(super) const fn table(what: &'static str, rule: &'static Rule, fields: &'static [Field]) -> Table {
    Table::new(what, rule, fields).spelled(Spelling::EitherCase)
}

/// A message that is checked by the rule of the member, such as a kind of security scheme.
pub(super) const fn part(what: &'static str, fields: &'static [Field]) -> Table {
    Table::part(what, fields).spelled(Spelling::EitherCase)
}

pub(super) const TEXT: Shape = Shape::Text;
pub(super) const TEXTS: Shape = Shape::List(&Shape::Text);
const FILLED_TEXTS: Shape = Shape::Filled(&Shape::Text);
pub(super) const URL: &str = r#""https://HOST/PATH""#;
const REQUIREMENTS: Shape = Shape::List(&Shape::Of(&SECURITY_REQUIREMENT));
pub(super) const SCOPES: Shape = Shape::Map(&Shape::Text);
pub(super) const PLACES: Shape = Shape::Word(&["query", "header", "cookie"]);
const MODES: Meaning = Meaning::Offers(&change::NARROWED, &change::WIDENED);

/// `AgentCard.supported_interfaces` of A2A 1.0. The first interface is preferred.
static INTERFACES: Items = Items { order: Order::First, ..Items::endpoints("the interface", &["url"]) };

static EXTENSIONS: Items = Items {
    demand: Some("required"),
    ..Items::changing("the extension", &["uri"], &change::NARROWED, &change::WIDENED)
};

/// `AgentCard`.
pub(crate) static AGENT_CARD: Table = table(
    "the card",
    &rules::CARD,
    &[
        Field::required("name", TEXT).means(Meaning::Text),
        Field::required("description", TEXT).means(Meaning::Text),
        Field::required("supportedInterfaces", Shape::Filled(&Shape::Of(&AGENT_INTERFACE)))
            .means(Meaning::Items(&INTERFACES)),
        Field::implicit("provider", Shape::Of(&AGENT_PROVIDER)).by(&rules::PROVIDER).means(Meaning::Inside),
        Field::required("version", TEXT).sample("\"1.0.0\""),
        Field::optional("documentationUrl", TEXT),
        Field::required("capabilities", Shape::Of(&AGENT_CAPABILITIES)).means(Meaning::Inside),
        Field::implicit("securitySchemes", Shape::Map(&Shape::Of(&SECURITY_SCHEME))).means(Meaning::Schemes),
        Field::implicit("securityRequirements", REQUIREMENTS).means(Meaning::Alternatives(false)),
        Field::required("defaultInputModes", FILLED_TEXTS).sample("[\"text/plain\"]").means(MODES),
        Field::required("defaultOutputModes", FILLED_TEXTS).sample("[\"text/plain\"]").means(MODES),
        Field::required("skills", Shape::Filled(&Shape::Of(&AGENT_SKILL)))
            .means(Meaning::Items(&Items::parts("the skill", &["id"]))),
        Field::implicit("signatures", Shape::List(&Shape::Of(&AGENT_CARD_SIGNATURE)))
            .means(Meaning::Any(&change::SIGNATURE)),
        Field::optional("iconUrl", TEXT),
    ],
)
.earlier(&definition_0::AGENT_CARD);

static AGENT_INTERFACE: Table = table(
    "the interface",
    &rules::INTERFACE,
    &[
        Field::required("url", TEXT).sample(URL),
        Field::required("protocolBinding", TEXT).sample("\"JSONRPC\"").means(Meaning::Protocol(None)),
        Field::implicit("tenant", TEXT).means(Meaning::Any(&change::ENDPOINT)),
        Field::required("protocolVersion", TEXT).sample("\"1.0\"").means(Meaning::Protocol(None)),
    ],
);

/// Identical in all versions.
pub(super) static AGENT_PROVIDER: Table = part(
    "the provider",
    &[Field::required("url", TEXT).sample(URL), Field::required("organization", TEXT).means(Meaning::Text)],
);

static AGENT_CAPABILITIES: Table = table(
    "the capabilities",
    &rules::CAPABILITIES,
    &[
        Field::optional("streaming", Shape::Flag).means(Meaning::Offer),
        Field::optional("pushNotifications", Shape::Flag).means(Meaning::Offer),
        Field::implicit("extensions", Shape::List(&Shape::Of(&AGENT_EXTENSION))).means(Meaning::Items(&EXTENSIONS)),
        Field::optional("extendedAgentCard", Shape::Flag).means(Meaning::Offer),
    ],
)
.earlier(&definition_0::AGENT_CAPABILITIES);

pub(super) static AGENT_EXTENSION: Table = table(
    "the extension",
    &rules::EXTENSION,
    &[
        Field::implicit("uri", TEXT),
        Field::implicit("description", TEXT).means(Meaning::Text),
        Field::implicit("required", Shape::Flag).means(Meaning::Demand),
        Field::implicit("params", Shape::Object).means(Meaning::Any(&change::SETTINGS)),
    ],
);

pub(super) static AGENT_SKILL: Table = table(
    "the skill",
    &rules::SKILL,
    &[
        Field::required("id", TEXT),
        Field::required("name", TEXT).means(Meaning::Text),
        Field::required("description", TEXT).means(Meaning::Text),
        Field::required("tags", FILLED_TEXTS).means(Meaning::Texts),
        Field::implicit("examples", TEXTS).means(Meaning::Texts),
        Field::implicit("inputModes", TEXTS).means(Meaning::OwnOffers),
        Field::implicit("outputModes", TEXTS).means(Meaning::OwnOffers),
        Field::implicit("securityRequirements", REQUIREMENTS).means(Meaning::Alternatives(true)),
    ],
)
.earlier(&definition_0::AGENT_SKILL);

/// Identical in all versions with signatures.
pub(super) static AGENT_CARD_SIGNATURE: Table = table(
    "the signature",
    &rules::SIGNATURE,
    &[Field::required("protected", TEXT), Field::required("signature", TEXT), Field::implicit("header", Shape::Object)],
);

static SECURITY_REQUIREMENT: Table = table(
    "the security requirement",
    &rules::SECURITY,
    &[Field::implicit("schemes", Shape::Map(&Shape::Of(&STRING_LIST)))],
);

static STRING_LIST: Table = part("the list of scopes", &[Field::implicit("list", TEXTS)]);

pub(super) static SECURITY_SCHEME: Table = table(
    "the security scheme",
    &rules::SECURITY,
    &[
        Field::implicit("apiKeySecurityScheme", Shape::Of(&API_KEY)),
        Field::implicit("httpAuthSecurityScheme", Shape::Of(&HTTP_AUTH)),
        Field::implicit("oauth2SecurityScheme", Shape::Of(&OAUTH2)),
        Field::implicit("openIdConnectSecurityScheme", Shape::Of(&OPEN_ID_CONNECT)),
        Field::implicit("mtlsSecurityScheme", Shape::Of(&MUTUAL_TLS)),
    ],
)
.one_of();

static API_KEY: Table = part(
    "the API key scheme",
    &[Field::implicit("description", TEXT), Field::required("location", PLACES), Field::required("name", TEXT)],
);
pub(super) static HTTP_AUTH: Table = part(
    "the HTTP scheme",
    &[Field::implicit("description", TEXT), Field::required("scheme", TEXT), Field::implicit("bearerFormat", TEXT)],
);
static OAUTH2: Table = part(
    "the OAuth 2 scheme",
    &[
        Field::implicit("description", TEXT),
        Field::required("flows", Shape::Of(&OAUTH_FLOWS)),
        Field::implicit("oauth2MetadataUrl", TEXT),
    ],
);
pub(super) static OPEN_ID_CONNECT: Table = part(
    "the OpenID Connect scheme",
    &[Field::implicit("description", TEXT), Field::required("openIdConnectUrl", TEXT)],
);
pub(super) static MUTUAL_TLS: Table = part("the mutual TLS scheme", &[Field::implicit("description", TEXT)]);

static OAUTH_FLOWS: Table = part(
    "the OAuth flows",
    &[
        Field::implicit("authorizationCode", Shape::Of(&AUTHORIZATION_CODE)),
        Field::implicit("clientCredentials", Shape::Of(&CLIENT_CREDENTIALS)),
        Field::implicit("implicit", Shape::Of(&IMPLICIT)),
        Field::implicit("password", Shape::Of(&PASSWORD)),
        Field::implicit("deviceCode", Shape::Of(&DEVICE_CODE)),
    ],
)
.one_of();

static AUTHORIZATION_CODE: Table = part(
    "the authorization code flow",
    &[
        Field::required("authorizationUrl", TEXT),
        Field::required("tokenUrl", TEXT),
        Field::implicit("refreshUrl", TEXT),
        Field::required("scopes", SCOPES),
        Field::implicit("pkceRequired", Shape::Flag),
    ],
);
pub(super) static CLIENT_CREDENTIALS: Table = part(
    "the client credentials flow",
    &[Field::required("tokenUrl", TEXT), Field::implicit("refreshUrl", TEXT), Field::required("scopes", SCOPES)],
);
static IMPLICIT: Table = part(
    "the implicit flow",
    &[
        Field::implicit("authorizationUrl", TEXT),
        Field::implicit("refreshUrl", TEXT),
        Field::implicit("scopes", SCOPES),
    ],
);
static PASSWORD: Table = part(
    "the password flow",
    &[Field::implicit("tokenUrl", TEXT), Field::implicit("refreshUrl", TEXT), Field::implicit("scopes", SCOPES)],
);
static DEVICE_CODE: Table = part(
    "the device code flow",
    &[
        Field::required("deviceAuthorizationUrl", TEXT),
        Field::required("tokenUrl", TEXT),
        Field::implicit("refreshUrl", TEXT),
        Field::required("scopes", SCOPES),
    ],
);
