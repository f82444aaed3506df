// Prints what a browser loads for the whole package, in bytes of brotli: every file but those of Node and of servers.

import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

const FILES = [
  'dist/adp.wasm', 'dist/adp.js', 'web.js', 'api.js', 'request_verifier.js', 'bytes.js', 'challenge.js', 'did_document.js', 'errors.js', 'host.js', 'keys.js',
  'sign_request.js',
]
const sizes = FILES.map((file) => brotliCompressSync(readFileSync(new URL(`./package/${file}`, import.meta.url))).length)
console.log(sizes.reduce((sum, size) => sum + size, 0))
