import { fromCallback } from 'xstate'
import type { LiveEvent } from '../../machines/connection/connections/connections.types.ts'
import { organizationLine } from '../../machines/connection/connections/lines.ts'
import { handoverMachine } from '../../machines/visitors/handover.machine.ts'
import type { Followed } from '../../machines/visitors/handover.types.ts'
import { ownHandover } from '../contract/operations/handover.ts'
import type { Http } from '../http/client.ts'
import { followHandover, handoverActors, type News } from './follow-handover.ts'

/** The hand-over to a colleague in Chat; the same in the Playground, as a trial. */
export const provideOwnHandover = ({ http }: { http: Http }) =>
  handoverMachine.provide({
    actors: {
      follow: fromCallback<LiveEvent<News>, Followed>(({ input: { own }, ...actor }) => {
        if (own === null) return
        return followHandover(actor, {
          line: organizationLine(own.organizationId),
          watch(look) {
            look(own.conversation)
            return () => {}
          },
          read: (id, signal) => http.call(ownHandover.read, { id }, { signal }),
        })
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
    actions: { rememberContact: () => {} },
  })
