import type { Page } from '@playwright/test'
import { conversationTagsMachine } from '../../../src/machines/conversation-tags/conversation-tags.machine.ts'
import { downloadMachine } from '../../../src/machines/download/download.machine.ts'
import type { Asked } from '../../../src/services/contract/conversations.ts'
import { conversationTagsModel } from '../../machines/conversation-tags.model.ts'
import { downloadModel } from '../../machines/download.model.ts'
import { renameConversationModel } from '../../machines/rename-conversation.model.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { type Stage, walkInBrowser } from './walk.ts'
import { replyTo, walkForm } from './walk-form.ts'

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

/** A file of what was said. */
walkInBrowser({
  machine: downloadMachine,
  model: downloadModel.model,
  holds: ({ method, path }) => method === 'GET' && path.endsWith('/conversations/export'),
  open: async (stage) => {
    await whoAsked(stage)
    await stage.page.goto('/conversations')
    await expect(button(stage.page, 'Export as CSV')).toBeVisible()
  },
  does: {
    'operation.requested': ({ page }) => button(page, 'Export as CSV').click(),
    'xstate.done.actor.run': async ({ page, network }) => {
      const [file] = await Promise.all([page.waitForEvent('download'), network.answer(null)])
      expect(file.suggestedFilename()).toBe('conversations.csv')
    },
    'xstate.error.actor.run': async ({ page, network }, { error }) => {
      await network.answer(replyTo(error))
      await expect(
        page.getByText(error.detail ?? 'The file could not be made. Please try again.').first(),
      ).toBeVisible()
    },
  },
  sees: {
    'download.idle': ({ page }) => expect(button(page, 'Export as CSV')).toBeEnabled(),
    'download.running': ({ page }) => expect(button(page, 'Export as CSV')).toBeDisabled(),
  },
})

const tagIn = (page: Page) => page.getByLabel('Add a tag')

/** What a conversation is about. */
walkInBrowser({
  machine: conversationTagsMachine,
  model: {
    ...conversationTagsModel,
    events: (snapshot) =>
      conversationTagsModel
        .events(snapshot)
        .filter(({ type, tag }) => type !== 'tag.removed' || snapshot.context.tags.includes(tag)),
  },
  holds: ({ method, path }) => method === 'PATCH' && path.startsWith('/api/v1/conversations/'),
  open: async (stage) => {
    const { conversationId, token } = await whoAsked(stage)
    await fetch(`${stage.server}/api/v1/conversations/${conversationId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ tags: ['boots'] }),
    })
    await stage.page.goto(`/conversations?conversation=${conversationId}`)
    await expect(tagIn(stage.page)).toBeVisible()
  },
  does: {
    'draft.changed': ({ page }, { draft }) => tagIn(page).fill(draft),
    'tag.added': ({ page }) => tagIn(page).press('Enter'),
    'tag.removed': ({ page }, { tag }) => button(page, `Remove the tag ${tag}`).click(),
    'xstate.done.actor.saveTags': ({ network }) => network.answer(null),
    'xstate.error.actor.saveTags': ({ network }, { error }) => network.answer(replyTo(error)),
  },
  sees: {
    'conversationTags.resting': async ({ page }, { context: { tags, draft, error } }) => {
      await expect(tagIn(page)).toHaveValue(draft)
      await expect(page.getByRole('button', { name: /^Remove the tag / })).toHaveCount(tags.length)
      await expect(main(page).getByRole('alert')).toHaveText(error ? [error] : [])
    },
    'conversationTags.saving': ({ page }) =>
      expect(
        main(page)
          .locator('[aria-busy=true]')
          .filter({ has: tagIn(page) }),
      ).toBeVisible(),
  },
})

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
