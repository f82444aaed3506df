// Signed requests in Express: a middleware that lets only requests through whose sender is known.

import { requestVerifier } from '@agent-description/wasm'

export { didResolver } from './did_resolver.js'
export { signedFetch, signRequest } from './sign_request.js'

const MAX_BODY_BYTES = 1 << 20
const BODY_TIMEOUT = 10_000

/**
 * The middleware. It sets `req.caller` and `req.rawBody`, and `req.body` as `express.json()` does. It must come before anything that reads the body,
 * except a parser that keeps the bytes in `req.rawBody`.
 */
export function authenticate(options) {
  const verifier = requestVerifier(options)
  const limit = options.maxBodyBytes ?? MAX_BODY_BYTES
  return async (req, res, next) => {
    try {
      const head = { method: req.method, target: req.originalUrl, headers: pairs(req.rawHeaders) }
      const refused = verifier.checkHead(head)
      if (refused !== null) return send(res, refused)
      const body = await rawBody(req, limit)
      if (body === null) return send(res, verifier.tooLarge(head))
      const { caller, refusal } = await verifier.verify({ ...head, body })
      if (refusal !== null) return send(res, refusal)
      req.caller = caller
      req.rawBody = body
      req.body = parsed(req, body)
      // parsers of older versions look at this member
      req._body = true
      next()
    } catch (error) {
      next(error)
    }
  }
}

const pairs = (rawHeaders) => {
  const found = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    // HTTP/2 has the method and the target in fields of its own
    if (!rawHeaders[at].startsWith(':')) found.push([rawHeaders[at], rawHeaders[at + 1]])
  }
  return found
}

const rawBody = (req, limit) => {
  if (req.rawBody instanceof Uint8Array) return req.rawBody
  if (req.readableEnded || req.readableDidRead) {
    throw new Error('the body was read before `authenticate`: put it before the body parsers, or keep the bytes in `req.rawBody`')
  }
  return new Promise((resolve, reject) => {
    const chunks = []
    let size = 0
    const late = setTimeout(() => finish(() => reject(Object.assign(new Error('the body did not arrive in time'), { status: 408 }))), BODY_TIMEOUT)
    const finish = (settle) => {
      clearTimeout(late)
      req.off('data', take).off('end', end).off('error', fail).off('close', closed)
      settle()
    }
    const take = (chunk) => {
      size += chunk.length
      if (size > limit) {
        // the rest is not read
        req.pause()
        finish(() => resolve(null))
      } else chunks.push(chunk)
    }
    const end = () => finish(() => resolve(Buffer.concat(chunks)))
    const fail = (error) => finish(() => reject(error))
    const closed = () => fail(new Error('the connection ended before the body'))
    req.on('data', take).on('end', end).on('error', fail).on('close', closed)
  })
}

const parsed = (req, body) => {
  if (body.length === 0) return undefined
  if (!/^application\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i.test(req.headers['content-type'] ?? '')) return body
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (error) {
    throw Object.assign(new SyntaxError(`the body is not JSON: ${error.message}`), { status: 400 })
  }
}

const send = (res, { status, headers, body }) => {
  // what is left of the request is not read
  if (!res.req.readableEnded) res.set('connection', 'close')
  res.status(status)
  for (const [name, value] of headers) res.append(name, value)
  res.end(body)
}
