import type { Page, WebSocketRoute } from '@playwright/test'
import { conversationMachine } from '../../../src/machines/conversation/conversation.machine.ts'
import { SILENCE } from '../../../src/machines/conversation/conversation.types.ts'
import type { Message } from '../../../src/services/contract/conversations.ts'
import { conversationModel } from '../../machines/conversation.model.ts'
import { conversation, message } from '../../machines/samples.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { passPauses } from './pauses.ts'
import { type Stage, walkInBrowser } from './walk.ts'

const AT =
  /^\/api\/v1\/(integrations\/[^/]+\/(conversations|messages)|conversations\/[^/]+|messages\/[^/]+.*)$/

/** Longer than a line that was lost waits before it is dialled again, in ms. */
const DIALED_WITHIN = 3000

/** What a page of this walk has, besides what it shows. */
interface Play {
  /** Of the assistant's API. */
  readonly path: string
  socket: WebSocketRoute | null
  /** Whether lists and records are asked for by Chat History, and not by the conversation. */
  inHistory: boolean
  /** As of the last step. */
  last: Message | undefined
  wanted: string | null
  /** What is being written to the server: it goes on when the conversation is left. */
  writes: string | null
}
const plays = new WeakMap<Page, Play>()
const playOf = ({ page }: Pick<Stage, 'page'>) => plays.get(page)!

const say = (stage: Stage, type: string, data: unknown) =>
  playOf(stage).socket?.send(JSON.stringify({ type, data, id: 'f', seq: 1, ts: '', v: 1 }))

const connected = (page: Page) =>
  expect
    .poll(async () => {
      await passPauses(page, DIALED_WITHIN)
      return plays.get(page)?.socket !== null
    })
    .toBe(true)

/** The latest with this assistant is looked for in a list; a wanted one is read at once. */
async function answerConversation(stage: Stage, output: unknown) {
  const { path, wanted } = playOf(stage)
  const reply = output instanceof Error ? { status: 500 } : { body: output }
  if (wanted !== null) return stage.network.answer(reply, `GET /api/v1/conversations/${wanted}`)
  if (output instanceof Error) return stage.network.answer(reply, `GET ${path}/conversations`)
  const items = output === null ? [] : [conversation]
  await stage.network.answer(
    { body: { items, total: items.length, has_more: false } },
    `GET ${path}/conversations`,
  )
  if (output !== null) await stage.network.answer(reply, 'GET /api/v1/conversations/c1')
}

const atMessage = (stage: Stage, what = '') => `/api/v1/messages/${playOf(stage).last?.id}${what}`
const answerMessage = (stage: Stage, key: string, output: unknown) =>
  stage.network.answer(output instanceof Error ? { status: 500 } : { body: output }, key)

/** To Chat History and one of its conversations, and what is done with that. */
async function inHistory(stage: Stage, id: string, act: () => Promise<void>) {
  const { page } = stage
  playOf(stage).inHistory = true
  await page.getByRole('link', { name: 'Chat History' }).click()
  await page.getByRole('link', { name: `Conversation ${id}` }).click()
  await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible()
  playOf(stage).inHistory = false
  const { writes } = playOf(stage)
  await act()
  if (writes !== null) await stage.network.answer({ status: 500 }, writes)
}

