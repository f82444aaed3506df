/** A document: JSON text, its bytes in UTF-8, or an object (in which duplicate names are gone already). */
export type Document = string | Uint8Array | ArrayBuffer | object
/** A time: a `Date`, or RFC 3339 text. */
export type Time = Date | string

/** What is wrong, and where. Offsets are UTF-16 code units. */
export interface Problem {
  /** A stable code: `json-syntax`, `format-unknown`, … */
  readonly code: string
  /** `refused`: the document is at fault. `undecided`: try again. `usage`: the call is at fault. */
  readonly class: 'refused' | 'undecided' | 'usage'
  /** What was found, what was expected, and what to do. */
  readonly message: string
  /** JSON Pointer to the place. */
  readonly pointer: string | null
  readonly line: number | null
  readonly column: number | null
  readonly from: number | null
  readonly to: number | null
}

/** Why there is no result. A document that cannot be read is `malformed`. */
export class AdpError extends Error implements Problem {
  readonly code: string
  readonly class: 'refused' | 'undecided' | 'usage'
  readonly pointer: string | null
  readonly line: number | null
  readonly column: number | null
  readonly from: number | null
  readonly to: number | null
  /** The verdict for the document, in the words of `Verification.status`; `null` if the call is at fault. */
  readonly status: 'malformed' | 'undecided' | null
}

/** Any `domain` is accepted. */
export const ANY: { readonly any: true }
/** The `domain` must be the host of `fetchedFrom`. */
export const AS_FETCHED: { readonly asFetched: true }

/** What a rule found. */
export interface Finding {
  /** The rule; `explain` has more about it. */
  rule: string
  code: string
  severity: 'error' | 'warning' | 'note'
  message: string
  pointer: string | null
  line: number | null
  column: number | null
  /** UTF-16 code units from the start of the text. */
  from: number | null
  to: number | null
  help: string | null
  /** The JSON string to write at `from`..`to`. */
  replacement: string | null
}

/** What `inspect` found. */
export interface Inspection {
  /** The formats of the document; `model` is by the first. */
  formats: Format[]
  title: string | null
  profile: string | null
  valid: boolean
  findings: Finding[]
  /** The number of findings that are not listed. */
  omitted: number
  /** What the document says, unverified; `null` if the format has no model or the document is not valid. */
  model: Models[Format] | null
}

/** Options of `inspect`. */
export interface InspectOptions {
  /** The time of the check; default: now. */
  at?: Time | undefined
  /** Default: what the document says or looks like. */
  format?: Format | undefined
  /** The file name, path or URL of the document: if its format is not recognized, the error suggests those of this place. */
  name?: string | undefined
  /** Whether warnings make the document invalid. */
  strict?: boolean | undefined
}

/** Finds the format, checks all rules and reads the model. */
export function inspect(document: Document, options?: InspectOptions): Inspection

/** What a signature must say, and what is supplied. */
export interface VerifyOptions {
  /** The host that the proof must name, `null` for a document of no host, `ANY` or `AS_FETCHED`. There is no default. */
  domain: string | null | typeof ANY | typeof AS_FETCHED
  /** DID documents by DID. */
  didDocuments?: Record<string, Document> | undefined
  /** Key sets by URL. */
  keySets?: Record<string, Document> | undefined
  /** What the entries of a catalog name, by URL. */
  artifacts?: Record<string, Document> | undefined
  /** A key set that you trust. */
  keySet?: Document | undefined
  /** Origins from which signatures may name key sets (`jku`); other keys are not accepted. */
  keyOrigins?: string[] | undefined
  /** The expected signer; default: the DID that the document is about. */
  signer?: string | undefined
  challenge?: string | undefined
  purpose?: 'assertionMethod' | 'authentication' | undefined
  /** The time of verification; default: now. */
  at?: Time | undefined
  /** The earliest time at which it may have been signed. */
  notBefore?: Time | undefined
  /** In seconds. */
  maxAge?: number | undefined
  requireDomain?: boolean | undefined
  /** The cryptosuites that are accepted; default: all that are known. */
  suites?: string[] | undefined
  /** The URL that the document came from. */
  fetchedFrom?: string | undefined
  /** For cards: which forms of the payload may be signed; default: `served` and `presence`. */
  payloadForms?: string[] | undefined
  /** For catalogs: whether the entries' artifacts are compared with their digests. */
  follow?: boolean | undefined
  format?: Format | undefined
}

