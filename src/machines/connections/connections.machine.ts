import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Connection, ConnectionName, ConnectionsContext, ConnectionsEvent } from './connections.types.ts'

type Named = { name: ConnectionName }

/** How every live connection of the page stands, for whoever shows what arrives over it. */
export const connectionsMachine = setup({
  types: {} as { context: ConnectionsContext; events: ConnectionsEvent },
  guards: {
    hasGivenUp: ({ context }, { name }: Named) => context.standing[name] === 'givenUp',
  },
  actions: {
    reconnect: (_, _params: Named) => {},
    note: assign(({ context }, { name, connection }: Named & { connection: Connection }) => ({
      standing: { ...context.standing, [name]: connection },
    })),
    forget: assign(({ context }, { name }: Named) => {
      const { [name]: _, ...standing } = context.standing
      return { standing }
    }),
  },
}).createMachine({
  id: 'connections',
  description: 'How every live connection of the page stands.',
  context: { standing: {} },
  on: {
    'connection.changed': { actions: { type: 'note', params: ({ event }) => event } },
    'connection.ended': { actions: { type: 'forget', params: ({ event }) => event } },
    'reconnect.requested': {
      guard: { type: 'hasGivenUp', params: ({ event }) => event },
      actions: { type: 'reconnect', params: ({ event }) => event },
    },
  },
})

export type ConnectionsRef = ActorRefFrom<typeof connectionsMachine>
type ConnectionsSnapshot = SnapshotFrom<typeof connectionsMachine>

export const selectConnectionOf =
  (name: ConnectionName) =>
  ({ context }: ConnectionsSnapshot): Connection =>
    context.standing[name] ?? 'connecting'
