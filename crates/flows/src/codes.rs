//! The error codes of flows: of agents.json, of Arazzo and of the OpenAPI documents that they call.

const SCHEMAS: &str = "agentsJson.schema.json; Arazzo 1.0.1, section 4.6";
const LINKS: &str = "agents.json 0.1.0, executor.py; Arazzo 1.0.1, section 4.7";
const RUN: &str = "this software: a flow file is hostile until its user says otherwise";

agent_description::codes! {
    /// A required member is missing, or a list is empty that needs an element.
    FLOW_MISSING = "flow-missing" / Refused,
        SCHEMAS,
        "Add what the message names.";
    /// A member has another type than its format gives it.
    FLOW_TYPE = "flow-type" / Refused,
        SCHEMAS,
        "Write the member with the type in the message.";
    /// A member that the format does not have at this place.
    FLOW_MEMBER = "flow-member" / Refused,
        SCHEMAS,
        "Remove the member, or spell it as the format does.";
    /// The version of the format is none that is known, or none that is run.
    FLOW_VERSION = "flow-version" / Refused,
        "agents.json 0.1.0; Arazzo 1.0.1, section 4.1",
        "Write a version that the message names.";
    /// Two things of one kind have one id.
    FLOW_ID = "flow-id" / Refused,
        "agents.json 0.1.0, documentation; Arazzo 1.0.1, section 4.6",
        "Give each its own id.";
    /// An id or a name has characters that its readers do not take.
    FLOW_NAME = "flow-name" / Refused,
        "agents.json 0.1.0, documentation; Arazzo 1.0.1, section 4.6",
        "Use letters, digits, `_` and `-`.";
    /// A source that is named is not there.
    FLOW_SOURCE = "flow-source" / Refused,
        LINKS,
        "Name one of the sources that the document lists.";
    /// An action, a step or a flow that is named is not there.
    FLOW_ACTION = "flow-action" / Refused,
        LINKS,
        "Name one that is there.";
    /// A path leads nowhere that a value could come from or go to.
    FLOW_PATH = "flow-path" / Refused,
        LINKS,
        "Start it with parameters, requestBody or responses.success.";
    /// A path is spelled as the format does not.
    FLOW_SPELLING = "flow-spelling" / Refused,
        LINKS,
        "Write the path as the message spells it.";
    /// A value is taken from a later action or step.
    FLOW_ORDER = "flow-order" / Refused,
        LINKS,
        "Put the action that makes the value before the one that takes it.";
    /// A workflow waits for itself, directly or through others.
    FLOW_WAITING = "flow-waiting" / Refused,
        "Arazzo 1.0.1, section 4.6.4",
        "Let one of the workflows wait for nothing.";
    /// A value is taken from an input that is not declared, or an input is taken by nobody.
    FLOW_INPUT = "flow-input" / Refused,
        LINKS,
        "Declare each input, and use it.";
    /// A text is no runtime expression, though one belongs there.
    FLOW_EXPRESSION = "flow-expression" / Refused,
        "Arazzo 1.0.1, section 4.7",
        "Write an expression of the specification, such as $steps.ID.outputs.NAME.";
    /// A condition cannot be read.
    FLOW_CONDITION = "flow-condition" / Refused,
        "Arazzo 1.0.1, section 4.6.11",
        "Write a condition of the specification, such as $statusCode == 200.";
    /// An operation that is named is not there.
    FLOW_OPERATION = "flow-operation" / Refused,
        LINKS,
        "Name an operation of the source by its operationId.";
    /// An override changes what is not there.
    FLOW_OVERRIDE = "flow-override" / Refused,
        "agents.json 0.1.0, documentation, overrides",
        "Write the path from the operation on, with numbers for elements of arrays.";
    /// Two values go to one place.
    FLOW_TWICE = "flow-twice" / Refused,
        LINKS,
        "Keep the one that is meant.";
    /// An answer is promised that nothing makes.
    FLOW_OUTPUT = "flow-output" / Refused,
        LINKS,
        "Make each member of the answer, or do not promise it.";
    /// A text that models read is not what people see.
    FLOW_TEXT = "flow-text" / Refused,
        "this software: people and models should read the same text",
        "Remove the characters or the white space.";
    /// A conversion would lose something.
    FLOW_LOSS = "flow-loss" / Refused,
        "this software: nothing is lost quietly",
        "Convert it where a loss is no error, or write the document so that nothing is lost.";
    /// A model's call of a tool does not fit the tool.
    FLOW_CALL = "flow-call" / Refused,
        "OpenAI, Anthropic and MCP, tool use: arguments by the tool's schema",
        "Call again with arguments that fit the schema.";
    /// A flow makes changes, takes values of responses to another origin or shows an API key, and nobody has agreed to that.
    FLOW_CONFIRMATION = "flow-confirmation" / Refused,
        RUN,
        "Look at what the flow does (adp flow plan), and agree to it.";
    /// What a flow or an operation is given does not fit it, or cannot be sent.
    FLOW_ARGUMENT = "flow-argument" / Refused,
        "OpenAPI 3.1.1, sections 4.8.12 and 4.8.13",
        "Give what the message asks for.";
    /// A request would go to another origin than that of its operation's server.
    FLOW_ORIGIN = "flow-origin" / Refused,
        RUN,
        "Do not run this flow: its documents lead requests astray.";
    /// A credential cannot be read, or does not fit the scheme that it is for.
    FLOW_CREDENTIAL = "flow-credential" / Refused,
        RUN,
        "Write it under its origin and the name of its scheme, as a token, a value, a name and a password, or a key.";
    /// A step of a flow did not succeed, by its criteria or the status.
    FLOW_FAILED = "flow-failed" / Refused,
        "Arazzo 1.0.1, sections 4.6.5 and 4.6.8",
        "Look at the trace: what was sent and answered, and what was done already.";
    /// An answer is not what its headers say.
    FLOW_ANSWER = "flow-answer" / Refused,
        "RFC 9110, section 8.3; RFC 7493",
        "Tell the service's operator.";
    /// A run took longer or did more than it may.
    FLOW_LIMIT = "flow-limit" / Refused,
        RUN,
        "Look for a loop in the flow, or allow more.";
    /// The document is of a version of OpenAPI that is not read.
    OPENAPI_VERSION = "openapi-version" / Refused,
        "OpenAPI 3.1.1, section 4.1",
        "Convert the document to OpenAPI 3.0 or 3.1.";
    /// A required member of an OpenAPI document is missing.
    OPENAPI_MISSING = "openapi-missing" / Refused,
        "OpenAPI 3.0.4 and 3.1.1, section 4.8",
        "Add the member that the message names.";
    /// A member of an OpenAPI document has another type than it should have.
    OPENAPI_TYPE = "openapi-type" / Refused,
        "OpenAPI 3.0.4 and 3.1.1, section 4.8",
        "Write the member with the type in the message.";
    /// A reference leads nowhere, or out of the document's folder.
    OPENAPI_REFERENCE = "openapi-reference" / Refused,
        "OpenAPI 3.1.1, section 4.8.23; RFC 6901",
        "Refer to something in the document, or in a file beside it.";
    /// Two operations have one id.
    OPENAPI_OPERATION_ID = "openapi-operation-id" / Refused,
        "OpenAPI 3.1.1, section 4.8.10",
        "Give each operation its own id.";
    /// A path and its parameters do not fit each other, or two parameters are one.
    OPENAPI_PARAMETER = "openapi-parameter" / Refused,
        "OpenAPI 3.1.1, sections 4.8.8 and 4.8.12",
        "Give each `{name}` of a path a required parameter, and each parameter a place.";
    /// A server's URL cannot be made.
    OPENAPI_SERVER = "openapi-server" / Refused,
        "OpenAPI 3.1.1, sections 4.8.5 and 4.8.6",
        "Give each variable of the URL a default.";
    /// A security scheme is asked for that is not declared.
    OPENAPI_SECURITY = "openapi-security" / Refused,
        "OpenAPI 3.1.1, section 4.8.30",
        "Declare the scheme under `components.securitySchemes`.";
}
