// Reads a stream whose sender decides how much it sends.

/** The UTF-8 text of a stream. Reading ends where it is larger than `maxBytes`. */
export const boundedText = async (stream, maxBytes) => {
  const reader = stream.getReader()
  const parts = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > maxBytes) {
      await reader.cancel()
      throw new Error(`more than ${maxBytes} bytes`)
    }
    parts.push(value)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(await new Blob(parts).arrayBuffer())
}
