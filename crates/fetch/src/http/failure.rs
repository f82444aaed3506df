//! What a failed request of `reqwest` means.

use super::connect_problem;
use crate::{NetError, Phase, target::Target};
use std::{error::Error, io, iter};

/// Maximum number of header fields, as hyper has it.
const MAX_FIELDS: usize = 100;

type Cause<'a> = &'a (dyn Error + 'static);

/// An error and its causes.
fn causes(error: &reqwest::Error) -> impl Iterator<Item = Cause<'_>> {
    iter::successors(Some(error as Cause<'_>), next_cause)
}

fn next_cause<'a>(error: &Cause<'a>) -> Option<Cause<'a>> {
    let error: Cause<'a> = *error;
    // the source of an I/O error is not the error that it wraps, but the source of that
    let wrapped = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
    wrapped.map(|wrapped| wrapped as Cause<'a>).or_else(|| error.source())
}

/// Whether the peer closed the connection before it responded.
pub(super) fn was_closed(error: &reqwest::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
    let is_close = |cause: Cause<'_>| {
        let http = cause.downcast_ref::<hyper::Error>();
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        http.is_some_and(|http| http.is_incomplete_message() || http.is_closed() || http.is_canceled())
            || matches!(io, Some(BrokenPipe | ConnectionAborted | ConnectionReset | UnexpectedEof))
    };
    !error.is_connect() && causes(error).any(is_close)
}

/// Explains a failure: the most precise cause.
pub(super) fn explain(error: &reqwest::Error, target: &Target) -> NetError {
    let url = || target.url().to_owned();
    let phase = if error.is_connect() { Phase::Connect } else { Phase::Answer };
    if error.is_timeout() {
        return target.timed_out(phase);
    }
    for cause in causes(error) {
        // of the resolver, which is older than this request
        match cause.downcast_ref::<NetError>() {
            Some(NetError::Connect { problem, .. }) => return connect_problem(target, problem),
            Some(error) => return error.clone(),
            None => {}
        }
        if cause.downcast_ref::<hyper::Error>().is_some_and(hyper::Error::is_parse_too_large) {
            return NetError::Header { url: url(), fields: MAX_FIELDS };
        }
        if let Some(tls) = cause.downcast_ref::<rustls::Error>().filter(|_| phase == Phase::Connect) {
            return NetError::Tls { url: url(), problem: tls_problem(tls) };
        }
    }
    let mut problem = causes(error).last().map_or_else(|| error.to_string(), ToString::to_string);
    // a page for programmers that use rustls
    problem.truncate(problem.find(": https://docs.rs/").unwrap_or(problem.len()));
    match phase {
        Phase::Connect => connect_problem(target, &problem),
        _ => NetError::Broken { url: url(), problem },
    }
}

/// The reason of a failed handshake. The most frequent mistake of a first certificate has its own words.
fn tls_problem(error: &rustls::Error) -> String {
    let rustls::Error::InvalidCertificate(rustls::CertificateError::Other(other)) = error else {
        return error.to_string();
    };
    // rustls has no variant for this error of its verifier
    if format!("{other:?}").contains("CaUsedAsEndEntity") {
        return "the server's certificate is that of a certificate authority, as `openssl req -x509` makes it; make it with \
                `-addext basicConstraints=critical,CA:FALSE`, or let your authority issue one"
            .to_owned();
    }
    error.to_string()
}
