import type { Page } from '@playwright/test'
import type { SnapshotFrom } from 'xstate'
import { chatMachine } from '../../../src/machines/chat/chat.machine.ts'
import { chatModel } from '../../machines/chat.model.ts'
import { expect } from '../gateway.ts'
import { lectern } from '../models/lectern.ts'
import { ASSISTANTS, asker, isIn, main, menu, ORGANIZATIONS, QUESTION, whoAsked } from './asked.ts'
import { walkInBrowser } from './walk.ts'

type Chat = SnapshotFrom<typeof chatMachine>

/** What can be done with what is shown. */
function mayHappen({ context: { shown, open } }: Chat, type: string, assistantId: unknown) {
  const isOpen = shown !== null && Object.keys(open).length > 0
  if (type === 'conversation.begun')
    return isOpen && shown.assistantId === 'a1' && shown.conversationId === null
  if (type === 'conversation.deleted') return isOpen && shown.conversationId === 'c1'
  if (type === 'answer.rated' || type === 'conversation.changed')
    return isOpen && shown.conversationId === 'c2'
  // Once it is deleted, a new one with the same assistant is shown.
  if (type === 'conversation.shown' && shown !== null && !isOpen) return assistantId === 'a1'
  return true
}

const pick = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /^Assistant: / }).click()
  await page.getByRole('combobox', { name: 'Search assistants' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Assistant: ${name}` })).toBeVisible()
}

/** [S2.14] */
walkInBrowser({
  machine: chatMachine,
  model: {
    ...chatModel,
    events: (snapshot) =>
      chatModel.events(snapshot).filter(({ type, assistantId }) => mayHappen(snapshot, type, assistantId)),
  },
  holds: () => false,
  open: (stage) => whoAsked(stage, 'Desk', 'chat', 1),
  does: {
    'conversation.shown': async ({ page }, { assistantId, conversationId }) => {
      if (!(await page.getByRole('button', { name: 'Organization: Northwind Boots' }).isVisible()))
        await lectern(page).switchTo('Northwind Boots')
      await isIn(page, 'o1')
      // From another page it is shown anew.
      await menu(page, 'Integrations').click()
      await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible()
      await menu(page, 'Chat').click()
      await expect(asker(page)).toBeVisible()
      if (conversationId === null) return pick(page, ASSISTANTS[assistantId] ?? '')
      await main(page)
        .getByRole('list', { name: 'Your conversations' })
        .getByRole('link', { name: 'Desk' })
        .first()
        .click()
      await expect(main(page).getByRole('article').first()).toContainText(QUESTION)
    },
    'conversation.begun': async ({ page }) => {
      await lectern(page).ask('What does a new outsole cost?')
      await expect(page).toHaveURL(/conversation=/)
    },
    'conversation.deleted': async ({ page }) => {
      await main(page).getByRole('button', { name: 'Delete conversation' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete conversation' }).click()
      await expect(page).not.toHaveURL(/conversation=/)
    },
    'answer.rated': async ({ page }) => {
      const thumb = main(page).getByRole('button', { name: 'Good answer' })
      const before = await thumb.getAttribute('aria-pressed')
      await thumb.click()
      await expect(thumb).toHaveAttribute('aria-pressed', before === 'true' ? 'false' : 'true')
    },
    'conversation.changed': async ({ page }) => {
      const title = `Norway ${crypto.randomUUID().slice(0, 4)}`
      await main(page).getByRole('button', { name: 'Rename conversation' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill(title)
      await page.keyboard.press('Enter')
      await expect(main(page).getByText(title).first()).toBeVisible()
    },
    'chat.left': async ({ page }) => {
      const isFirst = await page.getByRole('button', { name: 'Organization: Northwind Boots' }).isVisible()
      await lectern(page).switchTo(ORGANIZATIONS[isFirst ? 'o2' : 'o1'] ?? '')
      await isIn(page, isFirst ? 'o2' : 'o1')
    },
  },
  sees: {
    chat: async ({ page }, { context: { shown, open } }) => {
      await expect(asker(page)).toBeVisible({ visible: shown !== null })
      if (shown && Object.keys(open).length > 0)
        await expect(
          page.getByRole('button', { name: `Assistant: ${ASSISTANTS[shown.assistantId]}` }),
        ).toBeVisible()
    },
  },
})
