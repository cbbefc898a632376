import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fromPromise } from 'xstate'
import { deleteAccountMachine } from '../../../src/machines/accounts/delete-account.machine.ts'
import { profileMachine } from '../../../src/machines/accounts/profile.machine.ts'
import { twoFactorSetupMachine } from '../../../src/machines/accounts/two-factor-setup.machine.ts'
import { pictureMachine } from '../../../src/machines/assistants/picture.machine.ts'
import type { DeletionPreview } from '../../../src/services/contract/accounts.ts'
import { ProfilePanel } from '../../../src/ui/accounts/profile/profile-screen.tsx'
import { AccountDeletion } from '../../../src/ui/accounts/security/account-deletion.tsx'
import { PasswordSection } from '../../../src/ui/accounts/security/password-section.tsx'
import { TwoFactorSection } from '../../../src/ui/accounts/security/two-factor-section.tsx'
import { openStage, provided, still, USER } from '../../harness/stage.tsx'
import {
  changeEmailModel,
  changePasswordModel,
  endTwoFactorModel,
  renewBackupCodesModel,
} from '../../machines/account-forms.model.ts'

it.each([
  ['Change password', <PasswordSection key="password" />],
  ['Turn on', <TwoFactorSection key="code" />],
  ['Change address', <ProfilePanel key="address" />],
])('whoever logs in through an organization is not offered “%s”', async (name, view) => {
  const machines = {
    changePassword: still(changePasswordModel.machine),
    twoFactorSetup: still(twoFactorSetupMachine),
    endTwoFactor: still(endTwoFactorModel.machine),
    renewBackupCodes: still(renewBackupCodesModel.machine),
    photo: still(pictureMachine),
    profile: still(profileMachine),
    changeEmail: still(changeEmailModel.machine),
  }
  const open = (has_password: boolean) =>
    openStage({
      path: '/security',
      view: provided(machines, view),
      data: { me: { ...USER, has_password }, twoFactor: { enabled: false, backup_codes_left: 0 } },
    })
  const sentence = page.getByText(/^You log in through your organization, which manages your password/)
  const button = page.getByRole('button', { name, exact: true })
  const without = await open(false)
  await expect.element(sentence).toBeVisible()
  expect(button.elements()).toHaveLength(0)
  await without.close()

  const stage = await open(true)
  await expect.element(button).toBeEnabled()
  expect(sentence.elements()).toHaveLength(0)
  await stage.close()
})

it.each([true, false])('the deletion asks for a password if there is one: %s', async (has_password) => {
  const deleteAccount = still(deleteAccountMachine).provide({
    actors: { readDeletion: fromPromise<DeletionPreview>(async () => ({ blocked_by: [], deletes: [] })) },
  })
  const stage = await openStage({
    path: '/security',
    view: provided({ deleteAccount }, <AccountDeletion />),
    data: { me: { ...USER, has_password } },
  })
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('button', { name: 'Delete my account' })).toBeEnabled()
  expect(dialog.getByLabelText('Your password').elements()).toHaveLength(has_password ? 1 : 0)
  const sentence = dialog.getByText(/^You log in through your organization. If that was/)
  expect(sentence.elements()).toHaveLength(has_password ? 0 : 1)
  await stage.close()
})
