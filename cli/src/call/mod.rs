//! `adp call`: send an authenticated request.

pub mod rpc;

use crate::{
    arguments::{
        duration, json_argument,
        secret_arg::{SecretArg, header_fields},
    },
    auth::{
        http_method,
        profile::{SignatureProfile, SignerArgs},
    },
    failure::{Failure, Outcome, codes},
    input::{file, format::FormatArgs},
    key,
    network::{self, Network, NetworkArgs},
    output::{Force, Output, consent, object, terminal::Terminal},
};
use adp_flows::codes::{FLOW_CONFIRMATION, FLOW_FAILED};
use agent_description::{
    Code, Document, Json, KeySigner, Limits, Origin,
    auth::{AuthClient, AuthClientOptions, ClientError, DidWbaChallenge, LegacyVersion, Reply},
    did::DidUrl,
    format::FormatError,
    resolve::{Deadlines, NetError, blocking::Runtime},
};
use http::{HeaderMap, HeaderValue, Method, Request, StatusCode, Uri};
use rpc::DescribedCall;
use std::{
    io::IsTerminal,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// Maximum size of a request or response body, in bytes.
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
--allow-origin. If the server reports that the DID is superseded, adp verifies
its successors; it sends the request again with --successor-key, or the error
names the current DID. The response body goes to stdout for every status. Exit
code 1 means status 401 or 403 or a superseded DID; 4 means any other status
that is not a success.

With --rpc, the URL is that of an agent description. The description is
verified, and its OpenRPC interfaces are searched for the method. The arguments
are validated, and the request goes to the method's server, which must be on the
description's origin or on one of --allow-origin. The result is validated and
goes to stdout; exit code 1 means that the method failed, also by its status.";

/// Send an authenticated HTTP request
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// URL of the request; with --rpc, the URL or file of an agent description
    url: String,

    /// Call this JSON-RPC method of the verified description
    #[arg(long, value_name = "METHOD", conflicts_with_all = ["data", "method"])]
    rpc: Option<String>,

    /// Arguments of the method: JSON, `@FILE`, or `-` for stdin
    #[arg(long, value_name = "JSON", requires = "rpc")]
    args: Option<String>,

    /// Show the request of the method without sending it
    #[arg(long, requires = "rpc")]
    dry_run: bool,

    /// Confirm a method that a person must approve (`humanAuthorization`)
    #[arg(long, requires = "rpc")]
    yes: bool,

    /// HTTP method (default: POST with --data, else GET)
    #[arg(long, value_name = "NAME", value_parser = http_method)]
    method: Option<Method>,

    /// Request body: text, @FILE for a file, or @- for stdin
    #[arg(long, value_name = "TEXT|@FILE")]
    data: Option<String>,

    /// Header field of the request; repeatable
    #[arg(long, value_name = "NAME: VALUE")]
    header: Vec<SecretArg>,

    #[command(flatten)]
    signer: SignerArgs,

    /// Private key of the successor DID, for servers that refuse a superseded DID
    #[arg(long, value_name = "FILE", requires = "successor_key_id")]
    successor_key: Option<PathBuf>,

    /// Key ID of the successor key
    #[arg(long, value_name = "DIDURL", requires = "successor_key")]
    successor_key_id: Option<DidUrl>,

    /// Send an `Authorization: DIDWba` header: it does not cover method, URL and body
    #[arg(long, value_name = "VERSION", value_parser = legacy_version, num_args = 0..=1, require_equals = true, default_missing_value = "1.1")]
    legacy: Option<LegacyVersion>,

    /// Send credentials only to this origin (`https://hotel.example.com`); repeatable
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<Origin>,

    /// Time limit for the complete response
    #[arg(long, value_name = "DUR", value_parser = duration::parse, default_value = "60s")]
    max_time: Duration,

    /// File for the response body; `-` is stdout (default: stdout)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: Force,

    #[command(flatten)]
    network: NetworkArgs,
}

