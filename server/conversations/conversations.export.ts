import type { Transcript } from '../../src/services/contract/transcript.ts'
import { BYTE_ORDER_MARK, csvOf } from '../kernel/http/csv.ts'
import { presentConversation, presentMessage } from './conversations.presenter.ts'
import type { ConversationRow, MessageRow } from './conversations.types.ts'

type Exported = {
  conversation: ConversationRow
  messages: MessageRow[]
  handover: Transcript['handover']
}

const COLUMNS = [
  'conversation_id',
  'title',
  'channel',
  'asked_at',
  'question',
  'answer',
  'status',
  'answered',
  'rating',
  'reason',
  'comment',
  'sources',
  'answered_by',
]

const rowsOf = ({ conversation, messages }: Exported) =>
  messages.flatMap((question, place) => {
    const answer = messages[place + 1]
    if (question.role !== 'user') return []
    return [
      [
        conversation.id,
        conversation.title,
        conversation.channel,
        question.createdAt.toISOString(),
        question.content,
        answer?.content,
        answer?.status,
        answer?.answered,
        answer?.feedback?.rating,
        answer?.feedback?.reason,
        answer?.feedback?.comment,
        answer?.citations.map(({ n, document_name }) => `[${n}] ${document_name}`).join('; '),
        '',
      ],
    ]
  })

/** The cells between an answer and who gave it. */
const UNRATED = Array(COLUMNS.indexOf('answered_by') - COLUMNS.indexOf('answer') - 1)

/** Messages of a hand-over: questions of visitors, and answers of the team. */
const rowsOfPeople = ({ conversation: { id, title, channel }, handover }: Exported) =>
  (handover?.entries ?? []).flatMap(({ kind, created_at, content, author }) =>
    kind === 'visitor' || kind === 'reply'
      ? [
          [
            ...[id, title, channel, created_at],
            ...(kind === 'visitor' ? [content, ''] : ['', content]),
            ...UNRATED,
            author,
          ],
        ]
      : [],
  )

/** One row per question, with its answer; then one per message to or from a person. */
export async function* asCsv(exported: AsyncIterable<Exported>) {
  yield BYTE_ORDER_MARK + csvOf([COLUMNS])
  for await (const each of exported) yield csvOf([...rowsOf(each), ...rowsOfPeople(each)])
}

/** One line per conversation, with its messages and hand-over. */
export async function* asJsonLines(exported: AsyncIterable<Exported>) {
  for await (const { conversation, messages, handover } of exported) {
    const cited = new Set(
      messages.flatMap(({ citations }) => citations.flatMap((one) => one.document_id ?? [])),
    )
    const line = {
      ...presentConversation(conversation),
      messages: messages.map((message) => presentMessage(message, cited)),
      handover,
    }
    yield `${JSON.stringify(line)}\n`
  }
}
