import * as z from 'zod/mini'
import { fetchFailure } from '../../../kernel/fetching/fetch-failure.ts'
import { type Accounts, createPlaceReaders } from '../place-readers.ts'
import type { ServiceApi } from '../service-api.ts'
import { followed, shaped } from '../service-http.ts'

const AT_ONCE = 200
const USERS_AT_ONCE = 100
const ANCESTORS_MAX = 250

const Id = z.object({ id: z.coerce.string() })
const SpacePermission = z.object({
  principal: z.extend(Id, { type: z.string() }),
  operation: z.object({ key: z.string(), targetType: z.string() }),
})
/** Has no address unless the account's profile shows it. */
const Account = z.object({ accountId: z.string(), email: z._default(z.string(), '') })
/** `limit` is the maximum it would return, which may be less than requested. */
const Named = z.object({
  results: z.array(z.unknown()),
  limit: z._default(z.int().check(z.minimum(1)), AT_ONCE),
})
const Restriction = z.object({ restrictions: z.object({ user: Named, group: Named }) })

const add = (accounts: Accounts, account: unknown) => {
  const { accountId, email } = shaped(Account, account)
  accounts.set(accountId, email)
}

type List = <Result extends z.ZodMiniType>(path: string, result: Result) => AsyncIterable<z.output<Result>>

/** Readers of Cloud pages. Version 2 of its API has no restrictions and no group members. */
export const createPageReaders = (api: ServiceApi, list: List) =>
  createPlaceReaders({
    async membersOf(group) {
      const accounts: Accounts = new Map()
      const path = `/rest/api/group/${encodeURIComponent(group)}/membersByGroupId?limit=${AT_ONCE}`
      for await (const account of list(path, Account)) add(accounts, account)
      return accounts
    },

    /** Roles and apps among the principals are not people with known addresses. */
    async ofPlace(space) {
      const [users, groups, accounts] = [new Set<string>(), new Set<string>(), new Map<string, string>()]
      const path = `/api/v2/spaces/${encodeURIComponent(space)}/permissions?limit=${AT_ONCE}`
      for await (const { principal, operation } of list(path, SpacePermission)) {
        if (operation.key !== 'read' || operation.targetType !== 'space') continue
        if (principal.type === 'user') users.add(principal.id)
        if (principal.type === 'group') groups.add(principal.id)
      }
      for (const ids = [...users]; ids.length > 0; ) {
        const asked = { accountIds: ids.splice(0, USERS_AT_ONCE) }
        for (const one of (await api.post('/api/v2/users-bulk', Named, asked)).results) add(accounts, one)
      }
      return { accounts, groups }
    },

    async restrictionOf(id) {
      const [accounts, groups] = [new Map<string, string>(), new Set<string>()]
      const path = `/rest/api/content/${encodeURIComponent(id)}/restriction/byOperation/read?expand=restrictions.user,restrictions.group&limit=${AT_ONCE}`
      const ask = async (start: string) => {
        const { user, group } = (await api.json(`${path}&start=${start}`, Restriction)).restrictions
        for (const one of user.results) add(accounts, one)
        for (const one of group.results) groups.add(shaped(Id, one).id)
        const isFull = [user, group].some(({ results, limit }) => results.length >= limit)
        return isFull ? String(Number(start) + Math.min(user.limit, group.limit)) : null
      }
      for await (const _ of followed('0', ask, (next) => next));
      return { accounts, groups }
    },

    async *aboveOf(id) {
      let told = 0
      for await (const above of list(`/api/v2/pages/${id}/ancestors?limit=${ANCESTORS_MAX}`, Id)) {
        yield above.id
        // Further ancestors are not listed, and one of them may be restricted.
        if (++told === ANCESTORS_MAX) throw fetchFailure('page_too_large')
      }
    },
  })
