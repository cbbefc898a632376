import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { Passage } from '../../services/contract/documents.ts'
import type { SearchExplanation } from '../../services/contract/search.ts'
import { t } from '../../texts/t.ts'
import { failureOfCall } from '../failure.ts'
import { notProvided } from '../not-provided.ts'
import { failsTo, isRefused, remembersError } from '../shared/failed-call.ts'

interface ExplainPassageContext {
  readonly integrationId: string
  readonly query: string
  readonly documentId: string | null
  readonly passages: readonly Passage[]
  readonly passage: Passage | null
  readonly explanation: SearchExplanation | null
  readonly error: string | null
}

type ExplainPassageEvent =
  | { type: 'document.picked'; id: string }
  | { type: 'passage.picked'; passage: Passage }
  | { type: 'retry.requested' }

/** Explains why an expected passage was not found: its document, the passage, and its ranks. */
export const explainPassageMachine = setup({
  types: {} as {
    context: ExplainPassageContext
    events: ExplainPassageEvent
    input: { integrationId: string; query: string }
    tags: 'busy' | 'failed'
    children: { loadPassages: 'loadPassages'; explain: 'explain' }
  },
  actors: {
    loadPassages: fromPromise<readonly Passage[], { documentId: string }>(notProvided('loadPassages')),
    explain: fromPromise<SearchExplanation, { integrationId: string; query: string; passageId: string }>(
      notProvided('explain'),
    ),
  },
  guards: { isRefused },
  actions: {
    takeDocument: assign({
      documentId: (_, { id }: { id: string }) => id,
      passages: [],
      passage: null,
      explanation: null,
      error: null,
    }),
    takePassages: assign({ passages: (_, { passages }: { passages: readonly Passage[] }) => passages }),
    takePassage: assign({
      passage: (_, { passage }: { passage: Passage }) => passage,
      explanation: null,
      error: null,
    }),
    takeExplanation: assign({
      explanation: (_, { explanation }: { explanation: SearchExplanation }) => explanation,
    }),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOfCall(error, t('The server could not be reached. Please try again.')).message,
    }),
    forgetError: assign({ error: null }),
  },
}).createMachine({
  id: 'explainPassage',
  description: 'Explains why an expected passage was not found.',
  context: ({ input }) => ({
    ...input,
    documentId: null,
    passages: [],
    passage: null,
    explanation: null,
    error: null,
  }),
  initial: 'choosingDocument',
  on: {
    'document.picked': {
      target: '.loadingPassages',
      reenter: true,
      actions: { type: 'takeDocument', params: ({ event }) => event },
    },
  },
  states: {
    choosingDocument: { description: 'In which document was it expected?' },
    loadingPassages: {
      description: 'The document is read.',
      tags: 'busy',
      invoke: {
        id: 'loadPassages',
        src: 'loadPassages',
        input: ({ context }) => ({ documentId: context.documentId! }),
        onDone: {
          target: 'choosingPassage',
          actions: { type: 'takePassages', params: ({ event }) => ({ passages: event.output }) },
        },
        onError: failsTo('unreadable', remembersError),
      },
    },
    refused: {
      description: 'The document was deleted or is restricted to others. Another one can be chosen.',
      tags: 'failed',
    },
    unreadable: {
      description: 'The document could not be read; Try Again.',
      tags: 'failed',
      on: { 'retry.requested': { target: 'loadingPassages', actions: 'forgetError' } },
    },
    choosingPassage: {
      description: 'Which passage of it?',
      initial: 'open',
      on: {
        'passage.picked': {
          target: '.explaining',
          reenter: true,
          actions: { type: 'takePassage', params: ({ event }) => event },
        },
      },
      states: {
        open: { description: 'No passage is chosen yet.' },
        explaining: {
          description: 'The server computes its ranks by words, by meaning and by both.',
          tags: 'busy',
          invoke: {
            id: 'explain',
            src: 'explain',
            input: ({ context }) => ({
              integrationId: context.integrationId,
              query: context.query,
              passageId: context.passage!.id,
            }),
            onDone: {
              target: 'explained',
              actions: { type: 'takeExplanation', params: ({ event }) => ({ explanation: event.output }) },
            },
            onError: failsTo('unexplained', remembersError),
          },
        },
        refused: {
          description:
            'The server refused the explanation and would refuse again. Another passage can be chosen.',
          tags: 'failed',
        },
        explained: { description: 'The explanation in words; another passage can be chosen.' },
        unexplained: {
          description: 'The explanation could not be loaded; Try Again.',
          tags: 'failed',
          on: { 'retry.requested': { target: 'explaining', actions: 'forgetError' } },
        },
      },
    },
  },
})

export type ExplainPassageRef = ActorRefFrom<typeof explainPassageMachine>
