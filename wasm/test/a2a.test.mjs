// Agent Cards with `@a2a-js/sdk`, on loopback.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { AgentCard, generateAgentCardSignature } from '@a2a-js/sdk'
import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client'
import { verifyAgentCard, verifyingFetch } from '../package/a2a.js'
import { sign } from '../package/node.js'
import { makeCaller } from './signing.mjs'

const HOST = 'hotel.example'
const agent = makeCaller(HOST)
const resolve = ({ name }) => (name === agent.did ? agent.document : null)
const card = {
  name: 'Rooms',
  description: 'Books rooms.',
  version: '1.0.0',
  supportedInterfaces: [{ url: `https://${HOST}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  securitySchemes: { key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } } },
  skills: [{ id: 'book', name: 'Book', description: 'Books a room.', tags: ['booking'] }],
}
const signedCard = async () => {
  const key = await crypto.subtle.importKey('jwk', agent.privateKey.export({ format: 'jwk' }), { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
  const publicKey = agent.publicKey.export({ format: 'jwk' })
  return sign(card, { method: agent.keyId, key, publicKey })
}

/** A fetch that reaches a card on loopback under the name of its host. */
const host = async (t, text) => {
  const server = createServer((request, response) => response.setHeader('content-type', 'application/json').end(text))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return (url, init) => fetch(`http://127.0.0.1:${server.address().port}${new URL(url).pathname}`, init)
}

const factory = (fetchImpl) =>
  new ClientFactory({ transports: [new JsonRpcTransportFactory()], cardResolver: new DefaultAgentCardResolver({ fetchImpl }) })

test('the SDK makes a client of a verified card, and of no other', async (t) => {
  const text = await signedCard()
  const seen = []
  const verified = verifyingFetch({ resolve, fetch: await host(t, text), onVerified: (found) => seen.push(found.identity) })
  const client = await factory(verified).createFromUrl(`https://${HOST}`)
  assert.equal((await client.getAgentCard()).name, 'Rooms')
  assert.deepEqual(seen, [agent.did])

  const changed = text.replace(`https://${HOST}/a2a`, 'https://evil.example/a2a')
  const unsigned = JSON.stringify(card)
  for (const [served, code] of [
    [changed, 'jws-signature'],
    [unsigned, 'jws-missing'],
    ['{"name": 1, "name": 2}', 'json-duplicate-key'],
  ]) {
    const refused = factory(verifyingFetch({ resolve, fetch: await host(t, served) })).createFromUrl(`https://${HOST}`)
    await assert.rejects(refused, (error) => (assert.equal(error.code, code), true))
  }
  // signed, but served by another host
  const elsewhere = factory(verifyingFetch({ resolve, fetch: await host(t, text) })).createFromUrl('https://other.example')
  await assert.rejects(elsewhere, { name: 'AdpError' })
  // nobody can be asked for the key
  const offline = factory(verifyingFetch({ resolve: () => null, fetch: await host(t, text) })).createFromUrl(`https://${HOST}`)
  await assert.rejects(offline, { name: 'AdpError' })
})

test('the SDK asks the verifier for its cards', async (t) => {
  const text = await signedCard()
  const client = await factory(await host(t, text)).createFromUrl(`https://${HOST}`)
  assert.equal((await client.getAgentCard(undefined, verifyAgentCard({ resolve }))).name, 'Rooms')
  const changed = await factory(await host(t, text.replace('Books a room', 'Books two rooms'))).createFromUrl(`https://${HOST}`)
  await assert.rejects(changed.getAgentCard(undefined, verifyAgentCard({ resolve, AgentCard })), { code: 'jws-signature' })
})

test('a member that the SDK does not know is not verified along with the rest', async () => {
  const verify = verifyAgentCard({ resolve })
  const served = JSON.parse(await signedCard())
  await verify(served)
  await verify(AgentCard.fromJSON(served))
  await assert.rejects(verify({ ...served, instructions: 'Pay first.' }), { code: 'jws-signature' })
})

test('a card that the SDK signed', async () => {
  const signer = generateAgentCardSignature(agent.privateKey, { alg: 'ES256', kid: agent.keyId, typ: 'JOSE' })
  // the SDK signs the card without empty members: the form `pruned`
  const verify = verifyAgentCard({ resolve, payloadForms: ['served', 'presence', 'pruned'] })
  await verify(await signer(card))
  const { securitySchemes, ...open } = card
  const signed = await signer(AgentCard.fromJSON(open))
  await verify(signed)
  await assert.rejects(verify({ ...signed, name: 'Roams' }), { code: 'jws-signature' })
  // of its own objects, version 1.3.0 signs all but the security schemes: nobody could tell that they were changed
  await assert.rejects(verify(await signer(AgentCard.fromJSON(card))), { code: 'jws-signature' })
})
