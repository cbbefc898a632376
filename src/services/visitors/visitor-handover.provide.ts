import { fromCallback, fromPromise } from 'xstate'
import type { Heard } from '../../machines/connection/connections/connections.types.ts'
import type { ConversationRef } from '../../machines/conversations/conversation/conversation.machine.ts'
import { handoverMachine } from '../../machines/visitors/handover.machine.ts'
import type { ContactValues, HandoverEvent, Verdict } from '../../machines/visitors/handover.types.ts'
import type { ShareRef } from '../../machines/visitors/share.machine.ts'
import type { Storage } from '../browser/storage.ts'
import { listen } from '../connection/listen.ts'
import type { SignedCustomer } from '../contract/handover.ts'
import type { IntegrationMessage } from '../contract/sockets.ts'
import { HttpError } from '../http/errors.ts'
import type { VisitorHandoverApi } from './visitor-handover-api.ts'

interface Services {
  api: VisitorHandoverApi
  storage: Storage
  id: string
  /** Who the site says that its customer is. */
  claim: SignedCustomer | null
}

const CONTACT = 'contact'
/** Who was heard to type and is heard no more has stopped. */
const TYPING_LASTS = 8_000

const recalled = (text: string | null): ContactValues | null => {
  try {
    const { name, email } = JSON.parse(text ?? 'null')
    return typeof email === 'string' ? { name: typeof name === 'string' ? name : '', email } : null
  } catch {
    return null
  }
}

/** What makes it worth to read anew: another conversation, another answer, a thumb. */
const standingOf = ({ context: { conversation, messages } }: ReturnType<ConversationRef['getSnapshot']>) =>
  conversation &&
  [
    conversation.id,
    ...messages.map(({ id, status, feedback }) => `${id} ${status} ${feedback?.rating}`),
  ].join()

/** The conversation that is shown, and what people write in it, as a visitor's page hears of both. */
export const provideVisitorHandover = ({ api, storage, id, claim }: Services) => {
  const follow = fromCallback<Heard<IntegrationMessage>>(({ sendBack, system, self, receive }) => {
    const share: ShareRef = system.get('share')
    const send = (event: HandoverEvent) => sendBack(event)
    const isSigned = claim !== null && claim.hash !== ''
    // What is signed is shown once the server has found it right.
    const contact = (isSigned ? null : recalled(claim?.user ?? null)) ?? recalled(storage.read(CONTACT))
    if (contact) send({ type: 'contact.recalled', values: contact })

    let isToProve = isSigned
    const prove = async () => {
      if (!claim || !isToProve) return
      try {
        await api.identify(claim)
      } catch (error) {
        if (!(error instanceof HttpError) || error.status >= 429) throw error
        send({ type: 'identity.refused' })
        // biome-ignore lint/suspicious/noConsole: whoever puts the assistant into their site looks there
        console.warn('Lectern:', ...Object.values(error.fields), error.message)
      }
      isToProve = false
    }

    let shownId: string | null = null
    let reading = new AbortController()
    const read = async () => {
      reading.abort()
      reading = new AbortController()
      const { signal } = reading
      const conversationId = shownId
      if (conversationId === null || share.getSnapshot().context.page?.handover !== true) return
      try {
        await prove()
        const view = await api.read(conversationId, signal)
        if (!signal.aborted) send({ type: 'handover.read', conversationId, view })
      } catch {
        // What is new, or the connection when it is back, has it read again.
      }
    }

    let conversation: ConversationRef | undefined
    let standing: string | null = null
    const look = (snapshot: ReturnType<ConversationRef['getSnapshot']>) => {
      if (!snapshot.hasTag('settled')) return
      const now = standingOf(snapshot)
      if (now === standing) return
      standing = now
      shownId = snapshot.context.conversation?.id ?? null
      if (shownId === null) {
        reading.abort()
        send({ type: 'conversation.left' })
      } else void read()
    }
    let stopLooking = () => {}
    const find = () => {
      const found = share.getSnapshot().children.conversation
      if (!found || found === conversation) return
      stopLooking()
      conversation = found
      const { unsubscribe } = found.subscribe(look)
      stopLooking = unsubscribe
      look(found.getSnapshot())
    }
    const watched = share.subscribe(find)
    find()

    let typing: ReturnType<typeof setTimeout> | undefined
    const hearTyping = (name: string | null) => {
      clearTimeout(typing)
      send({ type: 'typing.heard', name })
      if (name !== null) typing = setTimeout(() => hearTyping(null), TYPING_LASTS)
    }
    const line = { name: `integration:${id}`, path: `/api/ws/share/${id}` } as const
    const leave = listen<IntegrationMessage>({ system, self, receive }, line, (heard) => {
      if (heard.type === 'live.opened') void read()
      if (heard.type !== 'live.received') return
      const { type, data } = heard.message
      if (type === 'handover_update' && data.conversation_id === shownId) {
        hearTyping(null)
        void read()
      }
      if (type === 'handover_presence' && data.conversation_id === shownId)
        hearTyping(data.replying ? data.name : null)
    })
    return () => {
      leave()
      watched.unsubscribe()
      stopLooking()
      clearTimeout(typing)
      reading.abort()
    }
  })

  return handoverMachine.provide({
    actors: {
      follow,
      request: fromPromise(({ input }: { input: { conversationId: string; values: ContactValues } }) =>
        api.request(input.conversationId, input.values),
      ),
      write: fromPromise(({ input }: { input: { conversationId: string; content: string } }) =>
        api.write(input.conversationId, input.content),
      ),
      saveVerdict: fromPromise(
        ({ input: { conversationId, verdict } }: { input: { conversationId: string; verdict: Verdict } }) =>
          'rating' in verdict
            ? api.rate(conversationId, verdict.rating)
            : api.sayHelped(conversationId, verdict.helped),
      ),
    },
    actions: { rememberContact: (_, contact) => storage.write(CONTACT, JSON.stringify(contact)) },
  })
}
