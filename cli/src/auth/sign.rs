//! `adp auth sign`: the header fields or JSON body that authenticate a request.

use super::profile::{SignatureProfile, SignerArgs};
use crate::{
    arguments::{
        proof_binding,
        secret_arg::{SecretArg, header_fields},
    },
    failure::{Failure, InInput},
    input::file,
    output::{object, terminal::Terminal},
};
use agent_description::{
    Code, Json, Origin, ReadLimits, Timestamp,
    auth::{
        CredentialForm, LegacyVersion,
        http_signature::{DigestAlgorithm, SignRequestOptions, sign_payload, sign_request},
        sign_didwba_header,
    },
    json,
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Uri, header};
use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

const EXAMPLES: &str = "\
Examples:
  adp auth sign --url https://agent.example.com/tasks --key alice.pem \\
      --key-id did:wba:alice.example.com#key-1 |
      curl -H @- https://agent.example.com/tasks
  adp auth sign --profile web-bot-auth --key bot.pem \\
      --signature-agent https://bot.example.com --url https://shop.example.com/
  adp auth sign --json-body --method POST --body order.json \\
      --url https://agent.example.com/orders --key alice.pem \\
      --key-id did:wba:alice.example.com#key-1 |
      curl --json @- https://agent.example.com/orders

Prints the header fields to send, one `Name: value` per line. Send the request
with the same method, URL and body; servers accept a signature once. For
transports without header fields, --json-body prints a body with the members
`auth` and `payload`, or only `auth` without --body. For older servers, --legacy
prints the header `Authorization: DIDWba`. That header does not cover the
method, path or body: anyone who sees it can send another request. The option
--profile web-bot-auth adds Signature-Agent: the site whose key directory has
the key.";

/// Maximum size of a body to sign, in bytes.
const MAX_BODY_BYTES: usize = 1 << 30;

/// Maximum size of a body to parse as JSON, in bytes.
const LARGEST_PAYLOAD: usize = 16 << 20;

/// Sign a request, in header fields or in a JSON body
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// HTTP method
    #[arg(long, value_name = "METHOD", default_value = "GET", value_parser = http_method)]
    method: Method,

    /// Target URL of the request
    #[arg(long, value_name = "URL")]
    url: String,

    /// File with the request body; `-` is stdin
    #[arg(long, value_name = "FILE")]
    body: Option<PathBuf>,

    /// Print a JSON body that carries the signature, instead of header fields
    #[arg(long, conflicts_with_all = ["legacy", "header"])]
    json_body: bool,

    /// Header field of the request; --cover adds it to the signature; repeatable
    #[arg(long, value_name = "NAME: VALUE")]
    header: Vec<SecretArg>,

    #[command(flatten)]
    signer: SignerArgs,

    /// Time of signing (default: now)
    #[arg(long, value_name = "RFC3339")]
    created: Option<Timestamp>,

    /// Expiry time of the signature (default: 60 seconds after signing)
    #[arg(long, value_name = "RFC3339", conflicts_with = "legacy")]
    expires: Option<Timestamp>,

    /// Nonce from the server's challenge (default: random)
    #[arg(long, value_name = "TEXT", value_parser = proof_binding::text)]
    nonce: Option<String>,

    /// Also cover these components: @query, or names of header fields
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', conflicts_with = "legacy")]
    cover: Vec<String>,

    /// Digest algorithm for the body
    #[arg(long, value_name = "NAME", default_value = "sha-256", value_parser = ["sha-256", "sha-512"], conflicts_with = "legacy")]
    digest: String,

    /// Write an `Authorization: DIDWba` header of this version instead [default: 1.1]
    #[arg(long, value_name = "VERSION", num_args = 0..=1, require_equals = true, default_missing_value = "1.1", value_parser = ["1.0", "1.1"])]
    legacy: Option<String>,
}

