//! Private keys in DER: PKCS#8, PKCS#1, PKCS#12 and SEC 1, recognized by the first elements of their SEQUENCE.

/// OIDs of `rsaEncryption` and of the keys whose parameters may exceed the examined bytes: DSA, EC and DH.
const LONG_PARAMETERS: [&[u8]; 3] = [
    b"\x06\x07\x2A\x86\x48\xCE\x38\x04\x01",
    b"\x06\x07\x2A\x86\x48\xCE\x3D\x02\x01",
    b"\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x03\x01",
];

/// The kind of key that begins here. Later bytes are not read; certificates and public keys begin differently.
pub(super) fn key(bytes: &[u8]) -> Option<&'static str> {
    const KEY: Option<&str> = Some("a secret key in DER");
    let Value { tag: 0x30, content: sequence, .. } = value(bytes)? else { return None };
    let first = value(sequence)?;
    match (first.tag, first.content) {
        // the first versions: of PrivateKeyInfo, RSAPrivateKey, or ECPrivateKey
        (2, [version @ (0 | 1)]) => {
            let second = value(first.after)?;
            let is_key = match second.tag {
                0x30 => is_algorithm_of_key(&second),
                2 => is_modulus(&second),
                4 => *version == 1 && is_number_of_curve(&second),
                _ => false,
            };
            if is_key { KEY } else { None }
        }
        // PFX (RFC 7292): version 3, and data or signed data
        (2, [3]) => match value(first.after)? {
            Value { tag: 0x30, content, .. } if content.starts_with(b"\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07") => {
                Some("a key store (PKCS#12)")
            }
            _ => None,
        },
        // EncryptedPrivateKeyInfo (RFC 5208): an encryption algorithm of PKCS#5 or PKCS#12, and the ciphertext
        (0x30, algorithm) if matches!(first.after, [4, ..]) => {
            let encrypts = algorithm.starts_with(b"\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x05")
                || algorithm.starts_with(b"\x06\x0A\x2A\x86\x48\x86\xF7\x0D\x01\x0C\x01");
            if encrypts { KEY } else { None }
        }
        _ => None,
    }
}

/// Whether at least nine bytes may be the beginning of a key.
pub(super) fn may_be_key(bytes: &[u8]) -> bool {
    match value(bytes) {
        Some(Value { tag: 0x30, content: [2, 1, 0 | 1 | 3, ..], .. }) => true,
        Some(Value { tag: 0x30, content: content @ [0x30, ..], .. }) => {
            value(content).is_some_and(|first| matches!(first.content, [] | [6, ..]))
        }
        _ => false,
    }
}

/// PrivateKeyInfo (RFC 5208), OneAsymmetricKey (RFC 5958): the algorithm, then an OCTET STRING with the key. A
/// certificate with serial number 0 or 1 also has an algorithm there, but then its issuer.
fn is_algorithm_of_key(algorithm: &Value<'_>) -> bool {
    match algorithm.after {
        [] => LONG_PARAMETERS.iter().any(|oid| algorithm.content.starts_with(oid)),
        [next, ..] => *next == 4 && algorithm.content.first() == Some(&6),
    }
}

/// RSAPrivateKey (RFC 8017) and DSA keys: a number of 512 bits or more.
fn is_modulus(number: &Value<'_>) -> bool {
    number.len > 0x40 && matches!(number.content, [0, 0x80..=0xFF, ..] | [0x40..=0x7F, ..])
}

/// ECPrivateKey (RFC 5915): the number, then parameters, the public key, or nothing.
fn is_number_of_curve(number: &Value<'_>) -> bool {
    matches!(number.len, 20..=66)
        && matches!(
            number.after,
            [] | [0xA0]
                | [0xA1]
                | [0xA0, _]
                | [0xA1, _]
                | [0xA0, _, 6 | 0x30 | 0x81..=0xFF, ..]
                | [0xA1, _, 3 | 0x81..=0xFF, ..]
        )
}

/// A DER value, as far as its bytes are available.
#[derive(Debug)]
struct Value<'a> {
    tag: u8,
    /// The length in its header.
    len: usize,
    content: &'a [u8],
    after: &'a [u8],
}

/// An indefinite length (BER, in some PKCS#12 files) extends to the end.
fn value(bytes: &[u8]) -> Option<Value<'_>> {
    let (&tag, rest) = bytes.split_first()?;
    let (&length, rest) = rest.split_first()?;
    let (len, rest) = match length {
        0..=0x7F => (usize::from(length), rest),
        0x80 => (rest.len(), rest),
        0x81..=0x84 => {
            let (digits, rest) = rest.split_at_checked(usize::from(length - 0x80))?;
            let length = digits.iter().fold(0_u64, |length, &digit| length << 8 | u64::from(digit));
            (usize::try_from(length).unwrap_or(usize::MAX), rest)
        }
        _ => return None,
    };
    let (content, after) = rest.split_at(len.min(rest.len()));
    Some(Value { tag, len, content, after })
}

#[cfg(test)]
mod tests {
    use crate::secret::SecretScanner;

    fn look(bytes: &[u8]) -> Option<&'static str> {
        let mut scanner = SecretScanner::default();
        bytes.chunks(7).for_each(|piece| scanner.read(piece));
        scanner.finish().map(|secret| secret.what)
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
            // other encrypted data, a message of version 3 without the data of a store
            b"\x30\x20\x30\x0B\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x05\x0D\x30\x00",
            b"\x30\x20\x02\x01\x03\x30\x10\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x09\x01",
            // numbers after a number: small, of 511 bits, with nine bits of sign
            b"\x30\x06\x02\x01\x00\x02\x01\x45",
            b"\x30\x45\x02\x01\x00\x02\x40\x7F\x01",
            b"\x30\x46\x02\x01\x00\x02\x41\x01\x01",
            // a public OpenPGP key, PNG, JPEG, empty input
            b"\x99\x01\x0D\x04\x5F\x00\x00\x00\x01",
            b"\x89PNG\r\n\x1A\n",
            b"\xFF\xD8\xFF\xE0",
            b"0",
            b"",
        ] {
            assert_eq!(look(bytes), None, "{bytes:02x?}");
        }
    }

    #[test]
    fn keys_are_told_at_the_end_of_a_text_too() {
        assert!(look(b"openssh-key-v1\0").is_some());
        assert!(look(b"\x30\x20\x30\x0B\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x05\x0D\x04").is_some());
        assert!(look(b"\x30\x20\x02\x01\x03\x30\x10\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07").is_some());
        assert!(look(b"\x30\x46\x02\x01\x00\x02\x41\x00\x80").is_some());
    }
}
