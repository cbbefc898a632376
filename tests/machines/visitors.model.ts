import type { shareMachine } from '../../src/machines/visitors/share.machine.ts'
import type { visitorConversationsMachine } from '../../src/machines/visitors/visitor-conversations.machine.ts'
import type { Closed, SharePage } from '../../src/services/contract/share.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { unanswered } from './form.model.ts'
import { failuresOf } from './refusals.ts'
import { conversation } from './samples.ts'

export const NOON = Date.parse('2026-05-01T12:00:00.000Z')
const MIDNIGHT = '2026-05-02T00:00:00.000Z'

const budget = (left: number) => ({ limit: 20, left, resets_at: MIDNIGHT, resets_in: 43_200 })

export const page = (closed: Closed | null = null, left = 20): SharePage => ({
  id: 'i1',
  name: 'Helper',
  avatar: '',
  logo_url: '',
  color: 'brick',
  welcome_message: '',
  starter_questions: [],
  answers: 'quoted',
  closed,
  budget: budget(left),
  powered_by: true,
  handover: false,
})

const missing = Object.assign(new Error('gone'), {
  status: 404,
  code: 'not_found',
  detail: 'Assistant not found.',
})

export const shareModel: Model<typeof shareMachine> = {
  input: { id: 'i1', now: NOON },
  events: () => [
    { type: 'retry.requested' },
    ...(['pace', 'page'] as const).map((reason) => ({
      type: 'question.refused',
      reason,
      wait: 30,
    })),
    ...[19, 0].map((left) => ({ type: 'budget.changed' as const, budget: budget(left) })),
    { type: 'clock.tick', now: NOON },
    { type: 'clock.tick', now: Date.parse(MIDNIGHT) },
    { type: 'connection.lost' },
    { type: 'connection.found' },
  ],
  answers: () => ({
    loadAnswering: [undefined],
    loadPage: [
      labelled('It is open', page()),
      labelled('It is paused', page('paused')),
      labelled('Its trial has expired', page('expired')),
      labelled('The budget of its organization is used up', page('over_budget')),
      labelled('The visitor has no question left', page(null, 0)),
      missing,
      unanswered,
    ],
  }),
  unhandled: [
    never(
      ['budget.changed', 'question.refused'],
      ['loading', 'notFound', 'unreachable'],
      'The conversation, which sends it, is not there.',
    ),
    never(
      ['retry.requested'],
      [
        'loading',
        'notFound',
        'shown.ready',
        'shown.limited',
        'shown.expired',
        'shown.offline',
        'shown.checking',
      ],
      'Looking again is offered where the page could not be read, is paused or over its budget.',
    ),
    harmless(['connection.found'], ['loading'], 'The page is being read.'),
    harmless(['connection.found'], ['notFound'], 'The server has answered that there is no such page.'),
    harmless(
      ['connection.lost'],
      ['loading', 'unreachable'],
      'Reading fails by itself without a network, and can be tried again.',
    ),
    harmless(['connection.lost'], ['notFound'], 'The server has answered that there is no such page.'),
  ],
  key: ({ context }) => [context.page, context.error, context.waitUntil, context.now],
}

export const visitorConversationsModel: Model<typeof visitorConversationsMachine> = {
  events: () => [
    { type: 'list.opened' },
    { type: 'list.closed' },
    { type: 'retry.requested' },
    { type: 'removal.asked', id: conversation.id },
    { type: 'removal.asked', id: 'c2' },
    { type: 'removal.given' },
    { type: 'removal.refused' },
  ],
  answers: () => ({
    loadConversations: [[conversation], [], ...failuresOf('GET /api/v1/share/:id/conversations')],
    removeConversation: [undefined, ...failuresOf('DELETE /api/v1/share/:id/conversations/:part')],
  }),
  unhandled: [
    never(['list.opened'], ['open'], 'The dialog lies over the button that opens it.'),
    harmless(['list.closed'], ['closed'], 'It is closed already.'),
    never(
      ['retry.requested'],
      ['closed', 'open.loading', 'open.refused', 'open.listed', 'open.confirming', 'open.removing'],
      'Try Again is shown where reading failed, and not where it would be refused again.',
    ),
    harmless(
      ['removal.asked', 'removal.given', 'removal.refused'],
      ['closed'],
      'A dialog that fades out asks nothing any more; what was asked is forgotten.',
    ),
    never(
      ['removal.given', 'removal.refused'],
      ['open.loading', 'open.failed', 'open.refused', 'open.listed'],
      'The question is not on the screen.',
    ),
    never(
      ['removal.given', 'removal.refused'],
      ['open.removing'],
      'Every button of the list is disabled until the conversation is deleted.',
    ),
  ],
  key: ({ context }) => [context.conversations.length, context.selectedId, context.error],
}
