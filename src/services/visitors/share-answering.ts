import { type ActorRefFrom, fromPromise } from 'xstate'
import type { connectionsMachine } from '../../machines/connection/connections/connections.machine.ts'
import { answerFeedbackMachine } from '../../machines/conversations/answer-feedback.machine.ts'
import { sendToActor } from '../../machines/system.ts'
import { visitorConversationsMachine } from '../../machines/visitors/visitor-conversations.machine.ts'
import { provideConnections } from '../connection/connections.provide.ts'
import { readFrame } from '../connection/frames.ts'
import { type Conversing, listenForAnswers } from '../connection/listen.ts'
import { socketOrigin } from '../connection/socket-tokens.ts'
import { createVisitorClient } from '../http/client.ts'
import { createShareApi, type ShareServices } from './share-api.ts'
import { visitorKey } from './share-page.ts'
import { provideVisitorHandover } from './visitor-handover.provide.ts'

/** Questions and answers of a visitor: fetched when they begin to ask, or have asked before. */
export function createAnswering(services: Omit<ShareServices, 'http'>) {
  const { id, storage, claim } = services
  const http = createVisitorClient({ base: '', visitorToken: () => storage.read(visitorKey(id)) })
  const line = { name: `integration:${id}`, path: `/api/ws/share/${id}` } as const
  let dialAgain = () => {}
  const api = createShareApi({ ...services, http }, () => dialAgain())
  return {
    api,
    connections: provideConnections({
      freshToken: api.known,
      tokenRefused: (_, token) => api.forget(token),
      origin: socketOrigin(''),
      readFrame,
    }),
    listenForAnswers(actor: Conversing) {
      // A socket belongs to one visitor, and is closed once no one listens.
      dialAgain = () => {
        const connections: ActorRefFrom<typeof connectionsMachine> = actor.system.get('connections')
        const listeners = connections.getSnapshot().context.listeners[line.name] ?? []
        for (const listener of listeners)
          connections.send({ type: 'connection.left', name: line.name, listener })
        for (const listener of listeners) connections.send({ type: 'connection.joined', line, listener })
      }
      return listenForAnswers(actor, line)
    },
    visitorConversations: visitorConversationsMachine.provide({
      actors: {
        loadConversations: fromPromise(({ signal }) => api.conversations(signal)),
        removeConversation: fromPromise(async ({ input }) => {
          await api.removeConversation(input.id)
        }),
      },
    }),
    handover: provideVisitorHandover({ api: api.handover, storage, line, claim }),
    answerFeedback: answerFeedbackMachine.provide({
      actors: {
        saveFeedback: fromPromise(async ({ input: { messageId, feedback } }) => {
          await api.rate(messageId, feedback)
        }),
      },
      actions: {
        announceFeedback: (scope, rated) =>
          sendToActor(scope, 'conversation', { type: 'answer.rated', ...rated }),
      },
    }),
  }
}
