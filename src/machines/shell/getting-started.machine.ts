import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import { t } from '../../texts/t.ts'
import { failureOf, failureOfCall } from '../failure.ts'
import type { ChosenFile, Destination } from '../knowledge/upload.setup.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { goTo, sendToActor, showToast } from '../system.ts'
import type { ViewGone } from '../views.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/** Progress of an organization’s first steps. */
export interface Progress {
  /** The first knowledge base; new content is added there. */
  readonly knowledgeBase: Named | null
  readonly documents: number
  /** Documents that are still being read. */
  readonly unread: number
  readonly assistant: Named | null
  readonly questions: number
}

type GettingStartedEvent =
  | { type: 'progress.read'; progress: Progress }
  | { type: 'files.chosen'; files: readonly ChosenFile[] }
  | { type: 'sample.requested' }
  /** A request that was sent is still followed to its end. */
  | ViewGone

interface GettingStartedContext {
  readonly organizationId: string
  readonly progress: Progress
  /** Files chosen before there was a knowledge base for them. */
  readonly files: readonly ChosenFile[]
  readonly error: string | null
  /** Code of the refusal. */
  readonly code: string | null
  /** The page is no longer on the screen. */
  readonly isLeft: boolean
}

const NOTHING: Progress = { knowledgeBase: null, documents: 0, unread: 0, assistant: null, questions: 0 }

