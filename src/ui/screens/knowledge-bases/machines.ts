import type { createKnowledgeBaseMachine } from '../../../machines/create-knowledge-base/create-knowledge-base.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly createKnowledgeBase: typeof createKnowledgeBaseMachine
}

export const [KnowledgeBasesMachines, useKnowledgeBasesMachines] =
  createProvided<Machines>('KnowledgeBasesMachines')
