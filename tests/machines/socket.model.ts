import type { socketMachine } from '../../src/machines/connection/socket/socket.machine.ts'
import { IDLE_AFTER, UNSENT } from '../../src/machines/connection/socket/socket.types.ts'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'

const NOW = 1_000_000
const ping = { type: 'message.submitted', message: { type: 'ping' } }

const CLOSINGS = {
  'The connection breaks': CLOSE.abnormal,
  'The server takes the token no more': CLOSE.unauthorized,
  'The server refuses the connection': CLOSE.forbidden,
  'The server asks for a pause': CLOSE.rateLimited,
}

export const socketModel: Model<typeof socketMachine> = {
  input: {
    name: 'integration:i1',
    path: '/api/ws/integrations/i1',
    idleAfter: IDLE_AFTER,
    keepAlive: false,
    messagesPerMinute: 1,
  },
  events: () => [
    labelled('The connection opens', { type: 'socket.opened' }),
    labelled('The server greets', { type: 'socket.received', frame: { type: 'hello' } }),
    labelled('The server takes no messages', {
      type: 'socket.received',
      frame: { type: UNSENT, isUnknown: true },
    }),
    labelled('The server tells something', { type: 'socket.received', frame: { type: 'token' } }),
    ...Object.entries(CLOSINGS).map(([label, code]) =>
      labelled(label, { type: 'socket.closed', code, jitter: 0.5 }),
    ),
    labelled('A sign of life is due', { ...ping, now: NOW }),
    labelled('Somebody comes back to the page', { type: 'connection.wanted' }),
    labelled('The browser says that the network is gone', { type: 'connection.lost' }),
    labelled('The page is used', { type: 'page.used' }),
  ],
  unhandled: [
    harmless(
      ['connection.lost'],
      ['idle', 'offline', 'rateLimited', 'givenUp', 'stopped'],
      'There is no connection to lose.',
    ),
    never(['socket.opened'], ['connected.open'], 'A dialled connection opens once.'),
    never(['socket.received'], ['connected.connecting'], 'Frames follow the opening.'),
    harmless(
      ['message.submitted'],
      ['connected.connecting', 'idle', 'waiting', 'offline', 'rateLimited', 'givenUp', 'stopped'],
      'Without a connection nothing can be sent; the browser sends nothing but signs of life.',
    ),
    harmless(
      ['message.submitted'],
      ['connected.open.heartbeat.awaitingReply'],
      'A sign of life is on its way, and nothing else is ever submitted.',
    ),
    harmless(
      ['page.used'],
      ['connected.connecting', 'waiting', 'offline', 'rateLimited', 'givenUp'],
      'The connection is wanted already, and is dialled as soon as it may be.',
    ),
    harmless(['page.used', 'connection.wanted'], ['stopped'], 'There is nothing to come back to.'),
    harmless(['connection.wanted'], ['connected'], 'It is dialled, or open.'),
    harmless(
      ['connection.wanted'],
      ['rateLimited'],
      'The server asked for a pause, after which it is dialled by itself.',
    ),
  ],
  key: ({ context }) => [context.attempts, context.code, context.renewed, context.sent.length > 0],
  sentBy: {
    'socket.opened': 'connection',
    'socket.received': 'connection',
    'socket.closed': 'connection',
    'message.submitted': 'activityMonitor',
    'connection.wanted': 'activityMonitor',
    'connection.lost': 'activityMonitor',
    'page.used': 'activityMonitor',
  },
}
