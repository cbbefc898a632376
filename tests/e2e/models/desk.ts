import type { Page } from '@playwright/test'
import type { Upload } from '../../harness/knowledge.ts'
import { clientOf, enrolled } from './accounts.ts'

/** Ann, whose published assistant knows a document; the page is hers. */
export async function desk(page: Page, url: string, name: string, document: Upload) {
  const { tokens, organizationId, person } = await enrolled(page, url, 'Northwind Boots')
  const client = clientOf(url, tokens)
  await client.call('PATCH', '/api/v1/users/me', { first_name: 'Ann', last_name: 'Berg' })
  const base = await client.filled(organizationId, [document])
  const id = await client.published(organizationId, [base], name)
  return { id, client, organizationId, person }
}

/** The same for visitors: the public page of the assistant is on. */
export async function publicDesk(page: Page, url: string) {
  const made = await desk(page, url, 'Help desk', {
    name: 'returns.md',
    content: '# Returns\n\nYou may return unworn boots within 60 days of delivery.',
  })
  await made.client.call('PATCH', `/api/v1/integrations/${made.id}/public-page`, { state: 'on' })
  return made
}
