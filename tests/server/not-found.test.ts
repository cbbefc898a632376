import { expect, it } from 'vitest'
import { MISSING, notFound } from '../../server/kernel/errors.ts'
import { createClient } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'

it('a refusal names the thing that is gone, not the page', async () => {
  const server = await serve()
  const { call } = createClient(server.url, await server.register())
  const id = crypto.randomUUID()
  const refused = async (method: string, path: string, body?: object) =>
    (await call(method, `/api/v1/${path}`, body)).body.detail
  expect(await refused('GET', `knowledge-bases/${id}`)).toBe('Knowledge base not found.')
  expect(await refused('DELETE', `knowledge-bases/${id}`)).toBe('Knowledge base not found.')
  expect(await refused('GET', `knowledge-bases/${id}/restricted-documents`)).toBe('Knowledge base not found.')
  expect(await refused('DELETE', `documents/${id}`)).toBe('Document not found.')
  expect(await refused('DELETE', `golden-questions/${id}`)).toBe('Golden question not found.')
  expect(await refused('GET', `integrations/${id}`)).toBe('Integration not found.')
  expect(await refused('GET', `conversations/${id}`)).toBe('Conversation not found.')
  expect(await refused('GET', `messages/${id}`)).toBe('Message not found.')
  expect(await refused('GET', `organizations/${id}/members`)).toBe('Organization not found.')
})

it('a refusal has a word for everything that it can name', () => {
  const unnamed = MISSING.filter((what) => notFound(what).body.detail === notFound().body.detail)
  expect(unnamed).toEqual([])
})
