import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { Erasure, PersonalData, Whom } from '../../services/contract/personal-data.ts'
import { t } from '../../texts/t.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import {
  changesField,
  type FormContext,
  formActions,
  remembersFailure,
  submitsTo,
} from '../shared/form/form.parts.ts'

interface PersonalDataContext extends FormContext<Whom> {
  readonly organizationId: string
  /** The data kept about the person; null until the look-up. */
  readonly found: PersonalData | null
  /** The progress of their erasure, then its receipt. */
  readonly erasure: Erasure | null
}

type PersonalDataEvent =
  | { type: 'field.changed'; name: string; value: unknown }
  | { type: 'form.submitted' }
  | { type: 'export.requested' }
  | { type: 'erasure.requested' }
  | { type: 'confirmation.given' }
  | { type: 'confirmation.refused' }
  | { type: 'retry.requested' }
  | { type: 'receipt.requested'; erasure: Erasure }

interface Subject {
  readonly organizationId: string
  readonly values: Whom
}

const subject = ({ context: { organizationId, values } }: { context: PersonalDataContext }): Subject => ({
  organizationId,
  values,
})

const problemsOf = ({ values }: PersonalDataContext) =>
  values.who.trim() === '' ? { who: t('Enter an email address or an ID.') } : ({} as Record<string, string>)

/** The next look-up is about another person. */
const LOOKS_AGAIN = {
  'field.changed': {
    target: '#personalData.editing',
    actions: ['forgetErrors', 'forgetPerson', changesField.actions],
  },
} as const

