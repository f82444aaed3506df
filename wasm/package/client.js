// Signed requests and keys, without the WebAssembly module.

export { challengeNonce } from './challenge.js'
export { createDidDocument } from './did_document.js'
export { AdpError } from './errors.js'
export { importKey } from './keys.js'
export { signedFetch, signRequest } from './sign_request.js'
