import { createSupportCheck } from '../assistants/answering/support.ts'
import type { WritersFor } from '../assistants/answering/writers.ts'
import type { Integrations } from '../assistants/integrations/integrations.service.ts'
import type { Context } from '../context.ts'
import { closedAmong, PUBLIC } from '../knowledge/readers/may-read.ts'
import { createNeighbours } from '../knowledge/retrieval/neighbours.ts'
import type { Retrieval } from '../knowledge/retrieval/retrieval.module.ts'
import type { Module } from '../module.ts'
import type { Organizations } from '../organizations/organizations.service.ts'
import { presentInTranscript } from '../visitors/handover/handover.presenter.ts'
import { createHandoverRepository } from '../visitors/handover/handover.repository.ts'
import { SHOWN_TO_ASKER } from '../visitors/handover/handover.types.ts'
import { createReception } from '../visitors/handover/reception.ts'
import { createTakeover } from './abandoned-answers.ts'
import { createAnswerRecords } from './analytics/answer-records.ts'
import { INTERRUPTED } from './answer-run.ts'
import { createAnswers } from './answers.ts'
import { askRoutes } from './ask.routes.ts'
import { completionRoutes } from './completions.routes.ts'
import { createConversationsRepository } from './conversations.repository.ts'
import { conversationRoutes } from './conversations.routes.ts'
import { createConversations } from './conversations.service.ts'
import { sharedReadiness } from './documents-awaited.ts'
import { createMessagesRepository } from './messages.repository.ts'
import { createReading } from './reading.ts'

type Parts = {
  organizations: Organizations
  integrations: Integrations
  retrieval: Retrieval
  writersFor: WritersFor
}

/** Conversations and their answers. */
export const createConversationsModule = async (
  context: Context,
  { organizations, integrations, retrieval, writersFor }: Parts,
) => {
  const { bus, db, hub, limits, log, processes } = context
  const repository = createConversationsRepository(db)
  const messages = createMessagesRepository(db)
  const handovers = createHandoverRepository(db)
  const answers = createAnswers({
    messages,
    search: retrieval.search,
    readinessOf: retrieval.readinessOf,
    lookShared: sharedReadiness(retrieval.readinessOf),
    neighboursOf: createNeighbours(db),
    restrictedAmong: (ids) => closedAmong(db, PUBLIC, ids),
    checkSupport: createSupportCheck(retrieval),
    hub,
    bus,
    processes,
    records: createAnswerRecords({ db, embedder: retrieval.embedder, log }),
    log,
  })
  const conversations = createConversations({
    conversations: repository,
    messages,
    answers,
    integrations,
    limits,
    writersFor,
    reception: createReception(handovers),
    reading: createReading(db),
  })
  let takingOver: Promise<unknown> = Promise.resolve()
  if (processes.isAlone) await messages.failUnfinished(INTERRUPTED)
  else {
    const { isClosing } = answers
    const takeOver = createTakeover({ repository, messages, conversations, hub, log, isClosing })
    processes.afterEachLook(() => {
      takingOver = takeOver(processes.id)
      return takingOver
    })
  }
  return {
    conversations,
    async plugin(app) {
      await app.register(
        conversationRoutes(context, {
          conversations,
          integrations,
          async handedOver(id) {
            const handover = await handovers.find(id)
            return handover && presentInTranscript(handover, await handovers.entries(id, SHOWN_TO_ASKER))
          },
          async allHandedOver(ids) {
            const found = await handovers.ofMany(ids, SHOWN_TO_ASKER)
            return new Map(
              found.map(({ handover, entries }) => [
                handover.conversationId,
                presentInTranscript(handover, entries),
              ]),
            )
          },
        }),
      )
      await app.register(askRoutes(context, { conversations }))
      await app.register(completionRoutes(context, { conversations, integrations, organizations }))
    },
    close: () => answers.close(takingOver),
  } satisfies Module & Record<string, unknown>
}
