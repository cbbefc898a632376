import { type ActorRefFrom, assign, fromPromise, raise, setup } from 'xstate'
import type { RetrievalTestResults, SearchSettings } from '../../services/contract/search.ts'
import { t } from '../../texts/t.ts'
import { failureOf, failureOfCall } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { differences } from '../shared/differences.ts'
import { remembersError } from '../shared/failed-call.ts'
import { showToast } from '../system.ts'
import { foundOrNothing } from './search-outcome.ts'

/** A dragged slider changes many times; the search waits until it rests. */
const SETTINGS_REST = 300

interface RetrievalTestContext {
  readonly knowledgeBaseId: string
  /** Current text of the field. */
  readonly query: string
  /** The settings being tried. */
  readonly settings: SearchSettings
  /** The stored settings. */
  readonly stored: SearchSettings
  /** The changes last sent to be stored. */
  readonly sent: Partial<SearchSettings>
  /** The query of the results. */
  readonly asked: string
  /** From the previous search, while another one is running. */
  readonly results: RetrievalTestResults | null
  readonly error: string | null
  /** Why the settings could not be applied. */
  readonly refusal: string | null
}

type Stored = Pick<RetrievalTestContext, 'stored'>

type RetrievalTestEvent =
  | { type: 'query.changed'; text: string }
  | { type: 'query.submitted' }
  | { type: 'settings.changed'; settings: Partial<SearchSettings> }
  | { type: 'settings.reset' }
  | { type: 'settings.applied' }
  /** The stored settings, as the server has them. */
  | ({ type: 'stored.read' } & Stored)

export type Tried = Pick<RetrievalTestContext, 'knowledgeBaseId' | 'settings'>
type Applied = { readonly knowledgeBaseId: string; readonly changes: Partial<SearchSettings> }

const differ = (one: SearchSettings, other: SearchSettings) => Object.keys(differences(one, other)).length > 0

