import {
  type AnswerFeedback,
  type ConversationPatch,
  type ConversationQuery,
  TAGS_MAX,
} from '../../src/services/contract/conversations.ts'
import { changedList } from '../kernel/changed-list.ts'
import { invalid, notFound, refusal } from '../kernel/errors.ts'
import { say } from '../kernel/texts/say.ts'
import type { ReaderId } from '../knowledge/readers/may-read.ts'
import type { Answers } from './answers.ts'
import type { ConversationsRepository } from './conversations.repository.ts'
import type { Selection } from './conversations.selection.ts'
import type { ConversationRow, MessageRow } from './conversations.types.ts'
import type { MessagesRepository } from './messages.repository.ts'
import { type Reading, shownOf } from './reading.ts'

const EXPORTED_AT_ONCE = 50

type Parts = {
  conversations: ConversationsRepository
  messages: Pick<MessagesRepository, 'of' | 'ofMany' | 'rate'>
  answers: Pick<Answers, 'current' | 'stop'>
  reading: Reading
}

/** The last known conversation; where it was if that is known. */
type Known = Pick<ConversationQuery, 'before' | 'before_at'>

/** Stored conversations: reading, export, rating, renaming and deletion. */
export const createStoredConversations = ({ conversations, messages, answers, reading }: Parts) => {
  const shown = async (readerId: ReaderId, row: MessageRow) =>
    (await reading.shownTo(readerId, [await answers.current(row)]))[0]!

  const placeOf = async ({ integrationIds }: Selection, { before, before_at }: Known) => {
    if (before === undefined) return null
    if (before_at !== undefined) return { id: before, lastMessageAt: new Date(before_at) }
    const last = (await conversations.find(before))?.conversation
    if (!last || !integrationIds.includes(last.integrationId))
      throw invalid({ before: say('no_such_conversation') })
    return last
  }

  const existing = (rows: MessageRow[]) =>
    conversations.existingDocuments([
      ...new Set(rows.flatMap(({ citations }) => citations.flatMap(({ document_id }) => document_id ?? []))),
    ])

  return {
    /**
     * Newest first, after the last known one.
     * @throws Refusal 422 if `before`, without `before_at`, does not belong to this assistant
     */
    async page(selection: Selection, limit: number, known: Known) {
      const after = await placeOf(selection, known)
      const [rows, total] = await Promise.all([
        conversations.page(selection, limit + 1, after),
        conversations.count(selection),
      ])
      return { items: rows.slice(0, limit), total, hasMore: rows.length > limit }
    },

    /** All conversations that match a filter, with their messages, newest first, some at a time. */
    async *all(selection: Selection) {
      let after: ConversationRow | null = null
      for (;;) {
        const rows: ConversationRow[] = await conversations.page(selection, EXPORTED_AT_ONCE, after)
        const written = await messages.ofMany(rows.map(({ id }) => id))
        yield rows.map((conversation) => ({
          conversation,
          messages: shownOf(selection.access, written.get(conversation.id) ?? []),
        }))
        after = rows.at(-1) ?? null
        if (rows.length < EXPORTED_AT_ONCE) return
      }
    },

    /** Stores a rating of a finished answer; null withdraws it. @throws Refusal 409 for unfinished ones */
    async rate(message: MessageRow, feedback: AnswerFeedback | null) {
      if (message.role !== 'assistant' || message.status === 'streaming') throw refusal('not_finished')
      return (await messages.rate(message.id, feedback)) ?? message
    },

    /** Current messages for a reader, including an unfinished answer, with the cited documents that still exist. */
    async detail({ id }: ConversationRow, readerId: ReaderId) {
      const current = await Promise.all((await messages.of(id)).map(answers.current))
      const rows = await reading.shownTo(readerId, current)
      return { messages: rows, existing: await existing(rows) }
    },

    /** A current message, for a reader. */
    shown,

    existing,

    /** Changes its name, and its tags, each once. @throws Refusal 422 for too many tags, with those of others */
    async change({ id }: ConversationRow, { title, tags, known_tags }: ConversationPatch) {
      await conversations.change(id, title, (present) => {
        const wanted = tags ? [...new Set(tags)] : present
        const changed = known_tags ? changedList(present, known_tags, wanted) : wanted
        if (changed.length > TAGS_MAX) throw invalid({ tags: say('too_many_entries', { max: TAGS_MAX }) })
        return changed
      })
      const found = await conversations.find(id)
      if (!found) throw notFound('conversation')
      return found.conversation
    },

    async remove({ id }: ConversationRow) {
      const writing = (await messages.of(id)).filter(({ status }) => status === 'streaming')
      for (const message of writing) await answers.stop(message.id)
      await conversations.delete(id)
    },
  }
}
