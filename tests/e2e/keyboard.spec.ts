import { pressEscape } from './escape.ts'
import { pressAt, tabTo, typeInto } from './keys.ts'
import { signedIn } from './models/accounts.ts'
import { newPerson } from './models/lectern.ts'
import { expect, test } from './test.ts'

test('from registration to log-out without a pointer', async ({ page }) => {
  const { keyboard } = page
  const KEYS = new Set(['Tab', 'Enter', 'Control+k'])
  const type = async (...keys: readonly string[]) => {
    for (const key of keys) {
      await (KEYS.has(key) ? keyboard.press(key) : keyboard.type(key))
      // The first time its code may still be on its way.
      if (key === 'Control+k')
        await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused()
    }
  }
  const { email, password } = newPerson()
  await page.goto('/register')
  await expect(page.getByLabel('First name')).toBeFocused()
  await type('Ada', 'Tab', 'Lovelace', 'Tab', email, 'Tab', password)
  await page.getByLabel('Confirm password').focus()
  await type(password, 'Enter')
  await expect(page.getByLabel('Organization Name')).toBeFocused()
  await type('Northwind Boots', 'Enter')
  await expect(page.getByRole('heading', { name: 'Integrations' })).toBeFocused()

  // A knowledge base, and an assistant that answers from it.
  await type('Control+k', 'knowl', 'Enter')
  await expect(page.getByRole('heading', { name: 'Knowledge Bases', exact: true })).toBeFocused()
  await type('Tab', 'Enter')
  await expect(page.getByLabel('Name')).toBeFocused()
  await type('Returns', 'Enter')
  await expect(page.getByRole('heading', { name: 'Returns', level: 1 })).toBeFocused()
  await type('Control+k', 'integ', 'Enter')
  await expect(page.getByRole('heading', { name: 'Integrations' })).toBeFocused()
  await type('Tab', 'Enter')
  await expect(page.getByLabel('Name')).toBeFocused()
  await type('Helper', 'Enter')
  const question = page.getByLabel('Your question')
  await tabTo(page, question)
  await type('Can I return boots?', 'Enter')
  await expect(page.getByRole('article')).toContainText('Can I return boots?')

  // Another organization, and back; then the way out.
  await type('Control+k', 'create org', 'Enter')
  await expect(page.getByLabel('Organization Name')).toBeFocused()
  await type('Southwind Shoes', 'Enter')
  await expect(page.getByRole('button', { name: 'Organization: Southwind Shoes' })).toBeVisible()
  await type('Control+k', 'switch north', 'Enter')
  await expect(page.getByText('Switched to Northwind Boots')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Integrations' })).toBeFocused()
  await type('Control+k', 'log out', 'Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('people are invited, an assistant is published, and a plan is chosen without a pointer', async ({
  page,
  server,
}) => {
  const { post, organizationId } = await signedIn(page, server.url, 'Northwind Boots')
  const { id } = await post(`organizations/${organizationId}/integrations`, { name: 'Helper' })
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first()
  const dialog = page.getByRole('dialog')
  await page.goto('/team')
  await pressAt(page, button('Invite people'))
  await typeInto(page, dialog.getByLabel('Email addresses'), 'ben@northwind.example')
  await pressAt(page, dialog.getByRole('button', { name: 'Send invitations' }))
  await expect(page.getByRole('list', { name: 'Results for each address' })).toContainText('Invited')
  await pressAt(page, dialog.getByRole('button', { name: 'Done' }))
  await expect(dialog).toHaveCount(0)
  await expect(button('Invite people')).toBeFocused()

  await page.goto(`/integrations/${id}/settings`)
  await pressAt(page, button('Publish'))
  await pressAt(page, dialog.getByRole('button', { name: /^Publish version/ }))
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()

  await page.goto('/pricing')
  const plan = page.getByRole('radio').first()
  await tabTo(page, page.locator('input[type=radio]:checked, [role=radio][aria-checked=true]').first())
  await page.keyboard.press('ArrowDown')
  await expect(plan).not.toBeChecked()
  await pressAt(page, button('Continue'))
  await expect(dialog.or(page.getByRole('alert'))).toBeVisible()
})

/** What opens something over its page, by the address. */
const OPENERS = (knowledgeBase: string) => [
  ['/usage', ['Send feedback', 'Your account', 'Notifications', /^Organization: /]],
  ['/team', ['Invite people']],
  ['/integrations', ['New integration']],
  ['/knowledge-bases', ['New knowledge base']],
  [knowledgeBase, ['Edit', 'Delete', 'Write text', 'Add source', 'Add a question', 'Import questions']],
  ['/security', ['Change password', 'Turn on']],
  ['/settings', ['Change address']],
  ['/settings/organization', ['Delete organization']],
  ['/settings/api-keys', ['New API key']],
  ['/settings/channels', ['Connect Slack']],
  ['/settings/webhooks', ['New webhook']],
  ['/settings/models', ['Add provider']],
  ['/settings/single-sign-on', ['Add domain']],
]

const OVER_PAGE =
  '[role=dialog]:visible, [role=alertdialog]:visible, [role=menu]:visible, [role=listbox]:visible'

test('whoever closes what a button has opened is back at the button', async ({ page, server }) => {
  const { post, organizationId } = await signedIn(page, server.url, 'Northwind Boots')
  const { id } = await post(`organizations/${organizationId}/knowledge-bases`, { name: 'Returns' })
  for (const [address, names] of OPENERS(`/knowledge-bases/${id}`) as [string, (string | RegExp)[]][]) {
    await page.goto(address)
    for (const name of names)
      await test.step(`${name} on ${address}`, async () => {
        const opener = page.getByRole('button', { name }).first()
        await opener.focus()
        await page.keyboard.press('Enter')
        await expect(page.locator(OVER_PAGE).first()).toBeVisible()
        await pressEscape(page)
        await expect(page.locator(OVER_PAGE)).toHaveCount(0)
        await expect(opener).toBeFocused()
      })
  }
})
