//! `adp studio`: the page and its files, for this machine's browser alone.

use super::publisher::{adp, exit_and_error};
use adp_fixtures::web::Web;
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Stdio},
};

/// A build of the page: files as they are sent. (They are not compressed here: nobody reads them.)
pub fn page(folder: &Path) {
    fs::create_dir_all(folder.join("assets")).unwrap();
    fs::write(folder.join("index.html"), "the page").unwrap();
    fs::write(folder.join("assets/index.js"), "the script").unwrap();
}

struct Studio {
    child: Child,
    url: String,
    folder: tempfile::TempDir,
}

impl Studio {
    fn start(files: &[&str]) -> Self {
        Self::start_with(files, &[])
    }

    fn start_with(files: &[&str], options: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        page(&folder.path().join("page"));
        for file in files {
            fs::write(folder.path().join(file), format!("{{\"name\": \"{file}\"}}")).unwrap();
        }
        let mut command = adp(&["studio", "--no-open", "--json", "--page", "page"]);
        let mut child =
            command.args(options).args(files).current_dir(folder.path()).stdout(Stdio::piped()).spawn().unwrap();
        let mut text = String::new();
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            text.push_str(&line.unwrap());
            if text.ends_with('}') {
                break;
            }
        }
        let said: Value = serde_json::from_str(&text).unwrap();
        let schema = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../schemas/studio.schema.json")).unwrap();
        let schema = jsonschema::validator_for(&serde_json::from_slice(&schema).unwrap()).unwrap();
        assert!(schema.is_valid(&said) && !schema.is_valid(&json!({})), "{said}");
        Self { child, url: said["url"].as_str().unwrap().to_owned(), folder }
    }

    fn host(&self) -> &str {
        self.url.strip_prefix("http://").unwrap().split('/').next().unwrap()
    }

    fn token(&self) -> &str {
        self.url.split_once("#files=").unwrap().1
    }

    /// Status, head and body of the response to a request with these `Host` lines.
    fn ask(&self, method: &str, path: &str, hosts: &[&str]) -> (u16, String, String) {
        let mut stream = TcpStream::connect(self.host()).unwrap();
        let hosts: String = hosts.iter().map(|host| format!("Host: {host}\r\n")).collect();
        write!(stream, "{method} {path} HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, head.to_lowercase(), body.to_owned())
    }

    fn get(&self, path: &str) -> (u16, String, String) {
        self.ask("GET", path, &[self.host()])
    }
}

