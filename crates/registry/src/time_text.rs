//! Times as text (RFC 3339) in what is kept and what is told.

use agent_description::Timestamp;
use serde::{Deserialize, Deserializer, Serializer, de::Error};

pub(crate) fn serialize<S: Serializer>(time: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(time)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Timestamp, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

/// The same for a list.
pub(crate) mod list {
    use super::{Deserialize, Deserializer, Error, Serializer, Timestamp};

    pub(crate) fn serialize<S: Serializer>(times: &[Timestamp], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(times.iter().map(ToString::to_string))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Timestamp>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}

/// The same where there may be none: `null`.
pub(crate) mod option {
    use super::{Deserialize, Deserializer, Error, Serializer, Timestamp};

    // the signature is serde's
    #[allow(clippy::ref_option)]
    pub(crate) fn serialize<S: Serializer>(time: &Option<Timestamp>, serializer: S) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => serializer.collect_str(time),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Timestamp>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}
