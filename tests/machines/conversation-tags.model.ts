import type { conversationTagsMachine } from '../../src/machines/conversation-tags/conversation-tags.machine.ts'
import type { Model } from '../harness/model/model.ts'

export const conversationTagsModel: Model<typeof conversationTagsMachine> = {
  input: { id: 'c1', tags: ['boots'] },
  events: () => [
    { type: 'draft.changed', draft: ' laces ' },
    { type: 'draft.changed', draft: 'boots' },
    { type: 'tag.added' },
    { type: 'tag.removed', tag: 'boots' },
  ],
  answers: () => ({ saveTags: [undefined, new Error('offline')] }),
  key: ({ context }) => [context.tags, context.draft, context.error],
}
