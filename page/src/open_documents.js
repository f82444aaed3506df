// The documents that are open. Each keeps its text and its undo history while another is shown, and knows whether it has edits that are not saved.

/** @param {{text: string, keep: () => object, restore: (state: object) => void, open: (text: string) => void}} editor */
export const createDocuments = (editor) => {
  const rows = []
  let current = null
  const textOf = (row) => (row === current ? editor.text : row.text)
  const leave = () => {
    if (current !== null) Object.assign(current, { text: editor.text, state: editor.keep() })
  }
  const isEdited = (row) => textOf(row) !== row.saved
  return {
    get current() {
      return current
    },
    list: () => rows.map((row) => ({ row, name: row.name, isEdited: isEdited(row), isCurrent: row === current })),
    isEdited,
    textOf,
    /** Opens a document: `{name, text, url, disk}`. It takes the place of the shown one if that has no edits and is no file on disk. */
    add(document, isShown = true) {
      const row = { url: null, disk: null, state: null, ...document, saved: document.text }
      if (!isShown) return void rows.push(row)
      leave()
      if (current !== null && current.disk === null && !isEdited(current)) rows.splice(rows.indexOf(current), 1)
      rows.push(row)
      current = row
      editor.open(row.text)
    },
    show(row) {
      leave()
      current = row
      if (row.state === null) editor.open(row.text)
      else editor.restore(row.state)
    },
    /** All of the shown document was replaced by a paste: it is another one, without a name. A file on disk keeps its name. */
    renamed() {
      if (current !== null && current.disk === null) Object.assign(current, { name: '', url: null, saved: '', didDocuments: [] })
    },
    /** The current document was saved, or its file has this text now. */
    saved(row, text) {
      row.saved = text
    },
    /** The text of a file on disk, in place of what is here. */
    reload(row, text) {
      row.saved = text
      if (row === current) editor.replace(text)
      else Object.assign(row, { text, state: null })
    },
  }
}
