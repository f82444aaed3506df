//! Every rule that a list of tools breaks.

use super::{Annotations, Version, result, rules, version};
use crate::{
    codes,
    json_schema::{Compiler, SchemaFault},
    members::{Codes, Field, Shape, Table, flag, list, object},
    registry_size,
    text::TextRule,
};
use agent_description::{
    Document, Json,
    diagnostic::{CheckReport, Findings, Remark, Wanted, shortened},
    format::Options,
    json::Object,
};
use std::collections::HashSet;

type Found<'a> = Findings<'a, Remark>;

pub(crate) const CODES: Codes =
    Codes { missing: codes::MCP_MISSING, kind: codes::MCP_TYPE, value: codes::MCP_VALUE, unknown: None };

const TEXT: TextRule = TextRule { rule: &rules::TEXT, code: codes::MCP_TEXT };
const LOOK_ALIKE: TextRule = TextRule { rule: &rules::LOOK_ALIKE, code: codes::MCP_LOOK_ALIKE };

const LIST: Table = Table {
    what: "the list",
    rule: &rules::LIST,
    fields: &[
        Field::required("tools", Shape::List(&Shape::Of(&TOOL))),
        Field::optional("nextCursor", Shape::Text),
        Field::optional("_meta", Shape::Object),
    ],
};

const RESULT: Table = Table {
    what: "the result",
    rule: &rules::RESULT,
    fields: &[
        Field::required("resultType", Shape::Text),
        Field::required("ttlMs", Shape::Count),
        Field::required("cacheScope", Shape::Word(&["public", "private"])),
    ],
};

const TOOL: Table = Table {
    what: "the tool",
    rule: &rules::TOOL,
    fields: &[
        Field::required("name", Shape::Text),
        Field::optional("title", Shape::Text),
        Field::optional("description", Shape::Text),
        Field::required("inputSchema", Shape::Object),
        Field::optional("outputSchema", Shape::Object),
        Field::optional("annotations", Shape::Of(&ANNOTATIONS)),
        Field::optional("icons", Shape::List(&Shape::Of(&ICON))),
        Field::optional("execution", Shape::Of(&EXECUTION)),
        Field::optional("_meta", Shape::Object),
    ],
};

const ANNOTATIONS: Table = Table {
    what: "the object of annotations",
    rule: &rules::TOOL,
    fields: &[
        Field::optional("title", Shape::Text),
        Field::optional(Annotations::HINTS[0].0, Shape::Flag),
        Field::optional(Annotations::HINTS[1].0, Shape::Flag),
        Field::optional(Annotations::HINTS[2].0, Shape::Flag),
        Field::optional(Annotations::HINTS[3].0, Shape::Flag),
    ],
};

const ICON: Table = Table {
    what: "the icon",
    rule: &rules::TOOL,
    fields: &[
        Field::required("src", Shape::Text),
        Field::optional("mimeType", Shape::Text),
        Field::optional("sizes", Shape::List(&Shape::Text)),
        Field::optional("theme", Shape::Word(&["light", "dark"])),
    ],
};

const EXECUTION: Table = Table {
    what: "the object of execution",
    rule: &rules::TOOL,
    fields: &[Field::optional("taskSupport", Shape::Word(&["forbidden", "optional", "required"]))],
};

pub(super) fn check(document: &Document, options: &Options) -> CheckReport {
    let mut found = Findings::new(document, Wanted::Everything { strict: options.strict });
    let root = document.root();
    let holder =
        if std::ptr::eq(result(root), root) { document.json() } else { root.get("result").unwrap_or(document.json()) };
    LIST.check(&mut found, holder, CODES);
    let result = result(root);
    if let Some(named) = object(result, "_meta").and_then(|meta| meta.get(version::MEMBER)) {
        found.exercise(&rules::VERSION);
        if Version::of(root).is_none() {
            found.add(&rules::VERSION, named.offset(), || {
                let said = named.as_str().map_or_else(|| named.kind().to_owned(), shortened);
                let known = Version::ALL.map(Version::as_str).join(", ");
                Remark::new(codes::MCP_VERSION, format!("the list is of the version {said}, expected one of {known}"))
            });
        }
    }
    let version = Version::of(root).unwrap_or(Version::V2026_07_28);
    if version::MARKS.iter().any(|mark| result.contains(mark))
        || version::named(root) == Some(Version::V2026_07_28.as_str())
    {
        RESULT.check(&mut found, holder, CODES);
    }
    let mut compiler = Compiler::new();
    for tool in list(result, "tools").iter().filter_map(Json::as_object) {
        check_tool(&mut found, tool, version, &mut compiler);
    }
    names(&mut found, list(result, "tools"));
    if options.for_registry {
        let sizes = [&rules::SIZE, &rules::SIZE_NEAR];
        registry_size::check(&mut found, document, sizes, codes::MCP_SIZE, "the list");
    }
    found.into_report()
}

