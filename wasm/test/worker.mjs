// A Cloudflare Worker in Cloudflare's own runtime, bundled by esbuild as Wrangler does.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'

const ORIGIN = 'https://hotel.example'
const HERE = fileURLToPath(new URL('.', import.meta.url))
const PACKAGE = fileURLToPath(new URL('../package/', import.meta.url))
const ENTRIES = { '@agent-description/wasm': 'web.js', '@agent-description/wasm/fetch': 'fetch.js' }

// the authenticator is made at module level, where nothing random can be
const WORKER = `
  import wasm from '@agent-description/wasm/adp.wasm'
  import { load } from '@agent-description/wasm'
  import { authenticator, didResolver } from '@agent-description/wasm/fetch'
  await load(wasm)
  const seen = []
  const authenticated = authenticator({
    origin: '${ORIGIN}',
    resolve: didResolver({ hosts: (host) => host.endsWith('.example') }),
    onDenied: ({ code, message }) => seen.push([code, message]),
  })
  export default {
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/seen') return Response.json(seen)
      const { caller, body, response } = await authenticated(request)
      if (response) return response
      if (pathname === '/whoami') return new Response(caller.did)
      const order = JSON.parse(new TextDecoder().decode(body))
      return Response.json({ did: caller.did, ...order, ordered: Object.keys(order).length })
    },
  }
`

/** Starts the Worker: `send` is a `fetch` that reaches it; `outbound` answers its own requests. */
export const startWorker = async (t, outbound) => {
  const bundle = await build({
    stdin: { contents: WORKER, resolveDir: HERE, sourcefile: 'worker.mjs' },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    plugins: [
      {
        name: 'package',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^@agent-description\/wasm/ }, ({ path }) =>
            path.endsWith('.wasm') ? { path: './adp.wasm', external: true } : { path: PACKAGE + ENTRIES[path] },
          ),
      },
    ],
  })
  const miniflare = new Miniflare({
    modules: [
      { type: 'ESModule', path: 'worker.mjs', contents: bundle.outputFiles[0].text },
      { type: 'CompiledWasm', path: 'adp.wasm', contents: readFileSync(`${PACKAGE}dist/adp.wasm`) },
    ],
    compatibilityDate: '2026-01-01',
    outboundService: outbound,
  })
  t.after(() => miniflare.dispose())
  return { send: (url, init) => miniflare.dispatchFetch(url, init) }
}
