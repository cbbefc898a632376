import type { Page } from '@playwright/test'
import type { SnapshotFrom } from 'xstate'
import { organizationsMachine } from '../../../src/machines/organizations/organizations.machine.ts'
import { organizationsModel } from '../../machines/organizations.model.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { lectern } from '../models/lectern.ts'
import { type ScriptedSockets, scriptSockets } from './scripted-sockets.ts'
import { type Network, type Stage, walkInBrowser } from './walk.ts'

const LIST = '/api/v1/organizations'
const sockets = new WeakMap<Page, ScriptedSockets>()

const switcher = (page: Page) => page.getByRole('button', { name: /^Organization: / })
const nameIn = (page: Page) => page.getByLabel('Organization Name')

async function goToSettings(page: Page) {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Organization', exact: true }).click()
}

const isWelcome = (page: Page) => page.getByRole('heading', { name: 'Name your organization.' }).isVisible()

/** From the welcome, or from the shell. */
async function create({ page, network }: Stage, answer: Parameters<Network['answer']>[0], name: string) {
  if (!(await isWelcome(page))) {
    await switcher(page).click()
    await page.getByRole('option', { name: 'Create Organization' }).click()
  }
  await nameIn(page).fill(name)
  await nameIn(page).press('Enter')
  await network.answer(answer, `POST ${LIST}`)
}

/** Since the list could not be read, the session has ended. */
const isOver = ({ value, context }: SnapshotFrom<typeof organizationsMachine>) =>
  value === 'failed' && context.error === null

/** [S1.1] [S2.32] [S2.34] [S4.1] [S4.2] [S7.34] */
walkInBrowser({
  machine: organizationsMachine,
  model: {
    ...organizationsModel,
    events: (snapshot) => {
      const { list, currentId, pickedId } = snapshot.context
      const current = list.find(({ id }) => id === currentId)
      if (isOver(snapshot)) return []
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
          .filter((event) => event.type !== 'organization.picked' || list.some(({ id }) => id === event.id)),
        ...changes,
      ]
    },
    answers: (snapshot) => {
      const answers = organizationsModel.answers?.(snapshot) ?? {}
      return {
        ...answers,
        loadOrganizations: (answers.loadOrganizations ?? []).filter(
          (answer) =>
            snapshot.context.error === null ||
            !(answer instanceof Error && answer.name === 'MalformedAnswerError'),
        ),
      }
    },
    key: (snapshot) => [organizationsModel.key(snapshot), snapshot.context.error],
  },
  holds: ({ method, path }) =>
    /^\/api\/v1\/organizations(\/[abc](\/delete)?)?$/.test(path) && method !== 'OPTIONS',
  open: async ({ page, server }) => {
    sockets.set(page, await scriptSockets(page, /\/api\/ws\/organizations\/[^/]+\?/))
    await page.goto('/login')
    await enrolled(page, server, 'Northwind Boots')
    await page.evaluate(() => localStorage.setItem('currentOrganization', 'b'))
    await page.goto('/')
  },
  does: {
    'organization.picked': ({ page }, { id }) => lectern(page).switchTo(`Organization ${id}`),
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
    'xstate.done.actor.loadOrganizations': ({ network }, { output }) =>
      network.answer({ body: output }, `GET ${LIST}`),
    'xstate.error.actor.loadOrganizations': ({ network }, { error }) =>
      network.answer(
        error.name === 'MalformedAnswerError' ? { body: 'organizations' } : { status: 503 },
        `GET ${LIST}`,
      ),
    'xstate.done.actor.openOrganization': ({ network }, { output }) =>
      network.answer({ body: output }, `GET ${LIST}/${output.id}`),
    'xstate.error.actor.openOrganization': ({ network }, _event) => network.answer({ status: 500 }),
  },
  sees: {
    'organizations.loading': async ({ page }, { context }) => {
      const isKnown = context.list.some(({ id }) => id === context.currentId)
      if (!isKnown) await expect(page.getByLabel('Loading', { exact: true }).first()).toBeVisible()
    },
    'organizations.none': ({ page }) =>
      expect(page.getByRole('heading', { name: 'Name your organization.' })).toBeVisible(),
    'organizations.failed': async ({ page }, snapshot) => {
      if (isOver(snapshot)) await expect(page.getByRole('heading', { name: 'Welcome back.' })).toBeVisible()
      else await expect(page.getByText('Your organizations could not be loaded.')).toBeVisible()
    },
    'organizations.ready': async ({ page }, { context }) => {
      const current = context.list.find(({ id }) => id === context.currentId)
      await expect(switcher(page)).toHaveAccessibleName(`Organization: ${current?.name}`)
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('currentOrganization')))
        .toBe(context.currentId)
    },
  },
})
