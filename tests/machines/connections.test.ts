import { expect, it } from 'vitest'
import { type AnyEventObject, createActor, fromCallback } from 'xstate'
import {
  connectionsMachine,
  selectConnectionOf,
} from '../../src/machines/connection/connections/connections.machine.ts'
import type { Connection } from '../../src/machines/connection/connections/connections.types.ts'
import { socketMachine } from '../../src/machines/connection/socket/socket.machine.ts'
import type { Dialled } from '../../src/machines/connection/socket/socket.setup.ts'
import type { SocketInput, Transmission } from '../../src/machines/connection/socket/socket.types.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { listener } from '../harness/system.ts'
import { connectionsModel } from './connections.model.ts'

describeModel({
  name: 'connections',
  machine: connectionsMachine,
  model: connectionsModel,
  rig: (world) => ({
    oracles: {
      connections: () =>
        expect([...world.children.keys()]).toEqual(Object.keys(world.snapshot().context.listeners)),
    },
  }),
})

const name = 'integration:1'
const line = { name, path: '/api/ws/integrations/1' } as const

/** Connections whose sockets dial nowhere; `dials` counts them. */
function started() {
  let dials = 0
  const connections = createActor(
    connectionsMachine.provide({
      actors: {
        socket: socketMachine.provide({
          actors: {
            connection: fromCallback<Transmission, Dialled>(() => {
              dials += 1
            }),
            activityMonitor: fromCallback<AnyEventObject, SocketInput>(() => {}),
          },
        }),
      },
    }),
    { systemId: 'connections' },
  ).start()
  const stands = (connection: Connection) =>
    connections.send({ type: 'connection.changed', name, connection })
  return { connections, stands, dials: () => dials }
}

it('[A41] only a connection that has given up can be retried', () => {
  const { connections, stands, dials } = started()
  const reconnect = () => connections.send({ type: 'reconnect.requested', name })
  expect(selectConnectionOf(name)(connections.getSnapshot())).toBe('connecting')
  connections.send({ type: 'connection.joined', line, listener: listener() })
  const socket = connections.getSnapshot().children[name]
  socket?.send({ type: 'connection.lost' })
  stands('live')
  reconnect()
  expect(dials()).toBe(1)
  stands('givenUp')
  reconnect()
  expect(dials()).toBe(2)
})

it('listeners of one name share a socket, which closes after the last one leaves', () => {
  const { connections, stands, dials } = started()
  const heard: string[] = []
  const [first, second] = ['first', 'second'].map((who) =>
    listener(({ type }) => heard.push(`${who} ${type}`)),
  )
  const isOpen = () => name in connections.getSnapshot().children
  for (const one of [first!, second!]) connections.send({ type: 'connection.joined', line, listener: one })
  stands('live')
  connections.send({ type: 'connection.left', name, listener: first! })
  stands('reconnecting')
  connections.send({ type: 'message.received', name, message: {} })
  expect([dials(), isOpen()]).toEqual([1, true])
  connections.send({ type: 'connection.left', name, listener: second! })
  expect(isOpen()).toBe(false)
  expect(heard).toEqual([
    'first live.opened',
    'second live.opened',
    'second live.lost',
    'second live.received',
  ])
})

it('[S9.6] a first try that fails is told as a loss, once', () => {
  const { connections, stands } = started()
  const heard: string[] = []
  connections.send({ type: 'connection.joined', line, listener: listener(({ type }) => heard.push(type)) })
  for (const connection of ['connecting', 'reconnecting', 'offline', 'reconnecting', 'live'] as const)
    stands(connection)
  expect(heard).toEqual(['live.lost', 'live.opened'])
})
