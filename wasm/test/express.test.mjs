// The middleware in Express, on loopback.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { test } from 'node:test'
import express from 'express'
import { authenticate } from '../package/express.js'
import { makeCaller, signedHeaders } from './signing.mjs'

const ORIGIN = 'https://hotel.example'
const caller = makeCaller('caller.example')
const options = {
  origin: ORIGIN,
  resolve: ({ name }) => (name === caller.did ? caller.document : null),
  acceptSignedBeforeStart: true,
  maxBodyBytes: 1000,
}

const serve = async (t, ...middlewares) => {
  const app = express()
  app.use('/api', ...middlewares)
  app.all('/api/orders', (req, res) => res.json({ did: req.caller?.did, body: req.body, bytes: req.rawBody?.length }))
  app.use((error, req, res, next) => res.status(error.status ?? 500).send(error.message))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const base = `http://127.0.0.1:${server.address().port}`
  return async (path, { method = 'POST', body, headers = {}, signs = true, ...rest } = {}) => {
    const sent = signs ? signedHeaders(caller, { method, url: `${ORIGIN}${rest.signedPath ?? path}`, body: rest.signedBody ?? body }) : {}
    const response = await fetch(base + path, { method, body, headers: { 'content-type': 'application/json', ...sent, ...headers } })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

test('only requests with a caller reach the handler', async (t) => {
  const send = await serve(t, authenticate(options), express.json())
  const good = await send('/api/orders?table=7', { body: '{"nights":2}' })
  assert.deepEqual([good.status, JSON.parse(good.text)], [200, { did: caller.did, body: { nights: 2 }, bytes: 12 }])
  const text = await send('/api/orders', { body: 'two', headers: { 'content-type': 'text/plain' } })
  assert.deepEqual(JSON.parse(text.text).body, { type: 'Buffer', data: [...Buffer.from('two')] })
  const get = await send('/api/orders', { method: 'GET' })
  assert.equal(get.status, 200)

  const unsigned = await send('/api/orders', { body: '{}', signs: false })
  assert.equal(unsigned.status, 401)
  assert.match(unsigned.headers.get('www-authenticate'), /^DIDWba realm="hotel\.example"/)
  assert.equal(unsigned.headers.get('accept-signature') !== null, true)
  for (const wrong of [
    { body: '{"nights":3}', signedBody: '{"nights":2}' },
    { body: '{}', signedPath: '/orders' },
    { body: '{}', headers: { signature: 'sig1=:AA==:' } },
  ]) {
    assert.equal((await send('/api/orders', wrong)).status, 401, JSON.stringify(wrong))
  }
  assert.equal((await send('/api/orders', { body: '{"a":' })).status, 400)
})

test('a body above the limit is refused and not read', async (t) => {
  const send = await serve(t, authenticate(options))
  assert.equal((await send('/api/orders', { body: 'x'.repeat(1001) })).status, 413)
  // the headers alone are refused: no byte of the body is waited for
  const open = httpRequest(new URL((await serveUrl(t, authenticate(options))) + '/api/orders'), {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'content-length': 500 },
  })
  open.flushHeaders()
  const [response] = await once(open, 'response')
  assert.equal(response.statusCode, 401)
  open.destroy()
})

test('a body that was read before is an error, not an unverified request', async (t) => {
  const late = await serve(t, express.json(), authenticate(options))
  const refused = await late('/api/orders', { body: '{"nights":2}' })
  assert.deepEqual([refused.status, /before the body parsers/.test(refused.text)], [500, true])
  const kept = await serve(t, express.json({ verify: (req, res, bytes) => (req.rawBody = bytes) }), authenticate(options))
  assert.equal((await kept('/api/orders', { body: '{"nights":2}' })).status, 200)
})

const serveUrl = async (t, middleware) => {
  const app = express()
  app.use(middleware)
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${server.address().port}`
}
