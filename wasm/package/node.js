// The package in Node: ready when it is imported.

import { readFileSync } from 'node:fs'
import * as wasm from './dist/adp.js'
import { makeApi } from './api.js'
import { setVerifier } from './host.js'
import { nodeVerifier } from './node_verifier.js'

setVerifier(nodeVerifier())

const module = new WebAssembly.Module(readFileSync(new URL('./dist/adp.wasm', import.meta.url)))

const api = makeApi(() => {
  wasm.initSync({ module })
  return wasm
})

export { AdpError, ANY, AS_FETCHED } from './api.js'
export { createDidDocument } from './did_document.js'
export { importKey } from './keys.js'
export { challengeNonce } from './challenge.js'
export { signedFetch, signRequest } from './sign_request.js'
export const { inspect, verify, resolveAndVerify, needs, signers, covers, diff, convert, explain, findSecret, sign, requestVerifier } = api
/** In Node the module is loaded already. */
export const load = async () => {}
