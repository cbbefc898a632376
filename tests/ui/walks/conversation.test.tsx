import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerFeedbackMachine } from '../../../src/machines/conversations/answer-feedback.machine.ts'
import { conversationMachine } from '../../../src/machines/conversations/conversation/conversation.machine.ts'
import { readerMachine } from '../../../src/machines/knowledge/reader.machine.ts'
import { handoverMachine } from '../../../src/machines/visitors/handover.machine.ts'
import { ConversationPane } from '../../../src/ui/conversations/conversation/conversation-pane.tsx'
import { provided, Started, still } from '../../harness/stage.tsx'
import { conversationModel } from '../../machines/conversation.model.ts'
import { integration } from '../../machines/samples.ts'
import { walkView } from './walk.tsx'
import { button } from './walk-form.tsx'

const main = () => page.getByRole('main')
const field = () => page.getByLabelText('Your question')
const article = () => page.getByRole('article').last()
/** Before its first words an answer is empty. */
const answers = (content: string) =>
  content ? expect.element(article()).toMatchTextContent(content) : expect.element(article()).toBeVisible()

/** [S2.17] */
walkView({
  machine: conversationMachine,
  model: {
    ...conversationModel,
    // What stands there already is not typed, and nothing is before a conversation is shown.
    events: (snapshot) =>
      conversationModel.events(snapshot).filter((event) => {
        if (event.type === 'draft.changed')
          return (
            !snapshot.matches('loading') &&
            !snapshot.hasTag('failed') &&
            'text' in event &&
            event.text !== snapshot.context.draft
          )
        if (event.type === 'conversation.restarted' && !snapshot.matches('refused'))
          return snapshot.context.messages.length > 0 && snapshot.context.edited === null
        return true
      }),
  },
  scene: (conversation) => ({
    view: provided(
      {
        answerFeedback: still(answerFeedbackMachine),
        ownHandover: still(handoverMachine),
        reader: still(readerMachine),
      },
      <Started machine={conversation} input={conversationModel.input}>
        {(actor) => <ConversationPane assistant={integration()} actor={actor} />}
      </Started>,
    ),
    data: { models: { default: null, offered: [] } },
  }),
  // What other screens, and the live connection, tell.
  heard: [
    'answer.rated',
    'conversation.opened',
    'conversation.changed',
    'conversation.deleted',
    'live.opened',
    'live.token',
    'live.citations',
    'live.completed',
    'live.failed',
  ],
  does: {
    'draft.changed': ({ text }) => field().fill(text),
    'question.submitted': async () => {
      await field().click()
      await userEvent.keyboard('{Enter}')
    },
    'stop.requested': () => button('Stop').click(),
    'retry.requested': () => page.getByRole('button', { name: /^(Retry|Try Again)$/ }).click(),
    'wait.requested': () => button('Wait for the answer').click(),
    'conversation.restarted': (_, { snapshot }) =>
      button(snapshot().matches('refused') ? 'New conversation' : 'New').click(),
    'question.edited': () => button('Edit question').click(),
    'editing.canceled': () => button('Keep it as it was').click(),
  },
  sees: {
    'conversation.loading': ({ context }) =>
      context.messages.length === 0
        ? expect.element(main().getByLabelText('Loading', { exact: true })).toBeVisible()
        : expect.element(field()).toHaveValue(context.draft),
    'conversation.unreachable': ({ context }) =>
      expect.element(main().getByRole('alert')).toMatchTextContent(context.error ?? '?'),
    'conversation.refused': async ({ context }) => {
      await expect.element(main().getByRole('alert')).toMatchTextContent(context.error ?? '?')
      await expect.element(button('Try Again')).not.toBeInTheDocument()
    },
    'conversation.resting': async ({ context }) => {
      await expect.element(field()).toHaveValue(context.draft)
      await expect.element(button('Stop')).not.toBeInTheDocument()
      const last = context.messages.at(-1)
      if (last) await answers(last.content)
      else await expect.element(page.getByRole('article')).not.toBeInTheDocument()
    },
    'conversation.resting.unsent': ({ context }) =>
      expect.element(main().getByRole('alert').last()).toMatchTextContent(context.error ?? '?'),
    'conversation.resting.stopped': () =>
      expect.element(article()).toMatchTextContent('Stopped. The answer so far is kept.'),
    'conversation.resting.failed': ({ context }) =>
      expect
        .element(article().getByRole('alert'))
        .toMatchTextContent(context.messages.at(-1)?.error?.detail ?? '?'),
    'conversation.sending': ({ context }) =>
      expect
        .element(page.getByRole('heading', { name: context.pending ?? '?', level: 2 }).last())
        .toBeVisible(),
    'conversation.streaming': async ({ context }) => {
      await expect.element(button('Stop')).toBeVisible()
      await answers(context.messages.at(-1)?.content ?? '?')
    },
    'conversation.streaming.awaiting': () =>
      expect.element(article()).toMatchTextContent('1 document is still being read. The answer will follow.'),
    'conversation.streaming.interrupted': () =>
      expect.element(main()).toMatchTextContent('The rest of the answer could not be loaded.'),
    'conversation.stopping': () => expect.element(button('Stop')).not.toBeInTheDocument(),
    'conversation.retrying': () => expect.element(button('Ask')).toBeDisabled(),
  },
})
