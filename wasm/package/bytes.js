// Bytes and base64url.

export const base64url = (bytes) => {
  let binary = ''
  for (const byte of new Uint8Array(bytes)) binary += String.fromCharCode(byte)
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

export const base64 = (bytes) => {
  const text = base64url(bytes).replace(/-/g, '+').replace(/_/g, '/')
  return text + '='.repeat(-text.length & 3)
}

export const fromBase64url = (value) => {
  const binary = atob(value.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** The bytes of a response or request, no more than a limit. */
export async function boundedBytes(message, limit) {
  const chunks = []
  let size = 0
  const reader = message.body?.getReader()
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader.read()) {
    size += read.value.length
    if (size > limit) {
      await reader.cancel().catch(() => {})
      throw new RangeError(`more than ${limit} bytes`)
    }
    chunks.push(read.value)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
