// Fetches what a person asked for: without cookies, without a referrer, no redirects, bounded. `adp studio` fetches in the browser's place, because
// it may read servers that let no other site read them.

import { boundedText } from './bounded_text.js'

const MAX_BYTES = 2 << 20
const TIMEOUT_MILLISECONDS = 10_000

let serverToken = null

/** Lets `adp studio` fetch, with the token of its address. */
export const fetchThroughServer = (token) => (serverToken = token)

/** The text at a URL of https. */
export const download = async (url) => {
  if (new URL(url).protocol !== 'https:') throw new Error('not https')
  if (serverToken !== null) return throughServer(url)
  const response = await fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  })
  if (!response.ok) throw new Error(`HTTP status ${response.status}`)
  return boundedText(response.body, MAX_BYTES)
}

const throughServer = async (url) => {
  const response = await fetch(`fetch/${encodeURIComponent(serverToken)}?url=${encodeURIComponent(url)}`, { cache: 'no-store' })
  if (!response.ok) throw new Error(`adp studio: HTTP status ${response.status}`)
  const { text, message } = await response.json()
  if (typeof text !== 'string') throw new Error(message)
  return text
}

/** Offers a text as a file. */
export const saveAs = (name, text) => {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
