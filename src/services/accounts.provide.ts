import { fromPromise } from 'xstate'
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
import { type InSystem, tell } from '../machines/system.ts'
import { twoFactorProofMachine } from '../machines/two-factor-proof/two-factor-proof.machine.ts'
import { twoFactorSetupMachine } from '../machines/two-factor-setup/two-factor-setup.machine.ts'
import type { AccountsApi, ProfileApi } from './accounts-api.ts'
import type { PasswordReset, TokenPair } from './contract/accounts.ts'
import type { Organization } from './contract/organizations.ts'
import type { BackupCodes, TwoFactorProof } from './contract/security.ts'
import { receivedTokens } from './jwt.ts'
import { leaveOrganization } from './leave-organization.ts'
import type { OrganizationsApi } from './organizations-api.ts'
import type { QueryCache } from './query-cache.ts'
import { provideRemoval } from './screens.provide.ts'
import type { SecurityApi } from './security-api.ts'
import { showDone } from './show-done.ts'
import { openPicture, releasePicture, squared } from './square-picture.ts'

interface Submitted<Values> {
  input: { values: Values }
}

interface EntranceServices {
  api: AccountsApi
  cache: QueryCache
  now: () => number
}

/** Before log-in. */
export function provideEntrance({ api, cache, now }: EntranceServices) {
  const startSession = (scope: InSystem, pair: TokenPair) => {
    const tokens = receivedTokens(pair, now())
    if (tokens) tell(scope, 'session', { type: 'session.started', tokens })
  }
  return {
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
      actions: { finish: (scope, { output }) => startSession(scope, output) },
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
      actions: { finish: (scope, { output }) => startSession(scope, output) },
    }),
    forgotPassword: forgotPasswordMachine.provide({
      actors: {
        submit: fromPromise<unknown, { values: { email: string } }>(({ input }) =>
          api.forgotPassword(input.values.email.trim()),
        ),
      },
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
  }
}

interface Services {
  profile: ProfileApi
  security: SecurityApi
  organizations: OrganizationsApi
  cache: QueryCache
}

const signOut = (scope: InSystem) => tell(scope, 'session', { type: 'signOut.requested' })

const organizationUpdated = (scope: InSystem, organization: Organization) =>
  tell(scope, 'organizations', { type: 'organization.updated', organization })

/** Profile, settings of the organization, security: the machines of the person who is signed in. */
export function provideAccount({ profile, security, organizations, cache }: Services) {
  const readAgain = (name: string) => void cache.invalidateQueries({ queryKey: [name] })
  const picture = (
    send: (scope: InSystem, id: string, form: FormData) => Promise<unknown>,
    remove: (scope: InSystem, id: string) => Promise<unknown>,
    finish: () => void,
  ) =>
    pictureMachine.provide({
      actors: {
        readPicture: fromPromise(({ input }: { input: { picture: ChosenPicture } }) =>
          openPicture(input.picture as File),
        ),
        sendPicture: fromPromise<void, { id: string; picture: ChosenPicture; framing: Framing }>(
          async ({ input, system }) => {
            const form = new FormData()
            form.append('file', await squared(input.picture as File, input.framing), 'picture')
            await send({ system }, input.id, form)
          },
        ),
        removePicture: fromPromise<void, { id: string }>(async ({ input, system }) => {
          await remove({ system }, input.id)
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
      actors: {
        save: fromPromise(async ({ input }: { input: { id: string; changes: Partial<ProfileValues> } }) => {
          const saved = await profile.change(input.changes)
          cache.setQueryData(['me', {}], saved)
          return profileValuesOf(saved)
        }),
      },
    }),
    photo: picture(
      (_, _id, form) => profile.setPhoto(form),
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
        finish: (scope, { output }) => showDone(scope, `A mail is on its way to ${output.email}.`),
      },
    }),
    organizationSettings: organizationSettingsMachine.provide({
      actors: {
        save: fromPromise<OrganizationValues, { id: string; changes: Partial<OrganizationValues> }>(
          async ({ input, system }) => {
            const saved = await organizations.change(input.id, input.changes)
            organizationUpdated({ system }, saved)
            return organizationValuesOf(saved)
          },
        ),
      },
    }),
    logo: picture(
      async (scope, id, form) => organizationUpdated(scope, await organizations.setLogo(id, form)),
      async (scope, id) => organizationUpdated(scope, await organizations.removeLogo(id)),
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
        finish: (scope, { output: { id } }) => {
          leaveOrganization(scope, id)
          showDone(scope, 'The organization was deleted.')
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
        finish: (scope) => {
          readAgain('sessions')
          showDone(scope, 'Your password was changed, and your other devices were logged out.')
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
        finish: (scope) => {
          signOut(scope)
          showDone(scope, 'Your account was deleted.')
        },
      },
    }),
  }
}
