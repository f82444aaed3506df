/** A document: JSON text, its bytes in UTF-8, or an object (in which duplicate names are gone already). */
export type Document = string | Uint8Array | Record<string, unknown>
/** A time: a `Date`, or RFC 3339 text. */
export type Time = Date | string

/** Why there is no result. Offsets are UTF-16 code units. */
export class AdpError extends Error {
  /** A stable code: `json-syntax`, `format-unknown`, … */
  readonly code: string
  /** `refused`: the document is at fault. `undecided`: try again. `usage`: the call is at fault. */
  readonly class: 'refused' | 'undecided' | 'usage'
  readonly pointer: string | null
  readonly line: number | null
  readonly column: number | null
  readonly from: number | null
  readonly to: number | null
}

/** Any `domain` is accepted. */
export const ANY: { readonly any: true }
/** The `domain` must be the host of `fetchedFrom`. */
export const AS_FETCHED: { readonly asFetched: true }

export interface Finding {
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

export interface Inspection {
  formats: string[]
  title: string | null
  profile: string | null
  valid: boolean
  findings: Finding[]
  /** The number of findings that are not listed. */
  omitted: number
  /** What the document says, unverified; `null` if the format has no model or the document is not valid. */
  model: unknown
}

export interface InspectOptions {
  at?: Time
  format?: string
  /** The file name, path or URL of the document: if its format is not recognized, the error suggests those of this place. */
  name?: string
  strict?: boolean
}

/** Finds the format, checks all rules and reads the model. */
export function inspect(document: Document, options?: InspectOptions): Inspection

export interface VerifyOptions {
  /** The host that the proof must name, `null` for a document of no host, `ANY` or `AS_FETCHED`. There is no default. */
  domain: string | null | typeof ANY | typeof AS_FETCHED
  /** DID documents by DID. */
  didDocuments?: Record<string, Document>
  /** Key sets by URL. */
  keySets?: Record<string, Document>
  /** What the entries of a catalog name, by URL. */
  artifacts?: Record<string, Document>
  /** A key set that you trust. */
  keySet?: Document
  /** Origins from which signatures may name key sets (`jku`); other keys are not accepted. */
  keyOrigins?: string[]
  /** The expected signer; default: the DID that the document is about. */
  signer?: string
  challenge?: string
  purpose?: 'assertionMethod' | 'authentication'
  /** The time of verification; default: now. */
  at?: Time
  notBefore?: Time
  /** In seconds. */
  maxAge?: number
  requireDomain?: boolean
  suites?: string[]
  fetchedFrom?: string
  payloadForms?: string[]
  follow?: boolean
  format?: string
}

export interface Check {
  name: string
  result: 'pass' | 'fail' | 'unbound' | 'unchecked' | 'not-bound' | 'not-reached'
  detail: string | null
}

/** The members of `adp verify --json`. */
export interface Verification {
  verified: boolean
  format: string
  identity: string | null
  binding: string | null
  signer: string | null
  verificationMethod: string | null
  suite: string | null
  created: string | null
  expires: string | null
  domain: string | null
  challenge: string | null
  verifiedAt: string | null
  signatures: Array<Record<string, unknown>>
  /** JSON Pointers to what was left out of `document`, because no accepted signature covers it; `null` if not verified. */
  unsigned: string[] | null
  checks: Check[]
  error: { code: string; message: string } | null
  /** The verified document, those of its members that the signature covers; else `null`. */
  document: Record<string, unknown> | null
  /** What it says, by its format's model. */
  model: unknown
  [member: string]: unknown
}

/** Verifies a document with what is supplied; nothing is fetched. A document that is not verified is a result with an `error`. */
export function verify(document: Document, options: VerifyOptions): Verification

export interface Need {
  kind: 'didDocument' | 'succession' | 'keySet' | 'artifact' | 'other'
  name: string
  /** The URL of the DID document; `null` for other kinds. */
  url: string | null
  digest: string | null
}

/** What `verify` needs beside the document and what is supplied. */
export function needs(document: Document, options: VerifyOptions): Need[]
/** The DIDs whose documents are needed. */
export function signers(document: Document, options?: Partial<VerifyOptions>): string[]

/** Returns what is needed: `null` if it does not exist. Throws if it is not available now. */
export type Resolver = (need: Need) => Promise<Document | null> | Document | null

/** `verify` with a resolver: it is asked for what the document needs, for at most 64 documents. It decides which URLs are fetched. */
export function resolveAndVerify(document: Document, options: VerifyOptions & { resolve: Resolver }): Promise<Verification>

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
export function covers(document: Document, options?: { format?: string; payloadForm?: string }): Coverage

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
  options?: { format?: string },
): { format: string; breaking: boolean; changes: Change[]; omitted: number }

