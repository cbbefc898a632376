import { createFetch } from 'ofetch'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Call } from '../../src/services/http/answer.ts'
import { createFetchTransport } from '../../src/services/http/fetch-transport.ts'
import { createXhrTransport } from '../../src/services/http/xhr-transport.ts'

const call: Call = { method: 'GET', path: '/', headers: {} }

class EndingRequest {
  readonly upload = {}
  readonly status = 200
  readonly responseText = ''
  readonly getResponseHeader = () => null
  onload = () => {}
  onloadend = () => {}
  open() {}
  send() {
    this.onload()
    this.onloadend()
  }
}

describe('a request that has ended is not waited for, and its form can be forgotten', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
  })

  it.each([
    ['a file that has arrived', async () => new Response('file')],
    ['a file that was not sent', () => Promise.reject(new Error('offline'))],
  ])('%s', async (_, fetch) => {
    const send = createFetchTransport({ base: 'http://a.example' }, createFetch({ fetch }))
    await send({ ...call, asFile: true }).catch(() => {})
    expect(vi.getTimerCount()).toBe(0)
  })

  it('an upload', async () => {
    vi.stubGlobal('XMLHttpRequest', EndingRequest)
    onTestFinished(() => void vi.unstubAllGlobals())
    await createXhrTransport({ base: '' })(call)
    expect(vi.getTimerCount()).toBe(0)
  })
})
