import type { Locator, Page } from '@playwright/test'
import type { AnyEventObject, SnapshotFrom } from 'xstate'
import { organizationsMachine } from '../../../src/machines/organizations/organizations.machine.ts'
import { selectCurrentOrganization } from '../../../src/machines/organizations/organizations.selectors.ts'
import { organizationsModel } from '../../machines/organizations.model.ts'
import { notification } from '../../machines/samples.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { lectern } from '../models/lectern.ts'
import { leave, leaving, stay } from './leaving.ts'
import { type ScriptedSockets, scriptSockets } from './scripted-sockets.ts'
import { type Network, type Stage, walkInBrowser } from './walk.ts'

const LIST = '/api/v1/organizations'
const sockets = new WeakMap<Page, ScriptedSockets>()

/** From one that the person is no member of any more. */
const NEWS = notification(1, { organization_id: 'unknown', title: 'From elsewhere', read: true })

const switcher = (page: Page) => page.getByRole('button', { name: /^Organization: / })
const nameIn = (place: Page | Locator) => place.getByLabel('Organization Name')

const discard = (page: Page) => page.getByRole('button', { name: 'Discard' })

async function goToSettings(page: Page) {
  if (await discard(page).isVisible()) await discard(page).click()
  await lectern(page).pickInAccountMenu('Organization')
}

/** Whoever picks another organization has typed something that is not saved. */
async function pick(page: Page, name: string) {
  if (!(await discard(page).isVisible())) await lectern(page).typeUnsaved()
  await lectern(page).switchTo(name)
}

async function openNews(page: Page) {
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('dialog', { name: 'Notifications' }).getByText(NEWS.title).click()
}

const isWelcome = (page: Page) => page.getByRole('heading', { name: 'Name your organization.' }).isVisible()

/** From the welcome, or from the shell: there it may be asked whether to stay with what is not saved. */
async function create({ page, network }: Stage, answer: Parameters<Network['answer']>[0], name: string) {
  const isFirst = await isWelcome(page)
  const isTyped = await discard(page).isVisible()
  if (!isFirst) {
    await switcher(page).click()
    await page.getByRole('option', { name: 'Create Organization' }).click()
  }
  const field = nameIn(isFirst ? page : page.getByRole('dialog'))
  await field.fill(name)
  await field.press('Enter')
  await network.answer(answer, `POST ${LIST}`)
  if (isTyped) await leave(page)
}

/** Since the list could not be read, the session has ended. */
const isOver = (snapshot: SnapshotFrom<typeof organizationsMachine>) =>
  snapshot.context.error === null &&
  (snapshot.hasTag('failed') || snapshot.matches({ ready: { sync: 'waiting' } }))

const JOINED_EARLIER = 'only who follows an invitation at that moment; tests/services/organization-doors'

/** Which answers can be told from one another where an earlier one failed. */
const mayComeIn =
  ({ context }: SnapshotFrom<typeof organizationsMachine>) =>
  (answer: unknown) =>
    context.error === null || !(answer instanceof Error && answer.name === 'MalformedAnswerError')

/** A list is answered, or not. */
const answersList = {
  done: ({ network }: Stage, { output }: AnyEventObject) => network.answer({ body: output }, `GET ${LIST}`),
  error: ({ network }: Stage, { error }: AnyEventObject) =>
    network.answer(
      error.name === 'MalformedAnswerError' ? { body: 'organizations' } : { status: 503 },
      `GET ${LIST}`,
    ),
}

