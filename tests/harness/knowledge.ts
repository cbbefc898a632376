import { setTimeout as wait } from 'node:timers/promises'
import type { Asked, Message } from '../../src/services/contract/conversations.ts'
import type { Document, UploadResult } from '../../src/services/contract/documents.ts'
import type { Integration } from '../../src/services/contract/integrations.ts'
import type { KnowledgeBase } from '../../src/services/contract/knowledge-bases.ts'
import type { Source } from '../../src/services/contract/sources.ts'
import { PATIENCE } from './patience.ts'
import type { Person, TestServer } from './server.ts'

export type Upload = { name: string; content: string | Uint8Array }

/** Polls until `look` returns something; fails with the last value seen. */
export const until = async <Seen>(
  look: () => Promise<Seen>,
  isIt: (seen: Seen) => boolean,
  patience = PATIENCE.wait,
): Promise<Seen> => {
  const started = Date.now()
  for (;;) {
    const seen = await look()
    if (isIt(seen)) return seen
    if (Date.now() - started > patience)
      throw new Error(`waited too long: ${JSON.stringify(seen).slice(0, 2_000)}`)
    await wait(40)
  }
}

/** The API as a person uses it, over HTTP, on any running server. */
export const createClient = (url: string, { headers }: Pick<Person, 'headers'>) => {
  const call = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...more, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
  }
  const upload = async (knowledgeBaseId: string, files: Upload[]) => {
    const form = new FormData()
    for (const { name, content } of files) form.append('files', new Blob([content as BlobPart]), name)
    const answer = await fetch(`${url}/api/v1/knowledge-bases/${knowledgeBaseId}/documents`, {
      method: 'POST',
      headers,
      body: form,
    })
    return { status: answer.status, body: (await answer.json()) as { results: UploadResult[] } }
  }
  const documents = async (knowledgeBaseId: string): Promise<Document[]> =>
    (await call('GET', `/api/v1/knowledge-bases/${knowledgeBaseId}/documents`)).body
  const settled = (knowledgeBaseId: string, patience?: number) =>
    until(
      () => documents(knowledgeBaseId),
      (all) => all.every(({ status }) => status === 'ready' || status === 'failed'),
      patience,
    )
  const sources = async (knowledgeBaseId: string): Promise<Source[]> =>
    (await call('GET', `/api/v1/knowledge-bases/${knowledgeBaseId}/sources`)).body
  const message = async (id: string): Promise<Message> => (await call('GET', `/api/v1/messages/${id}`)).body
  const answered = (id: string) =>
    until(
      () => message(id),
      ({ status }) => status !== 'streaming',
    )

  const knowledgeBase = async (organizationId: string, name = 'Help'): Promise<KnowledgeBase> =>
    (await call('POST', `/api/v1/organizations/${organizationId}/knowledge-bases`, { name })).body
  const integration = async (
    organizationId: string,
    knowledge_base_ids: string[],
    name = 'Helper',
  ): Promise<Integration> =>
    (await call('POST', `/api/v1/organizations/${organizationId}/integrations`, { name, knowledge_base_ids }))
      .body

  return {
    call,
    upload,
    documents,
    /** The documents, once all are ready or failed. */
    settled,
    sources,
    /** A source, once it neither waits nor is read. */
    sourceRead: (knowledgeBaseId: string, id: string) =>
      until(
        async () => (await sources(knowledgeBaseId)).find((source) => source.id === id)!,
        ({ status }) => status !== 'queued' && status !== 'reading',
      ),
    message,
    answered,
    knowledgeBase,
    /** The id of a knowledge base whose files have been read. */
    async filled(organizationId: string, files: Upload[], name?: string) {
      const { id } = await knowledgeBase(organizationId, name)
      await upload(id, files)
      await settled(id)
      return id
    },
    integration,
    /** The id of a published assistant. */
    async published(...of: Parameters<typeof integration>) {
      const { id } = await integration(...of)
      await call('POST', `/api/v1/integrations/${id}/publish`)
      return id
    },
    /** Asks the draft, without waiting for the answer. */
    send: async (
      integrationId: string,
      content: string,
      conversation_id: string | null = null,
    ): Promise<Asked> =>
      (
        await call('POST', `/api/v1/integrations/${integrationId}/messages`, {
          content,
          conversation_id,
          config: 'draft',
        })
      ).body,
    /** Asks and waits for the answer. */
    async ask(integrationId: string, content: string, conversation_id: string | null = null) {
      const asked = await this.send(integrationId, content, conversation_id)
      return answered(asked.answer.id)
    },
  }
}
export type Client = ReturnType<typeof createClient>

/** A new person with their client, and the organization that they own. */
export async function organizationOn(server: TestServer, name?: string) {
  const person = await server.register()
  const { id: organizationId } = await server.found(person, name)
  return { person, ann: createClient(server.url, person), organizationId }
}

/** The same with an empty knowledge base. */
export async function emptyBase(server: TestServer) {
  const owner = await organizationOn(server)
  const { id: knowledgeBaseId } = await owner.ann.knowledgeBase(owner.organizationId)
  return { ...owner, knowledgeBaseId }
}
