import type { resourceMachine } from '../../src/machines/shell/resource/resource.machine.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'

const FURTHER = { total: 2, hasMore: true }

export const resourceModel: Model<typeof resourceMachine> = {
  input: { name: 'knowledgeBases', of: { organizationId: 'o1' } },
  events: () => [
    { type: 'data.arrived', data: [] },
    { type: 'data.arrived', data: ['one'] },
    { type: 'data.arrived', data: ['one'], extent: FURTHER },
    labelled('A record comes that is of another organization', {
      type: 'data.arrived',
      data: { organization_id: 'o2' },
    }),
    labelled('A record comes', { type: 'data.arrived', data: { organization_id: 'o1' } }),
    { type: 'data.awaited' },
    { type: 'data.failed', error: new Error('offline') },
    { type: 'data.failed', error: Object.assign(new Error('gone'), { status: 404 }) },
    { type: 'data.failed', error: Object.assign(new Error('not offered'), { status: 501 }) },
    {
      type: 'data.failed',
      error: Object.assign(new Error('refused'), { status: 403, detail: 'Only owners.' }),
    },
    { type: 'end.reached' },
    { type: 'retry.requested' },
  ],
  unhandled: [
    never(
      ['retry.requested'],
      [
        'loading',
        'refused',
        'missing',
        'unoffered',
        'empty',
        'ready.resting',
        'ready.loadingMore',
        'ready.refused',
      ],
      'Try Again is shown where reading failed, and not where it would be refused again.',
    ),
    never(
      ['end.reached'],
      ['loading', 'failed', 'refused', 'missing', 'unoffered', 'empty'],
      'There is no list whose end could come into view.',
    ),
    harmless(['end.reached'], ['ready.loadingMore'], 'The next page is being read.'),
    harmless(
      ['end.reached'],
      ['ready.broken'],
      'Reading on failed, and is asked for by its button: scrolling must not repeat it for ever.',
    ),
    harmless(['end.reached'], ['ready.refused'], 'The server would refuse the next page again.'),
  ],
  key: ({ context }) => [context.data, context.hasMore, context.error],
  sentBy: { 'data.arrived': 'query', 'data.awaited': 'query', 'data.failed': 'query' },
}
