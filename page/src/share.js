// Links that contain the document, compressed, behind `#`: browsers do not send that part to servers.

import { boundedText } from './bounded_text.js'

/** What is decompressed of a link at most, in bytes. */
export const MAX_LINKED_BYTES = 2 << 20
/** The longest link that is made, in characters. */
const MAX_LINK_CHARACTERS = 100_000

const through = (bytes, transform) => new Blob([bytes]).stream().pipeThrough(transform)

const toBase64url = (bytes) => {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

const fromBase64url = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

/**
 * The part of a link behind `#` for a document, or the name of the text that says why there is none.
 * `findSecret` is the package's function: what `adp publish` refuses gets no link.
 */
export const linkFor = async (text, tab, findSecret) => {
  if (findSecret(text) !== null) return { problem: 'shareSecret' }
  const stream = through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'))
  const hash = `doc=${toBase64url(new Uint8Array(await new Response(stream).arrayBuffer()))}&tab=${tab}`
  return hash.length > MAX_LINK_CHARACTERS ? { problem: 'shareTooLong' } : { hash }
}

/** The document of a link. */
export const documentOf = (compressed) => boundedText(through(fromBase64url(compressed), new DecompressionStream('deflate-raw')), MAX_LINKED_BYTES)
