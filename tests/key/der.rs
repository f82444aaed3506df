//! Private keys in DER, and what looks like them.

use agent_description::secret::SecretScanner;

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
    assert!(look(b"\x30\x20\x30\x0B\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x05\x0D\x04").is_some());
    assert!(look(b"\x30\x20\x02\x01\x03\x30\x10\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07").is_some());
    assert!(look(b"\x30\x46\x02\x01\x00\x02\x41\x00\x80").is_some());
}
