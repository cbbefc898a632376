import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { ApiKeyScope, CreatedApiKey } from '../../services/contract/security.ts'
import { type FieldChange, withFailure, withField, withFieldErrors } from '../form/form.steps.ts'
import type { FieldErrors, FormContext } from '../form/form.types.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'

export interface ApiKeyValues {
  readonly name: string
  readonly scopes: readonly ApiKeyScope[]
  /** Days as text; '' never expires. */
  readonly lifetime: string
}

interface CreateApiKeyContext extends FormContext<ApiKeyValues> {
  /** Held only while it is shown. */
  readonly secret: string | null
}

type CreateApiKeyEvent =
  | { type: 'form.opened' }
  | { type: 'field.changed'; name: string; value: unknown }
  | { type: 'form.submitted' }
  | { type: 'form.closed' }

const problemsOf = ({ name, scopes }: ApiKeyValues): FieldErrors => ({
  ...(name.trim() === '' && { name: 'Give the key a name.' }),
  ...(scopes.length === 0 && { scopes: 'Choose what the key may do.' }),
})

const blank = {
  values: { name: '', scopes: ['read'], lifetime: '90' },
  fieldErrors: {},
  error: null,
} as const

/** The dialog that makes an API key and shows its secret, once. */
export const createApiKeyMachine = setup({
  types: {} as {
    context: CreateApiKeyContext
    events: CreateApiKeyEvent
    tags: 'open' | 'busy' | 'shown'
    children: { submit: 'submit' }
  },
  actors: { submit: fromPromise<CreatedApiKey, { values: ApiKeyValues }>(notProvided('submit')) },
  guards: { isValid: ({ context }) => Object.keys(problemsOf(context.values)).length === 0 },
  actions: {
    finish: actionNotProvided('finish'),
    changeField: assign(({ context }, change: FieldChange) => withField(context, change)),
    forgetErrors: assign({ fieldErrors: {}, error: null }),
    forgetAll: assign({ ...blank, secret: null }),
    rememberSecret: assign((_, { key }: { key: CreatedApiKey }) => ({ ...blank, secret: key.secret })),
    rememberFieldErrors: assign(({ context }) => withFieldErrors(context, problemsOf(context.values))),
    rememberFailure: assign(({ context }, { error }: { error: unknown }) =>
      withFailure(context, error, 'The key could not be made. Please try again.'),
    ),
  },
}).createMachine({
  id: 'createApiKey',
  description: 'Makes an API key and shows its secret once.',
  context: { ...blank, refusals: 0, secret: null },
  initial: 'closed',
  states: {
    closed: { description: 'Nothing of a key is here.', on: { 'form.opened': 'editing' } },
    editing: {
      description: 'Name, scopes and lifetime are chosen.',
      tags: 'open',
      on: {
        'field.changed': { actions: { type: 'changeField', params: ({ event }) => event } },
        'form.submitted': [
          { guard: 'isValid', target: 'submitting', actions: 'forgetErrors' },
          { actions: 'rememberFieldErrors' },
        ],
        'form.closed': { target: 'closed', actions: 'forgetAll' },
      },
    },
    submitting: {
      description: 'The key is made; the dialog cannot be closed.',
      tags: ['open', 'busy'],
      on: { 'field.changed': { actions: { type: 'changeField', params: ({ event }) => event } } },
      invoke: {
        id: 'submit',
        src: 'submit',
        input: ({ context }) => ({ values: context.values }),
        onDone: {
          target: 'shown',
          actions: [{ type: 'rememberSecret', params: ({ event }) => ({ key: event.output }) }, 'finish'],
        },
        onError: {
          target: 'editing',
          actions: { type: 'rememberFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    shown: {
      description: 'The secret is shown, this once.',
      tags: ['open', 'shown'],
      on: { 'form.closed': { target: 'closed', actions: 'forgetAll' } },
    },
  },
})

export type CreateApiKeyRef = ActorRefFrom<typeof createApiKeyMachine>