/// Parses an HTTP method. In `adp sign`, `--method` is the old name of `--key-id`.
pub fn http_method(text: &str) -> Result<Method, String> {
    match text.parse::<Method>() {
        Err(_) if text.starts_with("did:") => Err("this is a key ID, expected an HTTP method; use --key-id".to_owned()),
        method => method.map_err(|error| error.to_string()),
    }
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    let (audience, target) = destination(&args.url)?;
    let body = match &args.body {
        Some(path) => file::read(path, MAX_BODY_BYTES, terminal)?,
        None => Vec::new(),
    };
    if body.len() > MAX_BODY_BYTES {
        return Err(Failure::new(
            Code::IO_READ,
            format!("the body has more than {MAX_BODY_BYTES} bytes, the largest that is signed"),
        ));
    }
    let agent = args.signer.agent()?;
    if let (Some(_), true) = (&agent, args.json_body || args.legacy.is_some()) {
        return Err(Failure::usage("--profile web-bot-auth needs header fields; leave out --json-body and --legacy"));
    }
    let signer = args.signer.signer(terminal)?;
    let created = args.created.unwrap_or_else(Timestamp::now).truncated_to_second();
    let nonce = match &args.nonce {
        Some(nonce) => nonce.clone(),
        None => random_nonce()?,
    };
    let legacy = args.legacy.as_deref().and_then(LegacyVersion::from_name);
    let mut options = SignRequestOptions::new(created);
    options.expires = args.expires.map_or(options.expires, Timestamp::truncated_to_second);
    let expires = options.expires;
    let mut headers = header_fields(&args.header)?;
    let mut signed_body = None;
    let form = if let Some(version) = legacy {
        let value = sign_didwba_header(&signer, &audience, version, &nonce, created)?;
        terminal.note("note: this header does not cover the method, path or body; servers may refuse it");
        headers = HeaderMap::from_iter([(header::AUTHORIZATION, value)]);
        if version == LegacyVersion::V1_0 { CredentialForm::DidWbaV1_0 } else { CredentialForm::DidWbaV1_1 }
    } else {
        let mut options = options.cover_recommended(&headers);
        options.cover.extend_from_slice(&args.cover);
        options.digest = DigestAlgorithm::from_name(&args.digest).unwrap_or_default();
        (options.nonce, options.web_bot_auth) = (Some(nonce.clone()), agent);
        if args.json_body {
            let payload = args.body.as_ref().map(|path| payload(path, &body)).transpose()?;
            signed_body = Some(sign_payload(&args.method, &target, payload.as_ref(), &audience, &signer, &options)?);
            CredentialForm::HttpSignatureJson
        } else {
            let (mut parts, ()) = Request::new(()).into_parts();
            (parts.method, parts.uri, parts.headers) = (args.method.clone(), target, headers);
            sign_request(&mut parts, &body, &audience, &signer, &options)?;
            headers = parts.headers;
            match args.signer.profile {
                SignatureProfile::Did => CredentialForm::HttpSignature,
                SignatureProfile::WebBotAuth => CredentialForm::WebBotAuth,
            }
        }
    };
    if terminal.wants_json() {
        let header = |(name, value): (&HeaderName, &HeaderValue)| {
            Json::from(object! { "name": written(name), "value": value.to_str().unwrap_or_default() })
        };
        let mut report = object! {
            "method": args.method.as_str(),
            "url": &args.url,
            "keyid": args.signer.key_id(&signer),
            "profile": form.as_str(),
            "created": created,
            "expires": legacy.is_none().then_some(expires),
            "nonce": &nonce,
        };
        match signed_body {
            None => report.insert("headers", headers.iter().map(header).collect::<Vec<_>>()),
            Some(body) => report.insert("body", body),
        };
        terminal.print_json_data(&report)
    } else {
        let text = signed_body.map_or_else(|| lines(&headers), |body| body.to_compact() + "\n");
        terminal.data(text.as_bytes())
    }
}

/// Parses the body from `--body` as JSON.
fn payload(path: &Path, bytes: &[u8]) -> Result<Json, Failure> {
    json::parse(bytes, ReadLimits::new(LARGEST_PAYLOAD)).in_input(&file::display_name(path), bytes)
}

/// Splits a URL into the origin of the service and the request target.
fn destination(url: &str) -> Result<(Origin, Uri), Failure> {
    let refused = |why: String| Failure::usage(format!("--url: {why}"));
    let uri: Uri = url.parse().map_err(|error| refused(format!("found {url:?}: {error}")))?;
    let (Some(scheme), Some(authority), false) = (uri.scheme_str(), uri.authority(), url.contains('#')) else {
        return Err(refused(format!("found {url:?}, expected http or https, a host and a path, without a fragment")));
    };
    let audience = Origin::new(scheme, authority.as_str()).map_err(|error| refused(error.to_string()))?;
    let target = uri.path_and_query().map_or("/", |target| target.as_str());
    let target = target.parse().map_err(|error| refused(format!("found {target:?}: {error}")))?;
    Ok((audience, target))
}

/// A random 128-bit nonce in hexadecimal.
fn random_nonce() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Failure::internal(&format!("the system provides no random numbers: {error}")))?;
    Ok(agent_description::hex::hex(&bytes))
}

/// Formats header fields as curl reads them from a file.
fn lines(fields: &HeaderMap) -> String {
    let mut text = String::new();
    for (name, value) in fields {
        // writing to a String cannot fail; signing accepts only ASCII values
        let _ = writeln!(text, "{}: {}", written(name), value.to_str().unwrap_or_default());
    }
    text
}

/// The usual capitalization of a header name, such as `Content-Digest`.
fn written(name: &HeaderName) -> String {
    let words = name.as_str().split('-').map(|word| match word.split_at_checked(1) {
        Some((first, rest)) => first.to_ascii_uppercase() + rest,
        None => String::new(),
    });
    words.collect::<Vec<_>>().join("-")
}
