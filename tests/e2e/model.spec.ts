import { expect, test } from '@playwright/test'
import { startModelServer } from '../harness/model.ts'
import { lectern, newPerson } from './models/lectern.ts'
import { returnsPolicy } from './samples.ts'
import { newDataDir, removeDataDir, startServer } from './server.ts'

test('with a language model: an answer is stopped, asked for again, fails with a reason, and comes back', async ({
  page,
}) => {
  const model = await startModelServer(
    { tokens: ['You have ', 'thirty days'], end: 'never' },
    { tokens: ['You have thirty days ', '[1', '] to return them. See [7].'] },
    { status: 500 },
    { tokens: ['Refunds go to your card. [1]'], end: 'cut', usage: { prompt: 120_000, completion: 40 } },
  )
  const dataDir = await newDataDir()
  const server = await startServer(dataDir, {
    LLM_BASE_URL: model.endpoint.baseUrl,
    LLM_API_KEY: model.endpoint.apiKey,
    LLM_MODEL: model.endpoint.model,
    LLM_PRICE_INPUT: '3',
    LLM_PRICE_OUTPUT: '15',
  })
  const user = lectern(page)
  await page.goto(`${server.url}/register`)
  await user.fillRegistration(newPerson())
  await user.nameOrganization('Northwind Boots')
  await user.createKnowledgeBase('Returns')
  await user.addDocuments(await returnsPolicy())
  await user.documentIsReady('Returns policy.pdf')
  await user.createIntegration('Returns helper')
  await expect(page.getByText('Answers are written by test-model, based on your documents.')).toBeVisible()
  const answer = page.getByRole('article').last()

  await user.ask('How long do I have to return boots?')
  await expect(answer).toContainText('You have thirty days')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(answer).toContainText('Stopped. The answer so far is kept.')
  await expect(answer).toContainText('You have thirty days')

  await answer.getByRole('button', { name: 'Retry' }).click()
  await expect(answer).toContainText('to return them.')
  await expect(answer.getByRole('button', { name: /^Source 1/ })).toHaveCount(1)
  // A source that was not given to the model cannot be cited.
  await expect(answer).not.toContainText('[7]')

  await user.ask('Where does my refund go?')
  await expect(answer.getByRole('alert')).toBeVisible()
  await expect(answer.getByRole('alert')).not.toContainText('secret detail of the provider')
  await answer.getByRole('button', { name: 'Retry' }).click()
  await expect(answer).toContainText('Refunds go to your card.')
  await expect(answer).toContainText('The answer reached its length limit.')

  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(answer).toContainText('Refunds go to your card.')
  await expect(answer).toContainText('The answer reached its length limit.')
  await page.goto(`${server.url}/usage`)
  const tokens = page.getByRole('region', { name: 'Tokens and cost' })
  // The stopped answer is estimated.
  await expect(tokens).toContainText(/120,\d{3} input and \d+ output tokens, for \$0\.36\./)
  await tokens.getByText('As a table').click()
  await expect(tokens.getByRole('row').last()).toContainText('$0.36')
  await server.stop()
  removeDataDir(dataDir)
  await model.close()
})
