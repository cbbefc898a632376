import { BYTE_ORDER_MARK, csvOf } from '../kernel/http/csv.ts'
import { presentConversation, presentMessage } from './conversations.presenter.ts'
import type { ConversationRow, MessageRow } from './conversations.types.ts'

type Exported = { conversation: ConversationRow; messages: MessageRow[] }

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
      ],
    ]
  })

/** One row per question, with its answer. */
export async function* asCsv(exported: AsyncIterable<Exported>) {
  yield BYTE_ORDER_MARK + csvOf([COLUMNS])
  for await (const each of exported) yield csvOf(rowsOf(each))
}

/** One line per conversation, with its messages. */
export async function* asJsonLines(exported: AsyncIterable<Exported>) {
  for await (const { conversation, messages } of exported) {
    const cited = new Set(
      messages.flatMap(({ citations }) => citations.flatMap((one) => one.document_id ?? [])),
    )
    const line = {
      ...presentConversation(conversation),
      messages: messages.map((message) => presentMessage(message, cited)),
    }
    yield `${JSON.stringify(line)}\n`
  }
}
