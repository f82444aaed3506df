//! The rules of documents at well-known URLs of other protocols.

use agent_description::diagnostic::Edit::Swap;

const CATALOG: &str = r#"{
  "linkset": [
    {
      "anchor": "https://hotel.example/.well-known/api-catalog",
      "item": [{"href": "https://hotel.example/rooms"}]
    }
  ]
}
"#;

const METADATA: &str = r#"{
  "resource": "https://hotel.example",
  "authorization_servers": ["https://login.hotel.example"],
  "bearer_methods_supported": ["header"]
}
"#;

const REGISTERED: &str = r#"{
  "type": "https://eips.ethereum.org/EIPS/eip-8004#registration-v1",
  "name": "Rooms",
  "description": "Books rooms.",
  "image": "https://hotel.example/rooms.png",
  "services": [
    {"name": "A2A", "endpoint": "https://hotel.example/.well-known/agent-card.json", "version": "1.0"},
    {"name": "DID", "endpoint": "did:web:hotel.example"}
  ],
  "registrations": [
    {"agentId": 22, "agentRegistry": "eip155:1:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432"}
  ]
}
"#;

const MANIFEST: &str = r#"{
  "x402Version": 2,
  "items": [
    {
      "resource": "https://hotel.example/rooms",
      "type": "http",
      "accepts": [{"scheme": "exact", "network": "eip155:8453", "amount": "20000",
        "payTo": "0x549c82e6bfc54bdae9a2073744cbc2af5d1fc6d1", "asset": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"}]
    }
  ]
}
"#;

const BUSINESS: &str = r#"{
  "ucp": {
    "version": "2026-04-08",
    "services": {
      "dev.ucp.shopping": [{"version": "2026-04-08", "transport": "rest", "endpoint": "https://hotel.example/ucp"}]
    },
    "capabilities": {}
  }
}
"#;

/// The key of RFC 8037, appendix A, and its thumbprint there.
const DIRECTORY: &str = r#"{
  "keys": [
    {
      "kty": "OKP",
      "crv": "Ed25519",
      "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
      "kid": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
      "use": "sig"
    }
  ]
}
"#;

agent_description::rules! {
    /// The rules of API catalogs.
    pub API_CATALOG;

    LINKSET = "api-catalog-linkset" / Error {
        summary: "A catalog is a linkset: a list of entries whose relations are lists of links, each with an `href`.",
        source: "RFC 9727, section 4.2; RFC 9264, section 4.2",
        quote: "linkset: an array of link context objects; each relation is an array of link target objects with an href.",
        rationale: "Readers look for links where the format has them.",
        fix: "Write `linkset`, and each relation as an array of objects with `href`.",
        wrong: CATALOG => [Swap("\"href\"", "\"url\"")],
    }
    APIS = "api-catalog-apis" / Error {
        summary: "A catalog has a link to each API.",
        source: "RFC 9727, section 4.1",
        quote: "An API catalog MUST include hyperlinks to API endpoints.",
        rationale: "A catalog without links says nothing.",
        fix: "Add a link with the relation `item` for each API.",
        wrong: CATALOG => [Swap("[{\"href\": \"https://hotel.example/rooms\"}]", "[]")],
    }
}

agent_description::rules! {
    /// The rules of the metadata of protected resources.
    pub OAUTH_RESOURCE;

    RESOURCE = "oauth-resource" / Error {
        summary: "The metadata name the resource and its authorization servers by https URLs.",
        source: "RFC 9728, section 2",
        quote: "resource: REQUIRED. The protected resource's resource identifier, a URL that uses the https scheme and has no fragment.",
        rationale: "Clients refuse metadata whose resource is not the one that they asked about.",
        fix: "Write the members as the message says.",
        wrong: METADATA => [Swap("\"https://hotel.example\"", "\"http://hotel.example\"")],
    }
}

