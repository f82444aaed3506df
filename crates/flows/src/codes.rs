//! Error codes of flows: agents.json, Arazzo, and the OpenAPI documents that they call.

const RUN: &str = "this software: flow files are untrusted until the user confirms";

agent_description::codes! {
    /// A flow needs consent: it makes changes, sends response values to another origin, or reveals an API key.
    FLOW_CONFIRMATION = "flow-confirmation" / Refused,
        RUN,
        "Review the requests of the flow (adp flow plan), then confirm.";
    /// A step of a flow failed, by its criteria or its status.
    FLOW_FAILED = "flow-failed" / Refused,
        "Arazzo 1.0.1, sections 4.6.5 and 4.6.8",
        "Read the trace: it lists the requests that were sent and their responses.";
    /// A run exceeded a limit.
    FLOW_LIMIT = "flow-limit" / Refused,
        RUN,
        "Check the flow for loops, or raise the limit.";
}
