import type { Caller, RequestVerifierOptions } from './index.js'

export { didResolver } from './did_resolver.js'

export type Authentication =
  | { caller: Caller; body: Uint8Array; response: null }
  | { caller: null; body: null; response: Response }

/** Verifies requests of the Fetch standard. `body` has the bytes that were verified; `response` is the reply to a refused request. */
export function authenticator(options: RequestVerifierOptions): (request: Request) => Promise<Authentication>
