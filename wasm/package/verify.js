// Verification of agent descriptions and A2A cards alone: a module of half the size.

import * as wasm from './dist-verify/adp.js'
import { makeLoader } from './loader.js'

const { load, named, later } = makeLoader(wasm, () => new URL('./dist-verify/adp.wasm', import.meta.url))

export { load }
export { AdpError, ANY, AS_FETCHED } from './api.js'
export const verify = named('verify')
export const needs = named('needs')
export const signers = named('signers')
export const resolveAndVerify = later('resolveAndVerify')
