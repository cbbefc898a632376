import type { ApiError } from '../../src/services/contract/common.ts'
import type { Citation } from '../../src/services/contract/conversations.ts'
import type { Channel } from '../connection/realtime/access.ts'
import type { Hub } from '../connection/realtime/hub.ts'
import { failedForVisitor, presentForVisitor, presentMessage, withoutWay } from './conversations.presenter.ts'
import type { MessageRow } from './conversations.types.ts'

export const citedDocuments = (row: MessageRow) =>
  new Set(row.citations.flatMap(({ document_id }) => (document_id === null ? [] : [document_id])))

/** The sender of a request that waits for the answer, and receives it as it is written. */
export type Follower = {
  token?: (index: number, text: string) => void
  citations?: (citations: Citation[]) => void
}

/** The audience of an answer: only the asker, if not everyone can read all of its sources. */
export type Listeners = { channel: Channel; onlyTo?: string | undefined }

/** Sends an answer's progress to its listeners: everything to members, only their part to visitors. */
export const createAnswerAudience = (
  hub: Hub,
  { channel, onlyTo }: Listeners,
  messageId: string,
  follower: Follower = {},
) => {
  const isVisitor = channel.startsWith('visitor:')
  const say = (type: string, data: unknown) => hub.publish(channel, type, data, onlyTo)
  const present = (row: MessageRow) =>
    isVisitor ? presentForVisitor(row) : presentMessage(row, citedDocuments(row))
  return {
    started: (row: MessageRow) => say('message_started', present(row)),
    /** Readers of its earlier part read it again. */
    resumed: (row: MessageRow) => say('message_resumed', present(row)),
    token(index: number, text: string) {
      say('token', { message_id: messageId, index, text })
      follower.token?.(index, text)
    },
    citations(citations: Citation[]) {
      say('citations', {
        message_id: messageId,
        citations: isVisitor ? citations.map(withoutWay) : citations,
      })
      follower.citations?.(citations)
    },
    completed: (row: MessageRow) => say('message_completed', present(row)),
    failed: (error: ApiError) =>
      say('message_failed', { message_id: messageId, error: isVisitor ? failedForVisitor(error) : error }),
  }
}
