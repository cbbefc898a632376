import type { Page } from '@playwright/test'
import type { Asked } from '../../../src/services/contract/conversations.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import type { Stage } from './walk.ts'

export const ASSISTANTS: Readonly<Record<string, string>> = {
  i1: 'Attic',
  i2: 'Desk',
  a1: 'Attic',
  a2: 'Desk',
}
export const ORGANIZATIONS: Readonly<Record<string, string>> = { o1: 'Northwind Boots', o2: 'Southwind Hats' }
export const QUESTION = 'Do you ship to Norway?'

export const main = (page: Page) => page.getByRole('main')
export const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
export const asker = (page: Page) => page.getByLabel('Your question')

/** Two assistants that are published, and questions that were put to one of them. */
export async function whoAsked(
  { page, server }: Stage,
  name: string,
  channel: 'chat' | 'playground',
  times: number,
) {
  const { post, organizationId } = await enrolled(page, server, ORGANIZATIONS.o1 ?? '')
  for (const assistant of ['Attic', 'Desk']) {
    const { id } = await post(`organizations/${organizationId}/integrations`, { name: assistant })
    await post(`integrations/${id}/publish`, {})
    if (assistant !== name) continue
    for (let n = 0; n < times; n += 1) {
      const asked = await post(`integrations/${id}/messages`, {
        content: QUESTION,
        config: 'draft',
        channel,
      })
      expect((asked as unknown as Asked).conversation.title).toBe(QUESTION)
    }
  }
  await post('organizations', { name: ORGANIZATIONS.o2 })
  await page.goto('/')
  await isIn(page, 'o1')
}

export const isIn = (page: Page, id: string) =>
  expect(page.getByRole('button', { name: `Organization: ${ORGANIZATIONS[id]}` })).toBeVisible()
