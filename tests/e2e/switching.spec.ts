import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from './gateway.ts'
import { enrolled } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'
import { whileBusy } from './rest.ts'

const NAMES = ['Aster', 'Begonia', 'Clover']

test('[S1.1] [S2.34] [S4.2] of ten switches with answers out of order the last choice wins, everywhere', async ({
  page,
  gateway,
  server,
}) => {
  const { organizationId, post } = await enrolled(page, server.url, NAMES[0]!)
  const ids = [organizationId]
  for (const name of NAMES.slice(1)) ids.push((await post('organizations', { name })).id)
  for (const [place, id] of ids.entries())
    await post(`organizations/${id}/knowledge-bases`, { name: `Papers of ${NAMES[place]}` })
  await page.goto('/knowledge-bases')
  await expect(page.getByText('Papers of Aster')).toBeVisible()

  const opening: (() => void)[] = []
  gateway.answer(({ method, path }) =>
    method === 'GET' && ids.some((id) => path === `/api/v1/organizations/${id}`)
      ? new Promise((resolve) => opening.push(() => resolve(null)))
      : null,
  )
  const user = lectern(page)
  const choices = [1, 2, 0, 1, 0, 2, 1, 2, 0, 1]
  let asked = 0
  for (const choice of choices) {
    await whileBusy(() => user.switchTo(NAMES[choice]!))
    // The current one is no switch.
    if (choice !== 0) asked += 1
    await expect.poll(() => opening.length).toBe(asked)
  }
  // The later a switch, the sooner its answer.
  for (const answer of opening.reverse()) {
    answer()
    await wait(50)
  }
  const last = choices.at(-1)!

  await expect(page.getByRole('button', { name: `Organization: ${NAMES[last]}` })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText(`Papers of ${NAMES[last]}`)).toBeVisible()

  // Whatever still arrives changes nothing that is seen, kept, or listened to.
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    const look = () => seen.push(document.body.textContent)
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    look()
  })
  await wait(1500)
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
  for (const name of NAMES.filter((_, place) => place !== last))
    for (const text of seen) expect(text).not.toContain(`Papers of ${name}`)
  expect(await page.evaluate(() => localStorage.getItem('currentOrganization'))).toBe(ids[last])
  const open = gateway.dials.filter(({ closed }) => closed === null).map(({ path }) => path)
  expect(open).toEqual([`/api/ws/organizations/${ids[last]}`])
  await page.reload()
  await expect(page.getByRole('button', { name: `Organization: ${NAMES[last]}` })).toBeVisible()
})

test('[S1.1] the address of what belongs to another organization opens it there', async ({
  page,
  gateway,
  server,
}) => {
  const { organizationId, post } = await enrolled(page, server.url, 'Aster')
  const { id: other } = await post('organizations', { name: 'Begonia' })
  const base = await post(`organizations/${other}/knowledge-bases`, { name: 'Papers of Begonia' })
  const assistant = await post(`organizations/${other}/integrations`, { name: 'Desk of Begonia' })
  const current = (name: string) => page.getByRole('button', { name: `Organization: ${name}` })
  await page.goto('/knowledge-bases')
  await expect(current('Aster')).toBeVisible()

  for (const path of [`/knowledge-bases/${base.id}?part=settings`, `/integrations/${assistant.id}`]) {
    await page.goto(path)
    await expect(current('Begonia')).toBeVisible()
    await expect(page).toHaveURL(path)
    await lectern(page).switchTo('Aster')
    await expect(current('Aster')).toBeVisible()
    await expect(page).not.toHaveURL(path)
  }

  await page.goto(`/knowledge-bases/${base.id}`)
  await expect(page.getByRole('heading', { name: 'Papers of Begonia' })).toBeVisible()
  const open = () => gateway.dials.filter(({ closed }) => closed === null).map(({ path }) => path)
  const organization = `/api/ws/organizations/${other}`
  await expect.poll(open).toEqual([organization, `${organization}/knowledge-bases/${base.id}`])

  // A screen that itself listens to the organization follows the switch, too.
  await page.goto('/inbox')
  await expect.poll(open).toEqual([organization])
  await lectern(page).switchTo('Aster')
  await expect(current('Aster')).toBeVisible()
  await expect.poll(open).toEqual([`/api/ws/organizations/${organizationId}`])
})

test('the link of an email about a plan opens the organization that it is about, also after a log-in', async ({
  page,
  server,
}) => {
  const { post, person } = await enrolled(page, server.url, 'Aster')
  const { id: other } = await post('organizations', { name: 'Begonia' })
  const current = (name: string) => page.getByRole('button', { name: `Organization: ${name}` })
  const user = lectern(page)
  const link = `/settings/subscription?organization=${other}`
  await page.goto(link)
  await expect(current('Begonia')).toBeVisible()
  await user.switchTo('Aster')
  await expect(current('Aster')).toBeVisible()
  await expect(page).toHaveURL('/settings/subscription')
  await user.logOut()

  await page.goto(link)
  await user.logIn(person)
  await expect(page.getByRole('heading', { name: 'Subscription' })).toBeVisible()
  await expect(current('Begonia')).toBeVisible()
})
