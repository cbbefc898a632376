import type { Browser } from '@playwright/test'
import { AGENT, startZendesk, TOKEN } from '../harness/zendesk.ts'
import { expectAccessible } from './accessible.ts'
import { publicDesk } from './models/desk.ts'
import { test as base, expect } from './test.ts'

type TestZendesk = Awaited<ReturnType<typeof startZendesk>>

/** The real server beside a Zendesk of the tests, which is all that it may connect to. */
const test = base.extend<object, { zendesk: TestZendesk }>({
  zendesk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures off this pattern
    async ({}, use) => {
      const zendesk = await startZendesk()
      await use(zendesk)
      await zendesk.close()
    },
    { scope: 'worker' },
  ],
  environment: [
    ({ zendesk }, use) => use({ WEB_NETWORKS: '127.0.0.1/32', WEB_PORTS: String(zendesk.port) }),
    { scope: 'worker' },
  ],
})

/** Somebody new on the public page asks for a person; the id of the conversation. */
async function handOver(browser: Browser, url: string, email: string) {
  const context = await browser.newContext({ baseURL: new URL(url).origin })
  const visitor = await context.newPage()
  const requested = visitor.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/handover'),
  )
  await visitor.goto(url)
  await visitor.getByLabel('Your question').fill('I want to speak to a human about my damaged boots')
  await visitor.keyboard.press('Enter')
  await visitor.getByLabel('Email address').fill(email)
  await visitor.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(visitor.getByRole('main')).toContainText('Sent. We will reply here')
  const [, id] = /conversations\/([^/]+)\/handover/.exec((await requested).url()) ?? []
  await context.close()
  return id!
}

test('[40.1] Zendesk is connected and gets a ticket; what it refuses waits in the inbox, and the settings say why', async ({
  page,
  server,
  zendesk,
  browser,
}) => {
  const { id } = await publicDesk(page, server.url)
  const share = `${server.url}/share/integration/${id}`
  const settings = `/integrations/${id}/settings?part=handover`
  const main = page.getByRole('main')
  const token = page.getByLabel('API token')
  const save = () => page.getByRole('button', { name: 'Save changes' }).click()

  await test.step('what is wrong is said beside its field, and nothing is saved', async () => {
    await page.goto(settings)
    await page.getByLabel('When someone asks').check()
    await page.getByLabel('Inbox', { exact: false }).first().uncheck()
    await expect(token).toBeHidden()
    await page.getByLabel('Zendesk', { exact: true }).fill(zendesk.url)
    await page.getByLabel('Email address of the Zendesk user').fill('agent')
    await save()
    await expect(main).toContainText('Enter an address such as you@example.com.')
    await page.getByLabel('Email address of the Zendesk user').fill(AGENT)
    await token.fill('guessed')
    await save()
    await expect(token).toHaveAccessibleErrorMessage(/refused these credentials/)
    await expect(token).toBeFocused()
    await expectAccessible(page, 'refused by Zendesk')
    zendesk.state.status = 500
    await token.fill(TOKEN)
    await save()
    await expect(page.getByLabel('Zendesk', { exact: true })).toBeFocused()
    zendesk.state.status = null
  })

  await test.step('it is tested, saved, and gets a ticket in place of the inbox', async () => {
    await save()
    await expect(page.getByText(/^Saved: .*Zendesk address/)).toBeVisible()
    await expect(token).toHaveValue('')
    const conversation = await handOver(browser, share, 'grace@example.com')
    await expect.poll(() => zendesk.ofConversation(conversation).length).toBe(1)
    const [ticket] = zendesk.ofConversation(conversation)
    expect(ticket).toMatchObject({ requester: { email: 'grace@example.com' } })
    await page.goto('/inbox')
    await expect(page.getByText('No one is waiting for a reply.')).toBeVisible()
    const link = /http\S+\?conversation=\S+/.exec(ticket!.comment.body)?.[0] ?? ''
    await page.goto(link)
    await expect(main).toContainText('about my damaged boots')
  })

  await test.step('a token that was withdrawn there: the conversation waits in the inbox', async () => {
    zendesk.state.token = 'renewed'
    await page.goto('/inbox')
    await handOver(browser, share, 'ada@example.com')
    await page.getByRole('link', { name: /ada@example\.com/ }).click()
    await expect(main).toContainText('about my damaged boots')
    await expectAccessible(page, 'inbox in place of a ticket')
  })

  await test.step('the settings say so until it is connected again', async () => {
    await page.goto(settings)
    const notice = page.getByText('The last ticket could not be created.')
    await expect(notice).toContainText('refused')
    await expectAccessible(page, 'no ticket')
    await token.fill('renewed')
    await save()
    await expect(page.getByText('Saved: Zendesk token.')).toBeVisible()
    await expect(notice).toBeHidden()
    const conversation = await handOver(browser, share, 'lena@example.com')
    await expect.poll(() => zendesk.ofConversation(conversation).length).toBe(1)
  })
})
