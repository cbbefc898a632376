import { fromPromise } from 'xstate'
import type { Line } from '../../machines/connection/connections/connections.types.ts'
import type { ConversationRef } from '../../machines/conversations/conversation/conversation.machine.ts'
import type {
  ContactValues,
  FormOpened,
  HandoverEvent,
  Verdict,
} from '../../machines/visitors/handover.types.ts'
import { type Listener, listen } from '../connection/listen.ts'
import type { VisitorHandover } from '../contract/handover.ts'
import type { IntegrationMessage, OrganizationMessage } from '../contract/sockets.ts'

export type News = IntegrationMessage | OrganizationMessage

interface HandoverApi {
  readonly request: (conversationId: string, values: ContactValues) => Promise<VisitorHandover>
  readonly write: (conversationId: string, content: string) => Promise<VisitorHandover>
  readonly close: (conversationId: string) => Promise<VisitorHandover>
  readonly rate: (conversationId: string, rating: number) => Promise<VisitorHandover>
  readonly sayHelped: (conversationId: string, helped: boolean) => Promise<VisitorHandover>
}

/** The requests, for any caller. */
export const handoverActors = (api: HandoverApi) => ({
  request: fromPromise(({ input }: { input: { conversationId: string; values: ContactValues } }) =>
    api.request(input.conversationId, input.values),
  ),
  write: fromPromise(({ input }: { input: { conversationId: string; content: string } }) =>
    api.write(input.conversationId, input.content),
  ),
  saveVerdict: fromPromise(
    ({ input: { conversationId, verdict } }: { input: { conversationId: string; verdict: Verdict } }) => {
      if ('closed' in verdict) return api.close(conversationId)
      return 'rating' in verdict
        ? api.rate(conversationId, verdict.rating)
        : api.sayHelped(conversationId, verdict.helped)
    },
  ),
})

/** A person who was writing and sends no more signals has stopped. */
const TYPING_LASTS = 8_000

/** Shortest and longest wait until the office is expected to have opened: this clock may be wrong. */
const OPENS_AFTER = { min: 60_000, max: 86_400_000 } // ms

/** Reasons to read again: another conversation, another answer, a thumb. */
const standingOf = ({ context: { conversation, messages } }: ReturnType<ConversationRef['getSnapshot']>) =>
  conversation &&
  [
    conversation.id,
    ...messages.map(({ id, status, feedback }) => `${id} ${status} ${feedback?.rating}`),
  ].join()

interface Following {
  readonly line: Line
  /** Reports the shown conversation and each change of it, until the returned function is called. */
  readonly watch: (look: (conversation: ConversationRef) => void) => () => void
  /** Null if no person is offered. */
  readonly read: (conversationId: string, signal: AbortSignal) => Promise<VisitorHandover | null>
}

/** Reads the state of the request in the shown conversation whenever it may have changed. */
export function followHandover(
  {
    sendBack,
    ...listener
  }: Listener<News, FormOpened> & { readonly sendBack: (event: HandoverEvent) => void },
  { line, watch, read: readFrom }: Following,
) {
  let shownId: string | null = null
  let reading = new AbortController()
  let opening: ReturnType<typeof setTimeout> | undefined
  const stopReading = () => {
    clearTimeout(opening)
    reading.abort()
  }
  const readOnceOpen = ({ expected: { opens_at } }: VisitorHandover) => {
    if (opens_at === null) return
    const { min, max } = OPENS_AFTER
    const wait = Date.parse(opens_at) - Date.now()
    opening = setTimeout(() => void read(), Math.min(Math.max(wait, min), max))
  }
  const leave = () => {
    stopReading()
    sendBack({ type: 'conversation.left' })
  }
  const read = async () => {
    stopReading()
    reading = new AbortController()
    const { signal } = reading
    const conversationId = shownId
    if (conversationId === null) return
    try {
      const view = await readFrom(conversationId, signal)
      if (signal.aborted) return
      if (!view) return leave()
      sendBack({ type: 'handover.read', conversationId, view })
      readOnceOpen(view)
    } catch {
      // An update, or a reconnect, makes it read again.
    }
  }

  let conversation: ConversationRef | undefined
  let standing: string | null = null
  const look = (snapshot: ReturnType<ConversationRef['getSnapshot']>) => {
    const id = snapshot.context.conversation?.id ?? null
    // Another one may load or be answered for long: until then, nothing of the former one is shown.
    if (shownId !== null && id !== shownId) {
      shownId = null
      standing = null
      leave()
    }
    if (!snapshot.hasTag('settled')) return
    if (snapshot.matches({ resting: 'unsent' })) sendBack({ type: 'question.returned' })
    const now = standingOf(snapshot)
    if (now === standing) return
    standing = now
    shownId = id
    void read()
  }
  let stopLooking = () => {}
  const stopWatching = watch((found) => {
    if (found === conversation) return
    stopLooking()
    conversation = found
    const { unsubscribe } = found.subscribe(look)
    stopLooking = unsubscribe
    look(found.getSnapshot())
  })

  let typing: ReturnType<typeof setTimeout> | undefined
  const rememberTypist = (name: string | null) => {
    clearTimeout(typing)
    sendBack({ type: 'typing.received', name })
    if (name !== null) typing = setTimeout(() => rememberTypist(null), TYPING_LASTS)
  }
  const stopListening = listen(listener, line, (event) => {
    // The office may have closed since it was last read.
    if (event.type === 'live.opened' || event.type === 'form.opened') void read()
    if (event.type !== 'live.received') return
    const { type, data } = event.message
    if (type === 'handover_update' && data.conversation_id === shownId) {
      rememberTypist(null)
      void read()
    }
    if (type === 'handover_presence' && data.conversation_id === shownId)
      rememberTypist(data.replying ? data.name : null)
  })
  return () => {
    stopListening()
    stopWatching()
    stopLooking()
    clearTimeout(typing)
    stopReading()
  }
}
