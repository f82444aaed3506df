//! The card of A2A 0.2 and 0.3: the definitions of `a2a.json`, which differ in what 0.3 added.

use super::{
    definition_1_0::AGENT_CARD_SIGNATURE,
    field::{Field, Message, Shape},
    rules,
};

const TEXT: Shape = Shape::Text;
const TEXTS: Shape = Shape::List(&Shape::Text);
const REQUIREMENTS: Shape = Shape::List(&Shape::Map(&TEXTS));
const SCOPES: Shape = Shape::Map(&Shape::Text);

/// `AgentCard`.
pub(crate) const AGENT_CARD: Message = Message {
    what: "the card",
    rule: &rules::OLD_CARD,
    one_of: false,
    fields: &[
        Field::required("protocolVersion", TEXT),
        Field::required("name", TEXT),
        Field::required("description", TEXT),
        Field::required("url", TEXT),
        Field::optional("preferredTransport", TEXT),
        Field::optional("additionalInterfaces", Shape::List(&Shape::Message(&AGENT_INTERFACE))),
        Field::optional("iconUrl", TEXT),
        Field::optional("provider", Shape::Message(&AGENT_PROVIDER)),
        Field::required("version", TEXT),
        Field::optional("documentationUrl", TEXT),
        Field::required("capabilities", Shape::Message(&AGENT_CAPABILITIES)),
        Field::optional("securitySchemes", Shape::Map(&Shape::Union)),
        Field::optional("security", REQUIREMENTS),
        Field::required("defaultInputModes", TEXTS),
        Field::required("defaultOutputModes", TEXTS),
        Field::required("skills", Shape::List(&Shape::Message(&AGENT_SKILL))),
        Field::optional("supportsAuthenticatedExtendedCard", Shape::Bool),
        Field::optional("signatures", Shape::List(&Shape::Message(&AGENT_CARD_SIGNATURE))),
    ],
};

const AGENT_INTERFACE: Message = Message {
    what: "the interface",
    rule: &rules::OLD_INTERFACE,
    one_of: false,
    fields: &[Field::required("url", TEXT), Field::required("transport", TEXT)],
};

const AGENT_PROVIDER: Message = Message {
    what: "the provider",
    rule: &rules::OLD_PROVIDER,
    one_of: false,
    fields: &[Field::required("organization", TEXT), Field::required("url", TEXT)],
};

const AGENT_CAPABILITIES: Message = Message {
    what: "the capabilities",
    rule: &rules::OLD_CAPABILITIES,
    one_of: false,
    fields: &[
        Field::optional("streaming", Shape::Bool),
        Field::optional("pushNotifications", Shape::Bool),
        Field::optional("stateTransitionHistory", Shape::Bool),
        Field::optional("extensions", Shape::List(&Shape::Message(&AGENT_EXTENSION))),
    ],
};

const AGENT_EXTENSION: Message = Message {
    what: "the extension",
    rule: &rules::OLD_EXTENSION,
    one_of: false,
    fields: &[
        Field::required("uri", TEXT),
        Field::optional("description", TEXT),
        Field::optional("required", Shape::Bool),
        Field::optional("params", Shape::Struct),
    ],
};

const AGENT_SKILL: Message = Message {
    what: "the skill",
    rule: &rules::OLD_SKILL,
    one_of: false,
    fields: &[
        Field::required("id", TEXT),
        Field::required("name", TEXT),
        Field::required("description", TEXT),
        Field::required("tags", TEXTS),
        Field::optional("examples", TEXTS),
        Field::optional("inputModes", TEXTS),
        Field::optional("outputModes", TEXTS),
        Field::optional("security", REQUIREMENTS),
    ],
};

/// A message of the union of security schemes.
const fn scheme(what: &'static str, fields: &'static [Field]) -> Message {
    Message { what, rule: &rules::OLD_SECURITY, one_of: false, fields }
}

/// The kinds of security schemes, by their `type`.
pub(super) const SECURITY_SCHEMES: [(&str, &Message); 5] = [
    (
        "apiKey",
        &scheme(
            "the API key scheme",
            &[Field::optional("description", TEXT), Field::required("in", TEXT), Field::required("name", TEXT)],
        ),
    ),
    (
        "http",
        &scheme(
            "the HTTP scheme",
            &[
                Field::optional("description", TEXT),
                Field::required("scheme", TEXT),
                Field::optional("bearerFormat", TEXT),
            ],
        ),
    ),
    (
        "oauth2",
        &scheme(
            "the OAuth 2 scheme",
            &[
                Field::optional("description", TEXT),
                Field::required("flows", Shape::Message(&OAUTH_FLOWS)),
                Field::optional("oauth2MetadataUrl", TEXT),
            ],
        ),
    ),
    (
        "openIdConnect",
        &scheme(
            "the OpenID Connect scheme",
            &[Field::optional("description", TEXT), Field::required("openIdConnectUrl", TEXT)],
        ),
    ),
    ("mutualTLS", &scheme("the mutual TLS scheme", &[Field::optional("description", TEXT)])),
];

const OAUTH_FLOWS: Message = scheme(
    "the OAuth flows",
    &[
        Field::optional("authorizationCode", Shape::Message(&AUTHORIZATION_CODE)),
        Field::optional("clientCredentials", Shape::Message(&CLIENT_CREDENTIALS)),
        Field::optional("implicit", Shape::Message(&IMPLICIT)),
        Field::optional("password", Shape::Message(&PASSWORD)),
    ],
);
const AUTHORIZATION_CODE: Message = scheme(
    "the authorization code flow",
    &[
        Field::required("authorizationUrl", TEXT),
        Field::required("tokenUrl", TEXT),
        Field::optional("refreshUrl", TEXT),
        Field::required("scopes", SCOPES),
    ],
);
const CLIENT_CREDENTIALS: Message = scheme(
    "the client credentials flow",
    &[Field::required("tokenUrl", TEXT), Field::optional("refreshUrl", TEXT), Field::required("scopes", SCOPES)],
);
const IMPLICIT: Message = scheme(
    "the implicit flow",
    &[
        Field::required("authorizationUrl", TEXT),
        Field::optional("refreshUrl", TEXT),
        Field::required("scopes", SCOPES),
    ],
);
const PASSWORD: Message = scheme(
    "the password flow",
    &[Field::required("tokenUrl", TEXT), Field::optional("refreshUrl", TEXT), Field::required("scopes", SCOPES)],
);
