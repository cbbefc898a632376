import type { inboxMachine } from '../../../machines/inbox/inbox.machine.ts'
import { createProvided } from '../../provided.ts'

export const [InboxMachines, useInboxMachines] = createProvided<{ readonly inbox: typeof inboxMachine }>(
  'InboxMachines',
)