fn legacy_version(text: &str) -> Result<LegacyVersion, String> {
    LegacyVersion::from_name(text).ok_or_else(|| "expected 1.0 or 1.1".to_owned())
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    // fail before the request is sent if the output file cannot be written
    let output = Output::optional(args.output.as_deref(), args.force, &keys(args))?;
    let agent = args.signer.agent()?;
    if agent.is_some() && args.legacy.is_some() {
        return Err(Failure::usage("--legacy and --profile web-bot-auth cannot be combined"));
    }
    let described = args.rpc.as_deref().map(|method| described(args, method, terminal)).transpose()?;
    let request = match &described {
        Some(described) => rpc_request(args, described)?,
        None => request(args, body(args, terminal)?)?,
    };
    let sent = Sent { url: request.uri().to_string(), method: request.method().clone() };
    let signer = args.signer.signer(terminal)?;
    let key_id = args.signer.key_id(&signer);
    let deadlines = Deadlines { connect: Deadlines::default().connect.min(args.max_time), total: args.max_time };
    let (mut https, _) = network::settings(&args.network, terminal)?;
    https.deadlines = deadlines;
    let mut options = AuthClientOptions::new(signer);
    options.body_limit = BODY_LIMIT;
    (options.legacy, options.web_bot_auth) = (args.legacy, agent);
    options.allowed_origins.extend(args.allow_origin.iter().cloned());
    match (args.allow_origin.is_empty(), &described) {
        // without redirects, the URL on the command line is the only origin
        (true, None) => options.origin_policy = Some(Arc::new(|_: &Origin| true)),
        // likewise, the description names the only origin
        (true, Some(_)) => options.allowed_origins.extend(Origin::from_https(&args.url)),
        (false, _) => {}
    }
    if let (Some(key), Some(key_id)) = (&args.successor_key, &args.successor_key_id) {
        let signer = KeySigner::new(key_id.clone(), key::read_secret(key, terminal)?);
        options.successors.push(Arc::new(signer));
    }
    let client = AuthClient::new(https.build(), options);
    if let Some(described) = described.as_ref().filter(|_| args.dry_run) {
        client.check(request).map_err(explain)?;
        return planned(args, described, terminal);
    }
    let runtime = Runtime::new().map_err(|error| network::no_runtime(&error))?;
    let call = (&sent, described.as_ref(), key_id.as_str());
    match runtime.block_on(client.send(request)) {
        Ok(reply) => report(args, output, call, &reply, None, terminal),
        Err(error) => match error.reply() {
            Some(reply) => report(args, output, call, reply, Some(Failure::from_error(&error)), terminal),
            None => Err(explain(error)),
        },
    }
}

/// The key files, which the output must not overwrite.
fn keys(args: &Args) -> Vec<(&'static str, &Path)> {
    let successor = args.successor_key.as_deref().map(|key| ("--successor-key", key));
    std::iter::once(("--key", args.signer.key.as_path())).chain(successor).collect()
}

/// A request that was sent.
struct Sent {
    url: String,
    method: Method,
}

/// Prepares the call of a method, and asks for confirmation if a person must approve it.
fn described(args: &Args, method: &str, terminal: &Terminal) -> Result<DescribedCall, Failure> {
    let arguments = match &args.args {
        Some(text) => json_argument::read(text, terminal)?,
        None => agent_description::json::Object::new().into(),
    };
    let network = Network::new(&args.network, terminal)?;
    let loaded = FormatArgs::default().load(&args.url, &network, terminal)?;
    if let Some(format) = loaded.formats.iter().find(|format| !format.is_description) {
        let refused = FormatError::NotOffered { format: format.name, verb: "read for methods that are signed for" };
        let help = "name the agent description whose interface has the method";
        return Err(Failure::from(refused).with_help(help));
    }
    let described = DescribedCall::prepare(&loaded, (method, &arguments), &network, terminal)?;
    if described.needs_approval && !args.yes && !args.dry_run {
        let line = format!("POST {} calls {method:?}", described.call.url());
        let is_free = !terminal.wants_json() && args.args.as_deref() != Some(file::STDIN);
        let heading = "The description says that a person must approve this call:";
        if !(is_free && consent::agreed(heading, std::slice::from_ref(&line), "Call it?")?) {
            let message = format!("a person must approve this call: {line}");
            return Err(Failure::new(FLOW_CONFIRMATION, message).with_help("confirm with --yes"));
        }
    }
    Ok(described)
}

