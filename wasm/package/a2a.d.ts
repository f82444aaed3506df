import type { Resolver, Verified, VerifyOptions } from './index.js'

export { didResolver } from './did_resolver.js'

/** What a card's signature must say, and who is asked for DID documents. */
export interface CardOptions extends Partial<VerifyOptions> {
  /** Returns DID documents. */
  resolve: Resolver
  /** Called with the result for each verified card. */
  onVerified?: ((verification: Verified) => void) | undefined
}

/** A verifier for `client.getAgentCard(options, verifier)` of `@a2a-js/sdk`: it throws if the card is not verified. */
export function verifyAgentCard(
  options: CardOptions & { AgentCard?: { toJSON(card: any): unknown; fromJSON(json: any): unknown } },
): (card: any) => Promise<void>

/** A `fetch` for `DefaultAgentCardResolver` of `@a2a-js/sdk`: it returns only cards that are verified as they were sent, for their host. */
export function verifyingFetch(options: CardOptions & { fetch?: typeof fetch }): typeof fetch
