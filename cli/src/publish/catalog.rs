//! `--catalog`: the site's documents of every format as an AI Catalog and as what ARD reads, signed where a key is given.

use super::{Args, folder::Folder, report::url_path, tree::Tree};
use crate::{failure::Failure, format, key, terminal::Terminal};
use adp_cards::{
    AI_CATALOG,
    ai_catalog::{AirIdentifier, CatalogBuilder, NewEntry, limits},
    codes::CATALOG_DID_PLACE,
    trust_manifest::Validity,
};
use agent_description::{
    Code, DidDocumentBuilder, Document, Fault, KeySigner, Limits, Timestamp,
    did::{Did, DidDocument, DidUrl, Purpose, Resolved},
    discovery::publish::{Content, FileKind, PublishOptions, Site, SiteFile},
    format::{Authenticity, Format},
    json::{Json, Object},
    proof::Expectations,
    verification::{Supplied, Verification},
};
use std::{collections::HashSet, io::Read, path::PathBuf, sync::Arc};

/// Where catalogs stand, for readers of AI Catalog and for those of ARD.
pub const PLACES: [&str; 2] = [".well-known/ai-catalog.json", ".well-known/ard.json"];
/// Where the signer's DID document stands.
const DID_PLACE: &str = ".well-known/did.json";
/// The most characters of a description that an entry repeats.
const DESCRIPTION: usize = 500;

/// Whether a catalog is written, and who signs it.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Catalog")]
pub struct CatalogArgs {
    /// Also write /.well-known/ai-catalog.json and /.well-known/ard.json: the site's documents, by format and digest
    #[arg(long)]
    catalog: bool,

    /// Sign the catalog with this secret key (P-256, PEM)
    #[arg(long, value_name = "FILE", requires_all = ["catalog", "catalog_key_id"])]
    catalog_key: Option<PathBuf>,

    /// The id of that key: did:web:HOST and `#fragment`
    #[arg(long, alias = "catalog-method", value_name = "DIDURL", requires = "catalog_key")]
    catalog_key_id: Option<String>,
}

/// Who signs the catalog.
pub struct CatalogSigner(KeySigner, DidDocumentOfKey);

/// The document that the signer's DID has where the folder has none.
struct DidDocumentOfKey {
    did: Did,
    method: DidUrl,
    document: Document,
}

impl CatalogArgs {
    /// The paths that are looked at before they are written.
    pub fn looks_at(&self) -> &'static [&'static str] {
        if self.catalog { &PLACES } else { &[] }
    }

    /// Reads the key.
    pub fn signer(&self, terminal: &Terminal) -> Result<Option<CatalogSigner>, Failure> {
        let (Some(path), Some(method)) = (&self.catalog_key, &self.catalog_key_id) else { return Ok(None) };
        let key = key::read_secret(path, terminal)?;
        let method: DidUrl =
            method.parse().map_err(|error| Failure::usage(format!("--catalog-key-id {method}: {error}")))?;
        let did = method.did().clone();
        let document = DidDocumentBuilder::new(did.clone(), key.verifying_key()).build()?;
        let of_key = DidDocumentOfKey { did, method: method.clone(), document };
        Ok(Some(CatalogSigner(KeySigner::new(method, key), of_key)))
    }
}

