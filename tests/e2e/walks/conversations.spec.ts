import type { Page } from '@playwright/test'
import type { Asked } from '../../../src/services/contract/conversations.ts'
import { renameConversationModel } from '../../machines/rename-conversation.model.ts'
import { enrolled } from '../models/accounts.ts'
import type { Stage } from './walk.ts'
import { walkForm } from './walk-form.ts'

const QUESTION = 'Do you ship to Norway?'
const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).first()

/** Somebody who has asked a published assistant something in Chat. */
async function whoAsked({ page, server }: Stage) {
  const somebody = await enrolled(page, server, 'Northwind Boots')
  const { post, organizationId, tokens } = somebody
  const { id } = await post(`organizations/${organizationId}/integrations`, { name: 'Helper' })
  await post(`integrations/${id}/publish`, {})
  const asked = await post(`integrations/${id}/messages`, {
    content: QUESTION,
    channel: 'chat',
  })
  const { conversation } = asked as unknown as Asked
  return { conversationId: conversation.id, assistantId: id, token: tokens.access_token }
}

/** [S2.14] */
walkForm({
  model: renameConversationModel,
  request: /^PATCH \/api\/v1\/conversations\/[^/]+$/,
  open: async (stage) => {
    const { conversationId, assistantId } = await whoAsked(stage)
    await stage.page.goto(`/chat?assistant=${assistantId}&conversation=${conversationId}`)
  },
  show: ({ page }) => button(page, 'Rename conversation').click(),
  form: (page) => page.getByRole('dialog', { name: 'Rename conversation' }),
  input: (form) => form.getByLabel('Name'),
  submit: 'Rename',
  busy: 'Renaming…',
})
