// Signed requests, verified by the library. What it asks for comes from the caller's resolver and replay store.

import { base64url } from './bytes.js'

const NONCE_BYTES = 16
const SECRET_BYTES = 32
const REPLAYS = ['fresh', 'replayed', 'full', 'expired']

const randomBytes = (length) => crypto.getRandomValues(new Uint8Array(length))

const message = (error) => String(error?.message ?? error)

/** A verifier of requests for one service: `options` are `RequestVerifierOptions` of index.d.ts. */
export function makeRequestVerifier(instance, options) {
  const { origin, resolve, replayStore, nonceSecret, acceptSignedBeforeStart = false, now = () => new Date(), onDenied, ...rest } = options
  const { requireNonce = true, requireChallengeNonce = false, allowNoNonce = !requireNonce, ...policy } = rest
  if (typeof origin !== 'string') throw new TypeError('`origin` has no default: pass the origin that callers sign for')
  if (typeof resolve !== 'function') throw new TypeError('`resolve` has no default: pass a function that returns DID documents')
  if (replayStore !== undefined && typeof replayStore.record !== 'function') throw new TypeError('`replayStore` has no `record`')
  if (nonceSecret !== undefined && !(nonceSecret instanceof Uint8Array && nonceSecret.length === SECRET_BYTES)) {
    throw new TypeError(`\`nonceSecret\`: expected a Uint8Array of ${SECRET_BYTES} bytes`)
  }
  if (onDenied !== undefined && typeof onDenied !== 'function') throw new TypeError('`onDenied`: expected a function')
  const { call, generation, abandon, text, time } = instance

  const settings = { ...policy, origin, allowNoNonce, requireNonce: requireChallengeNonce }
  // mistakes in the options are found here, not by the first request; what is random is made by the first request, because at the start of a
  // Cloudflare Worker nothing can be
  call('checkService', JSON.stringify(settings))

  let service
  let madeIn
  // After a panic, the library has a new instance, and `generation()` another number. A new instance remembers no request: its
  // service starts now, and has a new secret.
  const current = () => {
    if (madeIn !== generation()) {
      const given = {
        ...settings,
        ...(acceptSignedBeforeStart ? {} : { started: time(now()) }),
        nonceSecret: base64url(nonceSecret ?? randomBytes(SECRET_BYTES)),
        secretIsNew: nonceSecret === undefined,
        ownStore: replayStore !== undefined,
        survivesRestart: replayStore?.survivesRestart === true,
      }
      service = call('createService', JSON.stringify(given)).service
      madeIn = generation()
    }
    return service
  }
  const head = ({ method, target, headers, jsonBody = false }) =>
    JSON.stringify({
      method,
      target,
      headers: [...headers],
      jsonBody,
      at: time(now()),
      random: base64url(randomBytes(NONCE_BYTES)),
    })

  // `notes` has what JavaScript knows of a refusal, for the log: callers do not learn it
  const reply = async ({ kind, name, url, key, signer, expires, now: at }, notes) => {
    if (kind === 'didDocument') {
      try {
        const document = await resolve({ kind, name, url }, { explain: (reason) => (notes.reason = reason) })
        return document === null || document === undefined ? { notFound: true } : { didDocument: text(document) }
      } catch (error) {
        notes.cause = error
        return { unavailable: message(error) }
      }
    }
    try {
      const replay = await replayStore.record({ key, signer, expires: new Date(expires), now: new Date(at) })
      return REPLAYS.includes(replay) ? { replay } : { storeFailed: `the store returned ${JSON.stringify(replay)}` }
    } catch (error) {
      notes.cause = error
      return { storeFailed: message(error) }
    }
  }

  const denied = (refusal, { method, target }, { cause, reason } = {}) => {
    if (refusal === null) return null
    const told = { ...refusal, ...(reason === undefined ? {} : { message: `${refusal.message}: ${reason}` }), ...(cause === undefined ? {} : { cause }) }
    tell(told, { method, target })
    return told
  }

  // a log that fails changes no reply
  const tell = async (...values) => {
    try {
      await onDenied?.(...values)
    } catch (error) {
      console.error('onDenied failed:', error)
    }
  }

  return {
    /** The refusal of a request whose headers alone cause it, else `null`. For requests signed in their headers. */
    checkHead: (request) => denied(call('checkHead', current(), head(request)).refusal ?? null, request),

    /** The refusal of a request whose body is larger than `maxBodyBytes`, which is not read. */
    tooLarge: (request) => denied(TOO_LARGE, request),

    /** Who sent the request: `{caller, refusal}`, one of which is `null`. */
    verify: async ({ body = new Uint8Array(), ...request }) => {
      let step = call('beginRequest', current(), head(request), body)
      const begunIn = generation()
      const notes = {}
      while (step.check !== undefined) {
        const given = await reply(step.question, notes).catch((error) => ({ storeFailed: message(error) }))
        // in a new instance, the number of the check is that of another request
        if (begunIn !== generation()) {
          return { caller: null, refusal: denied(LOST, request) }
        }
        try {
          step = call('resumeRequest', step.check, JSON.stringify(given))
        } catch (error) {
          if (begunIn === generation()) abandon(step.check)
          throw error
        }
      }
      return { caller: step.caller ?? null, refusal: denied(step.refusal ?? null, request, notes) }
    },
  }
}

const LOST = Object.freeze({
  code: 'internal',
  message: 'the instance that checked the request ended; send it again',
  status: 503,
  headers: [
    ['cache-control', 'no-store'],
    ['retry-after', '1'],
  ],
  body: '',
})

const TOO_LARGE = Object.freeze({
  code: 'auth-body-size',
  message: 'the body is larger than `maxBodyBytes`',
  status: 413,
  headers: [['cache-control', 'no-store']],
  body: '',
})
