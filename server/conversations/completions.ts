import { QUESTION_MAX } from '../../src/services/contract/asking.ts'
import { Uuid } from '../../src/services/contract/common.ts'
import type { CompletionMessage } from '../../src/services/contract/completions.ts'
import type { Turn } from '../assistants/answering/answerer.ts'
import { invalid, type Refusal, refusal } from '../kernel/errors.ts'
import { say } from '../kernel/texts/say.ts'
import { citedDocuments } from './answer-audience.ts'
import { isCut, presentMessage } from './conversations.presenter.ts'
import type { MessageRow } from './conversations.types.ts'

const textOf = ({ content }: CompletionMessage) =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('\n')

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000)

type Spoken = { role: 'user' | 'assistant'; text: string }

/**
 * Programs send context and question as two messages: those of one role in a row are one. If they are too long
 * together for a question, the last one counts.
 */
const spokenIn = (messages: readonly CompletionMessage[]): Spoken[] => {
  const spoken: Spoken[] = []
  for (const message of messages) {
    const { role } = message
    const text = textOf(message).trim()
    if ((role !== 'user' && role !== 'assistant') || text === '') continue
    const last = spoken.at(-1)
    const joined = `${last?.text}\n\n${text}`
    if (last?.role !== role) spoken.push({ role, text })
    else last.text = role === 'user' && joined.length > QUESTION_MAX ? text : joined
  }
  return spoken
}

/**
 * The question of a completion request, and the turns before it. System messages are ignored, because
 * instructions are a setting of the assistant. So are tool calls and their results.
 * @throws Refusal 422 if the last message is not a question
 */
export function questionIn(messages: readonly CompletionMessage[]): { content: string; history: Turn[] } {
  const spoken = spokenIn(messages)
  const last = spoken.at(-1)
  const content = last?.role === 'user' ? last.text : ''
  if (content === '') throw invalid({ messages: say('not_a_question') })
  if (content.length > QUESTION_MAX)
    throw invalid({ messages: say('question_too_long', { max: QUESTION_MAX }) })
  const history = spoken.flatMap(({ role, text }, index) => {
    const question = spoken[index - 1]
    return role === 'assistant' && question ? [{ question: question.text, answer: text }] : []
  })
  return { content, history }
}

/** The id of the assistant. @throws Refusal 404 if it is not an id */
export function assistantIn(model: string): string {
  const id = Uuid.safeParse(model)
  if (id.success) return id.data
  throw refusal('model_not_found', { model })
}

const usageOf = ({ promptTokens, completionTokens }: MessageRow) => {
  const [prompt_tokens, completion_tokens] = [promptTokens ?? 0, completionTokens ?? 0]
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

const extensionOf = (answer: MessageRow) => ({
  citations: presentMessage(answer, citedDocuments(answer)).citations,
  conversation_id: answer.conversationId,
})

const reasonOf = (answer: MessageRow) => (isCut(answer) ? ('length' as const) : ('stop' as const))

export const presentCompletion = (model: string, answer: MessageRow) => ({
  id: `chatcmpl-${answer.id}`,
  object: 'chat.completion' as const,
  created: secondsOf(answer.createdAt),
  model,
  choices: [
    {
      index: 0,
      message: { role: 'assistant' as const, content: answer.content, refusal: null },
      logprobs: null,
      finish_reason: reasonOf(answer),
    },
  ],
  usage: usageOf(answer),
  ...extensionOf(answer),
})

/** The chunks of a streamed completion. */
export const chunksOf = (model: string, { id, createdAt }: MessageRow) => {
  const head = { id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created: secondsOf(createdAt), model }
  const chunk = (delta: object, finish_reason: 'stop' | 'length' | null) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  })
  return {
    first: () => chunk({ role: 'assistant', content: '' }, null),
    text: (content: string) => chunk({ content }, null),
    last: (answer: MessageRow) => ({ ...chunk({}, reasonOf(answer)), ...extensionOf(answer) }),
    usage: (answer: MessageRow) => ({ ...head, choices: [], usage: usageOf(answer) }),
  }
}

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  429: 'rate_limit_error',
}

/** A refusal in the API's usual form, with the fields that OpenAI's clients read. */
export const presentCompletionError = ({ status, body }: Refusal) => {
  const { detail, code, fields = {} } = body
  return {
    ...body,
    error: {
      message: [detail, ...Object.values(fields)].join(' '),
      type: TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
      param: Object.keys(fields)[0] ?? null,
      code,
    },
  }
}
