//! What a version of A2A says of a card's members: a table for each object.

use super::definition_0::SECURITY_SCHEMES;
use crate::spelling::{Described, Part};
use agent_description::diagnostic::Rule;

/// An object of a card: a message of the protocol definition.
#[derive(Debug)]
pub(crate) struct Message {
    /// What it is in a message: `the skill`.
    pub what: &'static str,
    /// The rule of its members.
    pub rule: &'static Rule,
    pub fields: &'static [Field],
    /// Whether it holds exactly one of its fields (`oneof`).
    pub one_of: bool,
}

/// A member.
#[derive(Debug)]
pub(crate) struct Field {
    /// In camelCase.
    pub name: &'static str,
    pub shape: Shape,
    pub presence: Presence,
}

/// What a member holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    Text,
    Bool,
    /// `google.protobuf.Struct`: an object of any members, which nobody touches.
    Struct,
    Message(&'static Message),
    List(&'static Shape),
    Map(&'static Shape),
    /// A union that says by its own `type` what it is: checked apart.
    Union,
}

/// When a member is there (A2A 1.0, section 5.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// Marked `REQUIRED`.
    Required,
    /// Marked `optional`: a default value that is written counts.
    Optional,
    /// Neither: a default value is as good as none.
    Implicit,
}

impl Message {
    /// The field that a member is, whichever of its two spellings it has.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.is(name))
    }
}

impl Field {
    pub const fn required(name: &'static str, shape: Shape) -> Self {
        Self { name, shape, presence: Presence::Required }
    }

    pub const fn optional(name: &'static str, shape: Shape) -> Self {
        Self { name, shape, presence: Presence::Optional }
    }

    pub const fn implicit(name: &'static str, shape: Shape) -> Self {
        Self { name, shape, presence: Presence::Implicit }
    }

    /// Whether a member of this name is the field: the JSON mapping reads both of its names.
    pub fn is(&self, name: &str) -> bool {
        name == self.name || is_snake_case_of(name, self.name)
    }
}

impl Described for Shape {
    fn part(self) -> Part<Self> {
        match self {
            Self::Text | Self::Bool | Self::Struct => Part::Free,
            Self::Message(_) | Self::Union => Part::Object,
            Self::List(each) => Part::List(*each),
            // scopes are values: their names are the authorization server's
            Self::Map(Self::Text) => Part::List(Self::Text),
            Self::Map(each) => Part::Map(*each),
        }
    }

    fn find(self, fits: impl Fn(&'static str) -> bool) -> Option<(&'static str, Self)> {
        let of = |message: &'static Message| message.fields.iter().find(|field| fits(field.name));
        let field = match self {
            Self::Message(message) => of(message),
            Self::Union if fits("type") => return Some(("type", Self::Text)),
            Self::Union => SECURITY_SCHEMES.iter().find_map(|(_, scheme)| of(scheme)),
            _ => None,
        };
        field.map(|field| (field.name, field.shape))
    }

    /// The JSON mapping of Protocol Buffers takes the field's name in the definition, too.
    fn allows(name: &str, known: &str) -> bool {
        name == known || is_snake_case_of(name, known)
    }
}

/// Whether `snake` is the field's name in the protocol definition: `default_input_modes` of `defaultInputModes`.
pub(crate) fn is_snake_case_of(snake: &str, camel: &str) -> bool {
    let mut snake = snake.bytes();
    let mut differs = false;
    for byte in camel.bytes() {
        if byte.is_ascii_uppercase() {
            differs = true;
            if snake.next() != Some(b'_') || snake.next() != Some(byte.to_ascii_lowercase()) {
                return false;
            }
        } else if snake.next() != Some(byte) {
            return false;
        }
    }
    differs && snake.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::is_snake_case_of;

    #[test]
    fn the_definition_s_names_are_told_from_others() {
        assert!(is_snake_case_of("default_input_modes", "defaultInputModes"));
        assert!(is_snake_case_of("oauth2_security_scheme", "oauth2SecurityScheme"));
        for (snake, camel) in [
            ("name", "name"),
            ("defaultInputModes", "defaultInputModes"),
            ("default_input_mode", "defaultInputModes"),
            ("default_input_modes_", "defaultInputModes"),
            ("default__input_modes", "defaultInputModes"),
            ("default_Input_modes", "defaultInputModes"),
            ("", "iconUrl"),
        ] {
            assert!(!is_snake_case_of(snake, camel), "{snake}");
        }
    }
}
