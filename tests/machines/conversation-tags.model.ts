import type { conversationTagsMachine } from '../../src/machines/conversations/conversation-tags.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'

export const conversationTagsModel: Model<typeof conversationTagsMachine> = {
  input: { id: 'c1', tags: ['boots'] },
  events: () => [
    { type: 'draft.changed', draft: ' laces ' },
    { type: 'draft.changed', draft: 'boots' },
    { type: 'tag.added' },
    { type: 'tag.removed', tag: 'boots' },
  ],
  answers: () => ({ saveTags: [undefined, ...failuresOf('PATCH /api/v1/conversations/:id')] }),
  unhandled: [
    harmless(
      ['tag.added'],
      ['saving'],
      'What is typed stays in the field, and Enter adds it once the tag before it is saved.',
    ),
    never(['tag.removed'], ['saving'], 'The buttons that remove are disabled.'),
  ],
  key: ({ context }) => [context.tags, context.draft, context.error],
}
