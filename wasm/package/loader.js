// The package outside Node: `await load()` once, then call the functions.

import { makeApi } from './api.js'

/**
 * Functions by name, which work once `load` has the module: from the URL that `beside` returns, which not every bundle has, or from a URL, a Response,
 * bytes or a compiled module.
 */
export const makeLoader = (wasm, beside) => {
  let api

  const load = async (source = beside()) => {
    let module = source
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) module = await WebAssembly.compile(source)
    if (source instanceof URL || typeof source === 'string') module = await compile(await fetch(source))
    if (source instanceof Response) module = await compile(source)
    api = makeApi(() => {
      wasm.initSync({ module })
      return wasm
    })
  }

  const named = (name) => (...values) => {
    if (api === undefined) throw new Error('the module is not loaded: `await load()` first')
    return api[name](...values)
  }

  /** The same for a function that returns a promise. */
  const later = (name) => async (...values) => named(name)(...values)

  return { load, named, later }
}

const compile = async (response) => {
  if (!response.ok) throw new Error(`${response.url}: HTTP status ${response.status}`)
  return WebAssembly.compile(await response.arrayBuffer())
}
