import { goldenRunMachine } from '../../src/machines/golden-run/golden-run.machine.ts'
import { modelOfOperation } from './operation.model.ts'

export const goldenRunModel = modelOfOperation(goldenRunMachine, [{ knowledgeBaseId: 'k1' }])
