//! Writing models as documents, under the context that the model was read with, or the embedded one.

use super::{
    AgentDescription, DescriptionProfile, ModelError, Node, Product, SecurityDefinition, SecurityRequirement,
    model::{node::Untyped, node_type::NodeValue},
    vocabulary::{
        self as term, Namespace,
        context_names::{self, Coercion, Names},
    },
};
use crate::{
    Code, CodedError, Limits, iri,
    json::{Document, Json, Member, Object, Offset, ReadError, Text, Value},
};

/// The protocol version in ANP-07 documents.
const PROTOCOL_VERSION: &str = "1.0.0";

/// Why a model cannot be built or written as a document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The document would be larger or nested more deeply than `Limits::default()` allows.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Under the document's context, the IRI would be read as a compact one (JSON-LD 1.1 API section 6.2.2, "IRI
    /// confused with prefix").
    #[error("the scheme of the IRI {iri:?} is a prefix of the context, which would change the IRI; use another IRI")]
    IriConfusedWithPrefix {
        /// A type, an `@id` or a `url`.
        iri: Text,
    },
    /// A part of the model comes from a document with another context, which gives an untyped member another meaning.
    #[error(
        "the member {name:?} means <{iri}>, but has another meaning in this context; use the same `@context` for both documents"
    )]
    OtherContext {
        /// The member's name.
        name: Text,
        /// Its meaning in the source document.
        iri: Text,
    },
    /// A built description breaks a rule of the protocol's tables. The position is in the document that
    /// [`AgentDescription::to_document`] writes.
    #[error(transparent)]
    Model(#[from] ModelError),
}

impl CodedError for WriteError {
    fn code(&self) -> Code {
        match self {
            Self::Read(error) => error.code(),
            Self::IriConfusedWithPrefix { .. } => Code::IRI_CONFUSED_WITH_PREFIX,
            Self::OtherContext { .. } => Code::AD_STRUCTURE,
            Self::Model(error) => error.code(),
        }
    }

    fn cause(&self) -> Option<&dyn CodedError> {
        match self {
            Self::Read(error) => Some(error),
            Self::Model(error) => Some(error),
            Self::IriConfusedWithPrefix { .. } | Self::OtherContext { .. } => None,
        }
    }
}

/// A member without an equivalent in the other generation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DroppedMember {
    /// Position of its parent object in the source document.
    pub of: Offset,
    /// Its name; a term is named without prefix.
    pub name: Text,
}

/// The context of the written document, and the meaning of its names.
pub(super) struct Target<'t> {
    profile: DescriptionProfile,
    /// `None` in ANP-07.
    context: Option<&'t Json>,
    names: Names<'t>,
    /// Whether members that cannot be written are dropped.
    drops: bool,
}

impl<'t> Target<'t> {
    fn new(context: &'t Json) -> Self {
        let profile = DescriptionProfile::Adp;
        Self { profile, context: Some(context), names: Names::new(profile, Some(context)), drops: false }
    }

    /// Same, but drops members that cannot be written.
    pub(super) fn dropping(context: &'t Json) -> Self {
        Self { drops: true, ..Self::new(context) }
    }

    /// A document of ANP-07.
    pub(super) fn anp_07() -> Self {
        let profile = DescriptionProfile::Anp07;
        Self { profile, context: None, names: Names::new(profile, None), drops: true }
    }

    /// A keyword in its written form.
    fn keyword(&self, keyword: &'static str) -> &'static str {
        match (self.profile, keyword) {
            (DescriptionProfile::Anp07, "@type") => "type",
            _ => keyword,
        }
    }
}

impl AgentDescription {
    /// Writes the description as a document without a proof. [`AgentDescription::from_document`] reads it as an equal
    /// description of the profile `adp`. Its `@context` is the one that the description was read with, or the embedded
    /// one with the language.
    ///
    /// # Errors
    /// [`WriteError`] if the description is larger or nested more deeply than `Limits::default()` allows, or if a part
    /// would change its meaning under this context.
    pub fn to_document(&self) -> Result<Document, WriteError> {
        Ok(Document::from_object(self.to_object()?, &Limits::default())?)
    }

