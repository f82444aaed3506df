//! Typed models of documents: the macro `model!` declares a struct together with how it is read and written as JSON.

use crate::lenient_members::list;
use agent_description::json::{Json, Object, Text};

/// A value inside a model.
pub trait ModelPart: Sized {
    /// Reads a value; `None` for one of another type.
    fn from_json(json: &Json) -> Option<Self>;

    /// The value as JSON.
    fn to_json(&self) -> Json;
}

/// A member of a model. A value of another type is treated as absent.
pub trait ModelMember: Sized {
    /// Reads the member of an object.
    fn read(object: &Object, name: &str) -> Self;

    /// The value as JSON.
    fn to_json(&self) -> Json;
}

/// Parts that are values of the JSON tree.
macro_rules! plain_parts {
    ($($of:ty: $read:expr;)+) => {
        $(impl ModelPart for $of {
            fn from_json(json: &Json) -> Option<Self> {
                computed(json, $read)
            }

            fn to_json(&self) -> Json {
                Clone::clone(self).into()
            }
        })+
    };
}

plain_parts! {
    Text: |json| json.as_text().cloned();
    Json: |json| Some(json.clone());
    Object: |json| json.as_object().cloned();
    bool: |json| json.as_bool();
}

impl<P: ModelPart> ModelMember for Option<P> {
    fn read(object: &Object, name: &str) -> Self {
        object.get(name).and_then(P::from_json)
    }

    fn to_json(&self) -> Json {
        self.as_ref().map(P::to_json).into()
    }
}

/// The items of a list, without those of another type.
impl<P: ModelPart> ModelMember for Vec<P> {
    fn read(object: &Object, name: &str) -> Self {
        list(object, name).iter().filter_map(P::from_json).collect()
    }

    fn to_json(&self) -> Json {
        self.iter().map(P::to_json).collect::<Vec<_>>().into()
    }
}

/// Members with names that the author chooses, without those of another type.
impl<P: ModelPart> ModelMember for Vec<(Text, P)> {
    fn read(object: &Object, name: &str) -> Self {
        let members = object.get(name).and_then(Json::as_object).into_iter().flatten();
        members.filter_map(|member| Some((member.name().clone(), P::from_json(member.value())?))).collect()
    }

    fn to_json(&self) -> Json {
        self.iter().map(|(name, part)| (name.clone(), part.to_json())).collect::<Object>().into()
    }
}

/// Required members: the defaults are `false`, an empty text and an empty object.
macro_rules! with_default {
    ($($of:ty)+) => {
        $(impl ModelMember for $of {
            fn read(object: &Object, name: &str) -> Self {
                Option::<$of>::read(object, name).unwrap_or_default()
            }

            fn to_json(&self) -> Json {
                Clone::clone(self).into()
            }
        })+
    };
}

with_default! { bool Text Object }

/// The number of items of a list.
impl ModelMember for usize {
    fn read(object: &Object, name: &str) -> Self {
        list(object, name).len()
    }

    fn to_json(&self) -> Json {
        u32::try_from(*self).unwrap_or(u32::MAX).into()
    }
}

/// The result of a closure, whose argument needs no type then.
pub fn computed<V: ?Sized, T>(value: &V, read: impl FnOnce(&V) -> T) -> T {
    read(value)
}

/// Declares a model: a struct with the member of each field.
///
/// | field | meaning |
/// |---|---|
/// | `= "member"` | reads the member, and writes it with this name |
/// | `= "member" as "name"` | writes it with another name |
/// | `=> function` | computes the value; without one of the above, it is not written |
/// | `= @"member"` | the offset of the member, or of the object if it is missing; `= @` is that of the object |
#[macro_export]
macro_rules! model {
    (@read $object:ident $at:ident [@]) => { $at };
    (@read $object:ident $at:ident [@ $place:literal]) => {
        $object.get($place).map_or($at, agent_description::json::Json::offset)
    };
    (@read $object:ident $at:ident [$($member:literal)?] $read:expr) => {
        $crate::typed_model::computed($object, $read)
    };
    (@read $object:ident $at:ident [$member:literal]) => { $crate::typed_model::ModelMember::read($object, $member) };
    (@write $object:ident $self:ident.$field:ident [$($member:literal)?] [$shown:literal]) => {
        $object.insert($shown, $crate::typed_model::ModelMember::to_json(&$self.$field))
    };
    (@write $object:ident $self:ident.$field:ident [$member:literal] []) => {
        $object.insert($member, $crate::typed_model::ModelMember::to_json(&$self.$field))
    };
    (@write $object:ident $self:ident.$field:ident [] []) => {};
    ($(
        $(#[$meta:meta])*
        $view:vis struct $name:ident {
            $(
                $(#[$field_meta:meta])*
                $field:ident: $type:ty
                    $(= @ $($place:literal)?)? $(= $member:literal)? $(as $shown:literal)? $(=> $read:expr)?,
            )+
        }
    )+) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Debug, PartialEq)]
            #[non_exhaustive]
            $view struct $name {
                $($(#[$field_meta])* pub $field: $type,)+
            }

            impl $name {
                /// The members that the fields name.
                #[allow(dead_code)] // a model that drops unknown members does not need them
                pub(crate) const MEMBERS: &'static [&'static str] = &[$($($member,)?)+];

                /// Reads the root of a document leniently: a value of another type is treated as absent. The format reports
                /// what is wrong.
                #[must_use]
                pub fn read(document: &agent_description::Document) -> Self {
                    Self::placed(document.root(), document.json().offset())
                }

                /// Reads an object leniently.
                #[must_use]
                pub fn from_object(object: &agent_description::json::Object) -> Self {
                    Self::placed(object, agent_description::json::Offset::NONE)
                }

                /// Reads the object at an offset.
                #[allow(unused_variables, reason = "not every model keeps offsets")]
                fn placed(
                    object: &agent_description::json::Object,
                    offset: agent_description::json::Offset,
                ) -> Self {
                    Self {
                        $($field: $crate::model!(@read object offset [$(@ $($place)?)? $($member)?] $($read)?),)+
                    }
                }

                /// The model as JSON. All members are present.
                #[must_use]
                pub fn to_model_json(&self) -> agent_description::json::Json {
                    let mut object = agent_description::json::Object::new();
                    $($crate::model!(@write object self.$field [$($member)?] [$($shown)?]);)+
                    object.into()
                }
            }

            /// A missing member is read as an empty object, so that its members have their defaults.
            impl $crate::typed_model::ModelMember for $name {
                fn read(object: &agent_description::json::Object, name: &str) -> Self {
                    let empty = || Self::from_object(&agent_description::json::Object::new());
                    object.get(name).and_then($crate::typed_model::ModelPart::from_json).unwrap_or_else(empty)
                }

                fn to_json(&self) -> agent_description::json::Json {
                    self.to_model_json()
                }
            }

            impl $crate::typed_model::ModelPart for $name {
                fn from_json(json: &agent_description::json::Json) -> Option<Self> {
                    json.as_object().map(|object| Self::placed(object, json.offset()))
                }

                fn to_json(&self) -> agent_description::json::Json {
                    self.to_model_json()
                }
            }
        )+
    };
}
