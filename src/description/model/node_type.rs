//! The macro `node_type!` declares a kind of node once: what is read, written, shown, compared and recognized comes from it.

use crate::{
    description::{
        ModelError, Node, SecurityDefinition, SecurityRequirement,
        model::security,
        node_reader::NodeReader,
        plain::check_plain_as,
        reading::ModelReader,
        vocabulary::{Term, term_set::TermSet},
        writing::{Target, Writer, Written},
    },
    diagnostic::{
        FindingFilter, Rule,
        members::{Shape, Table},
    },
    json::{Document, Json, Object, Text},
};

/// A kind of node that the model reads.
pub(in crate::description) struct Role {
    /// The declared members.
    pub(in crate::description) members: &'static [DeclaredMember],
    /// The nodes of terms without a field.
    nodes: &'static [(Term, &'static Role)],
    /// The terms whose scalars the model reads.
    pub(in crate::description) scalars: TermSet,
    /// The terms that the model reads as something else.
    parts: TermSet,
}

/// A member of a kind of node, as declared.
pub(crate) struct DeclaredMember {
    pub(in crate::description) term: Term,
    /// The name in the model's JSON.
    #[cfg(test)]
    pub(in crate::description) shown: &'static str,
    /// The documentation of the field.
    #[cfg(test)]
    pub(in crate::description) documentation: &'static str,
    pub(in crate::description) reads: Reads,
    pub(in crate::description) marker: Marker,
}

/// Whether a member identifies an object as an agent description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marker {
    /// All formats have the name.
    Shared,
    /// Only descriptions have the member: DID documents do not define it.
    Own,
    /// Own, and it makes an object a likely description.
    Distinctive,
}

/// What the model reads of a term's values.
#[derive(Clone, Copy)]
pub(in crate::description) enum Reads {
    /// Strings, numbers, booleans.
    Scalars,
    /// Dates and times.
    Times,
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
    pub(in crate::description) const fn new(
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

    /// The members that identify an object as a description.
    pub(in crate::description) fn markers(&self) -> impl Iterator<Item = (&'static str, Marker)> {
        let members = self.members.iter().map(|member| (member.term.name(), member.marker));
        members.filter(|(_, marker)| *marker != Marker::Shared)
    }

    /// Whether the node is a security scheme.
    pub(in crate::description) const fn is_scheme(&self) -> bool {
        self.scalars.has(crate::description::vocabulary::SCHEME)
    }

    /// What the model reads of a member with one of `terms`; `None` if it does not read the member in this kind of
    /// node.
    pub(in crate::description) fn reads(&self, terms: TermSet) -> Option<Reads> {
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
pub(in crate::description) trait MemberValue {
    const READS: Reads = Reads::Scalars;
    const SHAPE: Shape = Shape::Any;

    /// Writes the member into a document.
    fn write(&self, writer: &mut Writer<'_>, name: &'static str);

    /// The value in the model's JSON.
    fn show(&self) -> Json;
}

/// A type of field that is read from the values of a term.
pub(in crate::description) trait ReadMember: Sized {
    /// `None` without a value that the model needs: a finding says so.
    fn read<'a>(
        reading: &mut ModelReader<'a>,
        node: &mut NodeReader<'a>,
        rule: &'static Rule,
        term: Term,
    ) -> Option<Self>;
}

/// When a member is read: the order decides which error is the first one of a document.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::description) enum Turn {
    First,
    Middle,
    Last,
}

impl Turn {
    pub(in crate::description) const ALL: [Self; 3] = [Self::First, Self::Middle, Self::Last];
}

/// A kind of node in a field.
pub(in crate::description) trait NodeValue {
    const ROLE: &'static Role;
    /// How its members are compared.
    const COMPARED: &'static Table;

