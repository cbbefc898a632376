import { chunkWith, loadedWith } from './built.ts'
import { enrolled, registered } from './models/accounts.ts'
import { newPerson } from './models/lectern.ts'
import { expect, test } from './test.ts'

const modulesWith = (...screens: readonly string[]) => Object.keys(loadedWith('app', screens).modules)

/** Machines that run before somebody is signed in, and those by which somebody signs in. */
const BEFORE_LOG_IN = /^machines\/\w+\/(app|navigation|session|sidebar|theme|toasts|form|log-in)[./]/

/** Any other machine, the services, screens and shell of it. */
const OF_THE_WORKSPACE =
  /^(machines\/\w+\/|services\/\w+\/[\w-]+(\.provide|-api)\.ts|ui\/(workspace|shell-actors|accounts|assistants|billing|conversations|developers|knowledge|organizations|shell|visitors)\b|compose\/)/

const ALLOWED =
  /^(services\/\w+\/(log-in|navigation|session|sidebar|theme)\.provide\.ts|ui\/accounts\/log-in\/|ui\/shell\/(auth-layout|waiting)\.tsx|compose\/(app|composed|screens|start|log-in)\.tsx?)/

/** What speaks with the server: fetched while somebody reads and types. */
const FOR_THE_SERVER = /^(npm:(zod|ofetch|@tanstack)\/|services\/(contract|http)\/)/

const strangersAmong = (modules: readonly string[]) =>
  modules.filter((id) => OF_THE_WORKSPACE.test(id) && !BEFORE_LOG_IN.test(id) && !ALLOWED.test(id))

test('the log-in page loads nothing of the workspace', () => {
  const modules = modulesWith('src/compose/log-in.tsx')
  expect(modules).toContain('ui/accounts/log-in/log-in-screen.tsx')
  expect(strangersAmong(modules)).toEqual([])
  expect(modules.filter((id) => FOR_THE_SERVER.test(id))).toEqual([])
})

/** What answers a visitor, and shows it: fetched when somebody begins to ask. */
const FOR_ANSWERS =
  /^(npm:(zod|ofetch|marked|virtua|@ark-ui|@zag-js)\/|machines\/\w+\/(connections\/|socket\/|answer-feedback\.)|services\/(visitors\/share-api|connection\/frames|http\/client)|ui\/(parts\/markdown|conversations\/conversation\/(exchange|reader)))/

test('[S2.8] the public page is drawn without what answers on it', () => {
  const modules = Object.keys(loadedWith('share', []).modules)
  expect(modules).toContain('ui/visitors/share/share-composer.tsx')
  expect(modules.filter((id) => FOR_ANSWERS.test(id))).toEqual([])
  expect(Object.keys(loadedWith('share', ['src/services/visitors/share-answering.ts']).modules)).toEqual(
    expect.arrayContaining(['services/visitors/share-api.ts', expect.stringMatching(FOR_ANSWERS)]),
  )
})

/** What opens over the page: fetched after the first screen. */
const OVER_THE_PAGE =
  /^(npm:(@floating-ui)\/|npm:@zag-js\/(menu|popover|dialog)\/|ui\/parts\/(dialog|picker(?!-opener)))/

test('the first screen of somebody who is signed in is drawn without what opens over it', () => {
  const home = ['src/compose/base.ts', 'src/compose/workspace.tsx', 'src/compose/integrations.tsx']
  expect(modulesWith(...home).filter((id) => OVER_THE_PAGE.test(id))).toEqual([])
  expect(modulesWith(...home, 'src/ui/shell/over-page.parts.ts')).toEqual(
    expect.arrayContaining([expect.stringMatching(OVER_THE_PAGE)]),
  )
})

test('what is loaded once somebody is signed in would be noticed', () => {
  expect(strangersAmong(modulesWith('src/compose/log-in.tsx', 'src/compose/workspace.tsx'))).toEqual(
    expect.arrayContaining([
      'machines/shell/workspace.machine.ts',
      'services/organizations/organizations.provide.ts',
      'ui/shell/workspace.tsx',
    ]),
  )
})

test('a workspace whose code could not be fetched is fetched when one tries again', async ({
  page,
  server,
}) => {
  const code = `**/${chunkWith('src/compose/workspace.tsx').file}`
  await page.route(code, (route) => route.abort())
  await enrolled(page, server.url, 'Northwind Boots')
  await page.goto(`${server.url}/integrations`)
  const failure = page.getByText('The page could not be loaded.')
  await expect(failure).toBeVisible()
  await page.unroute(code)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Integrations', level: 1 })).toBeVisible()
  await expect(failure).toBeHidden()
})

test('[S2.1] one can log in although code that the screen can do without could not be fetched', async ({
  page,
  server,
}) => {
  const person = newPerson()
  await registered(server.url, 'Aster', person)
  const offer = `**/${chunkWith('src/compose/company-offer.tsx').file}`
  await page.route(offer, (route) => route.fulfill({ status: 404 }))
  const refused = page.waitForResponse(offer)
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await refused
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('button', { name: 'Organization: Aster' })).toBeVisible()
})

test('parts of a screen whose code could not be fetched appear once it can be', async ({ page, server }) => {
  const { post, organizationId } = await enrolled(page, server.url, 'Northwind Boots')
  await post(`organizations/${organizationId}/integrations`, { name: 'Help desk' })
  const parts = ['assistants/integrations/getting-started', 'parts/form-dialog'].map(
    (part) => `**/${chunkWith(`src/ui/${part}.tsx`).file}`,
  )
  const missed = parts.map((part) => page.waitForResponse(part))
  for (const part of parts) await page.route(part, (route) => route.fulfill({ status: 404 }))
  await page.goto('/integrations')
  await page.getByRole('button', { name: 'New integration' }).click()
  await Promise.all(missed)
  await expect(page.getByRole('heading', { name: 'Integrations', level: 1 })).toBeVisible()
  for (const part of parts) await page.unroute(part)
  await expect(page.getByRole('dialog', { name: 'New integration' })).toBeVisible()
  await expect(page.getByText('Handbooks, policies, price lists')).toBeVisible()
})
