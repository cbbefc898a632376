import { expect } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import {
  companyLogInMachine,
  confirmEmailMachine,
  linkMachine,
} from '../../src/machines/accounts/link.machine.ts'
import type { ModelDescription } from '../harness/model/describe-model.ts'
import type { Model } from '../harness/model/model.ts'
import { never } from '../harness/model/unhandled.ts'
import { unanswered } from './form.model.ts'

interface LinkModel extends ModelDescription<AnyStateMachine> {
  readonly model: Model<AnyStateMachine>
}

interface LinkCase {
  readonly input?: { readonly token: string }
  readonly output: unknown
  readonly refusals: readonly Error[]
}

/** Every page of a link is the same statechart: one model with the answers of each. */
export const modelOfLink = (machine: AnyStateMachine, { input, output, refusals }: LinkCase): LinkModel => ({
  name: machine.id,
  machine,
  model: {
    input,
    events: () => [{ type: 'retry.requested' }],
    answers: () => ({ use: [output, ...refusals, unanswered] }),
    unhandled: [
      never(
        ['retry.requested'],
        ['using', 'used', 'refused'],
        'Try Again is shown where there was no answer.',
      ),
    ],
    key: ({ context }) => context.error,
  },
  rig: (world) => ({
    oracles: {
      [`${machine.id}.using`]: () =>
        expect(world.children.get('use')?.input).toEqual({ token: input?.token ?? '' }),
      [`${machine.id}.refused`]: () => expect(world.effects).toEqual([]),
      [`${machine.id}.failed`]: () => expect(world.effects).toEqual([]),
      [`${machine.id}.used`]: () => expect(world.effects).toEqual([{ name: 'finish', params: { output } }]),
    },
  }),
})

/** The chart itself. */
export const linkModel = modelOfLink(linkMachine, {
  input: { token: 't1' },
  output: {},
  refusals: [Object.assign(new Error('gone'), { status: 410, detail: 'This link was used already.' })],
})

const USED = Object.assign(new Error('expired'), {
  status: 401,
  code: 'expired',
  detail: 'This log-in was used already.',
})

export const companyLogInModel = modelOfLink(companyLogInMachine, {
  output: { access_token: 'access', refresh_token: 'refresh' },
  refusals: [USED],
})

const USED_MAIL = Object.assign(new Error('link_invalid'), {
  status: 410,
  code: 'link_invalid',
  detail: 'This link was already used or has expired.',
})

const MANGLED = Object.assign(new Error('not found'), { status: 404, detail: 'There is no such link.' })

export const confirmEmailModel = modelOfLink(confirmEmailMachine, {
  input: { token: 't1' },
  output: {},
  refusals: [USED_MAIL, MANGLED],
})
