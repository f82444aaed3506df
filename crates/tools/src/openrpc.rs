//! OpenRPC documents (OpenRPC 1.3.2) for checks, calls and conversions, with resolved references.

use crate::{
    component_index::ComponentIndex,
    json_schema::{Holds, holds},
};
use agent_description::json::{Json, Object, Offset, Value, object, pointer};
use std::collections::HashMap;

/// JSON Schema draft 7, the dialect of OpenRPC 1.3.2.
const DIALECT: &str = "http://json-schema.org/draft-07/schema#";
/// Maximum number of consecutive references.
const MAX_REFERENCES: usize = 32;
/// Maximum number of values to copy when compiling the schemas of a document, because many can share large ones.
const MAX_COPIED_VALUES: usize = 200_000;

/// An OpenRPC document, or one embedded in another document.
#[derive(Clone, Copy, Debug)]
pub struct OpenRpc<'a> {
    root: &'a Object,
}

/// A method with resolved references.
#[derive(Clone, Copy, Debug)]
pub struct OpenrpcMethod<'a> {
    /// Name of the method.
    pub name: &'a str,
    /// The method object.
    pub object: &'a Object,
    document: OpenRpc<'a>,
}

/// A parameter or result (OpenRPC: content descriptor).
#[derive(Clone, Copy, Debug)]
pub struct Descriptor<'a> {
    /// Name of the descriptor.
    pub name: &'a str,
    /// Whether a call must provide it.
    pub required: bool,
    /// Its schema; `None` allows anything.
    pub schema: Option<&'a Json>,
    /// The descriptor object.
    pub object: &'a Object,
}

/// The reason why a reference does not resolve.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the reference {reference:?} {problem}")]
#[non_exhaustive]
pub struct OpenrpcReferenceError {
    /// The reference.
    pub reference: String,
    /// Offset of the reference.
    pub offset: Offset,
    /// What is wrong with it.
    pub problem: ReferenceProblem,
}

agent_description::words! {
    /// What is wrong with a reference.
    #[non_exhaustive]
    pub enum ReferenceProblem {
        /// The target does not exist in the document.
        Nowhere = "does not resolve in the document",
        /// The target is in another document, which is not read.
        Elsewhere = "leads to another document, which is not read",
        /// Circular references, or references to too many schemas.
        TooMany = "leads to too many others",
    }
}

impl OpenrpcReferenceError {
    fn new(reference: &str, offset: Offset, problem: ReferenceProblem) -> Self {
        Self { reference: reference.chars().take(80).collect(), offset, problem }
    }

    /// Too many references, or values to copy, at or after that of a value.
    fn too_many(json: &Json) -> Self {
        let (reference, offset) = reference_of(json).unwrap_or(("", json.offset()));
        Self::new(reference, offset, ReferenceProblem::TooMany)
    }
}

impl<'a> OpenRpc<'a> {
    /// Reads an object. `None` if it has no list of methods.
    #[must_use]
    pub fn of(root: &'a Object) -> Option<Self> {
        root.get("methods")?.as_array().map(|_| Self { root })
    }

    /// Resolves the `$ref` of a value; other values are returned unchanged.
    ///
    /// # Errors
    ///
    /// [`OpenrpcReferenceError`]
    pub fn follow(self, json: &'a Json) -> Result<&'a Json, OpenrpcReferenceError> {
        let mut found = json;
        for _ in 0..MAX_REFERENCES {
            let Some((reference, at)) = reference_of(found) else { return Ok(found) };
            found = self.target(reference, at)?;
        }
        Err(OpenrpcReferenceError::too_many(json))
    }

    fn target(self, reference: &str, at: Offset) -> Result<&'a Json, OpenrpcReferenceError> {
        let Some(fragment) = reference.strip_prefix('#') else {
            return Err(OpenrpcReferenceError::new(reference, at, ReferenceProblem::Elsewhere));
        };
        let found = fragment_of(fragment).and_then(|pointer| lookup(self.root, &pointer));
        found.ok_or_else(|| OpenrpcReferenceError::new(reference, at, ReferenceProblem::Nowhere))
    }

