//! The error codes of flows: of agents.json, of Arazzo and of the OpenAPI documents that they call.

const SCHEMAS: &str = "agentsJson.schema.json; Arazzo 1.0.1, section 4.6";
const LINKS: &str = "agents.json 0.1.0, executor.py; Arazzo 1.0.1, section 4.7";

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
    /// A value is taken from an input that is not declared, or an input is taken by nobody.
    FLOW_INPUT = "flow-input" / Refused,
        LINKS,
        "Declare each input, and use it.";
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
}
