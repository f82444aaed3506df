//! What a search finds, by looking at every entry: written from the documentation of the search language, with nothing of the index and
//! nothing of how it cuts texts.

use adp_registry::search::{Query, QueryComparison, Record, SearchField};

pub fn holds(query: &Query, record: &Record) -> bool {
    match query {
        Query::All => true,
        Query::Not(query) => !holds(query, record),
        Query::And(all) => all.iter().all(|query| holds(query, record)),
        Query::Or(all) => all.iter().any(|query| holds(query, record)),
        Query::Clause(clause) => {
            let values = match clause.field {
                Some(field) => values(record, field),
                None => SearchField::ALL.iter().flat_map(|field| values(record, *field)).collect(),
            };
            values.iter().any(|value| match &clause.comparison {
                QueryComparison::Equal(text) => value == text,
                QueryComparison::Words { text, prefix } => beside_each_other(&pieces(value), &pieces(text), *prefix),
                other => panic!("{other:?}"),
            })
        }
        other => panic!("{other:?}"),
    }
}

fn beside_each_other(value: &[String], wanted: &[String], prefix: bool) -> bool {
    let Some((last, before)) = wanted.split_last() else { return false };
    value.windows(wanted.len()).any(|window| {
        let goes_on = prefix && !is_ideograph(last.chars().next().unwrap());
        let ends = window.last().unwrap();
        window[..before.len()] == *before && (ends == last || goes_on && ends.starts_with(last.as_str()))
    })
}

fn values(record: &Record, field: SearchField) -> Vec<String> {
    let text = |value: &Option<String>| value.iter().cloned().collect::<Vec<_>>();
    let skills = &record.texts.skills;
    match field {
        SearchField::AgentId => [vec![record.id.clone()], record.texts.agent_ids.clone()].concat(),
        SearchField::Name => text(&record.texts.name),
        SearchField::DisplayName if record.texts.display_name.is_none() => text(&record.texts.name),
        SearchField::DisplayName => text(&record.texts.display_name),
        SearchField::Description => text(&record.texts.description),
        SearchField::SkillsId => skills.iter().flat_map(|skill| text(&skill.id)).collect(),
        SearchField::SkillsName => skills.iter().flat_map(|skill| text(&skill.name)).collect(),
        SearchField::SkillsDescription => skills.iter().flat_map(|skill| text(&skill.description)).collect(),
        SearchField::SkillsTags => skills.iter().flat_map(|skill| skill.tags.clone()).collect(),
        SearchField::SkillsExamples => skills.iter().flat_map(|skill| skill.examples.clone()).collect(),
        SearchField::Skills => {
            let part = |skill: &adp_registry::search::SkillSummary| {
                let texts = [text(&skill.id), text(&skill.name), text(&skill.description)].concat();
                [texts, skill.tags.clone(), skill.examples.clone()].concat()
            };
            skills.iter().flat_map(part).collect()
        }
        SearchField::ToolsName => record.texts.tools.iter().flat_map(|tool| text(&tool.name)).collect(),
        SearchField::ToolsDescription => record.texts.tools.iter().flat_map(|tool| text(&tool.description)).collect(),
        SearchField::Tools => {
            record.texts.tools.iter().flat_map(|tool| [text(&tool.name), text(&tool.description)].concat()).collect()
        }
        SearchField::Products => record.texts.products.clone(),
        SearchField::Verified => vec![record.verified.to_string()],
        SearchField::Format => vec![record.format.clone(), record.profile.clone()],
        SearchField::Did => record.texts.dids.clone(),
        SearchField::Host => vec![record.host.clone()],
        other => panic!("{other}"),
    }
}

/// The characters that the generated texts have beside Latin ones.
fn is_ideograph(character: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&character) || ('\u{3041}'..='\u{30ff}').contains(&character)
}

fn pieces(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for character in text.chars() {
        // full-width forms stand at a fixed distance from ASCII
        let narrow = match character {
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(character as u32 - 0xfee0).unwrap(),
            other => other,
        };
        if is_ideograph(narrow) {
            pieces.extend([narrow.to_string(), String::new()]);
        } else if narrow.is_alphanumeric() {
            pieces.last_mut().unwrap().extend(narrow.to_lowercase());
        } else {
            pieces.push(String::new());
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}
