import type { socketMachine } from '../../src/machines/socket/socket.machine.ts'
import { IDLE_AFTER } from '../../src/machines/socket/socket.types.ts'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import type { Model } from '../harness/model/model.ts'

const NOW = 1_000_000
const ping = { type: 'message.submitted', message: { type: 'ping' } }

export const socketModel: Model<typeof socketMachine> = {
  input: {
    name: 'integration:i1',
    path: '/api/ws/integrations/i1',
    idleAfter: IDLE_AFTER,
    keepAlive: false,
    messagesPerMinute: 1,
  },
  events: () => [
    { type: 'socket.opened' },
    { type: 'socket.received', frame: { type: 'hello' } },
    { type: 'socket.received', frame: { type: 'token' } },
    ...[CLOSE.abnormal, CLOSE.unauthorized, CLOSE.forbidden, CLOSE.rateLimited].map((code) => ({
      type: 'socket.closed',
      code,
      jitter: 0.5,
    })),
    { ...ping, now: NOW },
    { type: 'connection.wanted' },
    { type: 'connection.lost' },
    { type: 'page.used' },
  ],
  key: ({ context }) => [context.attempts, context.code, context.renewed, context.sent.length > 0],
  sentBy: {
    'socket.opened': 'connection',
    'socket.received': 'connection',
    'socket.closed': 'connection',
    'message.submitted': 'awareness',
    'connection.wanted': 'awareness',
    'connection.lost': 'awareness',
    'page.used': 'awareness',
  },
}