/// What one tool says beyond the types of its members.
fn check_tool(found: &mut Found<'_>, tool: &Object, version: Version, compiler: &mut Compiler) {
    if let Some(execution) = tool.member("execution") {
        found.exercise(&rules::EXECUTION);
        if version != Version::V2025_11_25 {
            found.add(&rules::EXECUTION, execution.name_offset(), || {
                let message = format!("the tool has `execution`, which tools of {version} do not have");
                Remark::new(codes::MCP_OTHER_VERSION, message)
            });
        }
    }
    schemas(found, tool, version, compiler);
    if let Some(hints) = object(tool, "annotations") {
        found.exercise(&rules::HINTS);
        if flag(hints, "readOnlyHint") == Some(true)
            && let Some(destructive) = hints.get("destructiveHint").filter(|hint| hint.as_bool() == Some(true))
        {
            found.add(&rules::HINTS, destructive.offset(), || {
                Remark::new(codes::MCP_HINTS, "the tool is destructive and read-only, expected one of both")
            });
        }
        hints.get("title").into_iter().for_each(|title| TEXT.lint(found, title));
    }
    for name in ["name", "title", "description"] {
        tool.get(name).into_iter().for_each(|text| TEXT.lint(found, text));
    }
    for name in ["inputSchema", "outputSchema"] {
        tool.get(name).into_iter().for_each(|schema| TEXT.lint_all(found, schema));
    }
}

fn schemas(found: &mut Found<'_>, tool: &Object, version: Version, compiler: &mut Compiler) {
    for (name, rule) in [("inputSchema", &rules::ROOT), ("outputSchema", &rules::OUTPUT)] {
        let Some(schema) = tool.get(name) else { continue };
        let Some(root) = schema.as_object() else { continue };
        if name == "inputSchema" || version < Version::V2026_07_28 {
            found.exercise(rule);
            match root.get("type") {
                None => found.add_missing(rule, schema.offset(), || {
                    Remark::missing(codes::MCP_MISSING, "the root of the schema", "type")
                        .with_help("add `\"type\": \"object\"`")
                }),
                Some(kind) if kind.as_str() == Some("object") => {}
                Some(kind) => found.add(rule, kind.offset(), || {
                    let said = kind.as_str().map_or_else(|| kind.kind().to_owned(), shortened);
                    Remark::new(
                        codes::MCP_VALUE,
                        format!("the root of `{name}` has the type {said}, expected \"object\""),
                    )
                }),
            }
        }
        found.exercise(&rules::SCHEMA);
        found.exercise(&rules::USABLE);
        for fault in compiler.compile(schema).err().into_iter().flatten() {
            schema_fault(found, fault);
        }
    }
}

fn schema_fault(found: &mut Found<'_>, fault: SchemaFault) {
    let (rule, code) = match fault.kind.is_wrong() {
        true => (&rules::SCHEMA, codes::MCP_SCHEMA),
        false => (&rules::USABLE, codes::MCP_SCHEMA_UNUSABLE),
    };
    found.add(rule, fault.offset, || {
        let remark = Remark::new(code, fault.message);
        match fault.meant {
            Some((written, meant)) => remark.meant(written, meant),
            None => remark,
        }
    });
}

/// How names are formed, and that they differ.
fn names(found: &mut Found<'_>, tools: &[Json]) {
    let names: Vec<&Json> =
        tools.iter().filter_map(|tool| tool.get("name").filter(|name| name.as_str().is_some())).collect();
    let mut seen = HashSet::new();
    for (value, name) in names.iter().filter_map(|value| Some((*value, value.as_str()?))) {
        found.exercise(&rules::NAME);
        found.exercise(&rules::UNIQUE);
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        if !(1..=128).contains(&name.len()) || !name.bytes().all(is_letter) {
            found.add(&rules::NAME, value.offset(), || {
                let message =
                    format!("the name is {}, expected 1 to 128 letters, digits, `_`, `-` and `.`", shortened(name));
                Remark::new(codes::MCP_NAME, message)
            });
        }
        if !seen.insert(name) {
            found.add(&rules::UNIQUE, value.offset(), || {
                Remark::new(codes::MCP_DUPLICATE, format!("an earlier tool also has the name {}", shortened(name)))
            });
        }
    }
    LOOK_ALIKE.look_alikes(found, &names, "the tool");
}
