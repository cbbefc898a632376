import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod'
import { QUESTION_MAX } from '../../../src/services/contract/asking.ts'
import { Asked } from '../../../src/services/contract/conversations.ts'
import { DocumentText } from '../../../src/services/contract/documents.ts'
import { IntegrationList } from '../../../src/services/contract/integrations.ts'
import { OrganizationList } from '../../../src/services/contract/organizations.ts'
import { SEARCH_LIMIT_MAX, SEARCH_QUERY_MAX, SearchResults } from '../../../src/services/contract/search.ts'
import { ApiRefusal, type CallApi } from './api-caller.ts'

const FOUND = 8

type Content = { content: { type: 'text'; text: string }[]; isError?: true }

/** A tool's result, for programs and, as JSON, for models that only read text. */
const found = (structuredContent: Record<string, unknown>) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }],
  structuredContent,
})

/** Returns a refusal as a result that the agent can read and act on. */
const refusable =
  <Input, Result extends Content>(work: (input: Input) => Promise<Result>) =>
  async (input: Input): Promise<Result | Content> => {
    try {
      return await work(input)
    } catch (error) {
      if (error instanceof ApiRefusal)
        return { content: [{ type: 'text', text: error.message }], isError: true }
      throw error
    }
  }

const assistant = z.uuid().describe('The id of an assistant, from list_assistants.')
const reads = { readOnlyHint: true, openWorldHint: false }

/** An agent's tools: list assistants, search their knowledge, ask them, and read a source in full. */
export function registerTools(server: McpServer, call: CallApi): void {
  server.registerTool(
    'list_assistants',
    {
      title: 'List assistants',
      description: 'Lists the assistants of your organizations and what each of them knows about.',
      inputSchema: {},
      annotations: reads,
    },
    refusable(async () => {
      const organizations = await call(OrganizationList, 'GET', '/api/v1/organizations')
      const lists = await Promise.all(
        organizations.map(async ({ id, name }) =>
          (await call(IntegrationList, 'GET', `/api/v1/organizations/${id}/integrations`)).map((one) => ({
            id: one.id,
            name: one.name,
            description: one.description,
            organization: name,
            published: one.status === 'published',
          })),
        ),
      )
      return found({ assistants: lists.flat() })
    }),
  )

  server.registerTool(
    'search',
    {
      title: 'Search an assistant’s sources',
      description: 'Searches an assistant’s documents and returns the matching passages, best first.',
      inputSchema: {
        assistant_id: assistant,
        query: z.string().min(1).max(SEARCH_QUERY_MAX),
        limit: z.int().min(1).max(SEARCH_LIMIT_MAX).default(FOUND),
      },
      annotations: reads,
    },
    refusable(async ({ assistant_id, query, limit }) => {
      const url = `/api/v1/integrations/${assistant_id}/search`
      const { hits, answerable } = await call(SearchResults, 'POST', url, { query, limit })
      return found({
        answerable,
        passages: hits.map(({ passage, document_name, score }) => ({
          document_id: passage.document_id,
          document_name,
          heading_path: passage.heading_path,
          page: passage.page,
          content: passage.content,
          score,
        })),
      })
    }),
  )

  server.registerTool(
    'ask',
    {
      title: 'Ask an assistant',
      description:
        'Asks a published assistant a question and returns its answer with citations. Numbers in square brackets refer to the citations.',
      inputSchema: {
        assistant_id: assistant,
        question: z.string().min(1).max(QUESTION_MAX),
        conversation_id: z.uuid().optional().describe('Continues a conversation of an earlier answer.'),
      },
      annotations: { readOnlyHint: false, openWorldHint: false },
    },
    refusable(async ({ assistant_id, question, conversation_id = null }) => {
      const url = `/api/v1/integrations/${assistant_id}/ask`
      const { answer, conversation } = await call(Asked, 'POST', url, { content: question, conversation_id })
      return found({
        answer: answer.content,
        answered: answer.answered,
        conversation_id: conversation.id,
        citations: answer.citations.map(({ n, document_id, document_name, page, quote }) => ({
          n,
          document_id,
          document_name,
          page,
          quote,
        })),
      })
    }),
  )

  server.registerTool(
    'read_document',
    {
      title: 'Read a document',
      description: 'Returns the full text of a document found by a search or cited in an answer.',
      inputSchema: { document_id: z.uuid() },
      annotations: reads,
    },
    refusable(async ({ document_id }) => {
      const { document, passages } = await call(
        DocumentText,
        'GET',
        `/api/v1/documents/${document_id}/passages`,
      )
      return found({
        id: document.id,
        name: document.name,
        url: document.url,
        updated_at: document.updated_at,
        text: passages.map(({ content }) => content).join('\n\n'),
      })
    }),
  )
}
