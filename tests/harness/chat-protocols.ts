import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ModelProtocol } from '../../server/kernel/config/models.ts'
import { listening } from './listening.ts'

/** The server's behaviour for the next requests. */
export type Conduct =
  | {
      says: readonly string[]
      end?: 'finished' | 'cut' | 'unfinished' | 'never'
      /** The tokens that it reports to have written. */
      completion?: number
    }
  | { status: number; said?: string }
  | 'garbage'
  | 'silence'
  | 'hang up'

const USAGE = { prompt: 120, completion: 7 }

/** What a server says to a parameter that it does not accept, or not above a value. */
type ParameterRefusal = { parameter: string; above?: number; status: number; body: unknown }

interface Protocol {
  readonly path: string
  readonly type: string
  /** Lines of a stream, word by word. */
  readonly word: (text: string) => string
  readonly start: string
  readonly finish: string
  /** The finish reason, and the one for the token limit. */
  readonly reasons: readonly [string, string]
  /** The whole answer at once. */
  readonly whole: (text: string) => unknown
  /** Its models, by name. */
  readonly list: (names: readonly string[]) => unknown
}

const event = (data: unknown, name?: string) =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
const named = (data: { type: string }) => event(data, data.type)
const line = (data: unknown) => `${JSON.stringify(data)}\n`

const openaiUsage = { prompt_tokens: USAGE.prompt, completion_tokens: USAGE.completion }
const anthropicMessage = {
  id: 'm',
  type: 'message',
  role: 'assistant',
  model: 'test-model',
  stop_sequence: null,
}
const anthropicUsage = { input_tokens: USAGE.prompt, output_tokens: USAGE.completion }
const ollamaCounts = { prompt_eval_count: USAGE.prompt, eval_count: USAGE.completion }
const said = (content: string) => ({ role: 'assistant', content })

const PROTOCOLS: Record<ModelProtocol, Protocol> = {
  openai: {
    path: '/v1/chat/completions',
    type: 'text/event-stream',
    start: '',
    word: (content) => event({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }),
    reasons: ['stop', 'length'],
    finish:
      event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }) +
      event({ choices: [], usage: openaiUsage }) +
      event('[DONE]'),
    whole: (text) => ({
      choices: [{ index: 0, message: said(text), finish_reason: 'stop' }],
      usage: openaiUsage,
    }),
    list: (names) => ({ object: 'list', data: names.map((id) => ({ id, object: 'model' })) }),
  },
  anthropic: {
    path: '/v1/messages',
    type: 'text/event-stream',
    start:
      named({
        type: 'message_start',
        ...{ message: { ...anthropicMessage, content: [], usage: { ...anthropicUsage, output_tokens: 1 } } },
      }) +
      named({ type: 'content_block_start', ...{ index: 0, content_block: { type: 'text', text: '' } } }) +
      named({ type: 'ping' }),
    word: (text) =>
      named({ type: 'content_block_delta', ...{ index: 0, delta: { type: 'text_delta', text } } }),
    reasons: ['end_turn', 'max_tokens'],
    finish:
      named({ type: 'content_block_stop', ...{ index: 0 } }) +
      named({
        type: 'message_delta',
        ...{ delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: anthropicUsage },
      }) +
      named({ type: 'message_stop' }),
    whole: (text) => ({
      ...anthropicMessage,
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      usage: anthropicUsage,
    }),
    list: (names) => ({ data: names.map((id) => ({ id, type: 'model' })), has_more: false }),
  },
  ollama: {
    path: '/api/chat',
    type: 'application/x-ndjson',
    start: '',
    word: (content) => line({ model: 'test-model', message: said(content), done: false }),
    reasons: ['stop', 'length'],
    finish: line({
      model: 'test-model',
      message: said(''),
      done: true,
      done_reason: 'stop',
      ...ollamaCounts,
    }),
    whole: (text) => ({ model: 'test-model', message: said(text), done: true, ...ollamaCounts }),
    list: (names) => ({ models: names.map((name) => ({ name })) }),
  },
}

async function bodyOf(request: IncomingMessage) {
  let text = ''
  for await (const chunk of request) text += chunk
  return text === '' ? {} : JSON.parse(text)
}

/** A local server of one of the protocols, which answers as `conduct` says, and records its requests. */
export async function startChatServer(protocol: ModelProtocol) {
  const { path, type, start, word, finish, reasons, whole, list } = PROTOCOLS[protocol]
  const asked: { path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }[] = []
  let conduct: Conduct = { says: ['Yes.'] }
  let hungUp = 0
  let onlyKey: string | null = null
  let refusals: readonly ParameterRefusal[] = []
  const silent: (() => void)[] = []

  function refuse(
    response: ServerResponse,
    status: number,
    message: string,
    body: unknown = { error: { type: 'x', message } },
  ) {
    response.writeHead(status, { 'content-type': 'application/json' })
    return response.end(JSON.stringify(body))
  }

  function answer(response: ServerResponse, streams: boolean) {
    if (conduct === 'silence') return silent.push(() => answer(response, streams))
    if (conduct === 'hang up') return response.destroy()
    if (conduct === 'garbage') {
      response.writeHead(200, { 'content-type': streams ? type : 'application/json' })
      return response.end(streams ? `${start}data: {"half\n\n{"half\n` : '{"half')
    }
    if ('status' in conduct) return refuse(response, conduct.status, conduct.said ?? 'secret detail')
    const { says, end = 'finished', completion = USAGE.completion } = conduct
    const reporting = (text: string) => text.replace(`:${USAGE.completion}`, `:${completion}`)
    if (!streams) {
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(reporting(JSON.stringify(whole(says.join('')))))
    }
    response.writeHead(200, { 'content-type': type })
    response.write(start + says.map(word).join(''))
    if (end === 'unfinished') response.end()
    if (end === 'finished') response.end(reporting(finish))
    if (end === 'cut') response.end(finish.replace(`"${reasons[0]}"`, `"${reasons[1]}"`))
  }

  const server = createServer(async (request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) hungUp++
    })
    const body = await bodyOf(request)
    const { url = '', headers, method } = request
    const key = headers.authorization?.replace('Bearer ', '') ?? ''
    if (onlyKey !== null && key !== onlyKey) return void refuse(response, 401, `Incorrect API key: ${key}`)
    if (method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify(list(['test-model', 'another-model'])))
    }
    asked.push({ path: url, headers, body })
    const refused = refusals.find(
      ({ parameter, above = 0 }) => body[parameter] && !(Number(body[parameter]) <= above),
    )
    if (refused) return void refuse(response, refused.status, '', refused.body)
    answer(response, body.stream === true)
  })
  const { port, url, close } = await listening(server)
  return {
    endpoint: {
      protocol,
      baseUrl: protocol === 'openai' ? `${url}/v1` : url,
      apiKey: 'the-key',
      model: 'test-model',
    },
    path,
    asked,
    usage: USAGE,
    hungUp: () => hungUp,
    port,
    /** From now on, every other key is refused, and repeated in the error. */
    takesOnly: (key: string) => {
      onlyKey = key
    },
    /** Parameters that are refused from now on, the first one of a request each time. */
    refuses: (...next: ParameterRefusal[]) => {
      refusals = next
    },
    /** From now on. */
    conduct: (next: Conduct) => {
      conduct = next
    },
    /** Answers what it was silent about, as it answers now. */
    speak: () => {
      for (const answerNow of silent.splice(0)) answerNow()
    },
    close,
  }
}
