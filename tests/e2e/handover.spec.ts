import { createHmac } from 'node:crypto'
import { expectAccessible } from './accessible.ts'
import { publicDesk } from './models/desk.ts'
import { linkTo } from './models/outbox.ts'
import { openShop } from './models/shop.ts'
import { expect, test } from './test.ts'

const REQUEST = 'I want to speak to a human about my damaged boots'

test('a customer of another site asks for a person, who takes over and replies live; it is resolved and rated', async ({
  page,
  server,
  browser,
}) => {
  const { id, client } = await publicDesk(page, server.url)
  const main = page.getByRole('main')

  await test.step('the assistant is told when to offer a person', async () => {
    await page.goto(`/integrations/${id}/settings?part=handover`)
    await page.getByLabel('When someone asks').check()
    await page.getByLabel('When no answer is found').check()
    await page.getByLabel('Inbox', { exact: false }).first().uncheck()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(main).toContainText('Choose the inbox, an address or Zendesk.')
    await page.getByLabel('Inbox', { exact: false }).first().check()
    await page.getByLabel('Usual reply time (hours)').fill('4')
    await page.getByLabel('Office hours').check()
    await expectAccessible(page, 'hand-over settings')
    await page.getByLabel('Office hours').uncheck()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Saved: when to offer a person and usual reply time.')).toBeVisible()
  })
  await page.goto('/inbox')
  await expect(page.getByText('No one is waiting for a reply.')).toBeVisible()

  const away = await browser.newContext({ baseURL: server.url })
  let customer = ''
  const shop = await openShop(
    () => `<script async src="${server.url}/embed.js" data-assistant="${id}" ${customer}></script>`,
  )
  await client.call('PATCH', `/api/v1/integrations/${id}/public-page`, { allowed_origins: [shop.origin] })
  const tab = await away.newPage()
  const visitor = tab.frameLocator('iframe[title="Ask Help desk"]')
  const log = visitor.getByRole('log', { name: 'Conversation' })
  const enter = async () => {
    await tab.goto(shop.origin)
    await tab.getByRole('button', { name: 'Ask Help desk' }).click()
  }

  await test.step('a visitor of the shop asks in words, and leaves an address by the keyboard', async () => {
    await enter()
    await visitor.getByLabel('Your question').fill(REQUEST)
    await tab.keyboard.press('Enter')
    await expect(log).toContainText('Of course. Leave your email and one of us will reply.')
    const form = visitor.getByRole('form', { name: 'Talk to a person' })
    await expect(form).toContainText('We usually reply within 4 hours.')
    await expectAccessible(tab, 'contact form')
    await visitor.getByLabel('Name (optional)').fill('Grace Hopper')
    await visitor.getByLabel('Email address').fill('grace')
    await tab.keyboard.press('Enter')
    await expect(form).toContainText('Enter an address such as you@example.com.')
    await expect(visitor.getByLabel('Email address')).toBeFocused()
    await visitor.getByLabel('Email address').fill('grace@example.com')
    await tab.keyboard.press('Enter')
    await expect(visitor.getByText('We will reply here while this page is open')).toBeVisible()
    await expectAccessible(tab, 'request sent')
  })

  await test.step('the request arrives in the open inbox; it is taken over and replied to', async () => {
    const line = page.getByRole('link', { name: /Grace Hopper/ })
    await expect(line).toBeVisible()
    await page.getByRole('heading', { name: 'Inbox' }).focus()
    await page.keyboard.press('j')
    await expect(main).toContainText(REQUEST)
    await page.getByRole('button', { name: 'Take over' }).click()
    await expect(log).toContainText('Ann has taken over.')
    await page.keyboard.press('r')
    await page.keyboard.type('It left our workshop today.')
    await expect(visitor.getByText('Ann is typing…')).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(log).toContainText('It left our workshop today.')
    await expectAccessible(page, 'inbox')
    await page.getByText('Note', { exact: true }).click()
    await page.getByLabel('Note', { exact: true }).last().fill('Her third pair.')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(main).toContainText('Note, visible to your team only')
    await expect(log).not.toContainText('third pair')
  })

  await test.step('the visitor answers the person, live', async () => {
    await visitor.getByLabel('Message to Ann').fill('Thank you, Ann!')
    await tab.keyboard.press('Enter')
    await expect(page.getByRole('log', { name: 'Replies' })).toContainText('Thank you, Ann!')
    await expectAccessible(tab, 'with a person')
  })

  await test.step('the assistant drafts a reply from the sources; what was typed comes back', async () => {
    await visitor.getByLabel('Message to Ann').fill('How long can I return unworn boots?')
    await tab.keyboard.press('Enter')
    await expect(page.getByRole('log', { name: 'Replies' })).toContainText('return unworn boots?')
    await page.getByText('Reply', { exact: true }).click()
    const reply = page.getByRole('textbox', { name: 'Reply' })
    await reply.fill('Dear Grace,')
    await page.getByRole('button', { name: 'Draft reply' }).click()
    await expect(reply).toHaveValue(/within 60 days of delivery/)
    await expect(page.getByRole('group', { name: 'Sources of the draft' })).toContainText('returns.md')
    await expectAccessible(page, 'drafted reply')
    await page.getByRole('button', { name: 'Undo draft' }).click()
    await expect(reply).toHaveValue('Dear Grace,')
    await expect(log).not.toContainText('within 60 days')
  })

  await test.step('it is resolved, rated, and the assistant answers again', async () => {
    await page.getByRole('button', { name: 'Resolve' }).click()
    await visitor.getByRole('button', { name: '5 stars of 5' }).click()
    await expect(visitor.getByText('Thank you.', { exact: true })).toBeVisible()
    await visitor.getByLabel('Your question').fill('How long can I return unworn boots?')
    await tab.keyboard.press('Enter')
    await expect(log).toContainText('within 60 days of delivery')
    await page.goto('/inbox?status=resolved')
    await expect(page.getByRole('link', { name: /Grace Hopper/ })).toContainText('5')
  })

  await test.step('its transcript has what people wrote, without the notes, and leads to the inbox', async () => {
    await page.goto(`/integrations/${id}/history`)
    await page.getByRole('link', { name: new RegExp(REQUEST) }).click()
    const transcript = page.getByRole('region', { name: 'Conversation' })
    await expect(transcript).toContainText('It left our workshop today.')
    await expect(transcript.getByRole('article').filter({ hasText: 'Thank you, Ann!' })).toContainText(
      'Grace Hopper',
    )
    await expect(transcript).not.toContainText('third pair')
    await expect(main).toContainText('Resolved')
    await expectAccessible(page, 'transcript of a hand-over')
    await page.getByRole('link', { name: 'Open in the inbox' }).click()
    await expect(main).toContainText('Her third pair.')
  })

  await test.step('the shop signs who is logged in there: nothing has to be typed', async () => {
    await page.goto(`/integrations/${id}/settings?part=public`)
    await page.getByRole('button', { name: 'Create identity secret' }).click()
    await page.getByRole('button', { name: 'Create secret' }).click()
    const secret = (await page.getByLabel('Secret', { exact: true }).textContent()) ?? ''
    await expectAccessible(page, 'identity secret')
    await page.getByRole('button', { name: 'I have stored it' }).click()
    const user = JSON.stringify({ id: 'c-4711', name: 'Ada Lovelace', email: 'ada@shop.example' })
    const hash = createHmac('sha256', secret).update(user).digest('hex')
    customer = `data-user='${user}' data-user-hash="${hash}"`
    await enter()
    await expect(log).toBeHidden()
    await visitor.getByLabel('Your question').fill(REQUEST)
    await tab.keyboard.press('Enter')
    const form = visitor.getByRole('form', { name: 'Talk to a person' })
    await expect(log).toContainText('Of course. Send your request and one of us will reply.')
    await expect(form).toContainText('We will reply to Ada Lovelace, ada@shop.example.')
    await expect(form.getByRole('textbox')).toHaveCount(0)
    await expectAccessible(tab, 'contact of a customer')
    await form.getByRole('button', { name: 'Send' }).click()
    await page.goto('/inbox')
    await page.getByRole('link', { name: /Ada Lovelace.*Verified/ }).click()
    await expect(main).toContainText('ID c-4711')
    await expect(main.getByText('Verified', { exact: true })).toBeVisible()
  })

  await test.step('a wrong signature counts for nothing, and says so', async () => {
    customer = customer.replace(/hash="[\da-f]{8}/, 'hash="guessed!')
    const warned = tab.waitForEvent('console', (message) => message.text().startsWith('Lectern:'))
    await enter()
    await visitor.getByLabel('Your question').fill(REQUEST)
    await tab.keyboard.press('Enter')
    expect((await warned).text()).toContain('The signature does not match.')
    const form = visitor.getByRole('form', { name: 'Talk to a person' })
    await expect(form).toContainText('We could not confirm who you are on this site.')
    await expect(visitor.getByLabel('Email address')).toHaveValue('grace@example.com')
  })
  await test.step('what is not signed fills the form in, and may be changed', async () => {
    customer = customer.replace(/ data-user-hash="[^"]*"/, '')
    const fresh = await (await browser.newContext()).newPage()
    await fresh.goto(shop.origin)
    await fresh.getByRole('button', { name: 'Ask Help desk' }).click()
    const widget = fresh.frameLocator('iframe[title="Ask Help desk"]')
    await widget.getByLabel('Your question').fill(REQUEST)
    await fresh.keyboard.press('Enter')
    await expect(widget.getByLabel('Name (optional)')).toHaveValue('Ada Lovelace')
    await widget.getByLabel('Email address').fill('eve@example.com')
    await widget.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('link', { name: /^Ada Lovelace(?!.*Verified)/ }).click()
    await expect(main).toContainText('eve@example.com · Not verified')
    await fresh.context().close()
  })
  await shop.close()
  await away.close()
})

test('a reply to a visitor who has left is mailed, and leads back into the conversation', async ({
  page,
  server,
  browser,
}) => {
  const { id, client } = await publicDesk(page, server.url)
  await client.call('PATCH', `/api/v1/integrations/${id}/handover`, { offered: ['refused'] })
  const german = await browser.newContext({ baseURL: server.url, locale: 'de-DE' })
  const visitor = await german.newPage()
  await visitor.goto(`/share/integration/${id}`)
  await visitor.getByLabel('Ihre Frage').fill('Wer hat den Faust und die anderen Stücke geschrieben?')
  await visitor.keyboard.press('Enter')
  await visitor.getByLabel('E-Mail-Adresse').fill('gretchen@example.com')
  await visitor.getByRole('button', { name: 'Senden' }).click()
  await expect(visitor.getByText('Gesendet. Wir antworten hier')).toBeVisible()
  await german.close()

  await page.goto('/inbox')
  await page.getByRole('link', { name: /gretchen@example\.com/ }).click()
  await page.getByRole('textbox', { name: 'Reply' }).fill('Goethe war es.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText('Waiting for the customer')).toBeVisible()

  const elsewhere = await browser.newContext({ baseURL: server.url, locale: 'de-DE' })
  const other = await elsewhere.newPage()
  await other.goto(await linkTo(server, 'gretchen@example.com', '/share/integration/'))
  await expect(other.getByRole('log', { name: 'Unterhaltung' })).toContainText('Goethe war es.')
  await other.getByLabel('Nachricht an Ann').fill('Danke!')
  await other.keyboard.press('Enter')
  await expect(page.getByRole('log', { name: 'Replies' })).toContainText('Danke!')
  await elsewhere.close()
})
