//! HTTP/1.1 requests in files.

use adp_vectors::RawRequest;
fn parse(text: &str) -> Result<RawRequest, agent_description::TextError> {
    RawRequest::parse(text.as_bytes())
}

pub(super) fn a_request_is_read() {
    for text in [
        "POST /orders?a=b%20c HTTP/1.1\r\nHost: a.example\r\nX:  two  words \r\nContent-Length: 3\r\n\r\na\r\n",
        "POST /orders?a=b%20c HTTP/1.1\nhost: a.example\nx: two  words\ncontent-length: 3\n\na\r\n",
        "POST /orders?a=b%20c HTTP/1.1\r\nHost:a.example\r\nX:two  words\r\nTransfer-Encoding: Chunked\r\n\r\n1\r\na\r\n2;x=y\r\n\r\n\r\n0\r\n\r\n",
    ] {
        let request = parse(text).unwrap();
        assert_eq!((request.parts.method.as_str(), request.body.as_slice()), ("POST", &b"a\r\n"[..]), "{text}");
        assert_eq!(request.parts.uri.to_string(), "/orders?a=b%20c");
        assert_eq!(
            (&request.parts.headers["x"], &request.parts.headers["host"]),
            (&"two  words".parse().unwrap(), &"a.example".parse().unwrap())
        );
    }
    let request = parse("GET http://b.example:8080/x HTTP/1.1\r\nA: 1\r\nA: 2\r\n\r\n").unwrap();
    assert_eq!(request.parts.uri.authority().unwrap(), "b.example:8080");
    assert_eq!(request.parts.headers.get_all("a").iter().count(), 2);
    assert!(request.body.is_empty());
}

pub(super) fn without_a_length_the_body_is_the_rest_of_the_file() {
    for (body, text) in [
        ("a\r\n\r\nb", "POST / HTTP/1.1\r\nHost: a.example\r\n\r\na\r\n\r\nb"),
        ("{\"a\": 1}\n", "POST / HTTP/1.1\nHost: a.example\n\n{\"a\": 1}\n"),
        ("", "POST / HTTP/1.1\r\nHost: a.example\r\n\r\n"),
    ] {
        assert_eq!(parse(text).unwrap().body, body.as_bytes(), "{text:?}");
    }
}

pub(super) fn what_two_servers_could_read_differently_is_refused() {
    for (text, why) in [
        ("", "nothing"),
        ("GET / HTTP/1.1\r\nA: 1\r\n", "no empty line"),
        ("GET / HTTP/1.0\r\n\r\n", "HTTP/1.0"),
        ("GET / HTTP/2\r\n\r\n", "no HTTP/1"),
        ("GET / HTTP/1.1\r\nHost: a.example\r\nhost: b.example\r\n\r\n", "two hosts"),
        ("GET /\r\n\r\n", "no version"),
        ("GET / HTTP/1.1\r\nA: 1\r\n 2\r\n\r\n", "a folded line"),
        ("GET / HTTP/1.1\r\nA : 1\r\n\r\n", "a space before the colon"),
        ("GET / HTTP/1.1\r\nA: 1\rB: 2\r\n\r\n", "a bare CR"),
        ("GET / HTTP/1.1\r\nA: 1\0\r\n\r\n", "a zero byte"),
        ("GET / x HTTP/1.1\r\n\r\n", "a space in the target"),
        ("GET /a#b HTTP/1.1\r\n\r\n", "a fragment"),
        ("GET a.example:80 HTTP/1.1\r\n\r\n", "an authority as target"),
        ("GET ftp://a.example/ HTTP/1.1\r\n\r\n", "another scheme"),
        ("OPTIONS * HTTP/1.1\r\n\r\n", "a target that is no URL's"),
        ("GET / HTTP/1.1\r\nContent-Length: 1\r\n\r\n", "a body that is too short"),
        ("GET / HTTP/1.1\r\nContent-Length: 1\r\n\r\nxy", "a body that is too long"),
        ("GET / HTTP/1.1\r\nContent-Length: +1\r\n\r\nx", "a length with a sign"),
        ("GET / HTTP/1.1\r\nContent-Length: \r\n\r\n", "an empty length"),
        ("GET / HTTP/1.1\r\nContent-Length: 1, 1\r\n\r\nx", "a list of lengths"),
        ("GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx", "two lengths"),
        ("GET / HTTP/1.1\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "both framings"),
        ("GET / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "another coding"),
        ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "two codings"),
        ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "no chunks"),
        ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n\r\n\r\n", "a size without digits"),
        ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n", "no last chunk"),
        ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxy\r\n0\r\n\r\n", "a chunk that is too long"),
        ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nx\r\n0\r\n\r\n", "a chunk that is too short"),
        ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: 1\r\n\r\n", "trailers"),
        ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nx", "bytes behind the last chunk"),
        ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n", "a size that overflows"),
    ] {
        assert!(parse(text).is_err(), "{why}: {text:?}");
    }
    let many: String = (0..129).map(|at| format!("a{at}: 1\r\n")).collect();
    assert!(parse(&format!("GET / HTTP/1.1\r\n{many}\r\n")).is_err());
}
