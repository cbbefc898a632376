import type { AnyActorRef } from 'xstate'
import type { Line, LiveEvent } from '../../machines/connection/connections/connections.types.ts'
import { type InSystem, sendToActor } from '../../machines/system.ts'

export interface Listener<Message> extends InSystem {
  readonly self: AnyActorRef
  readonly receive: (listener: (liveEvent: LiveEvent<Message>) => void) => void
}

/** Listens to a live connection as the calling actor, until the returned function is called. */
export function listen<Message>(
  { system, self, receive }: Listener<Message>,
  line: Line,
  onEvent: (liveEvent: LiveEvent<Message>) => void,
) {
  receive(onEvent)
  sendToActor({ system }, 'connections', { type: 'connection.joined', line, listener: self })
  return () =>
    sendToActor({ system }, 'connections', { type: 'connection.left', name: line.name, listener: self })
}
