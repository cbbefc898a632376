import type { confirmationMachine } from '../../../machines/confirmation/confirmation.machine.ts'
import type { knowledgeBaseMachine } from '../../../machines/knowledge-base/knowledge-base.machine.ts'
import type { uploadMachine } from '../../../machines/upload/upload.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly knowledgeBase: typeof knowledgeBaseMachine
  readonly upload: typeof uploadMachine
  readonly deleteKnowledgeBase: typeof confirmationMachine
  readonly deleteDocument: typeof confirmationMachine
}

export const [KnowledgeBaseMachines, useKnowledgeBaseMachines] =
  createProvided<Machines>('KnowledgeBaseMachines')
