import { t } from '../../texts/t.ts'
import { createOperationMachine, type OperationRef } from '../shared/operation.machine.ts'

interface GoldenRunRequest {
  readonly knowledgeBaseId: string
}

export const goldenRunMachine = createOperationMachine<GoldenRunRequest>({
  id: 'goldenRun',
  description: 'Begins a run of the golden questions.',
  fallback: t('The questions could not be asked. Please try again.'),
})

export type GoldenRunRef = OperationRef<GoldenRunRequest>
