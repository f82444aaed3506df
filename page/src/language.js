// The language of the page: the browser's, until the person chooses one.

import { TEXTS } from './texts.js'

const LANGUAGES = ['en', 'zh-CN']
const STORED = 'studio-language'

// in a page from disk, storage may be closed
const stored = () => {
  try {
    return localStorage.getItem(STORED)
  } catch {
    return null
  }
}

const preferred = () => (navigator.languages.find((tag) => /^(en|zh)\b/i.test(tag)) ?? 'en').slice(0, 2).toLowerCase() === 'zh' ? 'zh-CN' : 'en'

let language = LANGUAGES.includes(stored()) ? stored() : preferred()

export const currentLanguage = () => language

export const setLanguage = (tag) => {
  language = LANGUAGES.includes(tag) ? tag : 'en'
  try {
    localStorage.setItem(STORED, language)
  } catch {
    // it lasts until the page is closed
  }
}

/** The text of that name; each `{}` is replaced by a value. */
export const t = (name, ...values) => {
  const row = TEXTS[name]
  if (row === undefined) throw new Error(`there is no text ${name}`)
  return row[LANGUAGES.indexOf(language)].replace(/\{\}/g, () => values.shift())
}

/** Writes the texts of the elements that name theirs. */
export const translate = () => {
  document.documentElement.lang = language
  document.title = t('title')
  for (const part of document.querySelectorAll('[data-text]')) part.textContent = t(part.dataset.text)
  for (const part of document.querySelectorAll('[data-label]')) part.setAttribute('aria-label', t(part.dataset.label))
}
