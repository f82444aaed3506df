//! IRIs: absolute and relative, resolution by RFC 3986.
