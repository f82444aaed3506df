// Fetches what a document needs, after the person asked for it: without cookies, without a referrer, no redirects, bounded.

import { boundedText } from './bounded_text.js'

const MAX_BYTES = 1 << 20
const TIMEOUT_MILLISECONDS = 10_000

/** The text at a URL of https. */
export const download = async (url) => {
  if (new URL(url).protocol !== 'https:') throw new Error('not https')
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

/** Offers a text as a file. */
export const saveAs = (name, text) => {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