/// Every user of the machine can read the arguments of a process, so the token is not among them.
#[cfg(target_os = "linux")]
#[test]
fn the_browser_gets_the_token_in_a_file_for_its_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    page(&folder.path().join("page"));
    fs::write(folder.path().join("ad.json"), "{}").unwrap();
    let (bin, temporary) = (folder.path().join("bin"), folder.path().join("tmp"));
    [&bin, &temporary].into_iter().for_each(|folder| fs::create_dir(folder).unwrap());
    // in place of the system's program: it notes its arguments
    let opener = bin.join("xdg-open");
    fs::write(
        &opener,
        "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$TMPDIR/noted\"\nmv \"$TMPDIR/noted\" \"$TMPDIR/arguments\"\n",
    )
    .unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    let mut child = adp(&["studio", "ad.json", "--page", "page"])
        .current_dir(folder.path())
        .env("PATH", format!("{}:/usr/bin:/bin", bin.display()))
        .env("TMPDIR", &temporary)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut url = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
    let token = url.trim().split_once("#files=").unwrap().1;
    let noted = temporary.join("arguments");
    for _ in 0..500 {
        if noted.exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let arguments = fs::read_to_string(&noted).unwrap();
    assert!(!arguments.contains(token), "{arguments}");
    let file = Path::new(arguments.trim());
    assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(fs::read_to_string(file).unwrap().contains(&format!("url={}\"", url.trim())));
    // the file goes with the server
    let ended = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(ended.success() && child.wait().is_ok());
    assert!(!file.exists());
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_has_its_policy_and_nothing_else_of_the_folder_is_had() {
    let studio = Studio::start(&[]);
    assert!(studio.url.contains("/#fetch="), "{}", studio.url);
    let (status, head, body) = studio.get("/");
    assert_eq!((status, body.as_str()), (200, "the page"));
    assert!(head.contains("content-type: text/html") && head.contains("content-encoding: gzip"), "{head}");
    let policy = head.lines().find(|line| line.starts_with("content-security-policy: ")).unwrap();
    assert!(policy.contains("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe-inline"), "{policy}");
    let (status, head, _) = studio.get("/assets/index.js");
    assert!(status == 200 && head.contains("immutable") && head.contains("text/javascript"), "{head}");
    for path in ["/other", "/assets/", "/assets/../index.html", "/..%2fpage%2findex.html", "/files/", "/files/0"] {
        assert_eq!(studio.get(path).0, 404, "{path}");
    }
    assert_eq!(studio.ask("POST", "/", &[studio.host()]).0, 405);
}

#[test]
fn files_are_read_again_for_whoever_has_the_token() {
    let studio = Studio::start(&["a.json", "b.json"]);
    let path = format!("/files/{}", studio.token());
    let files = |studio: &Studio| serde_json::from_str::<Value>(&studio.get(&path).2).unwrap();
    let row = |name: &str, text: &str| json!({"name": name, "text": text});
    assert_eq!(
        files(&studio)["files"],
        json!([row("a.json", r#"{"name": "a.json"}"#), row("b.json", r#"{"name": "b.json"}"#)])
    );
    fs::write(studio.folder.path().join("a.json"), "changed").unwrap();
    fs::remove_file(studio.folder.path().join("b.json")).unwrap();
    assert_eq!(files(&studio)["files"], json!([row("a.json", "changed"), {"name": "b.json", "text": null}]));
    let (status, head, _) = studio.get(&path);
    assert!(status == 200 && head.contains("no-store") && !head.contains("access-control"), "{head}");
    for path in ["/files/", "/files/00000000000000000000000000000000", "/a.json"] {
        assert_eq!(studio.get(path).0, 404, "{path}");
    }
}

#[test]
fn a_document_of_another_host_is_fetched_for_whoever_has_the_token() {
    let files = HashMap::from([
        ("/ad.json".to_owned(), br#"{"name": "far"}"#.to_vec()),
        ("/image".to_owned(), vec![0xff, 0xfe]),
        ("/large.json".to_owned(), vec![b' '; (2 << 20) + 1]),
    ]);
    let web = Web::serve("hotel.example", files, 4);
    let folder = tempfile::tempdir().unwrap();
    let authority = folder.path().join("ca.pem");
    fs::write(&authority, &web.authority_pem).unwrap();
    let options = ["--resolve", &web.resolve_override("hotel.example"), "--cacert", authority.to_str().unwrap()]
        .map(str::to_owned);
    let studio = Studio::start_with(&["a.json"], &options.each_ref().map(String::as_str));
    let fetch = |query: &str| studio.get(&format!("/fetch/{}?{query}", studio.token()));
    let said = |url: &str| serde_json::from_str::<Value>(&fetch(&format!("url={url}")).2).unwrap();
    let (status, head, _) = fetch("url=https%3A%2F%2Fhotel.example%2Fad.json");
    assert!(status == 200 && head.contains("no-store") && !head.contains("access-control"), "{head}");
    assert_eq!(said("https%3A%2F%2Fhotel.example%2Fad.json"), json!({"text": r#"{"name": "far"}"#}));
    for (url, code) in [
        ("https%3A%2F%2Fhotel.example%2Fmissing", "net-status"),
        ("https%3A%2F%2Fhotel.example%2Flarge.json", "net-size"),
        ("https%3A%2F%2Fhotel.example%2Fimage", "io-read"),
        // neither another scheme nor an address of this machine or network
        ("http%3A%2F%2Fhotel.example%2Fad.json", "net-scheme"),
        ("file%3A%2F%2F%2Fetc%2Fpasswd", "net-scheme"),
        ("https%3A%2F%2F127.0.0.1%2F", "net-address"),
    ] {
        let said = said(url);
        assert!(said["code"] == code && said.get("text").is_none(), "{url}: {said}");
    }
    assert_eq!(fetch("").0, 400);
    let wrong = "/fetch/00000000000000000000000000000000?url=https%3A%2F%2Fhotel.example%2Fad.json";
    let asked = web.asked().len();
    assert_eq!(studio.get(wrong).0, 404);
    assert_eq!(studio.ask("GET", wrong, &["evil.example"]).0, 421);
    assert_eq!(web.asked().len(), asked);
}

#[test]
fn a_name_that_was_pointed_at_this_machine_gets_nothing() {
    let studio = Studio::start(&["a.json"]);
    let port = studio.host().split_once(':').unwrap().1.to_owned();
    let path = format!("/files/{}", studio.token());
    let own = format!("localhost:{port}");
    assert_eq!(studio.ask("GET", &path, &[&own]).0, 200);
    for host in [
        format!("evil.example:{port}"),
        "127.0.0.1".to_owned(),
        format!("127.0.0.1.evil.example:{port}"),
        String::new(),
    ] {
        assert_eq!(studio.ask("GET", &path, &[&host]).0, 421, "{host}");
        assert_eq!(studio.ask("GET", "/", &[&host]).0, 421, "{host}");
    }
    assert_eq!(studio.ask("GET", &path, &[studio.host(), "evil.example"]).0, 421);
    assert_eq!(studio.ask("GET", &path, &[]).0, 421);
}

#[test]
fn files_that_cannot_be_read_again_are_refused_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    page(&folder.path().join("page"));
    fs::write(folder.path().join("large.json"), " ".repeat((2 << 20) + 1)).unwrap();
    fs::write(folder.path().join("binary.json"), [0xff, 0xfe]).unwrap();
    let run = |file: &str| {
        let mut command = adp(&["studio", "--no-open", "--json", "--page", "page", file]);
        exit_and_error(&command.current_dir(folder.path()).output().unwrap())
    };
    assert_eq!(run("-"), (Some(2), "usage".to_owned()));
    for file in ["missing.json", "page", "large.json", "binary.json"] {
        assert_eq!(run(file), (Some(3), "io-read".to_owned()), "{file}");
    }
}
