import type { Page } from '@playwright/test'
import { workspaceMachine } from '../../../src/machines/workspace/workspace.machine.ts'
import { workspaceModel } from '../../machines/workspace.model.ts'
import { expect } from '../gateway.ts'
import { lectern } from '../models/lectern.ts'
import { ASSISTANTS, asker, isIn, main, menu, ORGANIZATIONS, QUESTION, whoAsked } from './asked.ts'
import { walkInBrowser } from './walk.ts'

/** Out of an assistant's own menu, where it is shown. */
async function toMainMenu(page: Page) {
  const back = menu(page, 'Main Menu')
  if (await back.isVisible()) await back.click()
  await expect(menu(page, 'Conversations')).toBeVisible()
}

async function readAgain(page: Page) {
  await toMainMenu(page)
  await menu(page, 'Conversations').click()
  await main(page).getByRole('list', { name: 'Conversations' }).getByRole('link').first().click()
}

async function goOn(page: Page) {
  await readAgain(page)
  await page.getByRole('button', { name: 'Continue in Playground' }).click()
  // Where it was read its question stands, too.
  await expect(asker(page)).toBeVisible()
  await expect(main(page).getByRole('article').first()).toContainText(QUESTION)
}

/** [S2.33] */
walkInBrowser({
  machine: workspaceMachine,
  model: {
    ...workspaceModel,
    events: (snapshot) => {
      const { organizationId } = snapshot.context
      return workspaceModel.events(snapshot).filter((event) => {
        if (event.type !== 'xstate.snapshot.organizations') return organizationId === 'o1'
        const { currentId } = event.snapshot.context
        return currentId === (organizationId === 'o1' ? 'o2' : 'o1')
      })
    },
  },
  holds: () => false,
  open: (stage) => whoAsked(stage, 'Attic', 'playground', 3),
  does: {
    // The first of them is there when the page is.
    'xstate.snapshot.organizations': async ({ page }, { snapshot }) => {
      const name = ORGANIZATIONS[snapshot.context.currentId]
      if (!(await page.getByRole('button', { name: `Organization: ${name}` }).isVisible()))
        await lectern(page).switchTo(name ?? '')
    },
    'playground.opened': async ({ page }, { integrationId }) => {
      await toMainMenu(page)
      await menu(page, 'Integrations').click()
      await main(page)
        .getByRole('link', { name: ASSISTANTS[integrationId] ?? '', exact: true })
        .click()
      await expect(asker(page)).toBeVisible()
    },
    'conversation.opened': ({ page }) => goOn(page),
    'conversation.deleted': async ({ page }) => {
      await readAgain(page)
      await main(page).getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('button', { name: 'Delete conversation' }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
    },
    'answer.rated': async ({ page }) => {
      await goOn(page)
      const thumb = main(page).getByRole('button', { name: 'Good answer' })
      await thumb.click()
      await expect(thumb).toHaveAttribute('aria-pressed', 'true')
    },
  },
  exceptions: {
    'workspace | files.chosen | 0': 'The walk of the upload chooses the first files of a knowledge base.',
    'workspace | files.chosen | 1': 'The walk of the upload chooses further files.',
  },
  sees: {
    workspace: async ({ page }, { context }) => {
      if (context.organizationId !== null) await isIn(page, context.organizationId)
    },
  },
})
