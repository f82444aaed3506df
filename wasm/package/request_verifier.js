// Signed requests, verified by the library. What it asks for comes from the caller's resolver and replay store.

const NONCE_BYTES = 16
const SECRET_BYTES = 32
const REPLAYS = ['fresh', 'replayed', 'full', 'expired']

const randomBytes = (length) => crypto.getRandomValues(new Uint8Array(length))

const message = (error) => String(error?.message ?? error)

/** A verifier of requests for one service: `options` are `RequestVerifierOptions` of index.d.ts. */
export function makeRequestVerifier(instance, options) {
  const { origin, resolve, replayStore, nonceSecret, acceptSignedBeforeStart = false, now = () => new Date(), ...policy } = options
  if (typeof origin !== 'string') throw new TypeError('`origin` has no default: pass the origin that callers sign for')
  if (typeof resolve !== 'function') throw new TypeError('`resolve` has no default: pass a function that returns DID documents')
  if (replayStore !== undefined && typeof replayStore.record !== 'function') throw new TypeError('`replayStore` has no `record`')
  if (nonceSecret !== undefined && !(nonceSecret instanceof Uint8Array && nonceSecret.length === SECRET_BYTES)) {
    throw new TypeError(`\`nonceSecret\`: expected a Uint8Array of ${SECRET_BYTES} bytes`)
  }
  const { call, generation, abandon, text, time, base64url } = instance

  let service
  let madeIn
  // After a panic, the library has a new instance, and `generation()` another number. A new instance remembers no request: its
  // service starts now, and has a new secret.
  const current = () => {
    if (madeIn !== generation()) {
      const given = {
        ...policy,
        origin,
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
  // mistakes in the options are found here, not by the first request
  current()

  const head = ({ method, target, headers, jsonBody = false }) =>
    JSON.stringify({
      method,
      target,
      headers: [...headers],
      jsonBody,
      at: time(now()),
      random: base64url(randomBytes(NONCE_BYTES)),
    })

  const reply = async ({ kind, name, url, key, signer, expires, now: at }) => {
    if (kind === 'didDocument') {
      try {
        const document = await resolve({ kind, name, url })
        return document === null || document === undefined ? { notFound: true } : { didDocument: text(document) }
      } catch (error) {
        return { unavailable: message(error) }
      }
    }
    try {
      const replay = await replayStore.record({ key, signer, expires: new Date(expires), now: new Date(at) })
      return REPLAYS.includes(replay) ? { replay } : { storeFailed: `the store returned ${JSON.stringify(replay)}` }
    } catch (error) {
      return { storeFailed: message(error) }
    }
  }

  return {
    /** The refusal of a request whose headers alone cause it, else `null`. For requests signed in their headers. */
    checkHead: (request) => call('checkHead', current(), head(request)).refusal ?? null,

    /** Who sent the request: `{caller, refusal}`, one of which is `null`. */
    verify: async ({ body = new Uint8Array(), ...request }) => {
      let step = call('beginRequest', current(), head(request), body)
      const begunIn = generation()
      while (step.check !== undefined) {
        const given = await reply(step.question).catch((error) => ({ storeFailed: message(error) }))
        // in a new instance, the number of the check is that of another request
        if (begunIn !== generation()) {
          return { caller: null, refusal: LOST }
        }
        try {
          step = call('resumeRequest', step.check, JSON.stringify(given))
        } catch (error) {
          if (begunIn === generation()) abandon(step.check)
          throw error
        }
      }
      return { caller: step.caller ?? null, refusal: step.refusal ?? null }
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
