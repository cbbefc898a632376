import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type AnyStateMachine, fromCallback, fromPromise } from 'xstate'
import { answerFeedbackMachine } from '../../../src/machines/conversations/answer-feedback.machine.ts'
import { conversationMachine } from '../../../src/machines/conversations/conversation/conversation.machine.ts'
import { themeMachine } from '../../../src/machines/shell/theme.machine.ts'
import { viewsLogic } from '../../../src/machines/views.ts'
import { handoverMachine } from '../../../src/machines/visitors/handover.machine.ts'
import { shareMachine } from '../../../src/machines/visitors/share.machine.ts'
import { visitorConversationsMachine } from '../../../src/machines/visitors/visitor-conversations.machine.ts'
import { createStyleCache } from '../../../src/ui/theme/emotion.ts'
import { createVisitorTheme } from '../../../src/ui/theme/themes.ts'
import { SharePageApp } from '../../../src/ui/visitors/share/share-app.tsx'
import { openStage, type Scene, Started, still } from '../../harness/stage.tsx'
import { conversation, message } from '../../machines/samples.ts'
import { page as shared, shareModel, visitorConversationsModel } from '../../machines/visitors.model.ts'
import { walkView } from './walk.tsx'
import { button } from './walk-form.tsx'

const theme = createVisitorTheme()
const styles = createStyleCache(theme)

const scene = (share: AnyStateMachine): Scene => ({
  view: (
    <Started machine={share} input={shareModel.input}>
      {(actor) => (
        <SharePageApp
          share={actor}
          answerFeedback={still(answerFeedbackMachine)}
          tellSite={null}
          system={theme.system}
          styles={styles}
          onDrawn={() => {}}
        />
      )}
    </Started>
  ),
  isAnonymous: true,
  isAlone: true,
  isPage: true,
})

/** Of the page itself: what is said there is walked elsewhere. */
const parts = {
  conversation: still(conversationMachine).provide({
    actors: { loadConversation: fromPromise(async () => null) as never },
  }),
  handover: still(handoverMachine),
  views: viewsLogic,
  theme: still(themeMachine),
  visitorConversations: still(visitorConversationsMachine),
}

/** The page is shown at once. */
const shown = (actors: object, page = shared()) =>
  scene(
    still(shareMachine).provide({
      actors: {
        ...parts,
        loadPage: fromPromise(async () => page),
        loadAnswering: fromPromise(async () => {}),
        ...actors,
      },
    } as never),
  )

const question = () => page.getByLabelText('Your question')
const asking = () => page.getByRole('region', { name: 'Ask' })
const pausedFor = (text: string) => async () => {
  await expect.element(asking()).toMatchTextContent(text)
  await question().fill('And now?')
  await expect.element(button('Ask')).toBeDisabled()
}

/** [S2.8] */
walkView({
  machine: shareMachine,
  model: {
    ...shareModel,
    events: (snapshot) =>
      shareModel
        .events(snapshot)
        .filter((event) => event.type !== 'retry.requested' || snapshot.can(event as never)),
  },
  scene,
  actors: parts,
  // What the conversation, the clock and the network tell.
  heard: ['question.refused', 'budget.changed', 'clock.tick', 'connection.lost', 'connection.found'],
  does: { 'retry.requested': () => page.getByRole('button', { name: /^(Try Again|Check again)$/ }).click() },
  sees: {
    'share.loading': () => expect.element(page.getByLabelText('Loading', { exact: true })).toBeVisible(),
    'share.notFound': () =>
      expect.element(page.getByRole('heading', { name: 'Assistant not found.' })).toBeVisible(),
    'share.unreachable': ({ context }) =>
      expect.element(page.getByRole('alert')).toMatchTextContent(context.error ?? '?'),
    'share.shown': () => expect.element(question()).toBeVisible(),
    'share.shown.ready': async ({ context }) => {
      await question().fill('How long?')
      await expect.element(button('Ask')).toBeEnabled()
      const { left } = context.page!.budget
      // [ux 20] Only where few are left.
      const told = page.getByText(`You can ask ${left} more today.`)
      await expect.poll(() => told.elements().length).toBe(left <= 3 ? 1 : 0)
    },
    'share.shown.limited': pausedFor('You have reached the limit. You can ask again in'),
    'share.shown.paused': pausedFor('This assistant is paused.'),
    'share.shown.expired': pausedFor('This page is closed.'),
    'share.shown.overBudget': pausedFor('This assistant has reached its limit for now.'),
    'share.shown.offline': pausedFor('You are offline.'),
    'share.shown.unchecked': async () => {
      await pausedFor('The assistant cannot be reached.')()
      await expect.element(button('Check again')).toBeEnabled()
    },
  },
})

