import type { Page } from '@playwright/test'
import { visitorConversationsMachine } from '../../../src/machines/visitor-conversations/visitor-conversations.machine.ts'
import { visitorKey } from '../../../src/services/visitor-key.ts'
import { conversation } from '../../machines/samples.ts'
import { page as shared } from '../../machines/share.model.ts'
import { visitorConversationsModel } from '../../machines/visitor-conversations.model.ts'
import { pressEscape } from '../escape.ts'
import { expect } from '../gateway.ts'
import { walkInBrowser } from './walk.ts'
import { replyTo } from './walk-form.ts'

const ID = crypto.randomUUID()
const PAGE = `/api/v1/share/${ID}`
const LIST = `GET ${PAGE}/conversations`
const ONE = `DELETE ${PAGE}/conversations/${conversation.id}`

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Earlier conversations' })
const asked = (page: Page) => dialog(page).getByRole('alert').filter({ hasText: 'Delete it for good?' })

/** [S2.8] */
walkInBrowser({
  machine: visitorConversationsMachine,
  model: {
    ...visitorConversationsModel,
    // What is read goes on when the list is closed: it is closed at rest here.
    events: (snapshot) =>
      visitorConversationsModel
        .events(snapshot)
        .filter(({ type }) => type !== 'list.closed' || !snapshot.hasTag('busy'))
        .filter(
          ({ type, id }) =>
            type !== 'removal.asked' ||
            (!snapshot.hasTag('locked') && snapshot.context.conversations.some((listed) => listed.id === id)),
        ),
  },
  holds: ({ path }) => path.startsWith(`${PAGE}/conversations`),
  open: async ({ page, network }) => {
    await page.goto('/config.js')
    await page.evaluate((key) => localStorage.setItem(key, 'visitor'), visitorKey(ID))
    await page.routeWebSocket('**/api/ws/share/**', () => {})
    await page.route(
      ({ pathname }) => pathname === PAGE,
      (route) => route.fulfill({ json: shared() }),
    )
    await page.goto(`/share/integration/${ID}`)
    // The conversation itself asks for the latest.
    await network.answer({ body: [] }, LIST)
  },
  does: {
    'list.opened': ({ page }) => page.getByRole('button', { name: 'Earlier conversations' }).click(),
    'list.closed': ({ page }) => pressEscape(page),
    'retry.requested': ({ page }) => dialog(page).getByRole('button', { name: 'Try Again' }).click(),
    'removal.asked': ({ page }) =>
      dialog(page)
        .getByRole('button', { name: /^Delete “/ })
        .click(),
    'removal.given': ({ page }) => asked(page).getByRole('button', { name: 'Delete' }).click(),
    'removal.refused': ({ page }) => asked(page).getByRole('button', { name: 'Keep' }).click(),
    'xstate.done.actor.loadConversations': ({ network }, { output }) =>
      network.answer({ body: output }, LIST),
    'xstate.error.actor.loadConversations': ({ network }) => network.answer({ status: 500 }, LIST),
    'xstate.done.actor.removeConversation': ({ network }) =>
      network.answer({ body: { message: 'Gone.' } }, ONE),
    'xstate.error.actor.removeConversation': ({ network }, { error }) => network.answer(replyTo(error), ONE),
  },
  sees: {
    'list.closed': ({ page }) => expect(dialog(page)).toBeHidden(),
    'visitorConversations.open': async ({ page }, snapshot) => {
      const { conversations, error } = snapshot.context
      await expect(dialog(page).getByRole('listitem')).toHaveCount(conversations.length)
      if (error) await expect(dialog(page)).toContainText(error)
      const isAsked = snapshot.matches({ open: 'confirming' }) || snapshot.matches({ open: 'removing' })
      await expect(asked(page)).toHaveCount(isAsked ? 1 : 0)
    },
    'visitorConversations.open.failed': ({ page }) =>
      expect(dialog(page).getByRole('button', { name: 'Try Again' })).toBeVisible(),
    'visitorConversations.open.listed': async ({ page }, { context }) => {
      await expect(dialog(page).getByText('You have not asked anything here yet.')).toHaveCount(
        context.conversations.length === 0 ? 1 : 0,
      )
    },
    'visitorConversations.open.removing': ({ page }) =>
      expect(asked(page).getByRole('button', { name: 'Delete' })).toBeDisabled(),
  },
  exceptions: {
    'visitorConversations.open.removing | list.closed | 0':
      'the dialog is locked: Escape does not reach the machine',
    'visitorConversations.open.removing | removal.asked | 0': 'every button of the list is disabled',
  },
})
