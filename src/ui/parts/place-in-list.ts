const ROW = 'li, tr, [role=listitem]'
const CONTROL = 'a[href], :is(button, input, select, textarea):enabled'

/**
 * Remembers where a control is in its list. Once it is gone, that is the same control of its row, of the next one or of
 * the previous one, otherwise the heading above the list; null if none of them lasts either.
 */
export function placeInList(control: Element | null): () => HTMLElement | null {
  const row = control?.closest(ROW)
  const list = row?.closest('ul, ol, tbody, [role=list]')
  if (!row || !list) return () => null
  const controlsIn = (one: Element) => [...one.querySelectorAll<HTMLElement>(CONTROL)]
  const column = controlsIn(row).indexOf(control as HTMLElement)
  const rows = [...list.querySelectorAll(ROW)]
  const at = rows.indexOf(row)
  const nearest = [row, ...rows.slice(at + 1), ...rows.slice(0, at).reverse()]
  const heading = list.closest('section, main, [role=dialog]')?.querySelector<HTMLElement>('h1, h2, h3')
  return () => {
    for (const one of nearest) {
      const controls = one.isConnected ? controlsIn(one) : []
      const found = controls[column] ?? controls.at(-1)
      if (found) return found
    }
    if (!heading?.isConnected) return null
    heading.tabIndex = -1
    return heading
  }
}
