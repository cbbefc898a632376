import type { CallbackActorLogic } from 'xstate'
import type { confirmationMachine } from '../../../machines/confirmation/confirmation.machine.ts'
import type { Heard } from '../../../machines/connections/connections.types.ts'
import type { goldenRunMachine } from '../../../machines/golden-run/golden-run.machine.ts'
import type { writeGoldenMachine } from '../../../machines/write-golden/write-golden.machine.ts'
import type { KnowledgeBaseMessage } from '../../../services/contract/sockets.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  /** Reads the lists of the screen again when something is heard of them. */
  readonly goldenLive: CallbackActorLogic<
    Heard<KnowledgeBaseMessage>,
    { organizationId: string; knowledgeBaseId: string }
  >
  readonly goldenRun: typeof goldenRunMachine
  readonly writeGolden: typeof writeGoldenMachine
  readonly deleteGolden: typeof confirmationMachine
}

export const [GoldenMachines, useGoldenMachines] = createProvided<Machines>('GoldenMachines')
