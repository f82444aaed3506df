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
import type { ReplayStore } from '../package/index.js'

const resolve = didResolver({ hosts: ['a.example'] })
const origin = 'https://hotel.example'
const replayStore: ReplayStore = { record: async ({ key }) => (key === '' ? 'replayed' : 'fresh'), survivesRestart: true }
express().use(authenticate({ origin, resolve, replayStore }), (req, res) => {
  res.json((req as unknown as AuthenticatedRequest).caller.did)
})
const server = async (request: Request): Promise<Response> => {
  const { caller, response } = await authenticator({ origin, resolve })(request)
  return response ?? new Response(caller.did)
}
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
export { ClientFactory, cardResolver, extended, refused, resolved, server, wrong }
export { classes, code, complete, findings, found, losses, names, text, why }
