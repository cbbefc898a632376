import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { ChatModel } from '../../server/assistants/models/chat-model.ts'
import type { ModelSource } from '../../server/assistants/models/model-source.ts'
import { listening } from './listening.ts'

type ChatRequest = {
  model: string
  stream: boolean
  stream_options?: { include_usage?: boolean }
  messages: { role: string; content: string }[]
  max_tokens?: number
}

/** The server's answer to one chat request. */
export type ChatBehaviour =
  | {
      tokens: string[]
      end?: 'finished' | 'cut' | 'withheld' | 'unfinished' | 'never'
      usage?: { prompt?: number; completion?: number }
      /** Sent before the first token, like a router waiting for its model: one every 50 ms. */
      comments?: number
      /** 50 ms after each of them. */
      commented?: () => void
    }
  | { status: number; headers?: Record<string, string>; code?: string | undefined }

/** Its answer to a request without a stream, such as the one for search queries. */
export type RewriteBehaviour =
  | { text: string; usage?: { prompt: number; completion: number } }
  | { status: number }
  | 'never'
  | 'half'

const bodyOf = async (request: IncomingMessage) => {
  let text = ''
  for await (const chunk of request) text += chunk
  return JSON.parse(text)
}

const chunk = (content: string | null, finish: string | null) =>
  `data: ${JSON.stringify({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'test',
    choices: [{ index: 0, delta: content === null ? {} : { content }, finish_reason: finish }],
  })}\n\n`

const stream = async (
  response: ServerResponse,
  { tokens, end = 'finished', usage, comments = 0, commented }: Exclude<ChatBehaviour, { status: number }>,
  wantsUsage: boolean,
) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (let sent = 0; sent < comments && !response.destroyed; sent += 1) {
    response.write(': OPENROUTER PROCESSING\n\n')
    await pause(50)
    commented?.()
  }
  const text = tokens.map((token) => chunk(token, null)).join('')
  response.write(text)
  if (end === 'never') return
  if (end === 'unfinished') return void response.end()
  response.write(chunk(null, end === 'cut' ? 'length' : end === 'withheld' ? 'content_filter' : 'stop'))
  if (usage && wantsUsage) {
    const said = { prompt_tokens: usage.prompt, completion_tokens: usage.completion }
    response.write(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [], usage: said })}\n\n`,
    )
  }
  response.end('data: [DONE]\n\n')
}

const reply = (response: ServerResponse, behaviour: RewriteBehaviour) => {
  if (behaviour === 'never') return
  const json = { 'content-type': 'application/json' }
  if (behaviour === 'half') return void response.writeHead(200, json).write('{"id":')
  if ('status' in behaviour) return void response.writeHead(behaviour.status, json).end('{}')
  const { text, usage } = behaviour
  const message = { role: 'assistant', content: text }
  const completion = {
    id: 'c',
    object: 'chat.completion',
    created: 0,
    model: 'test',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    ...(usage && { usage: { prompt_tokens: usage.prompt, completion_tokens: usage.completion } }),
  }
  response.writeHead(200, json).end(JSON.stringify(completion))
}

/** A vector of the topics that a text is about; invalid ones for texts that request them. */
const vectorOf = (text: string) =>
  ['boot', 'coffee', 'train', 'garden']
    .map((topic) => (text.includes(topic) ? 1 : 0.01))
    .slice(text.includes('short vector') ? 1 : 0)
    .map((number) => (text.includes('vector with a gap') ? null : number))

/** A local server of the OpenAI protocol. `behaviours` are used in turn, the last one repeatedly. */
export const startModelServer = async (...behaviours: ChatBehaviour[]) => {
  const requests: ChatRequest[] = []
  const rewrites: ChatRequest[] = []
  let rewriteBehaviour: RewriteBehaviour = { text: 'no JSON' }
  /** Chats that wait for their next words. */
  let held: ServerResponse[] | null = null
  /** Texts that contain this wait for their vectors. */
  let unread: { text: string; read: Promise<void> } | null = null
  let aborted = 0
  const open = new Set<ServerResponse>()
  const server = createServer(async (request, response) => {
    open.add(response)
    response.on('close', () => {
      open.delete(response)
      if (!response.writableFinished) aborted++
    })
    const body = await bodyOf(request)
    if (request.url?.endsWith('/embeddings')) {
      if (unread && body.input.some((text: string) => text.includes(unread!.text))) await unread.read
      const data = body.input.map((text: string, index: number) => ({ index, embedding: vectorOf(text) }))
      response.writeHead(200, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify({ object: 'list', model: body.model, data: data.reverse() }))
    }
    if (!body.stream) {
      rewrites.push(body)
      return reply(response, rewriteBehaviour)
    }
    requests.push(body)
    if (held) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
      return void held.push(response)
    }
    const behaviour = (behaviours.length > 1 ? behaviours.shift() : behaviours[0]) ?? { tokens: [] }
    if ('tokens' in behaviour) return stream(response, behaviour, body.stream_options?.include_usage === true)
    response.writeHead(behaviour.status, { 'content-type': 'application/json', ...behaviour.headers })
    const { code } = behaviour
    response.end(JSON.stringify({ error: { message: 'secret detail of the provider', type: 'x', code } }))
  })
  const { url, close } = await listening(server)
  return {
    endpoint: {
      baseUrl: `${url}/v1`,
      apiKey: 'key',
      model: 'test-model',
      protocol: 'openai' as const,
    },
    /** Requests for an answer. */
    requests,
    /** Requests for search queries. */
    rewrites,
    aborted: () => aborted,
    /** From now on, a chat streams what the returned function is called with; null ends it. */
    hold: () => {
      const chats: ServerResponse[] = []
      held = chats
      const words: (string | null)[] = []
      return async (text: string | null) => {
        words.push(text)
        while (chats.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
        for (const word of words.splice(0))
          if (word === null) chats.at(-1)?.end(`${chunk(null, 'stop')}data: [DONE]\n\n`)
          else chats.at(-1)?.write(chunk(word, null))
      }
    },
    /** From now on, a document with this text is being read until the returned function is called. */
    holdDocument: (text: string) => {
      let release = () => {}
      const read = new Promise<void>((resolve) => {
        release = resolve
      })
      unread = { text, read }
      return release
    },
    /** From now on. */
    rewrite: (next: RewriteBehaviour) => {
      rewriteBehaviour = next
    },
    /** From now on. */
    behave: (...next: ChatBehaviour[]) => {
      behaviours = next
    },
    /** Forgets what it was told, and what it was asked. */
    startOver: () => {
      behaviours = [{ tokens: [] }]
      rewriteBehaviour = { text: 'no JSON' }
      held = null
      unread = null
      requests.length = 0
      rewrites.length = 0
    },
    /** Breaks the connections of all unfinished answers. */
    breakOff: () => {
      for (const response of open) response.destroy()
    },
    close,
  }
}

/** The operator's own model, without a price. */
export const modelSource = (chat: ChatModel, more: Partial<ModelSource> = {}): ModelSource => ({
  chat,
  provider: null,
  of: 'operator',
  price: null,
  circuit: 'here',
  ...more,
})
