import type { Page } from '@playwright/test'
import { importFaqMachine } from '../../../src/machines/import-faq/import-faq.machine.ts'
import { importFaqModel } from '../../machines/import-faq.model.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { walkInBrowser } from './walk.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import questions' })
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const approved = (page: Page) => dialog(page).getByRole('checkbox')

/** [S2.12] */
walkInBrowser({
  machine: importFaqMachine,
  model: {
    ...importFaqModel,
    // A box is ticked once.
    events: (snapshot) =>
      importFaqModel
        .events(snapshot)
        .filter(({ type }) => type !== 'approval.changed' || !snapshot.context.approved),
  },
  holds: ({ method, path }) => method === 'POST' && path.includes('faq'),
  open: async ({ page, server }) => {
    const { post, organizationId } = await enrolled(page, server, 'Northwind Boots')
    const { id } = await post(`organizations/${organizationId}/knowledge-bases`, { name: 'Answers' })
    await page.goto(`/knowledge-bases/${id}`)
  },
  does: {
    'import.opened': ({ page }) => page.getByRole('button', { name: 'Import questions' }).click(),
    'file.chosen': ({ page }) =>
      dialog(page)
        .getByLabel('CSV file')
        .setInputFiles({ name: 'faq.csv', mimeType: 'text/csv', buffer: Buffer.from('When?,At nine.') }),
    'approval.changed': ({ page }) => approved(page).check(),
    'import.confirmed': ({ page }) => inDialog(page, 'Import').click(),
    'import.closed': ({ page }) =>
      dialog(page)
        .getByRole('button', { name: /^(Cancel|Close)$/ })
        .last()
        .click(),
    'xstate.done.actor.preview': ({ network }, { output }) => network.answer({ body: output }),
    'xstate.error.actor.preview': ({ network }) => network.answer({ status: 500 }),
    'xstate.done.actor.importPairs': ({ network }, { output }) => network.answer({ body: output }),
    'xstate.error.actor.importPairs': ({ network }) => network.answer({ status: 500 }),
  },
  sees: {
    'importFaq.closed': ({ page }) => expect(dialog(page)).toBeHidden(),
    'importFaq.choosing': async ({ page }, { context }) => {
      await expect(dialog(page).getByLabel('CSV file')).toBeEnabled()
      if (context.error) await expect(dialog(page).getByRole('alert')).toContainText(context.error)
    },
    'importFaq.reading': ({ page }) => expect(dialog(page).getByLabel('CSV file')).toBeDisabled(),
    'importFaq.previewed': async ({ page }, { context }) => {
      await expect(approved(page)).toBeChecked({ checked: context.approved })
      await expect(dialog(page)).toContainText(/can be imported\./)
    },
    'importFaq.importing': ({ page }) => expect(inDialog(page, 'Importing…')).toBeDisabled(),
    'importFaq.imported': ({ page }) => expect(dialog(page)).toContainText('1 question imported.'),
  },
})
