import type { Page } from '@playwright/test'
import type { ModelProtocol } from '../../src/services/contract/models.ts'
import { startChatServer } from '../harness/chat-protocols.ts'
import { expectAccessible } from './accessible.ts'
import { clientOf, enrolled } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'
import { test as base, expect } from './test.ts'

type Chat = Awaited<ReturnType<typeof startChatServer>>
type Providers = Record<ModelProtocol, Chat>

const KEY = 'sk-very-secret-0042'
const PROTOCOLS = { openai: 'OpenAI', anthropic: 'Anthropic', ollama: 'Ollama' } as const

/** The real server, which may ask local servers of each protocol, and has no model of its own. */
const test = base.extend<object, { providers: Providers }>({
  providers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures off this pattern
    async ({}, use) => {
      const providers = {
        openai: await startChatServer('openai'),
        anthropic: await startChatServer('anthropic'),
        ollama: await startChatServer('ollama'),
      }
      for (const provider of Object.values(providers)) provider.takesOnly(KEY)
      await use(providers)
      await Promise.all(Object.values(providers).map((provider) => provider.close()))
    },
    { scope: 'worker' },
  ],
  environment: [
    ({ providers }, use) =>
      use({
        WEB_NETWORKS: '127.0.0.1/32',
        WEB_PORTS: Object.values(providers)
          .map(({ port }) => port)
          .join(),
      }),
    { scope: 'worker' },
  ],
})

const dialog = (page: Page) => page.getByRole('dialog')

/** Fills the form of a provider in; the model and its prices are the same for all. */
async function fillIn(page: Page, protocol: ModelProtocol, chat: Chat, key: string) {
  await page.getByRole('button', { name: 'Add provider' }).click()
  await dialog(page).getByLabel('Name', { exact: true }).fill(`By ${PROTOCOLS[protocol]}`)
  await dialog(page).getByLabel('Protocol').selectOption(PROTOCOLS[protocol])
  await dialog(page).getByLabel('Address').fill(chat.endpoint.baseUrl)
  await dialog(page).getByLabel('API key').fill(key)
  await dialog(page).getByLabel('Model 1', { exact: true }).fill('test-model')
  await dialog(page).getByLabel('Input price of model 1').fill('1000')
  await dialog(page).getByLabel('Output price of model 1').fill('10000')
  await dialog(page).getByLabel('Currency').fill('eur')
}

const save = (page: Page) => dialog(page).getByRole('button', { name: 'Test and add' }).click()

test('an admin brings models of each protocol, an assistant uses them, and the fallback answers', async ({
  page,
  server,
  providers,
}) => {
  const { tokens, organizationId } = await enrolled(page, server.url, 'Northwind Boots')
  const ann = clientOf(server.url, tokens)
  const knowledge = await ann.filled(organizationId, [
    { name: 'returns.md', content: '# Returns\n\nYou may return unworn boots within 60 days of delivery.' },
  ])
  const { id } = await ann.integration(organizationId, [knowledge], 'Help desk')

  await page.goto('/settings/models')
  await expect(page.getByText('No providers yet.')).toBeVisible()
  await fillIn(page, 'openai', providers.openai, 'sk-wrong')
  await save(page)
  await expect(dialog(page).getByText('The provider refused this key.')).toBeVisible()
  await expect(dialog(page).getByLabel('Address')).toHaveValue(providers.openai.endpoint.baseUrl)
  await expect(dialog(page).getByLabel('Model 1', { exact: true })).toHaveValue('test-model')
  await expectAccessible(page, 'A provider that was refused')
  await dialog(page).getByLabel('API key').fill(KEY)
  await dialog(page).getByRole('button', { name: 'Load the provider’s list' }).click()
  await expect(dialog(page).getByText('2 models found. Start typing a name.')).toBeVisible()
  await save(page)
  const list = page.getByRole('list', { name: 'Providers' })
  await expect(list.getByText('By OpenAI')).toBeVisible()
  for (const protocol of ['anthropic', 'ollama'] as const) {
    await fillIn(page, protocol, providers[protocol], KEY)
    await save(page)
    await expect(list.getByText(`By ${PROTOCOLS[protocol]}`)).toBeVisible()
  }
  await expect(list.getByText('key ending in 0042')).toHaveCount(3)
  await expect(page.locator('body')).not.toContainText(KEY)
  await expectAccessible(page, 'Models')

  await page.goto(`/integrations/${id}/settings`)
  await page.getByLabel('Language model').selectOption('test-model (By OpenAI)')
  await page.getByLabel('Fallback model').selectOption('test-model (By Anthropic)')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Saved: /)).toBeVisible()

  await page.goto(`/integrations/${id}`)
  const answer = page.getByRole('article').last()
  providers.openai.conduct({ says: ['Sixty', ' days. [1]'] })
  await lectern(page).ask('How long can I return boots?')
  await expect(answer).toContainText('Sixty days.')
  await expect(answer).toContainText('test-model')

  providers.openai.conduct('hang up')
  providers.anthropic.conduct({ says: ['Two', ' months. [1]'] })
  await lectern(page).ask('How many months is that?')
  await expect(answer).toContainText('Two months.')
  await expect(answer).toContainText(
    'test-model (By OpenAI): could not be reached → test-model (By Anthropic)',
  )

  await page.goto('/usage')
  const byModel = page.getByRole('group', { name: 'By model' })
  await expect(byModel.getByText('test-model (By OpenAI)')).toBeVisible()
  await expect(byModel.getByText('test-model (By Anthropic)')).toBeVisible()
  await expect(byModel.getByText(/€/).first()).toBeVisible()

  await page.goto('/settings/models')
  await list.getByRole('button', { name: 'Delete By OpenAI' }).click()
  await expect(dialog(page).getByText(/Help desk use its models/)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Delete provider' }).click()
  await expect(list.getByText('By OpenAI')).toBeHidden()
})
