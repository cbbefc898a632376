import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { resetPasswordMachine } from '../../src/machines/accounts/reset-password.machine.ts'
import type { ResetLink } from '../../src/services/contract/accounts.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { standIn } from '../harness/system.ts'
import { unanswered } from './form.model.ts'
import { resetPasswordModel, usedUp } from './log-in.model.ts'

describeModel({
  name: 'resetPassword',
  machine: resetPasswordMachine,
  model: resetPasswordModel,
  rig: (world) => ({
    oracles: {
      'resetPassword.verifying': () =>
        expect(world.children.get('verifyLink')?.input).toEqual({ token: 't1' }),
      'resetPassword.saving': () =>
        expect(world.children.get('resetPassword')?.input).toEqual({
          token: 't1',
          new_password: 'Staple-9-battery',
        }),
      'resetPassword.done': () =>
        expect(world.snapshot().context.values).toEqual({ new_password: '', confirmation: '' }),
    },
  }),
})

const settled = () => new Promise((resolve) => setImmediate(resolve))
const VALID: ResetLink = { valid: true, email: 'ada.holm@example.com' }

const started = async (link: ResetLink | null, reset: () => Promise<unknown> = async () => ({})) => {
  const actor = createActor(
    resetPasswordMachine.provide({
      actors: { verifyLink: fromPromise(async () => link), resetPassword: fromPromise(reset) },
    }),
    { input: { token: 't1' } },
  ).start()
  await settled()
  return actor
}

const submit = async (actor: Awaited<ReturnType<typeof started>>, password: string, again = password) => {
  actor.send({ type: 'field.changed', name: 'new_password', value: password })
  actor.send({ type: 'field.changed', name: 'confirmation', value: again })
  actor.send({ type: 'form.submitted' })
  await settled()
}

/** By a server that has no codes. */
const refusedBy = (status: number) =>
  Object.assign(new Error(String(status)), { status, code: `http_${status}`, detail: null })

describe('a reset link', () => {
  it('logs out nobody by itself: the session asks whether it was of this account', async () => {
    const actor = await started(VALID)
    const heard: unknown[] = []
    standIn(actor, 'session', (event) => heard.push(event))
    await submit(actor, 'Staple-9-battery')
    expect(actor.getSnapshot().value).toBe('done')
    expect(heard).toEqual([{ type: 'session.doubted' }])
  })

  it('[S5.2] that is missing or no longer valid is reported as such', async () => {
    expect((await started(null)).getSnapshot().context.error).toBe('Password reset token is missing.')
    const invalid = await started({ valid: false, email: null })
    expect(invalid.getSnapshot().context.error).toBe('Invalid or expired reset link.')
  })

  it('[S5.2] requires matching passwords that do not contain the email address', async () => {
    const actor = await started(VALID)
    await submit(actor, 'Staple-9-battery', 'Staple-9')
    expect(actor.getSnapshot().context.fieldErrors).toEqual({ confirmation: 'Passwords do not match.' })
    await submit(actor, 'Ada.Holm-1843')
    expect(actor.getSnapshot().context.fieldErrors).toEqual({
      new_password: 'Your password must not contain your email address or name.',
    })
  })

  const TRY_AGAIN = 'Failed to reset password. Please try again or request a new link.'
  const USED_UP = 'This password reset link is invalid or has expired. Please request a new one.'
  it.each<[Error, string, string]>([
    [unanswered, TRY_AGAIN, 'ready'],
    [refusedBy(500), TRY_AGAIN, 'ready'],
    [usedUp, USED_UP, 'invalid'],
    [refusedBy(400), USED_UP, 'invalid'],
    [refusedBy(404), USED_UP, 'invalid'],
    [refusedBy(422), USED_UP, 'invalid'],
  ])('[S8.9] [spec 7] says why it failed: %s', async (error, text, state) => {
    const actor = await started(VALID, () => Promise.reject(error))
    await submit(actor, 'Staple-9-battery')
    expect(actor.getSnapshot()).toMatchObject({ value: state, context: { error: text } })
  })

  it('that an unanswered try has used up may have saved the new password', async () => {
    const answers = [unanswered, usedUp]
    const actor = await started(VALID, () => Promise.reject(answers.shift()))
    await submit(actor, 'Staple-9-battery')
    await submit(actor, 'Staple-9-battery')
    expect(actor.getSnapshot()).toMatchObject({
      value: 'invalid',
      context: { error: 'Your new password may be saved already. Log in with it, or request a new link.' },
    })
  })
})
