import { type Client, until } from './knowledge.ts'

/** A server's public pages, as seen by people without an account. */
export const createVisitors = (url: string, question: string) => {
  const call = async (method: string, path: string, token = '', body?: object, headers = {}) => {
    const answer = await fetch(`${url}/api/v1/share/${path}`, {
      method,
      headers: {
        ...(token && { 'x-visitor-token': token }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, headers: answer.headers, body: await answer.json() }
  }
  return {
    call,
    /** The token of a new one. */
    visitor: async (id: string): Promise<string> => (await call('POST', `${id}/visitors`)).body.token,
    ask: (id: string, token: string, conversation_id: string | null = null) =>
      call('POST', `${id}/messages`, token, { content: question, conversation_id, channel: 'share' }),
    answered: (id: string, token: string, message: string) =>
      until(
        async () => (await call('GET', `${id}/messages/${message}`, token)).body,
        ({ status }) => status !== 'streaming',
      ),
  }
}

/** The id of a published assistant whose public page is on, unless `page` says otherwise. */
export const publicAssistant = async (
  client: Client,
  organizationId: string,
  knowledgeBaseIds: string[],
  page: object = { state: 'on' },
) => {
  const id = await client.published(organizationId, knowledgeBaseIds, 'Keeper')
  await client.call('PATCH', `/api/v1/integrations/${id}/public-page`, page)
  return id
}