/// The site with its catalogs, and the signer's DID document where there is none.
pub fn add(
    args: &Args,
    options: &PublishOptions,
    mut site: Site,
    folder: &Folder,
    tree: &Tree,
    signer: Option<&CatalogSigner>,
) -> Result<Site, Failure> {
    if !args.catalog.catalog {
        return Ok(site);
    }
    if site.host.contains(':') {
        let message = format!("identifiers of catalogs have no port, and the site is for {}", site.host);
        return Err(Failure::usage(message));
    }
    let signer = signer.map(|signer| Ok::<_, Failure>((signer, did_document(signer, &mut site)?))).transpose()?;
    let mut listing =
        Listing { builder: CatalogBuilder::new(), artifacts: Supplied::new(), names: HashSet::new(), whole: true };
    let host_did = signer.as_ref().map(|(signer, _)| signer.1.did.as_str());
    listing.builder = listing.builder.host(&site.host, host_did);
    for file in &site.files {
        let is_unlisted = file.kind == FileKind::AgentDescription && options.unlisted.contains(&file.path);
        if matches!(file.kind, FileKind::AgentDescription | FileKind::Linked) && !is_unlisted {
            listing.add(file, &site.host, folder)?;
        }
    }
    for (place, is_ard) in PLACES.into_iter().zip([false, true]) {
        let content = if listing.whole {
            let published = tree.read(place, limits().bytes())?;
            listing.written(is_ard, signer.as_ref(), published.as_deref(), options, args.check)?
        } else {
            Content::Unsigned
        };
        site.files.push(SiteFile::made(place, FileKind::Catalog, content));
    }
    site.files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(site)
}

