import { expectAccessible } from './accessible.ts'
import { clientOf, enrolled } from './models/accounts.ts'
import { whileBusy } from './rest.ts'
import { expect, test } from './with-model.ts'

// Answers are under way in most steps.
test.use({ awaitsRest: false })

const QUESTION = 'How long can I return boots?'

test('[S2.17] one question is put to the draft and to what is published, side by side', async ({
  page,
  server,
  model,
}) => {
  model.behave(
    { tokens: ['Sixty days, ', 'says the one. [1]'], end: 'never' },
    { tokens: ['Sixty days, ', 'says the other. [1]'], end: 'never' },
    { tokens: ['Sixty days. [1]'] },
  )
  const { tokens, organizationId } = await enrolled(page, server.url, 'Northwind Boots')
  const ann = clientOf(server.url, tokens)
  const base = await ann.filled(organizationId, [
    { name: 'returns.md', content: '# Returns\n\nYou may return unworn boots within 60 days of delivery.' },
  ])
  const { id } = await ann.integration(organizationId, [base], 'Help desk')
  const [draft, published] = [
    page.getByRole('group', { name: 'Draft', exact: true }),
    page.getByRole('group', { name: 'Published, version 1' }),
  ]

  /** By keyboard, once both have ended: until then Enter does nothing. */
  const askBoth = async (question: string) => {
    await page.getByLabel('Your question').fill(question)
    await expect(page.getByRole('button', { name: 'Ask both' })).toBeEnabled()
    await page.keyboard.press('Enter')
  }

  await test.step('it says when there is nothing to compare with', async () => {
    await page.goto(`/integrations/${id}?answers=both`)
    await expect(page.getByText('Nothing is published yet.', { exact: true })).toBeVisible()
    await ann.call('POST', `/api/v1/integrations/${id}/publish`)
    await whileBusy(() => page.reload())
    await expect(page.getByText('The draft and version 1 are the same')).toBeVisible()
    await ann.call('PATCH', `/api/v1/integrations/${id}`, { system_prompt: 'Be brief.' })
    await whileBusy(() => page.reload())
    await expect(page.getByText('Changed in the draft since version 1: instructions.')).toBeVisible()
  })

  await test.step('each answers by itself, and is stopped by itself', async () => {
    await page.getByLabel('Your question').fill(QUESTION)
    await page.getByRole('button', { name: 'Ask both' }).click()
    await expect(page.getByRole('heading', { name: QUESTION })).toHaveCount(1)
    await expect(draft).toContainText('Sixty days, says the')
    await expect(published).toContainText('Sixty days, says the')
    expect(model.requests.map(({ messages }) => messages[0]?.content.includes('Be brief.')).sort()).toEqual([
      false,
      true,
    ])
    await draft.getByRole('button', { name: 'Stop: Draft' }).click()
    await expect(draft).toContainText('Stopped. The answer so far is kept.')
    await expect(published.getByRole('button', { name: 'Stop: Published, version 1' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ask both' })).toBeDisabled()
  })

  await test.step('a reload finds both as they are', async () => {
    await whileBusy(() => page.reload())
    await expect(draft).toContainText('Stopped. The answer so far is kept.')
    await expect(published).toContainText('Sixty days, says the')
    await published.getByRole('button', { name: 'Stop: Published, version 1' }).click()
    await expect(published).toContainText('Stopped. The answer so far is kept.')
    await published.getByRole('button', { name: 'Retry' }).click()
    await expect(published.getByRole('button', { name: /^Source 1/ })).toBeVisible()
    await expectAccessible(page, 'side by side')
    await page.setViewportSize({ width: 390, height: 844 })
    const [above, below] = [await draft.boundingBox(), await published.boundingBox()]
    expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('what was asked of one alone is not compared: both begin anew', async () => {
    await page.getByRole('link', { name: 'Draft', exact: true }).click()
    await page.getByLabel('Your question').fill('Which boots, only of the draft?')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(page.getByRole('article').last()).toContainText('Sixty days.')
    await page.getByRole('link', { name: 'Side by side' }).click()
    await expect(page.getByText('Your next question restarts both')).toBeVisible()
    await askBoth(QUESTION)
    await expect(draft).toContainText('Sixty days.')
    await expect(published).toContainText('Sixty days.')
    await expect(page.getByRole('article')).toHaveCount(1)
  })

  await test.step('where a question did not arrive, it is asked again, and nowhere else', async () => {
    const asked: string[] = []
    let broken = true
    await page.route('**/messages', (route) => {
      const { config } = route.request().postDataJSON()
      asked.push(config)
      return config === 'published' && broken ? route.abort() : route.fallback()
    })
    await askBoth('And what of boots in a sale?')
    await expect(published.last()).toContainText('The question was not sent here.')
    await expect(draft.last()).toContainText('Sixty days.')
    broken = false
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
    await expect(published.last()).toContainText('Sixty days.')
    // The first time it was sent twice (S9.4): the server knows a question again by its key.
    expect(asked.sort()).toEqual(['draft', 'published', 'published', 'published'])
  })
})