/** One step of a verification. */
export interface Check {
  /** The name, which `explain` knows. */
  name: string
  result: 'pass' | 'fail' | 'unbound' | 'unchecked' | 'not-bound' | 'not-reached'
  detail: string | null
}

/** What both outcomes tell. Members about the signature are claims unless `verified` is true. */
export interface VerificationFacts {
  /** What the document says of its signer, unverified. */
  claimedSigner: string | null
  /** The DID URL of the key. */
  keyId: string | null
  /** @deprecated It is `keyId`. */
  verificationMethod: string | null
  suite: string | null
  created: string | null
  expires: string | null
  domain: string | null
  challenge: string | null
  /** Each signature of a card or catalog. */
  signatures: Array<Record<string, unknown>>
  /** The steps, in their order. */
  checks: Check[]
}

/** A verified document of one format. */
export interface VerifiedAs<F extends Format> extends VerificationFacts {
  verified: true
  status: 'verified'
  format: F
  /** The verified signer; `null` if it was verified with a key of `keySet`, which is nobody's. */
  signer: string | null
  /** @deprecated It is `signer`. */
  identity: string | null
  /** How the signer is bound to the key. */
  binding: string | null
  verifiedAt: string
  /** JSON Pointers to what was left out of `document`, because no accepted signature covers it. */
  unsigned: string[]
  error: null
  /** The verified document, those of its members that the signature covers. */
  document: Record<string, unknown>
  /** What it says, by its format's model. */
  model: Models[F] | null
}

/** A verified document: `format` tells which model it has. */
export type Verified = { [F in Format]: VerifiedAs<F> }[Format]

/** A document that is not verified: `refused` is final, `undecided` means that something was not available. */
export interface NotVerified extends VerificationFacts {
  verified: false
  status: 'refused' | 'undecided'
  format: Format
  signer: null
  /** @deprecated It is `signer`. */
  identity: null
  binding: null
  verifiedAt: null
  unsigned: null
  error: Problem
  document: null
  model: null
}

/** The result of a verification, with the members of `adp verify --json`: `verified` or `status` tells which. */
export type Verification = Verified | NotVerified

/** Verifies a document with what is supplied; nothing is fetched. A document that is not verified is a result with an `error`. */
export function verify(document: Document, options: VerifyOptions): Verification

/** What is needed: `name` is a DID, or the URL of a key set or an artifact. */
export type Need =
  | { kind: 'didDocument'; name: string; /** Where the document is; `null` for a DID that no URL belongs to. */ url: string | null; digest: null }
  | { kind: 'succession' | 'keySet' | 'artifact' | 'other'; name: string; url: null; digest: string | null }

/** What `verify` needs beside the document and what is supplied. */
export function needs(document: Document, options: VerifyOptions): Need[]
/** The DIDs whose documents are needed. */
export function signers(document: Document, options?: Partial<VerifyOptions>): string[]

/** What a resolver can tell besides its reply. */
export interface ResolverContext {
  /** Says why there is no document, for the error message or the log. */
  explain(reason: string): void
}

/** Returns what is needed: `null` if it does not exist. Throws if it is not available now. */
export type Resolver = (need: Need, context: ResolverContext) => Promise<Document | null> | Document | null