/// What to write elsewhere, so that readers who do not ask the places find the catalogs.
pub fn lines(host: &str) -> [String; 3] {
    let [ai_catalog, ard] = PLACES.map(|place| format!("https://{host}/{place}"));
    [
        format!(r#"HTML: <link rel="ai-catalog" href="{ai_catalog}" type="application/ai-catalog+json">"#),
        format!(r#"HTML: <link rel="ard" href="{ard}">"#),
        format!("robots.txt: Agentmap: {ard}"),
    ]
}

/// The DID document of the signer: the site's own, or one that is made.
fn did_document(signer: &CatalogSigner, site: &mut Site) -> Result<Arc<Resolved<DidDocument>>, Failure> {
    let DidDocumentOfKey { did, method, document } = &signer.1;
    let expected = format!("did:web:{}", site.host);
    if did.as_str() != expected {
        let message = format!("--catalog-key-id: found {did}, expected {expected}, the site's own did:web DID");
        return Err(Failure::usage(message));
    }
    let own = site.files.iter().find(|file| file.path == DID_PLACE);
    let bytes = match own {
        Some(file) if file.did.as_ref() == Some(did) => file.bytes().unwrap_or_default().to_vec(),
        Some(file) => {
            let other = file.did.as_ref().map_or("another DID", Did::as_str);
            let message =
                format!("the document of {did}, which signs the catalog, and that of {other} are both at /{DID_PLACE}");
            let help = format!(
                "give the agent's DID a path, such as did:wba:{}:agent, in its description and DID document",
                site.host
            );
            return Err(Failure::new(CATALOG_DID_PLACE, message).with_help(help));
        }
        None if method.fragment() != "key-1" => {
            let message = format!(
                "the document that is made for {did} has the key as #key-1; give --catalog-key-id {did}#key-1, or put \
                 a did.json of {did} into DIR"
            );
            return Err(Failure::usage(message));
        }
        None => {
            let bytes = document.source().as_bytes().to_vec();
            let made = SiteFile::made(DID_PLACE, FileKind::DidDocument, Content::Bytes(bytes.clone()));
            site.files.push(made.of_did(did.clone()));
            bytes
        }
    };
    Ok(Arc::new(DidDocument::parse_for(did, &bytes, &Limits::default())?))
}

/// The catalog that is being made.
struct Listing {
    builder: CatalogBuilder,
    /// What entries name.
    artifacts: Supplied,
    /// The identifiers that are taken.
    names: HashSet<String>,
    /// Whether the bytes of all files are there: of those that are to be signed yet there is no digest.
    whole: bool,
}

impl Listing {
    /// Adds a file, if it is a document of a format.
    fn add(&mut self, file: &SiteFile, host: &str, folder: &Folder) -> Result<(), Failure> {
        let bytes = match &file.content {
            Content::Bytes(bytes) => bytes.clone(),
            Content::Copied(_) => match copied(folder, &file.path)? {
                Some(bytes) => bytes,
                None => return Ok(()),
            },
            _ => {
                self.whole = false;
                return Ok(());
            }
        };
        let Ok((document, formats)) = agent_description::format::read(&bytes, &format::all(), &Limits::default())
        else {
            return Ok(());
        };
        // who signs is found by a DID, not in a catalog; what is copied is no description, even if it has members of one
        let is_listed = |format: &&'static dyn Format| match file.kind {
            FileKind::Linked => !format.is_description() && format.authenticity() != Authenticity::Location,
            _ => format.is_description(),
        };
        let Some(format) = formats.into_iter().find(is_listed) else { return Ok(()) };
        let identifier = self.identifier(host, format, &file.path)?;
        let url = format!("https://{host}/{}", url_path(&file.path));
        let entry = described(NewEntry::at(&identifier, format, &url), document.root()).digest_of(&bytes);
        self.artifacts.add_artifact(url, Ok(bytes.into()));
        self.builder = std::mem::take(&mut self.builder).entry(entry);
        Ok(())
    }

    /// `urn:air:HOST:FORMAT:PATH`, the path without its extension and with `-` for what may not stand there; numbered where two are alike.
    fn identifier(&mut self, host: &str, format: &dyn Format, path: &str) -> Result<String, Failure> {
        let namespace = if format.is_description() { "agent-description" } else { format.name() };
        let path = path.strip_prefix(".well-known/").unwrap_or(path);
        let stem = path.rsplit_once('.').filter(|(_, end)| !end.contains('/')).map_or(path, |(stem, _)| stem);
        for number in 1_usize.. {
            let name = if number == 1 { stem.to_owned() } else { format!("{stem}-{number}") };
            let identifier = AirIdentifier::new(host, &[namespace], &name)
                .map_err(|error| Failure::new(Code::IO_READ, error.to_string()))?;
            if self.names.insert(identifier.as_str().to_owned()) {
                return Ok(identifier.as_str().to_owned());
            }
        }
        Err(Failure::internal("identifiers ran out"))
    }

    /// The file as it is to be: what is published where that is the same and good for long enough, else made and signed anew.
    fn written(
        &self,
        is_ard: bool,
        signer: Option<&(&CatalogSigner, Arc<Resolved<DidDocument>>)>,
        published: Option<&[u8]>,
        options: &PublishOptions,
        check: bool,
    ) -> Result<Content, Failure> {
        let plain = if is_ard { self.builder.to_ard() } else { self.builder.to_ai_catalog() };
        let plain = plain.map_err(|error| Failure::of(&error).in_input("the catalog", &[]))?;
        let Some((signer, did_document)) = signer else {
            return Ok(Content::Bytes(plain.source().as_bytes().to_vec()));
        };
        let mut supplied = self.artifacts.clone();
        supplied.add_did_document(signer.1.did.clone(), Ok(Arc::clone(did_document)));
        let is_good = |bytes: &[u8], at: Timestamp| is_good(bytes, &plain, &supplied, at);
        if let Some(bytes) = published
            && is_good(bytes, options.at)
            && is_good(bytes, options.at.saturating_add(options.renew_before()))
        {
            return Ok(Content::Bytes(bytes.to_vec()));
        }
        if check {
            return Ok(Content::Unsigned);
        }
        let issued = options.at.truncated_to_second();
        let validity = Validity::from(issued).until(issued.saturating_add(options.expires_in));
        let signed = match is_ard {
            // without entries there is nothing to sign
            _ if self.names.is_empty() && is_ard => return Ok(Content::Bytes(plain.source().as_bytes().to_vec())),
            true => self.builder.to_ard_signed(&signer.0, validity),
            false => self.builder.to_ai_catalog_signed(&signer.0, validity),
        };
        let signed = signed.map_err(|error| match error.code() {
            Code::JWS_KEY => {
                Failure::of(&error).with_help("--catalog-key takes a P-256 key; `adp key generate` makes one")
            }
            _ => Failure::of(&error),
        })?;
        let bytes = signed.source().as_bytes().to_vec();
        // what nobody could verify is not written
        let read = Document::parse(&bytes, limits())?;
        if let Some(error) = verify(read, &supplied, options.at).error {
            let help =
                "the DID document must list the key of --catalog-key under `assertionMethod`, as --catalog-key-id";
            return Err(Failure::of(error.as_ref()).with_help(help));
        }
        Ok(Content::Bytes(bytes))
    }
}

/// Whether a published catalog says the same as this one, and verifies at a time.
fn is_good(bytes: &[u8], plain: &Document, supplied: &Supplied, at: Timestamp) -> bool {
    let Ok(published) = Document::parse(bytes, limits()) else { return false };
    let same = Json::from(unsigned(published.root())).to_compact() == plain.json().to_compact();
    same && verify(published, supplied, at).is_verified()
}

/// The verdict on a catalog, by what is at hand.
fn verify(catalog: Document, supplied: &Supplied, at: Timestamp) -> Verification {
    let expectations =
        Expectations::for_purpose(Purpose::AssertionMethod).no_domain().any_challenge().at(at).signer_is_subject();
    match AI_CATALOG.begin(catalog, &expectations) {
        Ok(pending) => pending.finish(supplied),
        Err(refused) => *refused,
    }
}

/// A catalog without its signatures.
fn unsigned(root: &Object) -> Object {
    let without = |object: &Object, gone: &str| -> Object {
        let kept = object.iter().filter(|member| member.name().as_str() != gone);
        kept.map(|member| (member.name().as_str(), member.value().clone())).collect()
    };
    let mut root = without(root, "signature");
    if let Some(entries) = root.get("entries").and_then(Json::as_array) {
        let entries: Vec<Json> = entries
            .iter()
            .map(|entry| {
                entry.as_object().map_or_else(|| entry.clone(), |entry| without(entry, "trustManifests").into())
            })
            .collect();
        root.insert("entries", entries);
    }
    root
}

/// The bytes of a file that is copied, if it could be a document: an object, not larger than documents of any format may be.
fn copied(folder: &Folder, path: &str) -> Result<Option<Vec<u8>>, Failure> {
    let most = agent_description::format::read_limits(&format::all(), &Limits::default()).bytes();
    let failed = |error: std::io::Error| Failure::io("read", &folder.place(path), &error);
    let mut file = folder.open(path)?;
    let mut bytes = vec![0; 512];
    let read = file.read(&mut bytes).map_err(failed)?;
    bytes.truncate(read);
    if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
        return Ok(None);
    }
    file.take(most as u64).read_to_end(&mut bytes).map_err(failed)?;
    Ok((bytes.len() <= most).then_some(bytes))
}

