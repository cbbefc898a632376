import { fromCallback } from 'xstate'
import { organizationLine } from '../../machines/connection/connections/lines.ts'
import { statusOf } from '../../machines/failure.ts'
import { handoverMachine } from '../../machines/visitors/handover.machine.ts'
import type { HandoverEvent } from '../../machines/visitors/handover.types.ts'
import { ownHandover } from '../contract/operations/handover.ts'
import type { UnsentQuestions } from '../conversations/unsent-questions.ts'
import type { Http } from '../http/client.ts'
import { HttpError } from '../http/errors.ts'
import { followHandover, handoverActors } from './follow-handover.ts'

interface Services {
  http: Http
  unsent: UnsentQuestions
}

/** A message, and its `Idempotency-Key`. */
interface Lost {
  content: string
  key: string
}

const placeOf = (conversationId: string | null) => `person ${conversationId}`
const pendingPlaceOf = (conversationId: string) => `to person ${conversationId}`
const lostPlaceOf = (conversationId: string) => `perhaps with person ${conversationId}`

/** The hand-over to a colleague in Chat; the same in the Playground, as a trial. */
export const provideOwnHandover = ({ http, unsent }: Services) => {
  const pendingIn = (id: string): string[] => JSON.parse(unsent.of(pendingPlaceOf(id)) || '[]')
  const keepPending = (id: string, texts: string[]) =>
    unsent.keep(pendingPlaceOf(id), texts.length === 0 ? '' : JSON.stringify(texts))

  /** Settles with all messages that are on their way, by conversation. */
  const underWay = new Map<string, Promise<unknown>>()
  const untilSettled = async (id: string) => {
    for (let last: unknown; last !== underWay.get(id); await last) last = underWay.get(id)
  }

  /**
   * Messages without an answer so far, which may have arrived: repeated unchanged, each arrives once, also after a
   * reload. One that was taken out of the composer is given up: the same words are a new message then.
   */
  const lostIn = (id: string): Lost | null => JSON.parse(unsent.of(lostPlaceOf(id)) || 'null')
  const keepLost = (id: string, lost: Lost | null) =>
    unsent.keep(lostPlaceOf(id), lost ? JSON.stringify(lost) : '')
  const write = (id: string, content: string) => {
    const earlier = lostIn(id)
    const lost = earlier?.content === content ? earlier : { content, key: crypto.randomUUID() }
    keepLost(id, lost)
    const sent = http
      .call(ownHandover.write, { id }, { body: { content }, idempotencyKey: lost.key })
      .catch(async (error: unknown) => {
        // It has arrived; its answer was too long to be given again.
        const isWritten = error instanceof HttpError && error.code === 'answered'
        const view = isWritten && (await http.call(ownHandover.read, { id }))
        if (view) return view
        throw error
      })
    const settled = sent.then(
      () => keepLost(id, null),
      (error: unknown) => keepLost(id, statusOf(error) === null ? lost : null),
    )
    underWay.set(id, Promise.allSettled([underWay.get(id), settled]))
    return sent
  }

  return handoverMachine.provide({
    actors: {
      follow: fromCallback(({ input: { own }, sendBack, ...actor }) => {
        if (own === null) return
        let shownId: string | null = null
        const recall = async (id: string) => {
          const draft = unsent.of(placeOf(id))
          if (draft !== '') sendBack({ type: 'draft.recalled', text: draft } satisfies HandoverEvent)
          // A message that a view sent before it was left is no draft: it may still arrive.
          await untilSettled(id)
          const texts = shownId === id ? pendingIn(id) : []
          if (texts.length === 0) return
          sendBack({ type: 'draft.recalled', text: texts.join('\n') } satisfies HandoverEvent)
          keepPending(id, [])
        }
        const send = (event: HandoverEvent) => {
          sendBack(event)
          if (event.type === 'conversation.left') shownId = null
          if (event.type !== 'handover.read' || event.conversationId === shownId) return
          shownId = event.conversationId
          void recall(shownId)
        }
        const leave = followHandover(
          { ...actor, sendBack: send },
          {
            line: organizationLine(own.organizationId),
            watch(look) {
              look(own.conversation)
              return () => {}
            },
            read: (id, signal) => http.call(ownHandover.read, { id }, { signal }),
          },
        )
        return () => {
          shownId = null
          leave()
        }
      }),
      ...handoverActors({
        request: (id, body) => http.call(ownHandover.request, { id }, { body }),
        write,
        close: (id) => http.call(ownHandover.close, { id }),
        rate: (id, rating) => http.call(ownHandover.rate, { id }, { body: { rating } }),
        sayHelped: (id, helped) => http.call(ownHandover.sayHelped, { id }, { body: { helped } }),
      }),
    },
    actions: {
      // The server knows whom to reply to; a trial is not remembered.
      rememberContact: () => {},
      keepDraft({ context: { conversationId, draft, pending } }) {
        unsent.keep(placeOf(conversationId), draft)
        const composed = pending?.content ?? draft
        if (!composed.startsWith(lostIn(conversationId!)?.content ?? '')) keepLost(conversationId!, null)
      },
      keepPending: (_, { conversationId: id, content }) => keepPending(id, [...pendingIn(id), content]),
      dropPending: (_, { conversationId: id, content }) =>
        keepPending(
          id,
          pendingIn(id).filter((text) => text !== content),
        ),
    },
  })
}
