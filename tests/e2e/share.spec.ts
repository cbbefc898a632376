import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { chunkWith } from './built.ts'
import { pressEscape } from './escape.ts'
import { clientOf, enrolled, registered, storeTokens } from './models/accounts.ts'
import { openShop } from './models/shop.ts'
import { expect, test } from './test.ts'

const QUESTION = 'How long can I return boots?'

/** An assistant that is public and knows one thing. */
async function publicAssistant(url: string, settings: object = {}, look: object = {}) {
  const { tokens, organizationId } = await registered(url, 'Northwind Boots')
  const ann = clientOf(url, tokens)
  const base = await ann.filled(organizationId, [
    { name: 'returns.md', content: '# Returns\n\nYou may return unworn boots within 60 days of delivery.' },
  ])
  const { id } = await ann.integration(organizationId, [base], 'Help desk')
  await ann.call('PATCH', `/api/v1/integrations/${id}`, {
    welcome_message: 'Ask about returns.',
    starter_questions: [QUESTION],
    ...look,
  })
  await ann.call('POST', `/api/v1/integrations/${id}/publish`)
  const change = (patch: object) => ann.call('PATCH', `/api/v1/integrations/${id}/public-page`, patch)
  await change({ state: 'on', ...settings })
  return { id, change, tokens }
}

const log = (page: Pick<Page, 'getByRole'>) => page.getByRole('log', { name: 'Conversation' })

test('[S2.17] an assistant is edited as a draft, published, found back, copied and made public', async ({
  page,
  server,
}) => {
  const owner = await enrolled(page, server.url, 'Northwind Boots')
  const { id } = await owner.post(`organizations/${owner.organizationId}/integrations`, { name: 'Help desk' })
  const main = page.getByRole('main')
  await page.goto(`/integrations/${id}/settings`)
  await expect(main).toContainText('You’re viewing the draft. Nothing is published yet.')

  await test.step('the draft is saved, and then published', async () => {
    await page.getByLabel('Instructions').fill('Be brief.')
    const publish = page.getByRole('button', { name: 'Publish', exact: true })
    await expect(publish).toBeDisabled()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Saved: instructions.')).toBeVisible()
    await page.getByRole('link', { name: 'Appearance' }).click()
    await page.getByLabel('pine').check()
    await page.getByRole('button', { name: 'Add question' }).click()
    await page.getByLabel('Question 1', { exact: true }).fill(QUESTION)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Saved: colour and starter questions.')).toBeVisible()
    await publish.click()
    await page.getByRole('button', { name: 'Publish version 1' }).click()
    await expect(main).toContainText('The draft has no changes.')
  })

  await test.step('a later version says what it changes, and the first is found back', async () => {
    await page.getByLabel('Welcome message').fill('Hello there.')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(main).toContainText('Changed since version 1: welcome message')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Publish version 2' }).click()
    await page.getByRole('link', { name: 'Versions' }).click()
    await expect(main.getByRole('listitem').filter({ hasText: 'Version 2' })).toContainText('Published')
    await expectAccessible(page, 'versions')
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await expect(main).toContainText('Changed since version 2: welcome message')
  })

  await test.step('a colour that cannot be read as text is told, with the nearest that can', async () => {
    await page.getByRole('link', { name: 'Appearance' }).click()
    await page.getByLabel('Your own colour').fill('FFD400')
    await expect(main).toContainText('Button text is black, with a contrast of 14.6 : 1.')
    await expect(main).toContainText(
      'Its contrast as text on the light page is 1.3 : 1; WCAG AA requires 4.5 : 1.',
    )
    await expectAccessible(page, 'appearance')
    await page.getByRole('button', { name: 'Use #' }).click()
    await expect(main).toContainText('which passes')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByLabel('pine')).toBeChecked()
  })

  await test.step('its public page is turned on, within limits', async () => {
    await page.getByRole('link', { name: 'Public page' }).click()
    await page.getByLabel('Public page').selectOption('on')
    await page.getByLabel('Questions per visitor per day').fill('0')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('A number from 1 to 1,000.')).toBeVisible()
    await page.getByLabel('Questions per visitor per day').fill('5')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(main).toContainText('500 left')
    await expect(main.getByRole('img', { name: /^Code for / })).toBeVisible()
    await expectAccessible(page, 'public page settings')
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Open' }).click()
    const visit = await opened
    await expect(visit.getByRole('heading', { name: 'Help desk' })).toBeVisible()
    await expect(visit.getByRole('textbox')).toBeVisible()
    await visit.close()
  })

  await test.step('a copy is a draft of its own', async () => {
    await page.getByRole('link', { name: 'Assistant', exact: true }).click()
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Help desk (copy)')
    await expect(main).toContainText('Nothing is published yet.')
  })
})

