import { fromPromise } from 'xstate'
import { confirmEmailMachine } from '../machines/confirm-email/confirm-email.machine.ts'
import { forgotPasswordMachine } from '../machines/forgot-password/forgot-password.machine.ts'
import { type LogInValues, logInMachine } from '../machines/log-in/log-in.machine.ts'
import { type RegisterValues, registerMachine } from '../machines/register/register.machine.ts'
import { resetPasswordMachine } from '../machines/reset-password/reset-password.machine.ts'
import { type InSystem, tell } from '../machines/system.ts'
import type { AccountsApi } from './accounts-api.ts'
import type { LogIn, PasswordReset, TokenPair } from './contract/accounts.ts'
import { MalformedAnswerError } from './http/errors.ts'
import { receivedTokens } from './jwt.ts'
import type { QueryCache } from './query-cache.ts'

interface Submitted<Values> {
  input: { values: Values }
}

function startSession(scope: InSystem, pair: TokenPair, now: number) {
  const tokens = receivedTokens(pair, now)
  if (tokens) tell(scope, 'session', { type: 'session.started', tokens })
}

/** @throws MalformedAnswerError for a pair that no session can begin with */
async function logIn(api: AccountsApi, credentials: LogIn, now: number) {
  const pair = await api.logIn(credentials)
  if (receivedTokens(pair, now)) return pair
  throw new MalformedAnswerError('the tokens cannot be read')
}

export const provideLogIn = (api: AccountsApi, now: () => number) =>
  logInMachine.provide({
    actors: {
      submit: fromPromise(({ input: { values } }: Submitted<LogInValues>) =>
        logIn(
          api,
          {
            username: values.email.trim(),
            password: values.password,
            ...(values.code.trim() !== '' && { code: values.code.trim() }),
          },
          now(),
        ),
      ),
    },
    actions: { finish: (scope, { output }) => startSession(scope, output, now()) },
  })

export const provideRegister = (api: AccountsApi, now: () => number) =>
  registerMachine.provide({
    actors: {
      register: fromPromise<unknown, { values: RegisterValues }>(({ input: { values } }) => {
        const { confirmation: _, ...registration } = values
        return api.register({ ...registration, email: registration.email.trim() })
      }),
      logIn: fromPromise(({ input: { values } }: Submitted<RegisterValues>) =>
        logIn(api, { username: values.email.trim(), password: values.password }, now()),
      ),
    },
    actions: { finish: (scope, { output }) => startSession(scope, output, now()) },
  })

export const provideForgotPassword = (api: AccountsApi) =>
  forgotPasswordMachine.provide({
    actors: {
      submit: fromPromise<unknown, { values: { email: string } }>(({ input }) =>
        api.forgotPassword(input.values.email.trim()),
      ),
    },
    // What comes next is said on the screen.
    actions: { finish: () => {} },
  })

export const provideResetPassword = (api: AccountsApi) =>
  resetPasswordMachine.provide({
    actors: {
      verifyLink: fromPromise(({ input, signal }: { input: { token: string }; signal: AbortSignal }) =>
        input.token === '' ? Promise.resolve(null) : api.verifyReset(input.token, signal),
      ),
      resetPassword: fromPromise<unknown, PasswordReset>(({ input }) => api.resetPassword(input)),
    },
    actions: { finish: (scope) => tell(scope, 'session', { type: 'signOut.requested' }) },
  })

export const provideConfirmEmail = (api: AccountsApi, cache: QueryCache) =>
  confirmEmailMachine.provide({
    actors: {
      confirmEmail: fromPromise<unknown, { token: string }>(({ input }) => api.confirmEmail(input.token)),
    },
    actions: {
      finish: () => {
        for (const name of ['me', 'system']) void cache.invalidateQueries({ queryKey: [name] })
      },
    },
  })
