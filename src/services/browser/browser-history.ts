import type { Arrival } from '../../machines/shell/navigation/navigation.setup.ts'
import { afterPaint } from './after-paint.ts'

const POSITIONS = 'scrollPositions'

type Entry = Pick<Arrival, 'path' | 'index'>

/** Number of the entry, from 0; an entry that is not ours, such as a typed hash, has none. */
const indexOf = (state: unknown): number | null => {
  const index = (state as { index?: unknown } | null)?.index
  return typeof index === 'number' ? index : null
}

/** The element that a hash points at; none if it cannot be decoded. */
function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

/** The address bar, Back and Forward, and each page's scroll position. */
export function createBrowserHistory(tab: Window) {
  const { history, location, document } = tab
  const positions = new Map<number, number>(readPositions(tab))
  let at = indexOf(history.state) ?? 0
  let isOpening = true

  const path = () => location.pathname + location.search + location.hash
  history.scrollRestoration = 'manual'
  history.replaceState({ index: at }, '')
  tab.addEventListener('scroll', () => positions.set(at, tab.scrollY), { passive: true })
  tab.addEventListener('pagehide', () => writePositions(tab, positions))

  return {
    /** Where the tab was opened or reloaded. */
    start: (): Entry => ({ path: path(), index: at }),

    watch(listener: (entry: Entry) => void) {
      const onMove = () => {
        const index = indexOf(history.state) ?? at + 1
        history.replaceState({ index }, '')
        listener({ path: path(), index })
      }
      tab.addEventListener('popstate', onMove)
      return () => tab.removeEventListener('popstate', onMove)
    },

    write({ how, path, index }: Arrival) {
      // With the origin: a path such as `//host` would name another one.
      if (how === 'push') history.pushState({ index }, '', location.origin + path)
      if (how === 'replace') history.replaceState({ index }, '', location.origin + path)
    },

    go: (by: number) => history.go(by),

    /** When the screen has been drawn. */
    async scrollTo({ how, index }: Arrival) {
      // The last scroll event may still be pending.
      if (how !== 'pop' && !isOpening) positions.set(at, tab.scrollY)
      at = index
      if (how === 'push') for (const later of positions.keys()) if (later >= index) positions.delete(later)
      const top = positions.get(index) ?? 0
      // A page opens at its top; scrolling there would force a layout before the first one is due.
      const stands = isOpening && top === 0
      isOpening = false
      await afterPaint(tab)
      const anchor = document.getElementById(idOf(location.hash))
      if (anchor && how !== 'pop') anchor.scrollIntoView()
      else if (!stands) tab.scrollTo(0, top)
    },
  }
}

export type BrowserHistory = ReturnType<typeof createBrowserHistory>

function readPositions(tab: Window): [number, number][] {
  try {
    const stored: unknown = JSON.parse(tab.sessionStorage.getItem(POSITIONS) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

function writePositions(tab: Window, positions: ReadonlyMap<number, number>) {
  try {
    tab.sessionStorage.setItem(POSITIONS, JSON.stringify([...positions]))
  } catch {
    // A blocked storage loses only the scroll position after a reload.
  }
}