const list = () => page.getByRole('dialog', { name: 'Earlier conversations' })
const asked = () => list().getByRole('alert').filter({ hasText: 'Delete this conversation?' })

/** [S2.8] */
walkView({
  machine: visitorConversationsMachine,
  model: {
    ...visitorConversationsModel,
    events: (snapshot) =>
      visitorConversationsModel
        .events(snapshot)
        .filter(
          ({ type, id }) =>
            type !== 'removal.asked' ||
            (!snapshot.hasTag('locked') && snapshot.context.conversations.some((listed) => listed.id === id)),
        )
        .filter(({ type }) => type !== 'list.closed' || !snapshot.hasTag('locked')),
  },
  scene: (visitorConversations) => shown({ visitorConversations }),
  does: {
    'list.opened': () => button('Earlier conversations').click(),
    'list.closed': () => userEvent.keyboard('{Escape}'),
    'retry.requested': () => list().getByRole('button', { name: 'Try Again' }).click(),
    'removal.asked': () =>
      list()
        .getByRole('button', { name: /^Delete “/ })
        .click(),
    'removal.given': () => asked().getByRole('button', { name: 'Delete' }).click(),
    'removal.refused': () => asked().getByRole('button', { name: 'Keep' }).click(),
  },
  sees: {
    'visitorConversations.closed': () => expect.element(list()).not.toBeInTheDocument(),
    'visitorConversations.open': async ({ context: { conversations, error } }) => {
      await expect.element(list()).toBeVisible()
      await expect.poll(() => list().getByRole('listitem').all().length).toBe(conversations.length)
      if (error) await expect.element(list()).toMatchTextContent(error)
    },
    'visitorConversations.open.failed': () =>
      expect.element(list().getByRole('button', { name: 'Try Again' })).toBeVisible(),
    'visitorConversations.open.refused': () =>
      expect.element(list().getByRole('button', { name: 'Try Again' })).not.toBeInTheDocument(),
    'visitorConversations.open.listed': ({ context: { conversations } }) =>
      conversations.length === 0
        ? expect.element(list()).toMatchTextContent('No conversations yet.')
        : expect.element(list()).toMatchTextContent(conversation.title),
    'visitorConversations.open.confirming': () => expect.element(asked()).toBeVisible(),
    'visitorConversations.open.removing': () =>
      expect.element(asked().getByRole('button', { name: 'Delete' })).toBeDisabled(),
  },
  exceptions: {
    'visitorConversations.open.removing | list.closed | 0':
      'the dialog is locked: Escape does not reach the machine',
    'visitorConversations.open.removing | removal.asked | 0': 'every button of the list is disabled',
  },
})

it('[S2.8] [43.1] offers a new conversation if the server refuses the last one', async () => {
  const refused = Object.assign(new Error('gone'), { status: 404, detail: 'Conversation not found.' })
  const failing = still(conversationMachine).provide({
    actors: { loadConversation: fromPromise(() => Promise.reject(refused)) as never },
  })
  const stage = await openStage(shown({ conversation: failing }))
  await expect.element(page.getByRole('alert')).toMatchTextContent('Conversation not found.')
  await expect.element(button('Try Again')).not.toBeInTheDocument()
  await button('New conversation').click()
  await question().fill('How long?')
  await expect.element(button('Ask')).toBeEnabled()
  await stage.close()
})

