import type { Storage } from '../browser/storage.ts'
import { visitorKey } from './share-page.ts'

/** The format of the link in a mailed reply: `#reply=<conversation>.<signature>`. */
const LINK = /^#reply=([\da-f-]{36}\.[\w-]{43})$/

type Tab = Pick<Window, 'location' | 'history'>

interface Opened {
  /** The key acts as the visitor's token until the tab is closed; the browser's stored token stays. */
  readonly storage: Storage
  /** The conversation that the link refers to; null without one. */
  readonly returnTo: string | null
}

/** Takes the key of a mailed link out of the address, and keeps it for this tab. */
export function openReplyLink(
  { location, history }: Tab,
  id: string,
  { storage, tabStorage }: { storage: Storage; tabStorage: Storage },
): Opened {
  const own = visitorKey(id)
  const kept = `reply ${id}`
  const [, linked = null] = LINK.exec(location.hash) ?? []
  if (linked !== null) {
    tabStorage.write(kept, linked)
    history.replaceState(history.state, '', location.pathname + location.search)
  }
  let key = linked ?? tabStorage.read(kept)
  return {
    returnTo: key?.split('.')[0] ?? null,
    storage: {
      read: (name) => (name === own && key !== null ? key : storage.read(name)),
      write: storage.write,
      remove(name) {
        if (name !== own || key === null) return storage.remove(name)
        key = null
        tabStorage.remove(kept)
      },
    },
  }
}
