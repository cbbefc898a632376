import type { assistantSettingsMachine } from '../../../machines/assistant-settings/assistant-settings.machine.ts'
import type { confirmationMachine } from '../../../machines/confirmation/confirmation.machine.ts'
import type { handoverSettingsMachine } from '../../../machines/handover-settings/handover-settings.machine.ts'
import type { pictureMachine } from '../../../machines/picture/picture.machine.ts'
import type { publicPageMachine } from '../../../machines/public-page/public-page.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly assistantSettings: typeof assistantSettingsMachine
  readonly logo: typeof pictureMachine
  readonly publish: typeof confirmationMachine
  readonly restoreVersion: typeof confirmationMachine
  readonly duplicateIntegration: typeof confirmationMachine
  readonly deleteIntegration: typeof confirmationMachine
  readonly publicPage: typeof publicPageMachine
  readonly handoverSettings: typeof handoverSettingsMachine
}

export const [AssistantSettingsMachines, useAssistantSettingsMachines] =
  createProvided<Machines>('AssistantSettingsMachines')