/**
 * `verify` with a resolver: it is asked for what the document needs, for at most 64 documents. It decides which URLs are fetched. If it throws, so does
 * this, with the class `undecided` and its `cause`. Signatures with P-256 are verified by WebCrypto, where there is one.
 */
export function resolveAndVerify(document: Document, options: VerifyOptions & { resolve: Resolver }): Promise<Verification>

/** What `covers` found. */
export interface Coverage {
  /** The members that hold the signatures, as JSON Pointers. */
  signature: string[]
  /** The members that can be changed without breaking the signature. */
  uncovered: string[]
  examined: number
  /** Whether every member was examined. */
  complete: boolean
}

/** Which members the signature of the document covers. */
export function covers(document: Document, options?: { format?: Format | undefined; payloadForm?: string | undefined }): Coverage

/** A difference between two documents. */
export interface Change {
  pointer: string
  class: 'breaking' | 'changed' | 'text' | 'cosmetic'
  rule: string
  detail: string
}

/** The changes between two documents of one format. */
export function diff(
  old: Document,
  next: Document,
  options?: { format?: Format | undefined },
): { format: Format; breaking: boolean; changes: Change[]; omitted: number }

/** Options of `convert`. */
export interface ConvertOptions {
  /** The format of the result. */
  to: 'adp' | 'anp-07' | 'a2a-1.0' | 'a2a-0.3' | 'mcp-tools' | 'seed-card'
  /** A name for what has none. */
  name?: string | undefined
  /** A URL for what has none. */
  url?: string | undefined
  /** Whether losses are errors. */
  strict?: boolean | undefined
  format?: Format | undefined
}

/** What a conversion leaves out. */
export interface Loss {
  pointer: string
  severity: 'error' | 'warning' | 'note'
  reason: string
}

/** The document in another format. A signature never survives: sign what comes out. */
export function convert(
  document: Document,
  options: ConvertOptions,
): { text: string; losses: Loss[]; losesConsent: boolean }

/** A rule or an error code, explained. */
export function explain(id: string): Record<string, string | null>

/** The kind of secret key in a text, or null: `adp publish` searches files in the same way. */
export function findSecret(document: Document): string | null

/** A `KeyObject` of Node. */
export interface NodeKey {
  /** The key as a JWK. */
  export(options: { format: 'jwk' }): JsonWebKey
}

/** A private key: of WebCrypto (P-256 or Ed25519), a JWK, PEM (PKCS#8), or a `KeyObject` of Node. */
export type PrivateKey = CryptoKeyPair | CryptoKey | JsonWebKey | string | NodeKey

/** Signs bytes: returns 64 bytes, r and s for ECDSA (with SHA-256). */
export type SignFunction = (payload: Uint8Array) => Promise<ArrayBuffer | Uint8Array> | ArrayBuffer | Uint8Array

/** Options of `sign`. */
export interface SignOptions {
  /** The DID URL of the public key. */
  keyId?: string | undefined
  /** @deprecated It is `keyId`. */
  method?: string | undefined
  /** The key; beside a `CryptoKey` that cannot be exported, `publicKey` is needed. */
  key?: PrivateKey | undefined
  publicKey?: CryptoKey | JsonWebKey | undefined
  /** Signs elsewhere, instead of with `key`. */
  sign?: SignFunction | undefined
  /** Default: now. */
  created?: Time | undefined
  expires?: Time | undefined
  /** The host that the document is signed for. */
  domain?: string | undefined
  /** Default, with a `domain`: a random one. */
  challenge?: string | undefined
  /** The cryptosuite; default: that of the key. */
  suite?: string | undefined
  /** For cards: the name of the algorithm; Ed25519 has two, `EdDSA` (default) and `Ed25519`. */
  alg?: string | undefined
  /** For cards: the form of the payload; default: `presence`. */
  payloadForm?: string | undefined
  /** For catalogs: whether each entry is signed. */
  manifests?: boolean | undefined
  /** Whether existing signatures are replaced. */
  replace?: boolean | undefined
  format?: Format | undefined
}

