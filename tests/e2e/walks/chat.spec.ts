import type { Page } from '@playwright/test'
import { chatMachine } from '../../../src/machines/chat/chat.machine.ts'
import { keyOf } from '../../../src/machines/chat/chat.types.ts'
import { chatModel } from '../../machines/chat.model.ts'
import { expect } from '../gateway.ts'
import { signedIn } from '../models/accounts.ts'
import { walkInBrowser } from './walk.ts'

const NAMES: Readonly<Record<string, string>> = { a1: 'Attic', a2: 'Desk' }
const EARLIER = 'What does a new outsole cost?'

const main = (page: Page) => page.getByRole('main')
const assistant = (page: Page, id: string) =>
  main(page).getByRole('button', { name: `Assistant: ${NAMES[id]}` })
const good = (page: Page) => page.getByRole('button', { name: 'Good answer' })
const visit = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()

async function enter(page: Page, organization: string) {
  await page.getByRole('button', { name: /^Organization/ }).click()
  await page.getByRole('option', { name: organization }).click()
}

/** [S2.14] */
walkInBrowser({
  machine: chatMachine,
  model: {
    ...chatModel,
    // What happens to a conversation a person does where it is looked at.
    events: (snapshot) => {
      const { shown, open } = snapshot.context
      const isIn = shown !== null && shown.conversationId !== null && keyOf(shown) in open
      return chatModel.events(snapshot).filter(({ type, assistantId, conversationId, id }) => {
        if (type === 'conversation.shown')
          return conversationId === null || (shown !== null && shown.conversationId !== conversationId)
        if (type === 'conversation.begun')
          return shown?.assistantId === assistantId && shown?.conversationId === null
        if (type === 'conversation.deleted') return isIn && shown?.conversationId === id
        return type === 'chat.left' ? shown !== null : isIn
      })
    },
  },
  holds: () => false,
  open: async ({ page, server }) => {
    const { organizationId, post } = await signedIn(page, server, 'Northwind Boots')
    for (const name of Object.values(NAMES)) {
      const { id } = await post(`organizations/${organizationId}/integrations`, { name })
      await post(`integrations/${id}/publish`, {})
      const question = { content: EARLIER, conversation_id: null, channel: 'chat' }
      if (name === NAMES.a2) await post(`integrations/${id}/messages`, question)
    }
    await post('organizations', { name: 'Southwind Shoes' })
    await page.goto('/')
    await enter(page, 'Northwind Boots')
  },
  does: {
    'conversation.shown': async ({ page }, { conversationId }) => {
      if (conversationId !== null)
        return main(page)
          .getByRole('link', { name: new RegExp(`^${EARLIER.slice(0, -1)}`) })
          .click()
      if (await assistant(page, 'a2').isVisible()) {
        await assistant(page, 'a2').click()
        return page.getByRole('option', { name: NAMES.a1 ?? '' }).click()
      }
      if (await main(page).getByText('Nobody to ask yet.').isVisible()) await enter(page, 'Northwind Boots')
      await visit(page, 'Integrations')
      await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible()
      await visit(page, 'Chat')
    },
    'conversation.begun': async ({ page }) => {
      await page.getByLabel('Your question').fill('How long?')
      await page.getByLabel('Your question').press('Enter')
      await expect(page).toHaveURL(/conversation=/)
      await expect(good(page)).toBeVisible()
    },
    'conversation.deleted': async ({ page }) => {
      await main(page).getByRole('button', { name: 'Delete conversation' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Delete conversation' }).click()
      await expect(dialog).toBeHidden()
      await expect(main(page).getByRole('link', { name: /^How long/ })).toHaveCount(0)
    },
    'answer.rated': async ({ page }) => {
      await good(page).click()
      await expect(good(page)).toHaveAttribute('aria-pressed', 'true')
      await expect(good(page)).toHaveAttribute('aria-disabled', 'false')
    },
    'conversation.changed': async ({ page }) => {
      await main(page).getByRole('button', { name: 'Rename conversation' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill(`${EARLIER} Again.`)
      await dialog.getByRole('button', { name: 'Rename', exact: true }).click()
      await expect(dialog).toBeHidden()
      await expect(main(page).getByText(`${EARLIER} Again.`).first()).toBeVisible()
    },
    'chat.left': ({ page }) => enter(page, 'Southwind Shoes'),
  },
  sees: {
    'chat.unseen': ({ page }) =>
      expect(
        main(page)
          .getByRole('heading', { name: 'Integrations' })
          .or(main(page).getByText('Nobody to ask yet.')),
      ).toBeVisible(),
    'chat.shown': async ({ page }, { context: { shown, open } }) => {
      await expect(assistant(page, shown?.assistantId ?? '')).toBeVisible()
      const isIn = shown !== null && shown.conversationId !== null && keyOf(shown) in open
      await expect(page.getByRole('article')).toHaveCount(isIn ? 1 : 0)
    },
  },
})
