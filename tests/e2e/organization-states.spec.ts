import type { Page } from '@playwright/test'
import { countAtRest, expect, type Gateway, passedSinceRest, test } from './gateway.ts'
import { enrolled } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'

const BROKEN = { status: 500, body: '{"detail":"Out of order."}' }
/** May pass, so the page offers to try again, which the client does not do by itself. */
const TOO_EARLY = { status: 425, body: '{"detail":"Out of order."}' }

/** S2.14, S2.20: what each page first asks for, and what it says when there is nothing. */
const PAGES = [
  { path: '/chat', asks: /\/assistants$/, empty: 'No assistants yet.' },
  { path: '/conversations', asks: /\/integrations$/, empty: 'No assistants yet.' },
  { path: '/usage', asks: /\/usage\/series$/, empty: 'No questions in this period.' },
  { path: '/analytics', asks: /\/gaps$/, empty: 'Every question was answered.' },
  { path: '/team', asks: /\/invitations$/, empty: 'No pending invitations.' },
] as const

const showsStates = async (page: Page, gateway: Gateway, { path, asks, empty }: (typeof PAGES)[number]) => {
  const main = page.getByRole('main')
  let isBroken = true
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  gateway.answer(async (passing) => {
    if (passing.method !== 'GET' || !asks.test(passing.path)) return null
    await held
    return isBroken ? TOO_EARLY : null
  })
  const passed = await passedSinceRest(page, gateway)
  await page.goto(path)
  await expect(main).toBeVisible()
  // The palette reads these lists once the page is idle; what is on its way by then is not asked for twice.
  const isRead = (list: string) => passed().some((passing) => passing.path.endsWith(list))
  await expect.poll(() => isRead('/knowledge-bases')).toBe(true)
  await expect(main).not.toContainText(empty)
  await expect(main.getByRole('alert')).toHaveCount(0)
  letGo()
  await expect(main.getByRole('alert')).toContainText('Out of order.')
  isBroken = false
  await main.getByRole('button', { name: 'Try Again' }).click()
  await expect(main).toContainText(empty)
}

test('[S1.2] [S2.14] every page of an organization waits, says what went wrong, tries again, and says when there is nothing', async ({
  page,
  gateway,
  server,
}) => {
  await enrolled(page, server.url, 'Northwind Boots')
  for (const shown of PAGES) await test.step(shown.path, () => showsStates(page, gateway, shown))
})

test('[S8.4] what is typed stays when the list of organizations cannot be read again', async ({
  page,
  gateway,
  server,
}) => {
  await enrolled(page, server.url, 'Northwind Boots')
  await page.goto('/knowledge-bases')
  await lectern(page).typeUnsaved()
  gateway.answer(({ method, path }) => {
    if (method === 'PATCH') return { status: 403, body: '{"detail":"No.","code":"forbidden"}' }
    return path === '/api/v1/organizations' ? BROKEN : null
  })
  const reads = await countAtRest(page, gateway, '/api/v1/organizations')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => gateway.count('/api/v1/organizations')).toBe(reads + 1)
  await expect(page.getByLabel('Organization Name')).toHaveValue('Typed and not saved')
  await expect(page.getByText('Your organizations could not be loaded.')).toBeHidden()
})
