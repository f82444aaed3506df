//! Lists of hosts.

use agent_description::{TextError, did::Did};
use std::collections::HashSet;

/// Maximum number of hosts.
const MAX_HOSTS: usize = 1_000_000;

/// Parses a list with one public host per line, in list order without duplicates. Ignores blank lines and comments after
/// `#`.
pub(crate) fn read_hosts(text: &str) -> Result<Vec<String>, TextError> {
    let (mut hosts, mut known) = (Vec::new(), HashSet::new());
    for (line, text) in (1..).zip(text.lines()) {
        let host = text.split('#').next().unwrap_or_default().trim().to_ascii_lowercase();
        if host.is_empty() {
            continue;
        }
        // the same syntax as hosts in DIDs
        if let Err(error) = format!("did:web:{}", host.replace(':', "%3A")).parse::<Did>() {
            let found: String = host.chars().take(100).collect();
            let problem = format!(
                "{found:?} is not a public host: {error}; expected one name per line, such as agent.example.com"
            );
            return Err(TextError::new(format!("line {line}: {problem}")));
        }
        if known.len() >= MAX_HOSTS {
            return Err(TextError::new(format!("line {line}: a list has at most {MAX_HOSTS} hosts; split it")));
        }
        if known.insert(host.clone()) {
            hosts.push(host);
        }
    }
    Ok(hosts)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::read_hosts;

    #[test]
    fn each_host_once() {
        let list = read_hosts("# ours\na.example.com\n\nB.example.com # later\na.example.com\r\n").unwrap();
        assert_eq!(list, ["a.example.com", "b.example.com"]);
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
            let error = read_hosts(text).unwrap_err().to_string();
            assert!(error.starts_with("line 2: "), "{text}: {error}");
        }
    }
}
