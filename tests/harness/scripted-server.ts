import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { listening } from './listening.ts'

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A string is sent unchanged, everything else as JSON. */
  readonly body?: unknown
  /**
   * `reset`: the connection breaks. `stall`: headers and half of the body, then nothing. `hang`: no response.
   * `trickle`: the body comes one character at a time.
   */
  readonly fault?: 'reset' | 'stall' | 'hang' | 'trickle'
}

export type Handler = (request: Received) => Reply | Promise<Reply>

export function answer(response: ServerResponse, { status = 200, headers = {}, body = {}, fault }: Reply) {
  if (fault === 'reset') return response.socket?.resetAndDestroy()
  if (fault === 'hang') return
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  if (fault === 'stall') return response.write(text.slice(0, text.length / 2))
  if (fault === 'trickle') return Readable.from(trickling(text)).pipe(response)
  return response.end(text)
}

const PAUSE = 25 // ms

async function* trickling(text: string) {
  for (const character of text) {
    await setTimeout(PAUSE)
    yield character
  }
}

/** A real HTTP server that answers as the test says and records its requests. */
export async function startScriptedServer(handler: Handler) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const { method = '', url: path = '', headers } = request
      const one = { method, path, headers, body: Buffer.concat(chunks).toString('utf8') }
      received.push(one)
      answer(response, await handler(one))
    })
  })
  const { url, close } = await listening(server)
  return {
    url,
    received,
    /** How often a path was requested. */
    count: (path: string) => received.filter((one) => one.path === path).length,
    stop: close,
  }
}

/** Lets the test decide when something held continues. */
export function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
