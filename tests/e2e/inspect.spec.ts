import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { signedIn } from './models/accounts.ts'
import { expect, test } from './test.ts'

const DIST = join(import.meta.dirname, '../../dist/app')

interface Chunk {
  readonly src?: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
}

test('the inspector is no part of what everybody loads', () => {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))
  const loaded = new Set<string>()
  const load = (name: string) => {
    if (loaded.has(name)) return
    loaded.add(name)
    for (const imported of manifest[name]?.imports ?? []) load(imported)
  }
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry) load(name)
  const everything = Object.keys(manifest)
  expect(everything.some((name) => name.startsWith('src/ui/inspect/'))).toBe(true)
  expect([...loaded].filter((name) => /src\/ui\/inspect|docs\/statecharts/.test(name))).toEqual([])
})

test('?inspect shows live actors with their state lit, follows them, and hides what is secret', async ({
  page,
  server,
}) => {
  const breaches: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) breaches.push(message.text())
  })
  await page.goto(`${server.url}/?inspect`)
  const panel = page.getByRole('complementary', { name: 'Live statecharts' })
  const actors = panel.getByRole('navigation', { name: 'Actors' })
  await actors.getByRole('button', { name: 'session' }).click()
  await expect(panel.locator('[id="session.signedOut.idle"]')).toHaveClass(/is-active/)

  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a secret of mine')
  await actors.getByRole('button', { name: 'logIn' }).click()
  const told = panel.getByRole('group', { name: 'Context and events' })
  await expect(told).toContainText('nobody@example.com')
  await expect(told).toContainText('field.changed')
  await expect(panel).not.toContainText('a secret of mine')
  await expect(panel.locator('[id="logIn.editing"]')).toHaveClass(/is-active/)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(told).toContainText('form.submitted')
  await expect(panel).not.toContainText('a secret of mine')

  const before = await panel.boundingBox()
  await panel.getByRole('group', { name: /arrow keys/ }).press('ArrowUp')
  expect((await panel.boundingBox())?.y).toBe((before?.y ?? 0) - 24)
  await panel.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(panel).toHaveCount(0)
  expect(breaches).toEqual([])
})

test('actors of one machine are told apart by what they read, and stand in a strip where it is narrow', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signedIn(page, server.url, 'Northwind Boots')
  await page.goto(`${server.url}/knowledge-bases?inspect`)
  const panel = page.getByRole('complementary', { name: 'Live statecharts' })
  const actors = panel.getByRole('navigation', { name: 'Actors' })
  await actors.getByRole('button', { name: 'resource: knowledgeBases' }).first().click()
  const diagram = panel.getByRole('group', { name: 'Diagram' })
  await expect(diagram.locator('[id="resource.empty"]')).toHaveClass(/is-active/)
  const [strip, sheet] = [await actors.boundingBox(), await diagram.boundingBox()]
  expect(strip!.y + strip!.height).toBeLessThanOrEqual(sheet!.y)
})
