import type { connectionsMachine } from '../../src/machines/connection/connections/connections.machine.ts'
import { spaced } from '../../tools/statecharts/words.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { listener } from '../harness/system.ts'

const name = 'organization:o1'
const line = { name, path: '/api/ws/organizations/o1' }
const [FIRST, SECOND] = [listener(undefined, 'listener:first'), listener(undefined, 'listener:second')]

export const connectionsModel: Model<typeof connectionsMachine> = {
  events: ({ context: { listeners } }) => {
    const here = listeners[name] ?? []
    const fromSocket = [
      ...['connecting', 'live', 'reconnecting', 'givenUp'].map((connection) =>
        labelled(`The connection is ${spaced(connection)}`, {
          type: 'connection.changed',
          name,
          connection,
        }),
      ),
      { type: 'connection.ended', name, code: 4403 },
      { type: 'message.received', name, message: { type: 'hello' } },
    ]
    return [
      ...[FIRST, SECOND]
        .filter((one) => !here.includes(one))
        .map((one) => ({ type: 'connection.joined', line, listener: one })),
      ...here.map((one) => ({ type: 'connection.left', name, listener: one })),
      ...(here.length > 0 ? fromSocket : []),
      { type: 'reconnect.requested', name },
    ]
  },
  key: ({ context: { standing, listeners } }) => [standing, listeners[name]?.map(({ id }) => id)],
}
