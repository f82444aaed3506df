import type { Caller, Refusal, RequestVerifierOptions } from './index.js'

export { didResolver, type DidResolverOptions } from './did_resolver.js'
export { signedFetch, signRequest } from './index.js'

/** Who sent a request and its verified body, or the response that refuses it, with the reason. */
export type Authentication =
  | { caller: Caller; body: Uint8Array; response: null; refusal: null }
  | { caller: null; body: null; response: Response; refusal: Refusal }

/**
 * Verifies requests of the Fetch standard. `body` has the bytes that were verified, and the body of the request is used up; `response` is the reply to a
 * refused request.
 */
export function authenticator(options: RequestVerifierOptions): (request: Request) => Promise<Authentication>
