import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'

const root = join(import.meta.dirname, '../..')
const page = (name: string) => pathToFileURL(join(root, 'dist/statecharts', name)).href

// One worker builds the pages, and reads them.
test.describe.configure({ mode: 'serial' })
test.beforeAll(() => {
  execFileSync(process.execPath, ['--import', 'tsx', 'tools/statecharts/site/main.ts'], { cwd: root })
})

test('the machines are found by name, purpose and clause, as files', async ({ page: tab }) => {
  await tab.goto(page('index.html'))
  await tab.getByRole('searchbox', { name: 'Find a machine' }).fill('S9.2')
  await expect(tab.getByRole('status')).toContainText(' of ')
  await tab.getByRole('link', { name: 'Session', exact: true }).click()
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Session')
  await expect(tab.getByRole('row', { name: /Sign out requested.*Revoke tokens/ })).toBeVisible()
})

test('a machine is walked by keyboard, and a link opens the same walk again', async ({
  page: tab,
  context,
}) => {
  await tab.goto(page('session/index.html'))
  const panel = tab.locator('#simulator')
  await expect(panel.getByRole('status')).toContainText('Loading')
  await panel
    .getByRole('button', { name: /^\d+ +The tokens are loaded: tokens that are valid/ })
    .first()
    .focus()
  await tab.keyboard.press('Enter')
  await expect(panel.getByRole('status')).toContainText('Signed in · fresh')
  await expect(tab.locator('.stage [id="session.signedIn"]')).toHaveClass(/is-active/)
  await expect(panel.getByText(/^2 of \d+ transitions walked here/)).toBeVisible()
  await expect(tab.getByLabel('Part of the machine')).toHaveValue('signed-in.svg')
  await expect(panel).not.toContainText('access first')

  await tab.keyboard.press('1')
  await expect(panel.getByRole('status')).toContainText('Signed out')
  const again = await context.newPage()
  await again.goto(tab.url())
  await expect(again.locator('#simulator').getByRole('status')).toContainText('Signed out')

  await tab.keyboard.press('ArrowLeft')
  await expect(panel.getByRole('status')).toContainText('Signed in · fresh')
  await expect(panel.getByRole('button', { name: /^The person logs out/ }).last()).toBeVisible()
})

test('everything is walked when asked for', async ({ page: tab }) => {
  await tab.goto(page('sidebar/index.html'))
  await tab.getByRole('button', { name: 'Walk everything' }).click()
  await expect(tab.getByText(/^(\d+) of \1 transitions walked here$/)).toBeVisible()
})

test('a page opens on a drawing that is read without zooming, with its parts and technical names', async ({
  page: tab,
}) => {
  await tab.setViewportSize({ width: 1280, height: 800 })
  for (const name of ['session', 'organizations', 'create-organization', 'plan-change', 'socket']) {
    await tab.goto(page(`${name}/index.html`))
    await expect(tab.locator('.stage > svg > g').last()).toBeInViewport({ ratio: 1 })
    const sizes = await tab
      .locator('.stage > svg text')
      .evaluateAll((texts) =>
        texts.map(
          (text) =>
            Number.parseFloat(getComputedStyle(text).fontSize) * (text as SVGTextElement).getScreenCTM()!.a,
        ),
      )
    expect(Math.min(...sizes), name).toBeGreaterThan(10.9)
  }

  await tab.goto(page('organizations/index.html'))
  const stage = tab.locator('.stage')
  const scene = stage.locator('> svg > g').last()
  await expect(stage.locator('.minimap')).toBeHidden()
  const fitted = await scene.getAttribute('transform')
  await tab.getByRole('button', { name: 'Zoom in' }).click()
  await tab.getByRole('button', { name: 'Zoom in' }).click()
  await expect(scene).not.toHaveAttribute('transform', fitted!)
  await expect(stage.locator('.minimap')).toBeVisible()
  await stage.focus()
  await tab.keyboard.press('0')
  await expect(scene).toHaveAttribute('transform', fitted!)

  await stage.locator('a').getByText('Selection').click()
  await expect(stage).toContainText('Organizations › Ready · selection')
  await tab.getByLabel('Part of the machine').selectOption('The whole')
  await expect(stage).not.toContainText('organization.picked')
  await tab.getByLabel('Technical names').check()
  await expect(stage).toContainText('organization.picked')
})

test('a machine that shares a chart has a page of its own, in the words of its own texts', async ({
  page: tab,
}) => {
  await tab.goto(page('create-organization/index.html'))
  const stage = tab.locator('.stage')
  await expect(stage).toContainText('Creating organization… (cancel, close')
  await expect(stage).toContainText('Name and description are typed.')
  await expect(tab.getByText('It shares the chart of Form.')).toBeVisible()
})

test('a note is a link that opens the page at what it is about', async ({ page: tab, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await tab.goto(page('sidebar/index.html'))
  const card = tab.locator('.state-card').last()
  await card.hover()
  await card.getByRole('button', { name: 'Comment on this' }).first().click()
  await tab.getByLabel('Your note').fill('Should it shut on Escape?')
  await tab.getByRole('button', { name: 'Copy link' }).last().click()
  await expect(tab.getByText('The link is copied.')).toBeVisible()
  await tab.goto(await tab.evaluate(() => navigator.clipboard.readText()))
  await expect(tab.getByRole('note')).toHaveText('Should it shut on Escape?')
  await expect(tab.getByRole('note')).toBeInViewport()
})

test('the pages can be read by everybody', async ({ page: tab }) => {
  for (const name of ['index.html', 'map.html', 'log-in/index.html', 'log-in/review-sheet.html']) {
    await tab.goto(page(name))
    await expectAccessible(tab, name)
  }
})
