//! Files of vectors.

use adp_vectors::Vector;
pub(super) fn the_body_is_raw() {
    let file = b"expect: ok\nkind: json\ncomment: a: b\n\n\n\xFF";
    let vector = Vector::parse(file).unwrap();
    assert_eq!((vector.expect(), vector.kind(), vector.header("comment")), ("ok", "json", Some("a: b")));
    assert_eq!(vector.body(), b"\n\xFF");
    assert_eq!(vector.to_bytes(), file);
}

pub(super) fn a_header_is_read_strictly() {
    let header = "line 1: expected `name: value`, UTF-8, the name in lower-case letters and hyphens";
    for (file, error) in [
        (
            &b"expect: ok\nkind: json"[..],
            "line 2: found the end of the file in the headers, expected an empty line before the input",
        ),
        (b"expect: ok\nexpect: ok\n\n", "line 2: duplicate header `expect`"),
        (b"Expect: ok\n\n", header),
        (b"expect:ok\n\n", header),
        (b"expect: \xFF\n\n", header),
        (b"expect: ok\nkind: json\n\n", "the header `comment` is missing"),
        (b"", "line 1: found the end of the file in the headers, expected an empty line before the input"),
    ] {
        assert_eq!(Vector::parse(file).unwrap_err().to_string(), error);
    }
}
