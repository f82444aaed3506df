//! `adp call`: one authenticated request.

use crate::{
    duration,
    failure::{Failure, Outcome},
    file, key,
    network::{self, NetworkArgs},
    object,
    output::{Force, Output},
    terminal::Terminal,
};
use agent_description::{
    Code, KeySigner, Origin,
    auth::{AuthClient, ClientError, DidWbaChallenge, LegacyVersion, Reply},
    did::DidUrl,
    resolve::{Deadlines, NetError, blocking::Runtime},
};
use http::{HeaderName, HeaderValue, Method, Request, StatusCode, Uri};
use std::{
    io::IsTerminal,
    path::{Path, PathBuf},
    time::Duration,
};

/// The largest body that is sent, and the largest that is taken, in bytes.
const BODY_LIMIT: usize = 16 << 20;

const EXAMPLES: &str = "\
Examples:
  adp call https://hotel.example.com/rooms --key agent.pem \\
      --key-id did:wba:agent.example.com#key-1
  adp call https://hotel.example.com/book --data '{\"nights\": 2}' \\
      --header 'Content-Type: application/json' --key agent.pem \\
      --key-id did:wba:agent.example.com#key-1
  adp call \"$url_of_a_description\" --allow-origin https://hotel.example.com \\
      --key agent.pem --key-id did:wba:agent.example.com#key-1

adp signs the request (RFC 9421). If the server answers with a challenge, adp
signs again with its nonce. It follows no redirects, so credentials go to the
URL's origin only. For URLs from an untrusted source, restrict the target with
--allow-origin. The response body goes to stdout for every status. Exit code 1
means status 401 or 403; 4 means any other status that is not a success.";

/// Send an authenticated HTTP request
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// URL of the request
    url: String,

    /// HTTP method (default: POST with --data, else GET)
    #[arg(long, value_name = "NAME")]
    method: Option<Method>,

    /// Request body: text, @FILE for a file, or @- for stdin
    #[arg(long, value_name = "TEXT|@FILE")]
    data: Option<String>,

    /// Header field of the request; repeatable
    #[arg(long, value_name = "NAME: VALUE", value_parser = header)]
    header: Vec<(HeaderName, HeaderValue)>,

    /// Private key in PEM (PKCS#8)
    #[arg(long, value_name = "FILE")]
    key: PathBuf,

    /// Key ID: the DID URL of the public key, such as did:wba:HOST#key-1
    #[arg(long, alias = "keyid", value_name = "DIDURL")]
    key_id: String,

    /// Send an `Authorization: DIDWba` header: it does not cover method, URL and body
    #[arg(long, value_name = "VERSION", value_parser = legacy_version, num_args = 0..=1, require_equals = true, default_missing_value = "1.1")]
    legacy: Option<LegacyVersion>,

    /// Send credentials only to this origin (https://hotel.example.com); repeatable
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<Origin>,

    /// Time limit for the complete response
    #[arg(long, value_name = "DURATION", value_parser = duration::parse, default_value = "60s")]
    max_time: Duration,

    /// File for the response body; `-` is stdout (default: stdout)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: Force,

    #[command(flatten)]
    network: NetworkArgs,
}

fn header(text: &str) -> Result<(HeaderName, HeaderValue), String> {
    let (name, value) = text.split_once(':').ok_or("expected NAME: VALUE")?;
    let name = name.parse().map_err(|_| format!("{name:?} is not a header name"))?;
    let value =
        HeaderValue::from_str(value.trim()).map_err(|_| "the value has bytes that are not allowed in a header")?;
    Ok((name, value))
}

fn legacy_version(text: &str) -> Result<LegacyVersion, String> {
    match text {
        "1.0" => Ok(LegacyVersion::V1_0),
        "1.1" => Ok(LegacyVersion::V1_1),
        _ => Err("expected 1.0 or 1.1".to_owned()),
    }
}

pub fn run(args: &Args, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    // a request is not sent for an answer that cannot be kept
    let output = args.output.as_deref().map(|path| Output::named(path, args.force, &[("--key", &args.key)]));
    let output = output.transpose()?.flatten();
    let keyid: DidUrl = args.key_id.parse()?;
    let body = body(args, terminal)?;
    let request = request(args, body)?;
    let method = request.method().clone();
    let signer = KeySigner::new(keyid, key::read_secret(&args.key, terminal)?);
    let deadlines = Deadlines { connect: Deadlines::default().connect.min(args.max_time), total: args.max_time };
    let https = network::settings(&args.network, terminal)?.deadlines(deadlines).build();
    let mut client = AuthClient::builder(https, signer).body_limit(BODY_LIMIT);
    if args.allow_origin.is_empty() {
        // redirects are not followed: the one origin there is, is that of the URL on the command line
        client = client.allow_origins_by(|_| true);
    }
    for origin in &args.allow_origin {
        client = client.allow_origin(origin.clone());
    }
    if let Some(version) = args.legacy {
        client = client.legacy(version);
    }
    let runtime = Runtime::new().map_err(|error| network::no_runtime(&error))?;
    let reply = runtime.block_on(client.build().send(request)).map_err(explain)?;
    report(args, output, &method, &reply, terminal)
}

