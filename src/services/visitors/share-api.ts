import type { Storage } from '../browser/storage.ts'
import type { AnswerFeedback } from '../contract/conversations.ts'
import type { Contact, SignedCustomer } from '../contract/handover.ts'
import { visitorHandover } from '../contract/operations/handover.ts'
import { publicPage } from '../contract/operations/public-page.ts'
import type { ShareChannel } from '../contract/share.ts'
import type { Http } from '../http/client.ts'
import { HttpError } from '../http/errors.ts'
import { visitorKey } from './share-page.ts'

export interface ShareServices {
  /** Sends the visitor's token, if there is one. */
  readonly http: Http
  readonly storage: Storage
  readonly id: string
  readonly channel: ShareChannel
  readonly claim: SignedCustomer | null
}

const UNAUTHORIZED = 401

/**
 * One public page, as its visitor uses it. The visitor is created with the first question. Another tab may change the
 * token, too: `tokenChanged` is called when the changed one is used.
 */
export const createShareApi = (
  { http, storage, id, channel, claim }: ShareServices,
  tokenChanged: () => void,
) => {
  const key = visitorKey(id)
  let coming: Promise<string> | null = null
  let used = storage.read(key)

  const use = (token: string) => {
    if (token === used) return token
    used = token
    tokenChanged()
    return token
  }
  const token = async (): Promise<string> => {
    const kept = storage.read(key)
    if (kept !== null) return use(kept)
    coming ??= http
      .call(publicPage.enter, { id })
      .then(async (visitor) => {
        storage.write(key, visitor.token)
        // A refusal is shown where a person is requested: there it is proved again.
        if (claim?.hash) await http.call(publicPage.identify, { id }, { body: claim }).catch(() => undefined)
        return use(visitor.token)
      })
      .finally(() => {
        coming = null
      })
    return coming
  }

  /** A refusal may come late: another token may have replaced the refused one. */
  const forget = (refused: string) => {
    if (storage.read(key) === refused) storage.remove(key)
  }
  /** A token that the server no longer knows is replaced once. */
  const asVisitor = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    const sent = await token()
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== UNAUTHORIZED) throw error
      forget(sent)
      await token()
      return call()
    }
  }
  const isKnown = () => storage.read(key) !== null

  return {
    page: (signal: AbortSignal) => http.call(publicPage.page, { id }, { signal }),
    /** Without a visitor there is nothing to hear: their first token is a change. */
    known: () => (isKnown() ? token() : new Promise<string>(() => {})),
    forget,

    conversations: async (signal: AbortSignal) =>
      isKnown() ? asVisitor(() => http.call(publicPage.conversations, { id }, { signal })) : [],
    conversation: (conversationId: string, signal: AbortSignal) =>
      asVisitor(() => http.call(publicPage.conversation, { id, part: conversationId }, { signal })),
    removeConversation: (conversationId: string) =>
      asVisitor(() => http.call(publicPage.removeConversation, { id, part: conversationId })),
    ask: (content: string, conversationId: string | null) =>
      asVisitor(() =>
        http.call(publicPage.ask, { id }, { body: { content, conversation_id: conversationId, channel } }),
      ),
    message: (messageId: string, signal: AbortSignal) =>
      asVisitor(() => http.call(publicPage.message, { id, part: messageId }, { signal })),
    stop: (messageId: string) => asVisitor(() => http.call(publicPage.stop, { id, part: messageId })),
    /** null takes it back. */
    rate: (messageId: string, feedback: AnswerFeedback | null) =>
      asVisitor(() =>
        feedback
          ? http.call(publicPage.rate, { id, part: messageId }, { body: feedback })
          : http.call(publicPage.unrate, { id, part: messageId }),
      ),
    retry: (messageId: string, waits: boolean) =>
      asVisitor(() =>
        http.call(publicPage.retry, { id, part: messageId }, { query: { wait: waits || null } }),
      ),
    handover: createVisitorHandoverApi(http, id, asVisitor),
  }
}

export type ShareApi = ReturnType<typeof createShareApi>

type AsVisitor = <Result>(call: () => Promise<Result>) => Promise<Result>

/** The hand-over to a person, in one conversation of a visitor; `id` is the page's. */
const createVisitorHandoverApi = (http: Http, id: string, asVisitor: AsVisitor) => ({
  identify: (body: SignedCustomer) => asVisitor(() => http.call(publicPage.identify, { id }, { body })),
  read: (part: string, signal: AbortSignal) =>
    asVisitor(() => http.call(visitorHandover.read, { id, part }, { signal })),
  request: (part: string, body: Contact) =>
    asVisitor(() => http.call(visitorHandover.request, { id, part }, { body })),
  write: (part: string, content: string) =>
    asVisitor(() => http.call(visitorHandover.write, { id, part }, { body: { content } })),
  close: (part: string) => asVisitor(() => http.call(visitorHandover.close, { id, part })),
  rate: (part: string, rating: number) =>
    asVisitor(() => http.call(visitorHandover.rate, { id, part }, { body: { rating } })),
  sayHelped: (part: string, helped: boolean) =>
    asVisitor(() => http.call(visitorHandover.sayHelped, { id, part }, { body: { helped } })),
})

export type VisitorHandoverApi = ReturnType<typeof createVisitorHandoverApi>