agent_description::rules! {
    /// The rules of ERC-8004 registration files.
    pub ERC_8004;

    REGISTRATION = "erc8004-registration" / Error {
        summary: "A registration file has `type`, `name`, `description` and `image`; one that proves a domain has `registrations` alone.",
        source: "ERC-8004, Token URI and Agent Registration File; Endpoint Domain Verification",
        quote: "The registration file MUST have the following structure.",
        rationale: "Explorers and wallets show the agent by these members.",
        fix: "Add the member that the message names.",
        wrong: REGISTERED => [Swap("\"name\": \"Rooms\"", "\"title\": \"Rooms\"")],
    }
    KIND = "erc8004-type" / Error {
        summary: "The `type` is https://eips.ethereum.org/EIPS/eip-8004#registration-v1.",
        source: "ERC-8004, Token URI and Agent Registration File",
        quote: "type: https://eips.ethereum.org/EIPS/eip-8004#registration-v1",
        rationale: "Validators refuse a file of another type.",
        fix: "Write the type, letter by letter.",
        wrong: REGISTERED => [Swap("#registration-v1", "#agent")],
    }
    SERVICES = "erc8004-services" / Warning {
        summary: "The agent's places are listed in `services`, which earlier versions called `endpoints`.",
        source: "ERC-8004, Token URI and Agent Registration File, as of January 2026",
        quote: "The number and type of services are fully customizable.",
        rationale: "Validators warn of the old name, and readers of today look for the new one.",
        fix: "Rename `endpoints` to `services`.",
        wrong: REGISTERED => [Swap("\"services\"", "\"endpoints\"")],
    }
    SERVICE = "erc8004-service" / Error {
        summary: "A service has a `name` and an `endpoint`.",
        source: "ERC-8004, Token URI and Agent Registration File",
        quote: "services: name, endpoint; version SHOULD be there.",
        rationale: "Clients cannot reach a service without an endpoint.",
        fix: "Write `endpoint`, not `url`.",
        wrong: REGISTERED => [Swap("\"DID\", \"endpoint\"", "\"DID\", \"url\"")],
    }
    REGISTRY = "erc8004-registry" / Error {
        summary: "A registration has the number `agentId` and an `agentRegistry` of namespace, chain and address.",
        source: "ERC-8004, Identity Registry",
        quote: "All fields in the registration are mandatory.",
        rationale: "By these two, the file is compared with the chain.",
        fix: "Write `agentRegistry` as eip155:CHAIN:0xADDRESS.",
        wrong: REGISTERED => [Swap("\"eip155:1:0x8004", "\"0x8004")],
    }
}

agent_description::rules! {
    /// The rules of lists of x402 resources.
    pub X402;

    X402_ITEM = "x402-item" / Warning {
        summary: "Each item has its `resource` and the payments that it `accepts`: scheme, network, asset and receiver.",
        source: "x402 protocol specification 2, Discovery API",
        quote: "items: resource, type, x402Version, accepts, lastUpdated.",
        rationale: "A client cannot pay without all four.",
        fix: "Write the members as the specification names them.",
        wrong: MANIFEST => [Swap("\"payTo\"", "\"recipient\"")],
    }
}

agent_description::rules! {
    /// The rules of UCP profiles.
    pub UCP + [&PRIVATE, &USABLE, &KEY_ID];

    PROFILE = "ucp-profile" / Error {
        summary: "A profile has `ucp` with a `version` by date and its `services`.",
        source: "UCP 2026-04-08, Overview, Business Profile",
        quote: "The profile declares the version, services and capabilities of the business.",
        rationale: "Platforms choose the version and the services that both know.",
        fix: "Write `ucp` with `version`, `services` and `capabilities`.",
        wrong: BUSINESS => [Swap("\"version\": \"2026-04-08\",\n    \"services\"", "\"version\": \"1.0\",\n    \"services\"")],
    }
}

/// A key of a profile that a key directory could have, too.
const PUBLIC: &str = r#"{
  "ucp": {"version": "2026-04-08", "services": {}, "capabilities": {}},
  "keys": [
    {"kty": "OKP", "crv": "Ed25519", "kid": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
     "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}
  ]
}
"#;