    fn written(&self, target: &Target<'_>) -> Written;

    /// The node in the model's JSON: every member is present, `null` or empty without a value.
    fn shown(&self) -> Json;
}

/// A kind of node that is read by its declaration. Values that are no nodes break the parent's `rule`.
pub(in crate::description) trait ReadNode: Sized {
    /// `None` without a value that the model needs.
    fn read_node<'a>(reading: &mut ModelReader<'a>, rule: &'static Rule, node: NodeReader<'a>) -> Option<Self>;
}

/// Reads the model of a document whose root is a node of this kind; values that are no nodes break the `rule`.
pub(in crate::description) fn read_document<N: NodeValue + ReadNode>(
    document: &Document,
    rule: &'static Rule,
) -> Result<N, ModelError> {
    check_plain_as(document, Some(N::ROLE))?;
    let mut reading = ModelReader::new(document, FindingFilter::FirstError);
    let root = reading.root("the document");
    let read = N::read_node(&mut reading, rule, root);
    reading.into_model(read)
}

/// The types of fields: what is read for them, the type of a value in the model's JSON, and how a member is read, written
/// and shown.
macro_rules! member_types {
    ($(
        [$($node:ident)?] $type:ty: $reads:expr, $shape:expr,
        read |$reading:ident, $from:ident, $rule:ident, $term:ident| $read:expr,
        write |$value:ident, $writer:ident, $name:ident| $write:expr,
        show $show:expr;
    )+) => {
        $(
            impl$(<$node: NodeValue + ReadNode>)? MemberValue for $type {
                const READS: Reads = $reads;
                const SHAPE: Shape = $shape;

                fn write(&self, $writer: &mut Writer<'_>, $name: &'static str) {
                    let $value = self;
                    $write;
                }

                fn show(&self) -> Json {
                    let show: fn(&Self) -> Json = $show;
                    show(self)
                }
            }

            impl$(<$node: NodeValue + ReadNode>)? ReadMember for $type {
                fn read<'a>(
                    $reading: &mut ModelReader<'a>,
                    $from: &mut NodeReader<'a>,
                    $rule: &'static Rule,
                    $term: Term,
                ) -> Option<Self> {
                    $read
                }
            }
        )+
    };
}

member_types! {
    [] Option<Text>: Reads::Scalars, Shape::TextOrNull,
        read |reading, node, rule, term| Some(node.text(reading, rule, term)),
        write |text, writer, name| writer.text(name, text.as_ref()),
        show |text| text.clone().into();

    [] Text: Reads::Scalars, Shape::Text,
        read |reading, node, rule, term| node.text(reading, rule, term),
        write |text, writer, name| writer.text(name, Some(text)),
        show |text| text.clone().into();

    [] Vec<Text>: Reads::Scalars, Shape::List(&Shape::Text),
        read |reading, node, rule, term| Some(node.texts(reading, rule, term)),
        write |texts, writer, name| writer.one_or_many(name, texts.iter().cloned().map(Json::from).collect()),
        show |texts| texts.iter().cloned().map(Json::from).collect::<Vec<_>>().into();

    [] Option<bool>: Reads::Scalars, Shape::Flag,
        read |reading, node, rule, term| Some(node.boolean(reading, rule, term)),
        write |flag, writer, name| writer.set(name, flag.map(Json::from)),
        show |flag| (*flag).into();

    [N] Option<N>: Reads::Nodes(N::ROLE), Shape::Of(N::COMPARED),
        read |reading, node, rule, term| {
            Some(node.one_node(reading, rule, term, |reading, part| N::read_node(reading, rule, part)))
        },
        write |node, writer, name| writer.node(name, node.as_ref()),
        show |node| node.as_ref().map(N::shown).into();

    [N] Vec<N>: Reads::Nodes(N::ROLE), Shape::List(&Shape::Of(N::COMPARED)),
        read |reading, node, rule, term| {
            Some(node.nodes(reading, rule, term, |reading, part| N::read_node(reading, rule, part)))
        },
        write |nodes, writer, name| writer.nodes(name, nodes),
        show |nodes| nodes.iter().map(N::shown).collect::<Vec<_>>().into();

    [] Vec<SecurityRequirement>: Reads::Security, Shape::Any,
        read |reading, node, rule, _term| Some(security::read_requirements(reading, rule, node)),
        write |requirements, writer, name| writer.security(name, requirements),
        show |requirements| requirements.iter().map(SecurityRequirement::shown).collect::<Vec<_>>().into();

    [] Vec<SecurityDefinition>: Reads::Definitions, Shape::Any,
        read |reading, _node, _rule, _term| Some(std::mem::take(&mut reading.definitions.sound)),
        write |definitions, writer, name| writer.definitions(name, definitions),
        show |definitions| definitions.iter().map(SecurityDefinition::shown).collect::<Vec<_>>().into();
}