/** Searches a knowledge base with settings that can be tested before they are applied. */
export const retrievalTestMachine = setup({
  types: {} as {
    context: RetrievalTestContext
    events: RetrievalTestEvent
    input: Pick<RetrievalTestContext, 'knowledgeBaseId' | 'query' | 'stored'>
    tags: 'busy' | 'applying'
    children: { search: 'search'; applySettings: 'applySettings' }
  },
  actors: {
    search: fromPromise<RetrievalTestResults, Tried & { query: string }>(notProvided('search')),
    applySettings: fromPromise<void, Applied>(notProvided('applySettings')),
  },
  delays: { settingsRest: SETTINGS_REST },
  guards: {
    hasQuery: ({ context }) => context.query.trim() !== '',
    wasAsked: ({ context }) => context.asked !== '',
    hasHits: (_, { results }: { results: RetrievalTestResults }) =>
      results.hits.length + results.cut.length > 0,
    differs: ({ context }) => differ(context.settings, context.stored),
    isChangedAndAsked: ({ context }, { stored }: Stored) =>
      context.asked !== '' && differ(stored, context.stored),
  },
  actions: {
    showToast,
    refreshKnowledgeBase: actionNotProvided('refreshKnowledgeBase'),
    changeQuery: assign({ query: (_, { text }: { text: string }) => text }),
    changeSettings: assign({
      settings: ({ context }, { settings }: { settings: Partial<SearchSettings> }) => ({
        ...context.settings,
        ...settings,
      }),
      refusal: null,
    }),
    resetSettings: assign({ settings: ({ context }) => context.stored, refusal: null }),
    // Only what is tried: someone else may have changed the others.
    rememberSent: assign({ sent: ({ context }) => differences(context.settings, context.stored) }),
    // Not the current ones, which may have changed since.
    takeApplied: assign({ stored: ({ context }) => ({ ...context.stored, ...context.sent }) }),
    /** Settings that are not tried follow. */
    takeStored: assign(({ context }, { stored }: Stored) => ({
      stored,
      settings: { ...stored, ...differences(context.settings, context.stored) },
    })),
    askAtOnce: raise({ type: 'query.submitted' }),
    /** The results are now compared with other settings. */
    searchAgain: raise({ type: 'settings.changed', settings: {} }),
    rememberAsked: assign({ asked: ({ context }) => context.query.trim(), results: null, error: null }),
    takeResults: assign({
      results: (_, { results }: { results: RetrievalTestResults }) => results,
      error: null,
    }),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOfCall(error, t('The server could not be reached. Your question is kept: try again.')).message,
    }),
    rememberRefusal: assign({
      refusal: (_, { error }: { error: unknown }) =>
        failureOf(error, t('The settings could not be applied. Please try again.')).message,
    }),
  },
}).createMachine({
  id: 'retrievalTest',
  description: 'Passages that a knowledge base finds for a question, with settings to try.',
  context: ({ input }) => ({
    ...input,
    settings: input.stored,
    sent: {},
    asked: '',
    results: null,
    error: null,
    refusal: null,
  }),
  type: 'parallel',
  // A question from the address.
  entry: 'askAtOnce',
  on: {
    'query.changed': { actions: { type: 'changeQuery', params: ({ event }) => event } },
  },
  states: {
    search: {
      description: 'A question is searched for with the settings that are tried.',
      initial: 'idle',
      on: {
        'query.submitted': {
          guard: 'hasQuery',
          target: '.searching',
          reenter: true,
          actions: 'rememberAsked',
        },
        'settings.changed': [
          {
            guard: 'wasAsked',
            target: '.settling',
            reenter: true,
            actions: { type: 'changeSettings', params: ({ event }) => event },
          },
          { actions: { type: 'changeSettings', params: ({ event }) => event } },
        ],
        'settings.reset': [
          { guard: 'wasAsked', target: '.settling', reenter: true, actions: 'resetSettings' },
          { actions: 'resetSettings' },
        ],
        // The results are compared with the stored settings.
        'stored.read': [
          {
            guard: { type: 'isChangedAndAsked', params: ({ event }) => event },
            target: '.settling',
            reenter: true,
            actions: { type: 'takeStored', params: ({ event }) => event },
          },
          { actions: { type: 'takeStored', params: ({ event }) => event } },
        ],
      },
      states: {
        idle: { description: 'Nothing was asked yet.' },
        settling: {
          description: 'Settings are being changed; the previous results are still shown.',
          tags: 'busy',
          after: { settingsRest: 'searching' },
        },
        searching: {
          description: 'The passages are ranked; another question or other settings replace this search.',
          tags: 'busy',
          invoke: {
            id: 'search',
            src: 'search',
            input: ({ context: { knowledgeBaseId, asked, settings } }) => ({
              knowledgeBaseId,
              query: asked,
              settings,
            }),
            onDone: foundOrNothing,
            onError: { target: 'failed', actions: remembersError },
          },
        },
        found: { description: 'Passages, best first, and those that a setting leaves out.' },
        nothingFound: { description: 'No passage is about it.' },
        failed: { description: 'The error is shown; the question can be asked again.' },
      },
    },
    application: {
      description: 'The settings that are tried become those of the knowledge base.',
      initial: 'open',
      states: {
        open: {
          description: 'Settings that differ can be applied.',
          on: { 'settings.applied': { guard: 'differs', target: 'applying', actions: 'rememberSent' } },
        },
        applying: {
          description: 'The settings are sent to the server.',
          tags: 'applying',
          invoke: {
            id: 'applySettings',
            src: 'applySettings',
            input: ({ context: { knowledgeBaseId, sent } }) => ({ knowledgeBaseId, changes: sent }),
            onDone: {
              target: 'open',
              actions: [
                'takeApplied',
                'refreshKnowledgeBase',
                'searchAgain',
                {
                  type: 'showToast',
                  params: { type: 'success', message: t('The settings now apply to every search.') },
                },
              ],
            },
            onError: {
              target: 'open',
              actions: { type: 'rememberRefusal', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
  },
})

export type RetrievalTestRef = ActorRefFrom<typeof retrievalTestMachine>
