import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { personalDataMachine } from '../../../src/machines/organizations/personal-data.machine.ts'
import { PrivacyScreen } from '../../../src/ui/organizations/privacy/privacy-screen.tsx'
import { provided } from '../../harness/stage.tsx'
import { personalDataModel, RECEIPT } from '../../machines/personal-data.model.ts'
import { organization } from '../../machines/samples.ts'
import { walkView } from './walk.tsx'
import { button, dialog } from './walk-form.tsx'

const section = () => page.getByRole('region', { name: 'Personal data' })
const inSection = (name: string) => section().getByRole('button', { name, exact: true })
const question = dialog('Erase Grace Hopper?')
const who = () => section().getByLabelText('Email address or ID')

walkView({
  machine: personalDataMachine,
  model: {
    ...personalDataModel,
    events: (snapshot) =>
      personalDataModel.events(snapshot).filter((event) => {
        // What the field holds already is not typed.
        if (event.type === 'field.changed')
          return event.value !== snapshot.context.values.who && snapshot.can(event as never)
        if (event.type === 'erasure.requested')
          return snapshot.context.found?.blocked_by === null && snapshot.can(event as never)
        // The dialog lies over the receipts.
        if (event.type === 'receipt.requested') return !snapshot.matches({ found: 'asking' })
        return snapshot.can(event as never)
      }),
  },
  scene: (machine) => ({
    path: '/settings/privacy',
    organizations: [organization('o1', 'Acme')],
    view: provided({ personalData: machine }, <PrivacyScreen />),
    data: {
      erasures: [RECEIPT],
      privacy: {
        recipients: [],
        is_encrypted_in_transit: true,
        audit_days: 30,
        access: { members: 1, two_factor: 0, single_sign_on: 'off', api_keys: 0, public_assistants: 0 },
      },
    },
  }),
  does: {
    'field.changed': ({ value }) => who().fill(String(value)),
    'form.submitted': () => inSection('Look up').click(),
    'export.requested': () => inSection('Export as ZIP').click(),
    'erasure.requested': () => inSection('Erase').click(),
    'confirmation.given': () => button('Erase permanently').click(),
    'confirmation.refused': () => question().getByRole('button', { name: 'Cancel' }).click(),
    'retry.requested': () => inSection('Try Again').click(),
    'receipt.requested': () => page.getByRole('button', { name: /^Download receipt of/ }).click(),
  },
  sees: {
    'personalData.editing': async ({ context: { error, fieldErrors } }) => {
      await expect.element(inSection('Look up')).toBeEnabled()
      for (const text of [error, fieldErrors.who])
        if (text) await expect.element(section()).toMatchTextContent(text)
    },
    'personalData.looking': () => expect.element(inSection('Looking up…')).toBeDisabled(),
    'personalData.nothing': () =>
      expect.element(section()).toMatchTextContent('Your organization keeps nothing about this person.'),
    'personalData.found.resting': async ({ context: { found, error } }) => {
      await expect.element(section()).toMatchTextContent('12 conversations, with hand-overs')
      if (error) await expect.element(section()).toMatchTextContent(error)
      if (found?.blocked_by)
        await expect.element(section()).toMatchTextContent('Only an owner can erase an owner.')
    },
    'personalData.found.exporting': () => expect.element(inSection('Exporting…')).toBeDisabled(),
    'personalData.found.asking': async () => {
      await expect.element(question()).toMatchTextContent('Deleted on erasure12 conversations')
      await expect.element(question()).toMatchTextContent('Kept without their name3 entries in the audit log')
      await expect.element(question()).toMatchTextContent('This cannot be undone.')
    },
    'personalData.found.requesting': () => expect.element(inSection('Erasing…')).toBeDisabled(),
    'personalData.erasing': async ({ context: { erasure } }) => {
      await expect.element(who()).toHaveValue('')
      await expect.element(section()).toMatchTextContent(`Erasing: ${erasure?.done} of 12 conversations.`)
    },
    'personalData.erasing.unknown': async ({ context: { error } }) => {
      await expect.element(section().getByRole('alert')).toHaveTextContent(error ?? '')
    },
    'personalData.erased': () => expect.element(inSection('Download receipt')).toBeEnabled(),
  },
})
