import * as z from 'zod/mini'
import { Acknowledged } from '../common.ts'
import { AnswerFeedback, Conversation, ConversationDetail, Message, RetryQuery } from '../conversations.ts'
import { Customer, SignedCustomer } from '../handover.ts'
import { Launcher, ShareAsked, SharePage, ShareQuestion, Visitor } from '../share.ts'
import { QUESTION, RATING } from './examples.ts'
import { operation } from './operation.ts'
import { ASKING, BUSY, NOT_FINISHED } from './phrases.ts'

/** The public page of an assistant, for visitors. */
export const publicPage = {
  page: operation('GET /api/v1/share/:id', SharePage, {
    summary: 'Get a public page',
    who: 'visitor',
  }),
  launcher: operation('GET /api/v1/share/:id/launcher', Launcher, {
    summary: 'Get the appearance of the launcher',
    who: 'visitor',
  }),
  card: operation('GET /api/v1/share/:id/card.png', null, {
    summary: 'Get the preview image of the link',
    who: 'visitor',
    answers: 'image/png',
  }),
  enter: operation('POST /api/v1/share/:id/visitors', Visitor, {
    summary: 'Create a visitor token',
    description: 'Send it in the header `X-Visitor-Token` with all other requests of the public page.',
    who: 'visitor',
    unaudited: ASKING,
    status: 201,
  }),
  identify: operation('PUT /api/v1/share/:id/identity', Customer, {
    summary: 'Identify a visitor',
    description:
      'The website that embeds the assistant signs the JSON text in `user`. If the visitor asks for a person, the team sees the name, address and id as verified.',
    who: 'visitor',
    unaudited: ASKING,
    body: SignedCustomer,
    example: {
      body: {
        user: '{"id":"c-4711","name":"Grace","email":"grace@example.com"}',
        hash: '3f8a…',
      },
    },
    refuses: {
      409: 'There is no identity secret, or the visitor is already identified as someone else.',
      422: 'The signature does not match, or `user` is incomplete.',
    },
  }),
  conversations: operation('GET /api/v1/share/:id/conversations', z.array(Conversation), {
    summary: 'List a visitor’s conversations',
    who: 'visitor',
  }),
  conversation: operation('GET /api/v1/share/:id/conversations/:part', ConversationDetail, {
    summary: 'Get a visitor’s conversation',
    who: 'visitor',
  }),
  removeConversation: operation('DELETE /api/v1/share/:id/conversations/:part', Acknowledged, {
    summary: 'Delete a visitor’s conversation',
    who: 'visitor',
  }),
  ask: operation('POST /api/v1/share/:id/messages', ShareAsked, {
    summary: 'Ask as a visitor',
    who: 'visitor',
    unaudited: ASKING,
    status: 201,
    body: ShareQuestion,
    example: { body: { content: QUESTION, conversation_id: null, channel: 'share' } },
    refuses: { 409: BUSY },
  }),
  message: operation('GET /api/v1/share/:id/messages/:part', Message, {
    summary: 'Get a question or an answer of a visitor',
    who: 'visitor',
  }),
  stop: operation('POST /api/v1/share/:id/messages/:part/stop', Message, {
    summary: 'Stop a visitor’s answer',
    who: 'visitor',
    unaudited: ASKING,
  }),
  retry: operation('POST /api/v1/share/:id/messages/:part/retry', ShareAsked, {
    summary: 'Regenerate a visitor’s answer',
    description: 'With `wait=true`, the answer waits until the documents being processed can be searched.',
    who: 'visitor',
    unaudited: ASKING,
    query: RetryQuery,
    refuses: { 409: BUSY },
  }),
  rate: operation('PUT /api/v1/share/:id/messages/:part/feedback', Message, {
    summary: 'Rate an answer as a visitor',
    who: 'visitor',
    unaudited: ASKING,
    body: AnswerFeedback,
    example: { body: RATING },
    refuses: { 409: NOT_FINISHED },
  }),
  unrate: operation('DELETE /api/v1/share/:id/messages/:part/feedback', Message, {
    summary: 'Remove a visitor’s rating',
    who: 'visitor',
    unaudited: ASKING,
    refuses: { 409: NOT_FINISHED },
  }),
}
