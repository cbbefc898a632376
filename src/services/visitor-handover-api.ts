import { type Contact, VisitorHandover } from './contract/handover.ts'
import type { Http } from './http/client.ts'

type AsVisitor = <Result>(call: () => Promise<Result>) => Promise<Result>

/** The way to a person, in one conversation of a visitor. */
export const createVisitorHandoverApi = (http: Http, base: string, asVisitor: AsVisitor) => {
  const at = (conversationId: string) => `${base}/conversations/${conversationId}`
  const send = (path: string, method: 'POST' | 'PUT', body: object) =>
    asVisitor(() => http.json(VisitorHandover, path, { method, body }))
  return {
    read: (conversationId: string, signal: AbortSignal) =>
      asVisitor(() => http.json(VisitorHandover, `${at(conversationId)}/handover`, { signal })),
    request: (conversationId: string, contact: Contact) =>
      send(`${at(conversationId)}/handover`, 'POST', contact),
    write: (conversationId: string, content: string) =>
      send(`${at(conversationId)}/handover/messages`, 'POST', { content }),
    rate: (conversationId: string, rating: number) =>
      send(`${at(conversationId)}/handover/rating`, 'PUT', { rating }),
    sayHelped: (conversationId: string, helped: boolean) =>
      send(`${at(conversationId)}/helped`, 'PUT', { helped }),
  }
}

export type VisitorHandoverApi = ReturnType<typeof createVisitorHandoverApi>
