import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * An answer as Server-Sent Events. Events before `open` follow its first event; `onGone` is called if the
 * reader leaves early.
 */
export function createEventStream(onGone: () => void) {
  const stream = new PassThrough()
  let held: (() => void)[] | null = []
  stream.on('close', () => {
    if (!stream.writableEnded) onGone()
  })
  /** One event; without a name it is a message. */
  const write = (data: unknown, event?: string) => {
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    if (!stream.destroyed) stream.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`)
  }
  return {
    open(data: unknown, event?: string) {
      write(data, event)
      for (const say of held ?? []) say()
      held = null
    },
    say(make: () => unknown, event?: string) {
      const say = () => write(make(), event)
      if (held) held.push(say)
      else say()
    },
    end: () => stream.end(),
    answerTo: (reply: FastifyReply) =>
      reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(stream),
  }
}
