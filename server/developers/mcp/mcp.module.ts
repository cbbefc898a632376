import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import { bodyOf } from '../../kernel/errors.ts'
import { serve } from '../../kernel/http/serve.ts'
import { say } from '../../kernel/texts/say.ts'
import type { Module } from '../../module.ts'
import { callerOf } from './api-caller.ts'
import { registerTools } from './tools.ts'

const NAME = { name: 'lectern', title: 'Lectern', version: '1.0.0' }
const ACCEPTED = 'application/json, text/event-stream'

/**
 * Streamable HTTP without sessions: any process can respond to any request. The tools call the API as the
 * caller, so the API's scopes, limits and audit log apply.
 */
const mcpRoutes: FastifyPluginAsync = async (app) => {
  serve(app, api.programs.tools, async (request, reply) => {
    const server = new McpServer(NAME)
    registerTools(server, callerOf(app, request))
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    const headers = new Headers({ 'content-type': 'application/json', accept: ACCEPTED })
    const version = request.headers['mcp-protocol-version']
    if (typeof version === 'string') headers.set('mcp-protocol-version', version)
    const asked = new Request(new URL(request.url, 'http://localhost'), { method: 'POST', headers })
    // Without sessions, a batch could only cancel its own calls, whose responses the library would await for ever.
    const parsedBody = Array.isArray(request.body)
      ? request.body.filter(({ method }) => method !== 'notifications/cancelled')
      : request.body
    const answer = await transport.handleRequest(asked, { parsedBody })
    const body = await answer.text()
    await server.close()
    reply.code(answer.status).type('application/json')
    // A refusal has its own fields beside the JSON-RPC error, like every API refusal.
    return answer.status < 400 ? body : { ...JSON.parse(body || '{}'), ...bodyOf(say('bad_request')) }
  })

  // There is no session to stream.
  app.get('/api/v1/mcp', { schema: { hide: true } }, (_request, reply) =>
    reply.code(405).header('allow', 'POST').send(),
  )
}

/** Lets agents use assistants and their sources, through the Model Context Protocol. */
export const createMcpModule = (): Module => ({ plugin: mcpRoutes })
