import type { Page } from '@playwright/test'
import { createClient } from '../harness/knowledge.ts'
import type { ChatBehaviour } from '../harness/model.ts'
import { enrolled } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'
import { expect, test } from './with-model.ts'

test.use({ patience: '2' })

/** An assistant that knows one thing, in its Playground. */
async function inPlayground(page: Page, url: string) {
  const { tokens, organizationId } = await enrolled(page, url, 'Northwind Boots')
  const ann = createClient(url, { headers: { authorization: `Bearer ${tokens.access_token}` } })
  const base = await ann.knowledgeBase(organizationId)
  await ann.upload(base.id, [
    { name: 'returns.md', content: '# Returns\n\nYou may return unworn boots within 60 days of delivery.' },
  ])
  await ann.settled(base.id)
  const { id } = await ann.integration(organizationId, [base.id], 'Help desk')
  await page.goto(`/integrations/${id}`)
}

const HALF: ChatBehaviour = { tokens: ['Sixty days, ', 'half of it [1'], end: 'never' }
const WHOLE: ChatBehaviour = { tokens: ['Sixty days. [1]'] }

/** How a provider fails, what of its answer had come, and what the person is told. */
const FAILURES: readonly (readonly [string, ChatBehaviour, string, RegExp])[] = [
  ['401', { status: 401 }, '', /refused our key/],
  ['429', { status: 429 }, '', /too much to do/],
  ['500', { status: 500 }, '', /language model/],
  ['stalls', HALF, 'Sixty days, half of it', /stopped answering/],
  ['closes early', HALF, 'Sixty days, half of it', /broke off/],
]

test('[S2.17] whatever the provider of the model does, what had arrived is kept, and Retry works', async ({
  page,
  server,
  model,
}) => {
  await inPlayground(page, server.url)
  const answer = page.getByRole('article').last()
  for (const [place, [name, behaviour, kept, told]] of FAILURES.entries())
    await test.step(`it answers ${name}`, async () => {
      model.behave(behaviour, WHOLE)
      await lectern(page).ask(`How long can I return boots, for the ${place + 1}th time?`)
      await expect(page.getByRole('article')).toHaveCount(place + 1)
      await expect(answer).toContainText(kept)
      if (name === 'closes early') model.breakOff()
      await expect(answer.getByRole('alert')).toHaveText(told)
      await expect(answer).toContainText(kept)
      // A marker that is not whole is none.
      await expect(answer).not.toContainText('[1')
      await expect(answer).not.toContainText('secret detail')
      await page.reload()
      await expect(answer.getByRole('alert')).toHaveText(told)
      await expect(answer).toContainText(kept)
      await answer.getByRole('button', { name: 'Retry' }).click()
      await expect(answer).toContainText('Sixty days.')
      await expect(answer.getByRole('alert')).toBeHidden()
      await expect(answer.getByRole('button', { name: /^Source 1/ })).toBeVisible()
    })
})
