import { type AnyActorRef, assign, enqueueActions, type SnapshotFrom, sendTo, setup, stopChild } from 'xstate'
import { socketMachine } from '../socket/socket.machine.ts'
import { IDLE_AFTER, MESSAGES_PER_MINUTE } from '../socket/socket.types.ts'
import type {
  Connection,
  ConnectionName,
  ConnectionsContext,
  ConnectionsEvent,
  Line,
  LiveEvent,
} from './connections.types.ts'

type Named = { name: ConnectionName }
type Listening = Named & { listener: AnyActorRef }

const without = <Value>(record: Readonly<Partial<Record<ConnectionName, Value>>>, name: ConnectionName) => {
  const { [name]: _, ...rest } = record
  return rest
}

type Changed = Extract<ConnectionsEvent, { type: 'connection.changed' }>
const notes = { type: 'note', params: ({ event }: { event: Changed }) => event } as const
const forwards = <Type extends 'live.opened' | 'live.lost'>(type: Type) =>
  ({
    type: 'forwardToListeners',
    params: ({ event: { name } }: { event: Changed }) => ({ name, liveEvent: { type } }),
  }) as const

const addsListener = {
  type: 'addListener',
  params: ({ event }: { event: Extract<ConnectionsEvent, { type: 'connection.joined' }> }) => ({
    name: event.line.name,
    listener: event.listener,
  }),
} as const

/** The live connections of the page: one socket for each name with listeners, and its state. */
export const connectionsMachine = setup({
  types: {} as { context: ConnectionsContext; events: ConnectionsEvent },
  actors: { socket: socketMachine },
  guards: {
    isListenedTo: ({ context }, { name }: Named) => name in context.listeners,
    isLast: ({ context }, { name, listener }: Listening) =>
      context.listeners[name]?.every((one) => one === listener) ?? false,
    isOpened: (_, { connection }: { connection: Connection }) => connection === 'live',
    /** A connection that fails to open at the first try counts as lost: it has no listeners until then. */
    isLost: ({ context }, { name, connection }: Named & { connection: Connection }) =>
      ['live', 'connecting'].includes(context.standing[name] ?? '') && connection !== 'connecting',
    hasGivenUp: ({ context }, { name }: Named) => context.standing[name] === 'givenUp',
  },
  actions: {
    openSocket: enqueueActions(({ enqueue }, { line }: { line: Line }) => {
      const { name, path, idleAfter = IDLE_AFTER, keepAlive = false } = line
      const input = { name, path, idleAfter, keepAlive, messagesPerMinute: MESSAGES_PER_MINUTE }
      enqueue.spawnChild('socket', { id: name, input })
    }),
    closeSocket: stopChild((_, { name }: Named) => name),
    reconnect: sendTo((_, { name }: Named) => name, { type: 'connection.wanted' }),
    addListener: assign(({ context: { listeners } }, { name, listener }: Listening) => ({
      listeners: { ...listeners, [name]: [...(listeners[name] ?? []), listener] },
    })),
    removeListener: assign(({ context: { listeners } }, { name, listener }: Listening) => ({
      listeners: { ...listeners, [name]: listeners[name]?.filter((one) => one !== listener) ?? [] },
    })),
    note: assign(({ context }, { name, connection }: Named & { connection: Connection }) => ({
      standing: { ...context.standing, [name]: connection },
    })),
    forget: assign(({ context: { standing, listeners } }, { name }: Named) => ({
      standing: without(standing, name),
      listeners: without(listeners, name),
    })),
    forwardToListeners: enqueueActions(
      ({ context, enqueue }, { name, liveEvent }: Named & { liveEvent: LiveEvent<unknown> }) => {
        for (const listener of context.listeners[name] ?? []) enqueue.sendTo(listener, liveEvent)
      },
    ),
  },
}).createMachine({
  id: 'connections',
  description: 'The live connections of the page, and the state of each.',
  context: { standing: {}, listeners: {} },
  on: {
    'connection.joined': [
      { guard: { type: 'isListenedTo', params: ({ event }) => event.line }, actions: addsListener },
      { actions: [addsListener, { type: 'openSocket', params: ({ event }) => event }] },
    ],
    'connection.left': [
      {
        guard: { type: 'isLast', params: ({ event }) => event },
        actions: [
          { type: 'closeSocket', params: ({ event }) => event },
          { type: 'forget', params: ({ event }) => event },
        ],
      },
      { actions: { type: 'removeListener', params: ({ event }) => event } },
    ],
    'connection.changed': [
      {
        guard: { type: 'isOpened', params: ({ event }) => event },
        actions: [notes, forwards('live.opened')],
      },
      {
        guard: { type: 'isLost', params: ({ event }) => event },
        actions: [notes, forwards('live.lost')],
      },
      { actions: notes },
    ],
    'connection.ended': {
      actions: {
        type: 'forwardToListeners',
        params: ({ event: { name, code } }) => ({ name, liveEvent: { type: 'live.ended', code } }),
      },
    },
    'message.received': {
      actions: {
        type: 'forwardToListeners',
        params: ({ event: { name, message } }) => ({ name, liveEvent: { type: 'live.received', message } }),
      },
    },
    'reconnect.requested': {
      guard: { type: 'hasGivenUp', params: ({ event }) => event },
      actions: { type: 'reconnect', params: ({ event }) => event },
    },
  },
})

type ConnectionsSnapshot = SnapshotFrom<typeof connectionsMachine>

export const selectConnectionOf =
  (name: ConnectionName) =>
  ({ context }: ConnectionsSnapshot): Connection =>
    context.standing[name] ?? 'connecting'