test('[S2.8] a visitor asks without an account, finds back, deletes, and meets the limit', async ({
  page,
  server,
  browser,
}) => {
  const { id, change, tokens } = await publicAssistant(server.url, { visitor_limit: 2 })
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto(`/share/integration/${id}`)
  await expect(page.getByText('Ask about returns.')).toBeVisible()
  await expect(page).toHaveTitle('Help desk')
  await expectAccessible(page, 'public page')
  await page.getByRole('button', { name: QUESTION }).click()
  await expect(log(page)).toContainText('within 60 days of delivery')
  await expect(page.getByText('You can ask 1 more today.')).toBeVisible()
  await page.getByRole('button', { name: 'Source 1: Returns' }).first().click()
  await expect(page.getByRole('dialog')).toContainText('The answer is based on this passage.')
  await pressEscape(page)
  await expectAccessible(page, 'public page, answered')
  expect(scripts.filter((url) => /\/(login|me|organizations)\b|config\.js/.test(url))).toEqual([])

  await test.step('what the visitor thinks of the answer is read in Chat History', async () => {
    await page.getByRole('button', { name: 'Bad answer' }).click()
    await page.getByRole('button', { name: 'Out of date' }).click()
    await page.getByLabel('In your own words').fill('It is ninety by now.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const team = await browser.newPage({ baseURL: server.url })
    await team.goto('/config.js')
    await storeTokens(team, tokens)
    await team.goto(`/integrations/${id}/history?rating=down`)
    await team.getByRole('link', { name: new RegExp(QUESTION.slice(0, 20)) }).click()
    const said = 'Rated bad by the visitor: Out of date. “It is ninety by now.”'
    await expect(team.getByRole('article')).toContainText(said)
    await expect(team.getByRole('button', { name: 'Good answer' })).toBeHidden()
    await expect(team.getByRole('button', { name: 'Continue in Playground' })).toBeHidden()
    await team.close()
  })

  await page.reload()
  await expect(log(page)).toContainText('within 60 days of delivery')
  await expect(page.getByRole('button', { name: 'Bad answer' })).toHaveAttribute('aria-pressed', 'true')
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(`${server.url}/share/integration/${id}`)
  await expect(stranger.getByText('Ask about returns.')).toBeVisible()
  await expect(stranger.getByRole('button', { name: 'Earlier conversations' })).toBeHidden()
  await stranger.context().close()

  await page.getByRole('button', { name: 'Earlier conversations' }).click()
  await page.getByRole('button', { name: `Delete “${QUESTION}”` }).click()
  await expectAccessible(page, 'earlier conversations')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('No conversations yet.')
  await pressEscape(page)
  await expect(page.getByText('Ask about returns.')).toBeVisible()

  await page.getByRole('button', { name: QUESTION }).click()
  await expect(log(page)).toContainText('within 60 days of delivery')
  // While an answer is being written, no other question can be asked.
  await expect(log(page).getByRole('button', { name: 'Good answer' })).toBeVisible()
  await page.getByLabel('Your question').fill('And sandals?')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/You can ask again in \d+:\d\d/)).toBeVisible()
  await expect(page.getByLabel('Your question')).toHaveValue('And sandals?')

  await change({ state: 'paused' })
  await page.reload()
  await expect(page.getByText('This assistant is paused.')).toBeVisible()
  await expectAccessible(page, 'public page, paused')
  await change({ state: 'on', visitor_limit: 20 })
  await page.getByRole('button', { name: 'Check again' }).click()
  // Eighteen are left: nothing that a visitor has to think of.
  await expect(page.getByRole('textbox')).toBeEditable()
  await expect(page.getByText('more today')).toBeHidden()
  await change({ state: 'off' })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Assistant not found.' })).toBeVisible()
  await expectAccessible(page, 'no public page')
})

test('[S2.8] a newer version under an open public page: it is reloaded once, and the question is kept', async ({
  page,
  server,
}) => {
  const { id } = await publicAssistant(server.url)
  const path = `/share/integration/${id}`
  const answering = `**/${chunkWith('src/services/visitors/share-answering.ts', 'share').file}`
  const entry = chunkWith('src/share.tsx', 'share').file
  await page.goto(path)
  const field = page.getByLabel('Your question')
  await expect(field).toBeEditable()
  await page.route(answering, (route) => route.fulfill({ status: 404 }))
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (route.request().isNavigationRequest()) return route.continue()
      const answer = await route.fetch()
      const body = (await answer.text()).replaceAll(entry, 'assets/share-newer.js')
      await route.fulfill({ response: answer, body })
    },
  )
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await field.fill(QUESTION)
  await expect.poll(() => loads).toBe(1)
  await expect(field).toHaveValue(QUESTION)
  // It is still gone: the visitor is told, and nothing is loaded once more.
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(page.getByText('Your question is kept')).toBeVisible()
  await page.unroute(answering)
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(log(page)).toContainText('within 60 days of delivery')
  expect(loads).toBe(1)
})

test('[S2.8] the log of a public page whose code could not be fetched appears once it can be', async ({
  page,
  server,
}) => {
  const { id } = await publicAssistant(server.url)
  const code = `**/${chunkWith('src/ui/visitors/share/share-log.tsx', 'share').file}`
  await page.route(code, (route) => route.fulfill({ status: 404 }))
  const missed = page.waitForResponse(code)
  await page.goto(`/share/integration/${id}`)
  await page.getByRole('button', { name: QUESTION }).click()
  await missed
  await expect(page.getByLabel('Your question')).toBeVisible()
  await page.unroute(code)
  await expect(log(page)).toContainText('within 60 days of delivery')
})

