import type { goldenRunMachine } from '../../src/machines/golden-run/golden-run.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless } from '../harness/model/unhandled.ts'

export const goldenRunModel: Model<typeof goldenRunMachine> = {
  input: { organizationId: 'o1', knowledgeBaseId: 'k1' },
  events: () => [{ type: 'run.requested' }],
  answers: () => ({ startRun: [undefined, new Error('offline')] }),
  unhandled: [harmless(['run.requested'], ['starting'], 'It is being begun, and is not to be begun twice.')],
  key: ({ context }) => context.error,
}
