import type { Turn } from '../answering/answerer.ts'
import type { LimitsService } from '../billing/limits.ts'
import { conflict, notFound } from '../errors.ts'
import type { IntegrationRow } from '../integrations/integrations.repository.ts'
import type { Answers } from './answers.ts'
import type {
  AskedRows,
  ConversationRow,
  ConversationsRepository,
  MessageRow,
} from './conversations.repository.ts'

const TITLE_MAX = 80

type Parts = { conversations: ConversationsRepository; answers: Answers; limits: LimitsService }

const busy = () => conflict('still_answering', 'Wait for the answer, or stop it, before you ask again.')

const titleOf = (question: string) => {
  const line = question.replace(/\s+/g, ' ').trim()
  return line.length <= TITLE_MAX ? line : `${line.slice(0, TITLE_MAX - 1)}…`
}

/** Questions before `position` with what was answered to them. */
const turnsBefore = (messages: MessageRow[], position: number): Turn[] =>
  messages.flatMap((message, index) => {
    const question = messages[index - 1]
    const isTurn = message.role === 'assistant' && question?.role === 'user' && message.position < position
    return isTurn && message.content !== '' ? [{ question: question.content, answer: message.content }] : []
  })

export type Conversations = ReturnType<typeof createConversations>

export const createConversations = ({ conversations, answers, limits }: Parts) => {
  const begin = async (asked: AskedRows, { id, knowledgeBaseIds }: IntegrationRow, askedAt: number) => {
    const earlier = await conversations.messagesOf(asked.conversation.id)
    answers.start({
      message: asked.answer,
      integrationId: id,
      question: asked.question.content,
      history: turnsBefore(earlier, asked.question.position),
      knowledgeBaseIds,
      askedAt,
    })
    return asked
  }

  const existing = (messages: MessageRow[]) =>
    conversations.existingDocuments([
      ...new Set(
        messages.flatMap(({ citations }) => citations.flatMap(({ document_id }) => document_id ?? [])),
      ),
    ])

  return {
    of: (integrationId: string) => conversations.of(integrationId),

    /** Messages as they are now, an unfinished answer included, with the cited documents that are still there. */
    async detail({ id }: ConversationRow) {
      const messages = (await conversations.messagesOf(id)).map(answers.current)
      return { messages, existing: await existing(messages) }
    },

    current: answers.current,

    existing,

    /**
     * Stores a question and begins its answer.
     * @throws Refusal 409 while another is answered, 402 when the month's questions are used up
     */
    async ask(
      integration: IntegrationRow,
      userId: string,
      content: string,
      conversation: ConversationRow | null,
    ) {
      const askedAt = Date.now()
      const integrationId = integration.id
      const asked = await limits.within(integration.organizationId, { messages_month: 1 }, async () => {
        const id =
          conversation?.id ??
          (await conversations.insertConversation({
            integrationId,
            userId,
            channel: 'playground',
            title: titleOf(content),
          }))
        const rows = await conversations.ask(id, content, answers.mode)
        if (rows === 'busy') throw busy()
        if (rows === null) throw notFound('Conversation')
        return rows
      })
      return begin(asked, integration, askedAt)
    },

    /** Empties an answer and begins it anew. @throws Refusal 409 while one is written */
    async retry(message: MessageRow, integration: IntegrationRow) {
      if (message.role !== 'assistant') throw conflict('not_an_answer', 'Only an answer can be tried again.')
      const askedAt = Date.now()
      const asked = await conversations.reset(message, answers.mode)
      if (asked === 'busy') throw busy()
      if (asked === null) throw notFound('Message')
      return begin(asked, integration, askedAt)
    },

    /** Ends an answer; one that is over stays as it is. */
    async stop(message: MessageRow) {
      const wasHere = await answers.stop(message.id)
      if (!wasHere && message.status === 'streaming')
        await conversations.finish(message.id, { status: 'stopped' })
      return (await conversations.findMessage(message.id))?.message ?? message
    },

    async remove({ id }: ConversationRow) {
      for (const message of await conversations.messagesOf(id)) await answers.stop(message.id)
      await conversations.delete(id)
    },
  }
}
