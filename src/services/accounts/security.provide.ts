import { fromPromise } from 'xstate'
import {
  changePasswordMachine,
  endTwoFactorMachine,
  type PasswordChangeValues,
  renewBackupCodesMachine,
} from '../../machines/accounts/account-forms.machine.ts'
import { deleteAccountMachine } from '../../machines/accounts/delete-account.machine.ts'
import { twoFactorSetupMachine } from '../../machines/accounts/two-factor-setup.machine.ts'
import { confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import type { Submitted } from '../../machines/shared/form/form.parts.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import type { AccountDeletion } from '../contract/accounts.ts'
import { account } from '../contract/operations/account.ts'
import { security } from '../contract/operations/security.ts'
import type { TwoFactorProof } from '../contract/security.ts'
import type { Http } from '../http/client.ts'
import { provideConfirmation } from '../shell/confirmation.provide.ts'

interface Services {
  http: Http
  cache: QueryCache
}

/** The machines of passwords, sessions, two-factor log-in and account deletion. */
export function provideSecurity({ http, cache }: Services) {
  const readAgain = (name: string) => void cache.invalidateQueries({ queryKey: [name] })
  const withProof = <Output>(carryOut: (proof: TwoFactorProof) => Promise<Output>) => ({
    actors: {
      submit: fromPromise(({ input: { values } }: { input: Submitted<TwoFactorProof> }) =>
        carryOut({ ...values, code: values.code.trim() }),
      ),
    },
    actions: { finish: () => readAgain('twoFactor') },
  })

  return {
    changePassword: changePasswordMachine.provide({
      actors: {
        submit: fromPromise<unknown, Submitted<PasswordChangeValues>>(
          ({
            input: {
              values: { current_password, new_password },
            },
          }) => http.call(security.changePassword, {}, { body: { current_password, new_password } }),
        ),
      },
      actions: { finish: () => readAgain('sessions') },
    }),
    endSession: provideConfirmation(
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
        beginSetup: fromPromise(({ input }: { input: { password: string } }) =>
          http.call(security.beginTwoFactor, {}, { body: { password: input.password } }),
        ),
        confirmSetup: fromPromise(({ input }: { input: { code: string } }) =>
          http.call(security.confirmTwoFactor, {}, { body: { code: input.code } }),
        ),
      },
      actions: { finish: () => readAgain('twoFactor') },
    }),
    endTwoFactor: endTwoFactorMachine.provide(
      withProof<unknown>((body) => http.call(security.endTwoFactor, {}, { body })),
    ),
    renewBackupCodes: renewBackupCodesMachine.provide(
      withProof((body) => http.call(security.renewBackupCodes, {}, { body })),
    ),
    deleteAccount: deleteAccountMachine.provide({
      actors: {
        readDeletion: fromPromise(({ signal }) => http.call(account.deletion, {}, { signal })),
        submit: fromPromise(({ input }: { input: AccountDeletion }) =>
          http.call(account.remove, {}, { body: input }),
        ),
      },
    }),
  }
}
