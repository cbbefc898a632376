import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listening } from './listening.ts'

export const AGENT = 'agent@shop.test'
export const TOKEN = 'zendesk-token'

export type Ticket = {
  id: number
  subject: string
  comment: { body: string; public: boolean }
  requester: { name: string; email: string }
  external_id: string
  tags: string[]
}

/** Zendesk Support, as its public reference describes it: the caller, and new tickets, one per idempotency key. */
export const startZendesk = async () => {
  const tickets = new Map<string, { body: string; ticket: Ticket }>()
  const state = {
    token: TOKEN,
    /** Answers instead of the service. */
    status: null as number | null,
    /** Tickets are made, but nobody hears of it. */
    isLost: false,
    asked: 0,
    /** Answers wait for it. */
    held: Promise.resolve(),
  }
  const server = createServer(async (request, response) => {
    state.asked++
    const body = await text(request)
    await state.held
    const say = (status: number, answer: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    if (state.status !== null) return say(state.status, { error: 'Unavailable' })
    const basic = Buffer.from(`${AGENT}/token:${state.token}`).toString('base64')
    if (request.headers.authorization !== `Basic ${basic}`)
      return say(401, { error: "Couldn't authenticate you" })
    if (request.method === 'GET' && request.url === '/api/v2/users/me.json')
      return say(200, { user: { id: 1, email: AGENT, role: 'agent' } })
    if (request.method === 'POST' && request.url === '/api/v2/tickets.json') {
      const key = String(request.headers['idempotency-key'])
      const made = tickets.get(key) ?? {
        body,
        ticket: { ...JSON.parse(body).ticket, id: 100 + tickets.size },
      }
      tickets.set(key, made)
      if (state.isLost) return say(502, { error: 'Bad gateway' })
      return made.body === body
        ? say(201, { ticket: made.ticket })
        : say(400, {
            error: 'IdempotentRequestError',
            description: "Request parameters don't match the given idempotency key",
          })
    }
    return say(404, { error: 'InvalidEndpoint' })
  })
  return {
    ...(await listening(server)),
    state,
    ofConversation: (id: string) =>
      [...tickets.values()].map(({ ticket }) => ticket).filter(({ external_id }) => external_id === id),
  }
}
