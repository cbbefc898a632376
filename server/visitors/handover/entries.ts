import type { Context } from '../../context.ts'
import type { ConversationRow } from '../../conversations/conversations.types.ts'
import type { HandoverRepository } from './handover.repository.ts'
import type { NewEntry } from './handover.types.ts'

type Concerned = Pick<ConversationRow, 'id' | 'visitorId'>

/** Adds people's messages and actions to a conversation, and notifies both sides. */
export const createEntries = (
  { hub }: Pick<Context, 'hub'>,
  repository: Pick<HandoverRepository, 'enter' | 'find'>,
) => {
  const tell = ({ id, visitorId }: Concerned, organizationId: string) => {
    const news = { conversation_id: id }
    hub.publish(`organization:${organizationId}`, 'handover_update', news)
    if (visitorId) hub.publish(`visitor:${visitorId}`, 'handover_update', news)
  }
  return {
    tell,
    /** Null if no one was asked for, or `changes` refuses. */
    async enter(
      conversation: Concerned,
      entry: NewEntry,
      changes: Parameters<HandoverRepository['enter']>[2],
    ) {
      const row = await repository.enter(conversation.id, entry, changes)
      const handover = row && (await repository.find(conversation.id))
      if (!row || !handover) return null
      tell(conversation, handover.organizationId)
      return row
    },
  }
}

export type Entries = ReturnType<typeof createEntries>
