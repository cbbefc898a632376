import { expect } from 'vitest'
import { conversationPagesMachine } from '../../src/machines/conversation-pages/conversation-pages.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { conversationPagesModel } from './conversation-pages.model.ts'

describeModel({
  name: 'conversationPages',
  machine: conversationPagesMachine,
  model: conversationPagesModel,
  rig: (world) => ({
    oracles: {
      conversationPages: () =>
        expect(world.children.get('pages')?.input).toEqual({
          organizationId: 'o1',
          integrationId: 'i1',
          filter: { rating: 'down' },
          mine: false,
        }),
      'conversationPages.loading': () => expect(world.snapshot().context.error).toBeNull(),
      'conversationPages.empty': () => expect(world.snapshot().context.items).toEqual([]),
      'conversationPages.ready': () => expect(world.snapshot().context.items).not.toEqual([]),
      'conversationPages.ready.broken': () => expect(world.snapshot().context.error).not.toBeNull(),
    },
  }),
})
