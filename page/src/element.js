// Builds elements. Texts become text nodes: nothing of a document is ever read as HTML.

export const element = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue
    if (typeof value === 'function') made.addEventListener(name, value)
    else made.setAttribute(name, value === true ? '' : value)
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined))
  return made
}

let labels = 0

/** A form field with its label. */
export const field = (label, input) => {
  labels += 1
  input.id = `field-${labels}`
  return element('div', { class: 'field' }, element('label', { for: input.id }, label), input)
}

/** A checkbox with its label. */
export const checkbox = (label, input) => {
  labels += 1
  input.id = `field-${labels}`
  return element('div', { class: 'option' }, input, element('label', { for: input.id }, label))
}

export const button = (label, click, attributes = {}) => element('button', { type: 'button', click, ...attributes }, label)

/** A `select` of `[value, label]` rows. */
export const choice = (rows, selected, change) =>
  element(
    'select',
    { change },
    rows.map(([value, label]) => element('option', { value, selected: value === selected }, label)),
  )

/** A place whose content is replaced. It is no live region: after a change a screen reader hears the verdict alone. */
export const place = (...children) => element('div', {}, ...children)
