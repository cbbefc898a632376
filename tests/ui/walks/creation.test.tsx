import { expect } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { createOrganizationMachine } from '../../../src/machines/organizations/create-organization.machine.ts'
import { ClosedAssistants } from '../../../src/ui/assistants/integrations/closed-assistants.tsx'
import { KnowledgeBasesScreen } from '../../../src/ui/knowledge/knowledge-bases/knowledge-bases-screen.tsx'
import { NewIntegrationDialog } from '../../../src/ui/parts/new-integration-dialog.tsx'
import { CreateOrganizationDialog, FeedbackDialog } from '../../../src/ui/shell/dialogs.tsx'
import { useShell } from '../../../src/ui/shell-actors.ts'
import { provided, Started, still, USER } from '../../harness/stage.tsx'
import {
  createIntegrationModel,
  createKnowledgeBaseModel,
  createOrganizationModel,
  sendFeedbackModel,
} from '../../machines/form.model.ts'
import { changeReadersModel } from '../../machines/knowledge-forms.model.ts'
import { alertIs, walkView } from './walk.tsx'
import { button, dialog, walkForm } from './walk-form.tsx'

const newOrganization = dialog('Create New Organization')
const organizationName = () => newOrganization().getByLabelText('Organization Name')

/** [S2.41] [S2.43] [S4.3] [S4.4] [S5.6] [S8.5] */
walkView({
  machine: createOrganizationMachine,
  model: createOrganizationModel.model,
  scene: (createOrganization) => ({ view: <CreateOrganizationDialog />, logic: { createOrganization } }),
  heard: ['form.opened', 'view.left'],
  does: {
    'form.closed': () => button('Cancel').click(),
    'field.changed': ({ value }) => organizationName().fill(String(value)),
    'form.submitted': () => button('Create Organization').click(),
  },
  sees: {
    'createOrganization.closed': () => expect.element(newOrganization()).not.toBeInTheDocument(),
    'createOrganization.editing': async ({ context }) => {
      await expect.element(organizationName()).toHaveValue(context.values.name)
      await alertIs(newOrganization(), context.error)
      if (context.fieldErrors.name)
        await expect.element(newOrganization()).toMatchTextContent(context.fieldErrors.name)
    },
    'createOrganization.submitting': () =>
      expect.element(newOrganization().getByRole('button', { name: 'Creating...' })).toBeDisabled(),
  },
})

/** The list of knowledge bases, and the dialog of their readers. */
const bases = ({
  createKnowledgeBase = still(createKnowledgeBaseModel.machine),
  changeReaders = still(changeReadersModel.machine),
}: {
  createKnowledgeBase?: AnyStateMachine
  changeReaders?: AnyStateMachine
}) => provided({ changeReaders }, provided({ createKnowledgeBase }, <KnowledgeBasesScreen />))

const MEMBERS = [
  { ...USER, user_id: 'u1', role: 'owner' as const, joined_at: USER.created_at, last_active_at: null },
]
const choose = async (form: ReturnType<ReturnType<typeof dialog>>, value: unknown) => {
  const box = form.getByRole('checkbox')
  const isChosen = (box.element() as HTMLInputElement).checked
  if (isChosen !== (value as string[]).length > 0) await box.click()
}

/** Who can read a knowledge base that is closed to who manages it. */
walkForm({
  model: changeReadersModel,
  scene: (changeReaders) => ({
    path: '/knowledge-bases',
    view: bases({ changeReaders }),
    data: {
      knowledgeBases: [],
      restrictedBases: [{ id: 'k1', name: 'Salaries', may_read: false, group_ids: [], user_ids: [] }],
      readers: { restricted: true, group_ids: [], user_ids: [], people: [] },
      groups: [],
      members: MEMBERS,
    },
  }),
  show: () => button('Who can read Salaries').click(),
  form: dialog('Who can read Salaries'),
  input: (form) => form.getByRole('checkbox'),
  change: choose,
  submit: 'Save readers',
  busy: 'Saving…',
})

/** [41.1] Who can use an assistant that is closed to who manages it. */
walkForm({
  model: changeReadersModel,
  scene: (changeReaders) => ({
    view: provided({ changeReaders }, <ClosedAssistants />),
    data: {
      restrictedAssistants: [{ id: 'i1', name: 'Payroll', may_read: false, group_ids: [], user_ids: [] }],
      assistantReaders: { restricted: true, group_ids: [], user_ids: [], people: [] },
      groups: [],
      members: MEMBERS,
    },
  }),
  show: () => button('Who can use Payroll').click(),
  form: dialog('Who can use Payroll'),
  input: (form) => form.getByRole('checkbox'),
  change: choose,
  submit: 'Save',
  busy: 'Saving…',
})

/** The form Create Knowledge Base. */
walkForm({
  model: createKnowledgeBaseModel,
  scene: (createKnowledgeBase) => ({
    path: '/knowledge-bases',
    view: bases({ createKnowledgeBase }),
    data: { knowledgeBases: [], restrictedBases: [] },
  }),
  show: () => button('New knowledge base').click(),
  form: dialog('New knowledge base'),
  input: (form) => form.getByLabelText('Name'),
  submit: 'Create',
  busy: 'Creating…',
})

/** The form New integration. */
walkForm({
  model: createIntegrationModel,
  scene: (createIntegration) => ({
    view: (
      <Started machine={createIntegration}>{(creation) => <NewIntegrationDialog actor={creation} />}</Started>
    ),
  }),
  show: (stage) => stage.actor().send({ type: 'form.opened', values: createIntegrationModel.form.valid }),
  form: dialog('New integration'),
  input: (form) => form.getByLabelText('Name'),
  submit: 'Create',
  busy: 'Creating…',
})

/** [S1.3] */
walkForm({
  model: sendFeedbackModel,
  scene: (sendFeedback) => ({ view: <Feedback />, logic: { sendFeedback } }),
  show: () => button('Feedback').click(),
  form: dialog('Send feedback'),
  input: (form) => form.getByLabelText('Your feedback'),
  submit: 'Send',
  busy: 'Sending...',
})

function Feedback() {
  const { feedback } = useShell()
  return (
    <>
      <button type="button" onClick={() => feedback.send({ type: 'form.opened' })}>
        Feedback
      </button>
      <FeedbackDialog />
    </>
  )
}
