//! did:wba for users of [ssi](https://docs.rs/ssi): a [`DIDMethodResolver`] over the resolver of `agent-description`.
//!
//! What ssi is given has been fetched over HTTPS from public addresses, without redirects, under deadlines and limits of
//! size, and is the document of the very DID asked for: strict JSON, not deactivated, method ids unique, its own proof and
//! key binding checked. Documents are cached for five minutes at most, and fetches limited per host and in all.
//!
//! Which of the document's keys may speak for the DID is then ssi's to say, and ssi goes by what is listed. For a `k1_` DID whose
//! document has no proof of its own that is not enough: whoever controls the host could have listed a key. Ask
//! `agent_description::DidDocument::key_for` there, or accept `k1_` documents with a proof only.
//!
//! ```no_run
//! use agent_description::resolve::HttpsGet;
//! use agent_description_ssi::{Guarded, Wba};
//! use ssi_dids_core::{DIDResolver, did};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let resolver = Guarded::new(Wba::over_https(HttpsGet::builder().build()));
//! let output = resolver.resolve(did!("did:wba:agent.example.com")).await?;
//! println!("{:?}", output.document.verification_method);
//! # Ok(())
//! # }
//! ```
//!
//! [`Guarded`] stands before any ssi resolver: `dereference` of `ssi-dids-core` 0.3.1 panics on a query that it cannot read
//! (`did:wba:a.example?service=a&service=b`), so such a query is refused first.

use agent_description::{
    Did,
    did::DidError,
    resolve::{
        Cached, HttpResolver, HttpsGet, NetError, Resolution, ResolutionOptions, Resolve, ResolveError,
        Throttled,
    },
};
use ssi_dids_core::{
    DID, DIDMethod, DIDMethodResolver, DIDResolver, DIDURL, PrimaryDIDURL,
    document::{self, representation::MediaType},
    resolution::{DerefError, DerefOutput, Error, Metadata, Options, Output, PrimaryContent},
};

/// The did:wba method, for [`DIDResolver`]s that are put together of methods.
#[derive(Clone, Debug)]
pub struct Wba<R> {
    resolver: R,
}

impl Wba<Cached<Throttled<HttpResolver>>> {
    /// did:wba by this HTTPS client, cached and throttled within the default limits.
    #[must_use]
    pub fn over_https(https: HttpsGet) -> Self {
        Self::new(Cached::new(Throttled::new(HttpResolver::new(https))))
    }
}

impl<R: Resolve> Wba<R> {
    /// did:wba by any resolver of `agent-description`.
    #[must_use]
    pub fn new(resolver: R) -> Self {
        Self { resolver }
    }
}

impl<R> DIDMethod for Wba<R> {
    const DID_METHOD_NAME: &'static str = "wba";
}

impl<R: Resolve> DIDMethodResolver for Wba<R> {
    async fn resolve_method_representation<'a>(
        &'a self,
        method_specific_id: &'a str,
        options: Options,
    ) -> Result<Output<Vec<u8>>, Error> {
        // there is one version of a did:wba document, the published one
        if options.parameters.version_id.is_some() || options.parameters.version_time.is_some() {
            return Err(Error::InvalidOptions);
        }
        let did: Did = format!("did:wba:{method_specific_id}").parse().map_err(|error: DidError| invalid(&error))?;
        let resolution =
            self.resolver.resolve_with(&did, &ResolutionOptions::default()).await.map_err(|error| refused(&error))?;
        represented(&resolution, options.accept)
    }
}

/// The document's own bytes: ssi parses what was verified here.
fn represented(resolution: &Resolution, accept: Option<MediaType>) -> Result<Output<Vec<u8>>, Error> {
    let document = resolution.document.get().document();
    let json_ld = document.root().get("@context").is_some();
    let media_type = match accept {
        Some(MediaType::JsonLd) if !json_ld => {
            return Err(Error::RepresentationNotSupported(MediaType::JsonLd.to_string()));
        }
        Some(media_type) => media_type,
        None if json_ld => MediaType::JsonLd,
        None => MediaType::Json,
    };
    let metadata = Metadata::from_content_type(Some(media_type.to_string()));
    let document_metadata = document::Metadata { deactivated: Some(false) };
    Ok(Output::new(document.source().as_bytes().to_vec(), document_metadata, metadata))
}

fn invalid(error: &DidError) -> Error {
    Error::InvalidMethodSpecificId(error.to_string())
}

/// ssi's error for ours; the message keeps our code, which ssi has no place for.
fn refused(error: &ResolveError) -> Error {
    use agent_description::CodedError;
    match error {
        ResolveError::Net(NetError::Status { status: 404 | 410, .. }) => Error::NotFound,
        _ => Error::Internal(format!("{}: {error}", error.code())),
    }
}

/// A resolver of ssi's, with DID URLs refused that would make `ssi-dids-core` 0.3.1 panic.
#[derive(Clone, Debug)]
pub struct Guarded<R> {
    resolver: R,
}

impl<R> Guarded<R> {
    /// Stands before `resolver`.
    #[must_use]
    pub fn new(resolver: R) -> Self {
        Self { resolver }
    }
}

impl<R: DIDResolver> DIDResolver for Guarded<R> {
    async fn resolve_representation<'a>(&'a self, did: &'a DID, options: Options) -> Result<Output<Vec<u8>>, Error> {
        self.resolver.resolve_representation(did, options).await
    }

    async fn dereference_primary_with<'a>(
        &'a self,
        primary_did_url: &'a PrimaryDIDURL,
        options: Options,
    ) -> Result<DerefOutput<PrimaryContent>, DerefError> {
        let url: &DIDURL = primary_did_url;
        // the very call whose result ssi unwraps
        let readable = url.query().is_none_or(|query| serde_urlencoded::from_str::<Options>(query.as_str()).is_ok());
        if !readable {
            return Err(DerefError::Resolution(Error::InvalidOptions));
        }
        self.resolver.dereference_primary_with(primary_did_url, options).await
    }
}
