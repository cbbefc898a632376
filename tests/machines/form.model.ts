import { expect } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import {
  changePasswordMachine,
  deleteAccountMachine,
} from '../../src/machines/accounts/account-forms.machine.ts'
import { changeEmailMachine } from '../../src/machines/accounts/change-email.machine.ts'
import { forgotPasswordMachine } from '../../src/machines/accounts/forgot-password.machine.ts'
import { addEmailDomainMachine } from '../../src/machines/accounts/single-sign-on-forms.machine.ts'
import {
  endTwoFactorMachine,
  renewBackupCodesMachine,
} from '../../src/machines/accounts/two-factor-forms.machine.ts'
import { createIntegrationMachine } from '../../src/machines/assistants/create-integration.machine.ts'
import { sendFeedbackMachine } from '../../src/machines/conversations/send-feedback.machine.ts'
import { changeWebhookMachine } from '../../src/machines/developers/webhook-forms.machine.ts'
import { changeKnowledgeBaseMachine } from '../../src/machines/knowledge/change-knowledge-base.machine.ts'
import { createKnowledgeBaseMachine } from '../../src/machines/knowledge/create-knowledge-base.machine.ts'
import { changeRoleMachine } from '../../src/machines/organizations/change-role.machine.ts'
import { createOrganizationMachine } from '../../src/machines/organizations/create-organization.machine.ts'
import { deleteOrganizationMachine } from '../../src/machines/organizations/delete-organization.machine.ts'
import { formMachine } from '../../src/machines/shared/form/form.machine.ts'
import { welcomeMachine } from '../../src/machines/shell/welcome.machine.ts'
import type { ModelDescription } from '../harness/model/describe-model.ts'
import { labelled } from '../harness/model/labels.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { organization } from './samples.ts'

interface FormCase {
  readonly name: string
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
]

/** What a form that shows what came of it need not hear besides. */
export const shownUnhandled = [
  never(['form.opened'], ['shown'], 'The dialog lies over the button that opens it.'),
  never(['field.changed', 'form.submitted'], ['shown'], 'The form is not on the screen any more.'),
]

interface FormContext {
  readonly values: unknown
  readonly fieldErrors: unknown
  readonly error: unknown
  readonly output: unknown
  readonly refusals: number
}

/** What tells two moments of a form apart. */
export const formKey = ({ context }: { context: FormContext }) => [
  context.values,
  context.fieldErrors,
  context.error,
  context.output,
  Math.min(context.refusals, 1),
]

/** Every form is the same statechart: one model with the values of each. */
export function modelOfForm(form: FormCase): FormModel {
  const { name, machine, valid, invalid, field, output, shows, organizationId } = form
  return {
    form,
    name,
    machine,
    model: {
      input: invalid,
      events: () => [
        { type: 'form.opened', values: valid, ...(organizationId && { organizationId }) },
        { type: 'form.opened' },
        { type: 'field.changed', name: field, value: valid[field] },
        { type: 'field.changed', name: field, value: invalid[field] },
        { type: 'form.submitted' },
        { type: 'form.closed' },
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
          })
        },
      },
    }),
  }
}

/** The chart itself. */
export const formModel = modelOfForm({
  name: 'form',
  machine: formMachine,
  organizationId: 'o1',
  valid: { name: 'Northwind' },
  invalid: { name: ' ' },
  field: 'name',
  output: { id: 'n1' },
  shows: true,
})

export const addEmailDomainModel = modelOfForm({
  name: 'addEmailDomain',
  machine: addEmailDomainMachine,
  valid: { domain: 'example.com' },
  invalid: { domain: 'example' },
  field: 'domain',
  output: {},
})

export const changeEmailModel = modelOfForm({
  name: 'changeEmail',
  machine: changeEmailMachine,
  valid: { email: 'new@example.com', password: 'secret' },
  invalid: { email: ' ', password: 'secret' },
  field: 'email',
  output: { email: 'new@example.com' },
})

