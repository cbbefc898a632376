import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { pressEscape } from './escape.ts'
import { pressAt, tabTo } from './keys.ts'
import { signedIn } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'
import { markdown } from './samples.ts'
import { expect, test } from './test.ts'

const TABS = ['Documents', 'Passages', 'Retrieval test', 'Golden questions', 'Settings']
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Knowledge base' }).getByRole('link', { name })

test('[S2.12] a knowledge base is filled, read, corrected and tested by keyboard alone', async ({
  page,
  server,
}) => {
  const { keyboard } = page
  const user = lectern(page)
  await signedIn(page, server.url, 'Northwind Boots')
  await user.createKnowledgeBase('Hours')

  await pressAt(page, page.getByRole('button', { name: 'Write text' }))
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await keyboard.type('Opening hours')
  await keyboard.press('Tab')
  await keyboard.type('# Hours\n\nThe shop in Bergen opens at nine.')
  await pressAt(page, page.getByRole('dialog').getByRole('button', { name: /^(Add|Save)/ }))
  const row = user.document('Opening hours')
  await expect(row).toContainText('Ready')

  await pressAt(page, row.getByRole('button', { name: 'Opening hours', exact: true }))
  const reader = page.getByRole('dialog', { name: 'Opening hours' })
  await pressAt(page, reader.getByRole('button', { name: 'Edit passage 1' }))
  const passage = page.getByRole('dialog', { name: 'Edit passage' }).getByLabel('Passage', { exact: true })
  await expect(passage).toBeFocused()
  await keyboard.press('Control+a')
  await keyboard.type('The shop in Bergen opens at ten.')
  await pressAt(
    page,
    page.getByRole('dialog', { name: 'Edit passage' }).getByRole('button', { name: 'Save' }),
  )
  await expect(reader).toContainText('opens at ten')
  await pressEscape(page)
  await expect(reader).toBeHidden()

  await pressAt(page, page.getByRole('button', { name: 'Actions for Opening hours' }))
  await expect(page.getByRole('menu')).toBeFocused()
  await keyboard.type('ren')
  await keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await keyboard.press('Control+a')
  await keyboard.type('Hours of the shop')
  await keyboard.press('Enter')
  await expect(user.document('Hours of the shop')).toBeVisible()

  await pressAt(page, tab(page, 'Retrieval test'))
  await tabTo(page, page.getByRole('searchbox', { name: 'Question' }))
  await keyboard.type('When does the shop in Bergen open?')
  await keyboard.press('Enter')
  const found = page.getByRole('list', { name: 'Found' })
  await pressAt(page, found.getByRole('button', { name: 'Save as golden question' }).first())
  await expect(page.getByText('Saved as a golden question.')).toBeVisible()

  await pressAt(page, tab(page, 'Settings'))
  const size = page.getByRole('slider', { name: 'Passage size' })
  await tabTo(page, size)
  await keyboard.press('ArrowLeft')
  await expect(size).toHaveValue('1100')
  await pressAt(page, page.getByRole('button', { name: 'Save changes' }))
  await expect(page.getByText('Index 2 is now in use.')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' })

  test('[S2.12] every part of a knowledge base fits, and is reached by touch', async ({ page, server }) => {
    const user = lectern(page)
    const { post, organizationId } = await signedIn(page, server.url, 'Northwind Boots')
    const { id } = await post(`organizations/${organizationId}/knowledge-bases`, { name: 'Hours' })
    await page.goto(`/knowledge-bases/${id}`)
    await user.addDocuments(markdown('opening-hours-of-every-shop.md', '# Hours\n\nThe shop opens at nine.'))
    await user.documentIsReady('opening-hours-of-every-shop.md')
    for (const name of TABS) {
      await tab(page, name).tap()
      await expect(tab(page, name)).toHaveAttribute('aria-current', 'page')
      await expect(tab(page, name)).toBeInViewport({ ratio: 0.9 })
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      const sideways = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      await expect.poll(sideways).toBe(0)
      await expectAccessible(page, `${name} on a phone`)
    }
    await tab(page, 'Retrieval test').tap()
    await page.getByRole('searchbox', { name: 'Question' }).fill('When does the shop open?')
    await page.getByRole('button', { name: 'Search', exact: true }).tap()
    await expect(page.getByRole('list', { name: 'Found' })).toContainText('opens at nine')
  })
})
