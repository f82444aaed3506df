//! The card of A2A 1.0: the messages of `a2a.proto`, with its marks `REQUIRED` and `optional`.

use super::{
    field::{Field, Message, Shape},
    rules,
};

const TEXT: Shape = Shape::Text;
const TEXTS: Shape = Shape::List(&Shape::Text);
const REQUIREMENTS: Shape = Shape::List(&Shape::Message(&SECURITY_REQUIREMENT));
const SCOPES: Shape = Shape::Map(&Shape::Text);

/// `AgentCard`.
pub(crate) const AGENT_CARD: Message = Message {
    what: "the card",
    rule: &rules::CARD,
    one_of: false,
    fields: &[
        Field::required("name", TEXT),
        Field::required("description", TEXT),
        Field::required("supportedInterfaces", Shape::List(&Shape::Message(&AGENT_INTERFACE))),
        Field::implicit("provider", Shape::Message(&AGENT_PROVIDER)),
        Field::required("version", TEXT),
        Field::optional("documentationUrl", TEXT),
        Field::required("capabilities", Shape::Message(&AGENT_CAPABILITIES)),
        Field::implicit("securitySchemes", Shape::Map(&Shape::Message(&SECURITY_SCHEME))),
        Field::implicit("securityRequirements", REQUIREMENTS),
        Field::required("defaultInputModes", TEXTS),
        Field::required("defaultOutputModes", TEXTS),
        Field::required("skills", Shape::List(&Shape::Message(&AGENT_SKILL))),
        Field::implicit("signatures", Shape::List(&Shape::Message(&AGENT_CARD_SIGNATURE))),
        Field::optional("iconUrl", TEXT),
    ],
};

const AGENT_INTERFACE: Message = Message {
    what: "the interface",
    rule: &rules::INTERFACE,
    one_of: false,
    fields: &[
        Field::required("url", TEXT),
        Field::required("protocolBinding", TEXT),
        Field::implicit("tenant", TEXT),
        Field::required("protocolVersion", TEXT),
    ],
};

const AGENT_PROVIDER: Message = Message {
    what: "the provider",
    rule: &rules::PROVIDER,
    one_of: false,
    fields: &[Field::required("url", TEXT), Field::required("organization", TEXT)],
};

const AGENT_CAPABILITIES: Message = Message {
    what: "the capabilities",
    rule: &rules::CAPABILITIES,
    one_of: false,
    fields: &[
        Field::optional("streaming", Shape::Bool),
        Field::optional("pushNotifications", Shape::Bool),
        Field::implicit("extensions", Shape::List(&Shape::Message(&AGENT_EXTENSION))),
        Field::optional("extendedAgentCard", Shape::Bool),
    ],
};

const AGENT_EXTENSION: Message = Message {
    what: "the extension",
    rule: &rules::EXTENSION,
    one_of: false,
    fields: &[
        Field::implicit("uri", TEXT),
        Field::implicit("description", TEXT),
        Field::implicit("required", Shape::Bool),
        Field::implicit("params", Shape::Struct),
    ],
};

const AGENT_SKILL: Message = Message {
    what: "the skill",
    rule: &rules::SKILL,
    one_of: false,
    fields: &[
        Field::required("id", TEXT),
        Field::required("name", TEXT),
        Field::required("description", TEXT),
        Field::required("tags", TEXTS),
        Field::implicit("examples", TEXTS),
        Field::implicit("inputModes", TEXTS),
        Field::implicit("outputModes", TEXTS),
        Field::implicit("securityRequirements", REQUIREMENTS),
    ],
};

/// The same in all versions that have signatures.
pub(super) const AGENT_CARD_SIGNATURE: Message = Message {
    what: "the signature",
    rule: &rules::SIGNATURE,
    one_of: false,
    fields: &[
        Field::required("protected", TEXT),
        Field::required("signature", TEXT),
        Field::implicit("header", Shape::Struct),
    ],
};

const SECURITY_REQUIREMENT: Message = Message {
    what: "the security requirement",
    rule: &rules::SECURITY,
    one_of: false,
    fields: &[Field::implicit("schemes", Shape::Map(&Shape::Message(&STRING_LIST)))],
};

