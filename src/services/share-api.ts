import * as z from 'zod/mini'
import { type AnswerFeedback, Conversation, ConversationDetail, Message } from './contract/conversations.ts'
import { ShareAsked, type ShareChannel, SharePage, Visitor } from './contract/share.ts'
import type { Http } from './http/client.ts'
import { HttpError } from './http/errors.ts'
import type { Storage } from './storage.ts'
import { visitorKey } from './visitor-key.ts'
import { Anything } from './wire/lenient.ts'

export interface ShareServices {
  /** Sends the visitor's token along, when there is one. */
  readonly http: Http
  readonly storage: Storage
  readonly id: string
  readonly channel: ShareChannel
}

const UNAUTHORIZED = 401

/** One public page, as its visitor uses it. The visitor begins to exist with the first question. */
export const createShareApi = ({ http, storage, id, channel }: ShareServices) => {
  const base = `/api/v1/share/${id}`
  const key = visitorKey(id)
  let coming: Promise<string> | null = null
  const waiting: ((token: string) => void)[] = []

  const token = (): Promise<string> => {
    const kept = storage.read(key)
    if (kept !== null) return Promise.resolve(kept)
    coming ??= http
      .json(Visitor, `${base}/visitors`, { method: 'POST' })
      .then((visitor) => {
        storage.write(key, visitor.token)
        for (const tell of waiting.splice(0)) tell(visitor.token)
        return visitor.token
      })
      .finally(() => {
        coming = null
      })
    return coming
  }

  /** A token that the server no longer knows is replaced once. */
  const asVisitor = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    await token()
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== UNAUTHORIZED) throw error
      storage.remove(key)
      await token()
      return call()
    }
  }
  const isKnown = () => storage.read(key) !== null

  return {
    page: (signal: AbortSignal) => http.json(SharePage, base, { signal }),
    /** Resolves when there is a visitor. */
    known: () => (isKnown() ? token() : new Promise<string>((resolve) => void waiting.push(resolve))),
    forget: () => storage.remove(key),

    conversations: async (signal: AbortSignal) =>
      isKnown() ? asVisitor(() => http.json(z.array(Conversation), `${base}/conversations`, { signal })) : [],
    conversation: (conversationId: string, signal: AbortSignal) =>
      asVisitor(() => http.json(ConversationDetail, `${base}/conversations/${conversationId}`, { signal })),
    removeConversation: (conversationId: string) =>
      asVisitor(() => http.json(Anything, `${base}/conversations/${conversationId}`, { method: 'DELETE' })),
    ask: (content: string, conversationId: string | null) =>
      asVisitor(() =>
        http.json(ShareAsked, `${base}/messages`, {
          method: 'POST',
          body: { content, conversation_id: conversationId, channel },
        }),
      ),
    message: (messageId: string, signal: AbortSignal) =>
      asVisitor(() => http.json(Message, `${base}/messages/${messageId}`, { signal })),
    stop: (messageId: string) =>
      asVisitor(() => http.json(Message, `${base}/messages/${messageId}/stop`, { method: 'POST' })),
    /** null takes it back. */
    rate: (messageId: string, feedback: AnswerFeedback | null) =>
      asVisitor(() =>
        http.json(Message, `${base}/messages/${messageId}/feedback`, {
          method: feedback === null ? 'DELETE' : 'PUT',
          ...(feedback && { body: feedback }),
        }),
      ),
    retry: (messageId: string, wait: boolean) =>
      asVisitor(() =>
        http.json(ShareAsked, `${base}/messages/${messageId}/retry`, {
          method: 'POST',
          query: { wait: wait || null },
        }),
      ),
  }
}

export type ShareApi = ReturnType<typeof createShareApi>
