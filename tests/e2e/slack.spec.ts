import { TOKEN } from '../harness/service.ts'
import { SIGNING_SECRET, startSlack } from '../harness/slack.ts'
import { expectAccessible } from './accessible.ts'
import { beside } from './beside.ts'
import { clientOf, enrolled } from './models/accounts.ts'
import { expect } from './test.ts'

const test = beside(startSlack, ({ port }) => ({ WEB_PORTS: String(port) }))

test('[42.2] an assistant is connected to Slack, answers there, and hands over to the inbox', async ({
  page,
  server,
  service: slack,
}) => {
  const { tokens, organizationId } = await enrolled(page, server.url, 'Northwind Boots')
  const client = clientOf(server.url, tokens)
  const content = '# Returns\n\nBoots can be returned within 30 days of delivery.'
  const base = await client.filled(organizationId, [{ name: 'returns.md', content }])
  const id = await client.published(organizationId, [base], 'Boots helper')
  await client.call('PATCH', `/api/v1/integrations/${id}/handover`, { offered: ['asked'] })
  await page.goto('/settings/channels')
  const dialog = page.getByRole('dialog', { name: 'Connect Slack' })
  const row = page.getByRole('list', { name: 'Connected channels' }).getByRole('listitem')

  await test.step('the steps and the manifest are there, and what Slack refuses is said beside the field', async () => {
    await page.getByRole('button', { name: 'Connect Slack' }).press('Enter')
    await dialog.getByText('Show the manifest').click()
    await expect(dialog.getByLabel('Manifest')).toContainText('/api/v1/channels/slack/events')
    await dialog.getByLabel('Assistant').selectOption('Boots helper')
    await dialog.getByLabel('Address', { exact: true }).fill(slack.url)
    await dialog.getByLabel('OAuth token').fill('xoxb-expired')
    await dialog.getByLabel('Signing secret').fill(SIGNING_SECRET)
    await dialog.getByRole('button', { name: 'Test and connect' }).click()
    await expect(dialog.getByText(/refused these credentials/)).toBeVisible()
    await dialog.getByLabel('OAuth token').fill(TOKEN)
    await dialog.getByRole('button', { name: 'Test and connect' }).click()
    await expect(dialog).toBeHidden()
    await expect(row).toContainText('Acme · @lectern')
    await expect(row).toContainText('Boots helper answers')
    await expectAccessible(page, 'Channels')
  })

  const ts = slack.ts()
  const mention = async (text: string) => {
    const before = slack.posted.length
    const event = {
      type: 'app_mention',
      channel: 'C0HELP',
      user: 'U0GRACE',
      text: `<@${slack.bot}> ${text}`,
      ts: before === 0 ? ts : slack.ts(),
      ...(before > 0 && { thread_ts: ts }),
    }
    expect((await slack.deliver(server.url, slack.envelope(event))).status).toBe(200)
    await expect.poll(() => slack.posted.length).toBe(before + 1)
    expect(slack.posted.at(-1)).toMatchObject({ channel: 'C0HELP', thread_ts: ts })
    return slack.posted.at(-1)!.text
  }

  await test.step('a mention is answered in its thread, with its source', async () => {
    expect(await mention('Within how many days can boots be returned?')).toMatch(
      /within 30 days[\s\S]*\[1\] Returns/,
    )
  })

  await test.step('a person is asked for, and replies from the inbox', async () => {
    expect(await mention('I want to speak to a human')).toBe('Of course. One of us will reply to you here.')
    await page.goto('/inbox')
    await page.getByText('Person U0GRACE').first().click()
    await page.getByRole('textbox', { name: 'Reply' }).fill('It is Ann here.')
    await page.getByRole('button', { name: 'Send reply' }).click()
    await expect
      .poll(() => slack.posted.at(-1))
      .toMatchObject({
        thread_ts: ts,
        text: expect.stringContaining('It is Ann here.'),
      })
  })

  await test.step('it is paused, and removed', async () => {
    await page.goto('/settings/channels')
    await page.getByRole('button', { name: 'Pause Acme · @lectern' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(row).toContainText('Paused')
    await page.getByRole('button', { name: 'Remove Acme · @lectern' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove channel' }).click()
    await expect(page.getByText('No channels yet.')).toBeVisible()
  })
})
