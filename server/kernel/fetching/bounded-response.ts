import { Response } from 'undici'
import { boundedJson, boundedStream, boundedText } from './bounded-json.ts'

/**
 * The response for libraries that parse it in the main thread: what they read of it, as a whole or as a stream, has its
 * values counted first. `arrayBuffer` is for whoever counts what they parse.
 */
export const boundedResponse = (answer: Response): Response => {
  const { prototype } = Response
  let streamed: Response['body'] = null
  const streamOf = () => {
    // A clone leaves another body behind.
    const body: Response['body'] = Reflect.get(prototype, 'body', answer)
    streamed ??= body?.pipeThrough(boundedStream()) ?? null
    return streamed
  }
  // Some look at `body` for their logs, and read the whole all the same.
  const bytes = () => (streamed ? new Response(streamed) : answer).bytes()
  return Object.defineProperties(answer, {
    body: { get: streamOf },
    json: { value: async () => boundedJson(await bytes()) },
    text: { value: async () => boundedText(await bytes()) },
    clone: { value: () => boundedResponse(prototype.clone.call(answer)) },
  })
}
