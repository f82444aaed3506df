// The package in Node: ready when it is imported.

import { readFileSync } from 'node:fs'
import * as wasm from './dist/adp.js'
import { makeApi } from './api.js'

const module = new WebAssembly.Module(readFileSync(new URL('./dist/adp.wasm', import.meta.url)))

const api = makeApi(() => {
  wasm.initSync({ module })
  return wasm
})

export { AdpError, ANY, AS_FETCHED } from './api.js'
export const { inspect, verify, needs, signers, covers, diff, convert, explain, sign } = api
/** In Node there is nothing to wait for. */
export const ready = Promise.resolve()