/// What the arguments ask for and nobody can send is a misuse, like what they cannot be read as: nothing went out.
fn explain(error: ClientError) -> Failure {
    match error {
        ClientError::Header { .. } => Failure::usage(format!("--header: {error}")),
        ClientError::Method { .. } => Failure::usage(format!("--method: {error}")),
        ClientError::Net(NetError::Scheme { .. }) => Failure::usage(format!("the URL: {error}")),
        error => Failure::from(error),
    }
}

fn body(args: &Args, terminal: &Terminal) -> Result<Option<Vec<u8>>, Failure> {
    let Some(data) = &args.data else { return Ok(None) };
    let Some(name) = data.strip_prefix('@') else { return Ok(Some(data.clone().into_bytes())) };
    let bytes = file::read(Path::new(name), BODY_LIMIT, terminal)?;
    if bytes.len() > BODY_LIMIT {
        let name = file::display_name(Path::new(name));
        return Err(Failure::new(
            Code::IO_READ,
            format!("{name} has more than {BODY_LIMIT} bytes, the largest body that is sent"),
        ));
    }
    Ok(Some(bytes))
}

fn request(args: &Args, body: Option<Vec<u8>>) -> Result<Request<Vec<u8>>, Failure> {
    let uri: Uri = args.url.parse().map_err(|error| {
        Failure::usage(format!("the URL: found {:?} ({error}); expected an absolute `https` URL", args.url))
    })?;
    let given = args.method.clone();
    let method = given.unwrap_or(if body.is_some() { Method::POST } else { Method::GET });
    let mut request = Request::new(body.unwrap_or_default());
    *request.uri_mut() = uri;
    *request.method_mut() = method;
    request.headers_mut().extend(args.header.iter().map(|(name, value)| (Some(name.clone()), value.clone())));
    Ok(request)
}

/// Prints the answer, and says what its status means.
fn report(
    args: &Args,
    output: Option<Output<'_>>,
    method: &Method,
    reply: &Reply,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let (status, body) = (reply.response.status(), reply.response.body());
    if let Some(output) = output {
        output.write(body)?;
    }
    let failure = refusal(args, reply);
    let sent = reply.form.map_or("no credentials", |profile| profile.as_str());
    let outcome = failure.as_ref().map_or(Outcome::Done, Failure::outcome);
    if terminal.wants_json() {
        let mut answered = object! {
            "url": &args.url,
            "method": method.as_str(),
            "keyid": &args.key_id,
            "profile": sent,
            "requests": reply.requests,
            "status": status.as_u16(),
            "contentType": reply.response.headers().get("content-type").and_then(|value| value.to_str().ok()),
            "bytes": body.len(),
        };
        match output {
            Some(output) => answered.insert("file", output.path().display().to_string()),
            // what is not text is not in the JSON: -o writes the bytes
            None => answered.insert("body", std::str::from_utf8(body).ok()),
        };
        answered.insert("error", object::json(failure.as_ref().map(Failure::code_and_message)));
        terminal.print_json(&answered)?;
    } else if output.is_none() {
        print(body, terminal)?;
    }
    match failure {
        Some(failure) => terminal.explain(&failure),
        None if !terminal.wants_json() => terminal.note(&format!("{status}, signed by {sent}")),
        None => {}
    }
    Ok(outcome)
}

/// The body as it is; on a terminal, without what the terminal would obey.
fn print(body: &[u8], terminal: &Terminal) -> Result<(), Failure> {
    if !std::io::stdout().is_terminal() {
        return terminal.data(body);
    }
    let text = String::from_utf8_lossy(body);
    let lines: Vec<_> = text.split('\n').map(crate::escape::escape).collect();
    terminal.data(lines.join("\n").as_bytes())
}

/// What a status other than success means.
fn refusal(args: &Args, reply: &Reply) -> Option<Failure> {
    let status = reply.response.status();
    let headers = reply.response.headers();
    let answered = format!("{} answered {status}", args.url);
    match status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            let challenge = DidWbaChallenge::parse(headers).unwrap_or_default();
            let reason = challenge.error.as_deref().unwrap_or(match status {
                StatusCode::FORBIDDEN => "forbidden_did",
                _ => "without a reason that this client knows",
            });
            let because = challenge.error_description.as_deref().map(|text| format!(" ({text})")).unwrap_or_default();
            Some(Failure::new(code_of(reason), format!("{answered}: {reason}{because}")))
        }
        _ if status.is_success() => None,
        _ if status.is_redirection() => {
            let location = headers.get("location").and_then(|value| value.to_str().ok()).unwrap_or("nowhere");
            let message = format!("{answered}, a redirect to {location}; credentials do not follow redirects");
            Some(Failure::new(Code::NET_REDIRECT, message).with_help("call that URL if you trust it"))
        }
        _ => Some(Failure::new(Code::NET_STATUS, answered)),
    }
}

/// The code for the protocol's word for a refusal.
fn code_of(reason: &str) -> Code {
    match reason {
        "invalid_request" => Code::AUTH_MALFORMED,
        "invalid_nonce" => Code::AUTH_REPLAYED,
        "invalid_timestamp" => Code::AUTH_EXPIRED,
        "invalid_signature" => Code::AUTH_SIGNATURE,
        "invalid_verification_method" => Code::AUTH_METHOD_NOT_AUTHORIZED,
        "invalid_content_digest" => Code::AUTH_DIGEST,
        "forbidden_did" => Code::AUTH_FORBIDDEN,
        _ => Code::AUTH_MISSING,
    }
}
