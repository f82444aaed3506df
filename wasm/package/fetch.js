// Signed requests in servers that use the Request and Response of the Fetch standard.

import { requestVerifier } from '@agent-description/wasm'
import { boundedBytes } from './bytes.js'

export { didResolver } from './did_resolver.js'
export { signedFetch, signRequest } from './sign_request.js'

const MAX_BODY_BYTES = 1 << 20

/**
 * Verifies requests for a service: returns `async (request) => ({ caller, body, response, refusal })`. `response` is what to reply to a request that
 * is refused, else `null`. The body of the request is used up: read `body`, or pass `request.clone()`.
 */
export function authenticator(options) {
  const verifier = requestVerifier(options)
  const limit = options.maxBodyBytes ?? MAX_BODY_BYTES
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const head = { method: request.method, target: pathname + search, headers: request.headers }
    const refused = verifier.checkHead(head)
    if (refused !== null) return responseTo(refused)
    let body
    try {
      body = await boundedBytes(request, limit)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return responseTo(verifier.tooLarge(head))
    }
    const { caller, refusal } = await verifier.verify({ ...head, body })
    return refusal === null ? { caller, body, response: null, refusal: null } : responseTo(refusal)
  }
}

const responseTo = (refusal) => {
  const { status, headers, body } = refusal
  return { caller: null, body: null, response: new Response(body, { status, headers }), refusal }
}
