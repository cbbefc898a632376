import { type ActorRefFrom, assign, fromCallback, fromPromise, not, sendTo, setup } from 'xstate'
import type { DocumentFilter, Passage } from '../../services/contract/documents.ts'
import type { KnowledgeBaseMessage } from '../../services/contract/sockets.ts'
import { t } from '../../texts/t.ts'
import type { LiveEvent } from '../connection/connections/connections.types.ts'
import { failureOf } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { showToast } from '../system.ts'
import { editPassageMachine, writeFaqMachine, writeTextMachine } from './document-forms.machine.ts'
import type { Change, KnowledgeBaseContext, KnowledgeBaseEvent, Wanted } from './knowledge-base.types.ts'
import { readerMachine } from './reader.machine.ts'

/** Debounce of typing in the filter. */
const TYPING_RESTS = 250 // ms

const FAILED = t('That did not work. Please try again.')

const toggled = (selected: readonly string[], id: string) =>
  selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]

/** S2.12: the page of a knowledge base. Its documents are updated live, and can be searched, selected and changed. */
export const knowledgeBaseMachine = setup({
  types: {} as {
    context: KnowledgeBaseContext
    events: KnowledgeBaseEvent
    input: { organizationId: string; knowledgeBaseId: string }
    children: {
      live: 'live'
      applyChange: 'applyChange'
      loadText: 'loadText'
      writeText: 'writeText'
      writeFaq: 'writeFaq'
      reader: 'reader'
      editPassage: 'editPassage'
    }
  },
  delays: { typingRests: TYPING_RESTS },
  actors: {
    live: fromCallback<LiveEvent<KnowledgeBaseMessage>, { organizationId: string; knowledgeBaseId: string }>(
      notProvided('live'),
    ),
    applyChange: fromPromise<void, { knowledgeBaseId: string; change: Change }>(notProvided('applyChange')),
    /** The source text of a document's content. */
    loadText: fromPromise<string, Wanted>(notProvided('loadText')),
    writeText: writeTextMachine,
    writeFaq: writeFaqMachine,
    reader: readerMachine,
    editPassage: editPassageMachine,
  },
  guards: {
    hasSelected: ({ context }) => context.selected.length > 0,
    isFaq: ({ context }) => context.wanted?.source === 'faq',
  },
  actions: {
    showToast,
    refetchDocuments: actionNotProvided('refetchDocuments'),
    draftFilter: assign({
      draft: ({ context }, { change }: { change: Partial<DocumentFilter> }) => ({
        ...context.draft,
        ...change,
      }),
    }),
    // Hidden documents must not be changed with the rest.
    applyFilter: assign({ filter: ({ context }) => context.draft, selected: [] }),
    toggle: assign({ selected: ({ context }, { id }: { id: string }) => toggled(context.selected, id) }),
    select: assign({ selected: (_, { ids }: { ids: readonly string[] }) => ids }),
    clearSelection: assign({ selected: [] }),
    // Documents that are no longer listed cannot be deselected, and must not be changed with the rest.
    deselectUnlisted: assign({
      selected: ({ context }, { ids }: { ids: readonly string[] }) =>
        context.selected.filter((id) => ids.includes(id)),
    }),
    // Documents selected in the meantime stay selected.
    deselectChanged: assign({
      selected: ({ context: { selected, change } }) =>
        change!.ofSelection ? selected.filter((id) => !change!.ids.includes(id)) : selected,
    }),
    rememberChange: assign({
      change: (_, { ids, action, ofSelection }: Change) => ({ ids, action, ofSelection }),
    }),
    forgetChange: assign({ change: null }),
    rememberWanted: assign({ wanted: (_, { document }: { document: Wanted }) => document }),
    forgetWanted: assign({ wanted: null }),
    showPassage: sendTo('reader', (_, { passage }: { passage: Passage }) => ({
      type: 'passage.changed',
      passage,
    })),
    openText: sendTo('writeText', ({ context }, { text }: { text: string }) => ({
      type: 'form.opened',
      values: {
        knowledgeBaseId: context.knowledgeBaseId,
        id: context.wanted!.id,
        name: context.wanted!.name,
        text,
      },
    })),
    openFaq: sendTo('writeFaq', ({ context }, { text }: { text: string }) => ({
      type: 'form.opened',
      values: {
        knowledgeBaseId: context.knowledgeBaseId,
        id: context.wanted!.id,
        question: context.wanted!.name,
        answer: text,
        approved: context.wanted!.enabled,
      },
    })),
  },
}).createMachine({
  id: 'knowledgeBase',
  description: 'The page of a knowledge base.',
  type: 'parallel',
  context: ({ input }) => ({
    ...input,
    filter: {},
    draft: {},
    selected: [],
    change: null,
    wanted: null,
  }),
  invoke: [
    { id: 'writeText', src: 'writeText' },
    { id: 'writeFaq', src: 'writeFaq' },
    { id: 'reader', src: 'reader' },
    { id: 'editPassage', src: 'editPassage' },
  ],
  on: { 'passage.saved': { actions: { type: 'showPassage', params: ({ event }) => event } } },
  states: {
    progress: {
      initial: 'connecting',
      invoke: {
        id: 'live',
        src: 'live',
        input: ({ context: { organizationId, knowledgeBaseId } }) => ({ organizationId, knowledgeBaseId }),
      },
      states: {
        connecting: {
          description: 'The states shown may be old.',
          on: { 'live.opened': { target: 'live', actions: 'refetchDocuments' } },
        },
        live: {
          description: 'Each stage of the ingestion arrives as it happens.',
          on: { 'live.lost': 'connecting' },
        },
      },
    },
    filter: {
      initial: 'applied',
      states: {
        applied: {
          description: 'The list shows the documents that match the filter.',
          on: {
            'filter.changed': {
              target: 'typing',
              actions: { type: 'draftFilter', params: ({ event }) => event },
            },
          },
        },
        typing: {
          description: 'The filter is being changed; the list follows when typing pauses.',
          after: { typingRests: { target: 'applied', actions: 'applyFilter' } },
          on: {
            'filter.changed': {
              target: 'typing',
              reenter: true,
              actions: { type: 'draftFilter', params: ({ event }) => event },
            },
          },
        },
      },
    },
    selection: {
      initial: 'none',
      states: {
        none: {
          description: 'No document is chosen.',
          always: { guard: 'hasSelected', target: 'some' },
        },
        some: {
          description: 'Actions for all chosen documents are offered.',
          always: { guard: not('hasSelected'), target: 'none' },
          on: { 'selection.cleared': { actions: 'clearSelection' } },
        },
      },
      on: {
        'document.toggled': { actions: { type: 'toggle', params: ({ event }) => event } },
        'documents.selected': { actions: { type: 'select', params: ({ event }) => event } },
        'documents.read': { actions: { type: 'deselectUnlisted', params: ({ event }) => event } },
      },
    },
    change: {
      initial: 'idle',
      states: {
        idle: {
          description: 'Documents can be enabled, disabled, cancelled and tried again.',
          on: {
            'change.requested': {
              target: 'changing',
              actions: { type: 'rememberChange', params: ({ event }) => event },
            },
          },
        },
        changing: {
          description: 'The change is sent to the server.',
          invoke: {
            id: 'applyChange',
            src: 'applyChange',
            input: ({ context: { knowledgeBaseId, change } }) => ({ knowledgeBaseId, change: change! }),
            onDone: { target: 'idle', actions: ['deselectChanged', 'forgetChange', 'refetchDocuments'] },
            onError: {
              target: 'idle',
              actions: [
                'forgetChange',
                {
                  type: 'showToast',
                  params: ({ event }) => ({
                    type: 'error',
                    message: failureOf(event.error, FAILED).message,
                  }),
                },
              ],
            },
          },
        },
      },
    },
    text: {
      initial: 'idle',
      states: {
        idle: {
          description: 'Text written here can be edited.',
          on: {
            'text.requested': {
              target: 'loading',
              actions: { type: 'rememberWanted', params: ({ event }) => event },
            },
          },
        },
        loading: {
          description: 'The text is read, to be edited in its form.',
          invoke: {
            id: 'loadText',
            src: 'loadText',
            input: ({ context }) => context.wanted!,
            onDone: [
              {
                guard: 'isFaq',
                target: 'idle',
                actions: [
                  { type: 'openFaq', params: ({ event }) => ({ text: event.output }) },
                  'forgetWanted',
                ],
              },
              {
                target: 'idle',
                actions: [
                  { type: 'openText', params: ({ event }) => ({ text: event.output }) },
                  'forgetWanted',
                ],
              },
            ],
            onError: {
              target: 'idle',
              actions: [
                'forgetWanted',
                {
                  type: 'showToast',
                  params: ({ event }) => ({
                    type: 'error',
                    message: failureOf(event.error, t('The text could not be read. Please try again.'))
                      .message,
                  }),
                },
              ],
            },
          },
        },
      },
    },
  },
})

export type KnowledgeBaseRef = ActorRefFrom<typeof knowledgeBaseMachine>
