import type { Page } from '@playwright/test'
import { goldenRunMachine } from '../../../src/machines/golden-run/golden-run.machine.ts'
import { takeGoldenMachine } from '../../../src/machines/take-golden/take-golden.machine.ts'
import { demoFile } from '../../harness/files.ts'
import { goldenRunModel } from '../../machines/golden-run.model.ts'
import { takeGoldenModel } from '../../machines/take-golden.model.ts'
import { writeGoldenModel } from '../../machines/write-golden.model.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { lectern } from '../models/lectern.ts'
import { type Stage, walkInBrowser } from './walk.ts'
import { replyTo, walkForm } from './walk-form.ts'

const DOCUMENT = 'leather-care.md'
const QUESTION = 'How do I get rid of salt stains?'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Golden question' })
const runButton = (page: Page) => page.getByRole('button', { name: 'Ask 1 question' })
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save as golden question' }).first()

/** A knowledge base with one document. */
async function care({ page, server }: Stage) {
  const { post, organizationId } = await enrolled(page, server, 'Northwind Boots')
  const { id } = await post(`organizations/${organizationId}/knowledge-bases`, { name: 'Care' })
  await page.goto(`/knowledge-bases/${id}`)
  const user = lectern(page)
  const { name, content } = await demoFile(DOCUMENT)
  await user.addDocuments({ name, mimeType: 'text/markdown', buffer: Buffer.from(content) })
  await expect(user.document(name)).toContainText('Ready')
  return `/knowledge-bases/${id}`
}

async function startWriting(page: Page) {
  await page.getByRole('button', { name: 'Add a question' }).click()
  await dialog(page).getByLabel('Document').selectOption({ label: DOCUMENT })
}

/** [S2.12] */
walkForm({
  model: writeGoldenModel,
  request: /^POST .*\/golden-questions$/,
  open: async (stage) => {
    await stage.page.goto(`${await care(stage)}/golden-questions`)
  },
  show: ({ page }) => startWriting(page),
  form: dialog,
  input: (form) => form.getByLabel('Question', { exact: true }),
  submit: 'Save',
  busy: 'Saving…',
})

/** [S2.12] */
walkInBrowser({
  machine: goldenRunMachine,
  model: goldenRunModel.model,
  holds: ({ method, path }) => method === 'POST' && path.endsWith('/golden-runs'),
  open: async (stage) => {
    const { page } = stage
    await page.goto(`${await care(stage)}/golden-questions`)
    await startWriting(page)
    await dialog(page).getByLabel('Question', { exact: true }).fill(QUESTION)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
  },
  does: {
    'operation.requested': ({ page }) => runButton(page).click(),
    'xstate.done.actor.run': async ({ page, network }) => {
      await network.answer(null)
      // While its questions are asked, no other run begins.
      await expect(page.getByText('Found, run by run')).toBeVisible()
    },
    'xstate.error.actor.run': async ({ page, network }, { error }) => {
      await network.answer(replyTo(error))
      await expect(page.getByText(error.detail ?? 'The questions could not be asked.').first()).toBeVisible()
    },
  },
  sees: {
    'goldenRun.idle': ({ page }) => expect(runButton(page)).toBeEnabled(),
    'goldenRun.running': ({ page }) => expect(runButton(page)).toBeDisabled(),
  },
})

/** [S2.12] A passage that was found; an answer is taken alike. */
walkInBrowser({
  machine: takeGoldenMachine,
  model: takeGoldenModel.model,
  holds: ({ method, path }) => method === 'POST' && path.endsWith('/golden-questions'),
  open: async (stage) => {
    await stage.page.goto(`${await care(stage)}/test?question=${encodeURIComponent(QUESTION)}`)
  },
  does: {
    'operation.requested': ({ page }) => saveButton(page).click(),
    'xstate.done.actor.run': async ({ page, network }) => {
      await network.answer(null)
      await expect(page.getByText('Saved as a golden question.').first()).toBeVisible()
    },
    'xstate.error.actor.run': async ({ page, network }, { error }) => {
      await network.answer(replyTo(error))
      await expect(
        page.getByText(error.detail ?? 'The golden question could not be kept.').first(),
      ).toBeVisible()
    },
  },
  sees: {
    'takeGolden.idle': ({ page }) => expect(saveButton(page)).toBeEnabled(),
    'takeGolden.running': ({ page }) => expect(saveButton(page)).toBeDisabled(),
  },
})
