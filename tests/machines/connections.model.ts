import type { connectionsMachine } from '../../src/machines/connections/connections.machine.ts'
import type { Model } from '../harness/model/model.ts'

export const connectionsModel: Model<typeof connectionsMachine> = {
  events: () => [
    ...(['live', 'givenUp'] as const).map((connection) => ({
      type: 'connection.changed',
      name: 'organization',
      connection,
    })),
    { type: 'connection.ended', name: 'organization' },
    { type: 'reconnect.requested', name: 'organization' },
  ],
  key: ({ context }) => context.standing,
}
