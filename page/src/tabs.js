// The tabs: one is open; arrow keys move between them (ARIA Authoring Practices, tabs).

const KEYS = { ArrowRight: 1, ArrowLeft: -1 }

/** `select` is called with the name of the tab that is opened. */
export const createTabs = (list, select) => {
  const tabs = [...list.querySelectorAll('[role=tab]')]
  const nameOf = (tab) => tab.id.replace('tab-', '')
  const panel = document.getElementById('panel')
  const open = (name) => {
    for (const tab of tabs) {
      const isOpen = nameOf(tab) === name
      tab.setAttribute('aria-selected', String(isOpen))
      tab.tabIndex = isOpen ? 0 : -1
    }
    panel.setAttribute('aria-labelledby', `tab-${name}`)
    select(name)
  }
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => open(nameOf(tab)))
    tab.addEventListener('keydown', (event) => {
      const step = KEYS[event.key]
      const target = event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : step === undefined ? null : index + step
      if (target === null) return
      event.preventDefault()
      const next = tabs.at(target % tabs.length)
      next.focus()
      open(nameOf(next))
    })
  }
  return { open, names: tabs.map(nameOf) }
}
