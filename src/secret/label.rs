//! Labels before a private key in text, found by one Aho-Corasick automaton.

use super::{At, FoundSecret};
use crate::json::Position;
use std::{collections::VecDeque, sync::LazyLock};

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

/// The states of the automaton: the next state for each byte, and the label that ends there.
#[derive(Debug)]
struct Automaton {
    next: Vec<[u8; 256]>,
    ends: Vec<Option<u8>>,
}

static AUTOMATON: LazyLock<Automaton> = LazyLock::new(|| Automaton::new(&LABELS.map(|(label, _)| label)));

impl Automaton {
    /// At most 255 bytes of labels, because a state is a byte.
    fn new(labels: &[&[u8]]) -> Self {
        let mut automaton = Self { next: vec![[0; 256]], ends: vec![None] };
        for (number, label) in labels.iter().enumerate() {
            let mut state = 0_usize;
            for &byte in *label {
                let known = automaton.next[state][usize::from(byte)];
                state = if known == 0 { automaton.grow(state, byte) } else { known.into() };
            }
            automaton.ends[state] = u8::try_from(number).ok();
        }
        // breadth-first: after a mismatch, continue with the longest suffix that is a prefix of a label
        let mut fails = vec![0_u8; automaton.next.len()];
        let mut open: VecDeque<u8> = automaton.next[0].iter().copied().filter(|&state| state != 0).collect();
        while let Some(state) = open.pop_front() {
            let fail = usize::from(fails[usize::from(state)]);
            let state = usize::from(state);
            automaton.ends[state] = automaton.ends[state].or(automaton.ends[fail]);
            for byte in 0..256 {
                let other = automaton.next[fail][byte];
                match automaton.next[state][byte] {
                    0 => automaton.next[state][byte] = other,
                    child => {
                        fails[usize::from(child)] = other;
                        open.push_back(child);
                    }
                }
            }
        }
        automaton
    }

    fn grow(&mut self, state: usize, byte: u8) -> usize {
        let new = self.next.len();
        self.next[state][usize::from(byte)] = u8::try_from(new).unwrap_or(0);
        self.next.push([0; 256]);
        self.ends.push(None);
        new
    }
}

/// A detector for labels.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    state: u8,
}

impl Labels {
    pub(super) fn read(&mut self, byte: u8, at: At) -> Option<FoundSecret> {
        // a blank in form data, `application/x-www-form-urlencoded`
        let byte = if byte == b'+' { b' ' } else { byte };
        self.state = AUTOMATON.next[usize::from(self.state)][usize::from(byte)];
        let (label, what) = LABELS[usize::from(AUTOMATON.ends[usize::from(self.state)]?)];
        // the start of the label, if its text is unescaped
        let column = at.position.column.saturating_sub(label.len() - 1).max(1);
        Some(FoundSecret { what, position: Some(Position { column, ..at.position }) })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{AUTOMATON, At, Automaton, LABELS, Labels};
    use crate::json::Position;

    #[test]
    fn a_state_fits_into_a_byte() {
        assert!(AUTOMATON.next.len() <= 256 && LABELS.iter().map(|(label, _)| label.len()).sum::<usize>() < 256);
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

    /// The textbook case with one label inside another.
    #[test]
    fn she_and_hers() {
        let automaton = Automaton::new(&[b"he", b"she", b"his", b"hers"]);
        let mut state = 0;
        let mut found = Vec::new();
        for &byte in b"ushers" {
            state = automaton.next[usize::from(state)][usize::from(byte)];
            found.push(automaton.ends[usize::from(state)]);
        }
        assert_eq!(found, [None, None, None, Some(1), None, Some(3)]);
    }
}
