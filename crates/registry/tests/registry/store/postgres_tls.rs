//! TLS with PostgreSQL: the real server, certificates of a CA made here, and servers that are not who they should be.

use super::conformance::{CHECKS, put};
use crate::registry::given::entry;
use adp_fixtures::{
    servers::postgres::PostgresServer,
    tls::{Authority, Identity, Validity},
};
use adp_registry::store::{PostgresStore, Store, Written};
use std::path::PathBuf;
use tempfile::TempDir;

/// A server with this certificate, and files with CAs.
struct Given {
    server: PostgresServer,
    folder: TempDir,
    name: &'static str,
}

impl Given {
    fn new(identity: &Identity, name: &'static str) -> Self {
        let server = PostgresServer::start_with_tls(identity.certificate_pem(), identity.key_pem());
        server.database(name);
        Self { server, folder: tempfile::tempdir().unwrap(), name }
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    fn address(&self, host: &str, options: &str) -> String {
        format!("postgresql://test@{host}:{}/{}{options}", self.server.port, self.name)
    }

    async fn refused(&self, host: &str, options: &str) -> String {
        PostgresStore::connect(&self.address(host, options)).await.unwrap_err().to_string()
    }

    /// How many connections of the registry's there are, encrypted and in clear, by the server's own word.
    async fn connections(&self) -> (i64, i64) {
        let address = self.address("127.0.0.1", "");
        let (client, connection) = tokio_postgres::connect(&address, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        let asked = "SELECT count(*) FILTER (WHERE ssl), count(*) FILTER (WHERE NOT ssl) \
            FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'adp-registry'";
        let row = client.query_one(asked, &[]).await.unwrap();
        (row.get(0), row.get(1))
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn who_the_server_is_is_checked_before_anything_is_said() {
    let authority = Authority::new();
    let given = Given::new(&authority.issue(&["localhost"]), "named");
    let roots = given.file("ca.pem", authority.pem());
    let other = given.file("other.pem", Authority::new().pem());
    let (roots, other) = (roots.display(), other.display());

    for options in [
        format!("?sslmode=verify-full&sslrootcert={roots}"),
        format!("?sslmode=require&sslrootcert={roots}"),
        format!("?sslmode=verify-ca&sslrootcert={roots}"),
        format!("?sslrootcert={roots}&sslmode=prefer"),
    ] {
        let store = PostgresStore::connect(&given.address("localhost", &options)).await.unwrap();
        store.position().await.unwrap();
        assert_eq!(given.connections().await, (1, 0), "{options}");
    }

    for (host, options) in [
        // another CA's, the system's, another name than the certificate has
        ("localhost", format!("?sslmode=verify-full&sslrootcert={other}")),
        ("localhost", format!("?sslmode=require&sslrootcert={other}")),
        ("localhost", "?sslmode=require".to_owned()),
        ("localhost", "?sslmode=verify-full&sslrootcert=system".to_owned()),
        ("127.0.0.1", format!("?sslmode=verify-full&sslrootcert={roots}")),
        ("127.0.0.1", format!("?sslmode=require&sslrootcert={roots}")),
        ("127.0.0.1", format!("?sslmode=verify-ca&sslrootcert={roots}")),
    ] {
        let error = given.refused(host, &options).await;
        assert!(error.contains("certificate"), "{host}{options}: {error}");
        assert_eq!(given.connections().await, (0, 0), "{host}{options}");
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn it_keeps_what_every_store_promises_over_tls() {
    let authority = Authority::new();
    // by its address too, which a certificate can name
    let given = Given::new(&authority.issue(&["127.0.0.1"]), "promises");
    let roots = given.file("ca & co.pem", authority.pem()).display().to_string();
    let options = format!("?sslmode=verify-full&sslrootcert={}", roots.replace(' ', "%20").replace('&', "%26"));
    let (name, check) = CHECKS[0];
    println!("{name}");
    let store = PostgresStore::connect(&given.address("127.0.0.1", &options)).await.unwrap();
    check(&store).await;
    // more than one TLS record holds
    let large = entry("urn:air:hotel.example:agent:large", &"x".repeat(900_000));
    assert!(matches!(store.write(vec![put(large.clone(), None)]).await.unwrap()[0], Written::Done { .. }));
    assert!(store.get(&large.identifier).await.unwrap().is_some());
    assert_eq!(given.connections().await.1, 0);
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_server_without_tls_is_not_spoken_to_in_clear() {
    let server = PostgresServer::start();
    let address = server.database("plain");
    for options in ["?sslmode=require", "?sslmode=verify-full", "?sslmode=verify-ca", "?sslrootcert=system"] {
        let error = PostgresStore::connect(&format!("{address}{options}")).await.unwrap_err().to_string();
        assert!(error.contains("server does not support TLS"), "{options}: {error}");
    }
    // where it is asked for, and where nothing leaves the machine
    for options in ["?sslmode=disable", "?sslmode=prefer", ""] {
        PostgresStore::connect(&format!("{address}{options}")).await.unwrap();
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_certificate_of_the_past_is_refused() {
    let authority = Authority::new();
    let given = Given::new(&authority.issue_valid(&["localhost"], Validity::Past), "expired");
    let roots = given.file("ca.pem", authority.pem());
    let error = given.refused("localhost", &format!("?sslmode=require&sslrootcert={}", roots.display())).await;
    assert!(error.contains("expired"), "{error}");
}
