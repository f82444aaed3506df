//! The macro `node_type!` declares a kind of node once: what is read, written, shown, compared and recognized comes from it.

use super::{
    Node, SecurityDefinition, SecurityRequirement,
    node_reader::NodeReader,
    reading::ModelReader,
    security,
    term_set::TermSet,
    vocabulary::Term,
    writing::{Target, Writer, Written},
};
use crate::{
    diagnostic::{
        Rule,
        members::{Shape, Table},
    },
    json::{Json, Object, Text},
};

/// A kind of node that the model reads.
pub(super) struct Role {
    /// The declared members.
    pub(super) members: &'static [DeclaredMember],
    /// The nodes of terms without a field.
    nodes: &'static [(Term, &'static Role)],
    /// The terms whose scalars the model reads.
    pub(super) scalars: TermSet,
    /// The terms that the model reads as something else.
    parts: TermSet,
}

/// A member of a kind of node, as declared.
pub(crate) struct DeclaredMember {
    pub(super) term: Term,
    /// The name in the model's JSON.
    #[cfg(test)]
    pub(super) shown: &'static str,
    /// The documentation of the field.
    #[cfg(test)]
    pub(super) documentation: &'static str,
    pub(super) reads: Reads,
    pub(super) sign: Sign,
}

/// Whether a member identifies an object as an agent description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// All formats have the name.
    Shared,
    /// Only descriptions have the member: DID documents do not define it.
    Own,
    /// Own, and it makes an object a likely description.
    Distinctive,
}

/// What the model reads of a term's values.
#[derive(Clone, Copy)]
pub(super) enum Reads {
    /// Strings, numbers, booleans.
    Scalars,
    /// Nodes.
    Nodes(&'static Role),
    /// Names of security schemes, or inline schemes.
    Security,
    /// The definitions of security schemes.
    Definitions,
    /// The definition of an interface.
    Content,
}

impl Role {
    /// The declared members, beside scalars and nodes that are read without a field of their own.
    pub(super) const fn new(
        members: &'static [DeclaredMember],
        more_scalars: &'static [Term],
        nodes: &'static [(Term, &'static Self)],
    ) -> Self {
        let (mut scalars, mut parts) = (TermSet::from_terms(more_scalars), TermSet::EMPTY);
        let mut at = 0;
        while at < members.len() {
            let set = if matches!(members[at].reads, Reads::Scalars) { &mut scalars } else { &mut parts };
            set.insert(members[at].term);
            at += 1;
        }
        at = 0;
        while at < nodes.len() {
            parts.insert(nodes[at].0);
            at += 1;
        }
        Self { members, nodes, scalars, parts }
    }

    /// Whether the node is a security scheme.
    pub(super) const fn is_scheme(&self) -> bool {
        self.scalars.has(super::vocabulary::SCHEME)
    }

    /// What the model reads of a member with one of `terms`; `None` if it does not read the member in this kind of
    /// node.
    pub(super) fn reads(&self, terms: TermSet) -> Option<Reads> {
        let part = terms.and(self.parts);
        if let Some(term) = part.first() {
            let declared = self.members.iter().find(|member| member.term == term).map(|member| member.reads);
            let of_term = |(own, role): &(Term, &'static Self)| (*own == term).then_some(Reads::Nodes(role));
            return declared.or_else(|| self.nodes.iter().find_map(of_term));
        }
        (!terms.and(self.scalars).is_empty()).then_some(Reads::Scalars)
    }
}

/// The type of a field: what is read for it, how it is written, shown and compared.
pub(super) trait MemberValue {
    const READS: Reads = Reads::Scalars;
    const SHAPE: Shape = Shape::Any;

    /// Writes the member into a document.
    fn write(&self, writer: &mut Writer<'_>, name: &'static str);

    /// The value in the model's JSON.
    fn show(&self) -> Json;
}

/// A type of field that is read from the values of a term.
pub(super) trait ReadMember {
    fn read<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>, rule: &'static Rule, term: Term) -> Self;
}

