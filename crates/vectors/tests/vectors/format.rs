//! Files of vectors.

use adp_vectors::{Vector, VectorFormatError};
pub(super) fn the_body_is_raw() {
    let file = b"expect: ok\nkind: json\ncomment: a: b\n\n\n\xFF";
    let vector = Vector::parse(file).unwrap();
    assert_eq!((vector.expect(), vector.kind(), vector.header("comment")), ("ok", "json", Some("a: b")));
    assert_eq!(vector.body(), b"\n\xFF");
    assert_eq!(vector.to_bytes(), file);
}

pub(super) fn a_header_is_read_strictly() {
    for (file, error) in [
        (&b"expect: ok\nkind: json"[..], VectorFormatError::NoBody { line: 2 }),
        (b"expect: ok\nexpect: ok\n\n", VectorFormatError::Repeated { line: 2, name: "expect".to_owned() }),
        (b"Expect: ok\n\n", VectorFormatError::Header { line: 1 }),
        (b"expect:ok\n\n", VectorFormatError::Header { line: 1 }),
        (b"expect: \xFF\n\n", VectorFormatError::Header { line: 1 }),
        (b"expect: ok\nkind: json\n\n", VectorFormatError::Missing("comment")),
        (b"", VectorFormatError::NoBody { line: 1 }),
    ] {
        assert_eq!(Vector::parse(file), Err(error));
    }
}