export interface ConvertOptions {
  to: 'adp' | 'anp-07' | 'a2a-1.0' | 'a2a-0.3' | 'mcp-tools' | 'seed-card'
  name?: string
  url?: string
  strict?: boolean
  format?: string
}

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

export interface SignOptions {
  /** The verification method: a DID URL. */
  method: string
  /** A WebCrypto key pair (ECDSA P-256 or Ed25519), or its private key beside `publicKey`. */
  key?: CryptoKeyPair | CryptoKey
  publicKey?: CryptoKey | JsonWebKey
  /** Signs externally, instead of with `key`: 64 bytes, r and s for ECDSA (with SHA-256). */
  sign?: (payload: Uint8Array) => Promise<ArrayBuffer | Uint8Array> | ArrayBuffer | Uint8Array
  created?: Time
  expires?: Time
  domain?: string
  challenge?: string
  suite?: string
  payloadForm?: string
  manifests?: boolean
  replace?: boolean
  format?: string
}

/** The signed document. The private key stays where it is. */
export function sign(document: Document, options: SignOptions): Promise<string>

export interface ReplayStore {
  /**
   * Remembers `key` until `expires`, in one indivisible step with the look whether it is there. A store may forget what expired at or before `now`. A key
   * that it may have forgotten is `expired`. `signer` is the same for all keys of a caller, so that a store can limit how many one caller uses.
   */
  record(entry: { key: string; signer: string; expires: Date; now: Date }): ReplayAnswer | Promise<ReplayAnswer>
  /** Whether keys are remembered after a restart of the service. Default: no. */
  survivesRestart?: boolean
}

export type ReplayAnswer = 'fresh' | 'replayed' | 'full' | 'expired'

export interface RequestVerifierOptions {
  /** The origin that callers sign for, such as `https://hotel.example`. `Host` and other headers have no effect. */
  origin: string
  /** Returns the DID document of a caller. Callers that nobody has authenticated choose what is resolved: restrict the hosts. */
  resolve: Resolver
  /** Where used nonces are remembered. Default: the memory of this process. Servers with the same origin must share a store. */
  replayStore?: ReplayStore
  /** In seconds: how long after it was made a signature is accepted. Default: 300. */
  maxAge?: number
  /** Default: 1 MiB. */
  maxBodyBytes?: number
  /** Whether a signature without nonce is accepted, once. Default: no. */
  allowNoNonce?: boolean
  /** Whether `Authorization: DIDWba` is accepted, which covers neither method, path nor body. Default: no. */
  legacy?: boolean
  /** 32 random bytes, the same for all servers of the service: for the nonces in its challenges. Default: new ones of this process. */
  nonceSecret?: Uint8Array
  /** Whether a nonce of a challenge is required. Default: no. */
  requireNonce?: boolean
  /**
   * Whether requests signed before the service started are accepted. Its store may have forgotten that it accepted them already. Default: no; callers
   * that answer the challenge need not wait.
   */
  acceptSignedBeforeStart?: boolean
  /** Default: the clock. */
  now?: () => Date
}

export interface SignedRequest {
  method: string
  /** The path and query as they were received. */
  target: string
  headers: Iterable<readonly [string, string]>
  /** The body as it was received. */
  body?: Uint8Array
  /** Whether the signature is in the JSON body. */
  jsonBody?: boolean
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
  status: number
  headers: Array<[string, string]>
  body: string
}

export interface RequestVerifier {
  /** The refusal of a request whose headers alone cause it, else `null`: before the body is read. */
  checkHead(request: Omit<SignedRequest, 'body'>): Refusal | null
  /** Verifies signature, digest, origin, age and nonce. A nonce is used up only by a signature that verifies. */
  verify(request: SignedRequest): Promise<{ caller: Caller; refusal: null } | { caller: null; refusal: Refusal }>
}

/** A verifier of signed requests (RFC 9421, RFC 9530) for one service. */
export function requestVerifier(options: RequestVerifierOptions): RequestVerifier

/** In browsers: loads the WebAssembly module. Call it once, before the other functions. In Node it has nothing to do. */
export function load(source?: URL | string | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module): Promise<void>
