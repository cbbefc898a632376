import { EMAIL, startConfluence } from '../harness/confluence.ts'
import { TOKEN } from '../harness/service.ts'
import { beside } from './beside.ts'
import { pressEscape } from './escape.ts'
import { signedIn } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'
import { expect } from './test.ts'

const test = beside(
  () => startConfluence('cloud'),
  ({ port }) => ({ WEB_PORTS: String(port) }),
)

const RETURNS =
  '<p>Boots can be returned within <strong>30 days</strong> of delivery.</p><ac:structured-macro ac:name="info"><ac:rich-text-body><p>Keep the receipt.</p></ac:rich-text-body></ac:structured-macro>'
const OTHERS = ['Waxing', 'Sizes', 'Laces', 'Insoles', 'Shops']

test('a space of Confluence is connected, read, cited, and followed when it changes', async ({
  page,
  server,
  service: confluence,
}) => {
  const user = lectern(page)
  confluence.write('1', 'Returns', RETURNS)
  for (const [at, title] of OTHERS.entries())
    confluence.write(String(at + 2), title, `<p>All about ${title.toLowerCase()} of boots.</p>`)
  confluence.write('90', 'Discounts', '<p>For sales people alone.</p>', '102')
  await signedIn(page, server.url, 'Northwind Boots')
  await user.createKnowledgeBase('Wiki')
  const knowledgeBase = page.url()
  const dialog = page.getByRole('dialog', { name: 'Connect Confluence' })
  const source = page.getByRole('region', { name: 'Sources' }).getByRole('listitem')

  await test.step('what the service refuses is said beside the field, and what was typed stays', async () => {
    await page.getByRole('button', { name: 'Add source' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Confluence' }).click()
    await dialog.getByLabel('Address', { exact: true }).fill(confluence.url)
    await dialog.getByLabel('Email address').fill(EMAIL)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Please fill in this field.')).toBeVisible()
    await dialog.getByLabel('API token').fill('expired')
    await dialog.getByRole('button', { name: 'Test and connect' }).click()
    await expect(dialog.getByText(/refused these credentials/)).toBeVisible()
    await expect(dialog.getByLabel('Email address')).toHaveValue(EMAIL)
    await dialog.getByLabel('API token').fill(TOKEN)
    await dialog.getByRole('button', { name: 'Test and connect' }).click()
  })

  await test.step('a space is chosen and read', async () => {
    await expect(dialog.getByText('Sales & more')).toBeVisible()
    await dialog.getByRole('button', { name: 'Add source' }).click()
    await expect(dialog.getByText('Choose at least one.')).toBeVisible()
    await dialog.getByLabel('Help').check()
    // Everybody in the organization reads it; tests/e2e/google-drive.spec.ts follows the permissions of a service.
    await dialog.getByLabel('Follow the permissions of Confluence').uncheck()
    await dialog.getByRole('button', { name: 'Add source' }).click()
    await expect(dialog).toBeHidden()
    await expect(source).toContainText('Help · 6 documents')
    await user.documentIsReady('Returns')
    await expect(user.document('Discounts')).toHaveCount(0)
  })

  const conversation = page.getByRole('log', { name: 'Conversation' })
  await test.step('an answer cites the page, and leads to it', async () => {
    await user.createIntegration('Boots helper')
    const assistant = page.url()
    await user.ask('Within how many days can boots be returned?')
    await expect(conversation).toContainText('within 30 days')
    await conversation
      .getByRole('button', { name: /^Source 1: Returns/ })
      .first()
      .click()
    await expect(page.getByRole('link', { name: 'Open the page at its source' })).toHaveAttribute(
      'href',
      confluence.addressOf('1'),
    )
    await pressEscape(page)
    expect(assistant).toBe(page.url())
  })

  await test.step('what changes there is read again, and the answer follows', async () => {
    confluence.write('1', 'Returns', RETURNS.replace('30 days', '45 days'))
    confluence.remove('3')
    const answering = page.url()
    await page.goto(knowledgeBase)
    await source.getByRole('button', { name: /^Read .* now$/ }).click()
    await expect(source).toContainText('1 changed, 1 removed')
    await expect(user.document('Sizes')).toHaveCount(0)
    await user.documentIsReady('Returns')
    await page.goto(answering)
    await user.ask('Within how many days can boots be returned now?')
    await expect(conversation).toContainText('within 45 days')
  })

  await test.step('it is changed without its token, and removed with its documents', async () => {
    await page.goto(knowledgeBase)
    const change = page.getByRole('dialog', { name: 'Change the connection to Confluence' })
    await source.getByRole('button', { name: /^Change / }).click()
    await expect(change.getByLabel('API token')).toHaveValue('')
    await change.getByRole('button', { name: 'Test and connect' }).click()
    await expect(change.getByLabel('Help')).toBeChecked()
    await change.getByLabel('Sales & more').check()
    await change.getByRole('button', { name: 'Save' }).click()
    await user.documentIsReady('Discounts')
    await source.getByRole('button', { name: /^Delete / }).click()
    const removal = page.getByRole('dialog', { name: /^Delete/ })
    await expect(removal).toContainText('Its documents are deleted with it.')
    await removal.getByRole('button', { name: 'Delete source' }).click()
    await expect(page.getByText('No documents yet.')).toBeVisible()
  })
})
