import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import { EMAIL_PATTERN } from '../../services/contract/common.ts'
import {
  INVITATIONS_AT_ONCE_MAX,
  type InvitationResult,
  type InvitedRole,
} from '../../services/contract/invitations.ts'
import { type FieldChange, withFailure, withField, withFieldErrors } from '../form/form.steps.ts'
import type { FieldErrors, FormContext } from '../form/form.types.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'

export interface InviteValues {
  readonly organization_id: string
  /** As typed or pasted: apart by commas, semicolons, spaces or lines. */
  readonly addresses: string
  readonly role: InvitedRole
}

interface InviteContext extends FormContext<InviteValues> {
  readonly results: readonly InvitationResult[]
}

type InviteEvent =
  | { type: 'form.opened'; organizationId: string }
  | { type: 'field.changed'; name: string; value: unknown }
  | { type: 'form.submitted' }
  | { type: 'form.closed' }

/** The addresses in a text, `Ada <ada@example.com>` among them, each once. */
export const addressesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,;\n]+/)
      .flatMap((part) => /<([^<>]+)>/.exec(part)?.[1] ?? part.split(/\s+/))
      .map((address) => address.trim().toLowerCase())
      .filter((address) => address !== ''),
  ),
]

const problemsOf = ({ addresses }: InviteValues): FieldErrors => {
  const all = addressesIn(addresses)
  const wrong = all.find((address) => !EMAIL_PATTERN.test(address))
  if (all.length === 0) return { addresses: 'Enter at least one e-mail address.' }
  if (all.length > INVITATIONS_AT_ONCE_MAX)
    return { addresses: `These are ${all.length}. Up to ${INVITATIONS_AT_ONCE_MAX} can be invited at once.` }
  return wrong === undefined ? {} : { addresses: `“${wrong}” is not an e-mail address.` }
}

const blank = {
  values: { organization_id: '', addresses: '', role: 'editor' },
  fieldErrors: {},
  error: null,
} as const

/** The dialog that invites several people at once and says what became of each. */
export const inviteMembersMachine = setup({
  types: {} as {
    context: InviteContext
    events: InviteEvent
    tags: 'open' | 'busy' | 'shown'
    children: { submit: 'submit' }
  },
  actors: {
    submit: fromPromise<readonly InvitationResult[], { values: InviteValues }>(notProvided('submit')),
  },
  guards: { isValid: ({ context }) => Object.keys(problemsOf(context.values)).length === 0 },
  actions: {
    finish: actionNotProvided('finish'),
    takeOrganization: assign((_, { organizationId }: { organizationId: string }) => ({
      values: { ...blank.values, organization_id: organizationId },
    })),
    changeField: assign(({ context }, change: FieldChange) => withField(context, change)),
    forgetErrors: assign({ fieldErrors: {}, error: null }),
    forgetAll: assign({ ...blank, results: [] }),
    rememberResults: assign((_, { results }: { results: readonly InvitationResult[] }) => ({ results })),
    rememberFieldErrors: assign(({ context }) => withFieldErrors(context, problemsOf(context.values))),
    rememberFailure: assign(({ context }, { error }: { error: unknown }) =>
      withFailure(context, error, 'The invitations could not be sent. Please try again.'),
    ),
  },
}).createMachine({
  id: 'inviteMembers',
  description: 'Invites several people at once, and says what became of each.',
  context: { ...blank, refusals: 0, results: [] },
  initial: 'closed',
  states: {
    closed: {
      description: 'Nobody is being invited.',
      on: {
        'form.opened': {
          target: 'editing',
          actions: { type: 'takeOrganization', params: ({ event }) => event },
        },
      },
    },
    editing: {
      description: 'Addresses and their role are entered.',
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
      description: 'The invitations are made; the dialog cannot be closed.',
      tags: ['open', 'busy'],
      on: { 'field.changed': { actions: { type: 'changeField', params: ({ event }) => event } } },
      invoke: {
        id: 'submit',
        src: 'submit',
        input: ({ context }) => ({ values: context.values }),
        onDone: {
          target: 'shown',
          actions: [
            { type: 'rememberResults', params: ({ event }) => ({ results: event.output }) },
            'finish',
          ],
        },
        onError: {
          target: 'editing',
          actions: { type: 'rememberFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    shown: {
      description: 'What became of each address, and the link of each invitation.',
      tags: ['open', 'shown'],
      on: { 'form.closed': { target: 'closed', actions: 'forgetAll' } },
    },
  },
})

export type InviteMembersRef = ActorRefFrom<typeof inviteMembersMachine>
