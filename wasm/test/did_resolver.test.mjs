// The resolver of DID documents: which URLs it asks, and how often.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundedBytes, didResolver } from '../package/did_resolver.js'

const need = (host, path = '/.well-known/did.json') => ({ kind: 'didDocument', name: `did:wba:${host}`, url: `https://${host}${path}` })

const fake = (reply) => {
  const asked = []
  const fetchDocument = async (url, init) => {
    asked.push([url, init])
    return reply(url)
  }
  return { asked, fetchDocument }
}

test('only hosts on the list are asked, and redirects are errors', async () => {
  const { asked, fetchDocument } = fake(() => new Response('{}'))
  const resolve = didResolver({ hosts: ['a.example', 'b.example:8443'], fetch: fetchDocument })
  assert.deepEqual(await resolve(need('a.example')), new TextEncoder().encode('{}'))
  for (const other of ['b.example', 'a.example:8443', 'x.a.example', 'a.example.evil.example', '127.0.0.1']) {
    assert.equal(await resolve(need(other)), null, other)
  }
  assert.equal(await resolve({ ...need('a.example'), url: 'http://a.example/did.json' }), null)
  assert.equal(await resolve({ kind: 'artifact', name: 'https://a.example/x', url: null }), null)
  assert.equal(asked.length, 1)
  const [, init] = asked[0]
  assert.deepEqual([init.redirect, init.credentials], ['manual', 'omit'])
  assert.throws(() => didResolver({}), TypeError)
})

test('documents are kept, failures for a shorter time, and simultaneous requests are one', async () => {
  let time = 0
  const { asked, fetchDocument } = fake((url) => (url.includes('/gone/') ? new Response(null, { status: 404 }) : new Response('{}')))
  const resolve = didResolver({ hosts: ['a.example'], maxAge: 300, fetch: fetchDocument, now: () => time })
  await Promise.all(Array.from({ length: 20 }, () => resolve(need('a.example'))))
  time = 299_999
  await resolve(need('a.example'))
  assert.equal(asked.length, 1)
  time = 300_000
  await resolve(need('a.example'))
  assert.equal(asked.length, 2)
  assert.equal(await resolve(need('a.example', '/gone/did.json')), null)
  assert.equal(await resolve(need('a.example', '/gone/did.json')), null)
  assert.equal(asked.length, 3)
})

test('new DIDs cannot use up the fetches of known ones', async () => {
  let time = 0
  const { asked, fetchDocument } = fake(() => new Response('{}'))
  const resolve = didResolver({ hosts: ['a.example'], maxAge: 1, fetch: fetchDocument, now: () => time })
  await resolve(need('a.example'))
  time = 60_000
  const strangers = Array.from({ length: 1000 }, (_, at) => need('a.example', `/${at}/did.json`))
  let refused = 0
  for (const stranger of strangers) await resolve(stranger).catch(() => (refused += 1))
  assert.equal(refused, 800)
  assert.equal(asked.length, 201)
  await resolve(need('a.example'))
  assert.equal(asked.length, 202)
})

test('a redirect is an error with a reason, and what has no document is explained', async () => {
  const { asked, fetchDocument } = fake((url) =>
    url.includes('/moved/') ? new Response(null, { status: 302, headers: { location: 'https://evil.example/did.json' } }) : new Response(null, { status: 404 }),
  )
  const resolve = didResolver({ hosts: ['a.example'], fetch: fetchDocument })
  await assert.rejects(resolve(need('a.example', '/moved/did.json')), /redirect/)
  assert.equal(asked.length, 1)
  const reasons = []
  const explain = (reason) => reasons.push(reason)
  assert.equal(await resolve(need('b.example'), { explain }), null)
  assert.equal(await resolve(need('a.example'), { explain }), null)
  assert.equal(await resolve(need('a.example'), { explain }), null)
  const missing = 'https://a.example/.well-known/did.json: there is no such document'
  assert.deepEqual(reasons, ['b.example is not in `hosts`', missing, missing])
})

test('a document without end, and other statuses', async () => {
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) })
  for (const reply of [new Response(endless), new Response('{}', { status: 500 }), new Response('{}', { status: 203 })]) {
    const resolve = didResolver({ hosts: ['a.example'], fetch: fake(() => reply).fetchDocument })
    await assert.rejects(resolve(need('a.example')))
  }
  await assert.rejects(boundedBytes(new Response('12345'), 4), RangeError)
  assert.equal((await boundedBytes(new Response('1234'), 4)).length, 4)
})
