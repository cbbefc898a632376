import type { ConversationEvent } from '../machines/conversation/conversation.types.ts'
import { IntegrationMessage } from './contract/sockets.ts'
import type { Live } from './live.ts'

/** Tells a conversation what comes over a socket, until the returned function is called. */
export const listenForAnswers = (
  live: Live,
  { id, path }: { id: string; path: string },
  send: (event: ConversationEvent) => void,
) =>
  live({
    name: `integration:${id}`,
    path,
    schema: IntegrationMessage,
    onOpen: () => send({ type: 'live.opened' }),
    onMessage: ({ type, data }) => {
      switch (type) {
        case 'token':
          return send({ type: 'live.token', messageId: data.message_id, index: data.index, text: data.text })
        case 'citations':
          return send({ type: 'live.citations', messageId: data.message_id, citations: data.citations })
        case 'message_completed':
          return send({ type: 'live.completed', message: data })
        case 'message_failed':
          return send({ type: 'live.failed', messageId: data.message_id, error: data.error })
      }
    },
  })

type Listener = (event: ConversationEvent) => void

/** One line to each assistant, however many conversations listen to it. */
export const createAnswerLines = (live: Live) => {
  const lines = new Map<string, { listeners: Set<Listener>; end: () => void }>()
  const open = (id: string) => {
    const listeners = new Set<Listener>()
    const end = listenForAnswers(live, { id, path: `/api/ws/integrations/${id}` }, (event) => {
      for (const listener of listeners) listener(event)
    })
    const line = { listeners, end }
    lines.set(id, line)
    return line
  }
  return (id: string, listener: Listener) => {
    const line = lines.get(id) ?? open(id)
    line.listeners.add(listener)
    return () => {
      line.listeners.delete(listener)
      if (line.listeners.size > 0) return
      lines.delete(id)
      line.end()
    }
  }
}
