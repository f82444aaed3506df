//! The words that the format lists: type, subtype, priority, routing strategy.

use std::{fmt, str::FromStr};

/// A text that is none of the words that the format lists.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}")]
pub struct UnknownWord {
    expected: String,
}

/// An enumeration of words with `ALL`, `as_str`, `Display` and `FromStr`, compared with case.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$word_doc:meta])* $word:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$word_doc])* $word,)+ }

        impl $name {
            /// All of them, in the order of the format.
            pub const ALL: &'static [Self] = &[$(Self::$word),+];

            /// All of them, as they are written.
            pub(super) const WORDS: &'static [&'static str] = &[$($text),+];

            /// As it is written.
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
    /// What a message is.
    MessageType {
        /// Asks another agent for a service or for information.
        Request = "REQUEST",
        /// Answers a request.
        Response = "RESPONSE",
        /// Tells something; no answer is expected.
        Event = "EVENT",
        /// Says that the agent is alive.
        Heartbeat = "HEARTBEAT",
    }
}

words! {
    /// What a message is for.
    SubType {
        /// It reads.
        Query = "query",
        /// It changes something.
        Command = "command",
        /// It tells.
        Notification = "notification",
    }
}

words! {
    /// How urgent a message is; a later one goes first.
    Priority {
        /// After all others.
        Low = "low",
        /// The usual one, where nothing is said.
        Normal = "normal",
        /// Before the usual ones.
        High = "high",
        /// Before all others.
        Urgent = "urgent",
    }
}

words! {
    /// To whom a message goes.
    RoutingStrategy {
        /// To the agent that the target names; where nothing is said, too.
        Direct = "direct",
        /// To every agent of the target's type.
        Broadcast = "broadcast",
        /// To one agent of the target's type.
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
