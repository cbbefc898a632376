import type { takeGoldenMachine } from '../../src/machines/take-golden/take-golden.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless } from '../harness/model/unhandled.ts'

export const SOURCE = { kind: 'answer', messageId: 'm1' } as const

export const takeGoldenModel: Model<typeof takeGoldenMachine> = {
  events: () => [{ type: 'golden.taken', source: SOURCE }],
  answers: () => ({ take: [undefined, new Error('offline')] }),
  unhandled: [harmless(['golden.taken'], ['taking'], 'The button rests until the one before is kept.')],
  key: () => null,
}
