import type { pointerMachine } from '../../src/machines/pointer/pointer.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless } from '../harness/model/unhandled.ts'

export const pointerModel: Model<typeof pointerMachine> = {
  events: () => [
    { type: 'citation.pointed', messageId: 'a1', n: 1 },
    { type: 'citation.pointed', messageId: 'a1', n: 2 },
    { type: 'citation.left' },
  ],
  unhandled: [harmless(['citation.left'], ['nowhere'], 'Nothing is lit.')],
  key: ({ context }) => context.pointed,
}
