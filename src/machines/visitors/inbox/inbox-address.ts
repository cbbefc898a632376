import { AskedBy, Assignee, HandoverStatus } from '../../../services/contract/handover.ts'
import type { InboxView } from './inbox.types.ts'

const oneOf = <Option extends string>(options: readonly Option[], text: string | null) =>
  options.find((option) => option === text)

/** The view that a query requests; missing or invalid values take their defaults. */
export function inboxViewIn(search: string): InboxView {
  const asked = new URLSearchParams(search)
  return {
    status: oneOf(HandoverStatus.options, asked.get('status')) ?? 'open',
    assignee: oneOf(Assignee.options, asked.get('assignee')) ?? 'anyone',
    requester: oneOf(AskedBy.options, asked.get('requester')) ?? 'anyone',
    conversationId: asked.get('conversation'),
  }
}

export function inboxPath({ status, assignee, requester, conversationId }: InboxView) {
  const asked = new URLSearchParams()
  if (status !== 'open') asked.set('status', status)
  if (assignee !== 'anyone') asked.set('assignee', assignee)
  if (requester !== 'anyone') asked.set('requester', requester)
  if (conversationId !== null) asked.set('conversation', conversationId)
  return `/inbox${asked.size > 0 ? `?${asked}` : ''}`
}
