import type { Storage } from '../browser/storage.ts'
import type { SignedCustomer } from '../contract/handover.ts'
import { visitorKey } from './share-page.ts'

type Tab = Pick<Window, 'location' | 'history'>

interface Opened {
  /** Each signature in a browser is its own visitor: a claimed customer cannot read what another wrote. */
  readonly storage: Storage
  /** The site's claim about its customer; without a `hash` it is unproved. Null: no claim. */
  readonly claim: SignedCustomer | null
}

/**
 * Takes a site's claim about its customer, `#user={json}&hash={hex}`, out of the address. It survives a
 * reload, but not a log-out.
 */
export function openCustomerClaim({ location, history }: Tab, id: string, storage: Storage): Opened {
  if (location.hash.startsWith('#user='))
    history.replaceState({ customer: location.hash.slice(1) }, '', location.pathname + location.search)
  const said = new URLSearchParams(history.state?.customer)
  const user = said.get('user')
  if (user === null) return { storage, claim: null }
  const hash = said.get('hash') ?? ''
  const own = visitorKey(id)
  const named = (name: string) => (name === own && hash !== '' ? `${own} ${hash}` : name)
  return {
    storage: {
      read: (name) => storage.read(named(name)),
      write: (name, value) => storage.write(named(name), value),
      remove: (name) => storage.remove(named(name)),
    },
    claim: { user, hash },
  }
}
