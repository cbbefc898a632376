import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type AnswerEvent, AnswerFailure } from '../../../server/assistants/answering/answerer.ts'
import { createModelAnswerer } from '../../../server/assistants/answering/model.ts'
import type { ChatModel, ChatPart, ChatRequest } from '../../../server/assistants/models/chat-model.ts'
import { modelSource } from '../../harness/model.ts'
import { hit, STYLE } from './hits.ts'

const STALL_LIMIT = 50 // ms

const double = (stream: (request: ChatRequest) => AsyncIterable<ChatPart>) =>
  modelSource({ model: 'double', stream } as ChatModel)

/** Ends after more parts than anyone waits for. */
const endless = (first: string, next: string, pause: number) =>
  double(async function* ({ signal }) {
    yield { type: 'text', text: first }
    for (let sent = 0; sent < 300; sent += 1) {
      await wait(pause, undefined, { signal })
      yield { type: 'text', text: next }
    }
    yield { type: 'end', isCut: false }
  })
const brief = double(async function* () {
  yield { type: 'text', text: 'Red [1].' }
  yield { type: 'end', isCut: false }
})

const answer = async (...sources: Parameters<typeof createModelAnswerer>[0]) => {
  const events: AnswerEvent[] = []
  const written = createModelAnswerer(sources, { stallLimit: STALL_LIMIT }).answer({
    question: 'Which colour?',
    history: [],
    hits: [hit('The boiler is red.')],
    searched: 1,
    words: [],
    languageUnknown: false,
    style: STYLE,
    signal: new AbortController().signal,
  })
  for await (const event of written) events.push(event)
  return events
}

it.each([
  ['is thinking', '<think>', 'hm ', 10],
  ['sends only signs of life', '', '', 10],
  ['writes a library of thoughts', '<think>', 'hm '.repeat(10_000), 1],
])('another model is asked if one never stops and %s', async (_, first, next, pause) => {
  const events = await answer(endless(first, next, pause), brief)
  expect(events).toMatchObject([
    { type: 'attempt', attempt: { failed: 'model_stalled' } },
    { type: 'token', text: 'Red [1].' },
    { type: 'citations' },
    { type: 'attempt', attempt: { failed: null } },
    { type: 'done', answered: true },
  ])
})

it('an answer has failed if it never closes its last line', async () => {
  const failure = await answer(endless('Red [1].\n<answered>', 'hm ', 10)).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(AnswerFailure)
  expect(failure).toMatchObject({ reason: { code: 'model_stalled' } })
})
