// Compiled, not run: the declarations say what the documentation shows.
import { ANY, AdpError, convert, covers, diff, explain, inspect, needs, sign, signers, verify } from '../package/index.js'
import type { Finding, Verification } from '../package/index.js'

const findings: Finding[] = inspect('{}', { at: new Date(), strict: true }).findings
const found: Verification = verify(new Uint8Array(), { domain: ANY, didDocuments: { 'did:wba:a.example': {} } })
const names: string[] = signers({}).concat(needs('{}', { domain: null }).map(({ name }) => name))
const text: Promise<string> = sign('{}', { method: 'did:wba:a.example#key-1', sign: (payload) => payload, publicKey: {} })
const classes: string[] = diff('{}', '{}').changes.map((change) => change.class)
const losses: string[] = convert('{}', { to: 'anp-07' }).losses.map((loss) => loss.reason)
const complete: boolean = covers('{}').complete
const why: string | null | undefined = explain('adp-5-name').why
const code = (error: AdpError): string => error.code
// @ts-expect-error: `domain` has no default
verify('{}', {})
// @ts-expect-error: no such target
convert('{}', { to: 'yaml' })

// servers and clients
import { AgentCard } from '@a2a-js/sdk'
import { ClientFactory, DefaultAgentCardResolver, type Client } from '@a2a-js/sdk/client'
import express from 'express'
import { verifyAgentCard, verifyingFetch } from '../package/a2a.js'
import { authenticate, didResolver, type AuthenticatedRequest } from '../package/express.js'
import { authenticator } from '../package/fetch.js'
import { requestVerifier, resolveAndVerify } from '../package/index.js'
import type { KeyObject } from 'node:crypto'
import { createDidDocument, signedFetch, signRequest } from '../package/client.js'
import wasm from '../package/adp_wasm.js'
import type { ReplayStore } from '../package/index.js'

const resolve = didResolver({ hosts: ['a.example'] })
const origin = 'https://hotel.example'
const replayStore: ReplayStore = { record: async ({ key }) => (key === '' ? 'replayed' : 'fresh'), survivesRestart: true }
express().use(authenticate({ origin, resolve, replayStore }), (req, res) => {
  res.json((req as unknown as AuthenticatedRequest).caller.did)
})
express().post('/orders', (req, res) => res.json({ from: req.caller?.did, bytes: req.rawBody?.length }))
const server = async (request: Request): Promise<Response> => {
  const { caller, response } = await authenticator({ origin, resolve })(request)
  return response ?? new Response(caller.did)
}
// any object is a document: interfaces have no index signature
interface Room { name: string }
declare const room: Room
declare const sdkCard: AgentCard
for (const document of [room, sdkCard, new ArrayBuffer(1), JSON.parse('{}') as object]) verify(document, { domain: null, signer: undefined })
// a result is one of two
const result = verify('{}', { domain: null })
const told: string = result.verified ? result.verifiedAt : result.error.class
if (result.status === 'verified' && result.format === 'adp') result.model?.products.flatMap(({ offers }) => offers.map(({ price }) => price?.amount))
if (result.status === 'verified' && result.format === 'a2a-card') result.model?.skills.map(({ name }) => name)
// @ts-expect-error: a verdict has no such member
result.verifed
// @ts-expect-error: a card has no products
if (result.status === 'verified' && result.format === 'a2a-card') result.model?.products
const needed = needs('{}', { domain: null })[0]
const url: string | null = needed?.kind === 'didDocument' ? needed.url : null
const call: typeof fetch = signedFetch({ key: '-----BEGIN PRIVATE KEY-----', keyId: 'did:wba:a.example#key-1', origins: [origin] })
const input: Promise<string> = signRequest({ url: origin, keyId: 'did:wba:a.example#key-1', key: {} as CryptoKeyPair }).then((fields) => fields['signature-input'])
const published: Promise<Record<string, unknown>> = createDidDocument('did:wba:a.example', {} as KeyObject)
const compiled: WebAssembly.Module = wasm
// @ts-expect-error: `origins` has no default
signedFetch({ key: '', keyId: '' })
const refused: Promise<string | undefined> = requestVerifier({ origin, resolve })
  .verify({ method: 'GET', target: '/', headers: [['a', 'b']] })
  .then(({ refusal }) => refusal?.code)
const resolved: Promise<Verification> = resolveAndVerify('{}', { domain: null, resolve })
const cardResolver = new DefaultAgentCardResolver({ fetchImpl: verifyingFetch({ resolve }) })
const extended = (client: Client) => client.getAgentCard(undefined, verifyAgentCard({ resolve, AgentCard }))
// @ts-expect-error: `origin` has no default
requestVerifier({ resolve })
// @ts-expect-error: `hosts` has no default
didResolver({})
// @ts-expect-error: no such answer
const wrong: ReplayStore = { record: () => 'maybe' }
export { call, compiled, input, published, told, url }
export { ClientFactory, cardResolver, extended, refused, resolved, server, wrong }
export { classes, code, complete, findings, found, losses, names, text, why }
