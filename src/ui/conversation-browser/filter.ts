import * as z from 'zod/mini'
import { ConversationFilter } from '../../services/contract/conversations.ts'

type Name = keyof typeof ConversationFilter.shape

const NAMES = Object.keys(ConversationFilter.shape) as Name[]

/** What an address asks for; values that mean nothing are as if they were not there. */
export const filterIn = (search: URLSearchParams): ConversationFilter =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = search.get(name)
      return value && z.safeParse(ConversationFilter.shape[name], value).success ? [[name, value]] : []
    }),
  )

/** The list at `path` with this filter, and with one conversation open or none. */
export const browserPath = (path: string, filter: ConversationFilter, id: string | null) => {
  const search = new URLSearchParams(NAMES.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])))
  if (id !== null) search.set('conversation', id)
  return `${path}${search.size > 0 ? `?${search}` : ''}`
}