    /// Same as an object.
    ///
    /// # Errors
    /// [`WriteError::IriConfusedWithPrefix`], [`WriteError::OtherContext`].
    pub(crate) fn to_object(&self) -> Result<Object, WriteError> {
        let context = self.context();
        self.written_root(&Target::new(&context)).into_object()
    }

    /// The context that the description was read with, unless its language was changed.
    fn context(&self) -> Json {
        let read = self.node.origin.as_ref().and_then(|origin| origin.context.as_ref());
        if let Some(context) = read
            && Target::new(context).names.language == self.language.as_ref()
        {
            return context.clone();
        }
        let context = Json::from(term::AD_CONTEXT);
        match &self.language {
            None => context,
            Some(language) => {
                let mut map = Object::new();
                map.insert("@language", language.clone());
                vec![context, map.into()].into()
            }
        }
    }

    pub(super) fn written_root(&self, target: &Target<'_>) -> Written {
        let mut object = Object::new();
        let anp_07 = target.profile == DescriptionProfile::Anp07;
        if let Some(context) = target.context {
            object.insert("@context", context.clone());
        }
        if anp_07 {
            object.insert("protocolType", "ANP");
            let version = self.protocol_version.clone();
            object.insert("protocolVersion", version.unwrap_or_else(|| Text::from_static(PROTOCOL_VERSION)));
        }
        let mut writer = Writer::over(object, target, &self.node);
        self.write_members(&mut writer);
        writer.finish()
    }
}

impl Product {
    /// Writes the product as an object for a document with the embedded context, without this context.
    ///
    /// # Errors
    /// [`WriteError::IriConfusedWithPrefix`], [`WriteError::OtherContext`].
    pub fn to_object(&self) -> Result<Object, WriteError> {
        self.written(&Target::new(&Json::from(term::AD_CONTEXT))).into_object()
    }
}

/// The written members of a node, and the first error.
pub(super) struct Written {
    pub(super) object: Object,
    pub(super) fault: Option<WriteError>,
    /// The dropped members, if dropping is allowed.
    pub(super) dropped: Vec<DroppedMember>,
}

impl Written {
    fn into_object(self) -> Result<Object, WriteError> {
        self.fault.map_or(Ok(self.object), Err)
    }
}

/// An object being written: type and identity first, untyped members last.
pub(super) struct Writer<'a> {
    written: Written,
    target: &'a Target<'a>,
    node: &'a Node,
    /// Number of members before those of the declaration.
    head: usize,
}

impl<'a> Writer<'a> {
    pub(super) fn new(target: &'a Target<'a>, node: &'a Node) -> Self {
        Self::over(Object::new(), target, node)
    }

    fn over(object: Object, target: &'a Target<'a>, node: &'a Node) -> Self {
        let mut writer = Self { written: Written { object, fault: None, dropped: Vec::new() }, target, node, head: 0 };
        for iri in node.types() {
            writer.note(iri);
        }
        let types = node.types().map(|iri| Json::from(target.compact_type(iri)));
        writer.one_or_many(target.keyword("@type"), types.collect());
        writer.iri("@id", node.id.as_ref());
        writer.head = writer.written.object.len();
        writer
    }

    /// Moves these members before the others of the declaration.
    pub(super) fn begin_with(&mut self, first: &[&str]) {
        let object = &mut self.written.object;
        let mut names: Vec<Text> = object.iter().skip(self.head).map(|member| member.name().clone()).collect();
        names.sort_by_key(|name| first.iter().position(|first| name.as_str() == *first).unwrap_or(first.len()));
        for name in names {
            if let Some(value) = object.remove(&name) {
                object.insert(name, value);
            }
        }
    }

