import { createHash } from 'node:crypto'
import { DEMO_LOG_IN } from '../../server/operator/demo/client.ts'
import type { TokenPair } from '../../src/services/contract/accounts.ts'
import type { Message } from '../../src/services/contract/conversations.ts'
import { createClient } from './knowledge.ts'

/**
 * What the demo's person sees after log-in: organization, documents and their files, assistants, and every
 * conversation with its citations. Facts in words, so that a later version with other fields can be compared.
 */
export async function demoView(url: string) {
  const answer = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: DEMO_LOG_IN.email, password: DEMO_LOG_IN.password }),
  })
  const { access_token } = (await answer.json()) as TokenPair
  const headers = { authorization: `Bearer ${access_token}` }
  const ada = createClient(url, { headers })
  const get = async (path: string) => (await ada.call('GET', `/api/v1${path}`)).body
  const [{ id, name }] = await get('/organizations')
  const bases = await Promise.all(
    (await get(`/organizations/${id}/knowledge-bases`)).map(async (base: { id: string; name: string }) => ({
      name: base.name,
      documents: await Promise.all(
        (await ada.documents(base.id)).map(async (document) => ({
          name: document.name,
          status: document.status,
          passages: (await get(`/documents/${document.id}/passages`)).passages.length,
          file: await hashOf(`${url}/api/v1/documents/${document.id}/file`, headers),
        })),
      ),
    })),
  )
  const { items, total } = await get(`/organizations/${id}/conversations?limit=5`)
  const conversations = await Promise.all(
    items.map(async (conversation: { id: string }) =>
      (await get(`/conversations/${conversation.id}`)).messages.map(
        ({ role, content, citations }: Message) => ({
          role,
          content,
          quotes: citations.map(({ document_name, quote }) => ({ document_name, quote })),
        }),
      ),
    ),
  )
  const assistants = await get(`/organizations/${id}/integrations`)
  return {
    organization: name,
    bases,
    assistants: assistants.map((one: { name: string; status: string }) => [one.name, one.status]),
    conversations,
    totalConversations: total,
    /** A new question finds the stored content. */
    async asks(question: string): Promise<Message> {
      return ada.ask(assistants[0].id, question)
    },
    headers,
  }
}

/** Without actions. */
export const demoFacts = ({ asks: _, headers: __, ...facts }: Awaited<ReturnType<typeof demoView>>) => facts

const hashOf = async (url: string, headers: Record<string, string>) =>
  createHash('sha256')
    .update(Buffer.from(await (await fetch(url, { headers })).arrayBuffer()))
    .digest('hex')
