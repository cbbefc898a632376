import { ACCOUNT, CLIENT, startGoogle } from '../harness/google.ts'
import { expectAccessible } from './accessible.ts'
import { beside } from './beside.ts'
import { signedIn } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'
import { expect } from './test.ts'

const test = beside(
  () => startGoogle('documents'),
  ({ port }) => ({ WEB_PORTS: String(port) }),
)

test('[42.1] a person logs in to Google in another window, refuses once, and reads a folder', async ({
  page,
  context,
  server,
  service: google,
}) => {
  const user = lectern(page)
  google.write('Returns', 'Boots can be returned within 30 days of delivery.')
  google.write('Prices', 'For sales people alone.', { choice: 1 })
  google.write('Salaries', 'Of nobody here.')
  const { person } = await signedIn(page, server.url, 'Northwind Boots')
  const mine = { type: 'user', emailAddress: person.email } as const
  google.share('Returns', [mine, { type: 'group', emailAddress: 'support@northwind.test' }])
  google.share('Salaries', [{ type: 'user', emailAddress: 'board@northwind.test' }])
  await user.createKnowledgeBase('Drive')
  const dialog = page.getByRole('dialog', { name: 'Connect Google Drive' })
  const source = page.getByRole('region', { name: 'Sources' }).getByRole('listitem')
  const logIn = async (button: string, answer: string, then: string) => {
    const opened = context.waitForEvent('page')
    await dialog.getByRole('button', { name: button }).click()
    const window = await opened
    await window.getByRole('link', { name: answer }).click()
    await expect(window.getByRole('heading', { name: then })).toBeVisible()
    expect(new URL(window.url()).search).toBe('')
    await window.close()
  }

  await test.step('what Google refuses is said beside the field, before anyone is sent there', async () => {
    await page.getByRole('button', { name: 'Add source' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Google Drive' }).click()
    await expect(dialog.getByText(`${server.url}/api/v1/connectors/callback`)).toBeVisible()
    await dialog.getByLabel('Address', { exact: true }).fill(`http://127.0.0.1:${google.port}`)
    await dialog.getByLabel('Client ID').fill(CLIENT.client_id)
    await dialog.getByLabel('Client secret').fill('another')
    await dialog.getByRole('button', { name: 'Log in to Google Drive' }).click()
    await expect(dialog.getByText(/refused these credentials/)).toBeVisible()
    await dialog.getByLabel('Client secret').fill(CLIENT.client_secret)
    await expectAccessible(page, 'the dialog')
  })

  await test.step('whoever refuses finds what they entered, and may try again', async () => {
    await logIn('Log in to Google Drive', 'Cancel', 'You are not logged in')
    await expect(dialog.getByRole('alert')).toContainText('You did not allow access.')
    await expect(dialog.getByLabel('Client secret')).toHaveValue(CLIENT.client_secret)
  })

  await test.step('the dialog goes on by itself, and a folder is chosen and read', async () => {
    await logIn('Log in to Google Drive', 'Allow', 'You are logged in')
    await expect(dialog.getByLabel(ACCOUNT)).toBeVisible()
    await dialog.getByLabel('Help', { exact: true }).check()
    await expect(dialog.getByLabel('Follow the permissions of Google Drive')).toBeChecked()
    await expectAccessible(page, 'the choices')
    await dialog.getByRole('button', { name: 'Add source' }).click()
    await expect(source).toContainText('Help · 2 documents')
    await user.documentIsReady('Returns')
    await expect(user.document('Prices')).toHaveCount(0)
  })

  await test.step('a document is for those who may read it there, and says so', async () => {
    await expect(source).toContainText('follows the permissions of Google Drive')
    await expect(source).toContainText('1 document is closed to everyone')
    await expect(source).toContainText('support@northwind.test')
    await expect(user.document('Salaries')).toHaveCount(0)
    await expect(user.document('Returns')).toContainText('Google Drive: shared with 1 person and 1 group')
    await page.getByRole('button', { name: 'Actions for Returns' }).click()
    await page.getByRole('menuitem', { name: 'Readers' }).click()
    const readers = page.getByRole('dialog', { name: 'Who can read Returns' })
    await expect(readers.getByRole('list', { name: 'Can read it now' })).toContainText(
      'Can read it in Google Drive',
    )
    await expectAccessible(page, 'the readers')
    await readers.getByText('Close', { exact: true }).click()
  })
})
