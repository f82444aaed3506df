//! `adp studio`: the studio page on loopback, with files that are read again whenever the page asks, and documents that are fetched for it.

use crate::{
    failure::Failure,
    input::file::{self, open_regular},
    network::{self, NetworkArgs},
    output::{object, terminal::Terminal},
};
use adp_server::{
    connections::{self, ConnectionLimits, Stop},
    studio::{HOW_TO_BUILD, NO_PAGE, StudioPage},
};
use agent_description::{
    Code, CodedError,
    hex::hex,
    resolve::{FetchKind, HttpsGet},
    secret::Redactor,
};
use http::{
    HeaderMap, HeaderValue, Method, Request, Response, StatusCode,
    header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HOST, X_CONTENT_TYPE_OPTIONS},
};
use http_body_util::Full;
use hyper::body::Bytes;
use serde_json::json;
use std::{
    io::{self, Read, Write},
    net::Ipv4Addr,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
    time::Duration,
};
use tempfile::NamedTempFile;
use tokio::{net::TcpListener, runtime::Runtime};

const EXAMPLES: &str = "\
Examples:
  adp studio ad.json
  adp studio old.json new.json --no-open
  adp studio ad.json --page page/dist/embed

Serves the page on 127.0.0.1 and prints its address, which contains a secret
token: without it, the files cannot be read. The page follows changes of the
files. It sends nothing anywhere unless you click Open or Fetch; the server then
fetches the document, because a browser may not read other sites. Ctrl-C stops
the server. A build without the embedded page needs --page; the error shows the
command that builds the page.";

/// The largest file that is shown, in bytes.
const MAX_FILE_BYTES: u64 = 2 << 20;
/// The largest document that is fetched, in bytes.
const MAX_FETCHED_BYTES: usize = 2 << 20;
/// Where the page asks for the files, before the token.
const FILES_PATH: &str = "files/";
/// Where the page asks for a document of another host, before the token. The query is `url=URL`.
const FETCH_PATH: &str = "fetch/";

/// Check, verify and sign documents in a browser
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Documents to open; the page follows their changes
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Port on 127.0.0.1 (default: a free port)
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,

    /// Print the address without opening a browser
    #[arg(long)]
    no_open: bool,

    /// Folder with a build of the page (default: the embedded build)
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,

    #[command(flatten)]
    network: NetworkArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    let page = match &args.page {
        Some(folder) => StudioPage::from_folder(folder).map_err(|error| Failure::io("read", folder, &error))?,
        None => StudioPage::embedded().ok_or_else(|| Failure::usage(NO_PAGE).with_help(HOW_TO_BUILD))?,
    };
    for path in &args.files {
        if path == Path::new(file::STDIN) {
            return Err(Failure::usage("`-` cannot be read again when it changes; name a file"));
        }
        read_text(path)?;
    }
    let mut token = [0; 16];
    getrandom::fill(&mut token).map_err(|_| Failure::internal("no random numbers"))?;
    let cannot_listen =
        |error: io::Error| network::cannot_listen(format_args!("127.0.0.1:{}", args.port), "--port", &error);
    let https = network::settings(&args.network, terminal)?.0.build();
    let runtime = Runtime::new().map_err(cannot_listen)?;
    runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).await.map_err(cannot_listen)?;
        let port = listener.local_addr().map_err(cannot_listen)?.port();
        let stop = Stop::listen().map_err(cannot_listen)?;
        let studio = Studio { page, files: args.files.clone(), token: hex(&token), port, https };
        let url = studio.url();
        // a client that reads this line can connect
        terminal.report(&object! { "url": url.as_str() }, format_args!("{url}\n"))?;
        let opened = if args.no_open { Ok(None) } else { open_browser(&url) };
        if let Err(error) = &opened {
            terminal.note(&format!("no browser was opened ({error}); open the address yourself"));
        }
        let studio = Arc::new(studio);
        let answer = move |request| {
            let studio = Arc::clone(&studio);
            async move { studio.response(&request).await }
        };
        connections::serve(listener, ConnectionLimits::default(), connections::plain, answer, stop).await;
        // the file that leads to the address is removed with the server
        drop(opened);
        Ok::<_, Failure>(())
    })?;
    runtime.shutdown_timeout(Duration::from_secs(1));
    Ok(())
}

/// What the server has.
#[derive(Debug)]
struct Studio {
    page: StudioPage,
    files: Vec<PathBuf>,
    token: String,
    port: u16,
    https: HttpsGet,
}

impl Studio {
    /// The address with the token, which allows the page to read the files and to fetch. It stays in the browser: what is behind `#` is not sent.
    fn url(&self) -> String {
        let name = if self.files.is_empty() { "fetch" } else { "files" };
        format!("http://127.0.0.1:{}/#{name}={}", self.port, self.token)
    }

