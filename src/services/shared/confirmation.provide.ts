import type { InfiniteData } from '@tanstack/query-core'
import { fromPromise } from 'xstate'
import type { ConfirmationMachine, Subject } from '../../machines/shared/confirmation.machine.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { unlessGone } from '../http/errors.ts'

/** The confirmed subject; `organizationId` is '' if the id is sufficient. */
type Confirmed = Subject & { readonly organizationId: string }

/** Carries out the confirmed action, then rereads what changed with it. */
export const provideConfirmation = <Output>(
  machine: ConfirmationMachine<Output>,
  carryOut: (subject: Confirmed) => Promise<Output>,
  readAgain: (subject: Subject) => void,
) =>
  machine.provide({
    actors: {
      carryOut: fromPromise(({ input }) => carryOut({ organizationId: '', ...input })),
    },
    actions: { finish: (_, subject) => readAgain(subject) },
  })

/** Removes the confirmed subject, or finds that it is gone. */
export const provideRemoval = (
  machine: ConfirmationMachine<unknown>,
  remove: (subject: Confirmed) => Promise<unknown>,
  readAgain: (subject: Subject) => void,
) => provideConfirmation(machine, (subject) => remove(subject).catch(unlessGone), readAgain)

type Row = { readonly id?: string } | null
type Lists = readonly Row[] | InfiniteData<{ readonly items: readonly Row[] }> | null

/** A deleted item leaves every list at once: until the reread, it could be opened or deleted again. */
function takeOut(cache: QueryCache, ids: readonly string[]) {
  const isGone = (row: Row) => ids.includes(row?.id ?? '')
  const kept = (rows: readonly Row[]) => rows.filter((row) => !isGone(row))
  // A query without an answer of its own stays as it is.
  cache.setQueriesData<Lists>({ queryKey: ['org'] }, (data) => {
    if (Array.isArray(data)) return data.some(isGone) ? kept(data) : undefined
    if (!data || !('pages' in data) || !Array.isArray(data.pages)) return undefined
    return { ...data, pages: data.pages.map((page) => ({ ...page, items: kept(page.items) })) }
  })
}

/** For items removed from a list that stays: the subject, or its `parts`. */
export const refreshWithout =
  (cache: QueryCache) =>
  ({ id, parts = [id] }: Subject) => {
    takeOut(cache, parts)
    void cache.invalidateQueries({ queryKey: ['org'] })
  }

/** For things with a page, which is left: a deleted thing is not fetched while its page is still shown. */
export const forget =
  (cache: QueryCache) =>
  ({ id }: Subject) => {
    takeOut(cache, [id])
    void cache.invalidateQueries({ queryKey: ['org'], refetchType: 'none' })
  }
