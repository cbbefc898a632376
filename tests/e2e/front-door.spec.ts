import type { Page } from '@playwright/test'
import { chunkWith } from './built.ts'
import { enrolled, registered } from './models/accounts.ts'
import { newPerson } from './models/lectern.ts'
import { whileBusy } from './rest.ts'
import { expect, test } from './test.ts'

/** Scripts of the app wait until they are let through. */
async function holdScripts(page: Page) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

/** Errors of the page: a mismatch with what was prerendered is one, and so is what the policy forbids. */
function complaintsOf(page: Page) {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (said) => {
    if (said.type() === 'error' && !said.text().includes('Failed to load resource'))
      complaints.push(said.text())
  })
  return complaints
}

// What is done before the app has come.
test.use({ awaitsRest: false })

const QUESTION = 'How long may boots be returned?'

const PAGES = [
  ['/login', 'Welcome back.'],
  ['/register', 'Create your account.'],
  ['/forgot-password', 'Forgot your password?'],
  ['/reset-password/none', 'A new password.'],
  ['/invitations/none', 'An invitation.'],
  ['/payment-success?order=none', 'One moment.'],
] as const

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the first pages are drawn, say that they need JavaScript, and put no password into an address', async ({
    page,
  }) => {
    for (const [path, heading] of PAGES) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      // Playwright finds no text within a noscript element.
      await expect(page.locator('[data-noscript]')).toBeVisible()
    }
    await page.goto('/login')
    await expect(page.locator('form')).toHaveAttribute('method', 'post')
  })
})

test('the app takes the first pages over as they were drawn, with nothing to complain of', async ({
  page,
}) => {
  const complaints = complaintsOf(page)
  for (const [path, heading] of PAGES) {
    await page.goto(path)
    await page.waitForFunction(() => !document.onsubmit)
    await expect(page.locator('h1')).toHaveCount(1)
    if (!path.includes('none'))
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    expect(complaints, path).toEqual([])
  }
})

test('[S2.1] what is typed and sent before the app has come is kept and sent', async ({ page, server }) => {
  const path = '/login?return=%2Fusage'
  const person = newPerson()
  await registered(server.url, 'Aster', person)
  const release = await holdScripts(page)
  await page.goto(path, { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(new RegExp(`${path.replace('?', '\\?')}$`))
  release()
  await expect(page.getByRole('button', { name: 'Organization: Aster' })).toBeVisible()
})

test('a page whose code or configuration does not arrive says so', async ({ page }) => {
  const failure = page.getByRole('alert').getByText('This page has not loaded.')
  const app = chunkWith('src/main.tsx').file
  const missing = { status: 404 }
  const mistyped = {
    contentType: 'text/javascript',
    body: "window.LECTERN_CONFIG = { apiBase: 'api.example.com' }",
  }
  for (const [file, answer, path] of [
    [app, missing, '/login'],
    [app, missing, '/integrations'],
    [chunkWith('src/share.tsx', 'share').file, missing, '/share/integration/none'],
    ['config.js', missing, '/login'],
    ['config.js', mistyped, '/login'],
  ] as const) {
    await page.route(`**/${file}`, (route) => route.fulfill(answer))
    await page.goto(path)
    await expect(failure, `${file} of ${path}`).toBeVisible()
    await page.unroute(`**/${file}`)
  }
  await page.goto('/login')
  await page.waitForFunction(() => !document.onsubmit)
  await expect(failure).toBeHidden()
})

test('fonts come after the script at the first visit, and before it at the next one', async ({ page }) => {
  const fonts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url())
  })
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  expect(fonts).toEqual([])
  release()
  await expect.poll(() => fonts.length).toBeGreaterThan(0)
  await page.waitForFunction(() => document.fonts.check('16px "Figtree Variable"'))

  const again = await holdScripts(page)
  await whileBusy(() => page.reload({ waitUntil: 'commit' }))
  await page.waitForFunction(() =>
    [...document.fonts].some(({ family, status }) => family.includes('Figtree') && status === 'loaded'),
  )
  again()
})

test('typing goes on where it was while the app takes over', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  const email = page.getByLabel('Email')
  await email.pressSequentially('ada@')
  release()
  await page.waitForFunction(() => !document.onsubmit)
  await page.keyboard.type('example.test')
  await expect(email).toHaveValue('ada@example.test')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Email is required.')).toBeHidden()
  await expect(page.getByText('Password is required.')).toBeVisible()
})

test('[S6.1] somebody who is signed in sees the shell on the log-in page, and no form', async ({
  page,
  server,
}) => {
  await enrolled(page, server.url, 'Aster')
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.locator('#waiting')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeHidden()
  release()
  await expect(page.getByRole('heading', { name: 'Integrations', level: 1 })).toBeVisible()
  await expect(page.locator('#waiting')).toBeHidden()
})