fn rpc_request(args: &Args, described: &DescribedCall) -> Result<Request<Vec<u8>>, Failure> {
    let url = described.call.url().as_str();
    let uri: Uri = url.parse().map_err(|error| Failure::new(Code::INVALID_URL, format!("{url}: {error}")))?;
    let body = described.call.request().to_compact().into_bytes();
    let json = HeaderValue::from_static("application/json");
    let headers = [http::header::CONTENT_TYPE, http::header::ACCEPT].map(|name| (name, json.clone()));
    with_headers(args, Method::POST, uri, headers.into_iter().collect(), body)
}

/// A request with these headers and those of the arguments, which replace them.
fn with_headers(
    args: &Args,
    method: Method,
    uri: Uri,
    mut headers: HeaderMap,
    body: Vec<u8>,
) -> Result<Request<Vec<u8>>, Failure> {
    headers.extend(header_fields(&args.header)?);
    let mut request = Request::new(body);
    (*request.method_mut(), *request.uri_mut(), *request.headers_mut()) = (method, uri, headers);
    Ok(request)
}

/// Shows the request for `--dry-run`, after the same checks as for a request that is sent.
fn planned(args: &Args, described: &DescribedCall, terminal: &Terminal) -> Result<Outcome, Failure> {
    let call = &described.call;
    if terminal.wants_json() {
        terminal.print_json(&object! {
            "url": call.url().as_str(),
            "method": Method::POST.as_str(),
            "keyid": args.signer.key_id(&args.signer.signer(terminal)?),
            "rpc": call.method(),
            "needsApproval": described.needs_approval,
            "body": call.request().clone(),
        })?;
    } else {
        terminal.note(&format!("POST {}", crate::output::escape::escape(call.url().as_str())));
        print(json_line(call.request()).as_bytes(), terminal)?;
    }
    Ok(Outcome::Done)
}

/// Maps arguments that cannot be sent to a usage error.
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
        let message = format!("{name} has more than {BODY_LIMIT} bytes, the largest body that is sent");
        return Err(Failure::new(Code::IO_READ, message));
    }
    Ok(Some(bytes))
}

fn request(args: &Args, body: Option<Vec<u8>>) -> Result<Request<Vec<u8>>, Failure> {
    let uri: Uri = args.url.parse().map_err(|error| {
        Failure::usage(format!("the URL: found {:?} ({error}); expected an absolute `https` URL", args.url))
    })?;
    let given = args.method.clone();
    let method = given.unwrap_or(if body.is_some() { Method::POST } else { Method::GET });
    with_headers(args, method, uri, HeaderMap::new(), body.unwrap_or_default())
}

/// Prints the response, and maps its status to an outcome.
fn report(
    args: &Args,
    output: Option<Output<'_>>,
    (sent, described, key_id): (&Sent, Option<&DescribedCall>, &str),
    reply: &Reply,
    refused: Option<Failure>,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let (status, body) = (reply.response.status(), reply.response.body());
    let (result, failure) = match (refused, described) {
        (Some(refused), _) => (None, Some(refused)),
        (None, Some(described)) => rpc_result(described, sent, reply),
        (None, None) => (None, refusal(&sent.url, reply)),
    };
    // for a method, print only its result
    let shown: Vec<u8> = match (described, &result) {
        (None, _) => body.clone(),
        (Some(_), Some(result)) => json_line(result).into_bytes(),
        (Some(_), None) => Vec::new(),
    };
    if let Some(output) = output {
        output.write(&shown)?;
    }
    let form = reply.form.map_or("no credentials", |profile| profile.as_str());
    if terminal.wants_json() {
        let mut answered = object! {
            "url": &sent.url,
            "method": sent.method.as_str(),
            "keyid": reply.key_id.as_ref().filter(|_| args.signer.profile == SignatureProfile::Did).map_or(key_id, DidUrl::as_str),
            "profile": form,
            "requests": reply.requests,
            "status": status.as_u16(),
            "contentType": reply.response.headers().get("content-type").and_then(|value| value.to_str().ok()),
            "bytes": body.len(),
        };
        match output {
            Some(output) => answered.insert("file", output.path.display().to_string()),
            // a binary body is not in the JSON; -o writes it to a file
            None => answered.insert("body", std::str::from_utf8(body).ok()),
        };
        if let Some(described) = described {
            answered.insert("rpc", described.call.method());
            answered.insert("result", result);
        }
        answered.insert("error", object::json(failure.as_ref().map(Failure::code_and_message)));
        terminal.print_json(&answered)?;
    } else if output.is_none() {
        print(&shown, terminal)?;
    }
    if failure.is_none() && !terminal.wants_json() {
        terminal.note(&format!("{status}, signed by {form}"));
    }
    Ok(terminal.outcome(failure.as_ref()))
}

