import type { Storage } from '../browser/storage.ts'
import type { SignedCustomer } from '../contract/handover.ts'
import { visitorKey } from './visitor-key.ts'

type Tab = Pick<Window, 'location' | 'history'>

interface Opened {
  /** Each signature in a browser is a visitor of its own: who claims to be a customer does not read what they wrote. */
  readonly storage: Storage
  /** Who the site says that its customer is; without a `hash` nothing proves it. Null: it says nothing. */
  readonly claim: SignedCustomer | null
}

/**
 * Takes what a site says of its customer, `#user={json}&hash={hex}`, out of the address. A reload has it still, whoever
 * comes after a log-out has not.
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
