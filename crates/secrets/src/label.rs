//! Labels before a private key in text.

use super::{At, FoundSecret};
use adp_json::Position;

/// The labels, and the key kinds that follow. With the dashes, texts about keys do not match.
const LABELS: [(&[u8], &str); 9] = [
    // RFC 7468 with PRIVATE, RSA PRIVATE, EC PRIVATE, ENCRYPTED PRIVATE …, and OpenSSH's
    (b"PRIVATE KEY----", "a secret key in PEM"),
    (b"PRIVATE KEY ----", "a secret SSH key"),
    (b"PRIVATE KEY BLOCK----", "a secret OpenPGP key"),
    (b"SSH PRIVATE KEY FILE FORMAT", "a secret SSH key"),
    // `openssh-key-v1` and NUL in Base64, without its armor
    (b"b3BlbnNzaC1rZXktdjEA", "a secret SSH key"),
    (b"PuTTY-User-Key-File-2:", "a PuTTY secret key"),
    (b"PuTTY-User-Key-File-3:", "a PuTTY secret key"),
    (b"Private-Lines: ", "a PuTTY secret key"),
    (b"BEGIN OpenVPN Static key V1----", "an OpenVPN secret key"),
];

/// Maximum length of a label.
const MAX_LABEL_BYTES: usize = 32;

/// A detector for labels.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    /// The last bytes, in a ring.
    last: [u8; MAX_LABEL_BYTES],
    /// The place of the next byte in the ring.
    next: usize,
}

impl Labels {
    pub(super) fn read(&mut self, byte: u8, at: At) -> Option<FoundSecret> {
        self.last[self.next] = byte;
        self.next = (self.next + 1) % MAX_LABEL_BYTES;
        let is_last =
            |(back, byte): (usize, &u8)| self.last[(self.next + MAX_LABEL_BYTES - 1 - back) % MAX_LABEL_BYTES] == *byte;
        let ends =
            |(label, _): &&(&[u8], _)| label.last() == Some(&byte) && label.iter().rev().enumerate().all(is_last);
        let (label, what) = LABELS.iter().find(ends)?;
        // the start of the label, if its text is unescaped
        let column = at.position.column.saturating_sub(label.len() - 1).max(1);
        Some(FoundSecret { what, position: Some(Position { column, ..at.position }) })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{At, LABELS, Labels, MAX_LABEL_BYTES};
    use adp_json::Position;

    #[test]
    fn a_label_fits_into_the_ring() {
        assert!(LABELS.iter().all(|(label, _)| label.len() <= MAX_LABEL_BYTES));
    }

    #[test]
    fn labels_are_found_after_beginnings_of_themselves() {
        for (label, what) in LABELS {
            for before in
                ["", "-----BEGIN ", "PRIVATE ", "PRIVATE KEY", "PRIVATE KEY BLOCK", "PuTTY-User-Key-File-", "PPRIV"]
            {
                let (mut labels, mut found) = (Labels::default(), None);
                for (at, &byte) in before.as_bytes().iter().chain(label).enumerate() {
                    let at = At { byte: 0, position: Position { line: 1, column: at + 1 } };
                    found = found.or(labels.read(byte, at));
                }
                let found = found.unwrap();
                assert_eq!((found.what, found.position.unwrap().column), (what, before.len() + 1), "{before}");
            }
        }
    }
}