    pub(super) fn set(&mut self, name: &'static str, value: impl Into<Option<Json>>) {
        if let Some(value) = value.into() {
            self.written.object.insert(name, value);
        }
    }

    pub(super) fn text(&mut self, name: &'static str, text: Option<&Text>) {
        if name == term::URL.name() {
            return self.url(text);
        }
        self.set(name, text.cloned().map(Json::from));
    }

    /// A value that is read as an IRI.
    fn iri(&mut self, name: &'static str, iri: Option<&Text>) {
        if let Some(iri) = iri {
            self.note(iri);
        }
        self.set(name, iri.cloned().map(Json::from));
    }

    fn url(&mut self, url: Option<&Text>) {
        let names = &self.target.names;
        if names.coercion("url") != Coercion::Iri || self.target.profile == DescriptionProfile::Anp07 {
            return self.set("url", url.cloned().map(Json::from));
        }
        let is_name = |url: &str| url.split_once(':').is_some_and(|(scheme, _)| names.definition(scheme).is_some());
        let is_text = |url: &&Text| !iri::is_absolute(url) || !iri::is_well_formed_reference(url) || is_name(url);
        let Some(text) = url.filter(is_text) else { return self.iri("url", url) };
        // a string instead of a URL, which the context would turn into an IRI
        self.set("schema:url", Json::from(text.clone()));
    }

    /// Writes the part as a value of this node.
    fn take(&mut self, part: Written) -> Json {
        if let Some(fault) = part.fault {
            self.note_fault(|| fault);
        }
        self.written.dropped.extend(part.dropped);
        part.object.into()
    }

    pub(super) fn node<N: NodeValue>(&mut self, name: &'static str, part: Option<&N>) {
        if let Some(part) = part {
            let value = self.take(part.written(self.target));
            self.set(name, value);
        }
    }

    pub(super) fn nodes<N: NodeValue>(&mut self, name: &'static str, parts: &[N]) {
        let values: Vec<Json> = parts.iter().map(|part| self.take(part.written(self.target))).collect();
        if !values.is_empty() {
            self.set(name, Json::from(values));
        }
    }

    pub(super) fn one_or_many(&mut self, name: &'static str, values: Vec<Json>) {
        match <[Json; 1]>::try_from(values) {
            Ok([value]) => self.set(name, value),
            Err(values) if values.is_empty() => {}
            Err(values) => self.set(name, Json::from(values)),
        }
    }

    pub(super) fn definitions(&mut self, name: &'static str, definitions: &[SecurityDefinition]) {
        let members: Object = definitions
            .iter()
            .map(|definition| (definition.name.clone(), self.take(definition.scheme.written(self.target))))
            .collect();
        self.set(name, Json::from(members));
    }

    pub(super) fn security(&mut self, name: &'static str, requirements: &[SecurityRequirement]) {
        let values = requirements
            .iter()
            .map(|requirement| match requirement {
                SecurityRequirement::Named(name) => Json::from(name.clone()),
                SecurityRequirement::Inline(scheme) => self.take(scheme.written(self.target)),
            })
            .collect();
        self.one_or_many(name, values);
    }

    /// Records an IRI that the context would read as a compact one.
    fn note(&mut self, iri: &str) {
        if self.target.is_compact(iri) {
            self.note_fault(|| WriteError::IriConfusedWithPrefix { iri: iri.into() });
        }
    }

    fn note_fault(&mut self, make: impl FnOnce() -> WriteError) {
        if self.written.fault.is_none() {
            self.written.fault = Some(make());
        }
    }

