//! Lists of hosts.

use agent_description::did::Did;
use std::collections::HashSet;

/// Maximum number of hosts.
const MAX_HOSTS: usize = 1_000_000;

/// Public hosts without duplicates, in list order.
#[derive(Clone, Debug, Default)]
pub struct HostList {
    hosts: Vec<String>,
}

/// The reason why a list was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoHost {
    /// A line is not a public host.
    #[error(
        "line {line}: {found:?} is not a public host: {problem}; expected one name per line, such as agent.example.com"
    )]
    Line {
        /// Line number, from 1.
        line: usize,
        /// The line, shortened.
        found: String,
        /// The problem.
        problem: String,
    },
    /// The list has too many hosts.
    #[error("line {line}: a list has at most {MAX_HOSTS} hosts; split it")]
    TooMany {
        /// Line number of the first excess host.
        line: usize,
    },
}

impl HostList {
    /// Parses a list with one host per line. Ignores blank lines and comments after `#`.
    ///
    /// # Errors
    /// [`NoHost`]
    pub fn parse(text: &str) -> Result<Self, NoHost> {
        let (mut hosts, mut known) = (Vec::new(), HashSet::new());
        for (at, line) in text.lines().enumerate() {
            let host = line.split('#').next().unwrap_or_default().trim().to_ascii_lowercase();
            if host.is_empty() {
                continue;
            }
            // the same syntax as hosts in DIDs
            if let Err(error) = format!("did:web:{}", host.replace(':', "%3A")).parse::<Did>() {
                let (line, problem) = (at + 1, error.to_string());
                return Err(NoHost::Line { line, found: host.chars().take(100).collect(), problem });
            }
            if known.len() >= MAX_HOSTS {
                return Err(NoHost::TooMany { line: at + 1 });
            }
            if known.insert(host.clone()) {
                hosts.push(host);
            }
        }
        Ok(Self { hosts })
    }

    /// The hosts.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.hosts.iter().map(String::as_str)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{HostList, NoHost};

    #[test]
    fn each_host_once() {
        let list = HostList::parse("# ours\na.example.com\n\nB.example.com # later\na.example.com\r\n").unwrap();
        assert_eq!(list.iter().collect::<Vec<_>>(), ["a.example.com", "b.example.com"]);
    }

    #[test]
    fn what_is_no_host_is_told_with_its_line() {
        for text in [
            "a.example.com\nhttps://b.example.com/",
            "\n127.0.0.1",
            "\nlocalhost",
            "\na b",
            "\na.example.com/x",
            "\n\u{202e}",
        ] {
            let error = HostList::parse(text).unwrap_err();
            assert!(matches!(&error, NoHost::Line { line: 2, .. }), "{text}: {error}");
        }
    }
}
