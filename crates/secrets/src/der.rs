//! Private keys in DER: PKCS#8, PKCS#1, PKCS#12 and SEC 1, recognized by the first elements of their SEQUENCE.

/// The tag of a SEQUENCE, with which keys begin.
pub(super) const SEQUENCE: u8 = 0x30;

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