    pub(super) fn finish(mut self) -> Written {
        let node = self.node;
        let origin = node.origin.as_deref();
        let is_own = origin.is_none_or(|origin| {
            origin.profile == self.target.profile && origin.context.as_ref() == self.target.context
        });
        let names = origin.map(|origin| Names::new(origin.profile, origin.context.as_ref()));
        for Untyped { name, value, .. } in &node.untyped {
            let member = Member::new(name.clone(), value.clone());
            let written = match &names {
                Some(from) if !is_own => self.target.rewritten(&member, from),
                _ => Ok(member),
            };
            match written {
                Ok(member) => _ = self.written.object.insert(member.name, member.value),
                Err(_) if self.target.drops => {
                    self.written.dropped.push(DroppedMember { of: node.offset, name: name.clone() });
                }
                Err(fault) => self.note_fault(|| fault),
            }
        }
        if self.written.object.is_empty() {
            // the plain profile has no empty objects, and null has no meaning
            self.written.object.insert("name", Json::from(None::<Json>));
        }
        self.written
    }
}

impl Target<'_> {
    /// Whether the context would read an IRI as a compact one (JSON-LD 1.1 API section 5.2.2 step 6).
    fn is_compact(&self, iri: &str) -> bool {
        matches!(self.names.written(iri), context_names::Written::Compact(..))
    }

    /// A member with names from another document, written with the same meaning here.
    fn rewritten(&self, member: &Member, from: &Names<'_>) -> Result<Member, WriteError> {
        let (name, value, to) = (member.name(), member.value(), &self.names);
        if let Some(keyword) = from.keyword(name) {
            let value = if keyword == "@type" { self.types(value, from) } else { self.rewritten_value(value, from)? };
            let keyword = if keyword == "@type" { self.keyword("@type") } else { keyword };
            return Ok(Member::new(keyword, value));
        }
        let (iri, coercion) = (Text::from(from.iri(name)), from.coercion(name));
        let means_it =
            |name: &str| to.keyword(name).is_none() && to.iri(name) == iri.as_str() && to.coercion(name) == coercion;
        let name = if means_it(name) { name.clone() } else { iri.clone() };
        if !means_it(&name) {
            return Err(match self.is_compact(&iri) {
                true => WriteError::IriConfusedWithPrefix { iri },
                false => WriteError::OtherContext { name: member.name().clone(), iri },
            });
        }
        let value = if coercion == Coercion::Json { value.clone() } else { self.rewritten_value(value, from)? };
        Ok(Member::new(name, value))
    }

    /// A type as abbreviated by the context.
    fn compact_type(&self, iri: &str) -> String {
        let names = &self.names;
        let is_local = |name: &&str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let is_it = |written: &String| names.iri(written) == iri && !names.is_prefix(written);
        let of_protocol = iri.strip_prefix(term::AD).filter(is_local).map(|name| format!("ad:{name}"));
        // no type has the name of a term
        let is_free = |name: &&str| context_names::model_terms(name).is_empty() && !matches!(*name, "id" | "type");
        let by_name = Namespace::split(iri).map(|(_, name)| name).filter(is_local).filter(is_free).map(str::to_owned);
        let (of_protocol, by_name) = (of_protocol.filter(is_it), by_name.filter(is_it));
        // types that both generations have keep their names
        let written = if self.drops { by_name.or(of_protocol) } else { of_protocol.or(by_name) };
        written.unwrap_or_else(|| iri.to_owned())
    }

    fn types(&self, types: &Json, from: &Names<'_>) -> Json {
        match types.value() {
            Value::Array(types) => Json::from(types.iter().map(|class| self.types(class, from)).collect::<Vec<_>>()),
            Value::String(class) if self.names.iri(class) != from.iri(class) => {
                Json::from(self.compact_type(&from.iri(class)))
            }
            _ => types.clone(),
        }
    }

    fn rewritten_value(&self, value: &Json, from: &Names<'_>) -> Result<Json, WriteError> {
        Ok(match value.value() {
            Value::Array(items) => {
                let items = items.iter().map(|item| self.rewritten_value(item, from));
                Json::from(items.collect::<Result<Vec<_>, _>>()?)
            }
            Value::Object(object) => {
                let members = object.iter().map(|member| self.rewritten(member, from).map(|it| (it.name, it.value)));
                Json::from(members.collect::<Result<Object, _>>()?)
            }
            _ => value.clone(),
        })
    }
}
