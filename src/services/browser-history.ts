import type { Arrival } from '../machines/navigation/navigation.machine.ts'

const POSITIONS = 'scrollPositions'

type Entry = Pick<Arrival, 'path' | 'index'>

const frame = (tab: Window) => new Promise((resolve) => tab.requestAnimationFrame(resolve))

/** Number of the entry, from 0; an entry that is not ours, as of a typed hash, has none. */
const indexOf = (state: unknown): number | null => {
  const index = (state as { index?: unknown } | null)?.index
  return typeof index === 'number' ? index : null
}

const pathOf = ({ location }: Window) => location.pathname + location.search + location.hash

/** Where the tab is now. */
export const entryOf = (tab: Window): Entry => ({
  path: pathOf(tab),
  index: indexOf(tab.history.state) ?? 0,
})

/** The address bar, Back and Forward, and how far each page was scrolled. */
export function createBrowserHistory(tab: Window) {
  const { history, location, document } = tab
  const positions = new Map<number, number>(readPositions(tab))
  let at = entryOf(tab).index

  history.scrollRestoration = 'manual'
  history.replaceState({ index: at }, '')
  tab.addEventListener('scroll', () => positions.set(at, tab.scrollY), { passive: true })
  tab.addEventListener('pagehide', () => writePositions(tab, positions))

  return {
    watch(listener: (entry: Entry) => void) {
      const onMove = () => {
        const index = indexOf(history.state) ?? at + 1
        history.replaceState({ index }, '')
        listener({ path: pathOf(tab), index })
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

    /** Two frames later, when the screen has been drawn. */
    async scrollTo({ how, index }: Arrival) {
      at = index
      if (how === 'push') for (const later of positions.keys()) if (later >= index) positions.delete(later)
      const top = positions.get(index) ?? 0
      await frame(tab)
      await frame(tab)
      const anchor = document.getElementById(decodeURIComponent(location.hash.slice(1)))
      if (anchor && how !== 'pop') anchor.scrollIntoView()
      else tab.scrollTo(0, top)
    },
  }
}

function readPositions({ sessionStorage }: Window): [number, number][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(POSITIONS) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

function writePositions({ sessionStorage }: Window, positions: ReadonlyMap<number, number>) {
  try {
    sessionStorage.setItem(POSITIONS, JSON.stringify([...positions]))
  } catch {
    // A blocked storage costs the scroll position after a reload and nothing else.
  }
}
