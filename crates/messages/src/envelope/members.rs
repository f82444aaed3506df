//! The members of envelopes, and their meaning for agents and models.

use super::{MessageType, Priority, RoutingStrategy, SubType, is_nonce, rules};
use agent_description::{
    Code, Timestamp,
    diagnostic::{
        change,
        members::{Field, Form, Meaning, Shape, Table},
    },
};

/// The supported version.
pub(crate) const VERSION: &str = "1.0";

/// Maximum timeout, in milliseconds: an hour.
const MAX_TIMEOUT_MILLISECONDS: i64 = 3_600_000;

/// Maximum number of retries.
const MAX_RETRIES: i64 = 100;

/// Maximum length of message and agent identifiers in bytes, because receivers store them.
pub(super) const MAX_NAME_BYTES: usize = 512;

const TEXT: Shape = Shape::Text;
const NAME: Shape = Shape::Form(&NAME_FORM);
const TIME: Shape = Shape::Form(&TIME_FORM);
const IDENTITY: Meaning = Meaning::Any(&change::IDENTITY);
const PROTOCOL: Meaning = Meaning::Any(&change::PROTOCOL);

/// A nonempty identifier within the length limit.
static NAME_FORM: Form = Form {
    rule: None,
    code: Code::INVALID_VALUE,
    fits: |text| (1..=MAX_NAME_BYTES).contains(&text.len()),
    expected: "1 to 512 bytes",
    sample: "…",
};

static TIME_FORM: Form = Form {
    rule: None,
    code: Code::INVALID_TIME,
    fits: |text| text.parse::<Timestamp>().is_ok(),
    expected: "a date-time of RFC 3339, such as \"2026-11-01T00:00:00Z\"",
    sample: "2026-11-01T00:00:00Z",
};

/// The members of an envelope.
pub(crate) static ENVELOPE: Table = Table::new(
    "the envelope",
    &rules::MEMBERS,
    &[
        Field::required("version", Shape::Word(&[VERSION])).by(&rules::VERSION).means(Meaning::Protocol(None)),
        Field::required("messageId", NAME).by(&rules::ID).sample(r#""UUID""#),
        Field::required("timestamp", TIME).by(&rules::TIME),
        Field::required("message", Shape::Of(&MESSAGE)).means(Meaning::Inside),
        Field::required("source", Shape::Of(&SOURCE)).means(Meaning::Inside),
        Field::required("target", Shape::Of(&TARGET)).means(Meaning::Inside),
        Field::required("payload", Shape::Of(&PAYLOAD)).means(Meaning::Inside),
        Field::optional("security", Shape::Of(&SECURITY)).by(&rules::SECURITY).means(Meaning::Any(&change::SIGNATURE)),
    ],
);

static SOURCE: Table = Table::new(
    "the source",
    &rules::PARTY,
    &[
        Field::required("agentId", NAME).means(IDENTITY),
        Field::required("agentType", NAME).means(IDENTITY),
        Field::optional("instanceId", TEXT),
        Field::optional("routingStrategy", Shape::Any),
    ],
);

/// The routing strategy determines whether an agent or a type is required.
pub(super) static TARGET: Table = Table::new(
    "the target",
    &rules::PARTY,
    &[
        Field::optional("agentId", NAME),
        Field::optional("agentType", NAME),
        Field::optional("instanceId", Shape::Any),
        Field::optional("routingStrategy", Shape::Word(RoutingStrategy::WORDS)).by(&rules::ROUTING),
    ],
)
.rest(&change::ENDPOINT);

static MESSAGE: Table = Table::new(
    "the member `message`",
    &rules::HEADER,
    &[
        Field::required("type", Shape::Word(MessageType::WORDS)).means(Meaning::Protocol(None)),
        Field::optional("subType", Shape::Word(SubType::WORDS)).means(PROTOCOL),
        Field::optional("priority", Shape::Word(Priority::WORDS)),
        Field::optional("correlationId", NAME).by(&rules::CORRELATION),
    ],
);

/// The payload. Requests and responses have additional rules in their own tables.
static PAYLOAD: Table = Table::part(
    "the payload",
    &[
        Field::any("action", PROTOCOL),
        Field::optional("parameters", Shape::Any),
        Field::any("status", PROTOCOL),
        Field::optional("results", Shape::Any),
        Field::optional("metadata", Shape::Of(&METADATA)).by(&rules::METADATA),
    ],
)
.rest(&change::TEXT);

/// The payload of a request.
pub(super) static REQUEST: Table = Table::new(
    "the request's payload",
    &rules::REQUEST,
    &[Field::required("action", NAME), Field::optional("parameters", Shape::Object)],
);

/// The payload of a response.
pub(super) static RESPONSE: Table =
    Table::new("the response's payload", &rules::RESPONSE, &[Field::required("status", NAME)]);

static METADATA: Table = Table::part(
    "`metadata`",
    &[
        Field::optional("timeout", Shape::Range(1, MAX_TIMEOUT_MILLISECONDS)),
        Field::optional("retryCount", Shape::Range(0, MAX_RETRIES)),
        Field::optional("encoding", Shape::Form(&ENCODING)),
    ],
);

static ENCODING: Form = Form {
    rule: None,
    code: Code::INVALID_VALUE,
    fits: |text| text.eq_ignore_ascii_case("utf-8"),
    expected: "\"utf-8\"",
    sample: "utf-8",
};

/// A signed envelope has additional requirements, which the check validates.
pub(super) static SECURITY: Table = Table::part(
    "the member `security`",
    &[
        Field::optional("signature", TEXT),
        Field::optional("timestamp", TIME),
        Field::optional("nonce", Shape::Form(&NONCE)).by(&rules::NONCE),
    ],
);

static NONCE: Form = Form {
    rule: None,
    code: Code::INVALID_VALUE,
    fits: is_nonce,
    expected: "22 to 256 characters of base64url",
    sample: "…",
};
