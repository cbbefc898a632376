import type { improveAnswerMachine } from '../../machines/improve-answer/improve-answer.machine.ts'
import { createProvided } from '../provided.ts'

export const [ImproveMachines, useImproveMachines] = createProvided<{
  readonly improveAnswer: typeof improveAnswerMachine
}>('ImproveMachines')
