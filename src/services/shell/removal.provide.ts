import type { InfiniteData } from '@tanstack/query-core'
import { fromPromise } from 'xstate'
import { withoutConversation } from '../../machines/conversations/chat/chat-address.ts'
import { lookUp } from '../../machines/look-up.ts'
import { confirmationMachine, type Subject } from '../../machines/shell/confirmation.machine.ts'
import { selectPath } from '../../machines/shell/navigation/navigation.selectors.ts'
import type { InSystem } from '../../machines/system.ts'
import { tell } from '../../machines/system.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { conversations } from '../contract/operations/conversations.ts'
import { documents } from '../contract/operations/documents.ts'
import type { Http } from '../http/client.ts'
import { goTo } from './go-to.ts'

/** Removes what the person confirmed, then goes on. */
export const provideRemoval = (
  remove: (id: string, scope: InSystem) => Promise<unknown>,
  finish: (scope: InSystem, subject: Subject) => void,
) =>
  confirmationMachine.provide({
    actors: {
      carryOut: fromPromise<void, Subject>(async ({ input, system }) => {
        await remove(input.id, { system })
      }),
    },
    actions: { finish },
  })

type Row = { readonly id?: string } | null
type Lists = readonly Row[] | InfiniteData<{ readonly items: readonly Row[] }> | null

/** What is gone leaves every list at once: until they are read again, it could be opened or removed once more. */
function takeOut(cache: QueryCache, ids: readonly string[]) {
  const isGone = (row: Row) => ids.includes(row?.id ?? '')
  const kept = (rows: readonly Row[]) => rows.filter((row) => !isGone(row))
  // Without an answer of its own, a query stays as it is.
  cache.setQueriesData<Lists>({ queryKey: ['org'] }, (data) => {
    if (Array.isArray(data)) return data.some(isGone) ? kept(data) : undefined
    if (!data || !('pages' in data) || !Array.isArray(data.pages)) return undefined
    return { ...data, pages: data.pages.map((page) => ({ ...page, items: kept(page.items) })) }
  })
}

/** For what is removed from a list that stays: the subject, or its `parts`. */
export const refreshWithout =
  (cache: QueryCache) =>
  (_: InSystem, { id, parts = [id] }: Subject) => {
    takeOut(cache, parts)
    void cache.invalidateQueries({ queryKey: ['org'] })
  }

/** Some documents of a knowledge base, which is the subject's `id`; what is removed are its `parts`. */
export const provideDocumentRemoval = (http: Http, cache: QueryCache) =>
  confirmationMachine.provide({
    actors: {
      carryOut: fromPromise<void, Subject>(async ({ input: { id, parts = [] } }) => {
        await http.call(documents.changeMany, { id }, { body: { ids: [...parts], action: 'delete' } })
      }),
    },
    actions: { finish: refreshWithout(cache) },
  })

/** What is gone is not asked for again: the screen that is left still shows it. */
export function leaveRemoved(scope: InSystem, cache: QueryCache, { id, path }: { id: string; path: string }) {
  takeOut(cache, [id])
  void cache.invalidateQueries({ queryKey: ['org'], refetchType: 'none' })
  goTo(scope, path)
}

/** A conversation goes from where it is open, from the address, and from the lists. */
export const provideConversationRemoval = (http: Http, cache: QueryCache) =>
  provideRemoval(
    (id) => http.call(conversations.remove, { id }),
    (scope, subject) => {
      tell(scope, 'workspace', { type: 'conversation.deleted', id: subject.id })
      const navigation = lookUp(scope, 'navigation')
      if (navigation) goTo(scope, withoutConversation(selectPath(navigation.getSnapshot())))
      refreshWithout(cache)(scope, subject)
    },
  )