/** [S2.17] */
walkInBrowser({
  machine: conversationMachine,
  model: {
    ...conversationModel,
    // One that is wanted is there, or it is not found.
    answers: (snapshot) => {
      const { loadConversation = [], ...others } = conversationModel.answers?.(snapshot) ?? {}
      const isWanted = snapshot.context.wanted !== null
      return { ...others, loadConversation: loadConversation.filter((one) => !isWanted || one !== null) }
    },
    events: (snapshot) =>
      conversationModel.events(snapshot).filter(({ type }) => {
        const isShown = !snapshot.matches('loading') && !snapshot.matches('unreachable')
        if (type === 'draft.changed') return isShown
        if (type === 'conversation.restarted')
          return snapshot.context.messages.length > 0 && snapshot.context.edited === null
        // Only a finished answer has thumbs.
        return (
          type !== 'answer.rated' || (snapshot.matches('resting') && snapshot.context.messages.length > 0)
        )
      }),
  },
  holds: ({ path }) => AT.test(path),
  open: async ({ page, server }) => {
    const { organizationId, post, tokens } = await enrolled(page, server, 'Northwind Boots')
    const { id } = await post(`organizations/${organizationId}/integrations`, { name: 'Help desk' })
    const path = `/api/v1/integrations/${id}`
    const play: Play = { path, socket: null, inHistory: false, last: undefined, wanted: null, writes: null }
    plays.set(page, play)
    await page.routeWebSocket('**/api/ws/integrations/**', (socket) => {
      play.socket = socket
      socket.onClose(() => {
        play.socket = null
      })
    })
    const authorization = `Bearer ${tokens.access_token}`
    const integration = await (await fetch(`${server}${path}`, { headers: { authorization } })).json()
    await page.route(`**${path}`, (route) =>
      route.fulfill({ json: { ...integration, counts: { questions: 1, answered: 1 } } }),
    )
    const past = ['c1', 'c2'].map((one) => ({
      ...conversation,
      id: one,
      integration_id: id,
      title: `Conversation ${one}`,
    }))
    const isList = ({ pathname }: URL) => pathname === `${path}/conversations`
    await page.route(isList, (route) =>
      play.inHistory
        ? route.fulfill({ json: { items: past, total: past.length, has_more: false } })
        : route.fallback(),
    )
    await page.route('**/api/v1/conversations/*', (route) =>
      play.inHistory && route.request().method() === 'GET'
        ? route.fulfill({
            json: {
              conversation: past.find((one) => route.request().url().endsWith(one.id)),
              messages: [message('q', { role: 'user', status: 'complete' })],
            },
          })
        : route.fallback(),
    )
    await page.goto(`/integrations/${id}`)
    await connected(page)
  },
  does: {
    'draft.changed': ({ page }, { text }) => page.getByLabel('Your question').fill(text),
    'question.submitted': ({ page }) => page.getByLabel('Your question').press('Enter'),
    'stop.requested': ({ page }) => page.getByRole('button', { name: 'Stop' }).click(),
    'retry.requested': ({ page }) => page.getByRole('button', { name: /^(Retry|Try Again)$/ }).click(),
    'conversation.restarted': ({ page }) => page.getByRole('button', { name: 'New', exact: true }).click(),
    'question.edited': ({ page }) => page.getByRole('button', { name: 'Edit question' }).click(),
    'editing.canceled': ({ page }) => page.getByRole('button', { name: 'Keep it as it was' }).click(),
    'answer.rated': async (stage, { feedback }) => {
      await stage.page.getByRole('button', { name: 'Good answer' }).last().click()
      const rated = { ...playOf(stage).last, feedback }
      await stage.network.answer({ body: rated }, `PUT ${atMessage(stage, '/feedback')}`)
      await expect(stage.page.getByRole('button', { name: 'Good answer' }).last()).toHaveAttribute(
        'aria-pressed',
        'true',
      )
    },
    'conversation.opened': (stage, { id }) =>
      inHistory(stage, id, () => stage.page.getByRole('button', { name: 'Continue in Playground' }).click()),
    'conversation.deleted': (stage, { id }) =>
      inHistory(stage, id, async () => {
        const { page, network } = stage
        playOf(stage).inHistory = true
        await page.getByRole('main').getByRole('button', { name: 'Delete' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
        await network.answer({ body: { message: 'Gone.' } }, `DELETE /api/v1/conversations/${id}`)
        await expect(page.getByRole('dialog')).toBeHidden()
        playOf(stage).inHistory = false
        await page.getByRole('link', { name: 'Playground', exact: true }).click()
      }),
    'live.opened': async (stage) => {
      await playOf(stage).socket?.close()
      playOf(stage).socket = null
      await connected(stage.page)
    },
    'live.token': async (stage, { messageId, index, text }) =>
      say(stage, 'token', { message_id: messageId, index, text }),
    'live.citations': async (stage, { messageId, citations }) =>
      say(stage, 'citations', { message_id: messageId, citations }),
    'live.completed': async (stage, event) => say(stage, 'message_completed', event.message),
    'live.failed': async (stage, { messageId, error }) =>
      say(stage, 'message_failed', { message_id: messageId, error }),
    'xstate.done.actor.loadConversation': (stage, { output }) => answerConversation(stage, output),
    'xstate.error.actor.loadConversation': (stage, { error }) => answerConversation(stage, error),
    'xstate.done.actor.ask': (stage, { output }) =>
      stage.network.answer({ status: 201, body: output }, `POST ${playOf(stage).path}/messages`),
    'xstate.error.actor.ask': (stage) =>
      stage.network.answer({ status: 500 }, `POST ${playOf(stage).path}/messages`),
    'xstate.done.actor.loadMessage': (stage, { output }) =>
      answerMessage(stage, `GET ${atMessage(stage)}`, output),
    'xstate.error.actor.loadMessage': (stage, { error }) =>
      answerMessage(stage, `GET ${atMessage(stage)}`, error),
    'xstate.done.actor.stop': (stage, { output }) =>
      answerMessage(stage, `POST ${atMessage(stage, '/stop')}`, output),
    'xstate.error.actor.stop': (stage, { error }) =>
      answerMessage(stage, `POST ${atMessage(stage, '/stop')}`, error),
    'xstate.done.actor.retry': (stage, { output }) => {
      const question = message('q', { role: 'user', content: 'How long?', status: 'complete' })
      const asked = { conversation, question, answer: output }
      return answerMessage(stage, `POST ${atMessage(stage, '/retry')}`, asked)
    },
    'xstate.error.actor.retry': (stage, { error }) =>
      answerMessage(stage, `POST ${atMessage(stage, '/retry')}`, error),
    'xstate.after.silence.conversation.streaming.following': ({ page }) => passPauses(page, SILENCE),
    'xstate.after.silence.conversation.streaming.interrupted': ({ page }) => passPauses(page, SILENCE),
  },
  sees: {
    conversation: async (stage, { context }) => {
      playOf(stage).last = context.messages.at(-1)
      playOf(stage).wanted = context.wanted
      playOf(stage).writes = null
    },
    'conversation.loading': ({ page }) =>
      expect(page.getByRole('main').getByLabel('Loading', { exact: true })).toBeVisible(),
    'conversation.unreachable': ({ page }, { context }) =>
      expect(page.getByRole('main').getByRole('alert')).toContainText(context.error ?? ''),
    'conversation.resting': async ({ page }, { context }) => {
      await expect(page.getByLabel('Your question')).toHaveValue(context.draft)
      await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
      const last = context.messages.at(-1)
      if (last) await expect(page.getByRole('article').last()).toContainText(last.content)
      else await expect(page.getByRole('article')).toHaveCount(0)
    },
    'conversation.resting.unsent': ({ page }, { context }) =>
      expect(page.getByRole('alert').filter({ hasText: context.error ?? '' })).toBeVisible(),
    'conversation.resting.stopped': ({ page }) =>
      expect(page.getByRole('article').last()).toContainText('Stopped. What had arrived is kept.'),
    'conversation.resting.failed': ({ page }, { context }) =>
      expect(page.getByRole('article').last().getByRole('alert')).toContainText(
        context.messages.at(-1)?.error?.detail ?? '',
      ),
    'conversation.sending': async (stage, { context }) => {
      playOf(stage).writes = `POST ${playOf(stage).path}/messages`
      await expect(
        stage.page.getByRole('heading', { name: context.pending ?? '', level: 2 }).last(),
      ).toBeVisible()
    },
    'conversation.streaming': async ({ page }, { context }) => {
      await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
      await expect(page.getByRole('article').last()).toContainText(context.messages.at(-1)?.content ?? '')
    },
    'conversation.streaming.interrupted': ({ page }) =>
      expect(page.getByText('The rest of the answer could not be read.')).toBeVisible(),
    'conversation.stopping': async (stage) => {
      playOf(stage).writes = `POST ${atMessage(stage, '/stop')}`
      await expect(stage.page.getByRole('button', { name: 'Stop' })).toBeHidden()
    },
    'conversation.retrying': async (stage) => {
      playOf(stage).writes = `POST ${atMessage(stage, '/retry')}`
      await expect(stage.page.getByRole('button', { name: 'Ask', exact: true })).toBeDisabled()
    },
  },
  exceptions: {
    'conversation | conversation.changed | 0':
      'a conversation is renamed in Chat; what is walked here is the Playground',
  },
})
