import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { enrolled } from './models/accounts.ts'
import { expect, test } from './test.ts'

const VITE = join(import.meta.dirname, '../../dist/app/.vite')

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
}

const read = (name: string) => JSON.parse(readFileSync(join(VITE, name), 'utf8'))

/** Modules of `src` that are loaded with the page and with what it is then told to load. */
function loadedWith(...screens: readonly string[]) {
  const manifest: Record<string, Chunk> = read('manifest.json')
  const modules: Record<string, readonly string[]> = read('modules.json')
  const loaded = new Set<string>()
  const load = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`nothing was built of ${name}`)
    if (loaded.has(chunk.file)) return
    loaded.add(chunk.file)
    for (const imported of chunk.imports ?? []) load(imported)
  }
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry) load(name)
  for (const screen of screens) load(screen)
  return [...loaded].flatMap((file) => modules[file] ?? [])
}

/** Machines that run before somebody is signed in, and those by which somebody signs in. */
const BEFORE_LOG_IN =
  /^machines\/(app|connections|navigation|session|sidebar|socket|theme|toasts|form|log-in|register|forgot-password|reset-password|confirm-email)\//

/** Any other machine, the services, screens and shell of it. */
const OF_THE_WORKSPACE =
  /^(machines\/[\w-]+\/|services\/[\w-]+\.provide\.ts|services\/[\w-]+-api\.ts|ui\/(workspace|shell-actors|conversation|conversation-browser|billing|charts|screens|shell|verification)\b|compose\/)/

const ALLOWED =
  /^(services\/(connections|entrance|navigation|session|sidebar|theme)\.provide\.ts|services\/accounts-api\.ts|ui\/screens\/log-in\/|ui\/shell\/(auth-layout|toasts)\.tsx|compose\/(app|base|screens|log-in)\.tsx?)/

const strangersAmong = (modules: readonly string[]) =>
  modules.filter((id) => OF_THE_WORKSPACE.test(id) && !BEFORE_LOG_IN.test(id) && !ALLOWED.test(id))

test('the log-in page loads nothing of the workspace', () => {
  const modules = loadedWith('src/compose/log-in.tsx')
  expect(modules).toContain('ui/screens/log-in/log-in-screen.tsx')
  expect(strangersAmong(modules)).toEqual([])
})

test('what is loaded once somebody is signed in would be noticed', () => {
  expect(strangersAmong(loadedWith('src/compose/log-in.tsx', 'src/compose/workspace.tsx'))).toEqual(
    expect.arrayContaining([
      'machines/workspace/workspace.machine.ts',
      'services/organizations.provide.ts',
      'ui/shell/workspace.tsx',
    ]),
  )
})

test('a workspace whose code could not be fetched is fetched when one tries again', async ({
  page,
  server,
}) => {
  const code = `**/${read('manifest.json')['src/compose/workspace.tsx'].file}`
  await page.route(code, (route) => route.abort())
  await enrolled(page, server.url, 'Northwind Boots')
  await page.goto(`${server.url}/integrations`)
  const failure = page.getByText('The page could not be fetched.')
  await expect(failure).toBeVisible()
  await page.unroute(code)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Integrations', level: 1 })).toBeVisible()
  await expect(failure).toBeHidden()
})
