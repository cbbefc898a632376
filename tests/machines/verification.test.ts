import { expect } from 'vitest'
import { verificationMachine } from '../../src/machines/accounts/verification.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { CODES, endTwoFactorModel, renewBackupCodesModel } from './account-forms.model.ts'
import { verificationModel } from './log-in.model.ts'

describeModel({
  name: 'verification',
  machine: verificationMachine,
  model: verificationModel,
  rig: (world) => ({
    oracles: {
      'verification.verified': () => expect(world.children.has('sendLink')).toBe(false),
      'verification.signedOut': () =>
        expect(world.snapshot().context).toEqual({ email: '', isKept: false, error: null }),
      'verification.unverified.failed': () => expect(world.snapshot().context.error).not.toBeNull(),
    },
  }),
})

describeModel(endTwoFactorModel)

describeModel({
  ...renewBackupCodesModel,
  model: { ...renewBackupCodesModel.model, input: undefined },
  rig: (world) => {
    const held = () => JSON.stringify(world.snapshot().context)
    return {
      oracles: {
        'renewBackupCodes.closed': () => {
          for (const secret of [CODES.backup_codes[0], '"secret"', '123456'])
            expect(held()).not.toContain(secret)
        },
        'renewBackupCodes.shown': () => {
          expect(held()).toContain(CODES.backup_codes[0])
          expect(held()).not.toContain('"secret"')
        },
      },
    }
  },
})