test('[S2.8] the assistant is embedded by a site that is allowed, and by no other', async ({
  page,
  server,
}) => {
  const { id, change } = await publicAssistant(server.url, {}, { color: '#FFD400' })
  const { origin: shop, close } = await openShop(
    () => `<script async src="${server.url}/embed.js" data-assistant="${id}"></script>`,
  )
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const frame = page.frameLocator('iframe[title="Ask Help desk"]')
  const button = page.getByRole('button', { name: 'Ask Help desk' })

  const warned = page.waitForEvent('console', (message) => message.text().startsWith('Lectern:'))
  await page.goto(shop)
  expect((await warned).text()).toContain('This site is not allowed to embed the assistant.')
  await expect(button).toBeHidden()

  await change({ allowed_origins: [shop] })
  asked.length = 0
  await page.goto(shop)
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  // Nothing but the script, and how the button looks, before it is opened.
  expect(asked.filter((url) => url.startsWith(server.url))).toEqual([
    `${server.url}/embed.js`,
    `${server.url}/api/v1/share/${id}/launcher`,
  ])
  await expect(button).toHaveCSS('background-color', 'rgb(255, 212, 0)')
  await expect(button).toHaveCSS('color', 'rgb(0, 0, 0)')
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(frame.getByRole('button', { name: 'Ask', exact: true })).toHaveCSS(
    'background-color',
    'rgb(255, 212, 0)',
  )
  await frame.getByRole('button', { name: QUESTION }).click()
  await expect(log(frame)).toContainText('within 60 days of delivery')
  await frame.getByRole('button', { name: 'Close' }).click()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await expect(button).toBeFocused()
  await button.click()
  await expect(log(frame)).toContainText('within 60 days of delivery')
  // Whether this is the visitor of the frame is the browser's own choice: here it is another.
  await page.goto(`/share/integration/${id}?embed=1`)
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.getByRole('button', { name: QUESTION }).click()
  await expect(log(page)).toContainText('within 60 days of delivery')
  await expectAccessible(page, 'public page, embedded')
  await close()
})

test('[S2.8] on a phone, a widget can be closed whatever its frame shows, and is loaded again', async ({
  page,
  server,
}) => {
  const { id, change } = await publicAssistant(server.url)
  const { origin: shop, close } = await openShop(
    () => `<script async src="${server.url}/embed.js" data-assistant="${id}"></script>`,
  )
  await change({ allowed_origins: [shop] })
  await page.setViewportSize({ width: 390, height: 844 })
  const frames = page.locator('iframe')
  const frame = page.frameLocator('iframe')
  const button = page.getByRole('button', { name: 'Ask Help desk' })
  await page.route('**/share/integration/**', (route) => route.abort())
  await page.goto(shop)
  await button.click()
  await expect(frames).toBeVisible()
  // A click fails if something lies above the button.
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await expect(frames).toHaveCount(0)

  await page.unroute('**/share/integration/**')
  await button.click()
  const closing = frame.getByRole('button', { name: 'Close' })
  await expect(closing).toBeVisible()
  // The frame's own Close is enough.
  await expect(button).toHaveCSS('z-index', 'auto')
  await frame.getByLabel('Your question').fill('Unsent')
  await closing.click()
  await expect(button).toBeFocused()
  await button.click()
  await expect(frame.getByLabel('Your question')).toHaveValue('Unsent')
  for (const [width, height] of [
    [844, 390],
    [900, 520],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => frames.boundingBox()).toEqual({ x: 0, y: 0, width, height })
  }
  await close()
})

test('[S2.8] a widget keeps its side on a site that is read from right to left, and leaves the keys to it', async ({
  page,
  server,
}) => {
  const { id, change } = await publicAssistant(server.url)
  let position = 'right'
  const { origin: shop, close } = await openShop(
    () => `<script>document.documentElement.dir = 'rtl'</script><input aria-label="Search">
      <script async src="${server.url}/embed.js" data-assistant="${id}" data-position="${position}"></script>`,
  )
  await change({ allowed_origins: [shop] })
  const frame = page.frameLocator('iframe')
  const button = page.getByRole('button', { name: 'Ask Help desk' })
  const middle = (page.viewportSize()?.width ?? 0) / 2
  const startOf = async (shown: Locator) => (await shown.boundingBox())?.x
  await page.goto(shop)
  expect(await startOf(button)).toBeGreaterThan(middle)
  position = 'left'
  await page.reload()
  expect(await startOf(button)).toBeLessThan(middle)
  await button.click()
  expect(await startOf(page.locator('iframe'))).toBeLessThan(middle)

  const search = page.getByLabel('Search')
  await search.click()
  await page.keyboard.press('Escape')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(search).toBeFocused()
  await frame.getByLabel('Your question').click()
  await page.keyboard.press('Escape')
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await expect(button).toBeFocused()
  await button.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await button.press('Escape')
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await close()
})
