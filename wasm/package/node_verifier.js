// Signatures, verified by `node:crypto`.

import { createPublicKey, verify } from 'node:crypto'
import { fromBase64url } from './bytes.js'
import { jwkOf } from './host.js'

const MAX_KEYS = 256

// RFC 7515, appendix A.3, and RFC 8032, section 7.1, test 1: runtimes that only resemble Node are asked for these first
const KNOWN = {
  'P-256': {
    key: [4, ...fromBase64url('f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU'), ...fromBase64url('x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0')],
    message: new TextEncoder().encode(
      'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ',
    ),
    signature: 'DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q',
  },
  Ed25519: {
    key: fromBase64url('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'),
    message: new Uint8Array(),
    signature: '5VZDAMNgrHKQhuLMgG6CioSHfx645dl02HPgZSJJAVVfuIIVkKM7rMYeOXAc-bRr0lv18FlbviRlUUFDjnoQCw',
  },
}

/** A verifier for `setVerifier`. */
export const nodeVerifier = () => {
  const keys = new Map()
  const works = new Map()

  const keyObject = (type, key) => {
    const name = `${type} ${Buffer.from(key).toString('latin1')}`
    let found = keys.get(name)
    if (found === undefined) {
      found = createPublicKey({ key: jwkOf(type, key), format: 'jwk' })
      if (keys.size >= MAX_KEYS) keys.delete(keys.keys().next().value)
      keys.set(name, found)
    }
    return found
  }

  const check = (type, key, message, signature) =>
    type === 'P-256'
      ? verify('sha256', message, { key: keyObject(type, key), dsaEncoding: 'ieee-p1363' }, signature)
      : verify(null, message, keyObject(type, key), signature)

  const isExact = (type) => {
    try {
      const { key, message, signature } = KNOWN[type]
      const good = fromBase64url(signature)
      const bad = good.with(40, good[40] ^ 1)
      return check(type, Uint8Array.from(key), message, good) && !check(type, Uint8Array.from(key), message, bad)
    } catch {
      return false
    }
  }

  return (type, key, message, signature) => {
    if (!works.has(type)) works.set(type, isExact(type))
    return works.get(type) ? check(type, key, message, signature) : undefined
  }
}