/** The signed document. The private key stays where it is. */
export function sign(document: Document, options: SignOptions): Promise<string>

/** A key pair from a private key of another kind. Its private key cannot be exported. */
export function importKey(key: Exclude<PrivateKey, CryptoKey | CryptoKeyPair>): Promise<CryptoKeyPair>

/**
 * A DID document whose keys may sign documents and requests, as `adp did create` makes it: `#key-1`, `#key-2`, … For DIDs of a host; a DID that is bound
 * to a key has a signed document, which `adp did create` makes.
 */
export function createDidDocument(did: string, keys: PrivateKey | PrivateKey[]): Promise<Record<string, unknown>>

/** Options of `signRequest`. */
export interface SignRequestOptions {
  /** In upper case. Default: `GET`. */
  method?: string | undefined
  url: string | URL
  /** The header fields of the request, for `cover`. */
  headers?: HeadersInit | undefined
  /** Exactly as it is sent. */
  body?: string | Uint8Array | ArrayBuffer | null | undefined
  key?: PrivateKey | undefined
  /** Signs elsewhere, instead of with `key`. */
  sign?: SignFunction | undefined
  /** The DID URL of the public key. */
  keyId: string
  /** More components: `@authority`, or names of header fields in lower case. */
  cover?: readonly string[] | undefined
  /** The nonce of a challenge. Default: a random one. */
  nonce?: string | undefined
  /** Default: now. */
  created?: Time | undefined
  /** Default: 60 seconds after `created`. */
  expires?: Time | undefined
}

/** The header fields of a signature. */
export interface SignatureFields {
  'signature-input': string
  signature: string
  /** Where there is a body. */
  'content-digest'?: string
}

/** The header fields that authenticate a request (RFC 9421). Send the same method, URL and body; a server accepts them once. */
export function signRequest(options: SignRequestOptions): Promise<SignatureFields & Record<string, string>>

/** The nonce in the challenge of a 401 response; `null` if there is none that can be signed. */
export function challengeNonce(headers: HeadersInit): string | null

/** Options of `signedFetch`. */
export interface SignedFetchOptions {
  key?: PrivateKey | undefined
  /** Signs elsewhere, instead of with `key`. */
  sign?: SignFunction | undefined
  /** The DID URL of the public key. */
  keyId: string
  /**
   * Where signatures may be sent: origins such as `https://hotel.example`, or a function that decides. There is no default. Origins with `http:` must be
   * in a list, except those of this machine.
   */
  origins: readonly string[] | ((origin: string) => boolean)
  /** More components to cover, besides `@authority` and `content-type`. */
  cover?: readonly string[] | undefined
  /** Sends the requests. Default: the global one. */
  fetch?: typeof fetch | undefined
  /** Default: the clock. */
  now?: (() => Date) | undefined
}

/**
 * A `fetch` that signs each request, and once more with the server's nonce if the server answers with one. Requests to other origins are errors. Redirects
 * are not followed: a signature is for one URL.
 */
export function signedFetch(options: SignedFetchOptions): typeof fetch

/** Remembers used nonces. */
export interface ReplayStore {
  /**
   * Remembers `key` until `expires`, in one indivisible step with the look whether it is there. A store may forget what expired at or before `now`. A key
   * that it may have forgotten is `expired`. `signer` is the same for all keys of a caller, so that a store can limit how many one caller uses.
   */
  record(entry: { key: string; signer: string; expires: Date; now: Date }): ReplayAnswer | Promise<ReplayAnswer>
  /** Whether keys are remembered after a restart of the service. Default: no. */
  survivesRestart?: boolean
}

/** `fresh` is accepted, `full` means 503. */
export type ReplayAnswer = 'fresh' | 'replayed' | 'full' | 'expired'

