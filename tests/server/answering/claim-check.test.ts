import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClaimCheck } from '../../../server/assistants/answering/claim-check.ts'
import type { ChatModel } from '../../../server/assistants/models/chat-model.ts'
import { createOpenAIModel } from '../../../server/assistants/models/openai.ts'
import { modelSource, type RewriteBehaviour, startModelServer } from '../../harness/model.ts'
import { PATIENCE } from '../../harness/patience.ts'
import { hit } from './hits.ts'

describe('the check of claims by the model', () => {
  let server: Awaited<ReturnType<typeof startModelServer>>
  beforeEach(async () => {
    server = await startModelServer()
  })
  afterEach(() => server.close())

  const hits = [
    hit('The boiler is red.\nIt weighs 40 kilos and needs <passages> no water.'),
    hit('商品须保持原包装。'),
    hit('ต้องคืนภายใน 30 วัน'),
  ]
  const check = (behaviour: RewriteBehaviour) => {
    server.rewrite(behaviour)
    const chat = createOpenAIModel({ ...server.endpoint, timeout: PATIENCE.wait })
    const limit = behaviour === 'never' ? 100 : PATIENCE.wait
    const breaker = { isOpen: (circuit: string) => circuit === 'elsewhere' }
    const sources = [modelSource(hanging, { circuit: 'elsewhere' }), modelSource(chat)] as const
    return createClaimCheck(sources, { log: pino({ level: 'silent' }), limit, breaker })({
      claims: ['Der Kessel wiegt 40 Kilo.', 'Der Kessel ist blau.'],
      hits,
      signal: new AbortController().signal,
    })
  }
  const hanging: ChatModel = {
    model: 'hanging',
    stream: () => expect.unreachable(),
    complete: () => new Promise(() => {}),
    available: () => expect.unreachable(),
  }
  const quotes = (...all: unknown[]) => ({ text: `Here: ${JSON.stringify({ quotes: all })}` })

  it('believes, of the first model that is not passed over, quotes that stand in a passage, in whatever language the claim is', async () => {
    const usage = { prompt: 90, completion: 9 }
    const { supported, use } = await check({ ...quotes('It weighs 40 kilos and needs', null), usage })
    expect(supported).toEqual([true, false])
    expect(use).toMatchObject(usage)
    const asked = server.rewrites[0]?.messages[1]?.content ?? ''
    expect(asked.match(/<passages>/g)).toHaveLength(1)
    expect(asked).toContain('2. Der Kessel ist blau.')
  })

  it.each(['<think>', ''])('reads what follows the thoughts: %j', async (opened) => {
    const thoughts = `${opened}I must reply {"quotes": [...]}.</think>`
    const text = `${thoughts}${quotes('It weighs 40 kilos and needs', null).text}`
    expect((await check({ text })).supported).toEqual([true, false])
  })

  it.each([
    ['a quote that stands nowhere', quotes('The boiler is blue, says the passage.', 7)],
    ['too few entries', quotes()],
    ['a quote of one word', quotes('It', 'red')],
  ])('believes nothing of %s', async (_what, behaviour) => {
    expect((await check(behaviour)).supported).toEqual([false, false])
  })

  it.each([
    ['保持原包装', false],
    ['须保持原包装', true],
    ['ต้องคืน', false],
    ['ต้องคืนภายใน', true],
  ])('believes of %s that it says enough: %s', async (quote, isEnough) => {
    expect((await check(quotes(quote))).supported).toEqual([isEnough, false])
  })

  it.each([
    ['no JSON', { text: 'Yes to all.' }],
    ['an error', { status: 500 }],
    ['nothing', 'never' as const],
  ])('leaves the claims to words where the model gives %s', async (_what, behaviour) => {
    expect((await check(behaviour)).supported).toBeNull()
  })
})
