import { expect, it } from 'vitest'
import { createActor } from 'xstate'
import { connectionsMachine, selectConnectionOf } from '../../src/machines/connections/connections.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { connectionsModel } from './connections.model.ts'

describeModel({ name: 'connections', machine: connectionsMachine, model: connectionsModel })

it('[A41] a connection that has given up can be asked for again, and no other', () => {
  const asked: string[] = []
  const connections = createActor(
    connectionsMachine.provide({ actions: { reconnect: (_, { name }) => void asked.push(name) } }),
  ).start()
  const stands = (connection: 'live' | 'givenUp') =>
    connections.send({ type: 'connection.changed', name: 'integration:1', connection })
  const reconnect = () => connections.send({ type: 'reconnect.requested', name: 'integration:1' })
  expect(selectConnectionOf('integration:1')(connections.getSnapshot())).toBe('connecting')
  stands('live')
  reconnect()
  expect(asked).toEqual([])
  stands('givenUp')
  reconnect()
  expect(asked).toEqual(['integration:1'])
})
