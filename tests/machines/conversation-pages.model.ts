import type { conversationPagesMachine } from '../../src/machines/conversation-pages/conversation-pages.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { conversation } from './samples.ts'

export const conversationPagesModel: Model<typeof conversationPagesMachine> = {
  input: { organizationId: 'o1', integrationId: 'i1', filter: { rating: 'down' } },
  events: () => [
    { type: 'pages.awaited' },
    { type: 'pages.arrived', items: [], total: 0, hasMore: false },
    { type: 'pages.arrived', items: [conversation], total: 2, hasMore: true },
    { type: 'pages.arrived', items: [conversation], total: 1, hasMore: false },
    { type: 'pages.failed', error: new Error('offline') },
    { type: 'end.reached' },
    { type: 'retry.requested' },
  ],
  key: ({ context: { items, hasMore, error } }) => [items.length, hasMore, error !== null],
  sentBy: { 'pages.awaited': 'pages', 'pages.arrived': 'pages', 'pages.failed': 'pages' },
}
