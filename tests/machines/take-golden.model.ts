import { takeGoldenMachine } from '../../src/machines/knowledge/take-golden.machine.ts'
import { modelOfOperation } from './operation.model.ts'

export const takeGoldenModel = modelOfOperation(takeGoldenMachine, [{ kind: 'answer', messageId: 'm1' }])