/// A kind of node in a field.
pub(super) trait NodeValue {
    const ROLE: &'static Role;
    /// How its members are compared.
    const COMPARED: &'static Table;

    fn written(&self, target: &Target<'_>) -> Written;

    /// The node in the model's JSON: every member is present, `null` or empty without a value.
    fn shown(&self) -> Json;
}

/// A kind of node that is read by its declaration. Values that are no nodes break the parent's `rule`.
pub(super) trait ReadNode: Sized {
    fn read_node<'a>(reading: &mut ModelReader<'a>, rule: &'static Rule, node: NodeReader<'a>) -> Self;
}

impl MemberValue for Option<Text> {
    fn write(&self, writer: &mut Writer<'_>, name: &'static str) {
        writer.text(name, self.as_ref());
    }

    fn show(&self) -> Json {
        self.clone().into()
    }
}

impl ReadMember for Option<Text> {
    fn read<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>, rule: &'static Rule, term: Term) -> Self {
        node.text(reading, rule, term)
    }
}

/// A required text.
impl MemberValue for Text {
    fn write(&self, writer: &mut Writer<'_>, name: &'static str) {
        writer.text(name, Some(self));
    }

    fn show(&self) -> Json {
        self.clone().into()
    }
}

impl MemberValue for Vec<Text> {
    fn write(&self, writer: &mut Writer<'_>, name: &'static str) {
        writer.one_or_many(name, self.iter().cloned().map(Json::from).collect());
    }

    fn show(&self) -> Json {
        self.iter().cloned().map(Json::from).collect::<Vec<_>>().into()
    }
}

impl ReadMember for Vec<Text> {
    fn read<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>, rule: &'static Rule, term: Term) -> Self {
        node.texts(reading, rule, term)
    }
}

impl MemberValue for Option<bool> {
    fn write(&self, writer: &mut Writer<'_>, name: &'static str) {
        writer.set(name, self.map(Json::from));
    }

    fn show(&self) -> Json {
        (*self).into()
    }
}

impl ReadMember for Option<bool> {
    fn read<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>, rule: &'static Rule, term: Term) -> Self {
        node.boolean(reading, rule, term)
    }
}

/// The content of an interface: any JSON.
impl MemberValue for Option<Json> {
    const READS: Reads = Reads::Content;
    const SHAPE: Shape = Shape::Of(&super::openrpc::MEMBERS);

    fn write(&self, writer: &mut Writer<'_>, name: &'static str) {
        writer.set(name, self.clone());
    }

    fn show(&self) -> Json {
        self.clone().into()
    }
}

/// Strings, numbers or booleans.
impl MemberValue for Vec<Json> {
    fn write(&self, writer: &mut Writer<'_>, name: &'static str) {
        writer.one_or_many(name, self.clone());
    }

    fn show(&self) -> Json {
        self.clone().into()
    }
}

impl<N: NodeValue> MemberValue for Option<N> {
    const READS: Reads = Reads::Nodes(N::ROLE);
    const SHAPE: Shape = Shape::Of(N::COMPARED);

    fn write(&self, writer: &mut Writer<'_>, name: &'static str) {
        writer.node(name, self.as_ref());
    }

    fn show(&self) -> Json {
        self.as_ref().map(N::shown).into()
    }
}

impl<N: NodeValue + ReadNode> ReadMember for Option<N> {
    fn read<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>, rule: &'static Rule, term: Term) -> Self {
        node.one_node(reading, rule, term, |reading, part| N::read_node(reading, rule, part))
    }
}

impl<N: NodeValue> MemberValue for Vec<N> {
    const READS: Reads = Reads::Nodes(N::ROLE);
    const SHAPE: Shape = Shape::List(&Shape::Of(N::COMPARED));

    fn write(&self, writer: &mut Writer<'_>, name: &'static str) {
        writer.nodes(name, self);
    }