/// The content of an interface: any JSON.
impl MemberValue for Option<Json> {
    const READS: Reads = Reads::Content;
    const SHAPE: Shape = Shape::Of(&crate::description::openrpc::MEMBERS);

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

/// A node in the model's JSON: `id` and `types`, the members, and the untyped ones by IRI in `other`.
pub(in crate::description) fn shown_node(
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
/// | `read by RULE, end FUNCTION, then FUNCTION;` | is read by the declaration, member after member; then the functions, if there are any, complete the identity and check the whole |
/// | `also TERMS, NODES;` | scalars and nodes that are read for fields without their term |
/// | `written [NAMES];` | come first in documents; the other members follow as declared |
/// | `compared by FIELDS, rest RULE;` | the comparison of keywords, and of members without a meaning |
/// | `fields { field: Type = FUNCTION, }` | fields that are no members, of the document |
/// | `computed { field: Type = "name" by FUNCTION, }` | members of the model's JSON that the function reads from several members |
///
/// and members `field: Type = TERM`, where the term is one of the vocabulary, or a name that only these members have.
///
/// | after a member | meaning |
/// |---|---|
/// | `[as "name"]` | the name in the model's JSON, unless it is the term's |
/// | `[by RULE]` | the rule that its values break, unless it is the node's |
/// | `[required]` | its absence breaks the rule too |
/// | `[url SCHEMES by RULE]` | is a URL of these schemes, such as `"http or https"` |
/// | `[time]` | is a date and time |
/// | `[read FUNCTION]` | reads it, instead of the type |
/// | `[first]`, `[last]` | is read before or after the others |
/// | `[means MEANING]` | how changes are judged |
/// | `[marks MARKER]` | whether it identifies a description |
macro_rules! node_type {
    (@term $term:ident) => { $crate::description::vocabulary::$term };
    (@term $name:literal) => { const { $crate::description::vocabulary::Term::declared($name) } };

    // the names of terms that the declaration adds to the vocabulary
    (@declared $term:ident) => { "" };
    (@declared $name:literal) => { $name };

    (@shown $term:tt [as $shown:literal] $($rest:tt)*) => { $shown };
    (@shown $term:tt $other:tt $($rest:tt)*) => { node_type!(@shown $term $($rest)*) };
    (@shown $term:tt) => { node_type!(@term $term).name() };

    (@marker [marks $marker:ident] $($rest:tt)*) => { $crate::description::model::node_type::Marker::$marker };
    (@marker $other:tt $($rest:tt)*) => { node_type!(@marker $($rest)*) };
    (@marker) => { $crate::description::model::node_type::Marker::Shared };

    (@meaning [means $($meaning:tt)+] $($rest:tt)*) => { Some($($meaning)+) };
    (@meaning $other:tt $($rest:tt)*) => { node_type!(@meaning $($rest)*) };
    (@meaning) => { None };

    (@rule $node:ident [by $rule:expr] $($rest:tt)*) => { $rule };
    (@rule $node:ident $other:tt $($rest:tt)*) => { node_type!(@rule $node $($rest)*) };
    (@rule $node:ident) => { $node };

    (@turn [first] $($rest:tt)*) => { $crate::description::model::node_type::Turn::First };
    (@turn [last] $($rest:tt)*) => { $crate::description::model::node_type::Turn::Last };
    (@turn $other:tt $($rest:tt)*) => { node_type!(@turn $($rest)*) };
    (@turn) => { $crate::description::model::node_type::Turn::Middle };

    (@reads $type:ty; [time] $($rest:tt)*) => { $crate::description::model::node_type::Reads::Times };
    (@reads $type:ty; $other:tt $($rest:tt)*) => { node_type!(@reads $type; $($rest)*) };
    (@reads $type:ty;) => { <$type as $crate::description::model::node_type::MemberValue>::READS };

    (@required ($reading:ident $node:ident $rule:ident $term:expr) [required] $($rest:tt)*) => {
        $node.require($reading, $rule, $term);
    };
    (@required $to:tt $other:tt $($rest:tt)*) => { node_type!(@required $to $($rest)*) };
    (@required $to:tt) => {};

    // a function returns the value of the field, or nothing where the field needs one
    (@value ($reading:ident $node:ident $rule:ident $term:expr) [read $read:expr] $($rest:tt)*) => {
        Option::from(($read)(&mut *$reading, &mut *$node))
    };
    (@value ($reading:ident $node:ident $rule:ident $term:expr) [time] $($rest:tt)*) => {
        Some($node.date_time($reading, $rule, $term))
    };
    (@value ($reading:ident $node:ident $rule:ident $term:expr) [url $allowed:literal] $($rest:tt)*) => {
        Some($node.url($reading, ($rule, &$crate::description::rules::RESOURCE), $term, $allowed))
    };
    (@value ($reading:ident $node:ident $rule:ident $term:expr) [url $allowed:literal by $by:expr] $($rest:tt)*) => {
        Some($node.url($reading, ($by, $by), $term, $allowed))
    };
    (@value $to:tt $other:tt $($rest:tt)*) => { node_type!(@value $to $($rest)*) };
    (@value ($reading:ident $node:ident $rule:ident $term:expr)) => {
        $crate::description::model::node_type::ReadMember::read($reading, $node, $rule, $term)
    };

    (@read [] $($rest:tt)*) => {};
    (@read [$rule:expr $(, end $end:expr)? $(, then $then:expr)?] $name:ident {
        $($own:ident: $own_type:ty = $own_value:expr;)*
    } { $($computed:ident $read_computed:expr;)* } {
        $($field:ident: $type:ty = $term:tt { $($option:tt)* })*
    }) => {
        impl $crate::description::model::node_type::ReadNode for $name {
            #[allow(unused_variables, unused_mut)] // functions read members without their rule
            fn read_node<'a>(
                reading: &mut $crate::description::reading::ModelReader<'a>,
                parent_rule: &'static $crate::diagnostic::Rule,
                node: $crate::description::node_reader::NodeReader<'a>,
            ) -> Option<Self> {
                let node = &mut node.called(Self::WHAT);
                let node_rule: &'static $crate::diagnostic::Rule = Option::unwrap_or($rule, parent_rule);
                $(let $computed = ($read_computed)(&mut *reading, &mut *node);)*
                $(let mut $field: Option<$type> = None;)*
                for turn in $crate::description::model::node_type::Turn::ALL {
                    $(if turn == node_type!(@turn $($option)*) {
                        let rule = node_type!(@rule node_rule $($option)*);
                        node_type!(@required (reading node rule (node_type!(@term $term))) $($option)*);
                        $field = node_type!(@value (reading node rule (node_type!(@term $term))) $($option)*);
                    })*
                }
                let mut node = node.finish(reading);
                $(
                    let end: fn(&mut $crate::description::reading::ModelReader<'a>, &mut $crate::description::Node) =
                        $end;
                    end(reading, &mut node);
                )?
                $(
                    let of_document: fn(&$crate::description::reading::ModelReader<'a>) -> $own_type = $own_value;
                    let $own = of_document(reading);
                )*
                let read = Self { $($own,)* $($computed,)* $($field: $field?,)* node };
                $(
                    let check: fn(&mut $crate::description::reading::ModelReader<'a>, &Self) = $then;
                    check(reading, &read);
                )?
                Some(read)
            }
        }
    };

    (
        $(#[doc = $doc:literal])+
        $vis:vis struct $name:ident: $what:literal;
        $(read by $rule:expr $(, end $end:expr)? $(, then $then:expr)?;)?
        $(also $scalars:expr, $nodes:expr;)?
        $(written [$($first:literal),+ $(,)?];)?
        $(compared by [$($fields:expr),* $(,)?], rest $rest:expr;)?
        $(fields { $($(#[doc = $own_doc:literal])+ $own:ident: $own_type:ty = $own_value:expr,)+ })?
        $(computed {
            $($(#[doc = $computed_doc:literal])+ $computed:ident: $computed_type:ty = $as:literal by $by:expr,)+
        })?
        {
            $(
                $(#[doc = $member_doc:literal])+
                $field:ident: $type:ty = $term:tt $([$($option:tt)+])*,
            )*
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, Default, PartialEq)]
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

            /// The terms that only this kind of node declares, and empty names.
            pub(in $crate::description) const DECLARED_TERMS: &'static [&'static str] =
                &[$(node_type!(@declared $term)),*];

            const COMPARED_FIELDS: &'static [$crate::diagnostic::members::Field] = &[
                $($($fields,)*)?
                $($crate::diagnostic::members::Field {
                    name: node_type!(@term $term).name(),
                    shape: <$type as $crate::description::model::node_type::MemberValue>::SHAPE,
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
                    $($(($as, $crate::description::model::node_type::MemberValue::show(&self.$computed)),)+)?
                    $((
                        node_type!(@shown $term $([$($option)+])*),
                        $crate::description::model::node_type::MemberValue::show(&self.$field),
                    ),)*
                ]
                .into_iter()
            }

            pub(in $crate::description) fn write_members(
                &self,
                writer: &mut $crate::description::writing::Writer<'_>,
            ) {
                $($($crate::description::model::node_type::MemberValue::write(&self.$computed, writer, $as);)+)?
                $($crate::description::model::node_type::MemberValue::write(
                    &self.$field, writer, node_type!(@term $term).name(),
                );)*
                $(writer.begin_with(&[$($first),+]);)?
            }
        }

        impl $crate::description::model::node_type::NodeValue for $name {
            const ROLE: &'static $crate::description::model::node_type::Role = &$crate::description::model::node_type::Role::new(
                &[$($crate::description::model::node_type::DeclaredMember {
                    term: node_type!(@term $term),
                    #[cfg(test)]
                    shown: node_type!(@shown $term $([$($option)+])*),
                    #[cfg(test)]
                    documentation: concat!($($member_doc),+),
                    reads: node_type!(@reads $type; $([$($option)+])*),
                    marker: node_type!(@marker $([$($option)+])*),
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
                $crate::description::model::node_type::shown_node($crate::json::Object::new(), &self.node, self.shown_members())
            }
        }

        node_type!(@read [$($rule $(, end $end)? $(, then $then)?)?] $name {
            $($($own: $own_type = $own_value;)+)?
        } { $($($computed $by;)+)? } {
            $($field: $type = $term { $([$($option)+])* })*
        });
    };

    (@or) => { &[] };
    (@or [$given:expr]) => { $given };
}

pub(in crate::description) use node_type;