    /// The methods with names, in document order.
    pub fn methods(self) -> impl Iterator<Item = OpenrpcMethod<'a>> {
        self.items(self.root, "methods").filter_map(move |object| {
            let name = object.get("name")?.as_str()?;
            Some(OpenrpcMethod { name, object, document: self })
        })
    }

    /// The first method with this name.
    #[must_use]
    pub fn method(self, name: &str) -> Option<OpenrpcMethod<'a>> {
        self.methods().find(|method| method.name == name)
    }

    /// The objects in a list, with resolved references.
    pub fn items(self, holder: &'a Object, name: &str) -> impl Iterator<Item = &'a Object> {
        let items = holder.get(name).and_then(Json::as_array).unwrap_or_default();
        items.iter().filter_map(move |item| self.follow(item).ok()?.as_object())
    }

    /// The schemas of the document's components, by location.
    pub fn shared_schemas(self) -> impl Iterator<Item = &'a Json> {
        let components = self.root.get("components").and_then(Json::as_object);
        let named = move |name: &str| components.and_then(|all| all.get(name)?.as_object()).into_iter().flatten();
        let descriptors = named("contentDescriptors").filter_map(|it| it.value().get("schema"));
        named("schemas").map(|it| it.value()).chain(descriptors)
    }

    /// Combines these schemas into one, to compile them together. Also returns the unresolved references.
    pub fn bundle(self, schemas: impl IntoIterator<Item = &'a Json>) -> (Json, Vec<OpenrpcReferenceError>) {
        let mut bundle = Bundle::new(self);
        bundle.components = ComponentIndex::from_root(self.root);
        // as properties, so that each applies to a different value
        let members = schemas.into_iter().enumerate().map(|(at, it)| (at.to_string(), bundle.reference_to(it, it)));
        let members = members.collect::<Object>();
        bundle.close(Object::from_iter([("properties", members)]))
    }

    /// A self-contained schema that includes its referenced schemas.
    ///
    /// # Errors
    ///
    /// [`OpenrpcReferenceError`]
    pub fn whole(self, schema: &'a Json) -> Result<Json, OpenrpcReferenceError> {
        let mut bundle = Bundle::new(self);
        let mut root = Object::with_capacity(3);
        root.insert("allOf", vec![Json::from(bundle.reference_to(schema, schema))]);
        without_errors(bundle.close(root))
    }
}

impl<'a> OpenrpcMethod<'a> {
    /// The parameters, in order.
    ///
    /// # Errors
    ///
    /// [`OpenrpcReferenceError`]: a parameter's reference does not resolve.
    pub fn parameters(&self) -> Result<Vec<Descriptor<'a>>, OpenrpcReferenceError> {
        let items = self.object.get("params").and_then(Json::as_array).unwrap_or_default();
        let followed = items.iter().map(|item| self.document.follow(item)).collect::<Result<Vec<_>, _>>()?;
        Ok(followed.into_iter().filter_map(Descriptor::of).collect())
    }

    /// The result; `None` for a notification (OpenRPC 1.3.2, Method Object, `result`).
    ///
    /// # Errors
    ///
    /// [`OpenrpcReferenceError`]
    pub fn result(&self) -> Result<Option<Descriptor<'a>>, OpenrpcReferenceError> {
        let Some(result) = self.object.get("result") else { return Ok(None) };
        Ok(Descriptor::of(self.document.follow(result)?))
    }

    /// How parameters are sent: `by-name`, `by-position` or `either` (default).
    #[must_use]
    pub fn structure(&self) -> &'a str {
        self.object.get("paramStructure").and_then(Json::as_str).unwrap_or("either")
    }

    /// The first server of the method, or else of the document.
    #[must_use]
    pub fn server(&self) -> Option<&'a Object> {
        let first = |holder: &'a Object| holder.get("servers")?.as_array()?.first()?.as_object();
        first(self.object).or_else(|| first(self.document.root))
    }

    /// The schema of an object with all parameters as members.
    ///
    /// # Errors
    ///
    /// [`OpenrpcReferenceError`]
    pub fn arguments_schema(&self) -> Result<Json, OpenrpcReferenceError> {
        let mut bundle = Bundle::new(self.document);
        let (mut properties, mut required) = (Object::new(), Vec::new());
        for parameter in self.parameters()? {
            let schema = parameter.schema.map(|schema| bundle.reference_to(schema, schema)).unwrap_or_default();
            properties.insert(parameter.name, schema);
            if parameter.required {
                required.push(Json::from(parameter.name));
            }
        }
        let properties = object! {
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        };
        without_errors(bundle.close(properties))
    }
}

impl<'a> Descriptor<'a> {
    /// Reads a value. `None` if it has no name.
    #[must_use]
    pub fn of(json: &'a Json) -> Option<Self> {
        let object = json.as_object()?;
        let name = object.get("name")?.as_str()?;
        let required = object.get("required").and_then(Json::as_bool) == Some(true);
        Some(Self { name, required, schema: object.get("schema"), object })
    }
}

/// The `$ref` of a value, and its offset.
fn reference_of(json: &Json) -> Option<(&str, Offset)> {
    let value = json.get("$ref")?;
    Some((value.as_str()?, value.offset()))
}

/// The JSON Pointer in a fragment; `None` for an anchor.
fn fragment_of(fragment: &str) -> Option<String> {
    let pointer = percent_encoding::percent_decode_str(fragment).decode_utf8().ok()?;
    (pointer.is_empty() || pointer.starts_with('/')).then(|| pointer.into_owned())
}

