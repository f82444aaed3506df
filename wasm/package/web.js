// The package in browsers: `await load()` once, then call the functions.

import * as wasm from './dist/adp.js'
import { makeApi } from './api.js'

let api

/** Loads the WebAssembly module: from beside this file, or from a URL, a Response, bytes or a compiled module. */
export const load = async (source = new URL('./dist/adp.wasm', import.meta.url)) => {
  let module = source
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) module = await WebAssembly.compile(source)
  if (source instanceof URL || typeof source === 'string') module = await compile(await fetch(source))
  if (source instanceof Response) module = await compile(source)
  api = makeApi(() => {
    wasm.initSync({ module })
    return wasm
  })
}

const compile = async (response) => {
  if (!response.ok) throw new Error(`${response.url}: HTTP status ${response.status}`)
  return WebAssembly.compile(await response.arrayBuffer())
}

const loaded = () => {
  if (api === undefined) throw new Error('the module is not loaded: `await load()` first')
  return api
}

const named = (name) => (...values) => loaded()[name](...values)

export { AdpError, ANY, AS_FETCHED } from './api.js'
export { createDidDocument } from './did_document.js'
export { importKey } from './keys.js'
export { challengeNonce } from './challenge.js'
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
export const sign = async (...values) => loaded().sign(...values)
export const resolveAndVerify = async (...values) => loaded().resolveAndVerify(...values)
