import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor, fromCallback, waitFor } from 'xstate'
import { bodyOf } from '../../server/kernel/errors.ts'
import type { themeMachine } from '../../src/machines/shell/theme.machine.ts'
import type { Storage } from '../../src/services/browser/storage.ts'
import { CLOSE } from '../../src/services/contract/close-codes.ts'
import { openReplyLink } from '../../src/services/visitors/reply-link.ts'
import { provideShare } from '../../src/services/visitors/share.provide.ts'
import { createShareApi } from '../../src/services/visitors/share-api.ts'
import { visitorKey } from '../../src/services/visitors/share-page.ts'
import { createShareStart } from '../../src/services/visitors/share-start.ts'
import { startSocketServer, stubPage } from '../harness/live-page.ts'
import { conversation, message } from '../machines/samples.ts'
import { NOON, page } from '../machines/visitors.model.ts'

const ID = randomUUID()
const KEY = visitorKey(ID)

const storageOf = (items: Map<string, string>): Storage => ({
  read: (name) => items.get(name) ?? null,
  write: (name, value) => void items.set(name, value),
  remove: (name) => void items.delete(name),
})

describe('[S2.8] the live connection of a public page', () => {
  let sockets: Awaited<ReturnType<typeof startSocketServer>>
  let valid: Set<string>
  let items: Map<string, string>
  let stops: (() => void)[]
  let refuses: () => Promise<unknown>

  beforeEach(async () => {
    sockets = await startSocketServer()
    stubPage()
    vi.stubGlobal('location', { origin: sockets.url })
    valid = new Set()
    items = new Map()
    stops = []
    refuses = async () => {}
    sockets.onDial((socket) => {
      if (!valid.has(sockets.dials.at(-1)!.token)) socket.close(CLOSE.unauthorized)
    })
    const answer = (body: unknown, status = 200) =>
      new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
    vi.stubGlobal('fetch', async (url: string, { headers, method }: RequestInit) => {
      if (url.endsWith(ID)) return answer({ ...page(), id: ID })
      if (url.endsWith('/visitors')) {
        const token = `new ${valid.size}`
        valid.add(token)
        return answer({ token }, 201)
      }
      const token = new Headers(headers).get('x-visitor-token')
      if (token === null || !valid.has(token)) {
        await refuses()
        return answer(bodyOf({ code: 'unknown_visitor' }), 401)
      }
      if (method === 'POST')
        return answer({
          conversation: { ...conversation, id: randomUUID() },
          question: message(randomUUID(), { role: 'user', content: 'How long?', status: 'complete' }),
          answer: message(randomUUID()),
          budget: page().budget,
        })
      return answer([])
    })
  })
  afterEach(async () => {
    for (const stop of stops) stop()
    vi.unstubAllGlobals()
    await sockets.stop()
  })

  async function openPage(storage = storageOf(items)) {
    const start = createShareStart({ storage, id: ID, claim: null, channel: 'share' })
    const share = createActor(
      provideShare({
        start,
        tab: Object.assign(new EventTarget(), { setInterval: () => 0, clearInterval: () => {} }) as never,
        now: () => NOON,
        theme: fromCallback(() => {}) as unknown as typeof themeMachine,
      }),
      { systemId: 'share', input: { id: ID, now: NOON } },
    ).start()
    stops.push(() => share.stop())
    await start.load()
    const { children } = await waitFor(share, (snapshot) => snapshot.hasTag('asking'))
    const shown = children.conversation!
    await waitFor(shown, (snapshot) => snapshot.hasTag('settled'))
    return {
      asks: async () => {
        shown.send({ type: 'draft.changed', text: 'How long?' })
        shown.send({ type: 'question.submitted' })
        await waitFor(shown, (snapshot) => snapshot.hasTag('streaming'))
      },
      /** How many hear what comes: the conversation, and what follows the request of a person. */
      listeners: () =>
        share.getSnapshot().children.connections?.getSnapshot().context.listeners[`integration:${ID}`]
          ?.length,
    }
  }
  const dialled = () => sockets.dials.map(({ token }) => token)
  const openTokens = () => sockets.open().map(({ token }) => token)
  const isLiveAs = (...tokens: string[]) => expect.poll(openTokens).toEqual(tokens)

  it('of a visitor whose token has expired is opened again with the new one', async () => {
    items.set(KEY, 'expired')
    refuses = () => expect.poll(dialled).toEqual(['expired'])
    const visited = await openPage()
    await visited.asks()
    await isLiveAs(items.get(KEY)!)
    expect(valid).toContain(items.get(KEY))
  })

  it('of a visitor who was erased on the open page is opened again with their next question', async () => {
    valid.add('erased')
    items.set(KEY, 'erased')
    const visited = await openPage()
    await isLiveAs('erased')
    valid.delete('erased')
    sockets.open()[0]!.socket.close(CLOSE.gone)
    await isLiveAs()
    await visited.asks()
    await isLiveAs(items.get(KEY)!)
  })

  it('of a mailed reply is opened again for who asks a new question there', async () => {
    valid.add('mailed')
    items.set(KEY, 'mailed')
    const visited = await openPage()
    await isLiveAs('mailed')
    // The key is refused for a new conversation; its socket stays open.
    valid.delete('mailed')
    await visited.asks()
    await isLiveAs(items.get(KEY)!)
  })

  it('is heard in a second tab, too, that asks as the visitor of the first', async () => {
    const [first, second] = [await openPage(), await openPage()]
    await first.asks()
    await second.asks()
    const token = items.get(KEY)!
    await isLiveAs(token, token)
    expect([first.listeners(), second.listeners()]).toEqual([2, 2])
  })

  it('removes the key of a mailed link once, and never the token of the browser', () => {
    items.set(KEY, 'own')
    const location = { hash: `#reply=${ID}.${'x'.repeat(43)}`, pathname: '/', search: '' }
    const { storage } = openReplyLink({ location, history: { replaceState: () => {} } } as never, ID, {
      storage: storageOf(items),
      tabStorage: storageOf(new Map()),
    })
    const mailed = storage.read(KEY)!
    const api = createShareApi({ storage, id: ID, claim: null, channel: 'share' } as never, () => {})
    api.forget(mailed)
    api.forget(mailed)
    expect(storage.read(KEY)).toBe('own')
  })
})