/** A service that requests are signed for. */
export interface RequestVerifierOptions {
  /** The origin that callers sign for, such as `https://hotel.example`. `Host` and other headers have no effect. */
  origin: string
  /** Returns the DID document of a caller. Callers that nobody has authenticated choose what is resolved: restrict the hosts. */
  resolve: Resolver
  /** The DIDs that may call. Others are refused before `resolve` is asked, so that everybody can find out whether a DID is listed. Default: all. */
  allowedDids?: string[] | undefined
  /** Where used nonces are remembered. Default: the memory of this process. Servers with the same origin must share a store. */
  replayStore?: ReplayStore | undefined
  /** In seconds: how long after it was made a signature is accepted. Default: 300. */
  maxAge?: number | undefined
  /** Default: 1 MiB. */
  maxBodyBytes?: number | undefined
  /** Whether a signature needs a nonce, its own or that of a challenge. Without it, the signature itself is accepted once. Default: yes. */
  requireNonce?: boolean | undefined
  /** Whether the nonce must be that of a challenge, so that each request begins with a 401. Default: no. */
  requireChallengeNonce?: boolean | undefined
  /** @deprecated It is `requireNonce: false`. */
  allowNoNonce?: boolean | undefined
  /** Whether `Authorization: DIDWba` is accepted, which covers neither method, path nor body. Default: no. */
  legacy?: boolean | undefined
  /** 32 random bytes, the same for all servers of the service: for the nonces in its challenges. Default: new ones of this process. */
  nonceSecret?: Uint8Array | undefined
  /**
   * Whether requests signed before the service started are accepted. Its store may have forgotten that it accepted them already. Default: no; callers
   * that answer the challenge need not wait.
   */
  acceptSignedBeforeStart?: boolean | undefined
  /** Called for each refused request, with its reason: for the log of the service. */
  onDenied?: ((refusal: Refusal, request: { method: string; target: string }) => unknown) | undefined
  /** Default: the clock. */
  now?: (() => Date) | undefined
}

/** A request as it was received. */
export interface SignedRequest {
  method: string
  /** The path and query as they were received. */
  target: string
  headers: Iterable<readonly [string, string]>
  /** The body as it was received. */
  body?: Uint8Array | undefined
  /** Whether the signature is in the JSON body. */
  jsonBody?: boolean | undefined
}

/** Who sent a request. */
export interface Caller {
  did: string
  /** The verification method that signed. */
  keyId: string
  form: string
  /** What the signature covers. */
  covered: string[]
  created: string | null
  expires: string | null
  nonce: string | null
}

/** The response to a request that is refused. `code` and `message` are for logs: the response contains what the caller may know. */
export interface Refusal {
  code: string
  message: string
  /** What the resolver or the replay store threw. */
  cause?: unknown
  status: number
  headers: Array<[string, string]>
  body: string
}

/** Verifies the requests to one service. */
export interface RequestVerifier {
  /** The refusal of a request whose headers alone cause it, else `null`: before the body is read. */
  checkHead(request: Omit<SignedRequest, 'body'>): Refusal | null
  /** The refusal of a request whose body was not read, because it is larger than `maxBodyBytes`. */
  tooLarge(request: Omit<SignedRequest, 'body'>): Refusal
  /** Verifies signature, digest, origin, age and nonce. A nonce is used up only by a signature that verifies. */
  verify(request: SignedRequest): Promise<{ caller: Caller; refusal: null } | { caller: null; refusal: Refusal }>
}

/** A verifier of signed requests (RFC 9421, RFC 9530) for one service. */
export function requestVerifier(options: RequestVerifierOptions): RequestVerifier

/**
 * Loads the WebAssembly module, once, before the other functions: from beside the package's files, or from what is passed. In Node it has nothing to do.
 * Keys, `createDidDocument`, `signRequest` and `signedFetch` work without it.
 */
export function load(source?: URL | string | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module): Promise<void>

