import { expect } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { createIntegrationMachine } from '../../src/machines/assistants/create-integration.machine.ts'
import { renameConversationMachine } from '../../src/machines/conversations/change-conversation.machine.ts'
import { sendFeedbackMachine } from '../../src/machines/conversations/send-feedback.machine.ts'
import {
  changeWebhookMachine,
  type createWebhookMachine,
} from '../../src/machines/developers/webhook-forms.machine.ts'
import { changeKnowledgeBaseMachine } from '../../src/machines/knowledge/change-knowledge-base.machine.ts'
import { createKnowledgeBaseMachine } from '../../src/machines/knowledge/create-knowledge-base.machine.ts'
import {
  createOrganizationMachine,
  welcomeMachine,
} from '../../src/machines/organizations/create-organization.machine.ts'
import { deleteOrganizationMachine } from '../../src/machines/organizations/organization-settings.machine.ts'
import { changeRoleMachine } from '../../src/machines/organizations/team.machine.ts'
import { formMachine } from '../../src/machines/shared/form/form.machine.ts'
import { identitySecretMachine } from '../../src/machines/visitors/identity-secret.machine.ts'
import type { ModelDescription } from '../harness/model/describe-model.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { conversation, organization } from './samples.ts'

interface FormCase {
  readonly machine: AnyStateMachine
  /** Values that the form accepts. */
  readonly valid: Readonly<Record<string, unknown>>
  /** The same with one field that it refuses. */
  readonly invalid: Readonly<Record<string, unknown>>
  /** A field that a change mends. */
  readonly field: string
  readonly output: unknown
  /** Whose what it sends is to be. */
  readonly organizationId?: string
  /** What came of it is shown, instead of closing. */
  readonly shows?: true
}

export interface FormModel extends ModelDescription<AnyStateMachine> {
  readonly form: FormCase
}

export const refused = labelled(
  'The server refuses it, with a reason',
  Object.assign(new Error('refused'), {
    detail: 'This name is taken.',
    fields: { name: 'Taken.', email: 'Taken.' },
  }),
)
export const unanswered = labelled('The server does not answer', new Error('offline'))

export const GOES_WITH_IT = 'An actor that is not committed goes with its view.'

/** What every form need not hear. */
export const formUnhandled = [
  never(
    ['form.opened'],
    ['editing', 'submitting'],
    'The form is on the screen: a dialog lies over what opens it, and nothing opens a page.',
  ),
  harmless(
    ['field.changed', 'form.submitted', 'form.closed'],
    ['closed'],
    'A dialog that fades out is about a form that was accepted or left.',
  ),
  harmless(['form.submitted'], ['submitting'], 'The same submit is under way, and is not to be sent twice.'),
  harmless(['form.closed'], ['submitting'], 'S2.42: while submitting, cancel, close and Escape do nothing.'),
  never(['view.left'], ['closed', 'editing'], GOES_WITH_IT),
]

/** What a form that shows what came of it need not hear besides. */
export const shownUnhandled = [
  never(['form.opened'], ['shown'], 'The dialog lies over the button that opens it.'),
  never(['field.changed', 'form.submitted'], ['shown'], 'The form is not on the screen any more.'),
  never(['view.left'], ['shown'], GOES_WITH_IT),
]

/** The view goes while the request is under way. */
export const viewLeft = (snapshot: { hasTag(tag: 'busy'): boolean }) =>
  snapshot.hasTag('busy') ? [{ type: 'view.left' } as const] : []

interface FormContext {
  readonly values: unknown
  readonly fieldErrors: unknown
  readonly error: unknown
  readonly output: unknown
  readonly refusals: number
  readonly isLeft?: true
}

/** What tells two moments of a form apart. */
export const formKey = ({ context }: { context: FormContext }) => [
  context.values,
  context.fieldErrors,
  context.error,
  context.output,
  Math.min(context.refusals, 1),
  context.isLeft,
]

/** Every form is the same statechart: one model with the values of each. */
export function modelOfForm(form: FormCase): FormModel {
  const { machine, valid, invalid, field, output, shows, organizationId } = form
  return {
    form,
    name: machine.id,
    machine,
    model: {
      input: invalid,
      events: (snapshot) => [
        { type: 'form.opened', values: valid, ...(organizationId && { organizationId }) },
        { type: 'form.opened' },
        { type: 'field.changed', name: field, value: valid[field] },
        { type: 'field.changed', name: field, value: invalid[field] },
        { type: 'form.submitted' },
        { type: 'form.closed' },
        ...viewLeft(snapshot),
      ],
      answers: () => ({ submit: [output, refused, unanswered] }),
      unhandled: [...formUnhandled, ...(shows ? shownUnhandled : [])],
      key: formKey,
    },
    rig: (world) => ({
      oracles: {
        [`${machine.id}.closed`]: () => {
          expect(world.children.size).toBe(0)
          const finished = world.effects.filter((effect) => effect.name === 'finish')
          for (const { params } of finished) expect(params).toEqual({ output })
        },
        [`${machine.id}.submitting`]: () => {
          expect(world.children.get('submit')?.input).toEqual({
            organizationId: expect.toBeOneOf(['', organizationId]),
            values: expect.objectContaining(valid),
            opened: world.snapshot().context.opened,
          })
        },
      },
    }),
  }
}

