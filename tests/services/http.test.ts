import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { AnyEventObject } from 'xstate'
import * as z from 'zod/mini'
import { failureOfCall } from '../../src/machines/failure.ts'
import { type Address, operation } from '../../src/services/contract/operations/operation.ts'
import { readRetryAfter } from '../../src/services/http/answer.ts'
import { createAnonymousClient } from '../../src/services/http/client.ts'
import {
  HttpError,
  MalformedAnswerError,
  NetworkError,
  RateLimitedError,
  TimeoutError,
} from '../../src/services/http/errors.ts'
import { type Handler, startScriptedServer } from '../harness/scripted-server.ts'
import { listener, standIn } from '../harness/system.ts'

const Thing = z.object({ name: z.string() })
const Anything = z.looseObject({})
const to = (address: Address, answer: z.ZodMiniType = Thing) =>
  operation(address, answer, { summary: 'Try something', who: 'self', query: Anything, body: Anything })

async function open(handler: Handler, timeout = 30_000) {
  const server = await startScriptedServer(handler)
  onTestFinished(server.stop)
  const limits: AnyEventObject[] = []
  const scope = listener()
  standIn(scope, 'toasts', (event) => limits.push(event))
  const waits: number[] = []
  const http = createAnonymousClient({
    base: server.url,
    timeout,
    scope,
    wait: async (ms) => void waits.push(ms),
  })
  return { server, http, limits, waits }
}

const failure = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error)

describe('answers', () => {
  it('are parsed with the contract', async () => {
    const { http, server } = await open(() => ({ body: { name: 'a', more: 1 } }))
    const query = { a: 'ü &', b: 2, c: null, d: undefined }
    expect(await http.call(to('GET /things'), {}, { query })).toEqual({ name: 'a' })
    expect(server.received[0]?.path).toBe('/things?a=%C3%BC+%26&b=2')
  })

  it('[S9.1] below 500 are answers, from 500 on failures', async () => {
    const { http } = await open(({ path }) => ({ status: Number(path.slice(1)) }))
    expect((await http.request('/404')).status).toBe(404)
    await expect(http.request('/500')).rejects.toThrow(HttpError)
    await expect(http.call(to('GET /404'), {})).rejects.toThrow(HttpError)
  })

  it('that are files come as they were sent, and refusals in their words', async () => {
    const { http } = await open(({ path }) =>
      path === '/ok' ? { body: '[1, "ü"]' } : { status: 409, body: { detail: 'No.', code: 'x' } },
    )
    expect(await (await http.file(to('GET /ok'), {})).text()).toBe('[1, "ü"]')
    await expect(http.file(to('GET /no'), {})).rejects.toMatchObject({ status: 409, detail: 'No.' })
  })

  it('[S8.4] without a detail are named by their status', async () => {
    const { http } = await open(() => ({ status: 402, body: '' }))
    await expect(http.call(to('GET /'), {})).rejects.toThrow('HTTP error! status: 402')
  })

  it('[session, seen beside 3] that list what is wrong are said by it', () => {
    const detail = [
      { loc: ['body', 'name'], msg: 'Too long.', type: 'value_error' },
      { loc: ['body', 'age'], msg: 'Not a number.' },
    ]
    const error = new HttpError({ status: 422, body: { detail }, text: '', retryAfter: null })
    expect(error.detail).toBe('Too long. Not a number.')
  })

  it('[session, seen beside 3] that say nothing for people do not count as a lost connection', () => {
    const lost = 'Check your connection.'
    const error = new HttpError({ status: 422, body: {}, text: '', retryAfter: null })
    expect(failureOfCall(error, lost).message).toBe(
      'The server answered with an error (422). Try again in a moment.',
    )
    expect(failureOfCall(new Error('offline'), lost).message).toBe(lost)
  })

  it.each([
    [404, 'Not Found'],
    [405, 'Method Not Allowed'],
    [422, 'Unprocessable Entity'],
    [500, 'Internal Server Error'],
  ])('[spec 13] %i with the bare “%s” say nothing for people', (status, detail) => {
    const error = (body: object) => new HttpError({ status, body, text: '', retryAfter: null })
    expect(error({ detail }).detail).toBeNull()
    expect(error({ detail: `${detail}: the invoice` }).detail).toBe(`${detail}: the invoice`)
  })

  it('that refuse carry detail, code and fields', async () => {
    const body = { detail: 'No.', code: 'invalid', fields: { name: 'Too long.' } }
    const { http } = await open(() => ({ status: 422, body }))
    await expect(http.call(to('GET /'), {})).rejects.toMatchObject({ status: 422, message: 'No.', ...body })
  })

  it.each([
    ['cut off', '{"name":'],
    ['a page', '<html></html>'],
    ['of another shape', { name: 1 }],
    ['empty', ''],
  ])('that are %s are errors', async (_, body) => {
    const { http } = await open(() => ({ body }))
    await expect(http.call(to('GET /'), {})).rejects.toThrow(MalformedAnswerError)
  })

  it('without content satisfy a schema that expects nothing', async () => {
    const { http } = await open(() => ({ status: 204, body: '' }))
    expect(await http.call(to('DELETE /', z.unknown()), {}, {})).toBeUndefined()
  })
})

