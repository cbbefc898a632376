import { HELP, MAIL_PASSWORD, mailId, mailOf, startMailServer } from '../harness/mail-server.ts'
import { expectAccessible } from './accessible.ts'
import { beside } from './beside.ts'
import { clientOf, enrolled } from './models/accounts.ts'
import { expect } from './test.ts'

const test = beside(startMailServer, ({ ports }) => ({ WEB_PORTS: ports.join(), MAILBOX_SECONDS: '0.2' }))

test('[42.2] a mailbox is connected, a mail is answered as a reply, and is seen in Conversations', async ({
  page,
  server,
  service: mail,
}) => {
  const { tokens, organizationId } = await enrolled(page, server.url, 'Northwind Boots')
  const client = clientOf(server.url, tokens)
  const content = '# Returns\n\nBoots can be returned within 30 days of delivery.'
  const base = await client.filled(organizationId, [{ name: 'returns.md', content }])
  await client.published(organizationId, [base], 'Boots helper')
  mail.deliver(mailOf({ text: 'Older than the connection.' }))
  await page.goto('/settings/channels')
  const dialog = page.getByRole('dialog', { name: 'Connect Email' })
  const row = page.getByRole('list', { name: 'Connected channels' }).getByRole('listitem')
  const connect = () => dialog.getByRole('button', { name: 'Test and connect' }).click()

  await test.step('what the mail servers refuse is said beside the field', async () => {
    await page.getByRole('button', { name: 'Connect Email' }).press('Enter')
    await expect(dialog.getByRole('list', { name: 'Steps in Email' })).toBeVisible()
    await dialog.getByLabel('Assistant').selectOption('Boots helper')
    await dialog.getByLabel('Email address').fill(HELP)
    await dialog.getByLabel('IMAP server').fill(mail.settings.url)
    await dialog.getByLabel('SMTP server').fill(mail.settings.smtp)
    await dialog.getByLabel('Password', { exact: true }).fill('wrong')
    await dialog.getByLabel('Server that checks senders').fill('my provider')
    await connect()
    await expect(dialog.getByText(/refused this user name or password/)).toBeVisible()
    await dialog.getByLabel('Password', { exact: true }).fill(MAIL_PASSWORD)
    await connect()
    await expect(dialog.getByText(/were checked by mx\.acme\.test/)).toBeVisible()
    await dialog.getByLabel('Server that checks senders').fill('mx.acme.test')
    // What few need is folded away, and unfolds where it is wrong.
    await dialog.getByText('More settings').click()
    await dialog.getByLabel('Folder').fill('Support')
    await dialog.getByText('More settings').click()
    await expect(dialog.getByLabel('Folder')).toBeHidden()
    await connect()
    await expect(dialog.getByText(/has no such folder/)).toBeVisible()
    await dialog.getByLabel('Folder').fill('')
    await connect()
    await expect(dialog).toBeHidden()
    await expect(row).toContainText(HELP)
    await expectAccessible(page, 'Channels')
  })

  await test.step('a mail is answered in its thread, with its source', async () => {
    const thread = mailId()
    mail.deliver(
      mailOf({ subject: 'Returns', text: 'Within how many days can boots be returned?', id: thread }),
    )
    await expect.poll(() => mail.sent.length).toBe(1)
    expect(mail.sent[0]).toMatchObject({
      subject: 'Re: Returns',
      inReplyTo: thread,
      text: expect.stringMatching(/within 30 days[\s\S]*\[1\] Returns/),
    })
    await page.reload()
    await expect(row).toContainText('last read')
    await expect(row).toContainText('1 of 500 questions today')
  })

  await test.step('the conversation is in Conversations, under its channel', async () => {
    await page.goto('/conversations')
    await page.getByText('Filters').click()
    await page.getByLabel('Channel').selectOption({ label: 'Email' })
    await page.getByText('Within how many days').first().click()
    await expect(page.getByText(/within 30 days of delivery/).first()).toBeVisible()
  })
})
