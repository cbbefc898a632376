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
 * Streamable HTTP without sessions: each request has its answer, whichever process serves it. The tools call the API
 * as whoever asks, so that scopes, limits and the audit log are those of the API.
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
    const answer = await transport.handleRequest(asked, { parsedBody: request.body })
    const body = await answer.text()
    await server.close()
    reply.code(answer.status).type('application/json')
    // A refusal has its own fields beside the error of JSON-RPC, as every refusal of the API.
    return answer.status < 400 ? body : { ...JSON.parse(body || '{}'), ...bodyOf(say('bad_request')) }
  })

  // There is no session to listen to.
  app.get('/api/v1/mcp', { schema: { hide: true } }, (_request, reply) =>
    reply.code(405).header('allow', 'POST').send(),
  )
}

/** The way of agents to assistants and their sources: the Model Context Protocol. */
export const createMcpModule = (): Module => ({ plugin: mcpRoutes })
