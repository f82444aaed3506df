//! PostgreSQL connection strings, and the decision about TLS.
//!
//! The parameters are those of PostgreSQL's own programs. This parser is stricter: it never falls back to clear text,
//! and never encrypts without verifying the server.

use super::tls;
use crate::store::RegistryStoreError;
use std::path::Path;
use tokio_postgres::{
    Config,
    config::{Host, SslMode},
};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Maximum size of a certificate file, in bytes.
const ROOTS: u64 = 4 << 20;

/// The parameters of a connection.
pub(super) struct Address {
    pub config: Config,
    /// The TLS configuration; `None` means clear text, without fallback.
    pub tls: Option<MakeRustlsConnect>,
}

impl Address {
    /// Parses `postgresql://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=…&sslrootcert=FILE`, or `host=… dbname=…` without
    /// a certificate file.
    pub(super) fn read(text: &str) -> Result<Self, RegistryStoreError> {
        let (text, words) = Words::taken_out(text);
        let mut config: Config = text.parse().map_err(|error: tokio_postgres::Error| {
            RegistryStoreError::new(format!("invalid database URL: {error}; write postgresql://USER@HOST/DATABASE"))
        })?;
        let encrypted = match config.get_ssl_mode() {
            SslMode::Disable => false,
            SslMode::Require => true,
            // the default: clear text on this machine, TLS otherwise
            _ => words.verify || words.roots.is_some() || !is_local(&config),
        };
        if !encrypted && (words.verify || words.roots.is_some()) {
            let problem = "the database URL has sslmode=disable and options for certificates; remove one of them";
            return Err(RegistryStoreError::new(problem));
        }
        config.ssl_mode(if encrypted { SslMode::Require } else { SslMode::Disable });
        let roots = words.roots.filter(|file| file != "system");
        let tls = encrypted.then(|| match roots {
            None => tls::by_system(),
            Some(file) => tls::by_roots(&read(Path::new(&file))?, Path::new(&file)),
        });
        Ok(Self { config, tls: tls.transpose()? })
    }
}

/// Parameters that the client library does not parse.
#[derive(Debug, Default)]
struct Words {
    verify: bool,
    roots: Option<String>,
}

impl Words {
    fn taken_out(text: &str) -> (String, Self) {
        let mut words = Self::default();
        let Some((begin, query)) = text.rsplit_once('?').filter(|_| text.contains("://")) else {
            return (text.to_owned(), words);
        };
        let mut left = Vec::new();
        for word in query.split('&') {
            match word.split_once('=') {
                // both modes verify the certificate and the host name
                Some(("sslmode", "verify-full" | "verify-ca")) => words.verify = true,
                Some(("sslrootcert", file)) => words.roots = Some(decoded(file)),
                _ => left.push(word),
            }
        }
        let rest = if left.is_empty() { begin.to_owned() } else { format!("{begin}?{}", left.join("&")) };
        (rest, words)
    }
}

/// Decodes percent-encoding; unlike in forms, `+` is literal.
fn decoded(text: &str) -> String {
    let form = text.replace('+', "%2B");
    url::form_urlencoded::parse(form.as_bytes()).map(|(name, _)| name.into_owned()).next().unwrap_or_default()
}

fn read(file: &Path) -> Result<Vec<u8>, RegistryStoreError> {
    let problem = |problem: String| tls::unusable_roots(file, &problem);
    let found = std::fs::metadata(file).map_err(|error| problem(error.to_string()))?;
    if found.len() > ROOTS {
        return Err(problem(format!("it has {} bytes, expected at most {ROOTS}", found.len())));
    }
    std::fs::read(file).map_err(|error| problem(error.to_string()))
}

/// Whether all servers are on this machine. `hostaddr` takes precedence over the host name.
fn is_local(config: &Config) -> bool {
    let named = |host: &Host| match host {
        Host::Tcp(host) => {
            host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    };
    config.get_hosts().iter().all(named) && config.get_hostaddrs().iter().all(std::net::IpAddr::is_loopback)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Address;
    use tokio_postgres::config::SslMode;

    #[test]
    fn another_machine_is_spoken_to_encrypted_unless_the_address_says_otherwise() {
        for (address, encrypted) in [
            ("postgresql://u@127.0.0.1/d", false),
            ("postgresql://u@[::1]/d?sslmode=prefer", false),
            ("postgresql://u@localhost/d?connect_timeout=3", false),
            ("postgresql:///d?host=/run/postgresql", false),
            ("host=/run/postgresql dbname=d", false),
            ("postgresql://u@127.0.0.1/d?sslmode=require", true),
            ("postgresql://u@localhost/d?sslmode=verify-full", true),
            ("postgresql://u@localhost/d?sslmode=verify-ca", true),
            ("postgresql://u@localhost/d?sslrootcert=system", true),
            ("postgresql://u:a%3Fb@db.example/d", true),
            ("postgresql://u@192.0.2.1/d?sslmode=prefer", true),
            ("postgresql://u@localhost,db.example/d", true),
            ("host=db.example dbname=d", true),
            ("host=db.example dbname=d sslmode=disable", false),
            ("postgresql://u@db.example/d?sslmode=disable", false),
            // the host name is local, but the address is not
            ("host=localhost hostaddr=192.0.2.1 dbname=d", true),
            ("hostaddr=192.0.2.1 dbname=d", true),
            ("host=localhost hostaddr=127.0.0.1 dbname=d", false),
        ] {
            let read = Address::read(address).unwrap();
            assert_eq!(read.tls.is_some(), encrypted, "{address}");
            // never negotiate the mode with the server
            let mode = if encrypted { SslMode::Require } else { SslMode::Disable };
            assert_eq!(read.config.get_ssl_mode(), mode, "{address}");
        }
    }

    #[test]
    fn what_cannot_be_held_is_refused() {
        for (address, problem) in [
            ("nonsense", "invalid connection string"),
            ("postgresql://u:s3cret@h.example/d?sslmode=allow", "invalid connection string"),
            ("postgresql://u:s3cret@h.example/d?sslcert=a.pem", "invalid connection string"),
            ("postgresql://u:s3cret@h.example/d?sslmode=disable&sslrootcert=system", "sslmode=disable"),
            ("postgresql://u:s3cret@h.example/d?sslmode=disable&sslmode=verify-full", "sslmode=disable"),
            ("postgresql://u:s3cret@h.example/d?sslrootcert=/no/such%20file+.pem", "/no/such file+.pem: No such file"),
            ("postgresql://u:s3cret@h.example/d?sslrootcert=/dev/null", "/dev/null: it contains no certificate"),
        ] {
            let error = Address::read(address).err().unwrap().to_string();
            assert!(error.contains(problem) && !error.contains("s3cret"), "{address}: {error}");
        }
    }
}
