import { type ActorRefFrom, assign, fromCallback, fromPromise, setup } from 'xstate'
import type { KnowledgeBaseMessage } from '../../services/contract/sockets.ts'
import { t } from '../../texts/t.ts'
import type { Heard } from '../connections/connections.types.ts'
import { failureOf } from '../failure.ts'
import { notProvided } from '../not-provided.ts'

interface GoldenRunInput {
  readonly organizationId: string
  readonly knowledgeBaseId: string
}

interface GoldenRunContext extends GoldenRunInput {
  readonly error: string | null
}

type GoldenRunEvent = { type: 'run.requested' }

/** Begins runs of the golden questions; how they come forward is heard over the socket of the knowledge base. */
export const goldenRunMachine = setup({
  types: {} as {
    context: GoldenRunContext
    events: GoldenRunEvent
    input: GoldenRunInput
    tags: 'busy'
    children: { live: 'live'; startRun: 'startRun' }
  },
  actors: {
    /** Reads the lists again when something is heard of them. */
    live: fromCallback<Heard<KnowledgeBaseMessage>, GoldenRunInput>(notProvided('live')),
    startRun: fromPromise<void, { knowledgeBaseId: string }>(notProvided('startRun')),
  },
  actions: {
    forgetError: assign({ error: null }),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOf(error, t('The questions could not be asked. Please try again.')).message,
    }),
  },
}).createMachine({
  id: 'goldenRun',
  description: 'Begins runs of the golden questions.',
  context: ({ input }) => ({ ...input, error: null }),
  invoke: {
    id: 'live',
    src: 'live',
    input: ({ context: { organizationId, knowledgeBaseId } }) => ({ organizationId, knowledgeBaseId }),
  },
  initial: 'idle',
  states: {
    idle: {
      description: 'The questions can be asked.',
      on: { 'run.requested': { target: 'starting', actions: 'forgetError' } },
    },
    starting: {
      description: 'The server is asked to begin.',
      tags: 'busy',
      invoke: {
        id: 'startRun',
        src: 'startRun',
        input: ({ context: { knowledgeBaseId } }) => ({ knowledgeBaseId }),
        onDone: 'idle',
        onError: {
          target: 'idle',
          actions: { type: 'rememberError', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
  },
})

export type GoldenRunRef = ActorRefFrom<typeof goldenRunMachine>
