import { fromCallback, fromPromise } from 'xstate'
import { changeEmailMachine, type EmailChangeValues } from '../machines/change-email/change-email.machine.ts'
import {
  changePasswordMachine,
  type PasswordChangeValues,
} from '../machines/change-password/change-password.machine.ts'
import { confirmEmailMachine } from '../machines/confirm-email/confirm-email.machine.ts'
import { type ApiKeyValues, createApiKeyMachine } from '../machines/create-api-key/create-api-key.machine.ts'
import {
  deleteOrganizationMachine,
  type OrganizationDeletionValues,
} from '../machines/delete-organization/delete-organization.machine.ts'
import { forgotPasswordMachine } from '../machines/forgot-password/forgot-password.machine.ts'
import { type LogInValues, logInMachine } from '../machines/log-in/log-in.machine.ts'
import {
  type OrganizationValues,
  organizationSettingsMachine,
  organizationValuesOf,
} from '../machines/organization-settings/organization-settings.machine.ts'
import { passwordConfirmationMachine } from '../machines/password-confirmation/password-confirmation.machine.ts'
import { type ChosenPicture, type Framing, pictureMachine } from '../machines/picture/picture.machine.ts'
import { type ProfileValues, profileMachine, profileValuesOf } from '../machines/profile/profile.machine.ts'
import { type RegisterValues, registerMachine } from '../machines/register/register.machine.ts'
import { resetPasswordMachine } from '../machines/reset-password/reset-password.machine.ts'
import type { ToastRequest } from '../machines/toast-request.ts'
import { twoFactorProofMachine } from '../machines/two-factor-proof/two-factor-proof.machine.ts'
import { twoFactorSetupMachine } from '../machines/two-factor-setup/two-factor-setup.machine.ts'
import type { AccountsApi, ProfileApi } from './accounts-api.ts'
import type { PasswordReset, TokenPair } from './contract/accounts.ts'
import type { Organization } from './contract/organizations.ts'
import type { BackupCodes, TwoFactorProof } from './contract/security.ts'
import type { OrganizationsApi } from './organizations-api.ts'
import type { QueryCache } from './query-cache.ts'
import { provideRemoval } from './screens.provide.ts'
import type { SecurityApi } from './security-api.ts'
import { openPicture, releasePicture, squared } from './square-picture.ts'

interface Submitted<Values> {
  input: { values: Values }
}

interface EntranceServices {
  api: AccountsApi
  cache: QueryCache
  /** Hands the tokens to the session. */
  start: (tokens: TokenPair) => void
  signOut: () => void
}

/** Before log-in. */
export const provideEntrance = ({ api, cache, start, signOut }: EntranceServices) => ({
  logIn: logInMachine.provide({
    actors: {
      submit: fromPromise(({ input: { values } }: Submitted<LogInValues>) =>
        api.logIn({
          username: values.email.trim(),
          password: values.password,
          ...(values.code.trim() !== '' && { code: values.code.trim() }),
        }),
      ),
    },
    actions: { finish: (_, { output }) => start(output) },
  }),
  register: registerMachine.provide({
    actors: {
      register: fromPromise<unknown, { values: RegisterValues }>(({ input: { values } }) => {
        const { confirmation: _, ...registration } = values
        return api.register({ ...registration, email: registration.email.trim() })
      }),
      logIn: fromPromise(({ input: { values } }: Submitted<RegisterValues>) =>
        api.logIn({ username: values.email.trim(), password: values.password }),
      ),
    },
    actions: { finish: (_, { output }) => start(output) },
  }),
  forgotPassword: forgotPasswordMachine.provide({
    actors: {
      submit: fromPromise<unknown, { values: { email: string } }>(({ input }) =>
        api.forgotPassword(input.values.email.trim()),
      ),
    },
    // What comes next is said on the screen.
    actions: { finish: () => {} },
  }),
  resetPassword: resetPasswordMachine.provide({
    actors: {
      verifyLink: fromPromise(({ input, signal }: { input: { token: string }; signal: AbortSignal }) =>
        input.token === '' ? Promise.resolve(null) : api.verifyReset(input.token, signal),
      ),
      resetPassword: fromPromise<unknown, PasswordReset>(({ input }) => api.resetPassword(input)),
    },
    actions: { finish: signOut },
  }),
  confirmEmail: confirmEmailMachine.provide({
    actors: {
      confirmEmail: fromPromise<unknown, { token: string }>(({ input }) => api.confirmEmail(input.token)),
    },
    actions: {
      finish: () => {
        for (const name of ['me', 'system']) void cache.invalidateQueries({ queryKey: [name] })
      },
    },
  }),
})

interface Services {
  profile: ProfileApi
  security: SecurityApi
  organizations: OrganizationsApi
  cache: QueryCache
  showToast: (toast: ToastRequest) => void
  /** Leaving the screen is asked about until the function that it gives is called. */
  holdLeaving: () => () => void
  /** It is none of the person's any more, and its pages are left. */
  organizationLeft: (id: string) => void
  organizationUpdated: (organization: Organization) => void
  signOut: () => void
}

