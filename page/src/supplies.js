// What was supplied for verification, by kind and name: DID documents, key sets, artifacts.

const KINDS = { didDocument: 'didDocuments', keySet: 'keySets', artifact: 'artifacts' }

export const createSupplies = () => {
  const rows = new Map()
  const key = (kind, name) => `${kind} ${name}`
  return {
    /** `source` says where it comes from: `fetched`, `pasted`, `example` or `made`. */
    supply: (kind, name, text, source) => rows.set(key(kind, name), { kind, name, text, source }),
    /** Supplies the DID documents of an example, in place of those of an earlier one: they are of made-up hosts. */
    supplyExample(didDocuments) {
      for (const [name, { source }] of rows) if (source === 'example') rows.delete(name)
      for (const { did, text } of didDocuments) this.supply('didDocument', did, text, 'example')
    },
    remove: (kind, name) => rows.delete(key(kind, name)),
    list: () => [...rows.values()],
    canSupply: (kind) => Object.hasOwn(KINDS, kind),
    /** The options of `verify` and `needs`. */
    options: () => {
      const options = {}
      for (const [kind, member] of Object.entries(KINDS)) {
        const entries = [...rows.values()].filter((row) => row.kind === kind).map(({ name, text }) => [name, text])
        options[member] = Object.fromEntries(entries)
      }
      return options
    },
  }
}

/** The DID that a DID document is about. */
export const didOf = (text) => {
  const { id } = JSON.parse(text)
  if (typeof id !== 'string' || !id.startsWith('did:')) throw new Error('`id` is not a DID')
  return id
}
