// Agent Cards in programs that use `@a2a-js/sdk`.

import { ANY, AdpError, resolveAndVerify } from '@agent-description/wasm'
import { boundedBytes } from './bytes.js'

export { didResolver } from './did_resolver.js'

const MAX_CARD_BYTES = 1 << 20

const checked = async (card, options) => {
  const found = await resolveAndVerify(card, { domain: ANY, ...options })
  if (found.verified) return found
  throw new AdpError({ ...found.error, message: `the agent card is not verified: ${found.error.message}` })
}

/**
 * A verifier for `client.getAgentCard(undefined, verifier)` of the SDK, which throws if a card is not verified. It verifies the object with all its
 * members. If that is what the SDK made of a card, members that the SDK does not know are gone, and a signature over them fails: `verifyingFetch`
 * verifies the card as it was sent.
 */
export function verifyAgentCard({ AgentCard, onVerified, ...options }) {
  return async (card) => {
    const sdk = AgentCard ?? (await import('@a2a-js/sdk')).AgentCard
    const json = sdk.toJSON(card)
    // an object that is JSON already, or has more members than the SDK knows, is verified as it is
    const isOfSdk = JSON.stringify(sdk.fromJSON(json)) === JSON.stringify(card)
    const found = await checked(isOfSdk ? json : card, options)
    onVerified?.(found)
  }
}

/**
 * A `fetch` for `new DefaultAgentCardResolver({ fetchImpl })` of the SDK: it returns a card only if it is verified, byte by byte as the server sent
 * it, and signed for the host that it comes from.
 */
export function verifyingFetch({ fetch: fetchCard = fetch, onVerified, ...options }) {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const response = await fetchCard(input, { ...init, redirect: 'manual' })
    if (!response.ok) return response
    const bytes = await boundedBytes(response, MAX_CARD_BYTES)
    const found = await checked(bytes, { fetchedFrom: url.href, ...options })
    onVerified?.(found)
    const { status, statusText, headers } = response
    return new Response(bytes, { status, statusText, headers: { 'content-type': headers.get('content-type') ?? 'application/json' } })
  }
}
