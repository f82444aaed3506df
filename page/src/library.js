// The package of this repository, loaded from beside the page or out of the page itself.

import * as library from '../../wasm/package/web.js'

export * from '../../wasm/package/web.js'

// A page that is one file carries the module compressed, in an element that no browser runs.
const embedded = async () => {
  const holder = document.getElementById('wasm')
  if (holder === null) return undefined
  const bytes = Uint8Array.from(atob(holder.textContent.trim()), (character) => character.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(stream).arrayBuffer()
}

export const loadLibrary = async () => library.load(await embedded())

/** The result of a call, or the error that it throws. */
export const attempt = (call) => {
  try {
    return { result: call(), error: null }
  } catch (error) {
    return { result: null, error }
  }
}
