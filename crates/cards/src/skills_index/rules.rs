//! The rules of indexes of agent skills.

use super::rule_examples::EXAMPLES;
use agent_description::diagnostic::{Catalogue, Rule, Severity};

/// The rules with their examples.
pub const CATALOGUE: Catalogue = Catalogue { rules: ALL, examples: EXAMPLES };

/// The version.
pub const VERSION: Rule = Rule::new(
    "skills-index-version",
    "`$schema` is https://schemas.agentskills.io/discovery/0.2.0/schema.json; an index without it is read as 0.1.0.",
    "Agent Skills Discovery 0.2.0, Versioning",
    "Clients encountering an unrecognized $schema URI SHOULD warn the user and SHOULD NOT process the index.",
    Severity::Warning,
)
.hardening();

/// The list.
pub const INDEX: Rule = Rule::new(
    "skills-index",
    "An index has `skills`, a list of objects.",
    "Agent Skills Discovery 0.2.0, Index Format",
    "skills: Yes. Array of skill entries.",
    Severity::Error,
);

/// A skill.
pub const SKILL: Rule = Rule::new(
    "skills-index-skill",
    "A skill has a name, a type, a description, a URL and a digest; in 0.1.0, a name and a description.",
    "Agent Skills Discovery 0.2.0, Index Format",
    "Skill entry fields: name, type, description, url, digest: Yes",
    Severity::Error,
);

/// How names are formed.
pub const NAME: Rule = Rule::new(
    "skills-index-name",
    "A skill's name is its own, and has 1 to 64 lower-case letters, digits and single hyphens between them.",
    "Agent Skills, specification, name field; Agent Skills Discovery 0.2.0, URI Structure",
    "MUST NOT start or end with a hyphen; MUST NOT contain consecutive hyphens",
    Severity::Error,
);

/// What a skill is.
pub const KIND: Rule = Rule::new(
    "skills-index-type",
    "A skill's type is skill-md or archive.",
    "Agent Skills Discovery 0.2.0, Index Format",
    "MUST be \"skill-md\" (single SKILL.md file) or \"archive\" (bundled archive).",
    Severity::Error,
);

/// How long a description is.
pub const DESCRIPTION: Rule = Rule::new(
    "skills-index-description",
    "A description has 1 to 1,024 characters.",
    "Agent Skills Discovery 0.2.0, Index Format; Agent Skills, specification, description field",
    "Max 1024 characters per the Agent Skills spec.",
    Severity::Error,
);

/// Where a skill is.
pub const URL: Rule = Rule::new(
    "skills-index-url",
    "A skill's URL is https, or relative to the index.",
    "Agent Skills Discovery 0.2.0, URL Resolution",
    "URLs are resolved per RFC 3986 Section 5 using the index URL as the base URI.",
    Severity::Error,
);

/// How digests are written.
pub const DIGEST: Rule = Rule::new(
    "skills-index-digest",
    "A digest is `sha256:` and 64 lower-case hexadecimal digits.",
    "Agent Skills Discovery 0.2.0, Integrity and Verification",
    "All digests in the index use SHA-256 and are formatted as sha256:{hex}",
    Severity::Error,
);

/// What is served.
pub const SERVED: Rule = Rule::new(
    "skills-index-served",
    "What stands at a skill's URL has the skill's digest (`--follow`).",
    "Agent Skills Discovery 0.2.0, Verification",
    "Clients MUST verify downloaded content against the digest in the index.",
    Severity::Error,
);

/// That it is served.
pub const REACHABLE: Rule = Rule::new(
    "skills-index-reachable",
    "What an index names can be fetched (`--follow`).",
    "Agent Skills Discovery 0.2.0, HTTP Considerations",
    "Support GET and HEAD methods",
    Severity::Warning,
);

/// Texts that models read.
pub const TEXT: Rule = Rule::new(
    "skills-index-text",
    "Texts have no characters that people cannot see, and none continues after hidden white space.",
    "this software: people and models should read the same text",
    "Only the name and description are loaded into context initially.",
    Severity::Error,
);

/// Names that look alike.
pub const LOOK_ALIKE: Rule = Rule::new(
    "skills-index-look-alike",
    "No two names of skills look alike.",
    "Unicode Technical Standard 39, section 4",
    "X and Y are confusable if and only if skeleton(X) = skeleton(Y).",
    Severity::Warning,
);

/// Every rule that the document itself shows; those of `--follow` need what is served.
pub const ALL: &[&Rule] = &[&VERSION, &INDEX, &SKILL, &NAME, &KIND, &DESCRIPTION, &URL, &DIGEST, &TEXT, &LOOK_ALIKE];

/// The rules of `--follow`: no document shows them, so that they have no examples.
pub const FOLLOWED: &[&Rule] = &[&SERVED, &REACHABLE];
