import { expect } from 'vitest'
import { twoFactorProofMachine } from '../../src/machines/two-factor-proof/two-factor-proof.machine.ts'
import { verificationMachine } from '../../src/machines/verification/verification.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { twoFactorProofModel } from './two-factor-proof.model.ts'
import { CODES } from './two-factor-setup.model.ts'
import { verificationModel } from './verification.model.ts'

describeModel({
  name: 'verification',
  machine: verificationMachine,
  model: verificationModel,
  rig: (world) => ({
    oracles: {
      'verification.verified': () => expect(world.children.has('sendLink')).toBe(false),
      'verification.signedOut': () => expect(world.snapshot().context).toEqual({ email: '', error: null }),
      'verification.unverified.failed': () => expect(world.snapshot().context.error).not.toBeNull(),
    },
  }),
})

describeModel({
  name: 'twoFactorProof',
  machine: twoFactorProofMachine,
  model: twoFactorProofModel,
  rig: (world) => {
    const held = () => JSON.stringify(world.snapshot().context)
    return {
      oracles: {
        'twoFactorProof.closed': () => {
          for (const secret of [CODES.backup_codes[0], '"secret"', '123456'])
            expect(held()).not.toContain(secret)
        },
        'twoFactorProof.showingCodes': () => {
          expect(held()).toContain(CODES.backup_codes[0])
          expect(held()).not.toContain('"secret"')
        },
      },
    }
  },
})
