//! The rules of intents: those of a card's declaration, which every check of a card looks at, and those of messages.

use super::rule_examples::{OF_CARDS as CARD_EXAMPLES, OF_MESSAGES as MESSAGE_EXAMPLES};
use agent_description::diagnostic::{Catalogue, Rule, Severity};

const SOURCE: &str = "Model Studio, A2A intent extension";

/// The rules of a card's declaration.
pub const OF_CARDS: Catalogue = Catalogue { rules: &[&DECLARATION, &SKILL, &SCHEMA], examples: CARD_EXAMPLES };

/// The rules of messages.
pub const OF_MESSAGES: Catalogue =
    Catalogue { rules: &[&MESSAGE, &KNOWN, &SLOT, &REQUIRED, &VALUE, &ARGUMENTS], examples: MESSAGE_EXAMPLES };

/// The card that the examples of messages are for: of its skill `book`, `from` is required.
pub const CARD_OF_MESSAGES: &str = super::rule_examples::CARD_OF_MESSAGES;

/// What a card declares.
pub const DECLARATION: Rule = Rule::new(
    "a2a-intent-declaration",
    "A card declares intents once; the extension's `params` has `skills` alone, each with an id and an input schema.",
    SOURCE,
    "params: Map<String, SkillExtension[]>; the map's key is always \"skills\"",
    Severity::Error,
);

/// The skills that it declares.
pub const SKILL: Rule = Rule::new(
    "a2a-intent-skill",
    "Each skill that the extension declares is a skill of the card, and declared once.",
    SOURCE,
    "id: the unique identifier of a skill within the agent, the same as AgentSkill.id",
    Severity::Error,
);

/// Their schemas.
pub const SCHEMA: Rule = Rule::new(
    "a2a-intent-schema",
    "The input schema of a declared skill is a JSON Schema of an object, in JSON Schema's own types.",
    "Model Studio, A2A intent extension (its example has \"int\", which JSON Schema does not); MCP, Tool.inputSchema",
    "inputSchema: the same structure as in the definition of MCP Tools",
    Severity::Error,
);

/// What a message says.
pub const MESSAGE: Rule = Rule::new(
    "intent-message",
    "An intent has the id of a skill, and slots with a name and a value, all strings.",
    SOURCE,
    "IntentInfo: intent: String, required; Slot: name, value: String, required; normValue: String, optional",
    Severity::Error,
);

/// Which skill it is.
pub const KNOWN: Rule = Rule::new(
    "intent-known",
    "An intent names a skill that the card declares a schema for.",
    SOURCE,
    "intent: the ID of the skill that the intent is routed to",
    Severity::Error,
);

/// Which parameters there are.
pub const SLOT: Rule = Rule::new(
    "intent-slot",
    "Each slot is a parameter of the skill, and is there once.",
    SOURCE,
    "name: the name of the skill's parameter",
    Severity::Error,
);

/// Which of them have to be there.
pub const REQUIRED: Rule = Rule::new(
    "intent-required",
    "Each parameter that the skill's schema requires has a slot.",
    "Model Studio, A2A intent extension; JSON Schema 2020-12, required",
    "slots: the skill's parameters",
    Severity::Error,
);

/// What they are.
pub const VALUE: Rule = Rule::new(
    "intent-value",
    "A slot's `normValue`, without one its `value`, is written as a value of the parameter's type.",
    "Model Studio, A2A intent extension; this software: `1.0` is no integer",
    "normValue: the value of the skill's parameter after normalization",
    Severity::Error,
);

/// All of them together.
pub const ARGUMENTS: Rule = Rule::new(
    "intent-arguments",
    "The values of all slots together are valid by the skill's schema.",
    "Model Studio, A2A intent extension; MCP, Tool.inputSchema",
    "inputSchema: set where the skill's parameters are to be recognized",
    Severity::Error,
);
