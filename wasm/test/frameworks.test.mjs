// Servers of others, on loopback: Hono, Fastify, a handler as Next.js has it, and Cloudflare's own runtime.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serve } from '@hono/node-server'
import fastify from 'fastify'
import { Hono } from 'hono'
import { authenticator } from '../package/fetch.js'
import { requestVerifier } from '../package/node.js'
import { signedFetch } from '../package/client.js'
import { makeCaller } from './signing.mjs'
import { startWorker } from './worker.mjs'

const ORIGIN = 'https://hotel.example'
const caller = makeCaller('caller.example')
const resolve = ({ name }) => (name === caller.did ? caller.document : null)
const options = { origin: ORIGIN, resolve }
const json = { method: 'POST', body: '{"nights":2}', headers: { 'content-type': 'application/json' } }

/** A client whose requests to the origin are sent to `base`. */
const client = (base, send = fetch) =>
  signedFetch({
    key: caller.privateKey,
    keyId: caller.keyId,
    origins: [ORIGIN],
    fetch: (url, init) => send(base + url.slice(ORIGIN.length), init),
  })

/** The caller is let in with the body, and a stranger is not. */
const holds = async (base, send) => {
  const good = await client(base, send)(`${ORIGIN}/orders?table=7`, json)
  assert.deepEqual([good.status, await good.json()], [200, { did: caller.did, nights: 2 }])
  const unsigned = await (send ?? fetch)(`${base}/orders`, json)
  assert.equal(unsigned.status, 401)
  assert.match(unsigned.headers.get('www-authenticate'), /^DIDWba realm="hotel\.example"/)
  await unsigned.body?.cancel()
}

test('Hono, with a middleware whose handlers read the body', async (t) => {
  const authenticated = authenticator(options)
  const app = new Hono()
  app.use(async (c, next) => {
    const { caller, response } = await authenticated(c.req.raw.clone())
    if (response) return response
    c.set('caller', caller)
    await next()
  })
  app.post('/orders', async (c) => c.json({ did: c.get('caller').did, nights: (await c.req.json()).nights }))
  await new Promise((listening) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      t.after(() => server.close())
      listening(holds(`http://127.0.0.1:${port}`))
    })
  })
})

test('Fastify, with the bytes of its parser', async (t) => {
  const denied = []
  const verifier = requestVerifier({ ...options, onDenied: ({ code }, { target }) => denied.push([code, target]) })
  const app = fastify()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => done(null, body))
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => done(null, body))
  app.addHook('preHandler', async (request, reply) => {
    const { rawHeaders } = request.raw
    const headers = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1]]] : []))
    const { caller, refusal } = await verifier.verify({ method: request.method, target: request.raw.url, headers, body: request.body })
    if (refusal === null) request.caller = caller
    else return reply.code(refusal.status).headers(Object.fromEntries(refusal.headers)).send(refusal.body)
  })
  app.post('/orders', async (request) => ({ did: request.caller.did, nights: JSON.parse(request.body).nights }))
  t.after(() => app.close())
  await holds(await app.listen({ port: 0, host: '127.0.0.1' }))
  // the client's first request, signed before the start, and the one without signature
  assert.deepEqual(denied.map(([, target]) => target), ['/orders?table=7', '/orders'])
  assert.equal(denied[1][0], 'auth-missing')
})

test('a route handler as Next.js has it: a function from Request to Response', async () => {
  const authenticated = authenticator(options)
  const POST = async (request) => {
    const { caller, body, response } = await authenticated(request)
    return response ?? Response.json({ did: caller.did, nights: JSON.parse(new TextDecoder().decode(body)).nights })
  }
  await holds('http://127.0.0.1', (url, init) => POST(new Request(url, init)))
})

test('a Cloudflare Worker, whose module level makes the authenticator and whose resolver fetches', async (t) => {
  const asked = []
  const { send } = await startWorker(t, (request) => {
    asked.push(request.url)
    if (new URL(request.url).host === 'moved.example') return Response.redirect('https://caller.example/.well-known/did.json')
    return Response.json(caller.document)
  })
  const good = await client('http://worker.example', send)(`${ORIGIN}/orders?table=7`, json)
  assert.deepEqual([good.status, await good.json()], [200, { did: caller.did, nights: 2, ordered: 1 }])
  assert.deepEqual(asked, ['https://caller.example/.well-known/did.json'])
  assert.equal((await send('http://worker.example/orders', json)).status, 401)

  const moved = makeCaller('moved.example')
  const toWorker = (url, init) => send(`http://worker.example${url.slice(ORIGIN.length)}`, init)
  const redirected = signedFetch({ key: moved.privateKey, keyId: moved.keyId, origins: [ORIGIN], fetch: toWorker })
  assert.equal((await redirected(`${ORIGIN}/orders`, json)).status, 503)
  assert.equal(asked.length, 2)
  const seen = await (await send('http://worker.example/seen')).json()
  assert.match(seen.find(([code]) => code === 'net-connect')[1], /redirect/)
})
