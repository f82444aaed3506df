export { AdpError, challengeNonce, createDidDocument, importKey, signedFetch, signRequest } from './index.js'
export type { PrivateKey, Problem, SignatureFields, SignedFetchOptions, SignFunction, SignRequestOptions, Time } from './index.js'