test('[S1.3] a stored theme is there with the first paint', async ({ page }) => {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme === 'light' ? 'dark' : 'light' })
    await page.goto('/config.js')
    await page.evaluate((stored) => localStorage.setItem('theme', stored), theme)
    await holdScripts(page)
    await page.goto('/login', { waitUntil: 'commit' })
    await expect(page.getByLabel('Email')).toBeVisible()
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(paper).toBe(theme === 'light' ? 'rgb(250, 247, 240)' : 'rgb(20, 19, 15)')
  }
})

/** Whoever looks finds a newer version at these paths. Counts the loads from here on. */
async function updated(page: Page, paths: string[]) {
  const entry = chunkWith('src/main.tsx').file
  let loads = 0
  await page.route(
    ({ pathname }) => paths.includes(pathname),
    async (route) => {
      if (route.request().isNavigationRequest()) return route.continue()
      const response = await route.fetch()
      const body = (await response.text()).replaceAll(entry, 'assets/index-newer.js')
      await route.fulfill({ response, body })
    },
  )
  page.on('load', () => {
    loads += 1
  })
  return () => loads
}

test('a newer version under an open tab: a part of the screen comes from it, after one reload', async ({
  page,
  server,
}) => {
  const { post, organizationId } = await enrolled(page, server.url, 'Aster')
  await post(`organizations/${organizationId}/integrations`, { name: 'Returns helper' })
  const part = `**/${chunkWith('src/ui/parts/form-dialog.tsx').file}`
  await page.route(part, (route) => route.fulfill({ status: 404 }))
  const loads = await updated(page, ['/integrations'])
  await page.goto('/integrations')
  await expect.poll(loads).toBe(2)
  await page.getByRole('button', { name: 'New integration' }).click()
  await page.unroute(part)
  await expect(page.getByRole('dialog', { name: 'New integration' })).toBeVisible()
  expect(loads()).toBe(2)
})

test('a newer version under an open tab: the next screen comes from it, after one reload, and what was typed is kept', async ({
  page,
  server,
}) => {
  const { post, organizationId } = await enrolled(page, server.url, 'Aster')
  const { id } = await post(`organizations/${organizationId}/integrations`, { name: 'Returns helper' })
  await post(`integrations/${id}/publish`, {})
  await page.goto('/chat')
  const field = page.locator('main textarea')
  await field.fill(QUESTION)
  // The old version's file is gone, and the page names another entry.
  const usage = `**/${chunkWith('src/ui/conversations/usage/usage-screen.tsx').file}`
  await page.route(usage, (route) => route.fulfill({ status: 404 }))
  const loads = await updated(page, ['/chat', '/usage'])
  await page.getByRole('link', { name: 'Usage' }).click()
  await expect.poll(loads).toBe(1)
  await expect(page).toHaveURL(/\/usage$/)
  // It is still gone: the person is told, and nothing is loaded once more.
  await expect(page.getByText('The page could not be loaded.')).toBeVisible()
  await page.unroute(usage)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(field).toHaveValue(QUESTION)
  expect(loads()).toBe(1)
})

test('a newer version while a file is sent: whoever stays goes on where they were, and can reload later', async ({
  page,
  server,
}) => {
  const { post, organizationId } = await enrolled(page, server.url, 'Aster')
  const { id } = await post(`organizations/${organizationId}/knowledge-bases`, { name: 'Policies' })
  await page.clock.install()
  const here = `/knowledge-bases/${id}`
  await page.goto(here)
  await page.route('**/documents', (route) => (route.request().method() === 'POST' ? null : route.fallback()))
  await page
    .getByLabel('Choose files')
    .setInputFiles({ name: 'returns.md', mimeType: 'text/markdown', buffer: Buffer.from('Thirty days.') })
  await expect(page.getByRole('progressbar')).toBeVisible()
  const usage = chunkWith('src/ui/conversations/usage/usage-screen.tsx').file
  await page.route(`**/${usage}`, (route) => route.fulfill({ status: 404 }))
  const loads = await updated(page, [here])
  const asked: string[] = []
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type())
    await (asked.length === 1 ? dialog.dismiss() : dialog.accept())
  })
  await page.getByRole('link', { name: 'Usage' }).click()
  await expect.poll(() => asked).toEqual(['beforeunload'])
  await page.clock.fastForward('00:30')
  const reload = page.getByRole('status').getByRole('button', { name: 'Reload' })
  await expect(reload).toBeVisible()
  await expect(page).toHaveURL(here)
  expect(loads()).toBe(0)
  await reload.click()
  await expect.poll(loads).toBe(1)
  await expect(page.getByRole('heading', { name: 'Policies', level: 1 })).toBeVisible()
})
