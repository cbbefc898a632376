import { request as ask, createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { WebSocket, WebSocketServer } from 'ws'
import { listening } from '../harness/listening.ts'
import { answer, type Reply } from '../harness/scripted-server.ts'
import { atRest } from './rest.ts'
import { test as base } from './test.ts'

export interface Passing {
  readonly method: string
  /** Without its query. */
  readonly path: string
  /** The access token that it carries; null without one. */
  readonly token: string | null
}

interface Dial {
  readonly path: string
  readonly token: string
  /** The code that the browser closed with; null while open, 1006 when the line was cut. */
  closed: number | null
}

/** Answers instead of the server, at once or later; null lets the request pass. */
type Script = (passing: Passing) => Reply | null | Promise<Reply | null>

const bearer = /^Bearer (.+)$/

/** Stands between the browser and the real server, on a port of its own: counts, refuses, breaks, or passes on. */
export async function startGateway(server: string) {
  const passed: Passing[] = []
  const statuses: number[] = []
  const dials: Dial[] = []
  let script: Script = () => null

  const http = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const path = url.split('?')[0] ?? ''
    const token = bearer.exec(headers.authorization ?? '')?.[1] ?? null
    const passing = { method, path, token }
    if (path.startsWith('/api/')) passed.push(passing)
    // Pages of tests move their clocks, and the server does not: no answer tells its time.
    response.sendDate = false
    const reply = await script(passing)
    if (reply) {
      request.resume()
      return answer(response, reply)
    }
    const onward = ask(server + url, { method, headers }, (incoming) => {
      statuses.push(incoming.statusCode ?? 0)
      const { date: _, ...told } = incoming.headers
      response.writeHead(incoming.statusCode ?? 0, told)
      incoming.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  const sockets = new WebSocketServer({ noServer: true })
  http.on('upgrade', (request, stream, head) =>
    sockets.handleUpgrade(request, stream, head, (client) => {
      const { pathname, searchParams } = new URL(request.url ?? '', server)
      const dial: Dial = { path: pathname, token: searchParams.get('token') ?? '', closed: null }
      dials.push(dial)
      const onward = new WebSocket(server.replace('http', 'ws') + request.url)
      onward.on('message', (data, isBinary) => client.send(data, { binary: isBinary }))
      onward.on('close', (code) => (code >= 3000 || code === 1000 ? client.close(code) : client.terminate()))
      onward.on('error', () => client.terminate())
      client.on('close', (code) => {
        dial.closed ??= code
        onward.terminate()
      })
    }),
  )
  const { url, close } = await listening(http)
  return {
    url,
    /** The calls of the API, in their order. */
    passed,
    /** What the server answered. */
    statuses,
    dials,
    count: (path: string) => passed.filter((one) => one.path === path).length,
    /** From now on. */
    answer: (next: Script) => {
      script = next
    },
    /** Breaks every open socket, as a night of sleep does. */
    cut: () => {
      for (const client of sockets.clients) client.terminate()
    },
    stop: () => {
      for (const client of sockets.clients) client.terminate()
      return close()
    },
  }
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>

/** How often the page has called, once none of its calls is on its way. */
export async function countAtRest(page: Page, gateway: Gateway, path: string) {
  await atRest(page)
  return gateway.count(path)
}

/** Waits until the page is at rest; gives the calls that have passed since, of which none was on its way before. */
export async function passedSinceRest(page: Page, { passed }: Gateway) {
  await atRest(page)
  const from = passed.length
  return () => passed.slice(from)
}

/** The app and the real server as they are, with a gateway of each test's own between them. */
export const test = base.extend<{ gateway: Gateway }>({
  gateway: async ({ server }, use) => {
    const gateway = await startGateway(server.url)
    await use(gateway)
    await gateway.stop()
  },
  baseURL: async ({ gateway }, use) => use(gateway.url),
})

export { expect } from '@playwright/test'
