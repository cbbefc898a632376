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

type Saving = { id: string; tags: readonly string[] }

/** The tags of one conversation: each change is saved at once, and reverted if it fails. */
export const conversationTagsMachine = setup({
  types: {} as {
    context: ConversationTagsContext
    events: ConversationTagsEvent
    input: { id: string; tags: readonly string[] }
    tags: 'busy'
    children: { saveTags: 'saveTags' }
  },
  actors: { saveTags: fromPromise<void, Saving>(notProvided('saveTags')) },
  guards: {
    isNew: ({ context: { draft, tags } }) => draft.trim() !== '' && !tags.includes(draft.trim()),
  },
  actions: {
    takeDraft: assign({ draft: (_, { draft }: { draft: string }) => draft }),
    add: assign({ wanted: ({ context: { tags, draft } }) => [...tags, draft.trim()], error: null }),
    remove: assign({
      wanted: ({ context }, { tag }: { tag: string }) => context.tags.filter((one) => one !== tag),
      error: null,
    }),
    keep: assign({ tags: ({ context }) => context.wanted }),
    takeRead: assign({ tags: (_, { tags }: { tags: readonly string[] }) => tags }),
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
  context: ({ input: { id, tags } }) => ({ id, tags, draft: '', wanted: tags, error: null }),
  initial: 'resting',
  states: {
    resting: {
      description: 'Tags can be added and removed.',
      on: {
        'draft.changed': { actions: { type: 'takeDraft', params: ({ event }) => event } },
        'tag.added': { guard: 'isNew', target: 'saving', actions: 'add' },
        'tag.removed': { target: 'saving', actions: { type: 'remove', params: ({ event }) => event } },
        'tags.read': { actions: { type: 'takeRead', params: ({ event }) => event } },
      },
    },
    saving: {
      description: 'The change is saved; what was typed stays until it is.',
      tags: 'busy',
      on: { 'draft.changed': { actions: { type: 'takeDraft', params: ({ event }) => event } } },
      invoke: {
        id: 'saveTags',
        src: 'saveTags',
        input: ({ context: { id, wanted } }) => ({ id, tags: wanted }),
        onDone: { target: 'resting', actions: ['keep', 'forgetDraftIfSaved'] },
        onError: { target: 'resting', actions: remembersError },
      },
    },
  },
})
