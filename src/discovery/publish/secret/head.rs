//! Files of keys in binary: told by how they begin.

/// How many bytes tell.
const ROOM: usize = 160;

/// The beginning of a file.
#[derive(Debug, Default)]
pub(super) struct Head {
    bytes: Vec<u8>,
}

impl Head {
    pub fn read(&mut self, bytes: &[u8]) {
        let free = ROOM.saturating_sub(self.bytes.len()).min(bytes.len());
        self.bytes.extend(bytes.iter().take(free));
    }

    /// What the file is, if it is a key's.
    pub fn finish(&self) -> Option<&'static str> {
        let bytes = self.bytes.as_slice();
        const MAGIC: [(&[u8], &str); 4] = [
            (b"openssh-key-v1\0", "a secret SSH key"),
            (b"\xFE\xED\xFE\xED\0\0\0", "a key store of Java"),
            (b"\xCE\xCE\xCE\xCE\0\0\0", "a key store of Java"),
            (b"\x03\xD9\xA2\x9A\x67\xFB\x4B\xB5", "a key store of KeePass"),
        ];
        let magic = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, what)| *what);
        magic.or_else(|| der(bytes)).or_else(|| open_pgp(bytes).then_some("a secret OpenPGP key"))
    }
}

/// PKCS#8, PKCS#1, PKCS#12 and SEC 1, each a SEQUENCE that begins in a way of its own.
fn der(bytes: &[u8]) -> Option<&'static str> {
    const KEY: Option<&str> = Some("a secret key in DER");
    let (0x30, sequence, _) = value(bytes)? else { return None };
    let (first, content, after) = value(sequence)?;
    match (first, content) {
        // PrivateKeyInfo (RFC 5208), OneAsymmetricKey (RFC 5958): version, algorithm
        (2, [0 | 1]) if matches!(value(after), Some((0x30, [6, ..], _))) => KEY,
        // RSAPrivateKey (RFC 8017), and DSA's: version, modulus
        (2, [0 | 1]) if matches!(after, [2, 0x41..=0x7F | 0x81 | 0x82, ..]) => KEY,
        // ECPrivateKey (RFC 5915): version 1, the number, and then parameters, the public key, or nothing
        (2, [1]) => match value(after)? {
            (4, number, rest) if matches!(number.len(), 20..=66) && matches!(rest, [] | [0xA0 | 0xA1, ..]) => KEY,
            _ => None,
        },
        // PFX (RFC 7292): version 3, and data or signed data
        (2, [3]) => match value(after)? {
            (0x30, info, _) if info.starts_with(b"\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07") => {
                Some("a key store (PKCS#12)")
            }
            _ => None,
        },
        // EncryptedPrivateKeyInfo (RFC 5208): one of PKCS#5's or PKCS#12's ways to encrypt, and the encrypted
        (0x30, algorithm) if matches!(after, [4, ..]) => {
            let encrypts = algorithm.starts_with(b"\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x05")
                || algorithm.starts_with(b"\x06\x0A\x2A\x86\x48\x86\xF7\x0D\x01\x0C\x01");
            if encrypts { KEY } else { None }
        }
        _ => None,
    }
}

/// Tag, content as far as it is there, and what follows. An indefinite length (BER, as some PKCS#12 files have it) goes on to
/// the end.
fn value(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&tag, rest) = bytes.split_first()?;
    let (&length, rest) = rest.split_first()?;
    let (length, rest) = match length {
        0..=0x7F => (usize::from(length), rest),
        0x80 => (rest.len(), rest),
        0x81..=0x84 => {
            let (digits, rest) = rest.split_at_checked(usize::from(length - 0x80))?;
            let length = digits.iter().fold(0_u64, |length, &digit| length << 8 | u64::from(digit));
            (usize::try_from(length).unwrap_or(usize::MAX), rest)
        }
        _ => return None,
    };
    let (content, after) = rest.split_at(length.min(rest.len()));
    Some((tag, content, after))
}

/// A Secret-Key packet (RFC 9580, section 5.5.3): tag 5, a version, a time, an algorithm of keys.
fn open_pgp(bytes: &[u8]) -> bool {
    let packet = match bytes {
        [0x94, _, packet @ ..] | [0x95, _, _, packet @ ..] | [0x96, _, _, _, _, packet @ ..] => packet,
        [0xC5, 0..=191, packet @ ..] | [0xC5, 192..=223, _, packet @ ..] | [0xC5, 255, _, _, _, _, packet @ ..] => {
            packet
        }
        _ => return false,
    };
    matches!(packet, [4..=6, _, _, _, _, 1..=3 | 16..=19 | 22 | 25..=28, ..])
}

#[cfg(test)]
mod tests {
    use super::Head;

    fn look(bytes: &[u8]) -> Option<&'static str> {
        let mut head = Head::default();
        bytes.chunks(7).for_each(|piece| head.read(piece));
        head.finish()
    }

    #[test]
    fn public_keys_certificates_and_other_files_are_not_secret() {
        for bytes in [
            // SubjectPublicKeyInfo, a certificate, a request, an RSAPublicKey
            &b"\x30\x59\x30\x13\x06\x07\x2A\x86\x48\xCE\x3D\x02\x01"[..],
            b"\x30\x82\x03\x00\x30\x82\x02\x00\xA0\x03\x02\x01\x02",
            b"\x30\x82\x03\x00\x30\x82\x02\x00\x02\x01\x00\x30\x10\x31",
            b"\x30\x82\x01\x0A\x02\x82\x01\x01\x00\xC0",
            // signed data, a time stamp's request, an SNMP message
            b"\x30\x82\x01\x0A\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02",
            b"\x30\x39\x02\x01\x01\x30\x31\x30\x0D\x06\x09",
            b"\x30\x26\x02\x01\x01\x04\x06public\xA0\x19",
            // a public OpenPGP key, PNG, JPEG, nothing
            b"\x99\x01\x0D\x04\x5F\x00\x00\x00\x01",
            b"\x89PNG\r\n\x1A\n",
            b"\xFF\xD8\xFF\xE0",
            b"0",
            b"",
        ] {
            assert_eq!(look(bytes), None, "{bytes:02x?}");
        }
    }
}