/** The data kept about one person: looked up, exported, and erased after confirmation. */
export const personalDataMachine = setup({
  types: {} as {
    context: PersonalDataContext
    events: PersonalDataEvent
    input: { organizationId: string }
    tags: 'open' | 'busy' | 'asking'
    children: { find: 'find'; export: 'export'; erase: 'erase'; read: 'read' }
  },
  actors: {
    find: fromPromise<PersonalData, Subject>(notProvided('find')),
    export: fromPromise<void, Subject>(notProvided('export')),
    erase: fromPromise<Erasure, Subject>(notProvided('erase')),
    /** The erasure's current state. */
    read: fromPromise<Erasure, { organizationId: string; id: string }>(notProvided('read')),
  },
  delays: { betweenLooks: 1000 },
  guards: {
    isValid: ({ context }) => Object.keys(problemsOf(context)).length === 0,
    isNothing: (_, { found }: { found: PersonalData }) => found.kept.length === 0,
    isErasable: ({ context }) => context.found?.blocked_by === null,
    isFinished: (_, { erasure }: { erasure: Erasure }) => erasure.finished_at !== null,
  },
  actions: {
    keepFound: assign({ found: (_, { found }: { found: PersonalData }) => found }),
    keepErasure: assign({ erasure: (_, { erasure }: { erasure: Erasure }) => erasure }),
    forgetPerson: assign({ found: null, erasure: null }),
    /** Their name and address disappear from the screen. */
    forgetWhom: assign({ values: () => ({ who: '' }), found: null }),
    /** Saves the receipt as a file. */
    saveReceipt: actionNotProvided<{ erasure: Erasure }>('saveReceipt'),
    /** Reads the list of erasures again. */
    refresh: actionNotProvided('refresh'),
    ...formActions<PersonalDataContext, PersonalDataEvent>(
      problemsOf,
      t('The server could not be reached. Please try again.'),
    ),
  },
}).createMachine({
  id: 'personalData',
  description: 'The data kept about one person.',
  context: ({ input: { organizationId } }) => ({
    organizationId,
    values: { who: '' },
    found: null,
    erasure: null,
    fieldErrors: {},
    error: null,
    refusals: 0,
  }),
  initial: 'editing',
  on: { 'receipt.requested': { actions: { type: 'saveReceipt', params: ({ event }) => event } } },
  states: {
    editing: {
      description: 'An address or an ID can be entered.',
      tags: 'open',
      on: {
        'field.changed': { actions: ['forgetErrors', changesField.actions] },
        'form.submitted': submitsTo('looking'),
      },
    },
    looking: {
      description: 'The server counts the data kept about the person.',
      tags: ['open', 'busy'],
      entry: 'forgetPerson',
      invoke: {
        id: 'find',
        src: 'find',
        input: subject,
        onDone: [
          {
            guard: { type: 'isNothing', params: ({ event }) => ({ found: event.output }) },
            target: 'nothing',
          },
          {
            target: 'found',
            actions: { type: 'keepFound', params: ({ event }) => ({ found: event.output }) },
          },
        ],
        onError: { target: 'editing', actions: remembersFailure },
      },
    },
    nothing: {
      description: 'The organization keeps nothing about the person.',
      tags: 'open',
      on: { ...LOOKS_AGAIN, 'form.submitted': { target: 'looking', actions: 'forgetErrors' } },
    },
    found: {
      description: 'The data is listed by kind.',
      tags: 'open',
      initial: 'resting',
      states: {
        resting: {
          description: 'It can be exported, and erased unless something stands against it.',
          on: {
            ...LOOKS_AGAIN,
            'form.submitted': { target: '#personalData.looking', actions: 'forgetErrors' },
            'export.requested': { target: 'exporting', actions: 'forgetErrors' },
            'erasure.requested': { guard: 'isErasable', target: 'asking', actions: 'forgetErrors' },
          },
        },
        exporting: {
          description: 'The server makes the archive.',
          tags: 'busy',
          invoke: {
            id: 'export',
            src: 'export',
            input: subject,
            onDone: 'resting',
            onError: { target: 'resting', actions: remembersFailure },
          },
        },
        asking: {
          description: 'The dialog says what is deleted and what stays.',
          tags: 'asking',
          on: { 'confirmation.given': 'requesting', 'confirmation.refused': 'resting' },
        },
        requesting: {
          description: 'The server takes the erasure on.',
          tags: 'busy',
          invoke: {
            id: 'erase',
            src: 'erase',
            input: subject,
            onDone: {
              target: '#personalData.erasing',
              actions: [
                { type: 'keepErasure', params: ({ event }) => ({ erasure: event.output }) },
                'forgetWhom',
                'refresh',
              ],
            },
            onError: { target: 'resting', actions: remembersFailure },
          },
        },
      },
    },
    erasing: {
      description: 'The server erases in turns, also when nobody watches.',
      tags: 'busy',
      initial: 'waiting',
      states: {
        waiting: {
          description: 'A moment passes before the progress is read.',
          after: { betweenLooks: 'reading' },
        },
        reading: {
          description: 'The progress is read.',
          invoke: {
            id: 'read',
            src: 'read',
            input: ({ context: { organizationId, erasure } }) => ({
              organizationId,
              id: (erasure as Erasure).id,
            }),
            onDone: [
              {
                guard: { type: 'isFinished', params: ({ event }) => ({ erasure: event.output }) },
                target: '#personalData.erased',
                actions: [
                  { type: 'keepErasure', params: ({ event }) => ({ erasure: event.output }) },
                  'refresh',
                ],
              },
              {
                target: 'waiting',
                actions: { type: 'keepErasure', params: ({ event }) => ({ erasure: event.output }) },
              },
            ],
            onError: { target: 'unknown', actions: remembersFailure },
          },
        },
        unknown: {
          description: 'The progress could not be read; the erasure goes on. Try Again.',
          on: { 'retry.requested': { target: 'reading', actions: 'forgetErrors' } },
        },
      },
    },
    erased: {
      description: 'The receipt can be downloaded.',
      tags: 'open',
      on: LOOKS_AGAIN,
    },
  },
})

export type PersonalDataRef = ActorRefFrom<typeof personalDataMachine>