/// The result of a method, and the error if it has none.
fn rpc_result(described: &DescribedCall, sent: &Sent, reply: &Reply) -> (Option<Json>, Option<Failure>) {
    let is_success = reply.response.status().is_success();
    match described.call.read(reply.response.body()) {
        Ok(result) if is_success => (result, None),
        Err(error) if is_success || error.is_of_service() => {
            let mut failure = Failure::from_error(&error);
            if let Some(data) = &error.data {
                failure = failure.with_help(format!("the service adds: {}", consent::shown(&data.to_compact())));
            }
            (None, Some(failure))
        }
        _ => (None, refusal(&sent.url, reply).map(as_failed_method)),
    }
}

/// A status is an answer to the method, as in `adp flow run`; the codes of refused credentials stay.
fn as_failed_method(refused: Failure) -> Failure {
    if refused.code().starts_with("net-") { refused.with_code(FLOW_FAILED) } else { refused }
}

/// Formats JSON with hidden characters escaped, which keeps its value.
fn json_line(json: &Json) -> String {
    format!("{}\n", crate::output::escape::escape_json(&json.to_pretty()))
}

/// Prints the exact body; a terminal gets it with control characters escaped.
fn print(body: &[u8], terminal: &Terminal) -> Result<(), Failure> {
    if !std::io::stdout().is_terminal() {
        return terminal.data(body);
    }
    let text = String::from_utf8_lossy(body);
    let lines: Vec<_> = text.split('\n').map(crate::output::escape::escape).collect();
    terminal.data(lines.join("\n").as_bytes())
}

/// The failure for a status other than success.
pub fn refusal(url: &str, reply: &Reply) -> Option<Failure> {
    let status = reply.response.status();
    let headers = reply.response.headers();
    let field = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let answered = format!("{url} answered {status}");
    match status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            let challenge = DidWbaChallenge::parse(headers).unwrap_or_default();
            let reason = challenge.error.as_deref().unwrap_or(match status {
                StatusCode::FORBIDDEN => "forbidden_did",
                _ => "with an unknown reason",
            });
            let because = challenge.error_description.as_deref().map(|text| format!(" ({text})")).unwrap_or_default();
            let code = code_in(reply.response.body()).unwrap_or_else(|| code_of(reason));
            Some(Failure::new(code, format!("{answered}: {reason}{because}")))
        }
        StatusCode::SERVICE_UNAVAILABLE => {
            let when =
                field("retry-after").map(|seconds| format!(", and asks to wait {seconds} s")).unwrap_or_default();
            Some(Failure::new(Code::NET_STATUS, format!("{answered}{when}")))
        }
        _ if status.is_success() => None,
        _ if status.is_redirection() => {
            let location = field("location").unwrap_or("nowhere");
            let message = format!("{answered}, a redirect to {location}; credentials do not follow redirects");
            Some(Failure::new(Code::NET_REDIRECT, message).with_help("call that URL if you trust it"))
        }
        _ => Some(Failure::new(Code::NET_STATUS, answered)),
    }
}

/// The error code in the body of a refusal by a server of ours.
fn code_in(body: &[u8]) -> Option<Code> {
    let problem = Document::parse(body, &Limits::default()).ok()?;
    let named = problem.root().get("code")?.as_str()?;
    codes::all().find(|code| code.as_str() == named && named.starts_with("auth-"))
}

/// The error code for the reason that a challenge gives.
fn code_of(reason: &str) -> Code {
    match reason {
        "invalid_request" => Code::AUTH_MALFORMED,
        "invalid_nonce" => Code::AUTH_REPLAYED,
        "invalid_timestamp" => Code::AUTH_EXPIRED,
        "invalid_signature" => Code::AUTH_SIGNATURE,
        "invalid_verification_method" => Code::AUTH_METHOD_NOT_AUTHORIZED,
        "invalid_content_digest" => Code::AUTH_DIGEST,
        "invalid_did" => Code::DID_DOCUMENT_INVALID,
        "invalid_access_token" => Code::AUTH_EXPIRED,
        "forbidden_did" => Code::AUTH_FORBIDDEN,
        _ => Code::AUTH_MISSING,
    }
}
