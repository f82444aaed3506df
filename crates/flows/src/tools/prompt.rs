//! Describes flows as text, for APIs without tools.

use crate::workflow::Workflows;
use adp_tools::text::hidden_character;

/// One line per flow with ID, colon and description, as in the reference implementation of agents.json. Replaces line
/// breaks by spaces and removes invisible characters, so that a description cannot imitate another flow.
#[must_use]
pub fn prompt(workflows: &Workflows) -> String {
    let mut prompt = String::new();
    for (id, workflow) in workflows.all() {
        let Ok(workflow) = workflow else { continue };
        let description = workflow.description.as_deref().or(workflow.title.as_deref()).unwrap_or_default();
        prompt.push_str(&format!("{}: {}\n", line(id), line(description)));
    }
    prompt
}

fn line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut buffer = [0; 4];
    words.join(" ").chars().filter(|c| hidden_character(c.encode_utf8(&mut buffer)).is_none()).collect()
}