    fn show(&self) -> Json {
        self.iter().map(N::shown).collect::<Vec<_>>().into()
    }
}

impl<N: NodeValue + ReadNode> ReadMember for Vec<N> {
    fn read<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>, rule: &'static Rule, term: Term) -> Self {
        node.nodes(reading, rule, term, |reading, part| N::read_node(reading, rule, part))
    }
}

impl MemberValue for Vec<SecurityRequirement> {
    const READS: Reads = Reads::Security;

    fn write(&self, writer: &mut Writer<'_>, _name: &'static str) {
        writer.security(self);
    }

    fn show(&self) -> Json {
        let shown = |requirement: &SecurityRequirement| match requirement {
            SecurityRequirement::Named(name) => name.clone().into(),
            SecurityRequirement::Inline(scheme) => scheme.shown(),
        };
        self.iter().map(shown).collect::<Vec<_>>().into()
    }
}

impl ReadMember for Vec<SecurityRequirement> {
    fn read<'a>(reading: &mut ModelReader<'a>, node: &mut NodeReader<'a>, rule: &'static Rule, _term: Term) -> Self {
        security::read_requirements(reading, rule, node)
    }
}

impl MemberValue for Vec<SecurityDefinition> {
    const READS: Reads = Reads::Definitions;

    fn write(&self, writer: &mut Writer<'_>, _name: &'static str) {
        writer.definitions(self);
    }

    fn show(&self) -> Json {
        let shown = |definition: &SecurityDefinition| {
            let first = ("definitionName", Json::from(definition.name.clone()));
            shown_node(
                Object::new(),
                &definition.scheme.node,
                [first].into_iter().chain(definition.scheme.shown_members()),
            )
        };
        self.iter().map(shown).collect::<Vec<_>>().into()
    }
}

