import { assign, fromPromise, setup } from 'xstate'
import { t } from '../../texts/t.ts'
import { failureOf } from '../failure.ts'
import { notProvided } from '../not-provided.ts'
import { remembersError } from '../shared/failed-call.ts'

interface ConversationTagsContext {
  readonly id: string
  /** The server's tags. */
  readonly tags: readonly string[]
  /** The text in the field. */
  readonly draft: string
  /** Those that `wanted` was made from. */
  readonly known: readonly string[]
  /** The tags to save. */
  readonly wanted: readonly string[]
  readonly error: string | null
}

type ConversationTagsEvent =
  | { type: 'draft.changed'; draft: string }
  | { type: 'tag.added' }
  | { type: 'tag.removed'; tag: string }
  /** The conversation was read again. */
  | { type: 'tags.read'; tags: readonly string[] }

type Saving = Pick<ConversationTagsContext, 'id' | 'known' | 'wanted'>

/** The tags of one conversation: each change is saved at once, with those before it that are still being saved. */
export const conversationTagsMachine = setup({
  types: {} as {
    context: ConversationTagsContext
    events: ConversationTagsEvent
    input: { id: string; tags: readonly string[] }
    tags: 'busy'
    children: { saveTags: 'saveTags' }
  },
  actors: { saveTags: fromPromise<readonly string[], Saving>(notProvided('saveTags')) },
  guards: {
    isNew: ({ context: { draft, wanted } }) => draft.trim() !== '' && !wanted.includes(draft.trim()),
  },
  actions: {
    takeDraft: assign({ draft: (_, { draft }: { draft: string }) => draft }),
    startFromTags: assign({
      known: ({ context }) => context.tags,
      wanted: ({ context }) => context.tags,
    }),
    add: assign({ wanted: ({ context: { wanted, draft } }) => [...wanted, draft.trim()], error: null }),
    remove: assign({
      wanted: ({ context }, { tag }: { tag: string }) => context.wanted.filter((one) => one !== tag),
      error: null,
    }),
    take: assign({ tags: (_, { tags }: { tags: readonly string[] }) => tags }),
    /** Text typed since then is not a tag yet. */
    forgetDraftIfSaved: assign({
      draft: ({ context: { tags, draft } }) => (tags.includes(draft.trim()) ? '' : draft),
    }),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOf(error, t('The tags could not be saved. Please try again.')).message,
    }),
  },
}).createMachine({
  id: 'conversationTags',
  description: 'The tags of one conversation.',
  context: ({ input: { id, tags } }) => ({ id, tags, draft: '', known: tags, wanted: tags, error: null }),
  initial: 'resting',
  on: {
    'draft.changed': { actions: { type: 'takeDraft', params: ({ event }) => event } },
    'tag.added': { guard: 'isNew', target: '.saving', actions: 'add' },
    'tags.read': { actions: { type: 'take', params: ({ event }) => event } },
  },
  states: {
    resting: {
      description: 'Tags can be added and removed.',
      entry: 'startFromTags',
      on: {
        'tag.removed': { target: 'saving', actions: { type: 'remove', params: ({ event }) => event } },
        'tags.read': {
          target: 'resting',
          reenter: true,
          actions: { type: 'take', params: ({ event }) => event },
        },
      },
    },
    saving: {
      description: 'The changes are saved; what was typed stays until they are.',
      tags: 'busy',
      invoke: {
        id: 'saveTags',
        src: 'saveTags',
        input: ({ context: { id, known, wanted } }) => ({ id, known, wanted }),
        onDone: {
          target: 'resting',
          actions: [{ type: 'take', params: ({ event }) => ({ tags: event.output }) }, 'forgetDraftIfSaved'],
        },
        onError: { target: 'resting', actions: remembersError },
      },
    },
  },
})
