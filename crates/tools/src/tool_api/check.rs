//! Checks a list of tools by the requirements of an API.

use super::{
    ListForm, ToolFormat,
    api_tool::{each_schema, is_too_large, lacks_items},
    format::{NameForm, Requirements},
    listed_tool::{ListedTool, listed},
    rules, strict,
};
use crate::json_schema::{Compiler, is_of_type};
use agent_description::{
    Code, Document, Json,
    diagnostic::{CheckReport, Finding, FindingFilter, Findings, Rule, shortened},
    json::{Object, Value},
};
use std::collections::HashSet;

/// Keywords that strict mode refuses by name.
const STRICT_REFUSED: [&str; 7] = ["allOf", "not", "dependentRequired", "dependentSchemas", "if", "then", "else"];
/// Keywords of strict mode beside those that are kept; `$schema` has no effect.
const STRICT_STRUCTURE: [&str; 8] =
    ["$defs", "definitions", "$schema", "additionalProperties", "anyOf", "items", "properties", "required"];

/// Checks a list of tools, in the form of any API, by the requirements of one API. A document without such a list has no findings: see
/// [`list_form`](super::list_form).
///
/// [`MCP_TOOLS`](crate::MCP_TOOLS) checks MCP's own lists by MCP's rules.
#[must_use]
pub fn check(document: &Document, format: ToolFormat, strict: bool) -> CheckReport {
    let mut found = Findings::new(document, FindingFilter::Everything { strict });
    let requirements = format.requirements();
    let Some((form, tools)) = listed(document.json()) else { return found.into_report() };
    if (format, form) == (ToolFormat::Mcp, ListForm::Mcp) {
        return found.into_report();
    }
    if let Some((most, rule)) = requirements.tools {
        found.check(rule, tools.len() <= most, document.json().offset(), || {
            Finding::new(Code::TOO_LARGE, format!("the list has {} tools, expected at most {most}", tools.len()))
        });
    }
    let mut compiler = Compiler::default();
    for tool in &tools {
        let mut checker = ToolChecker { found: &mut found, requirements, tool: *tool };
        checker.texts();
        checker.root();
        if let Some(schema) = tool.schema {
            checker.schema(schema, &mut compiler);
        }
    }
    found.into_report()
}

struct ToolChecker<'f, 'd> {
    found: &'f mut Findings<'d>,
    requirements: &'static Requirements,
    tool: ListedTool<'d>,
}

