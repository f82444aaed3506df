//! The card of A2A 0.2 and 0.3: the definitions of `a2a.json`. They differ in the members that 0.3 added.

use super::{
    definition_parts::{
        AGENT_CARD_SIGNATURE, AGENT_PROVIDER, CLIENT_CREDENTIALS, HTTP_AUTH, MUTUAL_TLS, OPEN_ID_CONNECT, PLACES,
        SCOPES, SECURITY_SCHEME, TEXT, TEXTS, URL, part, table,
    },
    rules,
};
use agent_description::diagnostic::members::{Field, Items, Kinds, Meaning, Shape, Table};

const REQUIREMENTS: Shape = Shape::List(&Shape::Map(&TEXTS));

/// `AgentCard`.
pub(crate) static AGENT_CARD: Table = table(
    "the card",
    &rules::OLD_CARD,
    &[
        Field::required("protocolVersion", TEXT).sample("\"0.3.0\"").means(Meaning::Protocol(None)),
        Field::required("name", TEXT),
        Field::required("description", TEXT),
        Field::required("url", TEXT).sample(URL).means(Meaning::Endpoint),
        Field::optional("preferredTransport", TEXT).means(Meaning::Protocol(Some("JSONRPC"))),
        Field::optional("additionalInterfaces", Shape::List(&Shape::Of(&AGENT_INTERFACE)))
            .means(Meaning::Items(&Items::endpoints("the interface", &["url"]))),
        Field::optional("iconUrl", TEXT),
        Field::optional("provider", Shape::Of(&AGENT_PROVIDER)).by(&rules::OLD_PROVIDER),
        Field::required("version", TEXT).sample("\"1.0.0\""),
        Field::optional("documentationUrl", TEXT),
        Field::required("capabilities", Shape::Of(&AGENT_CAPABILITIES)),
        Field::optional("securitySchemes", Shape::Map(&Shape::Kinds(&SECURITY_SCHEMES))),
        Field::optional("security", REQUIREMENTS).means(Meaning::Alternatives(false)),
        Field::required("defaultInputModes", TEXTS).sample("[\"text/plain\"]"),
        Field::required("defaultOutputModes", TEXTS).sample("[\"text/plain\"]"),
        Field::required("skills", Shape::List(&Shape::Of(&AGENT_SKILL))),
        Field::optional("supportsAuthenticatedExtendedCard", Shape::Flag).means(Meaning::Offer),
        Field::optional("signatures", Shape::List(&Shape::Of(&AGENT_CARD_SIGNATURE))),
    ],
);

static AGENT_INTERFACE: Table = table(
    "the interface",
    &rules::OLD_INTERFACE,
    &[
        Field::required("url", TEXT).sample(URL),
        Field::required("transport", TEXT).sample("\"JSONRPC\"").means(Meaning::Protocol(None)),
    ],
);

pub(super) static AGENT_CAPABILITIES: Table = table(
    "the capabilities",
    &rules::OLD_CAPABILITIES,
    &[
        Field::optional("streaming", Shape::Flag),
        Field::optional("pushNotifications", Shape::Flag),
        Field::optional("stateTransitionHistory", Shape::Flag).means(Meaning::Offer),
        Field::optional("extensions", Shape::List(&Shape::Of(&AGENT_EXTENSION))),
    ],
);

static AGENT_EXTENSION: Table = table(
    "the extension",
    &rules::OLD_EXTENSION,
    &[
        Field::required("uri", TEXT),
        Field::optional("description", TEXT),
        Field::optional("required", Shape::Flag),
        Field::optional("params", Shape::Object),
    ],
);

pub(super) static AGENT_SKILL: Table = table(
    "the skill",
    &rules::OLD_SKILL,
    &[
        Field::required("id", TEXT),
        Field::required("name", TEXT),
        Field::required("description", TEXT),
        Field::required("tags", TEXTS),
        Field::optional("examples", TEXTS),
        Field::optional("inputModes", TEXTS),
        Field::optional("outputModes", TEXTS),
        Field::optional("security", REQUIREMENTS).means(Meaning::Alternatives(true)),
    ],
);

/// The kinds of security schemes.
static SECURITY_SCHEMES: Kinds = Kinds {
    what: "the security scheme",
    rule: &rules::OLD_SECURITY,
    member: "type",
    // in a card for two versions, a scheme may be defined for 1.0 only
    unless: Some(&SECURITY_SCHEME),
    of: &[
        ("apiKey", &API_KEY),
        ("http", &HTTP_AUTH),
        ("oauth2", &OAUTH2),
        ("openIdConnect", &OPEN_ID_CONNECT),
        ("mutualTLS", &MUTUAL_TLS),
    ],
};

static API_KEY: Table = part(
    "the API key scheme",
    &[Field::optional("description", TEXT), Field::required("in", PLACES), Field::required("name", TEXT)],
);
static OAUTH2: Table = part(
    "the OAuth 2 scheme",
    &[
        Field::optional("description", TEXT),
        Field::required("flows", Shape::Of(&OAUTH_FLOWS)),
        Field::optional("oauth2MetadataUrl", TEXT),
    ],
);

static OAUTH_FLOWS: Table = part(
    "the OAuth flows",
    &[
        Field::optional("authorizationCode", Shape::Of(&AUTHORIZATION_CODE)),
        Field::optional("clientCredentials", Shape::Of(&CLIENT_CREDENTIALS)),
        Field::optional("implicit", Shape::Of(&IMPLICIT)),
        Field::optional("password", Shape::Of(&PASSWORD)),
    ],
);
static AUTHORIZATION_CODE: Table = part(
    "the authorization code flow",
    &[
        Field::required("authorizationUrl", TEXT),
        Field::required("tokenUrl", TEXT),
        Field::optional("refreshUrl", TEXT),
        Field::required("scopes", SCOPES),
    ],
);
static IMPLICIT: Table = part(
    "the implicit flow",
    &[
        Field::required("authorizationUrl", TEXT),
        Field::optional("refreshUrl", TEXT),
        Field::required("scopes", SCOPES),
    ],
);
static PASSWORD: Table = part(
    "the password flow",
    &[Field::required("tokenUrl", TEXT), Field::optional("refreshUrl", TEXT), Field::required("scopes", SCOPES)],
);