/** The formats of documents. */
export type Format =
  | 'adp'
  | 'anp-07'
  | 'discovery-listing'
  | 'did-document'
  | 'wns-handle'
  | 'data-integrity'
  | 'a2a-card'
  | 'seed-card'
  | 'ai-catalog'
  | 'ard'
  | 'skills-index'
  | 'mcp-tools'
  | 'mcp-server-card'
  | 'mcp-server'
  | 'api-catalog'
  | 'oauth-protected-resource'
  | 'agent-registration'
  | 'x402-manifest'
  | 'ucp-profile'
  | 'jwk-set'
  | 'key-directory'
  | 'envelope'
  | 'anp-message'

/** What documents say, by format. Formats that are not named have members of their own. */
export type Models = { [F in Format]: F extends keyof KnownModels ? KnownModels[F] : Record<string, unknown> }

/** The models with types. */
export interface KnownModels {
  adp: AgentDescription
  'a2a-card': AgentCard
  'ai-catalog': AgentCatalog
  ard: AgentCatalog
  'mcp-tools': ToolList
}

/** Members that no model has. */
export interface WithOther {
  other: Record<string, unknown>
}

/** An amount, exactly as it is written, and its currency (ISO 4217). */
export interface Price {
  amount: string
  currency: string | null
}

/** An offer of a product or service. */
export interface Offer extends WithOther {
  id: string | null
  name: string | null
  identifier: string | null
  price: Price | null
  availability: string | null
}

/** A person or an organization. */
export interface Party extends WithOther {
  id: string | null
  kind: string
  name: string | null
  url: string | null
  description: string | null
}

/** A product with its offers. */
export interface Product extends WithOther {
  id: string | null
  name: string | null
  description: string | null
  url: string | null
  identifier: string | null
  sku: string | null
  category: string | null
  offers: Offer[]
}

/** A service with its offers. */
export interface Service extends WithOther {
  id: string | null
  name: string | null
  description: string | null
  url: string | null
  provider: Party | null
  offers: Offer[]
}

/** An interface of an agent. */
export interface AgentInterface extends WithOther {
  id: string | null
  /** `structured`, `natural-language`, or the IRI of another class. */
  kind: string | null
  name: string | null
  description: string | null
  protocol: string | null
  version: string | null
  url: string | null
  humanAuthorization: boolean | null
}

/** An agent description. */
export interface AgentDescription extends WithOther {
  id: string | null
  did: string | null
  name: string
  description: string | null
  version: string | null
  url: string | null
  owner: Party | null
  products: Product[]
  services: Service[]
  interfaces: AgentInterface[]
}

/** A skill of an Agent Card. */
export interface AgentSkill extends WithOther {
  id: string | null
  name: string | null
  description: string | null
  tags: string[]
  examples: string[]
  inputModes: string[]
  outputModes: string[]
}

/** An A2A Agent Card. */
export interface AgentCard extends WithOther {
  name: string | null
  description: string | null
  version: string | null
  interfaces: Array<{ url: string; binding: string | null; protocolVersion: string | null; tenant: string | null }>
  capabilities: Record<string, unknown>
  skills: AgentSkill[]
  inputModes: string[]
  outputModes: string[]
  documentationUrl: string | null
  iconUrl: string | null
}

/** An entry of a catalog. */
export interface CatalogEntry extends WithOther {
  identifier: string | null
  publisher: string | null
  displayName: string | null
  description: string | null
  type: string | null
  version: string | null
  url: string | null
  data: unknown
  digest: string | null
}

/** An AI Catalog. */
export interface AgentCatalog extends WithOther {
  specVersion: string | null
  host: Record<string, unknown> | null
  entries: CatalogEntry[]
}

/** The tools of an MCP server. */
export interface ToolList extends WithOther {
  tools: Array<
    WithOther & {
      name: string | null
      title: string | null
      description: string | null
      inputSchema: unknown
      outputSchema: unknown
    }
  >
  nextCursor: string | null
}
