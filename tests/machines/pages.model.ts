import type { pagesMachine } from '../../src/machines/pages/pages.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { conversation } from './samples.ts'

export const pagesModel: Model<typeof pagesMachine> = {
  input: {
    name: 'conversations',
    of: { organizationId: 'o1', integrationId: 'i1', filter: { rating: 'down' } },
  },
  events: () => [
    { type: 'pages.awaited' },
    { type: 'pages.arrived', items: [], total: 0, hasMore: false },
    { type: 'pages.arrived', items: [conversation], total: 2, hasMore: true },
    { type: 'pages.arrived', items: [conversation], total: 1, hasMore: false },
    { type: 'pages.failed', error: new Error('offline') },
    { type: 'end.reached' },
    { type: 'retry.requested' },
  ],
  unhandled: [
    never(
      ['retry.requested'],
      ['loading', 'empty', 'ready.resting', 'ready.loadingMore'],
      'Try Again is shown where reading failed.',
    ),
    never(
      ['end.reached'],
      ['loading', 'failed', 'empty'],
      'There is no list whose end could come into view.',
    ),
    harmless(['end.reached'], ['ready.loadingMore'], 'The next page is being read.'),
    harmless(
      ['end.reached'],
      ['ready.broken'],
      'Reading on failed, and is asked for by its button: scrolling must not repeat it for ever.',
    ),
  ],
  key: ({ context: { items, hasMore, error } }) => [items.length, hasMore, error !== null],
  sentBy: { 'pages.awaited': 'pages', 'pages.arrived': 'pages', 'pages.failed': 'pages' },
}
