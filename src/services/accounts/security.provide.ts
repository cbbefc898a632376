import { fromPromise } from 'xstate'
import {
  changePasswordMachine,
  endTwoFactorMachine,
  renewBackupCodesMachine,
} from '../../machines/accounts/account-forms.machine.ts'
import { deleteAccountMachine } from '../../machines/accounts/delete-account.machine.ts'
import { twoFactorSetupMachine } from '../../machines/accounts/two-factor-setup.machine.ts'
import { confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { account } from '../contract/operations/account.ts'
import { security } from '../contract/operations/security.ts'
import type { TwoFactorProof } from '../contract/security.ts'
import type { Http } from '../http/client.ts'
import { provideForm } from '../shared/changes.provide.ts'
import { provideConfirmation, provideRemoval } from '../shared/confirmation.provide.ts'

/** The machines of passwords, sessions, two-factor log-in and account deletion. */
export function provideSecurity({ http, cache }: { http: Http; cache: QueryCache }) {
  const readAgain = (name: string) => void cache.invalidateQueries({ queryKey: [name] })
  const proven = ({ code, ...proof }: TwoFactorProof) => ({ body: { ...proof, code: code.trim() } })

  return {
    changePassword: provideForm(
      changePasswordMachine,
      ({ current_password, new_password }): Promise<unknown> =>
        http.call(security.changePassword, {}, { body: { current_password, new_password } }),
      () => readAgain('sessions'),
    ),
    endSession: provideRemoval(
      confirmationMachine,
      ({ id }) => http.call(security.endSession, { id }),
      () => readAgain('sessions'),
    ),
    endOtherSessions: provideConfirmation(
      confirmationMachine,
      () => http.call(security.endOtherSessions, {}),
      () => readAgain('sessions'),
    ),
    twoFactorSetup: twoFactorSetupMachine.provide({
      actors: {
        beginSetup: fromPromise(({ input }) =>
          http.call(security.beginTwoFactor, {}, { body: { password: input.password } }),
        ),
        confirmSetup: fromPromise(({ input }) =>
          http.call(security.confirmTwoFactor, {}, { body: { code: input.code } }),
        ),
      },
      actions: { finish: () => readAgain('twoFactor') },
    }),
    endTwoFactor: provideForm(
      endTwoFactorMachine,
      (proof): Promise<unknown> => http.call(security.endTwoFactor, {}, proven(proof)),
      () => readAgain('twoFactor'),
    ),
    renewBackupCodes: provideForm(
      renewBackupCodesMachine,
      (proof) => http.call(security.renewBackupCodes, {}, proven(proof)),
      () => readAgain('twoFactor'),
    ),
    deleteAccount: deleteAccountMachine.provide({
      actors: {
        readDeletion: fromPromise(({ signal }) => http.call(account.deletion, {}, { signal })),
        submit: fromPromise(({ input }) => http.call(account.remove, {}, { body: input })),
      },
    }),
  }
}
