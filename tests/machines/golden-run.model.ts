import { goldenRunMachine } from '../../src/machines/knowledge/golden-run.machine.ts'
import { modelOfOperation } from './operation.model.ts'

export const goldenRunModel = modelOfOperation(goldenRunMachine, [{ knowledgeBaseId: 'k1' }])
