import { readFile } from 'node:fs/promises'
import { startModelServer } from '../harness/model.ts'
import { signedIn } from './models/accounts.ts'
import { desk } from './models/desk.ts'
import { lectern } from './models/lectern.ts'
import { repairPage, returnsPolicy } from './samples.ts'
import { newDataDir, removeDataDir, startServer } from './server.ts'
import { expect, test } from './test.ts'

const FIRST = 'How many days do I have to return boots?'

test('[S2.17] answers are rated, a question is asked anew, the history is filtered and kept, a search explained', async ({
  page,
  server,
}) => {
  const user = lectern(page)
  const menu = page.getByRole('navigation', { name: 'Main' })
  const main = page.getByRole('main')
  await signedIn(page, server.url, 'Northwind Boots')
  await user.createKnowledgeBase('Returns')
  await user.addDocuments(await returnsPolicy(), repairPage)
  await user.documentIsReady('Returns policy.pdf')
  await user.documentIsReady('Repair promise.html')
  await user.createIntegration('Returns helper')
  await user.ask(FIRST)
  const answer = page.getByRole('article').last()

  await test.step('a thumb down asks why, and is still there after a reload', async () => {
    const down = answer.getByRole('button', { name: 'Bad answer' })
    await down.click()
    await answer.getByRole('button', { name: 'Out of date' }).click()
    await answer.getByLabel('In your own words').fill('=It is 60 days now.')
    await answer.getByRole('button', { name: 'Save' }).click()
    await expect(answer.getByRole('button', { name: 'Change your comment' })).toBeVisible()
    await page.reload()
    await expect(down).toHaveAttribute('aria-pressed', 'true')
    await menu.getByRole('link', { name: 'Settings' }).click()
    await menu.getByRole('link', { name: 'Playground' }).click()
    await expect(down).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('the last question is asked in other words; what was being typed is not lost', async () => {
    await page.getByLabel('Your question').fill('Half a thought')
    await answer.getByRole('button', { name: 'Edit question' }).click()
    await expect(page.getByLabel('Your question')).toHaveValue(FIRST)
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Your question')).toHaveValue('Half a thought')
    await answer.getByRole('button', { name: 'Edit question' }).click()
    await page.getByLabel('Your question').fill('Which boots cannot be returned for a refund?')
    await page.getByRole('button', { name: 'Ask again' }).click()
    await expect(answer).toContainText('worn outside')
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByLabel('Your question')).toHaveValue('Half a thought')
    await expect(answer.getByRole('button', { name: 'Bad answer' })).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('the history is filtered in the address, searched and exported', async () => {
    await answer.getByRole('button', { name: 'Bad answer' }).click()
    await answer.getByLabel('In your own words').fill('=1+1')
    await answer.getByRole('button', { name: 'Save' }).click()
    await menu.getByRole('link', { name: 'Chat History' }).click()
    const list = main.getByRole('list', { name: 'Conversations' }).getByRole('link')
    await expect(list).toHaveCount(1)
    await main.getByText('Filters').click()
    await main.getByLabel('Rating').selectOption('Liked')
    await expect(main).toContainText('No matching conversations.')
    await expect(page).toHaveURL(/history\?rating=up$/)
    await main.getByLabel('Rating').selectOption('Disliked')
    await expect(list).toHaveCount(1)
    await main.getByRole('searchbox').fill('worn outside')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/rating=down&q=worn\+outside$/)
    await list.first().click()
    await expect(main.getByRole('region', { name: 'Conversation' })).toContainText('worn outside')
    await expect(list).toHaveCount(1)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      main.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('conversations.csv')
    expect(await readFile(await download.path(), 'utf8')).toContain(",'=1+1,")
  })

  await test.step('why a passage was not found', async () => {
    await menu.getByRole('link', { name: 'Search' }).click()
    // Until it has come, the screen before it stays, with a search of its own.
    await expect(main.getByRole('heading', { name: 'Search', level: 1 })).toBeVisible()
    await main.getByRole('searchbox').fill('refunds')
    await page.keyboard.press('Enter')
    await expect(main.getByRole('listitem').first()).toContainText('Returns policy.pdf')
    await main.getByLabel('Document', { exact: true }).first().selectOption('Repair promise.html')
    await expect(main.getByRole('listitem').first()).not.toContainText('Returns policy.pdf')
    await main.getByLabel('Document', { exact: true }).last().selectOption('Repair promise.html')
    const passages = main.getByRole('list', { name: 'Passages' })
    await passages.getByRole('button').first().click()
    await expect(passages.getByRole('status')).toContainText('By meaning')
  })
})

const EVIL = `Fine. [1]

![cat](http://evil.example/cat.png) [x](javascript:document.title='evil') [y](data:text/html,z)

<img src="http://evil.example/i.png" onerror="document.title='evil'"><script>document.title='evil'</script>
<svg onload="document.title='evil'"><image href="http://evil.example/s.svg"/></svg>
<style>body { background: url(http://evil.example/c.png) }</style>`

test('[S2.17] each way in which a model fails ends in a clear state, and what it writes does nothing', async ({
  browser,
}) => {
  const model = await startModelServer(
    { status: 401 },
    { status: 429 },
    { tokens: ['Goods may be ', 'returned [1'], end: 'never' },
    { tokens: [EVIL] },
  )
  const dataDir = await newDataDir()
  const server = await startServer(dataDir, {
    LLM_BASE_URL: model.endpoint.baseUrl,
    LLM_API_KEY: model.endpoint.apiKey,
    LLM_MODEL: model.endpoint.model,
  })
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  const strange: string[] = []
  page.on('request', (request) => {
    if (!/^(blob:|data:)/.test(request.url()) && !request.url().startsWith(server.url))
      strange.push(request.url())
  })
  const user = lectern(page)
  await signedIn(page, server.url, 'Northwind Boots')
  await user.createKnowledgeBase('Returns')
  await user.addDocuments(await returnsPolicy())
  await user.documentIsReady('Returns policy.pdf')
  await user.createIntegration('Returns helper')
  const answer = page.getByRole('article').last()
  const retry = () => answer.getByRole('button', { name: 'Retry' }).click()

  await user.ask(FIRST)
  await expect(answer.getByRole('alert')).toContainText('refused this server’s key')
  await retry()
  await expect(answer.getByRole('alert')).toContainText('is busy')
  await retry()
  await expect(answer).toContainText('Goods may be returned')
  model.breakOff()
  await expect(answer.getByRole('alert')).toContainText('was interrupted')
  await expect(answer).not.toContainText('[1')
  await retry()
  await expect(answer.getByRole('button', { name: /^Source 1/ })).toBeVisible()
  await expect(answer).toContainText("<script>document.title='evil'</script>")
  await expect(answer.locator('img, script, style, svg image, a')).toHaveCount(0)
  await page.reload()
  await expect(answer.getByRole('button', { name: /^Source 1/ })).toBeVisible()
  await expect(page).not.toHaveTitle(/evil/)
  expect(strange).toEqual([])
  await context.close()
  await server.stop()
  removeDataDir(dataDir)
  await model.close()
})

test.describe('over midnight', () => {
  const behind = new Date().getUTCHours() - 12
  // Where it is noon: no day ends while this runs.
  test.use({ timezoneId: `Etc/GMT${behind < 0 ? behind : `+${behind}`}` })

  test('an open tab tells the day of its conversations anew, although nothing has come', async ({
    page,
    server,
  }) => {
    await page.clock.install()
    const { id } = await desk(page, server.url, 'Payroll', {
      name: 'pay.md',
      content: 'Salaries are paid on the last day of the month.',
    })
    await page.goto(`/chat?assistant=${id}`)
    await page.getByLabel('Your question').fill('When are salaries paid?')
    await page.keyboard.press('Enter')
    const line = page.getByRole('main').getByRole('link', { name: 'When are salaries paid?' })
    await expect(line).toContainText('Today')
    await page.clock.fastForward('24:00:00')
    await expect(line).toContainText('Yesterday')
  })
})
