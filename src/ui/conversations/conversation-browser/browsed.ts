import { ConversationFilter } from '../../../services/contract/conversations.ts'
import { createAddressFilter } from '../../parts/filter-form.tsx'

/** The selection of conversations, and its path. */
export interface Browsed {
  readonly title: string
  readonly path: string
  /** Null: those of every assistant. */
  readonly integrationId: string | null
  /** Choices of the filter, if there are several. */
  readonly assistants: readonly { readonly id: string; readonly name: string }[] | null
}

const { read, search } = createAddressFilter<ConversationFilter>(ConversationFilter)

export const filterIn = read

/** The list at `path` with this filter, and with one conversation open or none. */
export const browserPath = (path: string, filter: ConversationFilter, id: string | null) => {
  const asked = search(filter)
  if (id !== null) asked.set('conversation', id)
  return `${path}${asked.size > 0 ? `?${asked}` : ''}`
}
