import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { improveAnswerMachine } from '../../../src/machines/assistants/improve-answer/improve-answer.machine.ts'
import { readerMachine } from '../../../src/machines/knowledge/reader.machine.ts'
import { inboxMachine } from '../../../src/machines/visitors/inbox/inbox.machine.ts'
import { draftOf } from '../../../src/machines/visitors/inbox/inbox.types.ts'
import { inboxPath } from '../../../src/machines/visitors/inbox/inbox-address.ts'
import { InboxScreen } from '../../../src/ui/visitors/inbox/inbox-screen.tsx'
import { provided, still } from '../../harness/stage.tsx'
import { inboxModel } from '../../machines/inbox.model.ts'
import { walkView } from './walk.tsx'
import { button } from './walk-form.tsx'

const composer = () => page.getByRole('textbox')
const list = () => page.getByRole('list', { name: 'Conversations' })

walkView({
  machine: inboxMachine,
  model: {
    ...inboxModel,
    // What the view does not offer nobody can press.
    events: (snapshot) =>
      inboxModel
        .events(snapshot)
        .filter(
          (event) =>
            !['more.requested', 'change.requested', 'entry.submitted', 'kind.picked'].includes(event.type) ||
            snapshot.can(event as never),
        )
        .filter(
          ({ type }) =>
            !['change.requested', 'draft.changed', 'kind.picked', 'entry.submitted'].includes(type) ||
            snapshot.context.detail?.item.conversation_id === snapshot.context.conversationId,
        )
        .filter(({ type }) => type !== 'kind.picked' || snapshot.context.kind === 'reply'),
    // What can be pressed depends on what is known of the conversation.
    key: (snapshot) => [inboxModel.key(snapshot), snapshot.context.detail === null, snapshot.context.kind],
    limit: 300_000,
  },
  scene: (inbox) => ({
    view: provided(
      { reader: still(readerMachine) },
      provided({ inbox }, provided({ improveAnswer: still(improveAnswerMachine) }, <InboxScreen />)),
    ),
    path: '/inbox',
    data: { members: [], integrations: [] },
  }),
  heard: ['live.opened', 'news.heard', 'presence.heard', 'next.requested', 'previous.requested'],
  does: {
    'view.changed': ({ view }, { navigation }) =>
      navigation.send({ type: 'navigation.requested', path: inboxPath(view) }),
    'more.requested': () => button('Show more').click(),
    'retry.requested': () => page.getByRole('button', { name: 'Try Again' }).first().click(),
    'change.requested': () => button('Take over').click(),
    'kind.picked': () => page.getByText('Note', { exact: true }).click(),
    'draft.changed': ({ text }) => composer().fill(text),
    'entry.submitted': () => page.getByRole('button', { name: /^(Send reply|Add note)$/ }).click(),
  },
  sees: {
    'inbox.list.shown': ({ context: { items } }) =>
      expect.poll(() => list().getByRole('listitem').all().length).toBe(items?.length),
    'inbox.list.failed': () => expect.element(page.getByText('The inbox could not be loaded.')).toBeVisible(),
    'inbox.conversation.none': () =>
      expect.element(page.getByText('Select a conversation to reply.')).toBeVisible(),
    'inbox.conversation.shown': async ({ context }) => {
      await expect.element(page.getByRole('log', { name: 'Replies' })).toMatchTextContent('Hello?')
      await expect.element(composer()).toHaveValue(draftOf(context))
    },
    'inbox.conversation.gone': () => expect.element(page.getByText(/^Not found/)).toBeVisible(),
    'inbox.change.saving': ({ context }) =>
      context.detail ? expect.element(button('Take over')).toBeDisabled() : undefined,
    'inbox.composer.overtaken': ({ context }) =>
      context.detail && context.error
        ? expect.element(page.getByText(context.error)).toBeVisible()
        : undefined,
  },
})
