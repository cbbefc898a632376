import * as z from 'zod/mini'
import { fetchFailure } from '../../../kernel/fetching/fetch-failure.ts'
import type { ItemReaders } from '../../readers/followed.ts'
import { remembered } from '../remembered.ts'
import { followed, type ServiceHttp, shaped } from '../service-http.ts'

const AT_ONCE = 200
const USERS_AT_ONCE = 100
const ANCESTORS_MAX = 250

const Id = z.coerce.string()
const Results = z.object({
  results: z.array(z.unknown()),
  _links: z.optional(z.object({ next: z.optional(z.string()) })),
})
const SpacePermission = z.object({
  principal: z.object({ type: z.string(), id: Id }),
  operation: z.object({ key: z.string(), targetType: z.string() }),
})
/** Without an address where the profile of the account does not show it. */
const Account = z.object({ accountId: z.string(), email: z.optional(z.string()) })
const Group = z.object({ id: Id })
const Ancestor = z.object({ id: Id })
/** `limit` is how many it would have named, which may be fewer than were asked for. */
const Named = z.object({
  results: z.array(z.unknown()),
  limit: z._default(z.int().check(z.minimum(1)), AT_ONCE),
})
const Restriction = z.object({ restrictions: z.object({ user: Named, group: Named }) })

/** A page of the list of its space, and what lies above it. */
export type Placed = { id: string; space: string; parent: string | null }
/** Accounts with their addresses, which may be ''. */
type People = ReadonlyMap<string, string>
type Service = { http: ServiceHttp; root: string; authorization: string }

/**
 * Who may read pages of Confluence Cloud: those who may read the space, less whom a restriction of the page, or of
 * anything above it, leaves out. The second version of its API has no restrictions and no members of groups: they are
 * the first's.
 */
export const createPageReaders = ({ http, root, authorization }: Service) => {
  const headers = { authorization }
  const addressOf = (path: string) => root + path

  async function* listed<Result extends z.ZodMiniType>(path: string, result: Result) {
    // The second version names the next page from the beginning of the host, the first from that of the site.
    const next = ({ _links }: z.output<typeof Results>) => {
      const link = _links?.next
      return link?.startsWith('/wiki/') ? link.slice('/wiki'.length) : link
    }
    const ask = (at: string) => http.json(addressOf(at), Results, headers)
    for await (const { results } of followed(path, ask, next))
      for (const one of results) yield shaped(result, one)
  }

  const add = (people: Map<string, string>, { accountId, email = '' }: z.output<typeof Account>) =>
    people.set(accountId, email)

  const membersOf = remembered(async (group): Promise<People> => {
    const people = new Map<string, string>()
    const path = `/rest/api/group/${encodeURIComponent(group)}/membersByGroupId?limit=${AT_ONCE}`
    for await (const account of listed(path, Account)) add(people, account)
    return people
  })

  const addMembers = async (people: Map<string, string>, groups: Iterable<string>) => {
    for (const group of groups) for (const [id, email] of await membersOf(group)) people.set(id, email)
  }

  /** Roles and apps among the principals are no people whose addresses are told. */
  const ofSpace = remembered(async (space): Promise<{ people: People; readers: ItemReaders }> => {
    const [users, groups] = [new Set<string>(), new Set<string>()]
    const path = `/api/v2/spaces/${encodeURIComponent(space)}/permissions?limit=${AT_ONCE}`
    for await (const { principal, operation } of listed(path, SpacePermission)) {
      if (operation.key !== 'read' || operation.targetType !== 'space') continue
      if (principal.type === 'user') users.add(principal.id)
      if (principal.type === 'group') groups.add(principal.id)
    }
    const people = new Map<string, string>()
    const ids = [...users]
    while (ids.length > 0) {
      const accountIds = ids.splice(0, USERS_AT_ONCE)
      const found = await http.post(addressOf('/api/v2/users-bulk'), Named, headers, { accountIds })
      for (const one of found.results) add(people, shaped(Account, one))
    }
    await addMembers(people, groups)
    return { people, readers: { people: [...people.values()] } }
  })

  /** Null where everybody in the space reads it. */
  const restrictionOf = remembered(async (id): Promise<People | null> => {
    const people = new Map<string, string>()
    const groups = new Set<string>()
    const path = `/rest/api/content/${encodeURIComponent(id)}/restriction/byOperation/read?expand=restrictions.user,restrictions.group&limit=${AT_ONCE}`
    const ask = async (start: string) => {
      const { restrictions } = await http.json(addressOf(`${path}&start=${start}`), Restriction, headers)
      for (const one of restrictions.user.results) add(people, shaped(Account, one))
      for (const one of restrictions.group.results) groups.add(shaped(Group, one).id)
      const { user, group } = restrictions
      const isFull = [user, group].some(({ results, limit }) => results.length >= limit)
      return isFull ? String(Number(start) + Math.min(user.limit, group.limit)) : null
    }
    for await (const _ of followed('0', ask, (next) => next));
    if (people.size === 0 && groups.size === 0) return null
    await addMembers(people, groups)
    return people
  })

  const ancestorsOf = async (id: string) => {
    const above: string[] = []
    for await (const ancestor of listed(`/api/v2/pages/${id}/ancestors?limit=${ANCESTORS_MAX}`, Ancestor))
      above.push(ancestor.id)
    // More are not told, and one of them may be restricted.
    if (above.length >= ANCESTORS_MAX) throw fetchFailure('page_too_large')
    return above
  }

  /** A page and all that is above it: from the list, and asked for from where something else than a page is. */
  const chainOf = async (id: string, pages: ReadonlyMap<string, Placed>) => {
    const chain = new Set<string>()
    for (let at = pages.get(id); at && !chain.has(at.id); ) {
      chain.add(at.id)
      const { parent } = at
      if (parent === null) return chain
      at = pages.get(parent)
      if (!at) for (const above of await ancestorsOf(id)) chain.add(above)
    }
    return chain
  }

  return async (id: string, pages: ReadonlyMap<string, Placed>): Promise<ItemReaders> => {
    const placed = pages.get(id)
    if (!placed) throw fetchFailure('item_not_found', { status: 404 })
    const space = await ofSpace(placed.space)
    const restrictions: People[] = []
    for (const one of await chainOf(id, pages)) {
      const people = await restrictionOf(one)
      if (people) restrictions.push(people)
    }
    if (restrictions.length === 0) return space.readers
    const allowed = [...space.people].filter(([account]) => restrictions.every((only) => only.has(account)))
    return { people: allowed.map(([account, email]) => email || (restrictions[0]!.get(account) ?? '')) }
  }
}