/// Resolves a JSON Pointer in an object.
fn lookup<'a>(root: &'a Object, pointer: &str) -> Option<&'a Json> {
    let rest = pointer.strip_prefix('/')?;
    let (first, rest) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
    pointer::lookup(root.get(&first.replace("~1", "/").replace("~0", "~"))?, rest)
}

fn without_errors((schema, errors): (Json, Vec<OpenrpcReferenceError>)) -> Result<Json, OpenrpcReferenceError> {
    errors.into_iter().next().map_or(Ok(schema), Err)
}

/// Combines schemas: each referenced schema becomes a definition.
struct Bundle<'a> {
    document: OpenRpc<'a>,
    /// Empty for a single schema.
    components: ComponentIndex,
    /// The schema being copied, because its references may refer to its own parts.
    own: Option<&'a Json>,
    names: HashMap<*const Json, String>,
    /// Named schemas that are not copied yet: name, schema, and enclosing schema.
    waiting: Vec<(String, &'a Json, &'a Json)>,
    errors: Vec<OpenrpcReferenceError>,
    /// Number of values that may still be copied.
    left: usize,
}

impl<'a> Bundle<'a> {
    fn new(document: OpenRpc<'a>) -> Self {
        Self {
            document,
            components: ComponentIndex::default(),
            own: None,
            names: HashMap::new(),
            waiting: Vec::new(),
            errors: Vec::new(),
            left: MAX_COPIED_VALUES,
        }
    }

    fn name_of(&mut self, schema: &'a Json, own: &'a Json) -> String {
        let next = self.names.len().to_string();
        let name = self.names.entry(std::ptr::from_ref(schema)).or_insert_with(|| next.clone()).clone();
        if name == next {
            self.waiting.push((next, schema, own));
        }
        name
    }

    fn reference_to(&mut self, schema: &'a Json, own: &'a Json) -> Object {
        let name = self.name_of(schema, own);
        Object::from_iter([("$ref", format!("#/definitions/{name}"))])
    }

    /// Completes the schema with the definitions of all waiting schemas.
    fn close(mut self, mut root: Object) -> (Json, Vec<OpenrpcReferenceError>) {
        let mut definitions = Vec::new();
        while let Some((name, schema, own)) = self.waiting.pop() {
            self.own = Some(own);
            definitions.push((name, self.copy(schema)));
        }
        root.insert("$schema", DIALECT);
        root.insert("definitions", definitions.into_iter().collect::<Object>());
        (root.into(), self.errors)
    }

    fn copy(&mut self, schema: &'a Json) -> Json {
        let Some(left) = self.left.checked_sub(1) else {
            if self.errors.is_empty() {
                self.errors.push(OpenrpcReferenceError::too_many(schema));
            }
            return Json::from(true);
        };
        self.left = left;
        // below an `$id`, references are relative to it
        let Some(object) = schema.as_object().filter(|object| !object.contains("$id")) else {
            return schema.clone();
        };
        let mut copied = Vec::with_capacity(object.len());
        for member in object {
            let (name, value) = (member.name(), member.value());
            let value = match (name.as_str(), value.as_str(), holds(name)) {
                ("$ref", Some(reference), _) => match self.definition(reference, value.offset()) {
                    Ok(reference) => reference.map_or_else(|| value.clone(), Json::from),
                    Err(error) => {
                        self.errors.push(error);
                        continue;
                    }
                },
                (_, _, Some(Holds::Schemas)) => match value.as_array() {
                    Some(items) => items.iter().map(|item| self.copy(item)).collect::<Vec<_>>().into(),
                    None => self.copy(value),
                },
                (_, _, Some(Holds::Named)) => match value.as_object() {
                    Some(named) => {
                        let entries = named.iter().map(|entry| (entry.name().clone(), self.copy(entry.value())));
                        entries.collect::<Object>().into()
                    }
                    None => value.clone(),
                },
                _ => value.clone(),
            };
            copied.push((name.clone(), value));
        }
        Json::at(Value::Object(copied.into_iter().collect()), schema.offset())
    }

    /// The rewritten reference for one within the document; `None` for one to another document.
    fn definition(&mut self, reference: &str, at: Offset) -> Result<Option<String>, OpenrpcReferenceError> {
        let Some(fragment) = reference.strip_prefix('#') else { return Ok(None) };
        // percent-encoded names are looked up by pointer
        let name = reference.strip_prefix("#/components/schemas/").filter(|_| !reference.contains(['~', '%']));
        let found = match name.and_then(|name| self.components.get(self.document.root, "schemas", name)) {
            Some(found) => Ok(found),
            None => self.document.target(reference, at),
        };
        let (target, own) = match found {
            Ok(target) => (target, target),
            // schema generators write references relative to the schema
            Err(error) => {
                let own = self.own.zip(fragment_of(fragment));
                own.and_then(|(own, at)| Some((pointer::lookup(own, &at)?, own))).ok_or(error)?
            }
        };
        Ok(Some(format!("#/definitions/{}", self.name_of(target, own))))
    }
}
