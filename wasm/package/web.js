// The package in browsers and in other places that are not Node.

import * as wasm from './dist/adp.js'
import { makeLoader } from './loader.js'

const { load, named, later } = makeLoader(wasm, () => new URL('./dist/adp.wasm', import.meta.url))

export { load }
export { AdpError, ANY, AS_FETCHED } from './api.js'
export { challengeNonce } from './challenge.js'
export { createDidDocument } from './did_document.js'
export { importKey } from './keys.js'
export { signedFetch, signRequest } from './sign_request.js'
export const inspect = named('inspect')
export const verify = named('verify')
export const needs = named('needs')
export const requestVerifier = named('requestVerifier')
export const signers = named('signers')
export const covers = named('covers')
export const diff = named('diff')
export const convert = named('convert')
export const explain = named('explain')
export const findSecret = named('findSecret')
export const sign = later('sign')
export const resolveAndVerify = later('resolveAndVerify')
