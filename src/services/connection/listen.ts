import type { AnyActorRef } from 'xstate'
import type { Heard, Line } from '../../machines/connection/connections/connections.types.ts'
import { type InSystem, tell } from '../../machines/system.ts'

export interface Listener<Message> extends InSystem {
  readonly self: AnyActorRef
  readonly receive: (listener: (heard: Heard<Message>) => void) => void
}

/** Listens to a live connection as the calling actor, until the returned function is called. */
export function listen<Message>(
  { system, self, receive }: Listener<Message>,
  line: Line,
  hear: (heard: Heard<Message>) => void,
) {
  receive(hear)
  tell({ system }, 'connections', { type: 'connection.joined', line, listener: self })
  return () => tell({ system }, 'connections', { type: 'connection.left', name: line.name, listener: self })
}
