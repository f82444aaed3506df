//! The error codes of flows: of agents.json, of Arazzo and of the OpenAPI documents that they call.

const RUN: &str = "this software: flow files are untrusted until the user confirms";

agent_description::codes! {
    /// A flow makes changes, takes values of responses to another origin or shows an API key, and nobody has agreed to that.
    FLOW_CONFIRMATION = "flow-confirmation" / Refused,
        RUN,
        "Review the requests of the flow (adp flow plan), then confirm.";
    /// A step of a flow did not succeed, by its criteria or the status.
    FLOW_FAILED = "flow-failed" / Refused,
        "Arazzo 1.0.1, sections 4.6.5 and 4.6.8",
        "Read the trace: it lists the requests that were sent and their responses.";
    /// A run took longer or did more than it may.
    FLOW_LIMIT = "flow-limit" / Refused,
        RUN,
        "Check the flow for loops, or raise the limit.";
}