/** The first steps of an organization: add knowledge, create an assistant, ask. */
export const gettingStartedMachine = setup({
  types: {} as {
    context: GettingStartedContext
    events: GettingStartedEvent
    input: { organizationId: string }
    /** `adding`, `creating` and `asking` name the next step. */
    tags: 'shown' | 'busy' | 'committed' | 'adding' | 'creating' | 'asking'
    children: { createKnowledgeBase: 'createKnowledgeBase'; addSample: 'addSample' }
  },
  actors: {
    createKnowledgeBase: fromPromise<Destination, { organizationId: string }>(
      notProvided('createKnowledgeBase'),
    ),
    /** Ends with the id of the sample's assistant, once its documents have been read. */
    addSample: fromPromise<string, { organizationId: string }>(notProvided('addSample')),
  },
  guards: {
    hasFailed: ({ context }) => context.error !== null,
    hasAsked: ({ context }) => context.progress.questions > 0,
    hasAssistant: ({ context }) => context.progress.assistant !== null,
    hasDocuments: ({ context }) => context.progress.documents > 0,
    hasKnowledgeBase: ({ context }) => context.progress.knowledgeBase !== null,
    isLeft: ({ context }) => context.isLeft,
    isEmpty: (_, { files }: { files: readonly ChosenFile[] }) => files.length === 0,
  },
  actions: {
    rememberProgress: assign({ progress: (_, { progress }: { progress: Progress }) => progress }),
    rememberFiles: assign({
      files: (_, { files }: { files: readonly ChosenFile[] }) => files,
      error: null,
      code: null,
    }),
    forgetError: assign({ error: null, code: null }),
    rememberError: assign((_, { error, fallback }: { error: unknown; fallback: string }) => {
      const { message, code } = failureOf(error, fallback)
      return { error: message, code }
    }),
    sendFiles: (scope, { to }: { to: Destination }) =>
      sendToActor(scope, 'workspace', { type: 'files.chosen', to, files: scope.context.files }),
    forgetFiles: assign({ files: [] }),
    leaveView: assign({ isLeft: true }),
    sayFailure: (scope, { error, title }: { error: unknown; title: string }) =>
      showToast(scope, {
        type: 'error',
        title,
        message: failureOfCall(error, t('The server could not be reached. Please try again.')).message,
        page: { organizationId: scope.context.organizationId, path: '/integrations' },
      }),
    refreshLists: actionNotProvided('refreshLists'),
    goTo,
  },
}).createMachine({
  id: 'gettingStarted',
  description: 'The first steps of an organization: add knowledge, create an assistant, ask.',
  context: ({ input }) => ({
    ...input,
    progress: NOTHING,
    files: [],
    error: null,
    code: null,
    isLeft: false,
  }),
  initial: 'reading',
  on: {
    'progress.read': {
      target: '.deciding',
      actions: { type: 'rememberProgress', params: ({ event }) => event },
    },
    'view.left': { actions: 'leaveView' },
  },
  states: {
    reading: { description: 'The organization’s contents are not yet known.' },
    deciding: {
      description: 'The first step that is not done is next, or the one that has just failed.',
      always: [
        { guard: 'hasFailed', target: 'adding' },
        { guard: 'hasAsked', target: 'finished' },
        { guard: 'hasAssistant', target: 'asking' },
        { guard: 'hasDocuments', target: 'creating' },
        { target: 'adding' },
      ],
    },
    adding: {
      description: 'Files can be dropped, or the sample added.',
      tags: ['shown', 'adding'],
      on: {
        'files.chosen': [
          { guard: { type: 'isEmpty', params: ({ event }) => event } },
          {
            guard: 'hasKnowledgeBase',
            target: 'deciding',
            actions: [
              { type: 'rememberFiles', params: ({ event }) => event },
              {
                type: 'sendFiles',
                params: ({ context: { progress } }) => ({
                  to: { knowledgeBaseId: progress.knowledgeBase!.id, name: progress.knowledgeBase!.name },
                }),
              },
              'forgetFiles',
            ],
          },
          {
            target: 'creatingKnowledgeBase',
            actions: { type: 'rememberFiles', params: ({ event }) => event },
          },
        ],
        'sample.requested': { target: 'addingSample', actions: 'forgetError' },
      },
    },
    creatingKnowledgeBase: {
      description: 'The chosen files get a knowledge base, and are sent to it.',
      tags: ['shown', 'busy', 'committed', 'adding'],
      on: { 'progress.read': { actions: { type: 'rememberProgress', params: ({ event }) => event } } },
      invoke: {
        id: 'createKnowledgeBase',
        src: 'createKnowledgeBase',
        input: ({ context: { organizationId } }) => ({ organizationId }),
        onDone: {
          target: 'deciding',
          actions: [
            { type: 'sendFiles', params: ({ event }) => ({ to: event.output }) },
            'forgetFiles',
            'refreshLists',
          ],
        },
        onError: [
          {
            guard: 'isLeft',
            target: 'deciding',
            actions: {
              type: 'sayFailure',
              params: ({ event }) => ({ error: event.error, title: t('Your files were not added.') }),
            },
          },
          {
            target: 'deciding',
            actions: {
              type: 'rememberError',
              params: ({ event }) => ({
                error: event.error,
                fallback: t('The files could not be added. Choose them again.'),
              }),
            },
          },
        ],
      },
    },
    addingSample: {
      description: 'Sample documents are added and read, and an assistant is created on them.',
      tags: ['shown', 'busy', 'committed', 'adding'],
      on: { 'progress.read': { actions: { type: 'rememberProgress', params: ({ event }) => event } } },
      invoke: {
        id: 'addSample',
        src: 'addSample',
        input: ({ context: { organizationId } }) => ({ organizationId }),
        onDone: [
          { guard: 'isLeft', target: 'deciding', actions: 'refreshLists' },
          {
            target: 'deciding',
            actions: [
              'refreshLists',
              { type: 'goTo', params: ({ event }) => ({ path: `/integrations/${event.output}` }) },
            ],
          },
        ],
        onError: [
          {
            guard: 'isLeft',
            target: 'deciding',
            actions: [
              {
                type: 'sayFailure',
                params: ({ event }) => ({
                  error: event.error,
                  title: t('The sample could not be added completely.'),
                }),
              },
              'refreshLists',
            ],
          },
          {
            target: 'deciding',
            actions: [
              {
                type: 'rememberError',
                params: ({ event }) => ({
                  error: event.error,
                  fallback: t('The sample could not be added completely. Try again to add the rest.'),
                }),
              },
              'refreshLists',
            ],
          },
        ],
      },
    },
    creating: { description: 'There are documents, and no assistant yet.', tags: ['shown', 'creating'] },
    asking: { description: 'There is an assistant that was never asked.', tags: ['shown', 'asking'] },
    finished: { description: 'Every step is done; the page is an ordinary list.' },
  },
})

export type GettingStartedRef = ActorRefFrom<typeof gettingStartedMachine>