/// Keys of a profile, because its rules are those of a JWK Set, too.
const KEYS: &str = r#"{
  "ucp": {"version": "2026-04-08", "services": {}, "capabilities": {}},
  "keys": [
    {"kty": "OKP", "crv": "Ed25519", "kid": "2026-10", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"},
    {"kty": "OKP", "crv": "Ed25519", "kid": "2026-11", "x": "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs"}
  ]
}
"#;

agent_description::rules! {
    /// The rules of JWK Sets.
    pub JWK_SET;

    PRIVATE = "jwk-private" / Error {
        summary: "Published keys are public.",
        source: "RFC 7517, section 9.2",
        quote: "Private and symmetric keys MUST be protected from disclosure to unintended parties.",
        rationale: "Anyone can sign with a published private key.",
        fix: "Replace the key, and publish the public members of the new one only.",
        wrong: PUBLIC => [Swap("\"kty\"", "\"d\": \"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A\", \"kty\"")],
    }
    USABLE = "jwk-key" / Error {
        summary: "A key of a known type is a point of its curve, in base64url of the full length.",
        source: "RFC 7518, section 6.2.1; RFC 8037, section 2",
        quote: "The length of this octet string MUST be the full size of a coordinate for the curve.",
        rationale: "Verifiers refuse the key.",
        fix: "Write the key again from its public half.",
        wrong: KEYS => [Swap("JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs", "JrQL")],
    }
    KEY_ID = "jwk-kid" / Warning {
        summary: "Different keys of a type have different values of `kid`.",
        source: "RFC 7517, section 4.5",
        quote: "When \"kid\" values are used within a JWK Set, different keys within the JWK Set SHOULD use distinct \"kid\" values.",
        rationale: "Signatures name keys by `kid`; with two, verifiers refuse or guess.",
        fix: "Give each key its own `kid`.",
        wrong: KEYS => [Swap("2026-11", "2026-10")],
    }
}

agent_description::rules! {
    /// The rules of key directories.
    pub KEY_DIRECTORY + [&PRIVATE];

    SET = "key-directory-set" / Error {
        summary: "A key directory is a JWK Set with at least one key.",
        source: "draft-meunier-webbotauth-httpsig-protocol (2026-08-20), section 5.5.1; RFC 7517, section 5",
        quote: "All three types resolve to a JSON Web Key Set (JWKS).",
        rationale: "Without keys, no request of the site's agents can be verified.",
        fix: "Let `adp publish --bot-key` write it.",
        wrong: DIRECTORY => [Swap("\"keys\"", "\"jwks\"")],
    }
    KEY = "key-directory-key" / Error {
        summary: "A key is a public JWK whose `kid` is its thumbprint and whose times are in seconds.",
        source: "draft-meunier-webbotauth-httpsig-protocol (2026-08-20), section 5.5",
        quote: "JWK MAY carry a kid. In this case, it MUST be set to the thumbprint.",
        rationale: "Signatures name keys by their thumbprints.",
        fix: "Write the thumbprint (RFC 7638) as `kid`, and public members only.",
        wrong: DIRECTORY => [Swap("\"kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k\"", "\"key-1\"")],
    }
    TEST_KEY = "key-directory-test-key" / Error {
        summary: "No key is a test key of RFC 9421.",
        source: "draft-meunier-webbotauth-httpsig-protocol (2026-08-20), section 6.8",
        quote: "Test keys MUST NOT be used in production.",
        rationale: "Anyone can sign with a key whose private half is printed.",
        fix: "Make a new key: adp key generate --type ed25519.",
        wrong: DIRECTORY => [
            Swap("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs"),
            Swap("kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k", "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U"),
        ],
    }
    EXPIRED = "key-directory-expired" / Warning {
        summary: "No key has expired.",
        source: "draft-meunier-webbotauth-httpsig-protocol (2026-08-20), section 5.5.2",
        quote: "Remove expired keys from the directory.",
        rationale: "Verifiers do not use a key after its `exp`.",
        fix: "Remove the key, after its successor was published for a day.",
        wrong: DIRECTORY => [Swap("\"use\": \"sig\"", "\"use\": \"sig\",\n      \"exp\": 1712793600")],
    }
}
