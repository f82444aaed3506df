//! The supported model APIs, and the requirements of each.

use super::rules;
use crate::mcp::tools::rules as mcp_rules;
use agent_description::{Json, diagnostic::Rule, json::Object};
use std::collections::HashMap;

agent_description::words! {
    /// The format of an API's tool definitions.
    #[non_exhaustive]
    pub enum ToolFormat {
        /// OpenAI chat completions.
        OpenAi = "openai",
        /// OpenAI chat completions with `strict`: arguments follow the schema exactly. It is off for a tool whose schema strict mode cannot express.
        OpenAiStrict = "openai-strict",
        /// Anthropic messages.
        Anthropic = "anthropic",
        /// Gemini `functionDeclarations`, with the schema as `parametersJsonSchema`.
        Gemini = "gemini",
        /// The Model Context Protocol: a result of `tools/list`.
        Mcp = "mcp",
    }
}

/// A form of names: beside ASCII letters and digits, the characters of `also`.
#[derive(Clone, Copy, Debug)]
pub(super) struct NameForm {
    pub max_chars: usize,
    pub also: &'static str,
    /// Whether the first character is a letter or `_`.
    pub begins_with_letter: bool,
}

impl NameForm {
    pub const fn new(max_chars: usize, also: &'static str) -> Self {
        Self { max_chars, also, begins_with_letter: false }
    }

    pub fn accepts(&self, name: &str) -> bool {
        (1..=self.max_chars).contains(&name.len()) && name.chars().all(|c| self.accepts_char(c)) && self.may_begin(name)
    }

    pub fn accepts_char(&self, c: char) -> bool {
        c.is_ascii_alphanumeric() || self.also.contains(c)
    }

    /// Whether a name may begin as this one does.
    pub fn may_begin(&self, name: &str) -> bool {
        !self.begins_with_letter || name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
    }

    /// The name with `_` for every character that is not accepted, cut to the longest name that is.
    pub fn closest(&self, name: &str) -> String {
        let plain: String = name.chars().map(|c| if self.accepts_char(c) { c } else { '_' }).collect();
        let start = if self.may_begin(&plain) { "" } else { "_" };
        start.chars().chain(plain.chars()).take(self.max_chars).collect()
    }

    /// `1 to 64 letters, digits, _ and -`
    pub fn in_words(&self) -> String {
        let mut kinds: Vec<String> = ["letters", "digits"].map(str::to_owned).to_vec();
        kinds.extend(self.also.chars().map(String::from));
        let last = kinds.pop().unwrap_or_default();
        let listed = format!("{} and {last}", kinds.join(", "));
        let first = if self.begins_with_letter { ", the first no digit" } else { "" };
        format!("1 to {} {listed}{first}", self.max_chars)
    }
}

/// The next number to try for names that collide, by the text before the number and the number of digits.
#[derive(Clone, Debug, Default)]
pub(super) struct NameNumbers(HashMap<(String, u32), u64>);

impl NameNumbers {
    /// A name that is accepted and not taken: the closest, with a number at its end if need be. A name that was taken
    /// once must remain taken.
    pub fn free_name(&mut self, form: &NameForm, name: &str, is_taken: impl Fn(&str) -> bool) -> String {
        let closest = form.closest(name);
        let closest = if closest.is_empty() { "_".to_owned() } else { closest };
        if !is_taken(&closest) {
            return closest;
        }
        let (mut digits, mut first) = (1, 2);
        loop {
            let start: String = closest.chars().take(form.max_chars.saturating_sub(digits as usize + 1)).collect();
            let end = 10_u64.saturating_pow(digits);
            let next = self.0.entry((start.clone(), digits)).or_insert(first);
            while *next < end {
                let new = format!("{start}_{next}");
                *next += 1;
                if !is_taken(&new) {
                    return new;
                }
            }
            (digits, first) = (digits + 1, end);
        }
    }
}

