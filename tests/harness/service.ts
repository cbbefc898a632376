import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listening } from './listening.ts'

export const TOKEN = 'a-token-of-the-tests'

export type Exchange = {
  request: IncomingMessage
  url: URL
  /** A request's body, raw and as JSON. */
  text: string
  body: unknown
  send: (body: unknown, status?: number, headers?: Record<string, string>) => void
  response: ServerResponse
}

/**
 * The shared behaviour of the tests' services: they can be busy, fail, refuse a token, or hold their responses.
 * `answer` is the service itself, `isContent` recognizes requests that read an item, and `refuseBusy` requests a
 * pause in seconds.
 */
export const startService = async (
  answer: (exchange: Exchange) => void,
  isContent: (url: URL, request: IncomingMessage) => boolean,
  refuseBusy = (retryAfter: string): { status: number; headers: Record<string, string>; body?: unknown } => ({
    status: 429,
    headers: { 'retry-after': retryAfter },
  }),
) => {
  const state = {
    isRefused: false,
    /** This many requests are refused. */
    busy: 0,
    retryAfter: '1',
    /** Answers instead of the service. */
    badDay: null as ((request: IncomingMessage, response: ServerResponse) => void) | null,
    /** How often items were requested. */
    asked: 0,
    /** Requests after so many wait until `held` resolves. */
    heldAfter: 0,
    held: Promise.resolve(),
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://service.test')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const send: Exchange['send'] = (body, status = 200, headers = {}) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body))
    if (state.badDay) return state.badDay(request, response)
    if (state.busy > 0) {
      state.busy--
      const { status, headers, body = { message: 'Too many requests' } } = refuseBusy(state.retryAfter)
      return send(body, status, headers)
    }
    const exchange = {
      request,
      url,
      text,
      body: text.startsWith('{') ? JSON.parse(text) : null,
      send,
      response,
    }
    if (!isContent(url, request)) return answer(exchange)
    state.asked++
    if (state.asked > state.heldAfter) await state.held
    answer(exchange)
  })
  return { ...(await listening(server)), state }
}
export type LocalService = Awaited<ReturnType<typeof startService>>

/** The part of a `TestService` that every local service has. */
export const controlsOf = ({ state, port, close }: LocalService) => ({
  port,
  close,
  askedFor: () => state.asked,
  beBusy: (busy: number, retryAfter: string) => void Object.assign(state, { busy, retryAfter }),
  refuseToken: (isRefused: boolean) => void Object.assign(state, { isRefused }),
  badDay: (badDay: LocalService['state']['badDay']) => void Object.assign(state, { badDay }),
  /** From now on, so many items are read, and the others once the returned function is called. */
  hold: (first: number) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    Object.assign(state, { held, heldAfter: state.asked + first })
    return release
  },
})