export const changeKnowledgeBaseModel = modelOfForm({
  name: 'changeKnowledgeBase',
  machine: changeKnowledgeBaseMachine,
  valid: { name: 'Returns' },
  invalid: { name: ' ' },
  field: 'name',
  output: { id: 'k1' },
})

const VALID = {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Holm',
  current_password: 'old',
  new_password: 'Staple-9-battery',
  confirmation: 'Staple-9-battery',
}

export const changePasswordModel = modelOfForm({
  name: 'changePassword',
  machine: changePasswordMachine,
  valid: VALID,
  invalid: { ...VALID, confirmation: 'Staple' },
  field: 'confirmation',
  output: {},
})

export const changeRoleModel = modelOfForm({
  name: 'changeRole',
  machine: changeRoleMachine,
  valid: { user_id: 'u2', name: 'Ben Ito', from: 'viewer', role: 'editor' },
  invalid: { user_id: 'u2', name: 'Ben Ito', from: 'viewer', role: 'viewer' },
  field: 'role',
  output: { name: 'Ben Ito', role: 'editor' },
})

export const changeWebhookModel = modelOfForm({
  name: 'changeWebhook',
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
  name: 'createIntegration',
  machine: createIntegrationMachine,
  valid: { name: 'Helper', knowledge_base_ids: ['k1'] },
  invalid: { name: ' ', knowledge_base_ids: ['k1'] },
  field: 'name',
  output: { id: 'i1' },
})

export const createKnowledgeBaseModel = modelOfForm({
  name: 'createKnowledgeBase',
  machine: createKnowledgeBaseMachine,
  valid: { name: 'Returns' },
  invalid: { name: ' ' },
  field: 'name',
  output: { id: 'k1' },
})

export const CREATED = organization('new', 'Northwind')

export const createOrganizationModel = modelOfForm({
  name: 'createOrganization',
  machine: createOrganizationMachine,
  valid: { name: ' Northwind ', description: '' },
  invalid: { name: '   ', description: '' },
  field: 'name',
  output: CREATED,
})

export const deleteAccountModel = modelOfForm({
  name: 'deleteAccount',
  machine: deleteAccountMachine,
  valid: { password: 'secret' },
  invalid: { password: '' },
  field: 'password',
  output: {},
})

export const deleteOrganizationModel = modelOfForm({
  name: 'deleteOrganization',
  machine: deleteOrganizationMachine,
  valid: { id: 'o1', called: 'Acme', name: 'Acme' },
  invalid: { id: 'o1', called: 'Acme', name: 'acme' },
  field: 'name',
  output: {},
})

export const endTwoFactorModel = modelOfForm({
  name: 'endTwoFactor',
  machine: endTwoFactorMachine,
  valid: { password: 'secret', code: '123456' },
  invalid: { password: 'secret', code: ' ' },
  field: 'code',
  output: { message: 'Done.' },
})

export const forgotPasswordModel = modelOfForm({
  name: 'forgotPassword',
  machine: forgotPasswordMachine,
  valid: { email: 'ada@example.com' },
  invalid: { email: ' ' },
  field: 'email',
  output: {},
})

export const welcomeModel = modelOfForm({
  name: 'welcome',
  machine: welcomeMachine,
  valid: { name: 'Northwind' },
  invalid: { name: ' ' },
  field: 'name',
  output: { id: 'o1' },
})

export const sendFeedbackModel = modelOfForm({
  name: 'sendFeedback',
  machine: sendFeedbackMachine,
  valid: { message: 'More lecterns.' },
  invalid: { message: ' ' },
  field: 'message',
  output: { message: 'Thank you.' },
})

export const CODES = { backup_codes: ['aaaa-bbbb'] }

export const renewBackupCodesModel = modelOfForm({
  name: 'renewBackupCodes',
  machine: renewBackupCodesMachine,
  valid: { password: 'secret', code: '123456' },
  invalid: { password: 'secret', code: ' ' },
  field: 'code',
  output: CODES,
  shows: true,
})
