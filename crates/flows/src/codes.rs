//! The error codes of flows: of agents.json, of Arazzo and of the OpenAPI documents that they call.

const RUN: &str = "this software: a flow file is hostile until its user says otherwise";

agent_description::codes! {
    /// A flow makes changes, takes values of responses to another origin or shows an API key, and nobody has agreed to that.
    FLOW_CONFIRMATION = "flow-confirmation" / Refused,
        RUN,
        "Look at what the flow does (adp flow plan), and agree to it.";
    /// A step of a flow did not succeed, by its criteria or the status.
    FLOW_FAILED = "flow-failed" / Refused,
        "Arazzo 1.0.1, sections 4.6.5 and 4.6.8",
        "Look at the trace: what was sent and answered, and what was done already.";
    /// A run took longer or did more than it may.
    FLOW_LIMIT = "flow-limit" / Refused,
        RUN,
        "Look for a loop in the flow, or allow more.";
}
