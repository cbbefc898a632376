import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { clientOf, joined, takeTokens } from './models/accounts.ts'
import { desk } from './models/desk.ts'
import { newPerson } from './models/lectern.ts'
import { expect, test } from './test.ts'

const REQUEST = 'I want to speak to a human about my parental leave'

/** Ann's published assistant, which offers a person who is asked for. */
async function peopleDesk(page: Page, url: string) {
  const made = await desk(page, url, 'People desk', {
    name: 'leave.md',
    content: '# Holidays\n\nHolidays are thirty days a year.',
  })
  const offer = { offered: ['asked'], reply_hours: 4 }
  await made.client.call('PATCH', `/api/v1/integrations/${made.id}/handover`, offer)
  return made
}

test('[40.1] a member asks a colleague in Chat, who replies live; it is answered, resolved and rated', async ({
  page,
  server,
  browser,
}) => {
  const { id, client, organizationId } = await peopleDesk(page, server.url)
  const vera = newPerson()
  const tokens = await joined(server.url, client, organizationId, vera)
  const named = { first_name: 'Vera', last_name: 'Dahl' }
  await clientOf(server.url, tokens).call('PATCH', '/api/v1/users/me', named)
  const main = page.getByRole('main')
  await page.goto('/inbox')
  await expect(page.getByText('No one is waiting for a reply.')).toBeVisible()

  const hers = await browser.newContext({ baseURL: server.url })
  const tab = await hers.newPage()
  await takeTokens(tab, tokens)
  await tab.goto(`/chat?assistant=${id}`)
  const log = tab.getByRole('log', { name: 'Conversation' })

  await test.step('she asks in words, and sends it by the keyboard: nothing has to be typed', async () => {
    await tab.getByLabel('Your question').fill(REQUEST)
    await tab.keyboard.press('Enter')
    await expect(log).toContainText('Of course. Send your request and one of us will reply.')
    const form = tab.getByRole('form', { name: 'Talk to a person' })
    await expect(form).toContainText(`We will reply to Vera Dahl, ${vera.email}.`)
    await expect(form.getByRole('textbox')).toHaveCount(0)
    await expectAccessible(tab, 'request of a member')
    await form.getByRole('button', { name: 'Send' }).focus()
    await tab.keyboard.press('Enter')
    await expect(log).toContainText('Sent. We will reply here while this page is open')
    await expectAccessible(tab, 'request of a member, sent')
  })

  await test.step('a colleague finds it among those of members, and replies', async () => {
    await page.getByRole('link', { name: 'Visitors' }).click()
    await expect(page.getByText('No one is waiting for a reply.')).toBeVisible()
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByRole('link', { name: /Vera Dahl/ }).click()
    await expect(main).toContainText('Member')
    await page.keyboard.press('r')
    await page.keyboard.type('It is twelve weeks.')
    await expect(tab.getByText('Ann Berg is typing…')).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(log).toContainText('It is twelve weeks.')
    await expect(tab.getByRole('button', { name: /Notifications.*1 unread|1 unread/ })).toBeVisible()
    await expectAccessible(page, 'inbox of members')
    await expectAccessible(tab, 'reply of a colleague')
  })

  await test.step('she answers; what is replied while her line is down is there when it is back', async () => {
    // A person has answered: the assistant is not asked again.
    await expect(tab.getByRole('button', { name: 'Retry' })).toHaveCount(0)
    await tab.getByLabel('Message to Ann Berg').fill('Thank you, Ann!')
    await tab.keyboard.press('Enter')
    await expect(page.getByRole('log', { name: 'Replies' })).toContainText('Thank you, Ann!')
    await hers.setOffline(true)
    await client.call('POST', `/api/v1/conversations/${await conversationOf(tab)}/handover/entries`, {
      kind: 'reply',
      content: 'Two more weeks for twins.',
    })
    await hers.setOffline(false)
    await expect(log).toContainText('Two more weeks for twins.')
  })

  await test.step('it is resolved and rated, and the assistant answers again', async () => {
    await page.getByRole('button', { name: 'Resolve' }).click()
    await expect(log).toContainText('Ann Berg marked the conversation as resolved.')
    await tab.getByRole('button', { name: '5 stars of 5' }).click()
    await expect(tab.getByText('Thank you.', { exact: true })).toBeVisible()
    await tab.getByLabel('Your question').fill('How long are holidays?')
    await tab.keyboard.press('Enter')
    await expect(log).toContainText('thirty days a year')
    await tab.reload()
    await expect(log).toContainText('Two more weeks for twins.')
    await page.goto('/inbox?status=resolved')
    await expect(page.getByRole('link', { name: /Vera Dahl/ })).toContainText('5')
  })
  await hers.close()
})

const conversationOf = async (tab: Page) => new URL(tab.url()).searchParams.get('conversation')

test('[40.1] the Playground shows the way to a person as a trial; nobody replies to their own question', async ({
  page,
  server,
}) => {
  const { id } = await peopleDesk(page, server.url)
  const log = page.getByRole('log', { name: 'Conversation' })
  await page.goto(`/integrations/${id}?answers=both`)
  await page.getByLabel('Your question').fill(REQUEST)
  await page.keyboard.press('Enter')
  for (const name of ['Draft', 'Published, version 1'])
    await expect(page.getByRole('group', { name })).toContainText('A person is offered here.')
  await expect(page.getByRole('form', { name: 'Talk to a person' })).toBeHidden()
  await expectAccessible(page, 'a person is offered, side by side')
  await page.getByRole('group', { name: 'Draft' }).getByRole('link', { name: 'Try the request' }).click()
  await expect(log).toContainText('Of course. Leave your email and one of us will reply.')
  const form = page.getByRole('form', { name: 'Talk to a person' })
  await expect(form).toContainText('nothing is sent and no one is notified')
  await expectAccessible(page, 'trial of the contact form')
  await form.getByLabel('Email address').fill('grace@example.com')
  await page.keyboard.press('Enter')
  await expect(log).toContainText('This was a preview: nothing was sent and no one was notified.')
  await expectAccessible(page, 'trial, sent')
  await page.getByRole('button', { name: 'Close request' }).click()
  await expect(log).toContainText('The request was closed. No reply is needed.')
  await expect(page.getByRole('group', { name: 'How did we help?' })).toBeVisible()

  await page.goto(`/chat?assistant=${id}`)
  await page.getByLabel('Your question').fill(REQUEST)
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(log).toContainText('Sent. We will reply here')
  await page.goto('/inbox')
  await expect(page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('link', { name: /Ann Berg/ }).click()
  await expect(page.getByText('You asked this question, so a colleague has to reply.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take over' })).toBeHidden()
  await expectAccessible(page, 'own question in the inbox')
  await page.getByRole('link', { name: 'in Chat' }).click()
  await expect(log).toContainText('Sent. We will reply here')
})
