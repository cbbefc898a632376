import type { Page } from '@playwright/test'
import { createIntegrationModel } from '../../machines/create-integration.model.ts'
import { createKnowledgeBaseModel } from '../../machines/create-knowledge-base.model.ts'
import { sendFeedbackModel } from '../../machines/send-feedback.model.ts'
import { expect } from '../gateway.ts'
import { enrolled, signedIn } from '../models/accounts.ts'
import { walkForm } from './walk-form.ts'

const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name })
const sidebar = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

/** The form Create Knowledge Base. */
walkForm({
  model: createKnowledgeBaseModel,
  request: /^POST .*\/knowledge-bases$/,
  open: async ({ page, server }) => {
    await signedIn(page, server, 'Northwind Boots')
    await sidebar(page, 'Knowledge Bases').click()
  },
  show: async ({ page }) => {
    await sidebar(page, 'Knowledge Bases').click()
    await page.getByRole('button', { name: 'New knowledge base' }).first().click()
  },
  form: dialog('New knowledge base'),
  input: (form) => form.getByLabel('Name'),
  submit: 'Create',
  busy: 'Creating…',
  finished: ({ page }) => expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible(),
})

/** The form New integration. */
walkForm({
  model: createIntegrationModel,
  request: /^POST .*\/integrations$/,
  open: async ({ page, server }) => {
    const { post, organizationId } = await enrolled(page, server, 'Northwind Boots')
    await post(`organizations/${organizationId}/knowledge-bases`, { name: 'Returns' })
    await page.goto('/')
  },
  show: async ({ page }) => {
    await page.goto('/integrations')
    await page.getByRole('button', { name: 'New integration' }).first().click()
    await expect(page.getByRole('checkbox', { name: 'Returns' })).toBeChecked()
  },
  form: dialog('New integration'),
  input: (form) => form.getByLabel('Name'),
  submit: 'Create',
  busy: 'Creating…',
  finished: ({ page }) => expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible(),
})

/** [S1.3] */
walkForm({
  model: sendFeedbackModel,
  request: /^POST \/api\/v1\/feedback$/,
  open: async ({ page, server }) => {
    await signedIn(page, server, 'Northwind Boots')
  },
  show: ({ page }) => page.getByRole('button', { name: 'Feedback' }).click(),
  form: dialog('Send feedback'),
  input: (form) => form.getByLabel('What works, what does not, what is missing?'),
  submit: 'Send',
  busy: 'Sending...',
})
