import { describe, expect, it, vi } from 'vitest'
import { type AnyStateMachine, createActor, fromCallback, fromPromise } from 'xstate'
import { changePasswordMachine } from '../../src/machines/accounts/account-forms.machine.ts'
import { createProvisioningTokenMachine } from '../../src/machines/accounts/create-provisioning-token.machine.ts'
import { deleteAccountMachine } from '../../src/machines/accounts/delete-account.machine.ts'
import { forgotPasswordMachine } from '../../src/machines/accounts/forgot-password.machine.ts'
import { profileMachine } from '../../src/machines/accounts/profile.machine.ts'
import { signInOfferMachine } from '../../src/machines/accounts/sign-in-offer.machine.ts'
import { twoFactorSetupMachine } from '../../src/machines/accounts/two-factor-setup.machine.ts'
import {
  listModelsMachine,
  modelProviderMachine,
} from '../../src/machines/assistants/model-provider.machine.ts'
import { pictureMachine } from '../../src/machines/assistants/picture.machine.ts'
import { createApiKeyMachine } from '../../src/machines/developers/create-api-key.machine.ts'
import { createWebhookMachine } from '../../src/machines/developers/webhook-forms.machine.ts'
import { organizationSettingsMachine } from '../../src/machines/organizations/organization-settings.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import {
  addEmailDomainModel,
  CODES,
  changeEmailModel,
  changePasswordModel,
  createApiKeyModel,
  createProvisioningTokenModel,
  forgotPasswordModel,
  identityProviderModel,
  KEY,
  TOKEN,
} from './account-forms.model.ts'
import { connectChannelModel } from './connect-channel.model.ts'
import { deleteAccountModel, OWNS } from './delete-account.model.ts'
import {
  changeWebhookModel,
  createWebhookModel,
  deleteOrganizationModel,
  unanswered,
  WEBHOOK,
} from './form.model.ts'
import { companyLogInModel, confirmEmailModel, linkModel } from './link.model.ts'
import { signInOfferModel } from './log-in.model.ts'
import { LISTED, listModelsModel, modelProviderModel, PROVIDER_KEY } from './model-provider.model.ts'
import { pictureModel } from './picture.model.ts'
import { organizationSettingsModel, PROFILE, profileModel } from './record.model.ts'
import { SETUP, twoFactorSetupModel } from './two-factor-setup.model.ts'

describeModel(forgotPasswordModel)
describeModel(changePasswordModel)
describeModel(changeEmailModel)
describeModel(identityProviderModel)
describeModel(addEmailDomainModel)
describeModel(changeWebhookModel)
describeModel(connectChannelModel)
describeModel(deleteOrganizationModel)
describeModel(linkModel)
describeModel(confirmEmailModel)
describeModel(companyLogInModel)
describeModel({ name: 'profile', machine: profileMachine, model: profileModel })
describeModel({
  name: 'organizationSettings',
  machine: organizationSettingsMachine,
  model: organizationSettingsModel,
})

describeModel({
  name: 'deleteAccount',
  machine: deleteAccountMachine,
  model: deleteAccountModel,
  rig: (world) => ({
    oracles: {
      ...Object.fromEntries(
        ['closed', 'blocked', 'unread', 'refused'].map((state) => [
          `deleteAccount.${state}`,
          () => expect(JSON.stringify(world.snapshot())).not.toContain('secret'),
        ]),
      ),
      'deleteAccount.reading': () => expect(world.snapshot().context.preview).toBeNull(),
      'deleteAccount.submitting': () => {
        const { hasPassword, preview } = world.snapshot().context
        expect(world.children.get('submit')?.input).toEqual({
          ...(hasPassword && { password: 'secret' }),
          deletes: preview === OWNS ? ['o1', 'o2'] : [],
        })
      },
    },
  }),
})

describeModel({ name: 'signInOffer', machine: signInOfferMachine, model: signInOfferModel })

describeModel({
  name: 'createApiKey',
  machine: createApiKeyMachine,
  model: createApiKeyModel,
  rig: (world) => ({
    oracles: {
      'createApiKey.shown': () => expect(world.snapshot().context.output).toEqual(KEY),
      'createApiKey.closed': () => expect(JSON.stringify(world.snapshot())).not.toContain(KEY.secret),
    },
  }),
})

describeModel({
  name: 'createProvisioningToken',
  machine: createProvisioningTokenMachine,
  model: createProvisioningTokenModel,
  rig: (world) => ({
    oracles: {
      'createProvisioningToken.shown': () => expect(world.snapshot().context.output).toEqual(TOKEN),
      'createProvisioningToken.closed': () =>
        expect(JSON.stringify(world.snapshot())).not.toContain(TOKEN.secret),
    },
  }),
})

