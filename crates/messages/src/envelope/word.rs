//! The enumerations of the format: type, subtype, priority, routing strategy.

use std::{fmt, str::FromStr};

/// The text is not a value of the enumeration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}")]
pub struct UnknownWord {
    expected: String,
}

/// Defines an enumeration with `ALL`, `as_str`, `Display` and `FromStr`. Values are case-sensitive.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$word_doc:meta])* $word:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$word_doc])* $word,)+ }

        impl $name {
            /// All values, in the order of the format.
            pub const ALL: &'static [Self] = &[$(Self::$word),+];

            /// All values as text.
            pub(super) const WORDS: &'static [&'static str] = &[$($text),+];

            /// The text of the value.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$word => $text),+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl FromStr for $name {
            type Err = UnknownWord;

            fn from_str(text: &str) -> Result<Self, UnknownWord> {
                Self::ALL.iter().copied().find(|word| word.as_str() == text).ok_or_else(|| UnknownWord {
                    expected: [$($text),+].join(", "),
                })
            }
        }
    };
}

words! {
    /// The type of a message.
    MessageType {
        /// A request for a service or for information.
        Request = "REQUEST",
        /// The response to a request.
        Response = "RESPONSE",
        /// An event; no response is expected.
        Event = "EVENT",
        /// A heartbeat.
        Heartbeat = "HEARTBEAT",
    }
}

words! {
    /// The purpose of a message.
    SubType {
        /// Reads something.
        Query = "query",
        /// Changes something.
        Command = "command",
        /// Informs.
        Notification = "notification",
    }
}

words! {
    /// The priority of a message, lowest first.
    Priority {
        /// After all others.
        Low = "low",
        /// The default.
        Normal = "normal",
        /// Before normal messages.
        High = "high",
        /// Before all others.
        Urgent = "urgent",
    }
}

words! {
    /// The routing strategy.
    RoutingStrategy {
        /// To the agent in the target; the default.
        Direct = "direct",
        /// To all agents of the target's type.
        Broadcast = "broadcast",
        /// To any one agent of the target's type.
        LoadBalance = "load-balance",
    }
}

#[cfg(test)]
mod tests {
    use super::{MessageType, Priority, RoutingStrategy, SubType};

    #[test]
    fn words_are_compared_with_case() {
        assert_eq!("REQUEST".parse(), Ok(MessageType::Request));
        let refused = "request".parse::<MessageType>().map_err(|error| error.to_string());
        assert_eq!(refused, Err("expected REQUEST, RESPONSE, EVENT, HEARTBEAT".to_owned()));
        assert!("".parse::<SubType>().is_err());
        assert!("loadbalance".parse::<RoutingStrategy>().is_err());
        assert!(
            Priority::Urgent > Priority::High && Priority::High > Priority::Normal && Priority::Normal > Priority::Low
        );
    }
}