/** [S1.1] [S2.32] [S2.34] [S4.1] [S4.2] [S7.34] */
walkInBrowser({
  machine: organizationsMachine,
  model: {
    ...organizationsModel,
    events: (snapshot) => {
      const { list, currentId, pickedId } = snapshot.context
      const current = list.find(({ id }) => id === currentId)
      const isListed = (wanted: string) => list.some(({ id }) => id === wanted)
      const isNews = (wanted: string) => wanted === NEWS.organization_id && pickedId === null
      if (isOver(snapshot)) return []
      if (snapshot.hasTag('loading')) return []
      if (snapshot.hasTag('failed')) return [{ type: 'retry.requested' }]
      if (snapshot.matches({ ready: { selection: { current: 'asking' } } }))
        return ['leaving.granted', 'leaving.refused', 'organizations.changed'].map((type) => ({ type }))
      // From a page of the current organization: one that is named otherwise, or gone.
      const changes =
        current && pickedId === null
          ? [
              { type: 'organization.updated', organization: { ...current, name: 'Renamed' } },
              { type: 'organization.left', id: current.id },
            ]
          : []
      return [
        ...organizationsModel
          .events(snapshot)
          .filter((event) => !['organization.updated', 'organization.left'].includes(event.type))
          .filter(({ type, id }) => type !== 'organization.picked' || isListed(id) || isNews(id)),
        ...changes,
      ]
    },
    answers: (snapshot) => {
      const answers = organizationsModel.answers?.(snapshot) ?? {}
      return {
        ...answers,
        loadOrganizations: (answers.loadOrganizations ?? []).filter(mayComeIn(snapshot)),
        reloadOrganizations: (answers.reloadOrganizations ?? []).filter(mayComeIn(snapshot)),
      }
    },
    key: (snapshot) => [organizationsModel.key(snapshot), snapshot.context.error],
  },
  holds: ({ method, path }) =>
    /^\/api\/v1\/organizations(\/[abc](\/delete)?)?$/.test(path) && method !== 'OPTIONS',
  open: async ({ page, server }) => {
    await page.route(/\/api\/v1\/notifications\?/, (route) => route.fulfill({ json: [NEWS] }))
    sockets.set(page, await scriptSockets(page, /\/api\/ws\/organizations\/[^/]+\?/))
    await page.goto('/login')
    await enrolled(page, server, 'Northwind Boots')
    await page.evaluate(() => localStorage.setItem('currentOrganization', 'b'))
    await page.goto('/')
  },
  does: {
    'organization.picked': ({ page }, { id }) =>
      id === NEWS.organization_id ? openNews(page) : pick(page, `Organization ${id}`),
    'leaving.granted': ({ page }) => leave(page),
    'leaving.refused': ({ page }) => stay(page),
    'organization.created': (stage, { organization }) =>
      create(stage, { status: 201, body: organization }, organization.name),
    'organization.updated': async ({ page, network }, { organization }) => {
      await goToSettings(page)
      await nameIn(page).fill(organization.name)
      await page.getByRole('button', { name: 'Save changes' }).click()
      await network.answer({ body: organization }, `PATCH ${LIST}/${organization.id}`)
    },
    'organization.left': async ({ page, network }, { id }) => {
      await goToSettings(page)
      const called = await nameIn(page).inputValue()
      await page.getByRole('button', { name: 'Delete organization' }).click()
      await page.getByRole('dialog').getByRole('textbox').fill(called)
      await page.getByRole('dialog').getByRole('button', { name: 'Delete organization' }).click()
      await network.answer({ body: { message: 'Deleted.' } }, `POST ${LIST}/${id}/delete`)
    },
    // Whoever has no organization hears of a change by a refusal, everybody else by the live connection.
    'organizations.changed': async (stage) =>
      (await isWelcome(stage.page))
        ? create(stage, { status: 403, body: { detail: 'No.', code: 'forbidden' } }, 'Mine')
        : sockets.get(stage.page)?.say({ type: 'organization_update', data: { id: 'a' } }),
    'retry.requested': ({ page }) => page.getByRole('button', { name: 'Try Again' }).click(),
    'xstate.done.actor.loadOrganizations': answersList.done,
    'xstate.error.actor.loadOrganizations': answersList.error,
    'xstate.done.actor.reloadOrganizations': answersList.done,
    'xstate.error.actor.reloadOrganizations': answersList.error,
    'xstate.done.actor.openOrganization': ({ network }, { output }) =>
      network.answer({ body: output }, `GET ${LIST}/${output.id}`),
    'xstate.error.actor.openOrganization': ({ network }, _event) => network.answer({ status: 500 }),
  },
  sees: {
    'organizations.loading': ({ page }) =>
      expect(page.getByLabel('Loading', { exact: true }).first()).toBeVisible(),
    'organizations.ready.selection.none': async ({ page }, snapshot) => {
      if (!isOver(snapshot))
        await expect(page.getByRole('heading', { name: 'Name your organization.' })).toBeVisible()
    },
    'organizations.failed': async ({ page }, snapshot) => {
      if (isOver(snapshot)) await expect(page.getByRole('heading', { name: 'Welcome back.' })).toBeVisible()
      else await expect(page.getByText('Your organizations could not be loaded.')).toBeVisible()
    },
    'organizations.ready.selection.current': async ({ page }, snapshot) => {
      if (isOver(snapshot)) return
      const current = selectCurrentOrganization(snapshot)
      // Also behind a question.
      await expect(page.locator(`[aria-label="Organization: ${current?.name}"]`)).toBeVisible()
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('currentOrganization')))
        .toBe(snapshot.context.currentId)
    },
    'organizations.ready.selection.current.asking': ({ page }) => expect(leaving(page)).toBeVisible(),
    'organizations.ready.selection.current.settled': ({ page }) => expect(leaving(page)).toBeHidden(),
    'organizations.ready.selection.current.switching': async ({ page }, snapshot) => {
      if (isOver(snapshot)) return
      await expect(leaving(page)).toBeHidden()
      await expect(page.getByText(/^Opening /)).toBeVisible()
    },
    'organizations.ready.sync.waiting': async ({ page }, snapshot) => {
      if (isOver(snapshot)) await expect(page.getByRole('heading', { name: 'Welcome back.' })).toBeVisible()
    },
  },
  exceptions: {
    'organizations.loading | organization.created | 0': JOINED_EARLIER,
    'organizations.loading | organizations.changed | 0': 'only where a refusal comes before the first list',
    'organizations.failed | organization.created | 0': JOINED_EARLIER,
    'organizations.failed | organizations.changed | 0':
      'only where a refusal comes after the first list failed',
    'organizations.ready.selection.current | organization.left | 1':
      'only where the organizations that stand in the way of deleting an account are deleted',
    'organizations.ready.sync.waiting | xstate.after.READ_AGAIN_AFTER.organizations.ready.sync.waiting | 0':
      'half a minute; walked on the actor',
  },
})