describeModel({
  name: 'createWebhook',
  machine: createWebhookMachine,
  model: createWebhookModel,
  rig: (world) => ({
    oracles: {
      'createWebhook.shown': () => expect(world.snapshot().context.output).toEqual(WEBHOOK),
      'createWebhook.closed': () => expect(JSON.stringify(world.snapshot())).not.toContain(WEBHOOK.secret),
    },
  }),
})

describeModel({
  name: 'modelProvider',
  machine: modelProviderMachine,
  model: modelProviderModel,
  rig: (world) => ({
    oracles: {
      'modelProvider.closed': () => expect(JSON.stringify(world.snapshot())).not.toContain(PROVIDER_KEY),
    },
  }),
})

describeModel({
  name: 'listModels',
  machine: listModelsMachine,
  model: listModelsModel,
  rig: (world) => ({
    oracles: {
      'listModels.shown': () => expect(world.snapshot().context.output).toEqual(LISTED),
    },
  }),
})

describeModel({
  name: 'twoFactorSetup',
  machine: twoFactorSetupMachine,
  model: twoFactorSetupModel,
  rig: (world) => {
    const held = () => JSON.stringify(world.snapshot().context)
    return {
      oracles: {
        'twoFactorSetup.closed': () => {
          for (const secret of [SETUP.secret, CODES.backup_codes[0], '"secret"'])
            expect(held()).not.toContain(secret)
        },
        'twoFactorSetup.showingSecret': () => expect(held()).not.toContain('"secret","code"'),
        'twoFactorSetup.showingCodes': () => expect(held()).not.toContain(SETUP.secret),
      },
    }
  },
})

describeModel({
  name: 'picture',
  machine: pictureMachine,
  model: pictureModel,
  rig: (world) => ({
    oracles: {
      'picture.idle': () => {
        expect(world.snapshot().context.preview).toBeNull()
        expect(world.children.size).toBe(0)
      },
      'picture.sending': () => expect(world.children.get('sendPicture')?.input).toMatchObject({ id: 'u1' }),
    },
  }),
})

const settled = () => new Promise((resolve) => setImmediate(resolve))
const failing = (machine: AnyStateMachine) =>
  machine.provide({ actors: { submit: fromPromise(() => Promise.reject(unanswered)) } })

it.each([
  ['begun', ['password'], 'askingPassword'],
  ['confirmed', ['password', 'code'], 'showingSecret'],
])('whether two-factor log-in is on is read again if it could not be %s', async (_, typed, after) => {
  const finish = vi.fn()
  const fails = () => Promise.reject(unanswered)
  const form = createActor(
    twoFactorSetupMachine.provide({
      actors: {
        beginSetup: fromPromise(typed.includes('code') ? async () => SETUP : fails),
        confirmSetup: fromPromise<typeof CODES, { code: string }>(fails),
      },
      actions: { finish },
    }),
  ).start()
  form.send({ type: 'form.opened' })
  for (const name of typed) {
    form.send({ type: 'field.changed', name, value: '123456' })
    form.send({ type: 'form.submitted' })
    await settled()
  }
  expect(form.getSnapshot().value).toBe(after)
  expect(finish).toHaveBeenCalledOnce()
})

describe('forms of the account', () => {
  it('[S8.8] says that no instructions were sent, and keeps the address', async () => {
    const form = createActor(failing(forgotPasswordMachine), { input: { email: 'ada@example.com' } }).start()
    form.send({ type: 'form.submitted' })
    await settled()
    expect(form.getSnapshot().context).toMatchObject({
      error: 'Failed to send reset instructions. Please try again.',
      values: { email: 'ada@example.com' },
    })
  })

  it('[S8.10] says that the password was not changed', async () => {
    const form = createActor(failing(changePasswordMachine)).start()
    form.send({
      type: 'form.opened',
      values: {
        current_password: 'old',
        new_password: 'Staple-9-battery',
        confirmation: 'Staple-9-battery',
      },
    })
    form.send({ type: 'form.submitted' })
    await settled()
    expect(form.getSnapshot().context.error).toBe('Failed to change password.')
  })

  it('[S8.10] says that the profile was not updated', async () => {
    const form = createActor(
      profileMachine.provide({
        actors: {
          blockLeaving: fromCallback(() => {}),
          save: fromPromise(() => Promise.reject(unanswered)),
        },
      }),
      { input: { id: 'u1', values: PROFILE } },
    ).start()
    form.send({ type: 'field.changed', name: 'first_name', value: 'Ida' })
    form.send({ type: 'form.submitted' })
    await settled()
    expect(form.getSnapshot().context).toMatchObject({
      error: 'Failed to update profile.',
      values: { first_name: 'Ida' },
    })
  })
})