describe('what does not arrive', () => {
  it.each([
    ['nothing', 'hang'],
    ['half of the body [A33]', 'stall'],
  ] as const)('[S9.1] %s is a timeout, also beside a signal of the caller', async (_, fault) => {
    const { http } = await open(() => ({ fault, body: { name: 'a' } }), 100)
    await expect(http.call(to('GET /'), {})).rejects.toThrow(TimeoutError)
    const { signal } = new AbortController()
    await expect(http.call(to('GET /'), {}, { signal })).rejects.toThrow(TimeoutError)
  })

  it('a file takes as long as it needs while some of it arrives', async () => {
    const body = 'x'.repeat(40)
    const { http, server } = await open(() => ({ fault: 'trickle', body }), 500)
    expect(await (await http.file(to('GET /'), {})).text()).toBe(body)
    expect(server.received).toHaveLength(1)
    await expect(http.call(to('GET /'), {})).rejects.toThrow(TimeoutError)
  })

  it.each(['hang', 'stall'] as const)(
    'a file of which nothing more arrives is a timeout: %s',
    async (fault) => {
      const { http } = await open(() => ({ fault, body: 'file' }), 100)
      await expect(http.file(to('GET /'), {})).rejects.toThrow(TimeoutError)
      const left = new AbortController()
      const call = failure(http.file(to('GET /'), {}, { signal: left.signal }))
      left.abort('screen left')
      expect(await call).toBe('screen left')
    },
  )

  it('[S9.1] is given up after 30 seconds', async () => {
    const { server } = await open(() => ({ body: { name: 'a' } }))
    const deadline = vi.spyOn(AbortSignal, 'timeout')
    onTestFinished(() => deadline.mockRestore())
    await createAnonymousClient({ base: server.url }).call(to('GET /'), {})
    expect(deadline).toHaveBeenCalledWith(30_000)
  })

  it.each([
    ['a broken connection', { fault: 'reset' }, NetworkError],
    ['a 503', { status: 503 }, HttpError],
  ] as const)(
    '[S9.4] %s is asked for twice more, and a write that the server knows again once',
    async (_, reply, error) => {
      const { http, server, waits } = await open(() => reply)
      await expect(http.call(to('GET /'), {})).rejects.toThrow(error)
      expect(server.received).toHaveLength(3)
      expect(waits).toEqual([1000, 2000])
      await expect(http.request('/w', { method: 'POST', idempotencyKey: 'k' })).rejects.toThrow(error)
      expect(server.count('/w')).toBe(2)
      await expect(http.request('/once', { method: 'POST' })).rejects.toThrow(error)
      expect(server.count('/once')).toBe(1)
    },
  )

  it.each([400, 401, 403, 404, 409, 422])('[S9.4] a %d stays one: it is asked for once', async (status) => {
    const { http, server } = await open(() => ({ status }))
    await expect(http.call(to('GET /'), {})).rejects.toThrow(HttpError)
    expect(server.received).toHaveLength(1)
  })

  it('[S9.4] what is repeated can be answered, or be left', async () => {
    let count = 0
    const { http } = await open(() => (++count < 3 ? { status: 500 } : { body: { name: 'a' } }))
    expect(await http.call(to('GET /'), {})).toEqual({ name: 'a' })
    const left = new AbortController()
    const waiting = createAnonymousClient({
      base: 'http://127.0.0.1:1',
      wait: async () => left.abort('screen left'),
    })
    expect(await failure(waiting.call(to('GET /'), {}, { signal: left.signal }))).toBe('screen left')
  })

  it("an abort is the caller's own reason, and nothing is sent after it", async () => {
    const { http, server } = await open(() => ({ fault: 'hang' }))
    const left = new AbortController()
    const call = failure(http.call(to('GET /'), {}, { signal: left.signal }))
    await expect.poll(() => server.received.length).toBe(1)
    left.abort('screen left')
    expect(await call).toBe('screen left')
    expect(await failure(http.call(to('GET /'), {}, { signal: left.signal }))).toBe('screen left')
    expect(server.received).toHaveLength(1)
  })
})

