import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, SimulatedClock } from 'xstate'
import { socketMachine } from '../../src/machines/socket/socket.machine.ts'
import type { SocketEvent } from '../../src/machines/socket/socket.types.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { socketModel } from './socket.model.ts'

describeModel({
  name: 'socket',
  machine: socketMachine,
  model: socketModel,
  rig: (world) => ({
    oracles: {
      'socket.connected': () =>
        expect([...world.children.keys()].sort()).toEqual(['awareness', 'connection']),
      'socket.waiting': () => expect([...world.children.keys()]).toEqual(['awareness']),
      'socket.givenUp': () => expect([...world.children.keys()]).toEqual(['awareness']),
      'socket.offline': () => expect([...world.children.keys()]).toEqual(['awareness']),
      'socket.rateLimited': () =>
        expect(world.effects.at(-1)).toEqual({
          name: 'showToast',
          params: {
            type: 'warning',
            message: 'WebSocket connection rate limited. Please wait before reconnecting.',
          },
        }),
      'socket.stopped': () => expect(world.effects.at(-1)?.name).toBe('announceEnd'),
    },
  }),
})

describe('a socket', () => {
  it('[S9.6] [S4.21] dials again after 2, 4, 8, 16 and 30 seconds, then gives up until it is wanted', () => {
    const clock = new SimulatedClock()
    const dials: number[] = []
    const socket = createActor(
      socketMachine.provide({
        actors: {
          connection: fromCallback<SocketEvent, { path: string }>(({ sendBack }) => {
            dials.push(clock.now() / 1000)
            sendBack({ type: 'socket.closed', code: 1006, jitter: 0 })
          }),
          awareness: fromCallback<SocketEvent>(() => {}),
        },
      }),
      { clock, input: { path: '/' } },
    ).start()
    for (let second = 0; second < 120; second += 1) clock.increment(1000)
    expect(dials).toEqual([0, 2, 6, 14, 30, 60])
    expect(socket.getSnapshot().value).toBe('givenUp')
    socket.send({ type: 'connection.wanted' })
    expect(dials).toHaveLength(7)
  })
})
