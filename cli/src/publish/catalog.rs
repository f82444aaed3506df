//! `--catalog`: write and sign catalogs.

use crate::{failure::Failure, key, output::terminal::Terminal};
use adp_publish::{CATALOG_PATHS, CatalogMode, CatalogSigner, SiteChanges};
use agent_description::did::DidUrl;
use std::path::PathBuf;

/// The catalog options.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Catalog")]
pub struct CatalogArgs {
    /// Also write catalogs: /.well-known/ai-catalog.json and /.well-known/ard.json
    #[arg(long)]
    catalog: bool,

    /// Private key that signs the catalog (P-256, PEM)
    #[arg(long, value_name = "FILE", requires_all = ["catalog", "catalog_key_id"])]
    catalog_key: Option<PathBuf>,

    /// ID of that key: did:web:HOST#FRAGMENT
    #[arg(long, alias = "catalog-method", value_name = "DIDURL", requires = "catalog_key")]
    catalog_key_id: Option<String>,

    /// Remove the catalogs and the signer's did.json written by an earlier --catalog
    #[arg(long, conflicts_with = "catalog", hide_short_help = true)]
    no_catalog: bool,
}

impl CatalogArgs {
    pub fn signer(&self, terminal: &Terminal) -> Result<Option<CatalogSigner>, Failure> {
        let (Some(path), Some(key_id)) = (&self.catalog_key, &self.catalog_key_id) else { return Ok(None) };
        let key = key::read_secret(path, terminal)?;
        let method: DidUrl =
            key_id.parse().map_err(|error| Failure::usage(format!("--catalog-key-id {key_id}: {error}")))?;
        Ok(Some(CatalogSigner::new(key, method)?))
    }

    /// Rejects the implicit removal of catalogs that an earlier run wrote.
    pub fn refuse_loss(&self, changes: &SiteChanges) -> Result<(), Failure> {
        let lost = changes.removed.iter().find(|(path, _)| CATALOG_PATHS.contains(&path.as_str()));
        match lost.filter(|_| !self.no_catalog) {
            None => Ok(()),
            Some((path, _)) => {
                let message = format!("the site has a catalog at /{path}, which a run without --catalog would remove");
                let help = "pass --catalog, with --catalog-key if the catalog is signed, to update it; or --no-catalog to remove it";
                Err(Failure::usage(message).with_help(help))
            }
        }
    }

    /// The catalog mode with this signer.
    pub fn mode<'a>(&self, signer: Option<&'a CatalogSigner>) -> CatalogMode<'a> {
        match signer {
            Some(signer) => CatalogMode::Signed(signer),
            None if self.catalog => CatalogMode::Unsigned,
            None => CatalogMode::None,
        }
    }

    /// HTML links and DNS records that point to the catalogs, for readers that do not try the well-known URLs.
    pub fn links(&self, host: &str) -> Vec<String> {
        if !self.catalog {
            return Vec::new();
        }
        let [ai_catalog, ard] = CATALOG_PATHS.map(|path| format!("https://{host}/{path}"));
        vec![
            format!(r#"HTML: <link rel="ai-catalog" href="{ai_catalog}" type="application/ai-catalog+json">"#),
            format!(r#"HTML: <link rel="ard" href="{ard}">"#),
            format!("robots.txt: Agentmap: {ard}"),
        ]
    }
}
