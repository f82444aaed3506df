// Signed requests in servers that use the Request and Response of the Fetch standard.

import { requestVerifier } from '@agent-description/wasm'
import { boundedBytes } from './did_resolver.js'

export { didResolver } from './did_resolver.js'

const MAX_BODY_BYTES = 1 << 20

/**
 * Verifies requests for a service: returns `async (request) => ({ caller, body, response })`. `response` is what to reply to a request that
 * is refused, else `null`.
 */
export function authenticator(options) {
  const verifier = requestVerifier(options)
  const limit = options.maxBodyBytes ?? MAX_BODY_BYTES
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const head = { method: request.method, target: pathname + search, headers: request.headers }
    const refused = verifier.checkHead(head)
    if (refused !== null) return { caller: null, body: null, response: responseTo(refused) }
    let body
    try {
      body = await boundedBytes(request, limit)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return { caller: null, body: null, response: new Response(null, { status: 413, headers: { 'cache-control': 'no-store' } }) }
    }
    const { caller, refusal } = await verifier.verify({ ...head, body })
    return refusal === null ? { caller, body, response: null } : { caller: null, body: null, response: responseTo(refusal) }
  }
}

const responseTo = ({ status, headers, body }) => new Response(body, { status, headers })
