// Every server with every client: Rust (axum with `AuthLayer`, `adp call`), Python (Starlette, FastAPI, httpx) and JavaScript (Express, Hono, a Worker, `signedFetch`).
// The programs of Rust are those of `cargo test`; Python needs the wheel. What is missing is named, and MATRIX=all makes it an error.

import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createConnection, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import express from 'express'
import { Hono } from 'hono'
import { signedFetch, signRequest } from '../package/client.js'
import { authenticate } from '../package/express.js'
import { authenticator } from '../package/fetch.js'
import { makeCaller } from './signing.mjs'
import { startWorker } from './worker.mjs'

const ORIGIN = 'https://hotel.example'
const root = fileURLToPath(new URL('../../', import.meta.url))
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target')
const ADP = join(target, 'debug/adp')
const AXUM = join(target, 'debug/examples/axum_server')
const PYTHON = process.env.MATRIX_PYTHON ?? join(target, 'ci/python/test/bin/python')
const run = promisify(execFile)

const folder = mkdtempSync(join(tmpdir(), 'matrix-'))
after(() => rmSync(folder, { recursive: true }))

// alice's key is the one of her document; bob's document has a new key, and he signs with the one before
const alice = makeCaller('alice.example')
const bob = { ...makeCaller('bob.example'), document: makeCaller('bob.example').document }
for (const caller of [alice, bob]) {
  caller.pem = caller.privateKey.export({ type: 'pkcs8', format: 'pem' })
  caller.file = join(folder, `${caller.did.split(':').pop()}.pem`)
  writeFileSync(caller.file, caller.pem, { mode: 0o600 })
}
const documents = join(folder, 'documents')
mkdirSync(documents)
for (const { did, document } of [alice, bob]) writeFileSync(join(documents, `${did.split(':').pop()}.json`), JSON.stringify(document))
const resolve = ({ name }) => [alice, bob].find(({ did }) => did === name)?.document ?? null
const options = { origin: ORIGIN, resolve }

const freePort = async () => {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  await new Promise((closed) => server.close(closed))
  return port
}

const child = (program, args, t) => {
  const started = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  t.after(() => started.kill())
  return started
}

/** Each returns the port of a new server on loopback, with `GET /whoami` and `POST /orders`. */
const servers = {
  'Rust, axum': async (t) => {
    const port = await freePort()
    const server = child(AXUM, ['--audience', ORIGIN, '--listen', `127.0.0.1:${port}`, '--did-documents', documents], t)
    for await (const line of createInterface({ input: server.stderr })) if (line.startsWith('listening')) break
    server.stderr.resume()
    return port
  },
  'Python, Starlette': (t) => python(t, 'starlette'),
  'Python, FastAPI': (t) => python(t, 'fastapi'),
  'JavaScript, Express': async (t) => {
    const app = express()
    app.use(authenticate(options))
    app.get('/whoami', (req, res) => res.type('text').send(req.caller.did))
    app.post('/orders', (req, res) => res.json({ ordered: Object.keys(req.body).length }))
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    return server.address().port
  },
  'JavaScript, Hono': async (t) => {
    const authenticated = authenticator(options)
    const app = new Hono()
    app.use(async (c, next) => {
      const { caller, response } = await authenticated(c.req.raw.clone())
      if (response) return response
      c.set('caller', caller)
      await next()
    })
    app.get('/whoami', (c) => c.text(c.get('caller').did))
    app.post('/orders', async (c) => c.json({ ordered: Object.keys(await c.req.json()).length }))
    return new Promise((listening) => {
      const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => listening(port))
      t.after(() => server.close())
    })
  },
  'JavaScript, Worker': async (t) => {
    const { send } = await startWorker(t, (request) => {
      const found = resolve({ name: `did:wba:${new URL(request.url).host}` })
      return found === null ? new Response(null, { status: 404 }) : Response.json(found)
    })
    const pass = async (req, res) => {
      const chunks = []
      for await (const chunk of req) chunks.push(chunk)
      const body = chunks.length === 0 ? undefined : Buffer.concat(chunks)
      const headers = new Headers()
      for (let at = 0; at < req.rawHeaders.length; at += 2) {
        if (!/^(host|connection|content-length|transfer-encoding)$/i.test(req.rawHeaders[at])) headers.append(req.rawHeaders[at], req.rawHeaders[at + 1])
      }
      const response = await send(`http://worker.example${req.url}`, { method: req.method, headers: [...headers], body })
      res.writeHead(response.status, [...response.headers].flat())
      res.end(Buffer.from(await response.arrayBuffer()))
    }
    const server = createServer((req, res) => pass(req, res).catch((error) => res.writeHead(500).end(String(error)))).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    return server.address().port
  },
}

