import type { socketMachine } from '../../src/machines/socket/socket.machine.ts'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import type { Model } from '../harness/model/model.ts'

export const socketModel: Model<typeof socketMachine> = {
  input: { path: '/api/ws/integrations/i1' },
  events: () => [
    { type: 'socket.opened' },
    { type: 'socket.received', frame: { type: 'hello' } },
    ...[1006, CLOSE.forbidden, CLOSE.rateLimited].map((code) => ({
      type: 'socket.closed',
      code,
      jitter: 0.5,
    })),
    { type: 'connection.wanted' },
    { type: 'connection.lost' },
  ],
  key: ({ context }) => [context.attempts, context.code],
  sentBy: {
    'socket.opened': 'connection',
    'socket.received': 'connection',
    'socket.closed': 'connection',
    'connection.wanted': 'awareness',
    'connection.lost': 'awareness',
  },
}
