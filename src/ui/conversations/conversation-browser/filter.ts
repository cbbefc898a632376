import { ConversationFilter } from '../../../services/contract/conversations.ts'
import { createAddressFilter } from '../../parts/address-filter.ts'

const { read, search } = createAddressFilter<ConversationFilter>(ConversationFilter)

export const filterIn = read

/** The list at `path` with this filter, and with one conversation open or none. */
export const browserPath = (path: string, filter: ConversationFilter, id: string | null) => {
  const asked = search(filter)
  if (id !== null) asked.set('conversation', id)
  return `${path}${asked.size > 0 ? `?${asked}` : ''}`
}
