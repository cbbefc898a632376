import { describe, expect, it } from 'vitest'
import { createActor, type EventObject, fromCallback, SimulatedClock } from 'xstate'
import type { Connection } from '../../src/machines/connection/connections/connections.types.ts'
import { socketMachine } from '../../src/machines/connection/socket/socket.machine.ts'
import type { Dialled } from '../../src/machines/connection/socket/socket.setup.ts'
import {
  ANSWER_WITHIN,
  IDLE_AFTER,
  MESSAGES_PER_MINUTE,
  QUIET_AFTER,
  type SocketEvent,
  type SocketInput,
  STABLE_AFTER,
  type Transmission,
} from '../../src/machines/connection/socket/socket.types.ts'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { socketModel } from './socket.model.ts'

const RATE_LIMITED = 'WebSocket connection rate limited. Please wait before reconnecting.'

describeModel({
  name: 'socket',
  machine: socketMachine,
  model: socketModel,
  rig: (world) => {
    const children = () => [...world.children.keys()].sort()
    const resting = () => expect(children()).toEqual(['activityMonitor'])
    return {
      oracles: {
        'socket.connected': () => expect(children()).toEqual(['activityMonitor', 'connection']),
        'socket.waiting': resting,
        'socket.givenUp': resting,
        'socket.offline': resting,
        'socket.idle': resting,
        'socket.rateLimited': () =>
          expect(world.effects.at(-1)).toEqual({
            name: 'showToast',
            params: { type: 'warning', message: RATE_LIMITED },
          }),
        'socket.stopped': () =>
          expect(world.effects.slice(-2).map(({ name }) => name)).toEqual(['reportEnd', 'reportStanding']),
      },
    }
  },
})

/** A socket under a simulated clock; `dials` in seconds, `onDial` is what the server does at each. */
function start(onDial: (send: (event: SocketEvent) => void) => void = () => {}) {
  const clock = new SimulatedClock()
  const dials: number[] = []
  const closes: number[] = []
  const transmitted: Transmission[] = []
  const toasts: string[] = []
  const delivered: unknown[] = []
  let server: (event: SocketEvent) => void = () => {}
  let standing: Connection | null = null
  const socket = createActor(
    socketMachine.provide({
      actors: {
        connection: fromCallback<Transmission, Dialled>(({ sendBack, receive }) => {
          dials.push(clock.now() / 1000)
          server = sendBack
          receive((transmission) => void transmitted.push(transmission))
          onDial(server)
          return () => void closes.push(clock.now() / 1000)
        }),
        activityMonitor: fromCallback<EventObject, SocketInput>(() => {}),
      },
      actions: {
        showToast: (_, { message }) => void toasts.push(message),
        deliver: (_, { frame }) => void delivered.push(frame),
        reportStanding: (_, { connection }) => {
          standing = connection
        },
      },
    }),
    {
      clock,
      input: {
        name: 'organization:o1',
        path: '/',
        idleAfter: IDLE_AFTER,
        keepAlive: false,
        messagesPerMinute: MESSAGES_PER_MINUTE,
      },
    },
  ).start()
  return {
    socket,
    dials,
    closes,
    transmitted,
    toasts,
    delivered,
    server: (event: SocketEvent) => server(event),
    standing: () => standing,
    pass: (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) clock.increment(1000)
    },
    ping: () => socket.send({ type: 'message.submitted', message: { type: 'ping' }, now: clock.now() }),
  }
}

const closed = (code: number, jitter = 0): SocketEvent => ({ type: 'socket.closed', code, jitter })
const opened: SocketEvent = { type: 'socket.opened' }
const frame = (type: string): SocketEvent => ({ type: 'socket.received', frame: { type } })