/// The requirements of an API, each with its rule.
pub(super) struct Requirements {
    pub name: (NameForm, &'static Rule),
    /// The form of names that all backends of the API accept.
    pub name_everywhere: Option<(NameForm, &'static Rule)>,
    /// Names of the arguments themselves, not of members inside.
    pub property: Option<(NameForm, &'static Rule)>,
    pub description_chars: Option<(usize, &'static Rule)>,
    pub needs_description: Option<&'static Rule>,
    pub tools: Option<(usize, &'static Rule)>,
    /// The schema is one of an object; keywords that its root must not have.
    pub root: (&'static [&'static str], &'static Rule),
    /// The root of the schema needs `properties`.
    pub properties: Option<&'static Rule>,
    /// Numbers in schemas are below 2^63.
    pub numbers: Option<&'static Rule>,
    /// Schemas of lists need `items`.
    pub items: Option<&'static Rule>,
    /// Schemas are valid by 2020-12, whatever they name themselves.
    pub dialect: Option<&'static Rule>,
    pub is_strict: bool,
    /// The keywords that `parameters` may have, separated by spaces.
    pub keywords: Option<(&'static str, &'static Rule)>,
}

/// The rules of [`MCP_TOOLS`](crate::MCP_TOOLS), for lists in another form, and what the other APIs do not require.
const MCP: Requirements = Requirements {
    name: (NameForm::new(128, "_-."), &mcp_rules::NAME),
    name_everywhere: None,
    property: None,
    description_chars: None,
    needs_description: None,
    tools: None,
    root: (&[], &mcp_rules::ROOT),
    properties: None,
    numbers: None,
    items: None,
    dialect: None,
    is_strict: false,
    keywords: None,
};

/// The keywords of Gemini's `Schema`.
const GEMINI_KEYWORDS: &str = "anyOf default description enum example format items maxItems maxLength maxProperties maximum \
    minItems minLength minProperties minimum nullable pattern properties propertyOrdering required title type";

const OPENAI: Requirements = Requirements {
    name: (NameForm::new(64, "_-"), &rules::OPENAI_NAME),
    description_chars: Some((1024, &rules::OPENAI_DESCRIPTION)),
    tools: Some((128, &rules::OPENAI_COUNT)),
    root: (&["oneOf", "anyOf", "allOf", "enum", "not"], &rules::OPENAI_ROOT),
    properties: Some(&rules::OPENAI_PROPERTIES),
    items: Some(&rules::OPENAI_ITEMS),
    ..MCP
};

const OPENAI_STRICT: Requirements = Requirements { is_strict: true, ..OPENAI };

const ANTHROPIC: Requirements = Requirements {
    name: (NameForm::new(128, "_-"), &rules::ANTHROPIC_NAME),
    property: Some((NameForm::new(64, "_.-"), &rules::ANTHROPIC_PROPERTY)),
    root: (&["oneOf", "anyOf", "allOf"], &rules::ANTHROPIC_ROOT),
    numbers: Some(&rules::ANTHROPIC_NUMBER),
    dialect: Some(&rules::ANTHROPIC_SCHEMA),
    ..MCP
};

const GEMINI: Requirements = Requirements {
    name: (NameForm::new(128, "_:.-"), &rules::GEMINI_NAME),
    name_everywhere: Some((
        NameForm { begins_with_letter: true, ..NameForm::new(128, "_:.-") },
        &rules::GEMINI_NAME_START,
    )),
    property: Some((NameForm { begins_with_letter: true, ..NameForm::new(64, "_") }, &rules::GEMINI_PROPERTY)),
    needs_description: Some(&rules::GEMINI_DESCRIPTION),
    root: (&[], &rules::GEMINI_ROOT),
    keywords: Some((GEMINI_KEYWORDS, &rules::GEMINI_KEYWORD)),
    ..MCP
};

impl ToolFormat {
    pub(super) const fn requirements(self) -> &'static Requirements {
        match self {
            Self::OpenAi => &OPENAI,
            Self::OpenAiStrict => &OPENAI_STRICT,
            Self::Anthropic => &ANTHROPIC,
            Self::Gemini => &GEMINI,
            Self::Mcp => &MCP,
        }
    }

    /// How names are written: of what the API accepts, the characters that every API accepts.
    pub(super) const fn name_form(self) -> NameForm {
        let requirements = self.requirements();
        NameForm { also: "_-", begins_with_letter: requirements.name_everywhere.is_some(), ..requirements.name.0 }
    }

    /// One tool; `strict` where the schema is one of strict mode.
    pub(super) fn tool(self, name: &str, title: Option<&str>, description: &str, schema: Json, strict: bool) -> Json {
        let mut tool = Object::with_capacity(4);
        tool.insert("name", name);
        let schema_member = match self {
            Self::OpenAi | Self::OpenAiStrict => {
                tool.insert("description", description);
                if self == Self::OpenAiStrict {
                    tool.insert("strict", strict);
                }
                tool.insert("parameters", schema);
                return Object::from_iter([("type", Json::from("function")), ("function", tool.into())]).into();
            }
            Self::Anthropic => "input_schema",
            Self::Gemini => "parametersJsonSchema",
            Self::Mcp => "inputSchema",
        };
        if let Some(title) = title.filter(|_| self == Self::Mcp) {
            tool.insert("title", title);
        }
        tool.insert("description", description);
        tool.insert(schema_member, schema);
        tool.into()
    }

    /// What the API takes as its list.
    #[must_use]
    pub fn list(self, tools: Vec<Json>) -> Json {
        let holder = |name: &str, tools: Vec<Json>| Json::from(Object::from_iter([(name, tools)]));
        match self {
            Self::Mcp => holder("tools", tools),
            Self::Gemini => vec![holder("functionDeclarations", tools)].into(),
            _ => tools.into(),
        }
    }
}
