import type { confirmationMachine } from '../../machines/confirmation/confirmation.machine.ts'
import type { createApiKeyMachine } from '../../machines/create-api-key/create-api-key.machine.ts'
import { createProvided } from '../provided.ts'

interface Provided {
  readonly createApiKey: typeof createApiKeyMachine
  readonly deleteApiKey: typeof confirmationMachine
  /** A first request with a key, as a command for a shell. */
  readonly exampleFor: (key: string) => string
}

export const [ApiKeyMachines, useApiKeyMachines] = createProvided<Provided>('ApiKeyMachines')