/// An entry with what the document says of itself.
fn described(entry: NewEntry, root: &Object) -> NewEntry {
    let text = |object: &Object, names: &[&str]| {
        let found = names.iter().find_map(|name| object.get(name)?.as_str().map(str::to_owned));
        found.filter(|text| !text.trim().is_empty())
    };
    let info = root.get("info").and_then(Json::as_object);
    let mut entry = entry;
    let name = text(root, &["displayName", "title", "name"]).or_else(|| text(info?, &["title"]));
    if let Some(name) = name {
        entry = entry.display_name(&name);
    }
    if let Some(description) = text(root, &["description"]).or_else(|| text(info?, &["description"])) {
        entry = entry.description(&description.chars().take(DESCRIPTION).collect::<String>());
    }
    let queries = queries(root);
    if queries.len() >= 2 { entry.representative_queries(queries) } else { entry }
}

/// Up to five examples of a card's skills: what ARD's search is built from.
fn queries(root: &Object) -> Vec<String> {
    let skills = root.get("skills").and_then(Json::as_array).unwrap_or_default();
    let examples = skills.iter().filter_map(|skill| skill.get("examples")?.as_array()).flatten();
    let mut queries: Vec<String> = Vec::new();
    for example in examples.filter_map(Json::as_str).filter(|text| !text.trim().is_empty()) {
        if queries.len() < 5 && !queries.iter().any(|known| known == example) {
            queries.push(example.to_owned());
        }
    }
    queries
}
