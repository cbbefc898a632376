import { fromPromise } from 'xstate'
import { answerFeedbackMachine, type Saving } from '../../machines/conversations/answer-feedback.machine.ts'
import { sendToActor } from '../../machines/system.ts'
import { visitorConversationsMachine } from '../../machines/visitors/visitor-conversations.machine.ts'
import { provideConnections } from '../connection/connections.provide.ts'
import { readFrame } from '../connection/frames.ts'
import { type Conversing, listenForAnswers } from '../connection/listen.ts'
import { socketOrigin } from '../connection/socket-tokens.ts'
import type { Conversation } from '../contract/conversations.ts'
import { createVisitorClient } from '../http/client.ts'
import { createShareApi, type ShareServices } from './share-api.ts'
import { visitorKey } from './share-page.ts'
import { provideVisitorHandover } from './visitor-handover.provide.ts'

/** Questions and answers of a visitor: fetched when they begin to ask, or have asked before. */
export function createAnswering(services: Omit<ShareServices, 'http'>) {
  const { id, storage, claim } = services
  const http = createVisitorClient({ base: '', visitorToken: () => storage.read(visitorKey(id)) })
  const api = createShareApi({ ...services, http })
  return {
    api,
    connections: provideConnections({
      freshToken: api.known,
      tokenRefused: api.forget,
      origin: socketOrigin(''),
      readFrame,
    }),
    listenForAnswers: (actor: Conversing) =>
      listenForAnswers(actor, { name: `integration:${id}`, path: `/api/ws/share/${id}` }),
    visitorConversations: visitorConversationsMachine.provide({
      actors: {
        loadConversations: fromPromise<readonly Conversation[]>(({ signal }) => api.conversations(signal)),
        removeConversation: fromPromise(async ({ input }: { input: { id: string } }) => {
          await api.removeConversation(input.id)
        }),
      },
    }),
    handover: provideVisitorHandover({ api: api.handover, storage, id, claim }),
    answerFeedback: answerFeedbackMachine.provide({
      actors: {
        saveFeedback: fromPromise<void, Saving>(async ({ input: { messageId, feedback } }) => {
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
