import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { pictureMachine } from '../../../src/machines/assistants/picture.machine.ts'
import { deleteOrganizationMachine } from '../../../src/machines/organizations/organization-settings.machine.ts'
import { retentionMachine } from '../../../src/machines/organizations/retention.machine.ts'
import { recordMachine } from '../../../src/machines/shared/record.machine.ts'
import { OrganizationSettingsScreen } from '../../../src/ui/organizations/settings/organization-settings-screen.tsx'
import { openStage, provided, type Scene, still } from '../../harness/stage.tsx'
import { FOR_GOOD, retentionModel } from '../../machines/retention.model.ts'
import { organization } from '../../machines/samples.ts'
import { walkView } from './walk.tsx'
import { button, dialog } from './walk-form.tsx'

const section = () => page.getByRole('region', { name: 'How long data is kept' })
const inSection = (name: string) => section().getByRole('button', { name, exact: true })
const question = dialog('Delete 12 conversations?')
const time = () => section().getByLabelText('Keep conversations')

const scene = (machine: typeof retentionMachine): Scene => ({
  path: '/settings/organization',
  organizations: [organization('o1', 'Acme')],
  view: provided(
    {
      logo: still(pictureMachine),
      organizationSettings: still(recordMachine),
      deleteOrganization: still(deleteOrganizationMachine),
      retention: machine,
    },
    <OrganizationSettingsScreen />,
  ),
  data: { retention: FOR_GOOD, integrations: [], restrictedAssistants: [] },
})

walkView({
  machine: retentionMachine,
  model: {
    ...retentionModel,
    events: (snapshot) =>
      retentionModel.events(snapshot).filter((event) => {
        if (event.type === 'record.read') return true
        // Add is pressed once: what the model adds is the first exception.
        if (event.type === 'field.changed' && event.name === 'rules')
          return snapshot.context.values.rules.length === 0 && snapshot.can(event as never)
        // What the field holds already is not chosen.
        if (event.type === 'field.changed')
          return event.value !== snapshot.context.values.default_days && snapshot.can(event as never)
        return snapshot.can(event as never)
      }),
  },
  scene,
  heard: ['record.read'],
  does: {
    'field.changed': ({ name, value }) =>
      name === 'rules' ? inSection('Add an exception').click() : time().selectOptions(String(value ?? '')),
    'retry.requested': () => inSection('Try Again').click(),
    'form.submitted': () => inSection('Save rules').click(),
    'confirmation.given': () => button('Save and delete').click(),
    'confirmation.refused': () => question().getByRole('button', { name: 'Cancel' }).click(),
    'changes.discarded': () => inSection('Discard').click(),
  },
  sees: {
    'retention.unchanged': async ({ context: { values } }) => {
      await expect.element(time()).toHaveValue(String(values.default_days ?? ''))
      await expect.element(inSection('Save rules')).toBeDisabled()
    },
    'retention.changed.editing': async ({ context: { values, elsewhere } }) => {
      await expect.element(time()).toHaveValue(String(values.default_days ?? ''))
      if (elsewhere.overruled.length > 0)
        await expect.element(section()).toMatchTextContent('Changed here and elsewhere')
    },
    'retention.changed.editing.counting': async () => {
      await expect.element(section().getByText('Counting what this would delete…')).toBeVisible()
      await expect.element(inSection('Save rules')).toBeDisabled()
    },
    'retention.changed.editing.counted': async ({ context: { preview, error, fieldErrors } }) => {
      await expect
        .element(section())
        .toMatchTextContent(
          preview?.conversations === 0
            ? 'This would delete nothing today.'
            : 'This would delete 12 conversations today, 2 of them with a hand-over. The oldest has had no message since',
        )
      await expect.element(inSection('Save rules')).toBeEnabled()
      for (const text of [error, fieldErrors.rules])
        if (text) await expect.element(section()).toMatchTextContent(text)
    },
    'retention.changed.editing.notCounted': async ({ context: { error } }) => {
      await expect.element(section().getByRole('alert')).toHaveTextContent(error ?? '')
      await expect.element(inSection('Save rules')).toBeDisabled()
    },
    'retention.changed.editing.refused': async ({ context: { error, fieldErrors } }) => {
      for (const text of [error, fieldErrors.rules])
        if (text) await expect.element(section()).toMatchTextContent(text)
      await expect.element(inSection('Try Again')).not.toBeInTheDocument()
      await expect.element(inSection('Save rules')).toBeDisabled()
    },
    'retention.changed.asking': () => expect.element(question()).toMatchTextContent('This cannot be undone.'),
    'retention.changed.saving': () => expect.element(inSection('Saving…')).toBeDisabled(),
  },
})

it('an exception names its assistant, also if the person cannot use it', async () => {
  const rule = { channel: null, days: 7 }
  const closed = { id: 'i1', name: 'Payroll', may_read: false, group_ids: [], user_ids: [] }
  const rules = [
    { integration_id: 'i1', ...rule },
    { integration_id: 'i2', ...rule },
  ]
  const stage = await openStage({
    ...scene(still(retentionMachine)),
    data: { retention: { ...FOR_GOOD, rules }, integrations: [], restrictedAssistants: [closed] },
  })
  const assistantOf = (n: number) => section().getByLabelText(`Assistant for exception ${n}`)
  await expect.element(assistantOf(1)).toHaveDisplayValue('Payroll')
  await expect.element(assistantOf(2)).toHaveDisplayValue('Unknown assistant')
  await stage.close()
})