/** The chart itself. */
export const formModel = modelOfForm({
  machine: formMachine,
  organizationId: 'o1',
  valid: { name: 'Northwind' },
  invalid: { name: ' ' },
  field: 'name',
  output: { id: 'n1' },
  shows: true,
})

export const changeKnowledgeBaseModel = modelOfForm({
  machine: changeKnowledgeBaseMachine,
  valid: { name: 'Returns' },
  invalid: { name: ' ' },
  field: 'name',
  output: { id: 'k1' },
})

export const changeRoleModel = modelOfForm({
  machine: changeRoleMachine,
  valid: { user_id: 'u2', name: 'Ben Ito', from: 'viewer', role: 'editor' },
  invalid: { user_id: 'u2', name: 'Ben Ito', from: 'viewer', role: 'viewer' },
  field: 'role',
  output: { name: 'Ben Ito', role: 'editor' },
})

export const changeWebhookModel = modelOfForm({
  machine: changeWebhookMachine,
  valid: {
    webhook_id: 'w1',
    url: 'https://hooks.example.com/',
    events: ['document.ready'],
  },
  invalid: { webhook_id: 'w1', url: 'hooks', events: ['document.ready'] },
  field: 'url',
  output: {},
})

export const createIntegrationModel = modelOfForm({
  machine: createIntegrationMachine,
  valid: { name: 'Helper', knowledge_base_ids: ['k1'] },
  invalid: { name: ' ', knowledge_base_ids: ['k1'] },
  field: 'name',
  output: { id: 'i1' },
})

export const createKnowledgeBaseModel = modelOfForm({
  machine: createKnowledgeBaseMachine,
  valid: { name: 'Returns' },
  invalid: { name: ' ' },
  field: 'name',
  output: { id: 'k1' },
})

export const CREATED = organization('new', 'Northwind')

export const createOrganizationModel = modelOfForm({
  machine: createOrganizationMachine,
  valid: { name: ' Northwind ', description: '' },
  invalid: { name: '   ', description: '' },
  field: 'name',
  output: CREATED,
})

export const deleteOrganizationModel = modelOfForm({
  machine: deleteOrganizationMachine,
  valid: { id: 'o1', called: 'Acme', name: 'Acme' },
  invalid: { id: 'o1', called: 'Acme', name: 'acme' },
  field: 'name',
  output: {},
})

export const welcomeModel = modelOfForm({
  machine: welcomeMachine,
  valid: { name: 'Northwind' },
  invalid: { name: ' ' },
  field: 'name',
  output: { id: 'o1' },
})

export const sendFeedbackModel = modelOfForm({
  machine: sendFeedbackMachine,
  valid: { message: 'More lecterns.' },
  invalid: { message: ' ' },
  field: 'message',
  output: { message: 'Thank you.' },
})

export const WEBHOOK = {
  id: 'w1',
  url: 'https://hooks.example.com/',
  events: ['document.ready'],
  enabled: true,
  failing_since: null,
  created_at: '2026-01-31T12:00:00.000Z',
  secret: 'whsec_and-more',
}

export const createWebhookModel: Model<typeof createWebhookMachine> = {
  events: (snapshot) => [
    { type: 'form.opened' },
    { type: 'form.opened', organizationId: 'o1', values: { webhook_id: 'w1' } },
    { type: 'field.changed', name: 'url', value: 'https://hooks.example.com/' },
    { type: 'field.changed', name: 'events', value: [] },
    { type: 'form.submitted' },
    { type: 'form.closed' },
    ...viewLeft(snapshot),
  ],
  answers: () => ({ submit: [WEBHOOK, refused, unanswered] }),
  unhandled: [...formUnhandled, ...shownUnhandled],
  key: formKey,
}

export const SECRET = { secret: 'lid_and-more' }

export const identitySecretModel = modelOfForm({
  machine: identitySecretMachine,
  valid: { id: 'i1', renews: true, understood: true },
  invalid: { id: 'i1', renews: true, understood: false },
  field: 'understood',
  output: SECRET,
  shows: true,
})

export const renameConversationModel = modelOfForm({
  machine: renameConversationMachine,
  valid: { title: 'Winter boots' },
  invalid: { title: ' ' },
  field: 'title',
  output: conversation,
})
