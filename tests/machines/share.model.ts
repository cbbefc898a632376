import type { shareMachine } from '../../src/machines/share/share.machine.ts'
import type { Closed, SharePage } from '../../src/services/contract/share.ts'
import type { Model } from '../harness/model/model.ts'
import { unanswered } from './form.model.ts'

export const NOON = Date.parse('2026-05-01T12:00:00.000Z')
const MIDNIGHT = '2026-05-02T00:00:00.000Z'

const budget = (left: number) => ({ limit: 20, left, resets_at: MIDNIGHT })

export const page = (closed: Closed | null = null, left = 20): SharePage => ({
  id: 'i1',
  name: 'Helper',
  avatar: '',
  color: 'brick',
  welcome_message: '',
  starter_questions: [],
  answers: 'quoted',
  closed,
  budget: budget(left),
})

const missing = Object.assign(new Error('gone'), { status: 404, detail: 'Assistant not found.' })

export const shareModel: Model<typeof shareMachine> = {
  input: { id: 'i1', now: NOON },
  events: () => [
    { type: 'retry.requested' },
    ...(['pace', 'visitor_limit', 'paused', 'expired', 'over_budget', 'gone'] as const).map((reason) => ({
      type: 'question.refused',
      reason,
      waitUntil: NOON + 30_000,
      now: NOON,
    })),
    { type: 'budget.changed', budget: budget(19) },
    { type: 'clock.tick', now: NOON },
    { type: 'clock.tick', now: Date.parse(MIDNIGHT) },
    { type: 'connection.lost' },
    { type: 'connection.found' },
  ],
  answers: () => ({
    loadPage: [
      page(),
      page('paused'),
      page('expired'),
      page('over_budget'),
      page(null, 0),
      missing,
      unanswered,
    ],
  }),
  key: ({ context }) => [context.page, context.error, context.waitUntil, context.now],
}
