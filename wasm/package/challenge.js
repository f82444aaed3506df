// The challenge of a refused request: `WWW-Authenticate: DIDWba` (RFC 9110, section 11.6.1) and `Accept-Signature` (RFC 9421, section 5.1).

const MAX_HEADER_LENGTH = 8192
const MAX_COMPONENTS = 16
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const PARAMETER = new RegExp(`(${TOKEN})[ \\t]*=[ \\t]*(?:"((?:[^"\\\\]|\\\\.)*)"|(${TOKEN}))[ \\t]*(?=,|$)`, 'y')
const SCHEME = new RegExp(`(${TOKEN})(?:[ \\t]+|(?=,|$))`, 'y')
const TOKEN68 = /[A-Za-z0-9._~+/-]+=*[ \t]*(?=,|$)/y
// it cannot end its field and begin another one
const NONCE = /^[A-Za-z0-9._~+/=:-]{1,256}$/
const DERIVED = ['@authority', '@scheme', '@path', '@query', '@request-target']

/** The challenges of a field: pairs of a scheme and its parameters. `null` if it is malformed. */
const challenges = (text) => {
  const found = []
  let at = 0
  const take = (pattern) => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match !== null) at = pattern.lastIndex
    return match
  }
  for (;;) {
    take(/[, \t]*/y)
    if (at === text.length) return found
    const parameter = take(PARAMETER)
    if (parameter === null) {
      const scheme = take(SCHEME)
      if (scheme === null) return null
      found.push([scheme[1].toLowerCase(), new Map()])
      // a challenge has parameters, or a token that is not read here
      if (at < text.length && text[at] !== ',' && !isParameter(text, at)) take(TOKEN68)
      continue
    }
    const [, name, quoted, plain] = parameter
    const parameters = found.at(-1)?.[1]
    if (parameters === undefined || parameters.has(name.toLowerCase())) return null
    parameters.set(name.toLowerCase(), plain ?? quoted.replace(/\\(.)/g, '$1'))
  }
}

const isParameter = (text, at) => {
  PARAMETER.lastIndex = at
  return PARAMETER.test(text)
}

const short = (value) => (value !== null && value.length <= MAX_HEADER_LENGTH ? value : null)

/** The nonce of a challenge; `null` if there is none that can be signed. */
export function challengeNonce(headers) {
  const text = short(new Headers(headers).get('www-authenticate'))
  const ours = (text === null ? null : challenges(text))?.filter(([scheme]) => scheme === 'didwba') ?? []
  const nonce = ours.length === 1 ? ours[0][1].get('nonce') : undefined
  return nonce !== undefined && NONCE.test(nonce) ? nonce : null
}

/** The components that a server wants to be covered, as far as a request has them. */
export function wantedComponents(headers, has) {
  const text = short(headers.get('accept-signature')) ?? ''
  const list = /^\s*[a-z*][a-z0-9_.*-]*=\(((?:\s*"[a-z0-9@_-]+")*)\s*\)/.exec(text)?.[1] ?? ''
  const names = [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name)
  return names.filter((name) => DERIVED.includes(name) || (!name.startsWith('@') && has(name))).slice(0, MAX_COMPONENTS)
}
