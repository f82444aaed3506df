// The files that `adp studio` was given: it serves them at `files/TOKEN`, and the page asks whether they changed.

const POLL_MILLISECONDS = 1000

/**
 * @param {string} token of the address that `adp studio` opened
 * @param {(files: {name: string, text: string}[]) => void} changed is called with all files when they are read and when one changed
 * @param {() => void} lost is called when the server does not answer
 */
export const watchFiles = (token, changed, lost) => {
  let known = ''
  const poll = async () => {
    try {
      const response = await fetch(`files/${encodeURIComponent(token)}`, { cache: 'no-cache' })
      if (!response.ok) throw new Error(`HTTP status ${response.status}`)
      const text = await response.text()
      if (text !== known) {
        known = text
        changed(JSON.parse(text).files)
      }
    } catch {
      lost()
      return
    }
    setTimeout(poll, POLL_MILLISECONDS)
  }
  poll()
}