const python = async (t, kind) => {
  const server = child(PYTHON, [fileURLToPath(new URL('peers/python_peer.py', import.meta.url)), 'server', documents, kind], t)
  let problem = ''
  server.stderr.on('data', (bytes) => (problem += bytes))
  for await (const line of createInterface({ input: server.stdout })) return Number(line)
  throw new Error(problem)
}

/** A certificate for the host, of an authority for this run: `adp call` speaks TLS only. */
const certificate = async () => {
  const file = (name) => join(folder, name)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout']
  await run('openssl', ['req', '-x509', ...key, file('ca.key'), '-out', file('ca.pem'), '-subj', '/CN=Matrix', '-days', '2'])
  await run('openssl', ['req', '-new', ...key, file('host.key'), '-out', file('host.csr'), '-subj', '/CN=hotel.example'])
  writeFileSync(file('host.ext'), 'subjectAltName=DNS:hotel.example\n')
  await run('openssl', [
    'x509', '-req', '-in', file('host.csr'), '-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial', '-days', '2', '-extfile', file('host.ext'), '-out', file('host.pem'),
  ])
  return { cert: readFileSync(file('host.pem')), key: readFileSync(file('host.key')), authority: file('ca.pem') }
}
let issued

/** TLS before a server; returns its port. */
const withTls = async (t, port) => {
  issued ??= certificate()
  const { cert, key } = await issued
  const server = createTlsServer({ cert, key }, (secure) => {
    const plain = createConnection(port, '127.0.0.1')
    secure.pipe(plain).pipe(secure)
    for (const end of [secure, plain]) end.on('error', () => [secure, plain].forEach((other) => other.destroy()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return server.address().port
}

/** `call` sends a signed request and answers a challenge; `sign` returns the header fields of a request. */
const clients = {
  'Rust, adp call': async (t, port) => {
    const tls = await withTls(t, port)
    const { authority } = await issued
    return {
      call: async ({ method, url, body, caller }) => {
        const data = body === undefined ? [] : ['--data', body, '--header', 'content-type: application/json']
        const args = ['call', url, '--method', method, '--key', caller.file, '--key-id', caller.keyId, '--resolve', `hotel.example:443:127.0.0.1:${tls}`, '--cacert', authority]
        try {
          const { stdout, stderr } = await run(ADP, [...args, ...data])
          return { status: Number(stderr.match(/^(\d{3}) /m)?.[1] ?? 200), text: stdout }
        } catch (error) {
          return { status: Number(`${error.stderr}`.match(/\b(4\d\d|5\d\d)\b/)?.[1]), text: `${error.stdout} ${error.stderr}` }
        }
      },
      sign: async ({ method, url, body, caller, nonce, created, expires }) => {
        const file = join(folder, 'body')
        if (body !== undefined) writeFileSync(file, body)
        const times = created === undefined ? [] : ['--created', created, '--expires', expires]
        const { stdout } = await run(ADP, [
          'auth', 'sign', '--method', method, '--url', url, '--key', caller.file, '--key-id', caller.keyId, '--nonce', nonce, ...(body === undefined ? [] : ['--body', file]), ...times,
        ])
        return Object.fromEntries(stdout.trim().split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)))
      },
    }
  },
  'Python, httpx': async (t, port) => {
    const peer = child(PYTHON, [fileURLToPath(new URL('peers/python_peer.py', import.meta.url)), 'client'], t)
    const lines = createInterface({ input: peer.stdout })[Symbol.asyncIterator]()
    let problem = ''
    peer.stderr.on('data', (bytes) => (problem += bytes))
    const ask = async ({ caller, ...task }) => {
      peer.stdin.write(`${JSON.stringify({ ...task, key: caller.pem, keyId: caller.keyId, base: `http://127.0.0.1:${port}` })}\n`)
      const { value } = await lines.next()
      if (value === undefined) throw new Error(problem)
      return JSON.parse(value)
    }
    return { call: (task) => ask({ ...task, do: 'call' }), sign: async (task) => (await ask({ ...task, do: 'sign' })).headers }
  },
  'JavaScript, fetch': async (t, port) => ({
    call: async ({ method, url, body, caller }) => {
      const send = (to, init) => fetch(`http://127.0.0.1:${port}${to.slice(ORIGIN.length)}`, init)
      const call = signedFetch({ key: caller.pem, keyId: caller.keyId, origins: [ORIGIN], fetch: send })
      const response = await call(url, { method, body, headers: body === undefined ? {} : { 'content-type': 'application/json' } })
      return { status: response.status, text: await response.text() }
    },
    sign: ({ caller, ...request }) => signRequest({ ...request, key: caller.pem, keyId: caller.keyId }),
  }),
}

const needs = { Rust: [ADP, AXUM], Python: [PYTHON] }
const missing = (...names) => names.flatMap((name) => needs[name.split(',')[0]] ?? []).filter((program) => !existsSync(program))
const hasFastApi = async () => run(PYTHON, ['-c', 'import fastapi']).then(() => true, () => false)

const ORDER = { method: 'POST', url: `${ORIGIN}/orders?table=7`, body: '{"nights": 2}', caller: alice }

for (const [serverName, start] of Object.entries(servers)) {
  for (const [clientName, connect] of Object.entries(clients)) {
    test(`${clientName} calls ${serverName}`, { timeout: 120_000 }, async (t) => {
      const absent = missing(serverName, clientName)
      const lacks = absent[0] ?? (serverName.includes('FastAPI') && !(await hasFastApi()) ? 'fastapi' : undefined)
      if (lacks !== undefined) {
        assert.notEqual(process.env.MATRIX, 'all', `${lacks} is missing`)
        return t.skip(`there is no ${lacks}`)
      }
      const port = await start(t)
      const { call, sign } = await connect(t, port)
      const send = async (headers, { method, url, body } = ORDER) => {
        const response = await fetch(`http://127.0.0.1:${port}${new URL(url).pathname}${new URL(url).search}`, {
          method, body, headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        })
        return { status: response.status, text: await response.text() }
      }

      // the server has just started: it takes a signature only with the nonce of its challenge
      const who = await call({ method: 'GET', url: `${ORIGIN}/whoami`, caller: alice })
      assert.deepEqual([who.status, who.text.trim()], [200, alice.did])
      const ordered = await call(ORDER)
      assert.equal(ordered.status, 200, ordered.text)
      assert.match(ordered.text, /"ordered"/)

      const challenge = await send({})
      assert.equal(challenge.status, 401)
      // another key than the one of the document, which the caller had before
      assert.equal((await call({ ...ORDER, caller: bob })).status, 401)

      // an own nonce: a service that has just started refuses it, so the rest is signed for the challenge's
      const nonce = async () => {
        const response = await fetch(`http://127.0.0.1:${port}/whoami`)
        await response.text()
        return response.headers.get('www-authenticate').match(/nonce="([^"]+)"/)[1]
      }
      const signed = async (task) => sign({ ...ORDER, nonce: await nonce(), ...task })
      const once = await signed({})
      assert.equal((await send(once)).status, 200)
      assert.equal((await send(once)).status, 401, 'replayed')
      assert.equal((await send(await signed({ url: `https://other.example/orders?table=7` }))).status, 401, 'for another host')
      assert.equal((await send(await signed({}), { ...ORDER, body: '{"nights": 3}' })).status, 401, 'another body')
      const ago = (minutes) => new Date(Date.now() - minutes * 60_000).toISOString().replace(/\.\d+Z/, 'Z')
      assert.equal((await send(await signed({ created: ago(10), expires: ago(9) }))).status, 401, 'expired')
    })
  }
}