    async fn response<B>(&self, request: &Request<B>) -> Response<Full<Bytes>> {
        if !self.is_named(request.headers()) {
            return refusal(StatusCode::MISDIRECTED_REQUEST, "this server answers to 127.0.0.1 only");
        }
        if request.method() != Method::GET && request.method() != Method::HEAD {
            let mut response = refusal(StatusCode::METHOD_NOT_ALLOWED, "GET and HEAD only");
            response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            return response;
        }
        let path = request.uri().path().trim_start_matches('/');
        if let Some(token) = path.strip_prefix(FETCH_PATH) {
            return match (token == self.token, wanted(request.uri().query().unwrap_or_default())) {
                (true, Some(url)) => self.fetched(&url).await,
                (true, None) => refusal(StatusCode::BAD_REQUEST, "found no `url` in the query"),
                (false, _) => refusal(StatusCode::NOT_FOUND, "not found"),
            };
        }
        let response = match path.strip_prefix(FILES_PATH) {
            Some(token) => (token == self.token).then(|| self.texts()),
            None => self.page.response(path),
        };
        response.unwrap_or_else(|| refusal(StatusCode::NOT_FOUND, "not found"))
    }

    /// Whether the request is for this server. A site whose name was pointed at 127.0.0.1 (DNS rebinding) has another `Host`.
    fn is_named(&self, headers: &HeaderMap) -> bool {
        let mut hosts = headers.get_all(HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        let is_own = |name: &str| host.is_some_and(|host| host == format!("{name}:{}", self.port));
        (is_own("127.0.0.1") || is_own("localhost")) && hosts.next().is_none()
    }

    /// `{"files": [{"name", "text"}]}`; `text` is null for a file that cannot be read now.
    fn texts(&self) -> Response<Full<Bytes>> {
        let files = self.files.iter().map(|path| json!({ "name": name(path), "text": read_text(path).ok() }));
        data(&json!({ "files": files.collect::<Vec<_>>() }))
    }

    /// `{"text"}` of the document at a URL, or `{"code", "message"}`. The client accepts only https and public addresses, as for all verbs.
    async fn fetched(&self, url: &str) -> Response<Full<Bytes>> {
        let kind = FetchKind::AnyDocument { bytes: MAX_FETCHED_BYTES };
        let fetched = match self.https.fetch(url, kind).await {
            Ok(fetched) => fetched,
            Err(error) => return data(&json!({ "code": error.code().as_str(), "message": error.to_string() })),
        };
        Redactor::for_process().learn(&fetched.body);
        match String::from_utf8(fetched.body) {
            Ok(text) => data(&json!({ "text": text })),
            Err(_) => data(&json!({ "code": Code::IO_READ.as_str(), "message": "the document is not UTF-8 text" })),
        }
    }
}

/// The value of `url` in a query.
fn wanted(query: &str) -> Option<String> {
    url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "url").map(|(_, value)| value.into_owned())
}

fn data(value: &serde_json::Value) -> Response<Full<Bytes>> {
    let mut response = response(StatusCode::OK, "application/json", value.to_string().into());
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn refusal(status: StatusCode, message: &'static str) -> Response<Full<Bytes>> {
    response(status, "text/plain; charset=utf-8", message.into())
}

fn response(status: StatusCode, media_type: &'static str, body: Bytes) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(body));
    *response.status_mut() = status;
    for (name, value) in [(CONTENT_TYPE, media_type), (X_CONTENT_TYPE_OPTIONS, "nosniff")] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// How the page names a file.
fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn read_text(path: &Path) -> Result<String, Failure> {
    let failed = |error: io::Error| Failure::io("read", path, &error);
    let mut text = String::new();
    open_regular(path)?.take(MAX_FILE_BYTES + 1).read_to_string(&mut text).map_err(failed)?;
    if text.len() as u64 > MAX_FILE_BYTES {
        return Err(Failure::new(Code::IO_READ, format!("cannot read {}: larger than 2 MiB", path.display())));
    }
    Ok(text)
}

/// Starts the system's program for URLs with a file that leads to the address. Other users can read the arguments of a
/// process, but not the file.
fn open_browser(url: &str) -> io::Result<Option<NamedTempFile>> {
    // temporary files have mode 0600
    let mut file = tempfile::Builder::new().prefix("adp-studio-").suffix(".html").tempfile()?;
    write!(
        file,
        "<!doctype html><meta charset=\"utf-8\"><title>adp studio</title>\
         <meta http-equiv=\"refresh\" content=\"0; url={url}\"><a href=\"{url}\">adp studio</a>"
    )?;
    file.flush()?;
    let (program, arguments): (_, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(file.path()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn()?;
    Ok(Some(file))
}