/** Profile, settings of the organization, security: the machines of the person who is signed in. */
export function provideAccount({
  profile,
  security,
  organizations,
  cache,
  showToast,
  holdLeaving,
  organizationLeft,
  organizationUpdated,
  signOut,
}: Services) {
  const readAgain = (name: string) => void cache.invalidateQueries({ queryKey: [name] })
  const done = (message: string) => showToast({ type: 'success', message })
  const record = {
    actors: { holdLeaving: fromCallback(holdLeaving) },
    actions: { showToast: (_: unknown, toast: ToastRequest) => showToast(toast) },
  }
  const picture = (
    send: (id: string, form: FormData) => Promise<unknown>,
    remove: (id: string) => Promise<unknown>,
    finish: () => void,
  ) =>
    pictureMachine.provide({
      actors: {
        readPicture: fromPromise(({ input }: { input: { picture: ChosenPicture } }) =>
          openPicture(input.picture as File),
        ),
        sendPicture: fromPromise<void, { id: string; picture: ChosenPicture; framing: Framing }>(
          async ({ input }) => {
            const form = new FormData()
            form.append('file', await squared(input.picture as File, input.framing), 'picture')
            await send(input.id, form)
          },
        ),
        removePicture: fromPromise<void, { id: string }>(async ({ input }) => {
          await remove(input.id)
        }),
      },
      actions: {
        releasePreview: (_, { preview }) => preview !== null && releasePicture(preview),
        finish,
      },
    })

  const twoFactorProof = (carryOut: (proof: TwoFactorProof) => Promise<BackupCodes | null>) =>
    twoFactorProofMachine.provide({
      actors: {
        submit: fromPromise(({ input: { values } }: Submitted<TwoFactorProof>) =>
          carryOut({ ...values, code: values.code.trim() }),
        ),
      },
      actions: { finish: () => readAgain('twoFactor') },
    })

  return {
    profile: profileMachine.provide({
      ...record,
      actors: {
        ...record.actors,
        save: fromPromise(async ({ input }: { input: { id: string; changes: Partial<ProfileValues> } }) => {
          const saved = await profile.change(input.changes)
          cache.setQueryData(['me', {}], saved)
          return profileValuesOf(saved)
        }),
      },
    }),
    photo: picture(
      (_, form) => profile.setPhoto(form),
      () => profile.removePhoto(),
      () => readAgain('me'),
    ),
    changeEmail: changeEmailMachine.provide({
      actors: {
        submit: fromPromise(async ({ input: { values } }: Submitted<EmailChangeValues>) => {
          const email = values.email.trim()
          await profile.changeEmail({ ...values, email })
          return { email }
        }),
      },
      actions: {
        finish: (_, { output }) => done(`A mail is on its way to ${output.email}.`),
      },
    }),
    organizationSettings: organizationSettingsMachine.provide({
      ...record,
      actors: {
        ...record.actors,
        save: fromPromise(
          async ({ input }: { input: { id: string; changes: Partial<OrganizationValues> } }) => {
            const saved = await organizations.change(input.id, input.changes)
            organizationUpdated(saved)
            return organizationValuesOf(saved)
          },
        ),
      },
    }),
    logo: picture(
      async (id, form) => organizationUpdated(await organizations.setLogo(id, form)),
      async (id) => organizationUpdated(await organizations.removeLogo(id)),
      () => {},
    ),
    deleteOrganization: deleteOrganizationMachine.provide({
      actors: {
        submit: fromPromise(async ({ input: { values } }: Submitted<OrganizationDeletionValues>) => {
          await organizations.remove(values.id, values.name)
          return { id: values.id }
        }),
      },
      actions: {
        finish: (_, { output: { id } }) => {
          organizationLeft(id)
          done('The organization was deleted.')
        },
      },
    }),
    changePassword: changePasswordMachine.provide({
      actors: {
        submit: fromPromise<unknown, { values: PasswordChangeValues }>(({ input: { values } }) =>
          profile.changePassword(values),
        ),
      },
      actions: {
        finish: () => {
          readAgain('sessions')
          done('Your password was changed, and your other devices were logged out.')
        },
      },
    }),
    endSession: provideRemoval(security.endSession, () => readAgain('sessions')),
    endOtherSessions: provideRemoval(security.endOtherSessions, () => readAgain('sessions')),
    twoFactorSetup: twoFactorSetupMachine.provide({
      actors: {
        beginSetup: fromPromise(({ input }: { input: { password: string } }) =>
          security.beginTwoFactor(input.password),
        ),
        confirmSetup: fromPromise(({ input }: { input: { code: string } }) =>
          security.confirmTwoFactor(input.code),
        ),
      },
      actions: { finish: () => readAgain('twoFactor') },
    }),
    endTwoFactor: twoFactorProof(async (proof) => {
      await security.endTwoFactor(proof)
      return null
    }),
    renewBackupCodes: twoFactorProof(security.renewBackupCodes),
    createApiKey: createApiKeyMachine.provide({
      actors: {
        submit: fromPromise(({ input: { values } }: Submitted<ApiKeyValues>) =>
          security.createApiKey({
            name: values.name,
            scopes: [...values.scopes],
            expires_in_days: values.lifetime === '' ? null : Number(values.lifetime),
          }),
        ),
      },
      actions: { finish: () => readAgain('apiKeys') },
    }),
    deleteApiKey: provideRemoval(security.removeApiKey, () => readAgain('apiKeys')),
    deleteAccount: passwordConfirmationMachine.provide({
      actors: {
        submit: fromPromise<unknown, { values: { password: string } }>(({ input }) =>
          profile.delete(input.values),
        ),
      },
      actions: {
        finish: () => {
          signOut()
          done('Your account was deleted.')
        },
      },
    }),
  }
}