impl<'d> ToolChecker<'_, 'd> {
    fn add(&mut self, rule: &'static Rule, at: &Json, code: Code, message: impl FnOnce() -> String) {
        self.found.add(rule, at.offset(), || Finding::new(code, message()));
    }

    fn name(&mut self, (form, rule): &(NameForm, &'static Rule), name: &Json) {
        self.found.exercise(rule);
        let Some(text) = name.as_str().filter(|text| !form.accepts(text)) else { return };
        self.add(rule, name, Code::INVALID_NAME, || {
            format!("the name is {}, expected {}", shortened(text), form.in_words())
        });
    }

    fn texts(&mut self) {
        let requirements = self.requirements;
        if let Some(name) = self.tool.tool.get("name") {
            self.name(&requirements.name, name);
            // a name that no backend accepts is reported once
            if let Some(everywhere) = &requirements.name_everywhere
                && name.as_str().is_some_and(|name| requirements.name.0.accepts(name))
            {
                self.name(everywhere, name);
            }
        }
        let description = self.tool.tool.get("description");
        if let Some((most, rule)) = requirements.description_chars
            && let Some((at, text)) = description.and_then(|at| Some((at, at.as_str()?)))
        {
            self.found.exercise(rule);
            let count = text.chars().count();
            if count > most {
                self.add(rule, at, Code::TOO_LARGE, || {
                    format!("the description has {count} characters, expected at most {most}")
                });
            }
        }
        if let Some(rule) = requirements.needs_description {
            self.found.check(
                rule,
                self.tool.text("description").is_some_and(|text| !text.is_empty()),
                self.tool.tool.offset(),
                || Finding::new(Code::MISSING, "the tool has no `description`").with_help("add `description`"),
            );
        }
    }

    /// That the schema is one of an object, without what the API refuses at its root.
    fn root(&mut self) {
        let (refused, rule) = self.requirements.root;
        self.found.exercise(rule);
        let Some(schema) = self.tool.schema else {
            // OpenAI and Gemini take a tool without a schema as one without arguments
            let needs_schema = self.requirements.dialect.is_some();
            if needs_schema {
                self.add(rule, self.tool.tool, Code::MISSING, || "the tool has no schema of its arguments".to_owned());
            }
            return;
        };
        match schema.get("type") {
            Some(kind) if kind.as_str().is_some_and(|kind| kind.eq_ignore_ascii_case("object")) => {}
            kind => {
                let said = kind.map_or_else(
                    || "none".to_owned(),
                    |kind| kind.as_str().map_or_else(|| kind.kind().to_owned(), shortened),
                );
                self.add(rule, kind.unwrap_or(schema), Code::INVALID_VALUE, || {
                    format!("the type at the root of the schema is {said}, expected \"object\"")
                });
            }
        }
        let members = schema.as_object().into_iter().flatten();
        for member in members.filter(|member| refused.contains(&member.name().as_str())) {
            let name = member.name();
            self.found.report(rule, member.name_offset(), Code::INVALID_SCHEMA, || {
                format!("the root of the schema has `{name}`, expected it inside a property")
            });
        }
    }

    fn schema(&mut self, schema: &'d Json, compiler: &mut Compiler) {
        let requirements = self.requirements;
        if let Some((form, rule)) = &requirements.property {
            self.found.exercise(rule);
            let properties = schema.get("properties").and_then(Json::as_object);
            for member in properties.into_iter().flatten().filter(|member| !form.accepts(member.name())) {
                self.found.report(rule, member.name_offset(), Code::INVALID_NAME, || {
                    format!("the argument is called {}, expected {}", shortened(member.name()), form.in_words())
                });
            }
        }
        if let Some(rule) = requirements.properties {
            let has_properties = schema.get("properties").is_some_and(|it| it.as_object().is_some());
            self.found.check(rule, has_properties, schema.offset(), || {
                Finding::new(Code::MISSING, "the root of the schema has no `properties`")
                    .with_help("add `\"properties\": {}` for a tool without arguments")
            });
        }
        if let Some(rule) = requirements.numbers {
            self.found.exercise(rule);
            self.numbers(rule, schema);
        }
        if let Some(rule) = requirements.items {
            self.found.exercise(rule);
            each_schema(schema, 1, &mut |inner, _| {
                if lacks_items(inner) {
                    self.add(rule, inner, Code::MISSING, || "the schema of a list has no `items`".to_owned());
                }
            });
        }
        if let Some(rule) = requirements.dialect {
            self.dialect(rule, schema, compiler);
        }
        if requirements.is_strict && !self.tool.is_not_strict() {
            self.strict(schema);
        }
        if let Some((known, rule)) = requirements.keywords.filter(|_| !self.tool.is_json_schema) {
            self.found.exercise(rule);
            for rule in [
                &rules::GEMINI_VALUE,
                &rules::GEMINI_REQUIRED,
                &rules::GEMINI_ITEMS,
                &rules::GEMINI_ENUM,
                &rules::GEMINI_EMPTY,
            ] {
                self.found.exercise(rule);
            }
            self.keywords(known, rule, schema);
        }
    }

    fn numbers(&mut self, rule: &'static Rule, value: &Json) {
        match value.value() {
            Value::Array(items) => items.iter().for_each(|item| self.numbers(rule, item)),
            Value::Object(object) => object.iter().for_each(|member| self.numbers(rule, member.value())),
            _ => {}
        }
        if is_too_large(value) {
            self.found.add(rule, value.offset(), || {
                Finding::new(Code::TOO_LARGE, "the number does not fit in 63 bits").with_help("leave the limit out")
            });
        }
    }

    /// That the schema is valid by 2020-12, whatever dialect it names.
    fn dialect(&mut self, rule: &'static Rule, schema: &Json, compiler: &mut Compiler) {
        self.found.exercise(rule);
        let mut plain = schema.clone();
        if let Some(object) = plain.as_object_mut() {
            object.remove("$schema");
        }
        let faults = compiler.compile(&plain).err().into_iter().flatten();
        for fault in faults.filter(|fault| fault.kind.is_wrong()) {
            self.found.add(rule, fault.offset, || Finding::new(Code::INVALID_SCHEMA, fault.message));
        }
    }

    fn strict(&mut self, schema: &'d Json) {
        for rule in [&rules::STRICT_CLOSED, &rules::STRICT_REQUIRED, &rules::STRICT_KEYWORD, &rules::STRICT_UNLISTED] {
            self.found.exercise(rule);
        }
        each_schema(schema, 1, &mut |inner, depth| {
            let object = inner.as_object();
            object.into_iter().for_each(|object| self.strict_object(inner, object));
            if depth == strict::MAX_DEPTH + 1 {
                let is_container = object.is_some_and(|it| it.contains("properties") || it.contains("items"));
                if is_container {
                    self.add(&rules::STRICT_SIZE, inner, Code::TOO_LARGE, || {
                        format!("the schema is nested more than {} levels deep", strict::MAX_DEPTH)
                    });
                }
            }
        });
        self.found.exercise(&rules::STRICT_SIZE);
        if let Some(why) = strict::too_large(schema) {
            self.add(&rules::STRICT_SIZE, schema, Code::TOO_LARGE, || why);
        }
    }

    fn strict_object(&mut self, schema: &Json, object: &Object) {
        if is_of_type(schema, "object") || object.contains("properties") {
            if object.get("additionalProperties").and_then(Json::as_bool) != Some(false) {
                let at = object.get("additionalProperties").unwrap_or(schema);
                self.found.add(&rules::STRICT_CLOSED, at.offset(), || {
                    Finding::new(Code::INVALID_SCHEMA, "the schema of an object accepts members that it does not name")
                        .with_help("add `\"additionalProperties\": false`")
                });
            }
            let required = object.get("required").and_then(Json::as_array).unwrap_or_default();
            let required: HashSet<&str> = required.iter().filter_map(Json::as_str).collect();
            for member in object.get("properties").and_then(Json::as_object).into_iter().flatten() {
                let name = member.name();
                if !required.contains(name.as_str()) {
                    self.found.add(&rules::STRICT_REQUIRED, member.name_offset(), || {
                        Finding::new(Code::INVALID_SCHEMA, format!("{} is not in `required`", shortened(name)))
                            .with_help("list it in `required`; an optional one also has the type \"null\"")
                    });
                }
            }
        }
        for member in object {
            let name = member.name().as_str();
            let rule = match name {
                _ if STRICT_REFUSED.contains(&name) => &rules::STRICT_KEYWORD,
                _ if STRICT_STRUCTURE.contains(&name) || strict::is_supported(name) => continue,
                _ => &rules::STRICT_UNLISTED,
            };
            self.found.report(rule, member.name_offset(), Code::INVALID_SCHEMA, || {
                format!("the schema has `{name}`, which strict mode does not support")
            });
        }
    }

    /// What the API requires of a schema by its type.
    fn gemini_object(&mut self, schema: &Json, object: &Object) {
        let kind = object.get("type").and_then(Json::as_str).unwrap_or_default();
        let is = |name: &str| kind.eq_ignore_ascii_case(name);
        let properties = object.get("properties").and_then(Json::as_object);
        for name in object.get("required").and_then(Json::as_array).into_iter().flatten() {
            let Some(text) = name.as_str() else { continue };
            if !properties.is_some_and(|properties| properties.contains(text)) {
                self.add(&rules::GEMINI_REQUIRED, name, Code::INVALID_SCHEMA, || {
                    format!("`required` names {}, which `properties` does not have", shortened(text))
                });
            }
        }
        if is("array") && !object.contains("items") {
            self.add(&rules::GEMINI_ITEMS, schema, Code::MISSING, || "the schema of a list has no `items`".to_owned());
        }
        if let Some(values) = object.get("enum").filter(|_| !is("string")) {
            self.add(&rules::GEMINI_ENUM, values, Code::INVALID_SCHEMA, || {
                "`enum` is in a schema whose `type` is not \"string\"".to_owned()
            });
        }
        if is("object") && properties.is_none_or(Object::is_empty) {
            self.add(&rules::GEMINI_EMPTY, schema, Code::INVALID_SCHEMA, || {
                "the schema of an object has no properties".to_owned()
            });
        }
    }

    /// That a schema has no keywords but these, and values of the types that they have in Gemini's `Schema`.
    fn keywords(&mut self, known: &str, rule: &'static Rule, schema: &Json) {
        let Some(object) = schema.as_object() else { return };
        self.gemini_object(schema, object);
        for member in object {
            let (name, value) = (member.name().as_str(), member.value());
            match name {
                _ if !known.split_ascii_whitespace().any(|it| it == name) => {
                    self.found.add(rule, member.name_offset(), || {
                        Finding::new(
                            Code::UNKNOWN_MEMBER,
                            format!("the schema has `{name}`, which Gemini's Schema does not have"),
                        )
                        .with_help("give the schema as `parametersJsonSchema`")
                    })
                }
                "properties" => {
                    let properties = value.as_object().into_iter().flatten();
                    properties.for_each(|property| self.keywords(known, rule, property.value()));
                }
                "items" => self.keywords(known, rule, value),
                "anyOf" => value.as_array().into_iter().flatten().for_each(|one| self.keywords(known, rule, one)),
                "type" if value.as_str().is_none() => {
                    self.add(&rules::GEMINI_VALUE, value, Code::WRONG_TYPE, || {
                        format!("`type` is {}, expected one name; `nullable` allows null", value.kind())
                    });
                }
                "enum" => {
                    let items = value.as_array().into_iter().flatten();
                    for item in items.filter(|item| item.as_str().is_none()) {
                        self.add(&rules::GEMINI_VALUE, item, Code::WRONG_TYPE, || {
                            format!("a value of `enum` is {}, expected a string", item.kind())
                        });
                    }
                }
                _ => {}
            }
        }
    }
}
