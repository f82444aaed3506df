// Why there is no result.

/** Why there is no result: `code`, `class` and the place in the document. */
export class AdpError extends Error {
  constructor(error) {
    super(error.message)
    this.name = 'AdpError'
    this.code = error.code
    this.class = error.class
    this.pointer = error.pointer ?? null
    this.line = error.line ?? null
    this.column = error.column ?? null
    this.from = error.from ?? null
    this.to = error.to ?? null
  }

  /** The verdict for the document: what cannot be read is `malformed`. */
  get status() {
    return { refused: 'malformed', undecided: 'undecided' }[this.class] ?? null
  }
}
