//! The parts of cards that all versions have, and the security schemes of 1.0, which older cards may declare too.

use super::rules;
use agent_description::{
    Json,
    diagnostic::{
        Rule,
        members::{Field, Meaning, Shape, Spelling, Table},
    },
    json::Object,
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
pub(super) const URL: &str = r#""https://HOST/PATH""#;
pub(super) const SCOPES: Shape = Shape::Map(&Shape::Text);
pub(super) const PLACES: Shape = Shape::Word(&["query", "header", "cookie"]);

/// Identical in all versions.
pub(super) static AGENT_PROVIDER: Table = part(
    "the provider",
    &[Field::required("url", TEXT).sample(URL), Field::required("organization", TEXT).means(Meaning::Text)],
);

/// Identical in all versions with signatures.
pub(super) static AGENT_CARD_SIGNATURE: Table = table(
    "the signature",
    &rules::SIGNATURE,
    &[Field::required("protected", TEXT), Field::required("signature", TEXT), Field::implicit("header", Shape::Object)],
);

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
.one_of_with(kind_of_1_0);

/// The kind of 1.0 for a scheme in the form of OpenAPI and A2A 0.3.
fn kind_of_1_0(scheme: &Object) -> Option<String> {
    let kind = scheme.get("type").and_then(Json::as_str)?;
    let (_, name, renamed) = OPENAPI_KINDS.into_iter().find(|(known, ..)| *known == kind)?;
    let renamed = renamed.map(|(old, new)| format!(", with `{new}` for `{old}`")).unwrap_or_default();
    Some(format!("write `{{{name:?}: {{…}}}}`: 1.0 has no `type`; move the other members into it{renamed}"))
}

/// A name, and its new name.
type Renamed = (&'static str, &'static str);

/// `type` of OpenAPI and A2A 0.3, the kind of 1.0, and a renamed member.
const OPENAPI_KINDS: [(&str, &str, Option<Renamed>); 5] = [
    ("apiKey", "apiKeySecurityScheme", Some(("in", "location"))),
    ("http", "httpAuthSecurityScheme", None),
    ("oauth2", "oauth2SecurityScheme", None),
    ("openIdConnect", "openIdConnectSecurityScheme", None),
    ("mutualTLS", "mtlsSecurityScheme", None),
];

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
