import type { AnyActorRef } from 'xstate'
import type { Line, LiveEvent } from '../../machines/connection/connections/connections.types.ts'
import type { ConversationEvent } from '../../machines/conversations/conversation/conversation.types.ts'
import { type InSystem, sendToActor } from '../../machines/system.ts'
import type { IntegrationMessage } from '../contract/sockets.ts'

/** `Other` events come from the machine that invokes it. */
export interface Listener<Message, Other = never> extends InSystem {
  readonly self: AnyActorRef
  readonly receive: (listener: (event: LiveEvent<Message> | Other) => void) => void
}

/** Listens to a live connection as the calling actor, until the returned function is called. */
export function listen<Message, Other = never>(
  { system, self, receive }: Listener<Message, Other>,
  line: Line,
  onEvent: (event: LiveEvent<Message> | Other) => void,
) {
  receive(onEvent)
  sendToActor({ system }, 'connections', { type: 'connection.joined', line, listener: self })
  return () =>
    sendToActor({ system }, 'connections', { type: 'connection.left', name: line.name, listener: self })
}

/** The event for a conversation from a frame of its assistant's connection; null if it needs none. */
function eventOf(liveEvent: LiveEvent<IntegrationMessage>): ConversationEvent | null {
  if (liveEvent.type === 'live.opened') return liveEvent
  if (liveEvent.type !== 'live.received') return null
  const { type, data } = liveEvent.message
  switch (type) {
    case 'token':
      return { type: 'live.token', messageId: data.message_id, index: data.index, text: data.text }
    case 'citations':
      return { type: 'live.citations', messageId: data.message_id, citations: data.citations }
    case 'message_completed':
      return { type: 'live.completed', message: data }
    case 'message_failed':
      return { type: 'live.failed', messageId: data.message_id, error: data.error }
    case 'message_resumed':
      // Earlier frames are outdated, as after a lost connection: it is read again.
      return { type: 'live.opened' }
    default:
      return null
  }
}

export interface Conversing extends Listener<IntegrationMessage> {
  readonly sendBack: (event: ConversationEvent) => void
}

/** Forwards an assistant's frames to a conversation, until the returned function is called. */
export const listenForAnswers = ({ sendBack, ...listener }: Conversing, line: Line) =>
  listen(listener, line, (liveEvent) => {
    const event = eventOf(liveEvent)
    if (event) sendBack(event)
  })