/** A conversation whose questions are answered when the test says so. */
function answering() {
  let complete = () => {}
  const machine = still(conversationMachine).provide({
    actors: {
      loadConversation: fromPromise(async () => null),
      ask: fromPromise(async () => ({
        conversation,
        question: message('q1', { role: 'user', status: 'complete', content: 'How long?' }),
        answer: message('a1'),
      })),
      live: fromCallback(({ sendBack }) => {
        const answer = message('a1', { status: 'complete', content: '**Thirty** days.\n\n- In all shops' })
        complete = () => sendBack({ type: 'live.completed', message: answer })
      }),
    },
  } as never)
  return { machine, complete: () => complete() }
}

it('[S2.8] a suggested question and New give the focus to the conversation', async () => {
  const { machine, complete } = answering()
  const stage = await openStage(
    shown({ conversation: machine }, { ...shared(), starter_questions: ['How long?'] }),
  )
  const main = page.getByRole('main')
  await button('How long?').click()
  await expect.element(page.getByRole('log')).toBeVisible()
  await expect.element(main).toHaveFocus()
  complete()
  await button('New').click()
  await expect.element(button('How long?')).toBeVisible()
  await expect.element(main).toHaveFocus()
  await stage.close()
})

it('[S2.8] whoever presses Ask or Stop types the next question at once', async () => {
  const stage = await openStage(shown({ conversation: answering().machine }))
  await question().fill('How long?')
  for (const name of ['Ask', 'Stop']) {
    await button(name).click()
    await expect.element(button(name)).not.toBeInTheDocument()
    await expect.element(question()).toHaveFocus()
  }
  await stage.close()
})

it('[S2.8] an answer is announced in sentences once it is complete, and nothing else of the conversation is', async () => {
  const { machine, complete } = answering()
  const stage = await openStage(shown({ conversation: machine }))
  await question().fill('How long?')
  await userEvent.keyboard('{Enter}')
  const log = page.getByRole('log')
  await expect.element(log).toHaveAttribute('aria-live', 'off')
  const announced = () => document.querySelector('[aria-live=polite]')?.textContent
  expect(announced()).toBe('')
  complete()
  await expect.poll(announced).toBe('Thirty days. In all shops.')
  expect(log.element().querySelector('[aria-live=polite]')).toBeNull()
  await stage.close()
})

it('[S2.8] a conversation that is deleted or kept gives the focus to what is beside it', async () => {
  const listed = ['One', 'Two', 'Three'].map((title) => ({ ...conversation, id: title, title }))
  const visitorConversations = still(visitorConversationsMachine).provide({
    actors: {
      loadConversations: fromPromise(async () => listed),
      removeConversation: fromPromise(async () => {}),
    },
  } as never)
  const stage = await openStage(shown({ visitorConversations }))
  await button('Earlier conversations').click()
  const bin = (title: string) => list().getByRole('button', { name: `Delete “${title}”` })
  const choose = async (title: string, name: string) => {
    await bin(title).click()
    await asked().getByRole('button', { name }).click()
    await expect.element(asked()).not.toBeInTheDocument()
  }
  await choose('Two', 'Keep')
  await expect.element(bin('Two')).toHaveFocus()
  await choose('Two', 'Delete')
  await expect.element(bin('Three')).toHaveFocus()
  await choose('Three', 'Delete')
  await expect.element(bin('One')).toHaveFocus()
  await choose('One', 'Delete')
  await expect.element(list().getByRole('heading', { name: 'Earlier conversations' })).toHaveFocus()
  await stage.close()
})

it.each([
  ['a laptop at 200 %', 420, 215],
  ['a phone held sideways', 844, 280],
])('[S2.8] answers have room in the low window of %s', async (_, width, height) => {
  await page.viewport(width, height)
  const stage = await openStage(shown({}))
  await expect.element(question()).toBeVisible()
  expect(page.getByRole('main').element().clientHeight).toBeGreaterThan(200)
  await stage.close()
})