describe('a socket', () => {
  it('[S9.6] [S4.21] [A36] dials again after 2, 4, 8, 16 and 30 seconds, then gives up visibly', () => {
    const { dials, pass, standing } = start((send) => send(closed(CLOSE.abnormal)))
    pass(600)
    expect(dials).toEqual([0, 2, 6, 14, 30, 60])
    expect(standing()).toBe('givenUp')
  })

  it.each([-1, 1])('[A36] spreads its dials by a fifth: jitter %d', (jitter) => {
    const { dials, pass } = start((send) => send(closed(CLOSE.abnormal, jitter)))
    pass(600)
    const delays = dials.slice(1).map((dial, place) => dial - dials[place]!)
    const exact = [2, 4, 8, 16, 32].map((delay) => Math.min(delay * (1 + 0.2 * jitter), 30))
    for (const [place, delay] of delays.entries()) expect(Math.abs(delay - exact[place]!)).toBeLessThan(1)
  })

  it('[A37] does not trust a server that accepts and closes at once: at most six dials in two minutes', () => {
    const { dials, pass } = start((send) => {
      send(opened)
      send(closed(CLOSE.abnormal))
    })
    pass(120)
    expect(dials).toEqual([0, 2, 6, 14, 30, 60])
  })

  it('[A37] resets the count of attempts after five seconds', () => {
    const { dials, pass, server } = start((send) => send(opened))
    for (let loss = 0; loss < 8; loss += 1) {
      pass(STABLE_AFTER / 1000)
      server(closed(CLOSE.abnormal))
      pass(2)
    }
    expect(dials).toHaveLength(9)
  })

  it.each([1001, 1006, 1011, 1012])('[A39] comes back after a close with %d', (code) => {
    const { dials, pass } = start((send) => send(closed(code)))
    pass(2)
    expect(dials).toEqual([0, 2])
  })

  it.each([1008, CLOSE.unauthorized])(
    '[A39] reconnects at once with another token after %d, but only once',
    (code) => {
      const { dials, pass, standing } = start((send) => {
        send(opened)
        send(closed(code))
      })
      pass(600)
      expect(dials).toEqual([0, 0])
      expect(standing()).toBe('givenUp')
    },
  )

  it('[A39] renews its token each time that one ends, as it does every quarter of an hour', () => {
    const { dials, pass, server } = start((send) => send(opened))
    for (let hour = 0; hour < 4; hour += 1) {
      pass(STABLE_AFTER / 1000)
      server(closed(CLOSE.unauthorized))
    }
    expect(dials).toEqual([0, 5, 10, 15, 20])
  })

  it.each([CLOSE.done, CLOSE.forbidden, CLOSE.gone, CLOSE.tooBig])('[A39] stays closed after %d', (code) => {
    const { socket, dials, pass, standing } = start((send) => send(closed(code)))
    socket.send({ type: 'connection.wanted' })
    pass(600)
    expect(dials).toEqual([0])
    expect(standing()).toBe('stopped')
  })

  it('[S8.14] [A39] reports the rate limit, and waits a minute in any case', () => {
    const { socket, dials, toasts, pass } = start((send) => send(closed(4429)))
    pass(59)
    socket.send({ type: 'connection.wanted' })
    expect(dials).toEqual([0])
    expect(toasts).toEqual([RATE_LIMITED])
    pass(1)
    expect(dials).toEqual([0, 60])
  })

  it('[A40] does not dial or count attempts while offline, and dials as soon as it is online', () => {
    const { socket, dials, pass, standing } = start((send) => send(opened))
    pass(6)
    socket.send({ type: 'connection.lost' })
    pass(600)
    expect(dials).toEqual([0])
    expect(standing()).toBe('offline')
    socket.send({ type: 'connection.wanted' })
    expect(dials).toEqual([0, 606])
    expect(socket.getSnapshot().context.attempts).toBe(0)
  })

  it('[A41] that gave up is connected again when it is wanted', () => {
    let up = false
    const { socket, pass, standing } = start((send) => send(up ? opened : closed(CLOSE.abnormal)))
    pass(600)
    expect(standing()).toBe('givenUp')
    up = true
    socket.send({ type: 'connection.wanted' })
    expect(standing()).toBe('live')
  })

  it('[A42] notices within 45 s that an open line is dead, and dials again', () => {
    const { dials, transmitted, pass, standing } = start((send) => send(opened))
    pass(QUIET_AFTER / 1000)
    expect(transmitted).toEqual([{ type: 'transmit', message: { type: 'ping' } }])
    pass(ANSWER_WITHIN / 1000)
    expect(standing()).toBe('reconnecting')
    pass(2)
    expect(dials).toEqual([0, 37])
  })

  it('[A42] keeps a connection that responds', () => {
    const { dials, transmitted, pass, server } = start((send) => send(opened))
    for (let turn = 0; turn < 10; turn += 1) {
      pass(QUIET_AFTER / 1000)
      server(frame('pong'))
    }
    expect(transmitted).toHaveLength(10)
    expect(dials).toEqual([0])
  })

  it('[S9.6] [A46] closes after five minutes without use, does not come back by itself, and opens at the first use', () => {
    const { socket, dials, closes, pass, server, standing } = start((send) => send(opened))
    const answerFor = (seconds: number) => {
      for (let second = 0; second < seconds; second += 20) {
        pass(20)
        server(frame('pong'))
      }
    }
    answerFor(280)
    socket.send({ type: 'page.used' })
    answerFor(280)
    server(frame('document_progress'))
    answerFor(280)
    expect(standing()).toBe('live')
    answerFor(40)
    expect(standing()).toBe('idle')
    expect(closes).toHaveLength(1)
    pass(3600)
    expect(dials).toHaveLength(1)
    socket.send({ type: 'page.used' })
    expect(dials).toHaveLength(2)
    expect(standing()).toBe('live')
  })

  it('[S8.15] [S9.6] [A47] sends sixty messages a minute, and says how long to wait for the next', () => {
    const { transmitted, toasts, ping, pass, server } = start((send) => send(opened))
    const send = () => {
      ping()
      server(frame('pong'))
    }
    send()
    pass(20)
    for (let n = 1; n < 60; n += 1) send()
    expect([transmitted.length, toasts]).toEqual([60, []])
    send()
    expect(transmitted).toHaveLength(60)
    expect(toasts).toEqual(['Message rate limit exceeded. Please wait 40 seconds.'])
    pass(39)
    send()
    expect(toasts.at(-1)).toBe('Message rate limit exceeded. Please wait 1 seconds.')
    pass(1)
    const before = transmitted.length
    send()
    expect(transmitted.length).toBe(before + 1)
  })
})
