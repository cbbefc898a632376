import { fromPromise } from 'xstate'
import {
  changePasswordMachine,
  type PasswordChangeValues,
} from '../../machines/accounts/change-password.machine.ts'
import { endTwoFactorMachine } from '../../machines/accounts/end-two-factor.machine.ts'
import { passwordConfirmationMachine } from '../../machines/accounts/password-confirmation.machine.ts'
import { renewBackupCodesMachine } from '../../machines/accounts/renew-backup-codes.machine.ts'
import { twoFactorSetupMachine } from '../../machines/accounts/two-factor-setup.machine.ts'
import { tell } from '../../machines/system.ts'
import { t } from '../../texts/t.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { account } from '../contract/operations/account.ts'
import { security } from '../contract/operations/security.ts'
import type { TwoFactorProof } from '../contract/security.ts'
import type { Http } from '../http/client.ts'
import { provideRemoval } from '../shell/removal.provide.ts'
import { showDone } from '../shell/show-done.ts'

interface Submitted<Values> {
  input: { values: Values }
}

interface Services {
  http: Http
  cache: QueryCache
}

/** The machines of passwords, sessions, the second step, and of the account's end. */
export function provideSecurity({ http, cache }: Services) {
  const readAgain = (name: string) => void cache.invalidateQueries({ queryKey: [name] })
  const withProof = <Output>(carryOut: (proof: TwoFactorProof) => Promise<Output>) => ({
    actors: {
      submit: fromPromise(({ input: { values } }: Submitted<TwoFactorProof>) =>
        carryOut({ ...values, code: values.code.trim() }),
      ),
    },
    actions: { finish: () => readAgain('twoFactor') },
  })

  return {
    changePassword: changePasswordMachine.provide({
      actors: {
        submit: fromPromise<unknown, { values: PasswordChangeValues }>(
          ({
            input: {
              values: { current_password, new_password },
            },
          }) => http.call(security.changePassword, {}, { body: { current_password, new_password } }),
        ),
      },
      actions: {
        finish: (scope) => {
          readAgain('sessions')
          showDone(scope, t('Your password was changed, and your other devices were logged out.'))
        },
      },
    }),
    endSession: provideRemoval(
      (id) => http.call(security.endSession, { id }),
      () => readAgain('sessions'),
    ),
    endOtherSessions: provideRemoval(
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
    deleteAccount: passwordConfirmationMachine.provide({
      actors: {
        submit: fromPromise<unknown, { values: { password: string } }>(({ input }) =>
          http.call(account.remove, {}, { body: input.values }),
        ),
      },
      actions: {
        finish: (scope) => {
          tell(scope, 'session', { type: 'signOut.requested' })
          showDone(scope, t('Your account was deleted.'))
        },
      },
    }),
  }
}
