// Prints what a browser loads for the whole package, in bytes of brotli: every file but those of Node and of servers. With `verify` or `client`, what
// it loads for that entry.

import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

const CLIENT = ['bytes.js', 'challenge.js', 'did_document.js', 'errors.js', 'keys.js', 'sign_request.js']
const MODULE = ['loader.js', 'api.js', 'host.js', 'request_verifier.js']
const ENTRIES = {
  all: ['dist/adp.wasm', 'dist/adp.js', 'web.js', ...MODULE, ...CLIENT],
  verify: ['dist-verify/adp.wasm', 'dist-verify/adp.js', 'verify.js', ...MODULE, 'bytes.js', 'errors.js', 'keys.js'],
  client: ['client.js', ...CLIENT],
}
const sizes = ENTRIES[process.argv[2] ?? 'all'].map((file) => brotliCompressSync(readFileSync(new URL(`./package/${file}`, import.meta.url))).length)
console.log(sizes.reduce((sum, size) => sum + size, 0))
