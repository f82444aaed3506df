//! What a model is told of the flows in words, where an API takes no tools.

use crate::workflow::Workflows;
use adp_cards::text::hidden_character;

/// One line a flow: its id, a colon and its description, as the reference implementation of agents.json writes it. Line ends become blanks and
/// characters that people cannot see are left out, so that a description is never taken for another flow.
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