describe('[A32] 429', () => {
  it('[S8.3] is tried 5 times, waiting longer each time', async () => {
    const { http, server, waits } = await open(() => ({ status: 429 }))
    await expect(http.call(to('GET /'), {})).rejects.toThrow(RateLimitedError)
    expect(server.received).toHaveLength(5)
    expect(waits).toEqual([2000, 3000, 4500, 6750])
  })

  it('[S8.1] tells a screen how long to wait, where the server gives no reason', async () => {
    const { http } = await open(() => ({ status: 429, headers: { 'retry-after': '17' } }))
    expect(await failure(http.call(to('GET /'), {}))).toMatchObject({
      detail: 'Rate limited. Please wait 17 seconds before trying again.',
    })
  })

  it('is followed by the answer once the pace is right', async () => {
    let count = 0
    const limit = { status: 429, headers: { 'retry-after': '17' } }
    const { http, waits, limits } = await open(() => (++count < 3 ? limit : { body: { name: 'a' } }))
    expect(await http.call(to('GET /'), {})).toEqual({ name: 'a' })
    expect(waits).toEqual([17_000, 17_000])
    expect(limits).toHaveLength(2)
  })

  it('[S8.3] waits as long as the server asks, up to a minute', async () => {
    const limit = { status: 429, headers: { 'retry-after': '60' } }
    const { http, waits } = await open(() => limit)
    await failure(http.call(to('GET /'), {}))
    expect(waits).toEqual([60_000, 60_000, 60_000, 60_000])
  })

  it('is not tried again when the server asks for more than a minute', async () => {
    const { http, server } = await open(() => ({ status: 429, headers: { 'retry-after': '61' } }))
    await expect(http.call(to('GET /'), {})).rejects.toMatchObject({ retryAfter: 61 })
    expect(server.received).toHaveLength(1)
  })

  it('[D9] of a write is tried again only under an idempotency key', async () => {
    const { http, server } = await open(() => ({ status: 429 }))
    await expect(http.call(to('POST /plain'), {}, { body: {} })).rejects.toThrow()
    await expect(http.call(to('POST /keyed'), {}, { body: {}, idempotencyKey: 'k' })).rejects.toThrow()
    expect([server.count('/plain'), server.count('/keyed')]).toEqual([1, 5])
    expect(server.received.slice(1).every(({ headers }) => headers['idempotency-key'] === 'k')).toBe(true)
  })

  it('[S8.3] [S2.42] [spec 6] of a write is waited for 20 seconds, since its form cannot be left', async () => {
    const write = { body: {}, idempotencyKey: 'k' }
    const minute = await open(() => ({ status: 429, headers: { 'retry-after': '60' } }))
    await expect(minute.http.call(to('POST /'), {}, write)).rejects.toMatchObject({ retryAfter: 60 })
    expect(minute.waits).toEqual([])
    const moments = await open(() => ({ status: 429, headers: { 'retry-after': '7' } }))
    await expect(moments.http.call(to('POST /'), {}, write)).rejects.toMatchObject({ retryAfter: 7 })
    expect(moments.waits).toEqual([7000, 7000])
  })

  it('[S8.1] says how long to wait, 60 seconds when it is not told', async () => {
    const { http, limits } = await open(({ path }) => ({
      status: 429,
      headers: path === '/told' ? { 'retry-after': '17' } : {},
    }))
    const write = { body: {} }
    await failure(http.call(to('POST /told'), {}, write))
    await failure(http.call(to('POST /untold'), {}, write))
    expect(limits.map(({ message }) => message)).toEqual([
      'Rate limited. Please wait 17 seconds before trying again.',
      'Rate limited. Please wait 60 seconds before trying again.',
    ])
  })

  it('[S8.2] uses the words and suggestions of a rate-limit body', async () => {
    const body = {
      error: 'rate_limited',
      message: 'Too fast',
      retry_after: 17,
      retry_message: 'Try again in 17 seconds.',
      suggestions: ['Ask fewer questions at once.'],
    }
    const { http } = await open(() => ({ status: 429, body }))
    await expect(http.call(to('POST /'), {}, { body: {} })).rejects.toMatchObject({
      message: 'Rate limit exceeded. Try again in 17 seconds.',
      suggestions: body.suggestions,
    })
  })
})

describe('[D10] retry-after', () => {
  const now = Date.UTC(2026, 0, 1)
  const later = new Date(now + 17_000).toUTCString()
  it.each([
    ['17', null, 17],
    ['0', null, 1],
    ['1000000000', null, 3600],
    [later, null, 17],
    [later, new Date(now + 7000).toUTCString(), 10],
    ['soon', null, null],
    ['', null, null],
    [null, null, null],
  ])('%s with date %s is %s s', (header, date, seconds) => {
    expect(readRetryAfter(header, date, now)).toBe(seconds)
  })
})
