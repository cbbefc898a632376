import { fromCallback } from 'xstate'
import type { LiveEvent } from '../../machines/connection/connections/connections.types.ts'
import { organizationLine } from '../../machines/connection/connections/lines.ts'
import { unsentText } from '../../machines/shared/unsent-text.ts'
import { handoverMachine } from '../../machines/visitors/handover.machine.ts'
import type { Followed, HandoverEvent } from '../../machines/visitors/handover.types.ts'
import { ownHandover } from '../contract/operations/handover.ts'
import type { UnsentQuestions } from '../conversations/unsent-questions.ts'
import type { Http } from '../http/client.ts'
import { followHandover, handoverActors, type News } from './follow-handover.ts'

const placeOf = (conversationId: string | null) => `person ${conversationId}`

/** The hand-over to a colleague in Chat; the same in the Playground, as a trial. */
export const provideOwnHandover = ({ http, unsent }: { http: Http; unsent: UnsentQuestions }) =>
  handoverMachine.provide({
    actors: {
      follow: fromCallback<LiveEvent<News>, Followed>(({ input: { own }, sendBack, ...actor }) => {
        if (own === null) return
        let shownId: string | null = null
        const send = (event: HandoverEvent) => {
          sendBack(event)
          if (event.type === 'conversation.left') shownId = null
          if (event.type !== 'handover.read' || event.conversationId === shownId) return
          shownId = event.conversationId
          const text = unsent.of(placeOf(shownId))
          if (text !== '') sendBack({ type: 'draft.recalled', text } satisfies HandoverEvent)
        }
        return followHandover(
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
      }),
      ...handoverActors({
        request: (id, body) => http.call(ownHandover.request, { id }, { body }),
        write: (id, content) => http.call(ownHandover.write, { id }, { body: { content } }),
        close: (id) => http.call(ownHandover.close, { id }),
        rate: (id, rating) => http.call(ownHandover.rate, { id }, { body: { rating } }),
        sayHelped: (id, helped) => http.call(ownHandover.sayHelped, { id }, { body: { helped } }),
      }),
    },
    // The server knows whom to reply to; a trial is not remembered.
    actions: {
      rememberContact: () => {},
      keepDraft: ({ context }) => unsent.keep(placeOf(context.conversationId), unsentText(context)),
    },
  })
