import { fetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { ItemReaders } from '../readers/followed.ts'
import { remembered } from './service-api.ts'

/** Accounts with their addresses, which may be ''. */
export type Accounts = Map<string, string>
type Named = { accounts: Accounts; groups: Iterable<string> }
type Placed = { id: string; place: string; parent: string | null }

type Parts = {
  ofPlace: (place: string) => Promise<Named>
  membersOf: (group: string) => Promise<Accounts>
  /** Readers of an item and everything below it; if none are named, it is unrestricted. */
  restrictionOf: (id: string) => Promise<Named>
  /** Ancestors of an item whose parent is not listed. */
  aboveOf: (id: string) => AsyncIterable<string>
}

/**
 * Readers of an item in a service with places and restrictions: readers of the place, without those whom a
 * restriction on the item or an ancestor excludes. `place` is called for each item first.
 */
export const createPlaceReaders = ({ ofPlace, membersOf, restrictionOf, aboveOf }: Parts) => {
  const items = new Map<string, Placed>()
  const members = remembered(membersOf)
  const resolved = async ({ accounts, groups }: Named) => {
    const all = new Map(accounts)
    for (const group of groups) for (const [id, email] of await members(group)) all.set(id, email)
    return all
  }
  const readersOfPlace = remembered(async (place) => {
    const accounts = await resolved(await ofPlace(place))
    return { accounts, readers: { people: [...accounts.values()] } }
  })
  /** Null if all readers of the place can read it. */
  const restriction = remembered(async (id) => {
    const named = await restrictionOf(id)
    const groups = [...named.groups]
    return named.accounts.size + groups.length === 0 ? null : resolved({ ...named, groups })
  })

  /** An item and its ancestors: from the list, or requested where the list has a gap. */
  const chainOf = async (id: string) => {
    const chain = new Set<string>()
    for (let at = items.get(id); at && !chain.has(at.id); ) {
      chain.add(at.id)
      if (at.parent === null) return chain
      at = items.get(at.parent)
      if (!at) for await (const above of aboveOf(id)) chain.add(above)
    }
    return chain
  }

  return {
    place: (item: Placed) => void items.set(item.id, item),

    async readersOf(id: string): Promise<ItemReaders> {
      const placed = items.get(id)
      if (!placed) throw fetchFailure('item_not_found', { status: 404 })
      const { accounts, readers } = await readersOfPlace(placed.place)
      const restrictions: Accounts[] = []
      for (const one of await chainOf(id)) {
        const only = await restriction(one)
        if (only) restrictions.push(only)
      }
      if (restrictions.length === 0) return readers
      const allowed = [...accounts].filter(([account]) => restrictions.every((only) => only.has(account)))
      return { people: allowed.map(([account, email]) => email || (restrictions[0]!.get(account) ?? '')) }
    },
  }
}