/// A node in the model's JSON: `id` and `types`, the members, and the untyped ones by IRI in `other`.
pub(super) fn shown_node(
    mut object: Object,
    node: &Node,
    members: impl IntoIterator<Item = (&'static str, Json)>,
) -> Json {
    object.insert("id", node.id.clone());
    object.insert("types", node.types().map(Json::from).collect::<Vec<_>>());
    for (name, value) in members {
        object.insert(name, value);
    }
    let mut other = Object::new();
    for (iri, values) in node.untyped_properties() {
        // two names can have the same IRI
        match other.get_mut(iri).and_then(Json::as_array_mut) {
            Some(all) => all.extend_from_slice(values),
            None => _ = other.insert(iri, values.to_vec()),
        }
    }
    object.insert("other", other);
    object.into()
}

/// Declares a kind of node: `struct NAME: "its name in messages"`, then
///
/// | line of the head | meaning |
/// |---|---|
/// | `read by RULE, then FUNCTION;` | is read by the declaration, member after member; then the function, if there is one, checks the node |
/// | `also TERMS, NODES;` | scalars and nodes that are read for fields without their term |
/// | `written TERMS;` | come first in documents; the other members follow as declared |
/// | `compared by FIELDS, rest RULE;` | the comparison of keywords, and of members without a meaning |
/// | `fields { field: Type, }` | fields that are no members |
/// | `computed { field: Type = "name" by FUNCTION, }` | members of the model's JSON that the function reads from several members |
///
/// and members `field: Type = TERM`.
///
/// | after a member | meaning |
/// |---|---|
/// | `[as "name"]` | the name in the model's JSON, unless it is the term's |
/// | `[by RULE]` | the rule that its values break, unless it is the node's |
/// | `[required]` | its absence breaks the rule too |
/// | `[url SCHEMES]` | is a URL of these schemes, such as `"http or https"` |
/// | `[read FUNCTION]` | reads it, instead of the type |
/// | `[means MEANING]` | how changes are judged |
/// | `[sign SIGN]` | whether it identifies a description |
macro_rules! node_type {
    (@shown $term:ident [as $shown:literal] $($rest:tt)*) => { $shown };
    (@shown $term:ident $other:tt $($rest:tt)*) => { node_type!(@shown $term $($rest)*) };
    (@shown $term:ident) => { $crate::description::vocabulary::$term.name() };

    (@sign [sign $sign:ident] $($rest:tt)*) => { $crate::description::node_type::Sign::$sign };
    (@sign $other:tt $($rest:tt)*) => { node_type!(@sign $($rest)*) };
    (@sign) => { $crate::description::node_type::Sign::Shared };

    (@meaning [means $($meaning:tt)+] $($rest:tt)*) => { Some($($meaning)+) };
    (@meaning $other:tt $($rest:tt)*) => { node_type!(@meaning $($rest)*) };
    (@meaning) => { None };

    (@rule $node:ident [by $rule:expr] $($rest:tt)*) => { $rule };
    (@rule $node:ident $other:tt $($rest:tt)*) => { node_type!(@rule $node $($rest)*) };
    (@rule $node:ident) => { $node };

    (@required ($reading:ident $node:ident $rule:ident $term:ident) [required] $($rest:tt)*) => {
        $node.require($reading, $rule, $crate::description::vocabulary::$term);
    };
    (@required $to:tt $other:tt $($rest:tt)*) => { node_type!(@required $to $($rest)*) };
    (@required $to:tt) => {};

    (@value ($reading:ident $node:ident $rule:ident $term:ident) [read $read:expr] $($rest:tt)*) => {
        ($read)(&mut *$reading, &mut *$node)
    };
    (@value ($reading:ident $node:ident $rule:ident $term:ident) [url $allowed:literal] $($rest:tt)*) => {
        $node.url_of_kind(
            $reading,
            ($rule, &$crate::description::rules::RESOURCE),
            $crate::description::vocabulary::$term,
            $allowed,
        )
    };
    (@value $to:tt $other:tt $($rest:tt)*) => { node_type!(@value $to $($rest)*) };
    (@value ($reading:ident $node:ident $rule:ident $term:ident)) => {
        $crate::description::node_type::ReadMember::read(
            $reading, $node, $rule, $crate::description::vocabulary::$term,
        )
    };

    (@read [] $($rest:tt)*) => {};
    (@read [$rule:expr $(, $then:expr)?] $name:ident { $($computed:ident $read_computed:expr;)* } {
        $($field:ident $term:ident { $($option:tt)* })*
    }) => {
        impl $crate::description::node_type::ReadNode for $name {
            #[allow(unused_variables)] // functions read members without their rule
            fn read_node<'a>(
                reading: &mut $crate::description::reading::ModelReader<'a>,
                parent_rule: &'static $crate::diagnostic::Rule,
                node: $crate::description::node_reader::NodeReader<'a>,
            ) -> Self {
                let node = &mut node.called(Self::WHAT);
                let node_rule: &'static $crate::diagnostic::Rule = Option::unwrap_or($rule, parent_rule);
                $(let $computed = ($read_computed)(&mut *reading, &mut *node);)*
                $(
                    let rule = node_type!(@rule node_rule $($option)*);
                    node_type!(@required (reading node rule $term) $($option)*);
                    let $field = node_type!(@value (reading node rule $term) $($option)*);
                )*
                let read = Self { $($computed,)* $($field,)* node: node.finish(reading) };
                $(
                    let check: fn(&mut $crate::description::reading::ModelReader<'a>, &Self) = $then;
                    check(reading, &read);
                )?
                read
            }
        }
    };

    (
        $(#[doc = $doc:literal])+
        $(#[derive($($derived:ident),+)])?
        $vis:vis struct $name:ident: $what:literal;
        $(read by $rule:expr $(, then $then:expr)?;)?
        $(also $scalars:expr, $nodes:expr;)?
        $(written $first:expr;)?
        $(compared by [$($fields:expr),* $(,)?], rest $rest:expr;)?
        $(fields { $($(#[doc = $own_doc:literal])+ $own:ident: $own_type:ty,)+ })?
        $(computed {
            $($(#[doc = $computed_doc:literal])+ $computed:ident: $computed_type:ty = $as:literal by $by:expr,)+
        })?
        {
            $(
                $(#[doc = $member_doc:literal])+
                $field:ident: $type:ty = $term:ident $([$($option:tt)+])*,
            )*
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq)]
        $(#[derive($($derived),+)])?
        #[non_exhaustive]
        $vis struct $name {
            $($($(#[doc = $own_doc])+ pub $own: $own_type,)+)?
            /// Identity, types and what is not typed here.
            pub node: $crate::description::Node,
            $($($(#[doc = $computed_doc])+ pub $computed: $computed_type,)+)?
            $($(#[doc = $member_doc])+ pub $field: $type,)*
        }

        impl $name {
            pub(in $crate::description) const WHAT: &'static str = $what;

            const COMPARED_FIELDS: &'static [$crate::diagnostic::members::Field] = &[
                $($($fields,)*)?
                $($crate::diagnostic::members::Field {
                    name: $crate::description::vocabulary::$term.name(),
                    shape: <$type as $crate::description::node_type::MemberValue>::SHAPE,
                    presence: $crate::diagnostic::members::Presence::Optional,
                    rule: None,
                    sample: None,
                    meaning: node_type!(@meaning $([$($option)+])*),
                },)*
            ];

            /// The members in the model's JSON.
            pub(in $crate::description) fn shown_members(
                &self,
            ) -> impl Iterator<Item = (&'static str, $crate::json::Json)> {
                [
                    $($(($as, $crate::description::node_type::MemberValue::show(&self.$computed)),)+)?
                    $((
                        node_type!(@shown $term $([$($option)+])*),
                        $crate::description::node_type::MemberValue::show(&self.$field),
                    ),)*
                ]
                .into_iter()
            }

            pub(in $crate::description) fn write_members(
                &self,
                writer: &mut $crate::description::writing::Writer<'_>,
            ) {
                $($($crate::description::node_type::MemberValue::write(&self.$computed, writer, $as);)+)?
                $($crate::description::node_type::MemberValue::write(
                    &self.$field, writer, $crate::description::vocabulary::$term.name(),
                );)*
                $(writer.begin_with($first);)?
            }
        }

        impl $crate::description::node_type::NodeValue for $name {
            const ROLE: &'static $crate::description::node_type::Role = &$crate::description::node_type::Role::new(
                &[$($crate::description::node_type::DeclaredMember {
                    term: $crate::description::vocabulary::$term,
                    #[cfg(test)]
                    shown: node_type!(@shown $term $([$($option)+])*),
                    #[cfg(test)]
                    documentation: concat!($($member_doc),+),
                    reads: <$type as $crate::description::node_type::MemberValue>::READS,
                    sign: node_type!(@sign $([$($option)+])*),
                }),*],
                node_type!(@or $([$scalars])?),
                node_type!(@or $([$nodes])?),
            );

            const COMPARED: &'static $crate::diagnostic::members::Table =
                &$crate::diagnostic::members::Table::compared(Self::COMPARED_FIELDS)
                    $(.rest($rest))?
                    .spelled($crate::diagnostic::members::Spelling::Linked);

            fn written(
                &self,
                target: &$crate::description::writing::Target<'_>,
            ) -> $crate::description::writing::Written {
                let mut writer = $crate::description::writing::Writer::new(target, &self.node);
                self.write_members(&mut writer);
                writer.finish()
            }

            fn shown(&self) -> $crate::json::Json {
                $crate::description::node_type::shown_node($crate::json::Object::new(), &self.node, self.shown_members())
            }
        }

        node_type!(@read [$($rule $(, $then)?)?] $name { $($($computed $by;)+)? } {
            $($field $term { $([$($option)+])* })*
        });
    };

    (@or) => { &[] };
    (@or [$given:expr]) => { $given };
}

pub(super) use node_type;
