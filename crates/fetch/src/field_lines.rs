//! The combined value of an HTTP field with several lines.

use http::{HeaderMap, HeaderName};

/// Joins the values of a field's lines with `, ` (RFC 9110 section 5.3); `None` if the field is missing.
pub fn combined(headers: &HeaderMap, name: &HeaderName) -> Option<Vec<u8>> {
    let mut lines = headers.get_all(name).iter();
    let mut combined = lines.next()?.as_bytes().to_vec();
    for line in lines {
        combined.extend_from_slice(b", ");
        combined.extend_from_slice(line.as_bytes());
    }
    Some(combined)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::combined;
    use http::{HeaderMap, HeaderName, HeaderValue};

    #[test]
    fn lines_are_one_field() {
        let (mut headers, name) = (HeaderMap::new(), HeaderName::from_static("a"));
        assert_eq!(combined(&headers, &name), None);
        headers.append("a", HeaderValue::from_static("1"));
        headers.append("b", HeaderValue::from_static("x"));
        headers.append("A", HeaderValue::from_bytes(b"\xe4").unwrap());
        headers.append("a", HeaderValue::from_static(""));
        assert_eq!(combined(&headers, &name).unwrap(), b"1, \xe4, ");
    }
}