const STRING_LIST: Message = Message {
    what: "the list of scopes",
    rule: &rules::SECURITY,
    one_of: false,
    fields: &[Field::implicit("list", TEXTS)],
};

const SECURITY_SCHEME: Message = Message {
    what: "the security scheme",
    rule: &rules::SECURITY,
    one_of: true,
    fields: &[
        Field::implicit("apiKeySecurityScheme", Shape::Message(&API_KEY)),
        Field::implicit("httpAuthSecurityScheme", Shape::Message(&HTTP_AUTH)),
        Field::implicit("oauth2SecurityScheme", Shape::Message(&OAUTH2)),
        Field::implicit("openIdConnectSecurityScheme", Shape::Message(&OPEN_ID_CONNECT)),
        Field::implicit("mtlsSecurityScheme", Shape::Message(&MUTUAL_TLS)),
    ],
};

/// A message of a kind of security scheme.
const fn scheme(what: &'static str, fields: &'static [Field]) -> Message {
    Message { what, rule: &rules::SECURITY, one_of: false, fields }
}

const API_KEY: Message = scheme(
    "the API key scheme",
    &[Field::implicit("description", TEXT), Field::required("location", TEXT), Field::required("name", TEXT)],
);
const HTTP_AUTH: Message = scheme(
    "the HTTP scheme",
    &[Field::implicit("description", TEXT), Field::required("scheme", TEXT), Field::implicit("bearerFormat", TEXT)],
);
const OAUTH2: Message = scheme(
    "the OAuth 2 scheme",
    &[
        Field::implicit("description", TEXT),
        Field::required("flows", Shape::Message(&OAUTH_FLOWS)),
        Field::implicit("oauth2MetadataUrl", TEXT),
    ],
);
const OPEN_ID_CONNECT: Message = scheme(
    "the OpenID Connect scheme",
    &[Field::implicit("description", TEXT), Field::required("openIdConnectUrl", TEXT)],
);
const MUTUAL_TLS: Message = scheme("the mutual TLS scheme", &[Field::implicit("description", TEXT)]);

const OAUTH_FLOWS: Message = Message {
    what: "the OAuth flows",
    rule: &rules::SECURITY,
    one_of: true,
    fields: &[
        Field::implicit("authorizationCode", Shape::Message(&AUTHORIZATION_CODE)),
        Field::implicit("clientCredentials", Shape::Message(&CLIENT_CREDENTIALS)),
        Field::implicit("implicit", Shape::Message(&IMPLICIT)),
        Field::implicit("password", Shape::Message(&PASSWORD)),
        Field::implicit("deviceCode", Shape::Message(&DEVICE_CODE)),
    ],
};

const AUTHORIZATION_CODE: Message = scheme(
    "the authorization code flow",
    &[
        Field::required("authorizationUrl", TEXT),
        Field::required("tokenUrl", TEXT),
        Field::implicit("refreshUrl", TEXT),
        Field::required("scopes", SCOPES),
        Field::implicit("pkceRequired", Shape::Bool),
    ],
);
const CLIENT_CREDENTIALS: Message = scheme(
    "the client credentials flow",
    &[Field::required("tokenUrl", TEXT), Field::implicit("refreshUrl", TEXT), Field::required("scopes", SCOPES)],
);
const IMPLICIT: Message = scheme(
    "the implicit flow",
    &[
        Field::implicit("authorizationUrl", TEXT),
        Field::implicit("refreshUrl", TEXT),
        Field::implicit("scopes", SCOPES),
    ],
);
const PASSWORD: Message = scheme(
    "the password flow",
    &[Field::implicit("tokenUrl", TEXT), Field::implicit("refreshUrl", TEXT), Field::implicit("scopes", SCOPES)],
);
const DEVICE_CODE: Message = scheme(
    "the device code flow",
    &[
        Field::required("deviceAuthorizationUrl", TEXT),
        Field::required("tokenUrl", TEXT),
        Field::implicit("refreshUrl", TEXT),
        Field::required("scopes", SCOPES),
    ],
);
