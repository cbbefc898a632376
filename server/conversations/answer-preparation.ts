import type { Turn } from '../assistants/answering/answerer.ts'
import type { WritersFor } from '../assistants/answering/writers.ts'
import type { Integrations } from '../assistants/integrations/integrations.service.ts'
import type { IntegrationRow } from '../assistants/integrations/integrations.types.ts'
import type { Channel } from '../connection/realtime/access.ts'
import { PUBLIC, type ReaderId } from '../knowledge/readers/may-read.ts'
import type { Reception } from '../visitors/handover/reception.ts'
import type { Follower } from './answer-audience.ts'
import type { Answers } from './answers.ts'
import { type AskedRows, type ConversationRow, isOfVisitor, type MessageRow } from './conversations.types.ts'
import type { Inquiry } from './finding.ts'
import type { MessagesRepository } from './messages.repository.ts'
import type { AnswerScope, Reading, Sources } from './reading.ts'

export type PreparationParts = {
  messages: MessagesRepository
  answers: Answers
  integrations: Pick<Integrations, 'find' | 'effective'>
  writersFor: WritersFor
  reception: Reception
  reading: Reading
}

/** Who asks; a visitor of a public page has no account. */
export type Asker = { userId: string } | { visitorId: string }

const readerOf = (asker: Asker): ReaderId => ('userId' in asker ? asker.userId : PUBLIC)

/** The asker of a restarted answer; the public if the visitor was erased. */
export const askerOf = (conversation: ConversationRow): Asker =>
  conversation.userId === null || isOfVisitor(conversation)
    ? { visitorId: conversation.visitorId ?? '' }
    : { userId: conversation.userId }

export const visitorOf = (asker: Asker) => ('visitorId' in asker ? asker.visitorId : null)

/** The channel that receives a conversation's answers. */
export const channelOf = ({ integrationId, visitorId }: ConversationRow): Channel =>
  visitorId === null ? `integration:${integrationId}` : `visitor:${visitorId}`

/** Questions before `position` with their answers. */
const turnsBefore = (messages: MessageRow[], position: number): Turn[] =>
  messages.flatMap((message, index) => {
    const question = messages[index - 1]
    const isTurn = message.role === 'assistant' && question?.role === 'user' && message.position < position
    return isTurn && message.content !== '' ? [{ question: question.content, answer: message.content }] : []
  })

type Asked = {
  integration: IntegrationRow
  /** Answer with the draft, or with the published version. */
  config: 'draft' | 'published'
  question: string
  asker: Asker
  conversationId: string | null
  /** Position of a stored question: later messages are not its history. */
  position?: number
  /** A restarted answer comes from nothing else. */
  within?: Sources
  /** Null for a draft of a reply. */
  channel: ConversationRow['channel'] | null
  /** The reader whose access applies; by default the asker. */
  readerId?: ReaderId | undefined
}

/** Everything needed to write an answer: texts for the asker, and what they can read. */
type Preparation = Pick<Inquiry, 'configuration' | 'writers' | 'scope'> & {
  /** Takes the scope again. */
  scopeNow: () => Promise<AnswerScope>
}

export type Beginning = {
  /** ms since the epoch */
  askedAt: number
  isResumed?: boolean
  /** Turns from before the conversation. */
  history?: Turn[]
  follower?: Follower
}

export const createPreparation = ({
  messages,
  answers,
  integrations,
  writersFor,
  reception,
  reading,
}: PreparationParts) => ({
  /** How to answer a question, and the mode stored with the answer. */
  async prepare({
    integration,
    config,
    question,
    asker,
    conversationId,
    position: before = Number.POSITIVE_INFINITY,
    within,
    channel,
    readerId = readerOf(asker),
  }: Asked) {
    const { configuration: whole, version } = await integrations.effective(integration, config)
    const scopeNow = async () => {
      const rows = conversationId === null ? [] : await messages.of(conversationId)
      const earlier = rows.filter(({ position }) => position < before)
      return reading.scopeOf(readerId, whole.knowledge_base_ids, earlier, within)
    }
    const scope = await scopeNow()
    const readable = { ...whole, knowledge_base_ids: scope.knowledgeBaseIds }
    const { configuration, writers } = await reception(
      {
        integrationId: integration.id,
        question,
        conversationId,
        channel,
        visitorId: visitorOf(asker) || null,
      },
      { configuration: readable, writers: await writersFor(integration.organizationId, readable) },
    )
    const mode = {
      ...answers.modeOf(writers),
      configVersion: version,
      readFrom: scope.readFrom,
      documentsRead: scope.documentsRead,
    }
    return { prepared: { configuration, writers, scope, scopeNow } satisfies Preparation, mode }
  },

  /** Starts writing the answer to a stored question. */
  begin(
    asked: AskedRows,
    asker: Asker,
    { configuration, writers, scope: known, scopeNow }: Preparation,
    { askedAt, isResumed = false, history = [], follower }: Beginning,
  ) {
    const inquiryIn = (scope: AnswerScope) => ({
      listeners: {
        channel: channelOf(asked.conversation),
        ...('userId' in asker && !scope.isForEveryone && { onlyTo: asker.userId }),
      },
      question: asked.question.content,
      history: [...history, ...turnsBefore(scope.earlier, asked.question.position)],
      configuration: { ...configuration, knowledge_base_ids: scope.knowledgeBaseIds },
      writers,
      scope,
    })
    answers.start({
      message: asked.answer,
      inquiry: inquiryIn(known),
      inquiryNow: async () => inquiryIn(await scopeNow()),
      askedAt,
      isResumed,
      ...(follower && { follower }),
    })
    return asked
  },
})
